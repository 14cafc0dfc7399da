"""The journal of live games: a file each, written as they are played.

The first line is the record without actions, then a line of actions for every ruling, and at the
end a line with the result. A file without that last line is a game that was interrupted.
"""

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from pitboss.games.record import BadRecord, Record, read_json, write_json
from pitboss.play.live import LiveGame
from pitboss.play.referee import Ruling, Turn


@dataclass(frozen=True, slots=True)
class Journalled:
    """A game found in the journal; `result` is None if it was interrupted."""

    id: str
    record: Record
    result: dict[str, Any] | None


class Journal:
    """The folder of live games."""

    def __init__(self, data: Path) -> None:
        self.folder = data / "live"
        self.folder.mkdir(parents=True, exist_ok=True)
        # Games in progress: their files hold the seed, and so all cards to come.
        self._running: set[str] = set()

    def watch(self) -> "JournalWriter":
        """A watcher that writes down one game."""
        return JournalWriter(self.folder / f"{secrets.token_hex(8)}.jsonl", self._running)

    def games(self) -> Iterator[Journalled]:
        """Every game that is no longer played, as far as it got; passes over unreadable files."""
        for path in sorted(self.folder.glob("*.jsonl")):
            game = None if path.stem in self._running else _read(path)
            if game is not None:
                yield game

    def find(self, name: str) -> Journalled | None:
        """One game by its id, if it is no longer played."""
        path = self.folder / f"{Path(name).name}.jsonl"
        if path.stem in self._running or not path.is_file():
            return None
        return _read(path)


class JournalWriter:
    """Writes one game; each line reaches the operating system before the game goes on."""

    def __init__(self, path: Path, running: set[str]) -> None:
        self.path = path
        self.id = path.stem
        self._running = running
        self._file: BinaryIO | None = None

    def _write(self, line: bytes) -> None:
        if self._file is not None:
            self._file.write(line + b"\n")
            self._file.flush()

    def begin(self, live: LiveGame) -> None:
        self._file = self.path.open("wb")
        self._running.add(self.id)
        head = msgspec.structs.replace(live.referee.record, actions=[])
        self._write(write_json(head))

    def asked(self, live: LiveGame, turn: Turn) -> None:
        """Nothing: a question is no part of the record."""

    def played(self, live: LiveGame, ruling: Ruling) -> None:
        actions = ruling.actions
        if ruling.forfeited:
            actions = (live.referee.record.actions[-1],)
        self._write(msgspec.json.encode(actions))

    def end(self, live: LiveGame) -> None:
        result = live.referee.game.result()
        self._write(
            msgspec.json.encode(
                {"places": result.places, "scores": result.scores, "reason": result.reason}
            )
        )
        self.close()

    def close(self) -> None:
        """Let go of the file; without a result the game counts as interrupted."""
        self._running.discard(self.id)
        if self._file is not None:
            self._file.close()
            self._file = None


def _read(path: Path) -> Journalled | None:
    head, *lines = path.read_bytes().split(b"\n")
    try:
        record = read_json(head)
    except BadRecord:
        return None
    result: dict[str, Any] | None = None
    for line in lines:
        try:
            value = msgspec.json.decode(line)
        except msgspec.DecodeError:
            # The last line of a killed server may be cut short: the game stops before it.
            break
        if isinstance(value, dict):
            result = value
        else:
            record.actions.extend(value)
    return Journalled(path.stem, record, result)
