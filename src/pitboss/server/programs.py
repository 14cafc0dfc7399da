"""Programs that the server's owner lets sit at its tables, by name: bots over stdio.

Only whoever starts the server names commands; players who connect choose among the names.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from pitboss.events.bot_command import (
    BadEntrant,
    is_folder,
    named_files,
    split_command,
    start_words,
)
from pitboss.events.confinement import is_confined, readable, readable_folder
from pitboss.events.entrants import LONGEST_NAME, entrants_from_settings
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
    # The folder that is the bot, and in which the command runs; None: it is no folder.
    folder: Path | None = None

    def player(self, setting: Setting, name: str) -> LiveProgram:
        """Start the program for one game."""
        kind = setting.kind
        choice = choose(self.wire, kind, kind.rules(setting.rules), setting.seats)
        # It is alone with us, so that it is told what it is asked itself.
        session = choice.session(replace(setting, all_requests=False, commitment=""))
        return LiveProgram(
            Command(words=self.words, folder=self.folder, sandbox=self.sandbox),
            session,
            name=name,
            wire=choice.wire.name,
            control=replace(setting.control, clock="cpu", ponder=False),
        )


def read_programs(
    texts: Sequence[str], taken: Sequence[str], sandbox: str = "off", journal: str = ""
) -> Mapping[str, NamedProgram]:
    """The programs in texts such as `rb=ruby agent.rb`, `mine:native=python3 bot.py` or `me=mybot`.

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
        if len(command_words) == 1 and is_folder(Path(command_words[0])):
            found[name] = _folder_program(name, wire, Path(command_words[0]))
            if found[name].wire not in lines:
                raise BadProgram(f"{text!r}: the bot's wire is none of {', '.join(lines)}")
        else:
            found[name] = NamedProgram(name, start_words(command_words, Path()), wire)
    if not found or not is_confined(sandbox):
        return found
    files = [
        file
        for program in found.values()
        for file in named_files(program.words, program.folder or Path())
    ]
    hidden = [*files, Path(journal)]
    return {
        name: replace(
            program,
            wanted=sandbox,
            sandbox=Sandbox(
                readable=readable(program.words, Path(), hidden)
                if program.folder is None
                else readable_folder(program.words, program.folder, hidden),
            ),
        )
        for name, program in found.items()
    }


def _folder_program(name: str, wire: str, folder: Path) -> NamedProgram:
    said = {} if wire == "auto" else {"wire": wire}
    try:
        (bot,) = entrants_from_settings({"cmd": [str(folder)], **said}, Path())
    except BadEntrant as error:
        raise BadProgram(str(error)) from error
    return NamedProgram(name, start_words(bot.command, folder), bot.wire, folder=folder)
