"""How often the intervals of standings hold the truth, over simulated events of which it is known.

Run as a program it prints the table of docs/statistics.md. Two words may follow: how many events
of each kind, and the fields.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from pitboss.games.unit import PayoffLimits, Unit
from pitboss.statistics.blocks import blocks_of
from pitboss.statistics.interval import entrant_interval
from pitboss.statistics.ratings import ANCHOR, SCALE, rate
from pitboss.statistics.results import Results, row_type

Floats = NDArray[np.float64]

# The odds of an outstanding bot against the others, and of the others against a hopeless one:
# a log strength of 3.9 is 98%.
_FAR = 3.9
# The mean points of a won game; who does not win has none.
_POINTS = 100
# A quiet block of poker, and one in ten that is all in.
_QUIET, _STACK, _ALL_IN = 30.0, 1000.0, 0.1
_STAKES = PayoffLimits(-20 * _STACK, 20 * _STACK, -_STACK, _STACK)

# Bots, seats, blocks of every table.
SIZES = ((2, 2, 20), (2, 2, 200), (4, 2, 10), (8, 2, 4), (8, 4, 1), (30, 2, 1))


def field(name: str, players: int) -> Floats:
    """The log strengths of a field."""
    strength = np.zeros(players)
    if name == "spread":
        strength = np.linspace(1, -1, players)
    if name == "lopsided":
        strength[0] = _FAR
        if players > 2:
            strength[-1] = -_FAR
    return np.asarray(strength - strength.mean())


FIELDS = ("even", "spread", "lopsided")


@dataclass(frozen=True)
class Coverage:
    """In how many of the events each entrant's interval held the truth, by kind of interval."""

    events: int
    held: dict[str, NDArray[np.int64]]

    def overall(self, kind: str) -> float:
        """The share of all intervals."""
        return float(self.held[kind].mean()) / self.events

    def worst(self, kind: str) -> float:
        """The share for the entrant that fares worst."""
        return float(self.held[kind].min()) / self.events


def score_events(
    strength: Floats, seats: int, blocks: int, events: int, seed: int
) -> Iterator[Results]:
    """Events in which placings follow Plackett and Luce, and half of all decks decide much.

    The luck of a seat is then the same in all games of a block.
    """
    rng = np.random.default_rng(seed)
    tables = np.repeat(list(combinations(range(len(strength)), seats)), blocks, axis=0)
    count = len(tables)
    turns = np.arange(seats)
    # By rotation and seat, the place of who sits there.
    places = (turns[:, np.newaxis] + turns) % seats
    names = tuple(f"bot-{number}" for number in range(len(strength)))
    for _ in range(events):
        seated = tables[:, places]
        luck = rng.gumbel(size=seated.shape)
        luck = np.where(rng.random((count, 1, 1)) < 0.5, luck[:, :1], luck)
        worth = strength[seated] + luck
        behind = (worth[..., np.newaxis] < worth[:, :, np.newaxis]).sum(axis=3)
        rows = np.zeros((count, seats), row_type(seats))
        rows["block"], rows["rotation"] = np.arange(count)[:, np.newaxis], turns
        rows["entrant"], rows["place"] = seated, 1 + behind
        rows["payoff"] = (seats - 1 - behind) / (seats - 1)
        rows["score"] = np.where(behind == 0, rng.geometric(1 / _POINTS, seated.shape), 0)
        yield Results(names, Unit.SCORE, rows.ravel())


def poker_events(strength: Floats, blocks: int, events: int, seed: int) -> Iterator[Results]:
    """Heads-up events in bb/100: mostly quiet blocks, and all-ins that the stronger one wins."""
    rng = np.random.default_rng(seed)
    tables = np.repeat(list(combinations(range(len(strength)), 2)), blocks, axis=0)
    chance = _ahead(strength, tables[:, 0], tables[:, 1])
    names = tuple(f"bot-{number}" for number in range(len(strength)))
    for _ in range(events):
        won = rng.normal(0, _QUIET, len(tables))
        huge = np.where(rng.random(len(tables)) < chance, _STACK, -_STACK)
        won = np.where(rng.random(len(tables)) < _ALL_IN, huge, won)
        rows = np.zeros((len(tables), 2), row_type(2))
        rows["block"], rows["rotation"] = np.arange(len(tables))[:, np.newaxis], (0, 1)
        rows["entrant"] = np.stack([tables, tables[:, ::-1]], axis=1)
        rows["payoff"][:, 0] = np.stack([won, -won], axis=1)
        rows["payoff"][:, 1] = np.stack([-won, won], axis=1)
        rows["place"] = np.where(rows["payoff"] > 0, 1, 2)
        yield Results(names, Unit.BIG_BLINDS, rows.ravel(), stakes=_STAKES)


def _ahead(strength: Floats, one: NDArray[np.int64], other: NDArray[np.int64]) -> Floats:
    chance: Floats = 1 / (1 + np.exp(strength[other] - strength[one]))
    return chance


def truths(strength: Floats, seats: int) -> dict[str, Floats]:
    """The true means and ratings, where everybody meets everybody."""
    players = np.arange(len(strength))
    ahead = _ahead(strength, players[:, np.newaxis], players)
    np.fill_diagonal(ahead, 0)
    score = ahead.sum(axis=1) / (len(players) - 1)
    tables = np.array(list(combinations(range(len(players)), seats)))
    odds = np.exp(strength)[tables]
    first = np.bincount(tables.ravel(), (odds / odds.sum(axis=1, keepdims=True)).ravel())
    return {
        "score": score,
        "points": _POINTS * first / np.bincount(tables.ravel()),
        "bb/100": _ALL_IN * _STACK * (2 * score - 1),
        "rating": ANCHOR + SCALE * strength,
    }


def coverage(
    name: str, players: int, seats: int, blocks: int, *, events: int, seed: int = 40
) -> Coverage:
    """The coverage of every interval in such events."""
    strength = field(name, players)
    truth = truths(strength, seats)
    held = {kind: np.zeros(players, np.int64) for kind in truth}
    if seats > 2:
        del held["bb/100"]
    for run, results in enumerate(score_events(strength, seats, blocks, events, seed)):
        found = blocks_of(results)
        ratings = rate(found, resamples=10, seed=run)
        held["rating"] += (ratings.low <= truth["rating"]) & (truth["rating"] <= ratings.high)
        for kind, column in (("score", "payoff"), ("points", "score")):
            for entrant in range(players):
                interval = entrant_interval(found, entrant, column)
                held[kind][entrant] += interval.contains(truth[kind][entrant])
    if "bb/100" in held:
        for results in poker_events(strength, blocks, events, seed + 1):
            found = blocks_of(results)
            for entrant in range(players):
                interval = entrant_interval(found, entrant)
                held["bb/100"][entrant] += interval.contains(truth["bb/100"][entrant])
    return Coverage(events, held)


def main() -> None:
    """Print the table."""
    events = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    kinds = ("score", "points", "bb/100", "rating")
    print("| field | bots, seats, blocks of a table | score | points | bb/100 | rating |")
    print("|---|---|---|---|---|---|")
    for name in sys.argv[2:] or FIELDS:
        for players, seats, blocks in SIZES:
            found = coverage(name, players, seats, blocks, events=events)
            cells = [
                f"{100 * found.overall(kind):.1f}% ({100 * found.worst(kind):.1f}%)"
                if kind in found.held
                else ""
                for kind in kinds
            ]
            print(f"| {name} | {players}, {seats}, {blocks} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
