"""The move log of a live game: a file to which every move is written before the next question.

The first line is the game's row at its start, with the seed sealed and what a server needs to go on
with it; then comes a line for each ruling, and at the end one with the result. A log belongs to the
process that has it locked. It is removed once the database has the whole game; a log without a lock
was left by a killed server.
"""

import contextlib
import errno
import fcntl
import hashlib
import hmac
import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

import msgspec

from pitboss.games.record import BadRecord, read_json
from pitboss.games.rng import SEED_BITS
from pitboss.games.seeds import commitment
from pitboss.store.database import Database
from pitboss.store.errors import StoreError
from pitboss.store.live_games import PREFIX, GameRow, LiveFault, PlayerNote, moment, pack_moves

ENDING = ".moves"
_NEW = ".new"
# A log that was begun so many seconds ago, and has no first line, was abandoned.
_BEGINNING = 60
_KILLED = "the server was killed"

# Beside the logs of a server that was given no secret.
_KEY_FILE = "key"
_KEY_BYTES = 32
_SEED_BYTES = SEED_BITS // 8
_SALT_BYTES = 16
_TAG_BYTES = 16


class Seal:
    """Seals the seeds of one process's games with a secret.

    The secret may be short, so the key is made from it slowly, once for each salt.
    """

    def __init__(self, secret: str) -> None:
        self._secret = secret
        self._keys: dict[bytes, bytes] = {}
        self._salt = os.urandom(_SALT_BYTES)
        if secret:
            self._key(self._salt)

    def close(self, game: str, seed: str) -> str:
        """The seed for the log; empty without a secret."""
        if not self._secret:
            return ""
        plain = int(seed).to_bytes(_SEED_BYTES, "big")
        hidden = self._masked(self._salt, game, plain)
        return (self._salt + hidden + self._tag(self._salt, game, hidden)).hex()

    def open(self, game: str, sealed: str) -> str | None:
        """The seed, if it was sealed with this secret for this game."""
        if not (self._secret and sealed):
            return None
        content = bytes.fromhex(sealed)
        salt, hidden = content[:_SALT_BYTES], content[_SALT_BYTES:-_TAG_BYTES]
        if not hmac.compare_digest(content[-_TAG_BYTES:], self._tag(salt, game, hidden)):
            return None
        return str(int.from_bytes(self._masked(salt, game, hidden), "big"))

    def _masked(self, salt: bytes, game: str, seed: bytes) -> bytes:
        # A game's id is used once, so this is a one-time pad.
        mask = hmac.digest(self._key(salt), f"mask {game}".encode(), "sha256")
        return bytes(one ^ other for one, other in zip(seed, mask, strict=False))

    def _tag(self, salt: bytes, game: str, hidden: bytes) -> bytes:
        return hmac.digest(self._key(salt), f"tag {game} ".encode() + hidden, "sha256")[:_TAG_BYTES]

    def _key(self, salt: bytes) -> bytes:
        if salt not in self._keys:
            self._keys[salt] = hashlib.scrypt(
                self._secret.encode(), salt=salt, n=2**14, r=8, p=1, dklen=32
            )
        return self._keys[salt]


def stored_secret(folder: Path) -> str:
    """The secret in a folder of logs, for its owner alone; made when it is first needed."""
    path = folder / _KEY_FILE
    try:
        with contextlib.suppress(FileExistsError):
            new = path.with_name(f"{_KEY_FILE}-{secrets.token_hex(4)}")
            new.touch(mode=0o600, exist_ok=False)
            new.write_text(secrets.token_hex(_KEY_BYTES))
            try:
                # Whole or not at all, and whoever is first decides.
                os.link(new, path)
            finally:
                new.unlink()
        return path.read_text()
    except OSError as error:
        raise StoreError("forbidden", f"{path} can't be used: {error.strerror}.") from error


class _Begin(msgspec.Struct, omit_defaults=True):
    row: GameRow
    sealed: str = ""
    # What the server needs besides to go on with the game; None if it can't.
    comeback: Any = None


