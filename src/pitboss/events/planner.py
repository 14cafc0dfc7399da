"""Plans from what people write, on the command line or in a file: checked, with usual values."""

import math
from collections.abc import Sequence
from typing import Any

import msgspec

from pitboss.events.bot_command import meant
from pitboss.events.entrants import Entrant, told_apart
from pitboss.events.plan import Plan, Schedule
from pitboss.events.schedule import FORMATS
from pitboss.games.kind import Kind
from pitboss.games.registry import kinds
from pitboss.games.rules import BadRules, knobs
from pitboss.play.policy import POLICIES

BLOCKS = 100
SEED = "1"
MOVE_SECONDS = 5.0
BANK_SECONDS = 0.0
STARTUP_SECONDS = 10.0
MOST_ENTRANTS = 1000
_MOST_BLOCKS = 2**40


class BadPlan(ValueError):
    """What can't be planned; says what is wrong, and what may have been meant."""

    def __init__(self, message: str, key: str = "") -> None:
        """`key` is the setting that is wrong, as tournament files spell it."""
        super().__init__(message)
        self.key = key


def make_plan(
    game_text: str,
    rules_text: str,
    entrants: Sequence[Entrant],
    *,
    seats: int | None = None,
    format: str | None = None,  # noqa: A002
    blocks: int | None = None,
    games: int | None = None,
    rounds: int | None = None,
    heroes: int | None = None,
    extras: int | None = None,
    seed: str = SEED,
    policy: str = "",
    move: float = MOVE_SECONDS,
    bank: float = BANK_SECONDS,
    startup: float = STARTUP_SECONDS,
) -> Plan:
    """The plan of an event; None, 0 seats and empty texts mean what is usual. `BadPlan` if none is.

    The game is a kind's name or a preset's, the rules a preset's with knobs or knobs alone.
    """
    kind, rules_text = read_game(game_text, rules_text)
    rules = kind.rules(rules_text)
    possible = kind.seats(rules)
    if format is None:
        format = "match" if len(entrants) == (seats or possible[0]) else "round-robin"  # noqa: A001
    elif format not in FORMATS:
        raise BadPlan(_unknown("format", format, FORMATS), "format")
    if not seats:
        seats = len(entrants) if format == "match" else possible[0]
        key = "bot"
    else:
        key = "seats"
    if len(entrants) < 2:
        raise BadPlan(f"at least 2 bots are needed, not {len(entrants)}", "bot")
    if len(entrants) > MOST_ENTRANTS:
        raise BadPlan(f"at most {MOST_ENTRANTS} bots can take part, not {len(entrants)}", "bot")
    if seats not in possible:
        raise BadPlan(
            f"{seats} can't sit at one table: {kind.write_rules(rules)} is for "
            f"{possible[0]} to {possible[-1]}",
            key,
        )
    schedule = _schedule(format, len(entrants), seats, blocks, games, rounds, heroes, extras)
    for name, value, least in (
        ("timeout", move, 0.001),
        ("bank", bank, 0),
        ("startup", startup, 0),
    ):
        if not math.isfinite(value) or value < least:
            raise BadPlan(f"{name} is {value:g}; at least {least:g} seconds were expected", name)
    if policy and policy not in POLICIES:
        raise BadPlan(_unknown("policy", policy, POLICIES), "policy")
    plan = Plan(
        game=kind.name,
        rules=kind.write_rules(rules),
        seats=seats,
        entrants=tuple(told_apart(entrants)),
        seed=seed,
        schedule=schedule,
        move=float(move),
        bank=float(bank),
        startup=float(startup),
    )
    # The usual policy has no name in a plan, so that naming it makes no other event.
    if policy and policy != plan.faults().name:
        plan = msgspec.structs.replace(plan, policy=policy)
    return plan


