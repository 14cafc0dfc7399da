"""A tournament as a TOML file: its keys, reading it, and a first one to begin with."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from pitboss.events.bot_command import BadEntrant, meant
from pitboss.events.plan import Plan
from pitboss.events.planner import (
    BANK_SECONDS,
    BLOCKS,
    MOVE_SECONDS,
    STARTUP_SECONDS,
    BadPlan,
    make_plan,
    read_game,
)
from pitboss.events.schedule import FORMATS
from pitboss.games.kind import Kind
from pitboss.games.rules import knobs, write_value
from pitboss.play.policy import POLICIES


class Key(NamedTuple):
    """A key of the file."""

    types: tuple[type, ...]
    # What is taken if it is left out, for people.
    usual: str
    meaning: str
    # A value to show, as TOML.
    example: str
    least: float | None = None


_TEXT, _WHOLE, _SECONDS = (str,), (int,), (int, float)
# All of them, in the order of the template and the documents.
KEYS: dict[str, Key] = {
    "name": Key(_TEXT, "the file's name", "what the tournament is called", '"friday"'),
    "game": Key(_TEXT, "", "a game or a preset of its rules, as in `pitboss games`", '"uno"'),
    "rules": Key(
        (str, dict),
        "the game's first preset",
        "a preset with knobs as text, or a table [rules] of knobs with `preset` among them",
        '"official"',
    ),
    "seats": Key(
        _WHOLE, "2; in a match one for each bot", "how many play at a table", "2", least=2
    ),
    "format": Key(
        _TEXT,
        "match if there are as many bots as seats, else round-robin",
        f"who meets whom: {', '.join(FORMATS)}",
        '"round-robin"',
    ),
    "blocks": Key(
        _WHOLE,
        str(BLOCKS),
        "decks that each table of a round plays, each of them once from every seat",
        str(BLOCKS),
        least=1,
    ),
    "games": Key(
        _WHOLE,
        "blocks times seats",
        "the same counted in games, a multiple of seats; instead of blocks",
        str(2 * BLOCKS),
        least=1,
    ),
    "rounds": Key(
        _WHOLE,
        "as many as the format needs",
        "how many rounds a swiss or ladder tournament has",
        "5",
        least=1,
    ),
    "heroes": Key(_WHOLE, "1", "how many bots, from the first on, play a gauntlet", "1", least=1),
    "extras": Key(
        _WHOLE,
        "3",
        "how often a level meeting of a knockout is played on before wins, then entry, settle it",
        "3",
        least=0,
    ),
    "seed": Key((str, int), "the name", "any text: the same seed deals the same cards", '"friday"'),
    "timeout": Key(
        _SECONDS, f"{MOVE_SECONDS:g}", "seconds that a bot has for an answer", "10", least=0.001
    ),
    "bank": Key(
        _SECONDS,
        f"{BANK_SECONDS:g}",
        "seconds besides, for a whole game, that slow answers may use up",
        "0",
        least=0,
    ),
    "startup": Key(
        _SECONDS, f"{STARTUP_SECONDS:g}", "seconds besides for a program's first answer", "10", 0
    ),
    "policy": Key(
        _TEXT, "the game's usual one", f"what faults cost: {', '.join(POLICIES)}", '"native"'
    ),
    "db": Key(
        _TEXT,
        "that of the command line",
        "the journal: a file, from this one's folder, or postgresql://user@host/name",
        '"pitboss.db"',
    ),
    "jobs": Key(_WHOLE, "0", "processes that play at a time; 0: one for each core", "0", least=0),
    "bot": Key((list,), "", "tables [[bot]], one for each bot, in the order of entry", ""),
}
_NEEDED = ("game", "bot")
_TYPE_NAMES = {str: "a text", int: "a whole number", float: "a number", dict: "a table"}


@dataclass(frozen=True, kw_only=True)
class TournamentFile:
    """What a file says; None where it leaves something open. Bots are tables as they were read."""

    path: Path
    name: str
    game: str
    bots: tuple[Mapping[str, Any], ...]
    seed: str
    rules: str = ""
    seats: int | None = None
    format: str | None = None
    blocks: int | None = None
    games: int | None = None
    rounds: int | None = None
    heroes: int | None = None
    extras: int | None = None
    timeout: float = MOVE_SECONDS
    bank: float = BANK_SECONDS
    startup: float = STARTUP_SECONDS
    policy: str = ""
    # Empty: that of the command line.
    db: str = ""
    jobs: int = 0
    # In which line each key is, such as `seats`, `bot 2` or `bot 2 cmd`.
    lines: Mapping[str, int] = field(default_factory=dict)

    def wrong(self, problem: str, *keys: str) -> BadPlan:
        """The problem with where it is: the line of the first of the keys that has one."""
        line = next((self.lines[key] for key in keys if key in self.lines), None)
        return _wrong(self.path, line, problem, keys[0] if keys else "")


def read_tournament(path: Path) -> TournamentFile:
    """What the file says; `BadPlan` names the line if it is no tournament."""
    try:
        text = path.read_bytes().decode()
    except FileNotFoundError as error:
        others = sorted(str(other) for other in path.parent.glob("*.toml"))
        raise BadPlan(
            f"there is no file {path}; `pitboss tournament init` writes one to begin with"
            f"{meant(str(path), others)}"
        ) from error
    except OSError as error:
        raise BadPlan(f"{path} can't be opened: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadPlan(f"{path} is no UTF-8 text") from error
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(path, text, error) from error
    lines = _lines(text)
    for key, value in values.items():
        if problem := _problem(key, value):
            raise _wrong(path, lines.get(key), problem, key)
    for key in _NEEDED:
        if not values.get(key):
            shown = "[[bot]]" if key == "bot" else key
            raise _wrong(path, None, f"{shown} is missing: {KEYS[key].meaning}", key)
    bots = values.pop("bot")
    if not all(isinstance(bot, dict) for bot in bots):
        raise _wrong(path, lines.get("bot"), "bot: tables were expected, written [[bot]]", "bot")
    name = values.pop("name", path.stem)
    rules = values.pop("rules", "")
    seed = str(values.pop("seed", name))
    return TournamentFile(
        path=path,
        name=name,
        bots=tuple(bots),
        rules=rules if isinstance(rules, str) else _rules_text(rules, path, lines),
        seed=seed,
        db=_from_folder(values.pop("db", ""), path.parent),
        lines=lines,
        **values,
    )


def to_plan(file: TournamentFile) -> Plan:
    """The plan of the tournament; `BadPlan` names the line that can't be."""
    from pitboss.events.entrants import read_entrant_table

    entrants = []
    for number, bot in enumerate(file.bots, start=1):
        try:
            entrants += read_entrant_table(bot, file.path.parent)
        except BadEntrant as error:
            # The key that the message names first, if any.
            words = re.findall(r"\w+", str(error))
            named = [f"bot {number} {word}" for word in words if word in bot]
            raise file.wrong(
                f"bot {number}: {error}", *named[:1], f"bot {number}", "bot"
            ) from error
    try:
        return make_plan(
            file.game,
            file.rules,
            entrants,
            seats=file.seats,
            format=file.format,
            blocks=file.blocks,
            games=file.games,
            rounds=file.rounds,
            heroes=file.heroes,
            extras=file.extras,
            seed=file.seed,
            policy=file.policy,
            move=file.timeout,
            bank=file.bank,
            startup=file.startup,
        )
    except BadPlan as error:
        near = [key for key in file.lines if key.startswith(f"{error.key} ") and _named(key, error)]
        raise file.wrong(str(error), *near, error.key) from error


