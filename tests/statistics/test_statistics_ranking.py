"""Ranks by payoff: how much was won counts, not how often, and equals are rarely told apart."""

import numpy as np
import pytest
from statistics_rig import WORLDS, Floats, everybody, made_up, paid, ranked_apart

from pitboss.statistics.blocks import blocks_of
from pitboss.statistics.calibration import rate as share
from pitboss.statistics.calibration import within
from pitboss.statistics.interval import entrant_interval
from pitboss.statistics.ranking import ENOUGH, rank_by_payoff
from pitboss.statistics.ratings import rate
from pitboss.statistics.results import Results
from pitboss.statistics.standings import standings


def noise(seed: int, blocks: int, scale: float = 1.0) -> Floats:
    return scale * np.random.default_rng(seed).normal(size=blocks)


def duel(won: Floats, *, players: int = 2) -> Results:
    """The first bot won so much from the second."""
    return paid([(0, 1)] * len(won), np.stack([won, -won], axis=1), players=players)


def test_many_small_wins_and_a_few_big_losses_do_not_make_a_bot_first() -> None:
    # In nine blocks of ten it wins 20 bb/100, in the tenth it loses 500: on average 32 a block.
    won = np.where(np.arange(600) % 10 == 0, -500.0, 20.0) + noise(1, 600)

    found = standings(duel(won))

    assert found.ranked_by == "payoff"
    assert [row.entrant for row in found.table.rows] == [1, 0]
    assert [row.rank for row in found.table.rows] == [1, 2]
    assert not any(row.tied for row in found.table.rows)
    ratings = [row.rating for row in found.table.rows]
    assert ratings[0] is not None
    assert ratings[1] is not None
    assert ratings[0] < ratings[1]


def test_a_score_is_still_ranked_by_ratings() -> None:
    results = made_up(
        everybody(4, 2, 40), np.random.default_rng(2), strengths=[0.0, 1.0, 0.1, -1.0]
    )
    ratings = rate(blocks_of(results))

    found = standings(results)

    assert found.ranked_by == "rating"
    assert [row.rank for row in found.table.rows] == sorted(ratings.rank.tolist())
    assert [row.rank for row in found.table.rows] == [
        ratings.rank[row.entrant] for row in found.table.rows
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("world", "players", "seats", "blocks"),
    [
        ("heavy tails", 2, 2, 20),
        ("heavy tails", 5, 2, 10),
        ("heavy tails", 6, 6, 30),
        ("skewed", 2, 2, 20),
        ("skewed", 8, 2, 3),
        ("all-ins", 3, 2, 20),
    ],
)
def test_equals_with_heavy_tails_are_ranked_apart_in_at_most_one_event_of_twenty(
    world: str, players: int, seats: int, blocks: int
) -> None:
    runs = 200

    wrong = ranked_apart(WORLDS[world][0], players, seats, blocks, runs=runs, resamples=200)

    found = share(world, wrong, runs)
    assert within(found, most=0.05).kept, found


def test_ranks_are_ahead_of_one_another_by_payoff() -> None:
    tables = np.array(everybody(4, 2, 100))
    means = np.array([-60.0, 60.0, 0.0, 0.0])
    won = np.diff(-means[tables], axis=1)[:, 0] + noise(3, len(tables), 40.0)

    found = standings(paid(tables, np.stack([won, -won], axis=1)))

    assert [row.rank for row in found.table.rows] == [1, 2, 2, 4]
    assert [row.tied for row in found.table.rows] == [False, True, True, False]
    assert [row.entrant for row in found.table.rows][0::3] == [1, 0]


@pytest.mark.parametrize(("blocks", "apart"), [(1, False), (3, False), (15, False), (16, True)])
def test_few_blocks_are_no_proof(blocks: int, apart: bool) -> None:
    found = rank_by_payoff(blocks_of(duel(200 + noise(4, blocks))))

    assert found.ahead[0, 1] == apart
    assert found.mean[0] == pytest.approx(200, abs=3)


