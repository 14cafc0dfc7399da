"""Blocks from rows, what mirroring is worth, and intervals for a fixed number of blocks."""

import numpy as np
import pytest
from statistics_rig import made_up

from pitboss.games.unit import SHARES, Unit
from pitboss.statistics.blocks import blocks_of, labels
from pitboss.statistics.interval import (
    entrant_interval,
    mean_interval,
    paired_interval,
)
from pitboss.statistics.mirroring import mirroring
from pitboss.statistics.results import Results, row_type


def duel(*games: tuple[int, int, tuple[int, int], tuple[float, float]]) -> Results:
    """Rows of block, rotation, entrants and payoffs."""
    rows = np.zeros(len(games), row_type(2))
    for row, (block, rotation, entrants, payoff) in zip(rows, games, strict=True):
        row["block"], row["rotation"], row["entrant"] = block, rotation, entrants
        row["payoff"], row["place"] = payoff, (1, 2) if payoff[0] > payoff[1] else (2, 1)
    return Results(("one", "two", "three"), Unit.SCORE, rows)


def test_a_block_gives_each_entrant_its_mean_over_all_seats() -> None:
    results = duel(
        (0, 0, (2, 0), (1.0, 0.0)),
        (0, 1, (0, 2), (0.25, 0.75)),
    )

    blocks = blocks_of(results)

    assert blocks.entrants.tolist() == [[2, 0]]
    assert blocks.mean("payoff").tolist() == [[0.875, 0.125]]
    assert blocks.differences(2, 0).tolist() == [0.75]
    assert blocks.differences(0, 2).tolist() == [-0.75]
    assert blocks.differences(0, 1).tolist() == []


def test_incomplete_blocks_are_left_out() -> None:
    results = duel(
        (3, 0, (0, 1), (1.0, 0.0)),
        (5, 0, (0, 1), (1.0, 0.0)),
        (5, 1, (1, 0), (1.0, 0.0)),
        (9, 1, (1, 0), (1.0, 0.0)),
    )

    blocks = blocks_of(results)

    assert blocks.number.tolist() == [5]
    assert blocks.left_out == 2


def test_a_block_that_does_not_rotate_its_entrants_is_refused() -> None:
    results = duel((0, 0, (0, 1), (1.0, 0.0)), (0, 1, (0, 1), (1.0, 0.0)))

    with pytest.raises(ValueError, match="block 0 does not rotate"):
        blocks_of(results)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_places_are_followed_through_every_rotation(seats: int) -> None:
    rng = np.random.default_rng(1)
    tables = [list(rng.permutation(8)[:seats]) for _ in range(50)]
    results = made_up(tables, rng, strengths=np.zeros(8))
    rows = results.rows.copy()
    rng.shuffle(rows)

    blocks = blocks_of(Results(results.names, results.unit, rows))

    for entrant in range(8):
        found, at = blocks.of(entrant)
        for value, block in zip(found, at, strict=True):
            games = results.rows[results.rows["block"] == blocks.number[block]]
            expected = games["payoff"][games["entrant"] == entrant].mean()
            assert value == pytest.approx(expected, abs=1e-12)


def test_results_without_rows_have_no_blocks() -> None:
    blocks = blocks_of(Results(("one", "two"), Unit.SCORE, np.zeros(0, row_type(2))))

    assert len(blocks) == 0
    assert entrant_interval(blocks, 0).estimate is None
    assert mirroring(blocks).overall.ratio is None


def test_labels_tell_rows_apart_exactly() -> None:
    rows = np.random.default_rng(2).integers(0, 3, (500, 30))

    found = labels(np.concatenate([rows, rows]))

    assert (found[:500] == found[500:]).all()
    assert len(np.unique(found)) == len(np.unique(rows, axis=0))


def test_mirroring_is_worth_nothing_when_games_share_only_the_deck_by_name() -> None:
    results = made_up([[0, 1]] * 20_000, np.random.default_rng(2))

    found = mirroring(blocks_of(results)).overall

    assert found.low is not None
    assert found.high is not None
    assert found.low < 1 < found.high
    assert found.reading == "these games diverge soon: mirroring hardly helps"


