"""A tournament as a TOML file: reading it, errors with their line, and a file to start from.

The keys are the fields of `EventSettings`, and those of `BotSettings` in each [[bot]].
"""

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from pitboss.events.entrants import Entrant, entrants_from_settings
from pitboss.events.plan import Plan
from pitboss.events.planner import BadPlan, make_plan, read_game
from pitboss.events.settings import EventSettings
from pitboss.events.settings_reader import (
    BadSetting,
    Setting,
    did_you_mean,
    read_settings,
    settings_of,
    show,
)
from pitboss.games.kind import Kind
from pitboss.games.rules import knobs, write_value

# A key's way from the top: `seats`, or `bot`, 1, `cmd` in the second of the bots.
KeyPath = tuple[str | int, ...]
# The keys of a bot that mean the same in a plan.
_BOT_KEYS = (
    "name",
    "bot",
    "wire",
    "timeout",
    "startup",
    "clock",
    "nursery",
    "sandbox",
    "memory",
    "processes",
    "temporary",
    "readable",
    "files",
)
# Those of a plan that are as usual if they are left out.
_PLAN_KEYS = ("clock", "ponder", "policy", "max_faults")
BotReader = Callable[[Mapping[str, Any], Path], list[Entrant]]
# Keys that the template sets; it shows the others as comments.
_SET_IN_TEMPLATE = ("name", "game", "rules", "format", "blocks", "sandbox")


class TournamentFile:
    """A file's settings, and the lines on which they are."""

    def __init__(self, path: Path, text: str, settings: EventSettings) -> None:
        self.path = path
        self.settings = settings
        self._text = text

    def error(self, problem: str, *paths: KeyPath) -> BadPlan:
        """The problem, with the line of the first of the keys that is there."""
        lines = (line_of(self._text, path) for path in paths)
        line = next((line for line in lines if line), None)
        place = f"{self.path}:{line}" if line else f"{self.path}"
        return BadPlan(f"{place}: {problem}", str(paths[0][0]) if paths else "")


def read_tournament(path: Path) -> TournamentFile:
    """Read the file; `BadPlan` names the line that is wrong."""
    return parse_tournament(path, _read_text(path))


def parse_tournament(path: Path, text: str) -> TournamentFile:
    """The settings in a file's text; paths in it start from the folder of `path`."""
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _syntax_error(path, text, error) from error
    unread = TournamentFile(path, text, EventSettings(game=""))
    if isinstance(rules := values.get("rules"), dict):
        values["rules"] = _rules_text(rules, unread)
    if type(seed := values.get("seed")) is int:
        values["seed"] = str(seed)
    try:
        settings = read_settings({"game": "", **values}, EventSettings)
    except BadSetting as error:
        raise unread.error(str(error), (error.key,)) from error
    for key, shown in (("game", "game"), ("bot", "[[bot]]")):
        if not getattr(settings, key):
            raise unread.error(f"{shown} is missing: {settings_of(EventSettings)[key].meaning}")
    name = settings.name if "name" in values else path.stem
    database = settings.db
    if database and "://" not in database:
        database = str(path.parent / database)
    return TournamentFile(path, text, msgspec.structs.replace(settings, name=name, db=database))


def to_plan(file: TournamentFile, read_bot: BotReader = entrants_from_settings) -> Plan:
    """The plan of the tournament; `BadPlan` names the line that is wrong.

    `read_bot` gives the entrants of one [[bot]], from its keys and the file's folder.
    """
    entrants = []
    for index, bot in enumerate(file.settings.bot):
        try:
            entrants += read_bot(bot, file.path.parent)
        except BadSetting as error:
            raise file.error(
                f"bot {index + 1}: {error}", ("bot", index, error.key), ("bot", index), ("bot",)
            ) from error
    try:
        return make_plan(file.settings, entrants)
    except BadSetting as error:
        knob = re.match(r"there is no knob '(\w+)|(\w+)=", str(error))
        near = [("rules", name) for name in knob.groups() if name] if knob else []
        raise file.error(str(error), *near, (error.key,)) from error


def write_tournament(plan: Plan, name: str, folder: Path) -> str:
    """A file that describes this very plan; its programs run where they would run in `folder`."""
    # What the plan's JSON leaves out has to be left out here too: the id is a hash of it.
    written = msgspec.to_builtins(plan)
    values: dict[str, Any] = {
        "name": name,
        "game": plan.game,
        "rules": plan.rules,
        "seats": plan.seats,
        **written.get("schedule", {}),
        "blocks": plan.schedule.blocks,
        "timeout": plan.move,
        "bank": plan.bank,
        "startup": plan.startup,
        **written.get("confinement", {}),
    }
    if plan.seed:
        values["seed"] = plan.seed
    if plan.apart or not plan.mirror:
        values["mirror"] = "apart" if plan.apart else False
    values |= {key: written[key] for key in _PLAN_KEYS if key in written}
    lines = [f"{key} = {_toml(value)}" for key, value in values.items()]
    for entrant in written["entrants"]:
        keys = {key: entrant[key] for key in _BOT_KEYS if key in entrant}
        if "command" in entrant:
            place = str(folder / entrant.get("folder", ""))
            # The command of a whole folder is in it, or follows from it.
            whole = {"cmd": [place]}
            keys |= whole if "whole" in entrant else {"cmd": entrant["command"], "folder": place}
            # None of its own.
            if not keys["timeout"]:
                del keys["timeout"]
        lines += ["", "[[bot]]", *(f"{key} = {_toml(value)}" for key, value in keys.items())]
    return "\n".join([*lines, ""])