def template(game: str) -> str:
    """A file for the game (or preset) with every key explained, ready to be played."""
    kind, rules = read_game(game, "")
    preset = kind.rules(rules).preset
    shown = {
        "name": f'"my {kind.name} tournament"',
        "game": f'"{kind.name}"',
        "rules": f'"{rules}"',
        "seed": '"any text"',
        "policy": f'"{_usual_policy(kind)}"',
    }
    lines = [f"# A tournament of {kind.title}: pitboss tournament FILE", ""]
    for name, key in KEYS.items():
        if name == "bot":
            continue
        needed = name in ("name", "game", "rules", "format", "blocks", "seed")
        lines += [f"# {key.meaning[0].upper()}{key.meaning[1:]}."]
        lines += [f"# If it is left out: {key.usual}."] if key.usual else []
        lines += [f"{'' if needed else '# '}{name} = {shown.get(name, key.example)}", ""]
    knob = next(iter(knobs(type(kind.presets[preset]))))
    value = write_value(kind.presets[preset], knob)
    lines += [
        "# Instead of `rules` above, knobs can have a table of their own, here before the bots;",
        f"# `pitboss rules {preset}` lists them:",
        "# [rules]",
        f'# preset = "{preset}"',
        f'# {knob} = "{value}"',
        "",
        "# A bot is built in (bot) or a program (cmd). Paths start from this file's folder, or",
        "# from `folder`. Of each, `count` take part. There are also name, wire, dialect, timeout,",
        "# startup.",
        "[[bot]]",
        'bot = "simple"',
        "",
        "[[bot]]",
        'bot = "random"',
        "count = 2",
        "",
        "# [[bot]]",
        '# cmd = "python3 my_bot.py"',
        '# name = "mine"',
        "# timeout = 2.5",
    ]
    return "\n".join(lines) + "\n"


