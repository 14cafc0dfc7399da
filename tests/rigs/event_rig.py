"""Events without games: a plan of bots who are never asked, and results drawn from a seed."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from pitboss.events.entrants import Entrant
from pitboss.events.plan import Plan, Schedule
from pitboss.events.schedule import Round, blocks_of, next_round
from pitboss.games.unit import Unit
from pitboss.statistics.results import Results, Rows, row_type

# The payoffs of a game, by seat, given who sits there.
Outcome = Callable[[tuple[int, ...]], list[float]]


def event(format_name: str, entrants: int, seats: int = 2, **settings: Any) -> Plan:
    return Plan(
        game="uno",
        rules="official@1",
        seats=seats,
        entrants=tuple(Entrant(name=f"bot{one}", bot="random") for one in range(entrants)),
        seed="test",
        schedule=Schedule(format=format_name, **settings),
    )


def by_chance(seed: int, level: float = 0.2) -> Outcome:
    """Whole numbers by chance, so that some games and meetings are level."""
    rng = random.Random(seed)

    def outcome(seating: tuple[int, ...]) -> list[float]:
        if rng.random() < level:
            return [0.5] * len(seating)
        return [float(rng.randrange(3)) for _ in seating]

    return outcome


def by_number(seating: tuple[int, ...]) -> list[float]:
    """The lower the entrant's number, the better."""
    return [float(-entrant) for entrant in seating]


def none_played(plan: Plan) -> Results:
    return with_rows(plan, np.empty(0, row_type(plan.seats)))


def with_rows(plan: Plan, rows: Rows) -> Results:
    return Results(tuple(entrant.name for entrant in plan.entrants), Unit.SCORE, rows)


def rows_of(plan: Plan, round_: Round, outcome: Outcome) -> Rows:
    rows = np.zeros(round_.count * plan.seats, row_type(plan.seats))
    at = 0
    for block in blocks_of(round_):
        for rotation, seating in enumerate(block.seatings()):
            payoffs = outcome(seating)
            rows[at]["block"] = block.number
            rows[at]["rotation"] = rotation
            rows[at]["entrant"] = seating
            rows[at]["payoff"] = payoffs
            rows[at]["place"] = [1 + sum(own < other for other in payoffs) for own in payoffs]
            at += 1
    return rows


def play_event(plan: Plan, outcome: Outcome) -> tuple[list[Round], Results]:
    """Every round as it came, and all results."""
    rounds: list[Round] = []
    results = none_played(plan)
    while (coming := next_round(plan, len(rounds), results)) is not None:
        rounds.append(coming)
        results = with_rows(plan, np.concatenate([results.rows, rows_of(plan, coming, outcome)]))
    return rounds, results
