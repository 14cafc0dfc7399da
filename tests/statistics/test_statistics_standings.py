"""Standings: rows, crosstable, forfeits, and plain values that become JSON."""

from itertools import combinations

import msgspec
import numpy as np
import pytest
from statistics_rig import made_up

from pitboss.games.unit import Unit
from pitboss.statistics.results import Results, row_type
from pitboss.statistics.standings import Standings, standings


def league(seed: int = 1, *, coarse: float = 0.0) -> Results:
    tables = [pair for pair in combinations(range(4), 2) for _ in range(50)]
    rng = np.random.default_rng(seed)
    return made_up(tables, rng, strengths=[-1.0, 2.0, 0.5, 0.5], coarse=coarse)


def test_rows_are_sorted_by_rank_and_equals_are_tied() -> None:
    table = standings(league()).table

    assert [row.entrant for row in table.rows][0::3] == [1, 0]
    assert [row.rank for row in table.rows] == [1, 2, 2, 4]
    assert [row.tied for row in table.rows] == [False, True, True, False]


@pytest.mark.parametrize("coarse", [0.0, 1.0])
def test_rows_count_what_was_played(coarse: float) -> None:
    results = league(2, coarse=coarse)

    table = standings(results).table

    games = results.rows
    assert sum(row.wins for row in table.rows) == pytest.approx(len(games))
    for row in table.rows:
        own = games["entrant"] == row.entrant
        assert row.games == own.sum() == 2 * row.blocks
        assert row.points == games["score"][own].sum()
        assert row.payoff.estimate == pytest.approx(games["payoff"][own].mean())
        assert row.place.estimate == pytest.approx(games["place"][own].mean())
        assert row.mean_points.estimate == pytest.approx(row.points / row.games)


def test_the_crosstable_has_both_sides_of_every_meeting() -> None:
    results = league(3)

    table = standings(results).table.crosstable

    for one, other in combinations(range(4), 2):
        mine, theirs = table[one][other], table[other][one]
        assert mine is not None
        assert theirs is not None
        assert mine.games == theirs.games == 100
        assert mine.score + theirs.score == pytest.approx(1)
    assert all(table[entrant][entrant] is None for entrant in range(4))


def test_standings_are_given_again_without_blocks_that_had_a_forfeit() -> None:
    results = league(4)
    results.rows["forfeit"][7, 1] = True
    results.rows["faults"][7, 1] = 3

    found = standings(results)

    assert found.without_forfeits is not None
    assert found.without_forfeits.blocks == found.table.blocks - 1
    assert sum(row.forfeits for row in found.table.rows) == 1
    assert sum(row.faults for row in found.table.rows) == 3
    assert sum(row.faults for row in found.without_forfeits.rows) == 0
    assert standings(league(4)).without_forfeits is None


def test_the_same_seed_gives_the_same_standings_in_any_order_of_rows() -> None:
    results = league(5)
    rows = results.rows[::-1]

    one = msgspec.json.encode(standings(results, seed=1))
    other = msgspec.json.encode(standings(Results(results.names, results.unit, rows), seed=1))

    assert one == other


@pytest.mark.parametrize("blocks", [0, 1, 2, 30])
@pytest.mark.parametrize("unit", [Unit.SCORE, Unit.BIG_BLINDS])
def test_standings_go_through_json_and_back_without_nan(blocks: int, unit: Unit) -> None:
    results = made_up([(0, 1)] * 40, np.random.default_rng(6), strengths=[0.0, 1.0, 0.0], unit=unit)
    results = Results(results.names, unit, results.rows[: 2 * blocks])

    found = standings(results)

    text = msgspec.json.encode(found)
    assert msgspec.json.decode(text, type=Standings) == found
    assert found.table.rows[-1].rating is None
    assert found.table.rows[-1].payoff.estimate is None
    for row in found.table.rows[:2]:
        assert (row.rating is None) == (blocks == 0)


def test_an_event_without_games_has_standings() -> None:
    found = standings(Results(("one", "two"), Unit.SCORE, np.zeros(0, row_type(2))))

    assert [row.games for row in found.table.rows] == [0, 0]
    assert found.table.mirroring.overall.ratio is None


def test_a_row_tells_the_ranks_that_are_left_open() -> None:
    table = standings(league()).table

    # One is surely first, one surely last, and two can't be told apart.
    assert [(row.rank, row.last_rank) for row in table.rows] == [(1, 1), (2, 3), (2, 3), (4, 4)]
