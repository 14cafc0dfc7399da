"""The errors of a journal: a reason for programs, and for people what to do next."""

import difflib
import shlex
from collections.abc import Sequence

from sqlalchemy.exc import DBAPIError

_SAFE = "Nothing was half-written: what the journal had before is still there."

_AGAIN = "then run the same command again."
_WAIT = f"Wait for it or stop it, {_AGAIN}"
_PERMISSIONS = "Change the permissions of the file and its folder, or name another file."

# By the beginning of SQLite's own names of errors; `{where}` is the database.
_SQLITE = {
    "SQLITE_BUSY": ("locked", f"{{where}} is locked by a process that writes to it. {_WAIT}"),
    "SQLITE_LOCKED": ("locked", f"{{where}} is locked. {_WAIT}"),
    "SQLITE_FULL": ("full", f"No room is left for {{where}}. Make some, {_AGAIN}"),
    "SQLITE_NOTADB": (
        "no_database",
        "{where} is no database. Name another file; this one was left alone.",
    ),
    "SQLITE_CORRUPT": (
        "damaged",
        "{where} is damaged ({cause}). Keep a copy; `sqlite3 FILE .recover` can save what is left.",
    ),
    "SQLITE_READONLY": ("forbidden", f"{{where}} may not be written. {_PERMISSIONS}"),
    "SQLITE_PERM": ("forbidden", f"{{where}} may not be opened. {_PERMISSIONS}"),
    "SQLITE_CANTOPEN": ("forbidden", f"{{where}} can't be opened. {_PERMISSIONS}"),
    "SQLITE_IOERR": (
        "disk",
        f"The disk failed {{where}} ({{cause}}). See to it, its quota and its limits, {_AGAIN}",
    ),
}

# By PostgreSQL's SQLSTATE, or the beginning of one.
_POSTGRES = {
    "53100": ("full", f"No room is left on the disk of {{where}}. Make some, {_AGAIN}"),
    "55P03": ("locked", f"{{where}} is locked by a process that writes to it. {_WAIT}"),
    "42501": (
        "forbidden",
        "{where} does not let you ({cause}). Ask whoever runs it for the right to make tables.",
    ),
    "25006": ("forbidden", "{where} may only be read. Name a server that may be written."),
    "28": ("password", "{where} does not know this user and password ({cause})."),
    "3D000": ("missing", "There is no such database as {where}. `createdb` makes it."),
    "53300": ("unreachable", f"{{where}} has no connection left. Close some, {_AGAIN}"),
}
_UNREACHABLE = (
    "unreachable",
    f"{{where}} can't be reached ({{cause}}). See that the server runs there, {_AGAIN}",
)

# libpq gives no code for a connection that it could not make, only words.
_CONNECTING = (
    ("authentication failed", "28"),
    ("no password supplied", "28"),
    ("no pg_hba.conf entry", "28"),
    ('role "', "28"),
    ('database "', "3D000"),
    ("too many clients", "53300"),
)


class StoreError(Exception):
    """A failure of the journal; `reason` is for programs, the text says what to do next."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(reason, message)
        self.reason = reason
        self.message = message

    def __str__(self) -> str:
        return self.message


class UnknownEvent(StoreError):
    """No event is called that, or several are."""


class NotPlayed(StoreError):
    """The journal has no such game, or not yet."""


def unknown_event(text: str, events: Sequence[tuple[str, str]], where: str) -> UnknownEvent:
    """The error that names the nearest of the events, each an id and a label."""
    names = [name for event in events for name in event if name]
    # Capitals don't matter.
    folded = {name.casefold(): name for name in ["last", *names]} if events else {}
    typed = text.casefold()
    begun = [name for name in folded if typed and name.startswith(typed)]
    near = begun or difflib.get_close_matches(typed, folded, n=1, cutoff=0.6)
    if near:
        hint = f"Did you mean {shlex.quote(folded[near[0]])}?"
    elif events:
        count = f"{len(events):,} events" if len(events) > 1 else "one event"
        hint = f"It holds {count}; `last` names the newest."
    else:
        hint = "It holds none yet."
    return UnknownEvent("unknown_event", f"{where} has no event {text!r}. {hint}")


def ambiguous_event(text: str, ids: Sequence[str], where: str) -> UnknownEvent:
    """The error that lists the events that the text could mean."""
    return UnknownEvent(
        "ambiguous_event",
        f"{text!r} could be {' or '.join(ids)} in {where}. Write more letters of one.",
    )


def explained(error: DBAPIError, where: str, *, writing: bool) -> StoreError:
    """A database driver's error as a `StoreError`."""
    cause = " ".join(str(error.orig).split())
    reason, text = _meaning(error.orig, cause, gone=error.connection_invalidated)
    message = text.format(where=where, cause=cause)
    return StoreError(reason, f"{message} {_SAFE}" if writing else message)


def _meaning(orig: BaseException | None, cause: str, *, gone: bool) -> tuple[str, str]:
    name = getattr(orig, "sqlite_errorname", None)
    if name is not None:
        for beginning, meaning in _SQLITE.items():
            if name.startswith(beginning):
                return meaning
    state = getattr(orig, "sqlstate", None) or ""
    lost = type(orig).__module__.startswith("psycopg") and (gone or not state)
    if lost:
        state = next((code for words, code in _CONNECTING if words in cause), "")
    for code, meaning in _POSTGRES.items():
        if state.startswith(code):
            return meaning
    if lost:
        return _UNREACHABLE
    return "failed", "{where} failed: {cause}."