def _usual_policy(kind: Kind[Any, Any]) -> str:
    return Plan(game=kind.name, rules="", seats=2, entrants=(), seed="").faults().name


def _wrong(path: Path, line: int | None, problem: str, key: str) -> BadPlan:
    place = f"{path}:{line}" if line else f"{path}"
    return BadPlan(f"{place}: {problem}", key)


def _syntax_error(path: Path, text: str, error: tomllib.TOMLDecodeError) -> BadPlan:
    # tomllib tells the place in words only: (at line 3, column 5) or (at end of document).
    problem, _, _ = str(error).partition(" (at ")
    found = re.search(r"at line (\d+), column (\d+)", str(error))
    line, column = (int(found[1]), int(found[2])) if found else (len(text.splitlines()) or 1, None)
    told = f"{path}:{line}:{column}" if column else f"{path}:{line}"
    return BadPlan(f"{told}: this is no TOML: {problem[0].lower()}{problem[1:]}")


def _problem(name: str, value: object) -> str:
    """What is wrong with a key and its value; empty if nothing is."""
    key = KEYS.get(name)
    if key is None:
        return f"there is no key {name!r}; there are: {', '.join(KEYS)}{meant(name, KEYS)}"
    if name == "bot" and not isinstance(value, list):
        return "bot is to be tables, each of them written [[bot]]"
    if isinstance(value, bool) or not isinstance(value, key.types):
        wanted = " or ".join(_TYPE_NAMES[each] for each in key.types)
        # A whole number is one, too.
        wanted = "a number" if key.types == _SECONDS else wanted
        return f"{name} is {_shown(value)}; {wanted} was expected: {key.meaning}"
    if key.least is not None and isinstance(value, int | float) and not value >= key.least:
        return f"{name} is {value}; at least {key.least:g} was expected: {key.meaning}"
    return ""


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value)


def _rules_text(table: Mapping[str, Any], path: Path, lines: Mapping[str, int]) -> str:
    """A table of knobs as rules text."""
    parts = [str(table["preset"])] if "preset" in table else []
    for knob, value in table.items():
        if knob == "preset":
            continue
        if not isinstance(value, str | int | float) or "," in str(value):
            line = lines.get(f"rules {knob}", lines.get("rules"))
            problem = f"{knob} is {_shown(value)}; a text, a number, true or false was expected"
            raise _wrong(path, line, problem, "rules")
        written = ("yes" if value else "no") if isinstance(value, bool) else str(value)
        parts.append(f"{knob}={written}")
    return ",".join(parts)


def _from_folder(database: str, folder: Path) -> str:
    if not database or "://" in database:
        return database
    return str(folder / database)


def _named(key: str, error: BadPlan) -> bool:
    """Whether the error is about this knob, as it names it first."""
    knob = key.split()[-1]
    return bool(re.search(rf"(^|knob '){re.escape(knob)}\b", str(error)))


def _lines(text: str) -> dict[str, int]:
    """In which line keys are. Only for messages: a text over several lines may mislead it."""
    found: dict[str, int] = {}
    table, bots = "", 0
    for number, line in enumerate(text.splitlines(), start=1):
        if header := re.match(r"\s*\[+\s*([\w-]+)", line):
            table = header[1]
            found.setdefault(table, number)
            if table == "bot":
                bots += 1
                table = f"bot {bots}"
                found[table] = number
        elif key := re.match(r"\s*[\"']?([\w-]+)[\"']?\s*[=.]", line):
            found.setdefault(f"{table} {key[1]}".strip(), number)
    return found
