"""Plans from settings that people type or write into a file: checked, with usual values."""

from collections.abc import Sequence
from typing import Any

import msgspec

from pitboss import bots
from pitboss.events.entrants import Entrant, with_distinct_names
from pitboss.events.plan import UNCONFINED, Confinement, Plan, Schedule
from pitboss.events.schedule import FORMATS
from pitboss.events.schedule.fixed_formats import FixedFormat
from pitboss.events.settings import BLOCKS, MOST_ENTRANTS, SANDBOXES, EventSettings
from pitboss.events.settings_reader import BadSetting, check, unknown
from pitboss.games.kind import Kind
from pitboss.games.registry import kinds
from pitboss.games.rules import BadRules, knobs
from pitboss.play.policy import POLICIES
from pitboss.play.time_control import CLOCKS

_MOST_BLOCKS = 2**40


class BadPlan(BadSetting):
    """Settings that describe no event."""


def make_plan(settings: EventSettings, entrants: Sequence[Entrant]) -> Plan:
    """The plan of the event that the settings describe; `BadSetting` if they describe none.

    The game is a kind's name or a preset's, the rules a preset's with knobs or knobs alone. Without
    a seed in the settings the plan has an empty one, for which one is drawn.
    """
    check(settings)
    kind, rules_text = read_game(settings.game, settings.rules)
    rules = kind.rules(rules_text)
    possible = kind.seats(rules)
    seats, format_name = settings.seats, settings.format
    if format_name is None:
        format_name = "match" if len(entrants) == (seats or possible[0]) else "round-robin"
    elif format_name not in FORMATS:
        raise BadPlan(unknown("format", format_name, FORMATS), "format")
    if seats is None:
        seats = len(entrants) if format_name == "match" else possible[0]
    if len(entrants) < 2:
        raise BadPlan(f"at least 2 bots are needed, not {len(entrants)}", "bot")
    if len(entrants) > MOST_ENTRANTS:
        raise BadPlan(f"at most {MOST_ENTRANTS} bots can take part, not {len(entrants)}", "bot")
    if seats not in possible:
        raise BadPlan(
            f"{seats} can't sit at one table: {kind.write_rules(rules)} is for "
            f"{possible[0]} to {possible[-1]}",
            "bot" if settings.seats is None else "seats",
        )
    for entrant in entrants:
        if entrant.builtin:
            _check_game(entrant, kind)
    schedule = _schedule(settings, format_name, len(entrants), seats)
    if settings.policy and settings.policy not in POLICIES:
        raise BadPlan(unknown("policy", settings.policy, POLICIES), "policy")
    if settings.sandbox not in SANDBOXES:
        raise BadPlan(unknown("sandbox", settings.sandbox, SANDBOXES), "sandbox")
    if settings.clock not in CLOCKS:
        raise BadPlan(unknown("clock", settings.clock, CLOCKS), "clock")
    plan = Plan(
        game=kind.name,
        rules=kind.write_rules(rules),
        seats=seats,
        entrants=tuple(with_distinct_names(entrants)),
        seed=settings.seed or "",
        schedule=schedule,
        move=float(settings.timeout),
        bank=float(settings.bank),
        startup=float(settings.startup),
        # The very text, since what is left out of a plan's JSON is told by identity.
        clock=CLOCKS[CLOCKS.index(settings.clock)],
        ponder=settings.ponder,
        mirror=settings.mirror is not False,
        confinement=Confinement(
            sandbox=settings.sandbox,
            memory=settings.memory,
            processes=settings.processes,
            temporary=settings.temporary,
        ),
        max_faults=settings.max_faults,
    )
    if plan.confinement == UNCONFINED:
        plan = msgspec.structs.replace(plan, confinement=UNCONFINED)
    if settings.mirror == "apart":
        plan = msgspec.structs.replace(plan, apart=_apart(plan))
    # The usual policy has no name in a plan, so that naming it makes no other event.
    if settings.policy and settings.policy != plan.faults().name:
        plan = msgspec.structs.replace(plan, policy=settings.policy)
    return with_transcripts(plan) if settings.transcript else plan


def _check_game(entrant: Entrant, kind: Kind[Any, Any]) -> None:
    try:
        bots.check_game(entrant.bot, kind.name)
    except bots.WrongGame as error:
        raise BadPlan(str(error), "bot") from error


