"""Who takes part: a built-in bot or somebody's program, read from what people type.

They type `simple:3`, `./bot.py`, `"ruby agent.rb"` or `"cmd=./bot timeout=2"`, or write a table in
a file. What the words of a command must be is in bot_command.py.
"""

import shlex
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from pitboss import bots
from pitboss.events.bot_command import BadEntrant, checked_words, default_name, digest_of, meant
from pitboss.wires.jedna.wire import DIALECT_WORDS
from pitboss.wires.registry import broken, words

# As much as every wire can carry.
LONGEST_NAME = 32

# Those that say how a program is run; a built-in bot has none of them.
_OF_PROGRAMS: Final = ("wire", "dialect", "timeout", "startup", "folder", "nursery")
KEYS: Final = ("cmd", "bot", "name", *_OF_PROGRAMS, "count")
_LONGEST_TIMEOUT: Final = 86_400.0
_MOST: Final = 1000
_EXPECTED: Final = (
    "a bot is the name of a built-in one, a path, a command line, or words such as "
    "\"cmd='ruby agent.rb' name=Rb\""
)


class Entrant(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """One taker of part. Equal entrants play alike, as far as that is up to us."""

    name: str
    # A built-in bot's name, or else the words of a command.
    bot: str = ""
    command: tuple[str, ...] = ()
    # Where the command runs; empty: where we do.
    folder: str = ""
    # How a program is spoken to: one of the words in wires/registry.py.
    wire: str = "auto"
    # Seconds for an answer; 0: the event's.
    timeout: float = 0.0
    # Seconds besides for its first answer; None: the event's.
    startup: float | None = None
    # Whether a Python script's runs may come from a nursery, if it ends after each game.
    nursery: bool = True
    # A digest of the files that the command names, so that a changed bot is another bot.
    version: str = ""

    @property
    def builtin(self) -> bool:
        """Whether it plays in our own process."""
        return bool(self.bot)


def read_entrants(texts: Sequence[str | Mapping[str, Any]], folder: Path) -> list[Entrant]:
    """The entrants that the texts name, with names told apart; paths start from the folder."""
    found: list[Entrant] = []
    for text in texts:
        if isinstance(text, str):
            found += _read_text(text, folder)
        else:
            found += read_entrant_table(text, folder)
    return told_apart(found)


def read_entrant_table(table: Mapping[str, Any], folder: Path) -> list[Entrant]:
    """The entrants of one table with the keys of `KEYS`: one, or `count` of a kind."""
    fields = _Fields(table)
    if ("bot" in table) == ("cmd" in table):
        both = "both bot and cmd" if "bot" in table else "neither bot nor cmd"
        raise BadEntrant(f"{_written(table)} has {both}; a bot is one or the other")
    count = fields.count()
    if "bot" in table:
        for key in _OF_PROGRAMS:
            if key in table:
                raise BadEntrant(f"{key} is for programs: a built-in bot plays in our own process")
        name = fields.text("bot")
        if name not in bots.names():
            raise BadEntrant(_no_such_bot(name))
        entrant = Entrant(name=fields.name(name), bot=name)
    else:
        place = folder / fields.text("folder") if "folder" in table else folder
        if not place.is_dir():
            raise BadEntrant(f"folder: there is no folder {place}")
        words = checked_words(fields.words(), place)
        entrant = Entrant(
            name=fields.name(default_name(words, place)),
            command=words,
            folder=_kept_folder(place),
            wire=fields.wire(),
            timeout=fields.timeout(),
            startup=fields.startup(),
            nursery=fields.nursery(),
            version=digest_of(words, place),
        )
    return [entrant] * count


def told_apart(entrants: Sequence[Entrant]) -> list[Entrant]:
    """The entrants with distinct names: a, b, a-2."""
    taken: set[str] = set()
    found = []
    for entrant in entrants:
        number, name = 1, entrant.name
        while name in taken:
            number += 1
            end = f"-{number}"
            name = entrant.name[: LONGEST_NAME - len(end)] + end
        taken.add(name)
        found.append(
            entrant if name == entrant.name else msgspec.structs.replace(entrant, name=name)
        )
    return found


def _read_text(text: str, folder: Path) -> list[Entrant]:
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise BadEntrant(f"{text!r}: {str(error).lower()}; quotes come in pairs") from error
    if not words or not words[0]:
        raise BadEntrant(f"{text!r} is empty; {_EXPECTED}")
    key, equals, _ = words[0].partition("=")
    if equals and key.isidentifier():
        return read_entrant_table(_pairs(words, text), folder)
    if len(words) > 1:
        if words[0] in bots.names():
            raise BadEntrant(
                f"{text!r}: a built-in bot takes no arguments; "
                f'write "bot={words[0]} ...", with {", ".join(KEYS)} as keys'
            )
        return _command(words, folder)
    return _read_word(words[0], folder)


def _read_word(word: str, folder: Path) -> list[Entrant]:
    """One word: a built-in bot, several of them, or a program without arguments."""
    head, colon, count = word.rpartition(":")
    if word in bots.names():
        return read_entrant_table({"bot": word}, folder)
    there = "/" in word or (folder / word).exists() or shutil.which(word) is not None
    if colon and not (folder / word).exists():
        program = "/" in head or (folder / head).exists() or shutil.which(head) is not None
        if program and head not in bots.names():
            return read_entrant_table({"cmd": [head], "count": count}, folder)
        return read_entrant_table({"bot": head, "count": count}, folder)
    if not there:
        raise BadEntrant(_no_such_bot(word))
    return _command([word], folder)


def _command(words: Sequence[str], folder: Path) -> list[Entrant]:
    return read_entrant_table({"cmd": list(words)}, folder)


def _pairs(words: Sequence[str], text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        # A key that is none comes first: an environment, most likely.
        if not equals and next(iter(found)) in KEYS:
            raise BadEntrant(
                f"{text!r}: {word!r} is no key=value; a command of several words is quoted: "
                "cmd='ruby agent.rb'"
            )
        if key in found:
            raise BadEntrant(f"{text!r} says {key} twice")
        found[key] = value
    return found


class _Fields:
    """The values of a table, each checked as it is read."""

    def __init__(self, table: Mapping[str, Any]) -> None:
        self._table = table
        for key in table:
            if key not in KEYS:
                hint = meant(str(key), KEYS)
                if not hint and str(key).isupper():
                    hint = f"; for the environment, write cmd='env {key}=... program'"
                raise BadEntrant(f"there is no key {key!r}, only {', '.join(KEYS)}{hint}")

    def text(self, key: str) -> str:
        value = self._table[key]
        if not isinstance(value, str) or not value.strip():
            raise BadEntrant(f"{key} is {value!r}; a text that is not empty was expected")
        return value

    def words(self) -> tuple[str, ...]:
        value = self._table["cmd"]
        if isinstance(value, (list, tuple)) and value and all(isinstance(w, str) for w in value):
            words = tuple(value)
        else:
            try:
                words = tuple(shlex.split(self.text("cmd")))
            except ValueError as error:
                if isinstance(error, BadEntrant):
                    raise
                raise BadEntrant(f"cmd: {str(error).lower()} in {value!r}") from error
        if not words or not words[0] or any("\0" in word for word in words):
            raise BadEntrant(f"cmd is {value!r}; a program and its arguments were expected")
        return words

    def name(self, usual: str) -> str:
        if "name" not in self._table:
            # A file may be called anything.
            kept = "".join(letter for letter in usual if letter.isprintable()).strip()
            return kept[:LONGEST_NAME] or "bot"
        name = self.text("name").strip()
        if len(name) > LONGEST_NAME:
            raise BadEntrant(
                f"the name {name[:LONGEST_NAME]!r}... has {len(name)} characters; "
                f"at most {LONGEST_NAME} can be shown"
            )
        if not name.isprintable():
            raise BadEntrant(f"the name {name!r} has characters that can't be shown")
        return name

    def wire(self) -> str:
        wire = self._table.get("wire", "auto")
        known = words()
        if wire not in known:
            reason = broken().get(str(wire)) or (
                f"there is no wire {wire!r}; there are: {', '.join(known)}{meant(str(wire), known)}"
            )
            raise BadEntrant(reason)
        if "dialect" not in self._table:
            return str(wire)
        dialect = self._table["dialect"]
        spoken = DIALECT_WORDS.get(str(dialect)) if not isinstance(dialect, bool) else None
        if spoken is None:
            raise BadEntrant(
                f"there is no dialect {dialect!r}; there are: {', '.join(DIALECT_WORDS)}"
            )
        if wire not in ("auto", "jedna", spoken):
            raise BadEntrant(f"dialect is of the wire jedna; this bot's wire is {wire}")
        return spoken

    def timeout(self) -> float:
        if "timeout" not in self._table:
            return 0.0
        value = self._number("timeout", float)
        if not 0 < value <= _LONGEST_TIMEOUT:
            raise BadEntrant(
                f"timeout is {value:g}; seconds were expected, more than 0 and at most "
                f"{_LONGEST_TIMEOUT:g}"
            )
        return float(value)

    def nursery(self) -> bool:
        value = self._table.get("nursery", True)
        if not isinstance(value, bool) and value not in ("yes", "no"):
            raise BadEntrant(f"nursery is {value!r}; yes or no was expected")
        return value in (True, "yes")

    def startup(self) -> float | None:
        if "startup" not in self._table:
            return None
        value = self._number("startup", float)
        if not 0 <= value <= _LONGEST_TIMEOUT:
            raise BadEntrant(
                f"startup is {value:g}; seconds were expected, from 0 to {_LONGEST_TIMEOUT:g}"
            )
        return float(value)

    def count(self) -> int:
        if "count" not in self._table:
            return 1
        value = self._number("count", int)
        if not 1 <= value <= _MOST:
            raise BadEntrant(f"count is {value}; a number from 1 to {_MOST} was expected")
        return int(value)

    def _number(self, key: str, kind: Callable[[str], float]) -> float:
        value = self._table[key]
        try:
            if isinstance(value, bool):
                raise TypeError
            number = kind(str(value))
        except (ValueError, TypeError) as error:
            what = "a whole number" if kind is int else "a number of seconds"
            raise BadEntrant(f"{key} is {value!r}; {what} was expected") from error
        return number


def _kept_folder(place: Path) -> str:
    """Where the command runs, as the plan keeps it: if possible the same on every machine."""
    here, there = Path.cwd(), place.resolve()
    if there == here:
        return ""
    return str(there.relative_to(here) if there.is_relative_to(here) else there)


def _no_such_bot(word: str) -> str:
    known = bots.names()
    hint = meant(word, known) or f"; built in are {', '.join(known)}"
    return f"there is no bot {word!r}, nor a file or program of that name{hint}"


def _written(table: Mapping[str, Any]) -> str:
    return repr(" ".join(f"{key}={value}" for key, value in table.items()))
