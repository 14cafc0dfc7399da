"""Programs that the server's owner lets sit at its tables, by name: bots over stdio.

Only whoever starts the server names commands; players who connect choose among the names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pitboss.events.bot_command import named_files, split_command, start_words
from pitboss.events.confinement import is_confined, readable
from pitboss.events.entrants import LONGEST_NAME
from pitboss.players.program import Command
from pitboss.players.program.live import LiveProgram
from pitboss.players.sandbox import Sandbox
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
    # Whether it runs in a sandbox, as events are told, and the one that it has at tables.
    wanted: str = "off"
    sandbox: Sandbox | None = None

    def player(self, setting: Setting, name: str) -> LiveProgram:
        """Start the program for one game."""
        kind = setting.kind
        choice = choose(self.wire, kind, kind.rules(setting.rules), setting.seats)
        # It is alone with us, so that it is told what it is asked itself.
        session = choice.session(replace(setting, all_requests=False, commitment=""))
        return LiveProgram(
            Command(words=self.words, sandbox=self.sandbox),
            session,
            name=name,
            wire=choice.wire.name,
            control=replace(setting.control, clock="cpu", ponder=False),
        )


def read_programs(
    texts: Sequence[str], taken: Sequence[str], sandbox: str = "off", journal: str = ""
) -> Mapping[str, NamedProgram]:
    """The programs in texts such as `rb=ruby agent.rb` or `mine:native=python3 bot.py`.

    `NoSandbox` if they need one and can't have it. They may not read the journal.
    """
    lines = words(Transport.LINES)
    found: dict[str, NamedProgram] = {}
    for text in texts:
        head, equals, command = text.partition("=")
        name, _, wire = head.partition(":")
        name = name.strip()
        wire = wire.strip() or "auto"
        try:
            command_words = split_command(command, Path())
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
        found[name] = NamedProgram(name, start_words(command_words, Path()), wire)
    if not found or not is_confined(sandbox):
        return found
    files = [file for program in found.values() for file in named_files(program.words, Path())]
    return {
        name: replace(
            program,
            wanted=sandbox,
            sandbox=Sandbox(
                readable=readable(program.words, Path(), [*files, Path(journal)]),
            ),
        )
        for name, program in found.items()
    }