class _Note(msgspec.Struct, omit_defaults=True):
    """A line other than a move: a fault, or how the game ended."""

    fault: LiveFault | None = None
    end: GameRow | None = None


_NOTE = msgspec.json.Decoder(_Note)
_encode = msgspec.json.Encoder().encode


class MoveLog:
    """The file of one game, locked by this process."""

    __slots__ = ("_file", "path")

    def __init__(self, path: Path, row: GameRow, sealed: str, comeback: Any = None) -> None:
        self.path = path
        # It gets its name once it is locked, so that nobody takes it for an abandoned one.
        new = path.with_suffix(_NEW)
        try:
            flags = os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_APPEND
            self._file = os.open(new, flags, 0o600)
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self._write(_encode(_Begin(row, sealed, comeback)) + b"\n")
                new.rename(path)
            except BaseException:
                os.close(self._file)
                new.unlink(missing_ok=True)
                raise
        except OSError as error:
            raise _failed(path, error) from error

    @classmethod
    def take_over(cls, path: Path) -> tuple[Self, bytes] | None:
        """An abandoned log, with its content; None if somebody has it."""
        try:
            file = os.open(path, os.O_RDWR | os.O_APPEND)
        except OSError:
            return None
        if not _locks(file):
            os.close(file)
            return None
        log = cls.__new__(cls)
        log.path, log._file = path, file
        return log, _content(file)

    def move(self, seat: int, actions: Sequence[int]) -> None:
        """Log the actions of a seat."""
        try:
            self._write(_encode((seat, *actions)) + b"\n")
        except OSError as error:
            raise _failed(self.path, error) from error

    def fault(self, fault: LiveFault) -> None:
        """Log a fault of a seat."""
        self._note(_Note(fault=fault))

    def end(self, row: GameRow) -> None:
        """Log how the game ended."""
        self._note(_Note(end=row))

    def close(self) -> None:
        """Close the file."""
        # Its descriptor will be another file's.
        file, self._file = self._file, -1
        os.close(file)

    def remove(self) -> None:
        """Delete the file."""
        self.path.unlink(missing_ok=True)
        self.close()

    def _note(self, note: _Note) -> None:
        try:
            self._write(_encode(note) + b"\n")
        except OSError as error:
            raise _failed(self.path, error) from error

    def _write(self, line: bytes) -> None:
        # One call, so that a killed process leaves whole lines; only a full disk takes a part.
        if os.write(self._file, line) != len(line):
            os.write(self._file, b"\n")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _failed(path: Path, error: OSError) -> StoreError:
    reason = "full" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "disk"
    return StoreError(reason, f"A move can't be written to {path}: {error.strerror}.")


@dataclass
class LeftGame:
    """What a killed server left of a game."""

    # As it began, or as it ended.
    row: GameRow
    seed: str | None
    # What the server that began it wants to know when it goes on; None if it can't.
    comeback: Any
    # Who did what, ruling by ruling.
    rulings: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    faults: list[LiveFault] = field(default_factory=list)
    # Whether the log is undamaged.
    whole: bool = True

    @property
    def goes_on(self) -> bool:
        """Whether the game can be played on from here."""
        return (
            self.row.state == "running"
            and self.seed is not None
            and self.comeback is not None
            and self.whole
        )

    def actions(self) -> list[int]:
        """All that was played."""
        return [action for _, played in self.rulings for action in played]

    def interrupted(self, ended: datetime) -> GameRow:
        """The row of a game that does not go on; `ended` is when it was last written to."""
        if self.row.state != "running":
            return self.row
        actions = self.actions()
        actors = [seat for seat, played in self.rulings for _ in played]
        return msgspec.structs.replace(
            self.row,
            state="interrupted",
            finished=moment(ended),
            seed=self.seed,
            moves=len(actions),
            reason=_KILLED,
            faults=tuple(self.faults),
            packed=pack_moves(actions, actors if self.seed is None else None),
        )


