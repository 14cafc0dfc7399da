"""Programs that the server's owner lets sit at its tables, by name: bots over stdio.

Only whoever starts the server names commands; players who connect choose among the names.
"""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.games.holdem import Tournament
from pitboss.games.kind import Kind
from pitboss.games.uno import UnoGame
from pitboss.players.live_process import LiveProcess
from pitboss.players.program import Command
from pitboss.protocols.algopoker.lines import LineSession
from pitboss.protocols.jedna import JednaSession
from pitboss.protocols.jedna.session import unsayable
from pitboss.protocols.native import NativeSession
from pitboss.protocols.native.messages import Time
from pitboss.protocols.session import SeatSession

WIRES = ("auto", "jedna", "jedna-1", "algopoker", "native")


class BadProgram(ValueError):
    """A program that can't be named so; says how it is done."""


@dataclass(frozen=True, slots=True)
class NamedProgram:
    """A command and the wire that it speaks."""

    name: str
    words: tuple[str, ...]
    wire: str = "auto"

    def sit(
        self, game: Any, kind: Kind[Any, Any], rules: str, seat: int, seconds: float
    ) -> LiveProcess:
        """Start the program for one game; put it among the seats and among the watchers."""
        session = self._session(game, kind, rules, seconds)
        return LiveProcess(Command(words=self.words), session, seat, name=self.name)

    def _session(self, game: Any, kind: Kind[Any, Any], rules: str, seconds: float) -> SeatSession:
        wire = self.wire
        if wire == "auto" and isinstance(game, UnoGame) and not unsayable(game.rules):
            wire = "jedna-1" if game.rules.double_play else "jedna"
        if wire == "auto" and isinstance(game, Tournament):
            wire = "algopoker"
        if wire in ("jedna", "jedna-1"):
            return JednaSession("1" if wire == "jedna-1" else "1.0")
        if wire == "algopoker":
            return LineSession(seconds)
        return NativeSession(kind, rules, Time(move=seconds, bank=0.0, startup=0.0))


def read_programs(texts: Sequence[str], taken: Sequence[str]) -> Mapping[str, NamedProgram]:
    """The programs in texts such as `rb=ruby agent.rb` or `mine:native=python3 bot.py`."""
    found: dict[str, NamedProgram] = {}
    for text in texts:
        head, equals, command = text.partition("=")
        name, _, wire = head.partition(":")
        name = name.strip()
        wire = wire.strip() or "auto"
        try:
            words = tuple(shlex.split(command))
        except ValueError as error:
            raise BadProgram(f"{text!r}: {error}") from error
        if not equals or not words or not name.isprintable() or not 1 <= len(name) <= 32:
            raise BadProgram(f"{text!r} should be NAME=COMMAND or NAME:WIRE=COMMAND")
        if wire not in WIRES:
            raise BadProgram(f"{text!r}: the wire is one of {', '.join(WIRES)}")
        if name in found or name in taken:
            raise BadProgram(f"{text!r}: the name {name!r} is taken")
        found[name] = NamedProgram(name, words, wire)
    return found
