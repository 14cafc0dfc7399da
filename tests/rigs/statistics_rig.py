"""Worlds in which the truth is known, and results made up from them.

Run as a program it measures the error rates that docs/statistics.md gives.
"""

import sys
from collections.abc import Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from pitboss.games.unit import PayoffLimits, Unit
from pitboss.statistics.blocks import blocks_of
from pitboss.statistics.calibration import (
    Source,
    anytime_valid,
    compared,
    covered,
    fixed_sample,
)
from pitboss.statistics.comparison import Verdict, aim_for
from pitboss.statistics.ranking import rank_by_payoff
from pitboss.statistics.results import Results, row_type

Floats = NDArray[np.float64]


def coin_pairs(rng: np.random.Generator, runs: int, blocks: int) -> Floats:
    """Two even games in each block, as in UNO: one side wins both, or each wins one."""
    return np.take(np.array([-1.0, 0.0, 0.0, 1.0]), rng.integers(0, 4, (runs, blocks)))


def near_twins(rng: np.random.Generator, runs: int, blocks: int) -> Floats:
    """Bots that play alike but for one block in twenty."""
    return np.where(rng.random((runs, blocks)) < 0.05, rng.choice([-1.0, 1.0], (runs, blocks)), 0.0)


def lopsided(rng: np.random.Generator, runs: int, blocks: int) -> Floats:
    """Often a little worse, sometimes far better, on average equal."""
    return np.where(rng.random((runs, blocks)) < 0.2, 0.8, -0.2)


def poker(rng: np.random.Generator, runs: int, blocks: int) -> Floats:
    """bb/100 with heavy tails: of Student's t with 3 degrees of freedom."""
    return 50 * rng.standard_t(3, (runs, blocks))


def all_ins(rng: np.random.Generator, runs: int, blocks: int) -> Floats:
    """bb/100 in which one block in twenty has a huge pot."""
    huge = rng.random((runs, blocks)) < 0.05
    return np.where(huge, 150.0, 10.0) * rng.standard_t(3, (runs, blocks))


def skewed(rng: np.random.Generator, runs: int, blocks: int) -> Floats:
    """bb/100 with one long tail."""
    return 50 * (rng.exponential(1.0, (runs, blocks)) - 1)


def rare_disasters(rng: np.random.Generator, runs: int, blocks: int) -> Floats:
    """bb/100 of a bot that wins a little in nearly all blocks, and on average nothing."""
    return np.where(rng.random((runs, blocks)) < 1 / 400, -1995.0, 5.0)


WORLDS: dict[str, tuple[Source, Unit]] = {
    "coin pairs": (coin_pairs, Unit.SCORE),
    "near twins": (near_twins, Unit.SCORE),
    "lopsided": (lopsided, Unit.SCORE),
    "heavy tails": (poker, Unit.BIG_BLINDS),
    "all-ins": (all_ins, Unit.BIG_BLINDS),
    "skewed": (skewed, Unit.BIG_BLINDS),
}


def made_up(
    tables: Sequence[Sequence[int]] | NDArray[np.int64],
    rng: np.random.Generator,
    *,
    strengths: Sequence[float] | Floats | None = None,
    deck: float = 0.0,
    coarse: float = 0.0,
    unit: Unit = Unit.SCORE,
) -> Results:
    """Results in which placings follow Plackett and Luce; `deck` is what a seat's cards are worth.

    Each table is the entrants of a block. `coarse` rounds performances, which makes ties.
    """
    entrants = np.asarray(tables, np.int64)
    blocks, seats = entrants.shape
    players = int(entrants.max()) + 1 if strengths is None else len(strengths)
    strength = np.zeros(players) if strengths is None else np.asarray(strengths, np.float64)
    rows = np.zeros(blocks * seats, row_type(seats))
    cards = deck * rng.gumbel(size=(blocks, seats))
    for rotation in range(seats):
        seated = np.roll(entrants, -rotation, axis=1)
        worth = strength[seated] + cards + rng.gumbel(size=(blocks, seats))
        if coarse:
            worth = np.round(worth / coarse)
        ahead = (worth[:, :, np.newaxis] < worth[:, np.newaxis]).sum(axis=2)
        level = (worth[:, :, np.newaxis] == worth[:, np.newaxis]).sum(axis=2) - 1
        part = rows[rotation::seats]
        part["block"], part["rotation"] = np.arange(blocks), rotation
        part["entrant"], part["place"] = seated, 1 + ahead
        part["score"] = np.round(10 * worth)
        part["payoff"] = (seats - 1 - ahead - level / 2) / (seats - 1)
    return Results(tuple(f"bot-{number}" for number in range(players)), unit, rows)


def paid(
    tables: Sequence[Sequence[int]] | NDArray[np.int64], payoffs: Floats, *, players: int = 0
) -> Results:
    """bb/100 in which a block's places got these payoffs, in each of its games."""
    entrants = np.asarray(tables, np.int64)
    blocks, seats = entrants.shape
    rows = np.zeros(blocks * seats, row_type(seats))
    for rotation in range(seats):
        part = rows[rotation::seats]
        part["block"], part["rotation"] = np.arange(blocks), rotation
        part["entrant"] = np.roll(entrants, -rotation, axis=1)
        part["payoff"] = payoff = np.roll(payoffs, -rotation, axis=1)
        part["place"] = 1 + (payoff[:, :, np.newaxis] < payoff[:, np.newaxis]).sum(axis=2)
    names = range(max(players, int(entrants.max()) + 1))
    return Results(tuple(f"bot-{number}" for number in names), Unit.BIG_BLINDS, rows)