def test_blocks_that_are_all_alike_are_no_proof_where_nothing_bounds_what_was_not_seen() -> None:
    constant = np.full(50, 20.0)
    tables = [(0, 1)] * 50 + [(2, 3)] * 50
    won = np.concatenate([constant, 100 + noise(5, 50)])

    found = rank_by_payoff(blocks_of(paid(tables, np.stack([won, -won], axis=1))))

    assert not found.ahead[0, 1]
    assert found.ahead[2, 3]
    assert not rank_by_payoff(blocks_of(duel(constant))).ahead.any()
    assert not rank_by_payoff(blocks_of(duel(0 * constant))).ahead.any()


def test_who_played_nothing_is_last_and_apart_from_nobody() -> None:
    found = standings(duel(noise(6, 60) - 50, players=4))

    assert [row.entrant for row in found.table.rows] == [1, 0, 2, 3]
    assert [row.rank for row in found.table.rows] == [1, 2, 1, 1]
    assert not any(row.tied for row in found.table.rows)


def test_two_at_one_table_are_told_apart_by_what_they_differ_in() -> None:
    # Both win or lose hundreds with the table; the first always a little more.
    luck, little = noise(7, 100, 300.0), 5 + noise(8, 100)
    blocks = blocks_of(
        paid([(0, 1, 2)] * 100, np.stack([luck + little, luck - little, -2 * luck], axis=1))
    )

    found = rank_by_payoff(blocks)

    one, other = (entrant_interval(blocks, entrant) for entrant in (0, 1))
    assert one.low is not None
    assert other.high is not None
    assert one.low < other.high
    assert found.ahead[0, 1]


def test_opponents_are_a_schedule_and_not_chance() -> None:
    # Everybody wins a hundred times as much from the last one as bots differ by.
    tables = np.array(everybody(3, 2, 20))
    won = np.where(tables[:, 1] == 2, 500.0, 5.0) + np.where(tables[:, 0] == 0, 5.0, 0.0)
    won = won + noise(9, len(tables))

    found = rank_by_payoff(blocks_of(paid(tables, np.stack([won, -won], axis=1))))

    assert found.rank.tolist() == [1, 2, 3]


def test_tables_with_few_blocks_are_resampled_together() -> None:
    # As in a Swiss event: nobody meets the same one often, and the first always wins a lot.
    tables = np.array(everybody(8, 2, 3))
    won = np.where(tables[:, 0] == 0, 300.0, 0.0) + noise(10, len(tables), 40.0)

    found = rank_by_payoff(blocks_of(paid(tables, np.stack([won, -won], axis=1))))

    assert found.rank.tolist() == [1] + [2] * 7


def test_an_entrant_with_few_blocks_keeps_its_place_in_the_table() -> None:
    tables = [(0, 1)] * 40 + [(1, 2)] * (ENOUGH - 1)
    won = np.concatenate([100 + noise(11, 40), 500 + noise(12, ENOUGH - 1)])

    found = standings(paid(tables, np.stack([won, -won], axis=1)))

    assert [row.entrant for row in found.table.rows] == [0, 1, 2]
    assert [row.rank for row in found.table.rows] == [1, 2, 1]
    assert [row.tied for row in found.table.rows] == [False, True, True]


@pytest.mark.parametrize(("lead", "apart"), [(1.0, False), (5.0, True)])
def test_lots_of_blocks_vary_as_blocks_do(lead: float, apart: bool) -> None:
    won = noise(13, 20_000, 100.0)
    won += lead * 100 / 20_000**0.5 - won.mean()

    found = rank_by_payoff(blocks_of(duel(won)), resamples=300)

    assert found.ahead[0, 1] == apart


def test_the_order_of_rows_does_not_matter() -> None:
    results = duel(10 + noise(14, 50, 30.0))
    shuffled = Results(results.names, results.unit, results.rows[::-1])

    assert standings(results, seed=1) == standings(shuffled, seed=1)
