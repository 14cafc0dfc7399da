"""A bot's decisions in a recorded game, each with what the alternatives were worth."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

import msgspec

from pitboss import bots
from pitboss.explain.rollouts import Judgement, judge
from pitboss.games.analyst import Analyst
from pitboss.games.game import WITHDRAWAL, Game
from pitboss.games.record import Record
from pitboss.games.seeds import seed_from

# Who plays on after each alternative.
PLAYS_ON: Final = "simple"


class Alternative(msgspec.Struct, frozen=True, kw_only=True):
    """Something that the bot could have done."""

    # As `show` and records write it, and with what it takes.
    action: str
    text: str
    # How much more it is worth than what was played, and the standard error of that.
    gain: float
    error: float
    worlds: int


class HabitCost(msgspec.Struct, frozen=True, kw_only=True):
    """A habit that the decision shows, and what the best action without it is worth more."""

    habit: str
    cost: float
    error: float


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot did, and what else it could have done."""

    game: str
    turn: int
    action: str
    text: str
    situation: str
    # What was played was worth so much, in `Analyst.unit`.
    worth: float
    error: float
    # Best first.
    alternatives: list[Alternative]
    # What the best one is worth more, and its standard error; both 0 if nothing seemed better.
    best: str
    cost: float
    cost_error: float
    habits: list[HabitCost]
    # The habits that it could have shown.
    chances: list[str]


def analyst_of(record: Record, seat: int, known: Mapping[str, Any]) -> Analyst[Game]:
    """Who explains this game from this seat."""
    kind = record.kind()
    own = [bots.named(PLAYS_ON, seat) for seat in range(record.seats)]
    return kind.analyst(
        kind.rules(record.rules), seat, [*own], [known.get(name) for name in record.players]
    )


def observed(records: Iterable[Record]) -> dict[str, Any]:
    """What is known of how players play, by name, from records of other games."""
    known: dict[str, Any] = {}
    for record in records:
        kind = record.kind()
        for actor, action, game in record.steps():
            if action > WITHDRAWAL and record.players:
                name = record.players[actor]
                known[name] = kind.observe(known.get(name), game, action)
    return known


def decisions(
    record: Record,
    seat: int,
    *,
    worlds: int,
    known: Mapping[str, Any] = MappingProxyType({}),
    name: str = "",
    not_its_own: Collection[int] = (),
) -> Iterator[Decision | None]:
    """The seat's decisions in which it had a choice; None for every other action of the game.

    `known` is what `observed` says of other games than this one, and `not_its_own` are turns in
    which the seat was played for. The same record gives the same numbers.
    """
    analyst = analyst_of(record, seat, known)
    label = f"{record.game}/{record.rules}/{record.seed}/{record.position}/{seat}"
    for number, (actor, action, game) in enumerate(record.steps()):
        if action <= WITHDRAWAL:
            yield None
            continue
        judged = None
        if actor == seat and number + 1 not in not_its_own:
            seed = seed_from(f"{label}/{number}")
            judged = judge(analyst, game, action, worlds=worlds, seed=seed)
        if judged is None:
            yield None
        else:
            yield _decision(analyst, game, action, judged, name, number + 1)
        analyst.watch(game, action)


def _decision(
    analyst: Analyst[Game], game: Game, action: int, judged: Judgement, name: str, turn: int
) -> Decision:
    written = analyst.kind.write_action
    against = judged.against_played
    ordered = sorted(against, key=lambda one: -against[one].mean)
    best = against.get(judged.best)
    return Decision(
        game=name,
        turn=turn,
        action=written(action),
        text=analyst.spelled(game, action),
        situation=analyst.situation(game),
        worth=_short(judged.worth.mean),
        error=_short(judged.worth.error),
        alternatives=[
            Alternative(
                action=written(one),
                text=analyst.spelled(game, one),
                gain=_short(against[one].mean),
                error=_short(against[one].error),
                worlds=against[one].worlds,
            )
            for one in ordered
        ],
        best=analyst.spelled(game, judged.best),
        cost=_short(best.mean) if best else 0.0,
        cost_error=_short(best.error) if best else 0.0,
        habits=[
            HabitCost(habit=habit, cost=_short(against[one].mean), error=_short(against[one].error))
            for habit, one in sorted(judged.instead.items())
        ],
        chances=sorted(judged.chances),
    )


def _short(value: float) -> float:
    # More digits would be chance.
    return round(value, 4)
