"""Ratings: they recover what is known, in any order, and call tied what is not apart."""

import numpy as np
import pytest
from statistics_rig import everybody, made_up

from pitboss.statistics.blocks import blocks_of
from pitboss.statistics.ranking import rank_by_payoff
from pitboss.statistics.ratings import ANCHOR, SCALE, pair_wins, rate, strengths
from pitboss.statistics.results import Results


@pytest.mark.parametrize(("seats", "blocks"), [(2, 400), (4, 60)])
def test_known_strengths_are_recovered(seats: int, blocks: int) -> None:
    truth = np.linspace(-1, 1, 8)
    results = made_up(everybody(8, seats, blocks), np.random.default_rng(1), strengths=truth)

    found = rate(blocks_of(results), resamples=200)

    assert (found.rating - ANCHOR) / SCALE == pytest.approx(truth, abs=0.1)
    assert found.rating.mean() == pytest.approx(ANCHOR)
    assert found.rank.tolist() == [8, 7, 6, 5, 4, 3, 2, 1]


def test_four_hundred_points_are_odds_of_ten_to_one() -> None:
    found = strengths(np.array([[0.0, 1000.0], [100.0, 0.0]]), prior=0)

    assert SCALE * (found[0] - found[1]) == pytest.approx(400)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_order_of_games_does_not_matter(seats: int) -> None:
    rng = np.random.default_rng(2)
    results = made_up(everybody(6, seats, 20), rng, coarse=0.5)
    rows = results.rows.copy()
    rng.shuffle(rows)

    one = rate(blocks_of(results), seed=3, resamples=100)
    other = rate(blocks_of(Results(results.names, results.unit, rows)), seed=3, resamples=100)

    assert one.rating == pytest.approx(other.rating, abs=1e-9)
    assert one.low == pytest.approx(other.low, abs=1e-9)
    assert one.high == pytest.approx(other.high, abs=1e-9)


def test_equal_places_are_half_a_win_each() -> None:
    results = made_up([[0, 1]] * 3, np.random.default_rng(6))
    results.rows["place"] = 1

    wins = pair_wins(blocks_of(results))

    assert wins.tolist() == [[0, 3], [3, 0]]


def test_who_won_or_lost_everything_has_a_finite_rating() -> None:
    found = strengths(np.array([[0, 50, 50], [0, 0, 50], [0, 0, 0]], np.float64))

    assert np.isfinite(found).all()
    assert found[0] > found[1] > found[2]


def test_groups_that_never_met_are_both_rated() -> None:
    tables = [(0, 1)] * 20 + [(2, 3)] * 20
    results = made_up(tables, np.random.default_rng(7), strengths=[3.0, 0.0, 3.0, 0.0])

    found = rate(blocks_of(results), resamples=100)

    assert np.isfinite(found.rating).all()
    assert found.ahead[0, 1]
    assert found.ahead[2, 3]
    assert not found.ahead[0, 2]
    assert not found.ahead[2, 0]


def test_an_entrant_without_games_has_no_rating() -> None:
    results = made_up([(0, 1)] * 20, np.random.default_rng(8), strengths=[0.0, 0.0, 0.0])

    found = rate(blocks_of(results), resamples=50)

    assert np.isnan(found.rating[2])
    assert found.rating[:2].mean() == pytest.approx(ANCHOR)


@pytest.mark.parametrize(("blocks", "apart"), [(1, False), (2, False), (10, True)])
def test_one_or_two_clean_sweeps_are_no_proof(blocks: int, apart: bool) -> None:
    results = made_up([(0, 1)] * blocks, np.random.default_rng(9), strengths=[50.0, 0.0])

    found = rate(blocks_of(results))

    assert found.ahead[0, 1] == apart
    assert found.low[0] < found.rating[0] <= found.high[0]


def test_equals_are_tied_and_the_better_one_is_first() -> None:
    results = made_up(
        everybody(4, 2, 150), np.random.default_rng(10), strengths=[1.0, 0.0, 0.0, -1.0]
    )

    found = rate(blocks_of(results))

    assert found.rank.tolist() == [1, 2, 2, 4]


def test_neighbours_are_told_apart_by_their_difference_and_not_by_their_intervals() -> None:
    # Both beat a third one often; against one another one of them is clearly ahead.
    results = made_up([(0, 1)] * 400, np.random.default_rng(11), strengths=[0.2, 0.0])

    found = rate(blocks_of(results))

    assert found.ahead[0, 1]


@pytest.mark.slow
@pytest.mark.parametrize(("players", "seats", "blocks"), [(6, 2, 10), (2, 2, 50), (4, 3, 20)])
def test_equals_are_rarely_ranked_apart_and_intervals_cover(
    players: int, seats: int, blocks: int
) -> None:
    rng = np.random.default_rng(12)
    wrong, held, runs = 0, 0.0, 120

    for run in range(runs):
        results = made_up(everybody(players, seats, blocks), rng, deck=0.5)
        found = rate(blocks_of(results), resamples=200, seed=run)
        wrong += bool(found.ahead.any())
        held += float(((found.low <= ANCHOR) & (found.high >= ANCHOR)).mean())

    # At most 5% of runs, plus twice the binomial error.
    assert wrong / runs <= 0.05 + 2 * (0.05 * 0.95 / runs) ** 0.5
    assert held / runs >= 0.93


@pytest.mark.slow
def test_a_million_games_are_rated_and_ranked() -> None:
    rng = np.random.default_rng(13)
    results = made_up(everybody(30, 2, 1150), rng, strengths=np.linspace(-1, 1, 30))

    blocks = blocks_of(results)

    found = rate(blocks, resamples=200)
    ranking = rank_by_payoff(blocks, resamples=200)

    assert len(results.rows) > 1_000_000
    assert ranking.rank.tolist() == list(range(30, 0, -1))
    assert (found.rating - ANCHOR) / SCALE == pytest.approx(np.linspace(-1, 1, 30), abs=0.03)