def test_mirroring_is_worth_as_much_as_the_correlation_of_games_says() -> None:
    # Games of one entrant with correlation -0.5: 1 / (1 - 0.5) = 2.
    rng = np.random.default_rng(4)
    blocks = 20_000
    cards, rest = rng.normal(size=blocks), rng.normal(size=(blocks, 2))
    first, second = cards + rest[:, 0], -cards + rest[:, 1]
    rows = np.zeros(2 * blocks, row_type(2))
    rows["block"], rows["rotation"] = np.arange(2 * blocks) // 2, np.arange(2 * blocks) % 2
    rows["entrant"][0::2], rows["entrant"][1::2] = (0, 1), (1, 0)
    rows["payoff"][0::2] = np.stack([first, -first], axis=1)
    rows["payoff"][1::2] = np.stack([-second, second], axis=1)

    found = mirroring(blocks_of(Results(("one", "two"), Unit.BIG_BLINDS, rows)))

    assert found.overall.ratio == pytest.approx(2, rel=0.03)
    assert found.overall.reading == "mirroring made each game worth 2.0 fresh ones"
    assert found.entrants[0] is not None
    assert found.entrants[0].ratio == pytest.approx(2, rel=0.03)


def test_mirroring_of_twins_takes_out_all_the_chance() -> None:
    games = []
    for block in range(50):
        luck = (1.0, 0.0) if block % 3 else (0.0, 1.0)
        games += [(block, 0, (0, 1), luck), (block, 1, (1, 0), luck)]

    found = mirroring(blocks_of(duel(*games))).overall

    assert found.ratio is None
    assert found.reading == "every block came out the same: mirroring took out all the chance"


def test_an_interval_is_students_when_blocks_are_symmetric() -> None:
    values = np.array([0.0, 0.5, 0.5, 1.0, 0.0, 1.0])

    found = mean_interval(values)

    # Mean 0.5, deviation 0.4472, t(5) at 97.5% 2.5706.
    assert found.method == "t"
    assert found.low == pytest.approx(0.5 - 2.5706 * 0.44721 / 6**0.5, abs=1e-4)
    assert found.high == pytest.approx(0.5 + 2.5706 * 0.44721 / 6**0.5, abs=1e-4)


def test_skewed_blocks_widen_the_interval_towards_the_tail() -> None:
    values = np.array([0.0] * 27 + [1.0] * 3)

    found = mean_interval(values)

    assert found.method == "skewed t"
    assert found.low is not None
    assert found.high is not None
    assert found.high - 0.1 > 0.1 - found.low


def test_equal_blocks_are_no_proof() -> None:
    found = mean_interval(np.ones(10), limits=SHARES)

    # A loss with a chance of 1 - 0.025 ** (1 / 10) = 0.31 might not have been seen yet.
    assert found.method == "constant"
    assert found.low == pytest.approx(0.025**0.1)
    assert found.high == 1.0
    assert mean_interval(np.ones(10)).low is None


def test_opponents_are_a_schedule_and_not_chance() -> None:
    # Always 1 or 0.9 against one, always 0 or 0.1 against the other.
    values = np.tile([1.0, 0.0, 0.9, 0.1], 10)

    together = mean_interval(values)
    apart = mean_interval(values, groups=np.tile([0, 1], 20))

    assert together.estimate == apart.estimate == 0.5
    assert apart.low is not None
    assert together.low is not None
    assert 0.5 - apart.low < 0.2 * (0.5 - together.low)


def test_points_and_placings_have_intervals_too() -> None:
    results = made_up([[0, 1, 2]] * 200, np.random.default_rng(5), strengths=[1.0, 0.0, 0.0])
    blocks = blocks_of(results)

    place = entrant_interval(blocks, 0, "place")
    points = entrant_interval(blocks, 0, "score")
    gap = paired_interval(blocks, 0, 1, "place")

    own = results.rows["place"][results.rows["entrant"] == 0]
    assert place.estimate == pytest.approx(own.mean())
    assert place.low is not None
    assert place.low >= 1
    assert points.blocks == 200
    assert gap.high is not None
    assert gap.high < 0
