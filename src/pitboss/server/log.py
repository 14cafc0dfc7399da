"""What the server says while it runs: one line per event, for people or, as JSON, for programs.

What strangers can cause again and again is told once, and then summed up.
"""

import asyncio
import contextlib
import logging
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from pitboss.wires.rate import Bucket

_logger = logging.getLogger("pitboss")
# Libraries that speak up by themselves. Of what they say only errors are worth a line: uvicorn's
# warnings are about what strangers send, who could fill the log with them.
_LIBRARIES: Final = ("uvicorn.error", "asyncio", "websockets", "engineio", "socketio", "picows")
# Errors to a library, and no more than a stranger's mistake to us.
_STRANGERS: Final = ("Invalid UTF-8 sequence",)
# Lines a second about one thing, and how many at once; rarer where strangers have a hand in it.
_LINES: Final = 5.0
_LINES_AT_ONCE: Final = 100.0
_RARE: Final = 0.1
# Seconds after which the rest is summed up.
_SUMMED: Final = 10.0


def _readable(value: object) -> str:
    """A fact in a line of text: quoted where it could be taken for something else."""
    text = str(value)
    if isinstance(value, str) and (text == "" or any(mark in text for mark in ' "=\\')):
        text = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return _printable(text)


def _printable(text: str) -> str:
    """A text without whatever would end a line, or steer a terminal that shows it."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() else f"\\u{ord(sign):04x}" for sign in text)


class _Line(logging.Formatter):
    def __init__(self, json: bool) -> None:
        super().__init__()
        self._json = json

    def format(self, record: logging.LogRecord) -> str:
        facts: dict[str, Any] = getattr(record, "facts", {})
        moment = datetime.fromtimestamp(record.created, UTC)
        level = record.levelname.lower()
        traceback = self.formatException(record.exc_info) if record.exc_info else ""
        if self._json:
            line = {"time": moment, "level": level, "event": record.getMessage()} | facts
            if traceback:
                line["traceback"] = traceback
            return msgspec.json.encode(line, enc_hook=str).decode()
        told = " ".join(f"{name}={_readable(value)}" for name, value in facts.items())
        event = _printable(record.getMessage().strip())
        return f"{moment:%H:%M:%S} {level:7} {event} {told}".rstrip() + (
            f"\n{traceback}" if traceback else ""
        )


class _StrangersOut(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        return not record.getMessage().startswith(_STRANGERS)


def configure(*, json: bool, level: str) -> None:
    """Write events from this level on to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Line(json))
    handler.addFilter(_StrangersOut())
    _logger.handlers[:] = [handler]
    _logger.setLevel(level.upper())
    _logger.propagate = False
    for name in _LIBRARIES:
        library = logging.getLogger(name)
        library.handlers[:] = [handler]
        library.setLevel(logging.INFO if level == "debug" else logging.ERROR)
        library.propagate = False


def is_close() -> bool:
    """Whether details are looked at."""
    return _logger.isEnabledFor(logging.DEBUG)


def debug(event: str, **facts: Any) -> None:
    """A detail for who looks closely."""
    if is_close():
        _logger.debug(event, extra={"facts": facts})


def say(event: str, **facts: Any) -> None:
    """Something worth knowing happened; where a hundred such happen at once, they are summed up."""
    _often(event, event, logging.INFO, facts, rate=_LINES, burst=_LINES_AT_ONCE)


def warn(event: str, **facts: Any) -> None:
    """Something went wrong that somebody may have to look at."""
    _logger.warning(event, extra={"facts": facts})


def fail(event: str, **facts: Any) -> None:
    """A mistake of our own: told with its traceback, here and to nobody else."""
    _logger.error(event, exc_info=sys.exc_info(), extra={"facts": facts})


def repeated(event: str, *, level: int = logging.WARNING, reason: str, **facts: Any) -> None:
    """Something that strangers can cause again and again: told once in a while for each reason."""
    _often(f"{event}/{reason}", event, level, {"reason": reason, **facts}, rate=_RARE, burst=1.0)


def refuse(reason: str) -> None:
    """A connection, a request or a message was refused."""
    repeated("refused", level=logging.INFO, reason=reason)


@dataclass
class _Sum:
    """One event that may happen often: told while there are few, then as a number."""

    level: int
    event: str
    facts: dict[str, Any]
    bucket: Bucket
    untold: int = 0
    timer: asyncio.TimerHandle | None = None

    def tell(self) -> None:
        """Say what happened since the last line."""
        self.timer = None
        if self.untold:
            times = {"times": self.untold} if self.untold > 1 else {}
            _logger.log(self.level, self.event, extra={"facts": self.facts | times})
            self.untold = 0


_sums: dict[str, _Sum] = {}


def _often(
    key: str, event: str, level: int, facts: dict[str, Any], *, rate: float, burst: float
) -> None:
    if not _logger.isEnabledFor(level):
        return
    now = time.monotonic()
    told = _sums.get(key)
    if told is None:
        told = _sums[key] = _Sum(level, event, facts, Bucket(rate, burst, now))
    told.facts = facts
    told.untold += 1
    if told.bucket.take(now):
        told.tell()
    elif told.timer is None:
        with contextlib.suppress(RuntimeError):
            told.timer = asyncio.get_running_loop().call_later(_SUMMED, told.tell)


def tell_sums() -> None:
    """Say what has been summed up and not told yet: nothing more will happen."""
    for told in _sums.values():
        if told.timer is not None:
            told.timer.cancel()
        told.tell()
    _sums.clear()


def of_loop(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """What an event loop has to complain about, as its exception handler."""
    del loop
    error = context.get("exception")
    message = str(context.get("message", "the event loop complains"))
    if isinstance(error, (OSError, asyncio.CancelledError)):
        # A line that broke, or TLS that was none: what strangers do.
        debug(message, error=repr(error))
        return
    trace = (type(error), error, error.__traceback__) if isinstance(error, Exception) else None
    _logger.error(message, exc_info=trace, extra={"facts": {}})
