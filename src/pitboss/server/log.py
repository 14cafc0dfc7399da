"""What the server says while it runs: one line per event, for people or, as JSON, for programs."""

import logging
import sys
from datetime import UTC, datetime
from typing import Any

import msgspec

_logger = logging.getLogger("pitboss")
# Libraries that speak up by themselves. Of what they say only errors are worth a line: uvicorn's
# warnings are about what strangers send, who could fill the log with them.
_LIBRARIES = ("uvicorn.error", "asyncio")


class _Line(logging.Formatter):
    def __init__(self, json: bool) -> None:
        super().__init__()
        self._json = json

    def format(self, record: logging.LogRecord) -> str:
        facts: dict[str, Any] = getattr(record, "facts", {})
        time = datetime.fromtimestamp(record.created, UTC)
        if record.exc_info:
            facts = {**facts, "traceback": self.formatException(record.exc_info)}
        if self._json:
            line = {"time": time, "level": record.levelname.lower(), "event": record.getMessage()}
            return msgspec.json.encode(line | facts, enc_hook=str).decode()
        told = " ".join(f"{name}={value}" for name, value in facts.items())
        return f"{time:%H:%M:%S} {record.levelname.lower():7} {record.getMessage()} {told}".rstrip()


def configure(*, json: bool, level: str) -> None:
    """Write events from this level on to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Line(json))
    _logger.handlers[:] = [handler]
    _logger.setLevel(level.upper())
    _logger.propagate = False
    for name in _LIBRARIES:
        library = logging.getLogger(name)
        library.handlers[:] = [handler]
        library.setLevel(max(_logger.level, logging.ERROR))
        library.propagate = False


def say(event: str, **facts: Any) -> None:
    """Something worth knowing happened."""
    _logger.info(event, extra={"facts": facts})


def warn(event: str, **facts: Any) -> None:
    """Something went wrong that somebody may have to look at."""
    _logger.warning(event, extra={"facts": facts})


def fail(event: str, **facts: Any) -> None:
    """A mistake of our own: told with its traceback, here and to nobody else."""
    _logger.error(event, exc_info=sys.exc_info(), extra={"facts": facts})
