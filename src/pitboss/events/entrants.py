"""Who takes part: a built-in bot or somebody's program, read from what people type.

They type `simple:3`, `master:rollouts=1000`, a folder's name, `./bot.py`, `"ruby agent.rb"` or
`"cmd=./bot timeout=2"`, or write keys in a file. bot_command.py checks the words of a command,
bot_folder.py reads folders.
"""

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from pitboss import bots
from pitboss.events.bot_command import (
    BadEntrant,
    checked_words,
    default_name,
    is_folder,
    matching,
    program_file,
    split_command,
)
from pitboss.events.bot_folder import build_hint, folder_name, read_bot_folder
from pitboss.events.bot_version import version_of
from pitboss.events.settings import PROGRAM_KEYS, SANDBOXES, BotSettings
from pitboss.events.settings_reader import (
    BadSetting,
    did_you_mean,
    read_settings,
    settings_of,
    unknown,
)
from pitboss.play.time_control import CLOCKS
from pitboss.wires import registry
from pitboss.wires.jedna.wire import DIALECT_WORDS

# The longest name that every wire can carry.
LONGEST_NAME = 32

_EXPECTED: Final = (
    "a bot is the name of a built-in one, a folder, a path, a command line, or words such as "
    "\"cmd='ruby agent.rb' name=Rb\""
)