def with_transcripts(plan: Plan) -> Plan:
    """The same event, with a transcript of every program."""
    entrants = [
        entrant if entrant.builtin else msgspec.structs.replace(entrant, transcript=True)
        for entrant in plan.entrants
    ]
    return msgspec.structs.replace(plan, entrants=tuple(entrants))


def read_game(game_text: str, rules_text: str) -> tuple[Kind[Any, Any], str]:
    """The kind, and its rules as text that `Kind.rules` reads."""
    name, game_knobs = _split(game_text)
    kind, preset = _kind_of(name)
    rules_preset, rules_knobs = _split(rules_text)
    if "=" in rules_preset:
        # Knobs alone, of the usual preset or the game's.
        rules_preset, rules_knobs = "", [rules_preset, *rules_knobs]
    other = rules_preset and preset and rules_preset.split("@")[0] != preset.split("@")[0]
    if other and rules_preset.split("@")[0] in kind.presets:
        raise BadPlan(f"the game is {preset}, but the rules are {rules_preset}", "rules")
    preset = rules_preset or preset or next(iter(kind.presets))
    named = kind.presets.get(preset.split("@")[0])
    if named is None:
        problem = unknown("preset", preset, kind.presets)
        raise BadPlan(f"{problem} (of the game {kind.name})", "rules")
    for setting in game_knobs + rules_knobs:
        knob = setting.partition("=")[0].strip()
        if "=" in setting and knob not in knobs(type(named)):
            raise BadPlan(unknown("knob", knob, knobs(type(named))), "rules")
    text = ",".join([preset, *game_knobs, *rules_knobs])
    try:
        kind.rules(text)
    except BadRules as error:
        raise BadPlan(str(error), "rules") from error
    return kind, text


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
    raise BadPlan(unknown("game", name, dict.fromkeys(names)), "game")


def _schedule(settings: EventSettings, format_name: str, entrants: int, seats: int) -> Schedule:
    format_ = FORMATS[format_name]
    # Settings that only some formats have.
    own: dict[str, Any] = {
        "rounds": settings.rounds,
        "heroes": settings.heroes,
        "extras": settings.extras,
    }
    chosen = {name: value for name, value in own.items() if value is not None}
    for name in chosen:
        if name not in format_.settings:
            users = " and ".join(each.name for each in FORMATS.values() if name in each.settings)
            raise BadPlan(f"{name} is for {users}, not for the format {format_name}", name)
    if chosen.get("heroes", 0) >= entrants:
        raise BadPlan(f"of {entrants} bots at most {entrants - 1} can be heroes", "heroes")
    schedule = Schedule(format=format_name, blocks=_blocks(settings, seats), **chosen)
    if refusal := format_.refusal(entrants, seats, schedule.heroes):
        raise BadPlan(refusal, "bot")
    return schedule


def _apart(plan: Plan) -> int:
    """How many blocks apart the games of a deck can be."""
    format_ = FORMATS[plan.schedule.format]
    if not isinstance(format_, FixedFormat):
        known = [each.name for each in FORMATS.values() if isinstance(each, FixedFormat)]
        raise BadPlan(
            f'mirror = "apart" is for {", ".join(known[:-1])} and {known[-1]}, where it is known '
            f"from the start who meets; in {plan.schedule.format} the first games decide that",
            "mirror",
        )
    parts, rest = divmod(plan.schedule.blocks, plan.seats)
    if rest:
        raise BadPlan(
            f"blocks is {plan.schedule.blocks}; decks that are played apart need a multiple of "
            f"the {plan.seats} seats",
            "blocks",
        )
    # A pass over all meetings is as many blocks as there are meetings.
    return parts * len(format_.groups(plan))


def _blocks(settings: EventSettings, seats: int) -> int:
    blocks, games = settings.blocks, settings.games
    if games is not None:
        if blocks is not None:
            raise BadPlan(
                "give blocks or games, not both: a block is a game from each seat", "games"
            )
        if games % seats:
            below = games - games % seats
            near = f"{below} or {below + seats}" if below else f"{seats}"
            raise BadPlan(
                f"games is {games}; each deck is played from all {seats} seats, "
                f"so that {near} would do",
                "games",
            )
        blocks = games // seats
    if blocks is None:
        return BLOCKS
    if blocks > _MOST_BLOCKS:
        raise BadPlan(f"blocks is {blocks}; from 1 to {_MOST_BLOCKS} was expected", "blocks")
    return blocks
