"""Events that an organiser orders: plans from settings or a tournament's file.

Only built-in bots and programs that the server's owner has named can take part.
"""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from pitboss import bots
from pitboss.events.bot_command import BadEntrant
from pitboss.events.entrants import Entrant, entrants_from_settings
from pitboss.events.plan import Plan
from pitboss.events.planner import BadPlan, make_plan, read_game
from pitboss.events.schedule import total_blocks
from pitboss.events.secret_seed import draw_seed
from pitboss.events.settings import EventSettings
from pitboss.events.settings_reader import BadSetting, read_settings, unknown
from pitboss.events.tournament_file import parse_tournament, to_plan
from pitboss.server.programs import NamedProgram

_MOST_GAMES: Final = 20_000_000
_MOST_BOTS: Final = 200
_LONGEST_NAME: Final = 100
# What people call the text that they paste.
_FILE: Final = "tournament.toml"
# What an order may say of a bot.
_BOT_KEYS: Final = ("bot", "name", "count", "timeout", "startup")


class EventOrder(msgspec.Struct, frozen=True, kw_only=True):
    """An event to be played: its plan, its name, and with how many processes."""

    plan: Plan
    name: str
    jobs: int
    # Whether the seed was drawn, and no file is to tell it.
    secret: bool = False


def order_from_settings(
    values: Mapping[str, Any], programs: Mapping[str, NamedProgram]
) -> EventOrder:
    """The event that the settings describe; `BadSetting` if they describe none.

    Games are for each meeting, and are rounded up to whole blocks.
    """
    spelled = dict(values)
    if type(seed := spelled.get("seed")) is int:
        spelled["seed"] = str(seed)
    settings = read_settings({"game": "", **spelled}, EventSettings)
    if not settings.game:
        raise BadPlan("game is missing", "game")
    kind, rules = read_game(settings.game, settings.rules)
    entrants = [
        entrant for bot in settings.bot for entrant in _named_entrants(bot, Path.cwd(), programs)
    ]
    if settings.games is not None and settings.blocks is None:
        possible = kind.seats(kind.rules(rules))
        together = settings.format in (None, "match") and len(entrants) in possible
        seats = settings.seats or (len(entrants) if together else possible[0])
        blocks = -(-settings.games // seats)
        settings = msgspec.structs.replace(settings, seats=seats, blocks=blocks, games=None)
    return _order(settings, make_plan(settings, entrants))


def order_from_file(text: str, programs: Mapping[str, NamedProgram]) -> EventOrder:
    """The event that the text of a TOML file describes; `BadSetting` names the line."""

    def read_bot(bot: Mapping[str, Any], folder: Path) -> list[Entrant]:
        return _named_entrants(bot, folder, programs)

    file = parse_tournament(Path(_FILE), text)
    if "name" not in tomllib.loads(text):
        # It would be that of a file that there is not.
        file.settings = msgspec.structs.replace(file.settings, name="")
    plan = to_plan(file, read_bot)
    try:
        return _order(file.settings, plan)
    except BadSetting as error:
        raise file.error(str(error), (error.key,)) from error


def _order(settings: EventSettings, plan: Plan) -> EventOrder:
    if settings.db:
        raise BadPlan("db is the server's own: leave it out", "db")
    if len(settings.name) > _LONGEST_NAME or not settings.name.isprintable():
        raise BadPlan(f"name has to be printable, of at most {_LONGEST_NAME} letters", "name")
    if len(plan.entrants) > _MOST_BOTS:
        raise BadPlan(f"at most {_MOST_BOTS} bots can take part here", "bot")
    games = total_blocks(plan) * plan.seats
    if games > _MOST_GAMES:
        raise BadPlan(f"that is {games:,} games; at most {_MOST_GAMES:,} are played here", "games")
    return EventOrder(
        plan=plan if plan.seed else msgspec.structs.replace(plan, seed=draw_seed()),
        name=settings.name,
        jobs=min(settings.jobs or max(cores() - 1, 1), cores()),
        secret=not plan.seed,
    )


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _named_entrants(
    bot: Mapping[str, Any], folder: Path, programs: Mapping[str, NamedProgram]
) -> list[Entrant]:
    """The entrants of one [[bot]], which names a built-in bot or one of the programs."""
    known = [*bots.names(), *programs]
    for key in bot:
        if key not in _BOT_KEYS:
            if key == "cmd":
                raise BadEntrant(
                    "bots are called by name here: the server's owner names programs with "
                    f"--program; there are: {', '.join(known)}",
                    key,
                )
            raise BadEntrant(unknown("key", key, _BOT_KEYS), key)
    name = bot.get("bot")
    if not isinstance(name, str) or not (name in programs or name.partition(":")[0] in known):
        raise BadEntrant(unknown("bot", str(name), known), "bot")
    if name not in programs:
        return entrants_from_settings(bot, folder)
    rest = {key: value for key, value in bot.items() if key != "bot"}
    return program_entrants(programs[name], rest)


def program_entrants(
    program: NamedProgram, values: Mapping[str, Any] | None = None
) -> list[Entrant]:
    """A named program as it takes part in events: run from the server's own folder."""
    described = {"name": program.name, **(values or {})}
    words = list(program.words) if program.folder is None else [str(program.folder)]
    described |= {"cmd": words, "wire": program.wire}
    if program.wanted != "off":
        described["sandbox"] = program.wanted
    return entrants_from_settings(described, Path.cwd())


def strangers(plan: Plan, programs: Mapping[str, NamedProgram]) -> list[str]:
    """The entrants who are neither built in nor among the programs."""
    known = bots.names()
    return [
        entrant.name
        for entrant in plan.entrants
        if entrant.bot.partition(":")[0] not in known
        and not any(_is_program(entrant, program) for program in programs.values())
    ]


def _is_program(entrant: Entrant, program: NamedProgram) -> bool:
    if entrant.wire != program.wire or entrant.whole != (program.folder is not None):
        return False
    if program.folder is not None:
        return Path(entrant.folder).resolve() == program.folder.resolve()
    first, *rest = program.words
    return not entrant.folder and entrant.command in (program.words, (f"./{first}", *rest))
