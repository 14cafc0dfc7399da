"""A block played once more, to find out who ends the worker: what is answered is noted down, and
then each program plays alone, while the others' answers are read out.

Who plays what and when is decided in culprits.py.
"""

import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from pitboss import bots
from pitboss.events.plan import Plan
from pitboss.events.warm_players import StandIns
from pitboss.games.game import Game
from pitboss.play.answer import Answer
from pitboss.play.fault import Fault
from pitboss.play.player import BlockingPlayer, Reply
from pitboss.play.ruling import Ruling, Turn
from pitboss.players.inprocess import decide

# Plays on for somebody whose answers were not noted down so far, or don't fit any more.
_STAND_IN: Final = "random"


class Line(msgspec.Struct, frozen=True, array_like=True):
    """One answer: in which game of the block, from which seat, and what."""

    rotation: int
    seat: int
    actions: tuple[int, ...]


class Rehearsal(msgspec.Struct, frozen=True, kw_only=True):
    """How a block is rehearsed."""

    # The file in which answers are noted down as they come; empty: in none.
    notes: str = ""
    # The only program that plays; None: all of them do.
    suspect: int | None = None
    # What was answered the last time, until the worker died.
    lines: tuple[Line, ...] = ()

    def stand_ins(self, plan: Plan, seated: Sequence[int], rotation: int) -> StandIns:
        """Who plays for everybody but the suspect and built-in bots."""
        if self.suspect is None:
            return {}
        return {
            entrant: partial(self._reader, plan.entrants[entrant].name, rotation)
            for entrant in seated
            if entrant != self.suspect and not plan.entrants[entrant].builtin
        }

    def _reader(self, name: str, rotation: int, seat: int) -> BlockingPlayer:
        mine = [line for line in self.lines if (line.rotation, line.seat) == (rotation, seat)]
        return ReadingPlayer(name, [line.actions for line in mine])

    def noted(self, players: list[BlockingPlayer], rotation: int) -> list[BlockingPlayer]:
        """The players, whose answers are noted down from now on."""
        notes = Path(self.notes)
        # A worker on another machine has no such file, and goes without.
        if not notes.is_file():
            return players
        return [NotedPlayer(player, notes, rotation, seat) for seat, player in enumerate(players)]


class ReadingPlayer(BlockingPlayer):
    """Reads answers out; when there are no more, or one is refused, chance plays on."""

    def __init__(self, name: str, answers: Sequence[tuple[int, ...]]) -> None:
        self.name = name
        self._answers = list(reversed(answers))
        self._seat = 0

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> None:  # noqa: ARG002
        self._seat = seat

    def refused(self, ruling: Ruling) -> None:  # noqa: ARG002
        self._answers.clear()

    def ask(self, game: Game, turn: Turn) -> Reply:
        if self._answers:
            return Answer(self._answers.pop(), turn.number), time.monotonic()
        bot = bots.named(_STAND_IN, turn.number)
        return decide(bot, game, self._seat, turn.number), time.monotonic()


class NotedPlayer(BlockingPlayer):
    """A player whose answers are on the disk before anybody hears of them."""

    def __init__(self, player: BlockingPlayer, notes: Path, rotation: int, seat: int) -> None:
        self.name = player.name
        self._player = player
        self._notes = notes
        self._rotation = rotation
        self._seat = seat

    @property
    def fresh(self) -> bool:
        return self._player.fresh

    @property
    def absence(self) -> Fault | None:
        return self._player.absence

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> None:
        self._player.begin(game, seat, names)

    def ask(self, game: Game, turn: Turn) -> Reply:
        reply, arrived = self._player.ask(game, turn)
        if isinstance(reply, Answer):
            line = Line(self._rotation, self._seat, reply.actions)
            with suppress(OSError), self._notes.open("ab", buffering=0) as file:
                file.write(msgspec.json.encode(line) + b"\n")
        return reply, arrived

    def refused(self, ruling: Ruling) -> None:
        self._player.refused(ruling)

    def played(self, game: Game, ruling: Ruling) -> None:
        self._player.played(game, ruling)

    def end(self, game: Game, names: Sequence[str]) -> None:
        self._player.end(game, names)

    def drop(self) -> None:
        self._player.drop()

    def said(self) -> str:
        return self._player.said()

    def stderr(self) -> str:
        return self._player.stderr()


def read_notes(path: Path) -> tuple[Line, ...]:
    """What was noted down; a last line that was cut off is left out."""
    lines = []
    for line in path.read_bytes().split(b"\n"):
        try:
            lines.append(msgspec.json.decode(line, type=Line))
        except msgspec.DecodeError:
            continue
    return tuple(lines)