def read_log(content: bytes, seal: Seal | None) -> LeftGame:
    """The game in an abandoned log; `ValueError` if it is no log."""
    head, *lines = content.split(b"\n")
    try:
        begin = msgspec.json.decode(head, type=_Begin)
    except msgspec.DecodeError as error:
        raise ValueError(f"not the log of a game: {error}") from error
    seed = seal.open(begin.row.id, begin.sealed) if seal is not None else None
    left = LeftGame(begin.row, seed, begin.comeback)
    for line in lines:
        if not line:
            continue
        try:
            if line.startswith(b"["):
                seat, *played = msgspec.json.decode(line, type=list[int])
                if left.whole:
                    left.rulings.append((seat, tuple(played)))
                continue
            note = _NOTE.decode(line)
        except ValueError:
            # A full disk or a power cut left part of a line: the moves stop before it.
            left.whole = False
            continue
        if note.end is not None:
            left.row = note.end
            break
        if note.fault is not None:
            left.faults.append(note.fault)
    return left


@contextlib.contextmanager
def left_alone(path: Path) -> Iterator[bytes | None]:
    """The content of an abandoned log, which is locked meanwhile; None if somebody has it."""
    try:
        file = os.open(path, os.O_RDONLY)
    except OSError:
        yield None
        return
    try:
        yield _content(file) if _locks(file) else None
    finally:
        os.close(file)


def _locks(file: int) -> bool:
    """Lock a log; False if somebody has it, or took it in and removed it just now."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return os.fstat(file).st_nlink > 0


def _content(file: int) -> bytes:
    parts = []
    while part := os.read(file, 1 << 20):
        parts.append(part)
    return b"".join(parts)


def written(path: Path) -> datetime:
    """When a file was last written to."""
    return datetime.fromtimestamp(path.stat().st_mtime, UTC)


def read_old(path: Path) -> GameRow | None:
    """A game that version 0.1.0 kept as a file; None if it can't be read.

    The first line is the record without actions, then a line of actions for each ruling, and at the
    end a line with the result.
    """
    try:
        head, *lines = path.read_bytes().split(b"\n")
        record = read_json(head)
        when = moment(written(path))
    except (OSError, BadRecord):
        return None
    result: dict[str, Any] = {}
    actions: list[int] = []
    for line in lines:
        try:
            value = msgspec.json.decode(line)
        except msgspec.DecodeError:
            break
        if isinstance(value, dict):
            result = value
        else:
            actions += value
    return GameRow(
        id=PREFIX + path.stem,
        table="",
        game=record.game,
        rules=record.rules,
        seats=record.seats,
        players=tuple(PlayerNote(name=name) for name in record.players),
        created=when,
        finished=when,
        state="finished" if result else "interrupted",
        version="0.1.0",
        commitment=commitment(int(record.seed)),
        seed=record.seed,
        moves=len(actions),
        places=tuple(result.get("places", ())),
        scores=tuple(result.get("scores", ())),
        reason=result.get("reason", _KILLED),
        packed=pack_moves(actions),
    )


def clear_unfinished(folder: Path, now: float) -> None:
    """Remove logs whose process was killed before it wrote the first line."""
    for path in folder.glob(f"*{_NEW}"):
        with contextlib.suppress(OSError):
            if now - path.stat().st_mtime > _BEGINNING:
                path.unlink()


def log_folder(database: Database, state: Path | None = None) -> Path:
    """The folder of a database's move logs; for PostgreSQL it is in the folder `state`."""
    if database.file is not None:
        file = database.file.resolve()
        return file.with_name(f"{file.name}-live")
    if state is None:
        raise StoreError(
            "state", f"Games that are kept in {database.where} need a folder for their moves."
        )
    # A server may play for one database today and for another tomorrow.
    return state / f"live-{hashlib.sha256(database.where.encode()).hexdigest()[:12]}"


def left_in(folder: Path) -> Callable[[GameRow], GameRow | None]:
    """A function that finds out from a running game's log how it ended."""

    def left(row: GameRow) -> GameRow | None:
        path = folder / (row.id + ENDING)
        with left_alone(path) as content, contextlib.suppress(ValueError, OSError):
            return read_log(content, None).interrupted(written(path)) if content else None
        return None

    return left