def read_game(game_text: str, rules_text: str) -> tuple[Kind[Any, Any], str]:
    """The kind, and its rules as text that `Kind.rules` reads."""
    name, game_knobs = _split(game_text)
    found, preset = _kind_of(name)
    rules_preset, rules_knobs = _split(rules_text)
    if "=" in rules_preset:
        # Knobs alone, of the usual preset or the game's.
        rules_preset, rules_knobs = "", [rules_preset, *rules_knobs]
    other = rules_preset and preset and rules_preset.split("@")[0] != preset.split("@")[0]
    if other and rules_preset.split("@")[0] in found.presets:
        raise BadPlan(f"the game is {preset}, but the rules are {rules_preset}", "rules")
    preset = rules_preset or preset or next(iter(found.presets))
    named = found.presets.get(preset.split("@")[0])
    if named is None:
        problem = _unknown("preset", preset, found.presets)
        raise BadPlan(f"{problem} (of the game {found.name})", "rules")
    for setting in game_knobs + rules_knobs:
        knob = setting.partition("=")[0].strip()
        if "=" in setting and knob not in knobs(type(named)):
            raise BadPlan(_unknown("knob", knob, knobs(type(named))), "rules")
    text = ",".join([preset, *game_knobs, *rules_knobs])
    try:
        found.rules(text)
    except BadRules as error:
        raise BadPlan(str(error), "rules") from error
    return found, text


def _split(text: str) -> tuple[str, list[str]]:
    first, *rest = (part.strip() for part in text.split(","))
    return first, rest


def _kind_of(name: str) -> tuple[Kind[Any, Any], str]:
    """The kind of game that a name stands for, and the preset if it is one's."""
    if name in kinds():
        return kinds()[name], ""
    for kind in kinds().values():
        if name.split("@")[0] in kind.presets:
            return kind, name
    names = [*kinds(), *(preset for kind in kinds().values() for preset in kind.presets)]
    raise BadPlan(_unknown("game", name, dict.fromkeys(names)), "game")


def _schedule(
    format_name: str,
    entrants: int,
    seats: int,
    blocks: int | None,
    games: int | None,
    rounds: int | None,
    heroes: int | None,
    extras: int | None,
) -> Schedule:
    found = FORMATS[format_name]
    given = {"rounds": rounds, "heroes": heroes, "extras": extras}
    for name, value in given.items():
        if value is None:
            continue
        if name not in found.settings:
            users = " and ".join(each.name for each in FORMATS.values() if name in each.settings)
            raise BadPlan(f"{name} is for {users}, not for the format {format_name}", name)
        if value < (least := 0 if name == "extras" else 1):
            raise BadPlan(f"{name} is {value}; at least {least} was expected", name)
    if heroes is not None and heroes >= entrants:
        raise BadPlan(f"of {entrants} bots at most {entrants - 1} can be heroes", "heroes")
    usual = Schedule()
    if refusal := found.refusal(entrants, seats, usual.heroes if heroes is None else heroes):
        raise BadPlan(refusal, "bot")
    return Schedule(
        format=format_name,
        blocks=_blocks(blocks, games, seats),
        rounds=usual.rounds if rounds is None else rounds,
        heroes=usual.heroes if heroes is None else heroes,
        extras=usual.extras if extras is None else extras,
    )


def _blocks(blocks: int | None, games: int | None, seats: int) -> int:
    if games is not None:
        if blocks is not None:
            raise BadPlan(
                "give blocks or games, not both: a block is a game from each seat", "games"
            )
        if games < 1 or games % seats:
            below = games - games % seats if games > 0 else 0
            near = f"{below} or {below + seats}" if below else f"{seats}"
            raise BadPlan(
                f"games is {games}; each deck is played from all {seats} seats, "
                f"so that {near} would do",
                "games",
            )
        blocks = games // seats
    if blocks is None:
        return BLOCKS
    if not 1 <= blocks <= _MOST_BLOCKS:
        raise BadPlan(f"blocks is {blocks}; from 1 to {_MOST_BLOCKS} was expected", "blocks")
    return blocks


def _unknown(what: str, name: str, known: Any) -> str:
    return f"there is no {what} {name!r}; there are: {', '.join(known)}{meant(name, known)}"