def ranked_apart(
    source: Source, players: int, seats: int, blocks: int, *, runs: int, resamples: int
) -> int:
    """In how many events of equal bots the ranks by payoff tell any two apart."""
    tables, rng, wrong = everybody(players, seats, blocks), np.random.default_rng(24), 0
    for run in range(runs):
        won = source(rng, len(tables), seats)
        results = paid(tables, won - won.mean(axis=1, keepdims=True))
        found = rank_by_payoff(blocks_of(results), seed=run, resamples=resamples)
        wrong += bool(found.ahead.any())
    return wrong


def everybody(players: int, seats: int, blocks: int) -> list[tuple[int, ...]]:
    """Every table, so many times."""
    return [table for table in combinations(range(players), seats) for _ in range(blocks)]


def rates(runs: int = 4000) -> None:
    """How often each statement is wrong."""
    print("| blocks | false positives | power | at the stop | fixed, 20 | 200 | anytime | blocks |")
    print("|---|---|---|---|---|---|---|---|")
    for name, (source, unit) in WORLDS.items():
        rng = np.random.default_rng(20)
        aim = aim_for(unit)
        equal = compared(source, aim, runs=runs, rng=rng)
        apart = compared(source, aim, runs=runs, rng=rng, shift=aim.margin)
        bounds = (-1.0, 1.0) if unit == Unit.SCORE else None
        hits = [
            equal.called(Verdict.BETTER, Verdict.WORSE),
            apart.called(Verdict.BETTER),
            apart.covering(aim.margin),
            covered(source, fixed_sample(0.95), runs=runs, blocks=20, rng=rng),
            covered(source, fixed_sample(0.95), runs=runs, blocks=200, rng=rng),
            covered(source, anytime_valid(0.95, bounds), runs=runs, blocks=5000, rng=rng),
        ]
        found = [f"{100 * hit / runs:.1f}%" for hit in hits]
        print(f"| {name} | {' | '.join(found)} | {int(np.median(equal.blocks)):,} |", flush=True)


def lengths(runs: int = 2000) -> None:
    """How many blocks a comparison takes, by the true difference."""
    print("| true difference | better | worse | equal | median blocks | in 9 of 10 at most |")
    print("|---|---|---|---|---|---|")
    for shift in (0.0, 0.01, 0.02, 0.04, 0.1, 0.2):
        rng = np.random.default_rng(21)
        found = compared(coin_pairs, aim_for(Unit.SCORE), runs=runs, rng=rng, shift=shift)
        shares = [
            f"{100 * found.called(verdict) / runs:.1f}%"
            for verdict in (Verdict.BETTER, Verdict.WORSE, Verdict.EQUAL)
        ]
        middle, most = np.quantile(found.blocks, [0.5, 0.9])
        print(f"| {shift:g} | {' | '.join(shares)} | {middle:,.0f} | {most:,.0f} |", flush=True)


def peeking(runs: int = 4000, blocks: int = 1000) -> None:
    """How often equal bots would be told apart by who stops when a fixed interval says so."""
    drawn = coin_pairs(np.random.default_rng(22), runs, blocks)
    counts = np.arange(1, blocks + 1)
    mean = np.cumsum(drawn, axis=1) / counts
    error = np.sqrt(np.maximum(np.cumsum(drawn**2, axis=1) / counts - mean**2, 1e-9) / counts)
    fooled = (np.abs(mean) > 1.96 * error)[:, 30:].any(axis=1).mean()
    print(f"{100 * fooled:.0f}% after {blocks:,} blocks")


def disasters(runs: int = 1000) -> None:
    """How often rare disasters go unseen in comparisons, by what one hand can cost."""
    print("| what one hand can cost | called better | worse | equal | median blocks |")
    print("|---|---|---|---|---|")
    for once in (None, 500, 10_000):
        limits = None if once is None else PayoffLimits(-10_000, 10_000, -once, once)
        aim = aim_for(Unit.BIG_BLINDS, limits=limits)
        found = compared(rare_disasters, aim, runs=runs, rng=np.random.default_rng(26))
        shares = [
            f"{100 * found.called(verdict) / runs:.1f}%"
            for verdict in (Verdict.BETTER, Verdict.WORSE, Verdict.EQUAL)
        ]
        head = "no known limit" if once is None else f"{once:,} bb/100"
        print(f"| {head} | {' | '.join(shares)} | {int(np.median(found.blocks)):,} |", flush=True)


def ranks(runs: int = 1000) -> None:
    """How often equal bots are ranked apart by payoff."""
    sizes = [(2, 2, 20), (2, 2, 200), (8, 2, 3), (6, 2, 20), (6, 6, 30)]
    heads = [f"{players} bots, {seats} seats, {blocks}" for players, seats, blocks in sizes]
    print(f"| blocks | {' | '.join(heads)} |")
    print(f"|---|{'---|' * len(sizes)}")
    for name, (source, unit) in WORLDS.items():
        if unit != Unit.SCORE:
            found = [ranked_apart(source, *size, runs=runs, resamples=500) for size in sizes]
            shares = [f"{100 * wrong / runs:.1f}%" for wrong in found]
            print(f"| {name} | {' | '.join(shares)} |", flush=True)


def main() -> None:
    """Print what is asked for."""
    for name in sys.argv[1:]:
        {
            "rates": rates,
            "lengths": lengths,
            "peeking": peeking,
            "disasters": disasters,
            "ranks": ranks,
        }[name]()


if __name__ == "__main__":
    main()