def _toml(value: Any) -> str:
    # JSON's texts, numbers and lists are TOML's too, but for one letter.
    return msgspec.json.encode(value).decode().replace("\x7f", "\\u007f")


def template(game: str) -> str:
    """A file for the game (or preset) with every key explained, ready to be played."""
    kind, rules = read_game(game, "")
    preset = kind.rules(rules).preset
    shown = {
        "name": f"my {kind.name} tournament",
        "game": kind.name,
        "rules": rules,
        "seed": "any text",
        "policy": _usual_policy(kind),
    }
    lines = [f"# A tournament of {kind.title}: pitboss tournament FILE", ""]
    for setting in settings_of(EventSettings).values():
        if setting.name != "bot":
            lines += _template_lines(setting, shown.get(setting.name, setting.example))
    knob = next(iter(knobs(type(kind.presets[preset]))))
    value = write_value(kind.presets[preset], knob)
    lines += [
        "# Instead of `rules` above, knobs can have a table of their own, here before the bots;",
        f"# `pitboss rules {preset}` lists them:",
        "# [rules]",
        f'# preset = "{preset}"',
        f'# {knob} = "{value}"',
        "",
        "# A bot is built in (bot), or a folder or program (cmd). Paths start from this file's",
        "# folder, or from `folder`; a star names many. Of each, `count` take part. There are also",
        "# name, wire, dialect, timeout, startup, files.",
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
        "",
        "# [[bot]]",
        '# cmd = "submissions/*"',
    ]
    return "\n".join(lines) + "\n"


def line_of(text: str, path: KeyPath) -> int | None:
    """The line of a TOML text in which a key is set first; None if it is nowhere.

    tomllib keeps no positions. But the first lines of a text, up to the end of any statement, are
    TOML as well, and what they hold tells whether the key comes later.
    """
    lines = text.split("\n")
    # The lines before `low` lack the key; those before `high` have it.
    low, high = 0, len(lines)
    if not _holds(lines, path):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        while middle > low and (held := _holds(lines[:middle], path)) is None:
            middle -= 1
        if middle > low:
            low, high = (low, middle) if held else (middle, high)
            continue
        # A statement of several lines begins after `low`.
        end = next(end for end in range(low + 1, high + 1) if _holds(lines[:end], path) is not None)
        if end == high or _holds(lines[:end], path):
            break
        low = end
    return low + 1


def _holds(lines: list[str], path: KeyPath) -> bool | None:
    """Whether the key is set in these lines; None if they end within a statement."""
    try:
        value: Any = tomllib.loads("\n".join(lines))
    except tomllib.TOMLDecodeError:
        return None
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return False
    return True


def _template_lines(setting: Setting, value: Any) -> Iterator[str]:
    yield f"# {setting.meaning[0].upper()}{setting.meaning[1:]}."
    if setting.usual:
        yield f"# If it is left out: {setting.usual}."
    mark = "" if setting.name in _SET_IN_TEMPLATE else "# "
    written = f'"{value}"' if isinstance(value, str) else show(value)
    yield f"{mark}{setting.name} = {written}"
    yield ""


def _usual_policy(kind: Kind[Any, Any]) -> str:
    return Plan(game=kind.name, rules="", seats=2, entrants=(), seed="").faults().name


def _read_text(path: Path) -> str:
    try:
        return path.read_bytes().decode()
    except FileNotFoundError as error:
        others = sorted(str(other) for other in path.parent.glob("*.toml"))
        raise BadPlan(
            f"there is no file {path}; `pitboss tournament init` writes one to begin with"
            f"{did_you_mean(str(path), others)}"
        ) from error
    except OSError as error:
        raise BadPlan(f"{path} can't be opened: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadPlan(f"{path} is no UTF-8 text") from error


def _syntax_error(path: Path, text: str, error: tomllib.TOMLDecodeError) -> BadPlan:
    # tomllib tells the place in words only: (at line 3, column 5) or (at end of document).
    problem, _, _ = str(error).partition(" (at ")
    position = re.search(r"at line (\d+), column (\d+)", str(error))
    place = f"{position[1]}:{position[2]}" if position else f"{len(text.splitlines()) or 1}"
    return BadPlan(f"{path}:{place}: this is no TOML: {problem[0].lower()}{problem[1:]}")


def _rules_text(values: Mapping[str, Any], file: TournamentFile) -> str:
    """Knobs as rules text."""
    parts = [str(values["preset"])] if "preset" in values else []
    for knob, value in values.items():
        if knob == "preset":
            continue
        if not isinstance(value, str | int | float) or "," in str(value):
            problem = f"{knob} is {show(value)}; a text, a number, true or false was expected"
            raise file.error(problem, ("rules", knob), ("rules",))
        written = ("yes" if value else "no") if isinstance(value, bool) else str(value)
        parts.append(f"{knob}={written}")
    return ",".join(parts)
