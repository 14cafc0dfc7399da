"""Programs that the server's owner lets sit at its tables, by name: bots over stdio.

Only whoever starts the server names commands; players who connect choose among the names.
"""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pitboss.events.entrants import LONGEST_NAME
from pitboss.games.kind import Kind
from pitboss.play.clock import TimeControl
from pitboss.players.program import Command
from pitboss.players.program.live import LiveProgram
from pitboss.wires.registry import choose, words
from pitboss.wires.wire import Setting, Transport


class BadProgram(ValueError):
    """A program that can't be named so; says how it is done."""


@dataclass(frozen=True, slots=True)
class NamedProgram:
    """A command and the wire that it speaks."""

    name: str
    words: tuple[str, ...]
    wire: str = "auto"

    def sit(self, game: Any, kind: Kind[Any, Any], rules: str, seconds: float) -> LiveProgram:
        """Start the program for one game."""
        choice = choose(self.wire, kind, kind.rules(rules), game.seats)
        control = TimeControl(move=seconds)
        session = choice.session(Setting(kind=kind, rules=rules, seats=game.seats, control=control))
        return LiveProgram(Command(words=self.words), session, name=self.name)


def read_programs(texts: Sequence[str], taken: Sequence[str]) -> Mapping[str, NamedProgram]:
    """The programs in texts such as `rb=ruby agent.rb` or `mine:native=python3 bot.py`."""
    lines = words(Transport.LINES)
    found: dict[str, NamedProgram] = {}
    for text in texts:
        head, equals, command = text.partition("=")
        name, _, wire = head.partition(":")
        name = name.strip()
        wire = wire.strip() or "auto"
        try:
            command_words = tuple(shlex.split(command))
        except ValueError as error:
            raise BadProgram(f"{text!r}: {error}") from error
        if (
            not equals
            or not command_words
            or not name.isprintable()
            or not 1 <= len(name) <= LONGEST_NAME
        ):
            raise BadProgram(f"{text!r} should be NAME=COMMAND or NAME:WIRE=COMMAND")
        if wire not in lines:
            raise BadProgram(f"{text!r}: the wire is one of {', '.join(lines)}")
        if name in found or name in taken:
            raise BadProgram(f"{text!r}: the name {name!r} is taken")
        found[name] = NamedProgram(name, command_words, wire)
    return found
