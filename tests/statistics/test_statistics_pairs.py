"""Everybody against everybody, and seat by seat, with intervals."""

from itertools import combinations

import numpy as np
import pytest
from statistics_rig import made_up, paid

from pitboss.games.unit import Unit
from pitboss.statistics import pairs
from pitboss.statistics.blocks import Blocks, blocks_of
from pitboss.statistics.interval import entrant_interval
from pitboss.statistics.pairs import pair_scores, seat_intervals
from pitboss.statistics.standings import standings


def league(seats: int = 2, *, coarse: float = 0.0) -> Blocks:
    tables = [group for group in combinations(range(5), seats) for _ in range(40)]
    rng = np.random.default_rng(3)
    strengths = [-1.0, 2.0, 0.5, 0.5, 0.0]
    return blocks_of(made_up(tables, rng, strengths=strengths, coarse=coarse))


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("coarse", [0.0, 1.0])
def test_scores_are_those_of_the_crosstable(seats: int, coarse: float) -> None:
    blocks = league(seats, coarse=coarse)

    scores = pair_scores(blocks)

    expected = standings(blocks.results).table.crosstable
    for one, line in enumerate(expected):
        for other, cell in enumerate(line):
            found = scores[one][other]
            if cell is None:
                assert found is None
                continue
            assert found is not None
            assert found.score == pytest.approx(cell.score)
            assert found.games == cell.games


def test_limits_are_around_the_score_and_mirrored_for_the_other() -> None:
    scores = pair_scores(league())

    for one, other in combinations(range(5), 2):
        mine, theirs = scores[one][other], scores[other][one]
        assert mine is not None
        assert theirs is not None
        assert mine.low is not None
        assert mine.high is not None
        assert 0 <= mine.low <= mine.score <= mine.high <= 1
        assert theirs.low == pytest.approx(1 - mine.high)
        assert theirs.score == pytest.approx(1 - mine.score)


def test_amounts_are_half_of_what_was_won_more() -> None:
    rng = np.random.default_rng(1)
    won = rng.normal(10, 5, 50)
    results = paid([(0, 1)] * 50, np.stack([won, -won], axis=1))

    scores = pair_scores(blocks_of(results))

    assert results.unit is not Unit.SCORE
    found = scores[0][1]
    assert found is not None
    assert found.score == pytest.approx(won.mean())
    back = scores[1][0]
    assert back is not None
    assert back.score == pytest.approx(-won.mean())


def test_a_crowd_has_scores_without_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, "MOST_ENTRANTS", 4)

    found = pair_scores(league())[1][0]

    assert found is not None
    assert found.score > 0.5
    assert (found.low, found.high) == (None, None)


def test_seats_together_are_the_mean() -> None:
    blocks = league(3)

    found = seat_intervals(blocks, 1)

    estimates = [one.estimate for one in found if one.estimate is not None]
    whole = entrant_interval(blocks, 1)
    assert len(estimates) == 3
    assert np.mean(estimates) == pytest.approx(whole.estimate)
    assert {one.blocks for one in found} == {whole.blocks}