class Entrant(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """A participant. To us, equal entrants are the same bot."""

    name: str
    # A built-in bot with its level (`bots.Level` as text), or else the words of a command.
    bot: str = ""
    command: tuple[str, ...] = ()
    # Where the command runs; empty: where we do.
    folder: str = ""
    # The program's wire: one of the words in wires/registry.py.
    wire: str = "auto"
    # A program's seconds for an answer; 0: the event's. Always written for a program, because the
    # event's id is a hash of it.
    timeout: float | UnsetType = UNSET
    # Extra seconds for its first answer; None: the event's.
    startup: float | None = None
    # Whose time counts; empty: as in the event.
    clock: str = ""
    # Whether a fork server may start a Python script that ends after each game.
    nursery: bool = True
    # Its own sandbox and limits, where they are not the event's; empty and 0: as the event says.
    sandbox: str = ""
    memory: int = 0
    processes: int = 0
    temporary: int = 0
    # What else it may read there, from its folder.
    readable: tuple[str, ...] = ()
    # A digest of the files that it is made of, or a built-in bot's version, if it is not its
    # first: a changed bot is another bot.
    version: str = ""
    # Globs that choose these files; empty: as usual.
    files: tuple[str, ...] = ()
    # Whether the folder is the bot, with all that is in it.
    whole: bool = False
    # Whether what passes between us and it is kept; it changes no game, and is not in the id.
    transcript: bool = False

    def seconds(self, usual: float) -> float:
        """How long it may take for an answer, where the event's limit is `usual`."""
        return usual if self.timeout is UNSET or not self.timeout else self.timeout

    @property
    def builtin(self) -> bool:
        """Whether it plays in our own process."""
        return bool(self.bot)


def read_entrants(texts: Sequence[str | Mapping[str, Any]], folder: Path) -> list[Entrant]:
    """The entrants that the texts describe, with distinct names; paths start from the folder."""
    entrants: list[Entrant] = []
    for text in texts:
        if isinstance(text, str):
            entrants += _read_text(text, folder)
        else:
            entrants += entrants_from_settings(text, folder)
    return with_distinct_names(entrants)


def entrants_from_settings(values: Mapping[str, Any], folder: Path) -> list[Entrant]:
    """The entrants that the values of `BotSettings` describe: one, or `count` of a kind."""
    settings = _read_settings(values)
    if (settings.bot is None) == (settings.cmd is None):
        both = "neither bot nor cmd" if settings.bot is None else "both bot and cmd"
        typed = " ".join(f"{key}={value}" for key, value in values.items())
        raise BadEntrant(f"{typed!r} has {both}; a bot is one or the other")
    if settings.bot is None:
        place = folder / (settings.folder or "")
        words = _words(settings, place)
        commands = matching(words, place)
        if commands is None:
            return [_program_or_folder(settings, values, words, place)] * settings.count
        if settings.name is not None:
            raise BadEntrant("name is for one bot; several take the names of their files", "name")
        each = ({**values, "cmd": list(command)} for command in commands)
        return [entrant for one in each for entrant in entrants_from_settings(one, folder)]
    for key in PROGRAM_KEYS:
        if key in values:
            raise BadEntrant(f"{key} is for programs: a built-in bot plays in our own process", key)
    bot = _level(settings.bot)
    version = bots.entry(settings.bot).version
    return [Entrant(name=_name(settings, bot), bot=bot, version=version)] * settings.count


def with_distinct_names(entrants: Sequence[Entrant]) -> list[Entrant]:
    """The entrants with distinct names: a, b, a-2; `red` and `blue` for two files `bot.py`."""
    taken: set[str] = set()
    distinct = []
    for entrant in _named_by_folders(entrants):
        number, name = 1, entrant.name
        while name in taken:
            number += 1
            end = f"-{number}"
            name = entrant.name[: LONGEST_NAME - len(end)] + end
        taken.add(name)
        distinct.append(
            entrant if name == entrant.name else msgspec.structs.replace(entrant, name=name)
        )
    return distinct


def _named_by_folders(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Those whose files share one name, named by the folders of these files."""
    # The files of all that nobody gave a name, by the name that they share.
    sharing: dict[str, set[Path]] = {}
    files = {}
    for number, entrant in enumerate(entrants):
        folder = Path(entrant.folder)
        file = None if entrant.builtin else program_file(entrant.command, folder)
        if file is None or entrant.name != _shown_name(default_name(entrant.command, folder)):
            continue
        files[number] = file
        sharing.setdefault(entrant.name, set()).add(file)
    named = list(entrants)
    for number, file in files.items():
        others = sharing[entrants[number].name]
        if len(others) > 1 and len({other.parent.name for other in others}) == len(others):
            name = _shown_name(file.parent.name)
            named[number] = msgspec.structs.replace(entrants[number], name=name)
    return named


def _read_text(text: str, folder: Path) -> list[Entrant]:
    try:
        words = split_command(text, folder)
    except ValueError as error:
        raise BadEntrant(f"{text!r}: {str(error).lower()}; quotes come in pairs") from error
    if not words or not words[0]:
        raise BadEntrant(f"{text!r} is empty; {_EXPECTED}")
    key, equals, _ = words[0].partition("=")
    if equals and key.isidentifier():
        return entrants_from_settings(_pairs(words, text), folder)
    if len(words) > 1:
        if words[0] in bots.names():
            raise BadEntrant(
                f"{text!r}: a built-in bot takes no arguments; "
                f'write "bot={words[0]} ...", with {", ".join(settings_of(BotSettings))} as keys'
            )
        return _command(words, folder)
    return _read_word(words[0], folder)


def _read_word(word: str, folder: Path) -> list[Entrant]:
    """One word: a built-in bot, several of them, or a program without arguments."""
    head, colon, count = word.rpartition(":")
    if word in bots.names():
        return entrants_from_settings({"bot": word}, folder)
    there = "/" in word or (folder / word).exists() or shutil.which(word) is not None
    if colon and not (folder / word).exists():
        if word.partition(":")[0] in bots.names():
            return _built_in(word, folder)
        program = "/" in head or (folder / head).exists() or shutil.which(head) is not None
        if program:
            return entrants_from_settings({"cmd": [head], "count": count}, folder)
        return entrants_from_settings({"bot": head, "count": count}, folder)
    if not there:
        raise BadEntrant(_no_such_bot(word))
    return _command([word], folder)


def _built_in(word: str, folder: Path) -> list[Entrant]:
    """`simple:3`, `master:rollouts=1000`, or `master:rollouts=1000:3` for three of that level."""
    head, _, last = word.rpartition(":")
    is_level = "=" in last or (head in bots.names() and last in bots.entry(head).levels)
    if is_level:
        return entrants_from_settings({"bot": word}, folder)
    return entrants_from_settings({"bot": head, "count": last}, folder)


def _command(words: Sequence[str], folder: Path) -> list[Entrant]:
    return entrants_from_settings({"cmd": list(words)}, folder)


def _pairs(words: Sequence[str], text: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        # An unknown key first is most likely an environment variable.
        if not equals and next(iter(pairs)) in settings_of(BotSettings):
            raise BadEntrant(
                f"{text!r}: {word!r} is no key=value; a command of several words is quoted: "
                "cmd='ruby agent.rb'"
            )
        if key in pairs:
            raise BadEntrant(f"{text!r} says {key} twice")
        pairs[key] = value
    return pairs


def _read_settings(values: Mapping[str, Any]) -> BotSettings:
    spelled = dict(values)
    if type(dialect := spelled.get("dialect")) in (int, float):
        spelled["dialect"] = str(dialect)
    try:
        return read_settings(spelled, BotSettings, numbers_as_text=True)
    except BadSetting as error:
        hint = ""
        if error.key not in settings_of(BotSettings) and error.key.isupper():
            hint = f"; for the environment, write cmd='env {error.key}=... program'"
        raise BadEntrant(f"{error}{hint}", error.key) from error


def _program_or_folder(
    settings: BotSettings, values: Mapping[str, Any], words: tuple[str, ...], place: Path
) -> Entrant:
    if len(words) == 1 and is_folder(place / words[0]):
        return _folder_bot(values, place / words[0])
    return _program(settings, place)


def _folder_bot(values: Mapping[str, Any], path: Path) -> Entrant:
    """A folder's bot; what is said where it is named counts more than what its folder says."""
    said = {key: value for key, value in values.items() if key not in ("cmd", "folder")}
    own = read_bot_folder(path).values
    if "wire" in said:
        own.pop("dialect", None)
    try:
        return _program(_read_settings({**own, **said}), path, whole=True)
    except BadEntrant as error:
        hint = build_hint(path) if error.key == "cmd" else ""
        raise BadEntrant(f"{path}: {error}{hint}", error.key) from error


def _program(settings: BotSettings, place: Path, *, whole: bool = False) -> Entrant:
    if not place.is_dir():
        raise BadEntrant(f"folder: there is no folder {place}", "folder")
    words = checked_words(_words(settings, place), place)
    files = (settings.files,) if isinstance(settings.files, str) else settings.files
    return Entrant(
        name=_name(settings, folder_name(place) if whole else default_name(words, place)),
        command=words,
        folder=_kept_folder(place),
        wire=_wire(settings),
        timeout=settings.timeout or 0.0,
        startup=settings.startup,
        clock=_clock(settings),
        nursery=settings.nursery,
        sandbox=_sandbox(settings),
        memory=settings.memory or 0,
        processes=settings.processes or 0,
        temporary=settings.temporary or 0,
        readable=_readable(settings, place),
        version=version_of(words, place, whole=whole, files=files),
        files=files,
        whole=whole,
        transcript=settings.transcript,
    )


def _words(settings: BotSettings, folder: Path) -> tuple[str, ...]:
    words = settings.cmd or ()
    if isinstance(words, str):
        try:
            words = split_command(words, folder)
        except ValueError as error:
            raise BadEntrant(f"cmd: {str(error).lower()} in {settings.cmd!r}") from error
    if not words or not words[0] or any("\0" in word for word in words):
        raise BadEntrant(f"cmd is {settings.cmd!r}; a program and its arguments were expected")
    return words


def _name(settings: BotSettings, usual: str) -> str:
    if settings.name is None:
        return _shown_name(usual)
    name = settings.name.strip()
    if len(name) > LONGEST_NAME:
        raise BadEntrant(
            f"the name {name[:LONGEST_NAME]!r}... has {len(name)} characters; "
            f"at most {LONGEST_NAME} can be shown",
            "name",
        )
    if not name.isprintable():
        raise BadEntrant(f"the name {name!r} has characters that can't be shown", "name")
    return name


def _shown_name(usual: str) -> str:
    """A file may be called anything; this is what of it can be shown."""
    kept = "".join(letter for letter in usual if letter.isprintable()).strip()
    return kept[:LONGEST_NAME] or "bot"


def _clock(settings: BotSettings) -> str:
    if settings.clock is not None and settings.clock not in CLOCKS:
        raise BadEntrant(unknown("clock", settings.clock, CLOCKS), "clock")
    return settings.clock or ""


def _wire(settings: BotSettings) -> str:
    known = registry.words()
    if settings.wire not in known:
        reason = registry.broken().get(settings.wire) or unknown("wire", settings.wire, known)
        raise BadEntrant(reason, "wire")
    if settings.dialect is None:
        return settings.wire
    spoken = DIALECT_WORDS.get(settings.dialect)
    if spoken is None:
        raise BadEntrant(unknown("dialect", settings.dialect, DIALECT_WORDS), "dialect")
    if settings.wire not in ("auto", "jedna", spoken):
        raise BadEntrant(
            f"dialect is of the wire jedna; this bot's wire is {settings.wire}", "dialect"
        )
    return spoken


def _sandbox(settings: BotSettings) -> str:
    if settings.sandbox is not None and settings.sandbox not in SANDBOXES:
        raise BadEntrant(unknown("sandbox", settings.sandbox, SANDBOXES), "sandbox")
    return settings.sandbox or ""


def _readable(settings: BotSettings, place: Path) -> tuple[str, ...]:
    paths = (settings.readable,) if isinstance(settings.readable, str) else settings.readable
    for path in paths:
        if not (place / path).exists():
            raise BadEntrant(f"readable: there is no {place / path}", "readable")
    return paths


def _kept_folder(place: Path) -> str:
    """The folder as the plan keeps it: relative if possible, the same on every machine."""
    here, there = Path.cwd(), place.resolve()
    if there == here:
        return ""
    return str(there.relative_to(here) if there.is_relative_to(here) else there)


def _level(text: str) -> str:
    """A built-in bot with its level, as plans have it."""
    if text.partition(":")[0] not in bots.names():
        raise BadEntrant(_no_such_bot(text), "bot")
    try:
        return str(bots.level(text))
    except bots.UnknownBot as error:
        raise BadEntrant(str(error), "bot") from error


def _no_such_bot(word: str) -> str:
    if word in bots.broken():
        return f"the bot {word!r} can't be used: {bots.broken()[word]}"
    known = bots.names()
    hint = did_you_mean(word, known) or f"; built in are {', '.join(known)}"
    return f"there is no bot {word!r}, nor a file or program of that name{hint}"
