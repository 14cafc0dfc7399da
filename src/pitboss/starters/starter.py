"""What there is to start from, and how a folder is made of it.

A starter's files are those of its language and, in a folder of their own, those of its wire.
"""

import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any, Final

from pitboss import bots
from pitboss.games.kind import Kind
from pitboss.games.rules import Rules
from pitboss.wires.registry import AUTO, WrongWire, choose
from pitboss.wires.wire import Transport

_FILES: Final = Path(__file__).parent
_LINES: Final = (
    "It reads lines of JSON from its standard input, and answers on its standard output; all\n"
    "messages are in docs/protocols/{}.md of Pitboss."
)
# What a starter does, by its wire.
_SPEECH: Final = {
    "jedna": _LINES.format("jedna"),
    "algopoker": _LINES.format("algopoker"),
    "native": _LINES.format("native"),
    "websocket": "It connects to the address in its command, over WebSocket; all messages are in\n"
    "docs/protocols/algopoker.md of Pitboss.",
    "http": "It asks the room in its command how things stand, over HTTP; all messages are in\n"
    "docs/protocols/uno-online.md of Pitboss.",
}
_PLACES: Final = {"websocket": " {url}", "http": " {url} {room}"}
# Where a wire's files are besides its own: what to decide is the same.
_SHARED: Final = {"websocket": "algopoker"}
_NEEDS: Final = {
    ("python", "websocket"): "It needs the package `websockets`. Pitboss starts it with its own\n"
    "Python, which has it; for another one there is `pip install -r requirements.txt`.",
    ("javascript", "websocket"): "It needs no package: Node has WebSocket from version 22 on, and\n"
    "from 20.11 on with the option in bot.toml.",
}
_SEATS: Final = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """How bots in a language are run, built and tested."""

    title: str
    # Where `decide` is.
    source: str
    command: str
    # In the bot's folder.
    test: str
    # The program that it takes, as it is called on PATH.
    tool: str
    is_built: bool = False


LANGUAGES: Final = {
    # Without a word for Python: Pitboss takes its own, in which its packages are.
    "python": Language(
        title="Python",
        source="bot.py",
        command="bot.py",
        test="python3 -m unittest",
        tool="python3",
    ),
    "javascript": Language(
        title="JavaScript",
        source="decide.js",
        command="node bot.js",
        test="node --test",
        tool="node",
    ),
    "ruby": Language(
        title="Ruby",
        source="bot.rb",
        command="ruby bot.rb",
        test="ruby test_bot.rb",
        tool="ruby",
    ),
    "go": Language(
        title="Go", source="bot.go", command="./bot", test="make test", tool="go", is_built=True
    ),
    "rust": Language(
        title="Rust",
        source="bot.rs",
        command="./bot",
        test="make test",
        tool="rustc",
        is_built=True,
    ),
    "c": Language(
        title="C", source="decide.c", command="./bot", test="make test", tool="cc", is_built=True
    ),
}


class NoStarter(ValueError):
    """There is no such bot to start from; the message says what there is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Starter:
    """A bot to start from."""

    language: str
    # The folder of its files.
    wire: str
    # What `wire` is called in bot.toml: a dialect, where there are several.
    spoken: str

    def files(self) -> dict[str, Path]:
        """Where its files are, by the names that they get."""
        language = _FILES / self.language
        folders = [language, language / _SHARED.get(self.wire, self.wire), language / self.wire]
        return {
            path.name: path for folder in folders for path in folder.iterdir() if path.is_file()
        }

    def command(self) -> str:
        """What starts it, in its folder."""
        command = LANGUAGES[self.language].command + _PLACES.get(self.wire, "")
        if (self.language, self.wire) == ("javascript", "websocket"):
            return command.replace("node", "node --experimental-websocket", 1)
        return command


def starter_wires(language: str) -> list[str]:
    """The wires for which there are starters in a language."""
    there = [path.name for path in (_FILES / language).iterdir() if path.is_dir()]
    return [wire for wire in _SPEECH if wire in there]


def find_starter(language: str, wire: str, kind: Kind[Any, Any], rules: Rules) -> Starter:
    """The starter for a game; `wire` as users type it. `NoStarter` if there is none."""
    try:
        choice = choose(wire, kind, rules, _SEATS)
    except WrongWire as error:
        raise NoStarter(str(error)) from error
    is_lines = choice.transport is Transport.LINES
    folder = choice.wire.name if is_lines else choice.transport.value
    there = starter_wires(language)
    if wire == AUTO and folder not in there:
        return Starter(language=language, wire="native", spoken="native")
    if folder not in there:
        able = [name for name in LANGUAGES if folder in starter_wires(name)]
        raise NoStarter(
            f"there is no bot to start from in {language} over {folder}, but over "
            f"{', '.join(there)}"
            + (f"; over {folder} there is one in {' and '.join(able)}" if able else "")
        )
    if not is_lines and _SHARED.get(folder, choice.wire.name) != choice.wire.name:
        raise NoStarter(
            f"over {folder} there is a bot to start from for hold'em, not for {kind.name}; "
            "leave out --wire"
        )
    return Starter(language=language, wire=folder, spoken=choice.dialect if is_lines else folder)


def next_commands(folder: str, game: str, language: str) -> list[tuple[str, str]]:
    """What to type next, with what it does; the folder is as it was typed."""
    bot = typed(folder)
    build = [(f"make -C {bot}", "build it, again after every change")]
    return [
        *(build if LANGUAGES[language].is_built else ()),
        (f"pitboss check {bot}", "does it speak the protocol?"),
        (f"pitboss play {shlex.quote(game)} {bot} simple -n 200", "a match against a built-in bot"),
        (f"pitboss shell {shlex.quote(game)} {bot}", "play against it yourself"),
    ]


def typed(folder: str) -> str:
    """A folder as a word of a command line that can be nothing else."""
    clashes = folder in bots.names() or folder.startswith("-") or ":" in folder or "=" in folder
    if "/" not in folder and (clashes or shutil.which(folder) is not None):
        folder = f"./{folder}"
    return shlex.quote(folder)


def starter_texts(starter: Starter, name: str, game: str) -> dict[str, bytes]:
    """The contents of the bot's files by name; `name` is its folder's."""
    language = LANGUAGES[starter.language]
    needs = _NEEDS.get((starter.language, starter.wire), "")
    readme = Template((_FILES / "README.md").read_text()).substitute(
        name=name,
        folder=typed(name),
        game=game,
        language=language.title,
        speech=_SPEECH[starter.wire],
        source=language.source,
        commands="\n".join(
            f"    {command}" for command, _ in next_commands(name, game, starter.language)
        ),
        test=language.test,
        needs=f"\n{needs}\n" if needs else "",
    )
    settings = (
        "# How Pitboss starts this bot, in this folder, and speaks to it.\n"
        f'cmd = "{starter.command()}"\n'
        f'wire = "{starter.spoken}"\n'
        "# What it plays.\n"
        f'game = "{game}"\n'
    )
    texts = {file: path.read_bytes() for file, path in starter.files().items()}
    return texts | {"README.md": f"{readme.rstrip()}\n".encode(), "bot.toml": settings.encode()}
