"""Columns: as good as rows, in less memory."""

import numpy as np
import pytest

from pitboss.games.unit import Unit
from pitboss.statistics.blocks import blocks_of
from pitboss.statistics.columns import Columns
from pitboss.statistics.results import Results, Rows, row_type
from pitboss.statistics.standings import standings


def games(seats: int, blocks: int, forfeits: float) -> Rows:
    """Made-up games, of which later ones have larger numbers."""
    rng = np.random.default_rng(seats)
    rows = np.zeros(seats * blocks, row_type(seats))
    rows["block"] = np.repeat(np.arange(blocks), seats)
    rows["rotation"] = np.tile(np.arange(seats), blocks)
    for block in range(blocks):
        table = rng.permutation(7)[:seats]
        for rotation in range(seats):
            rows["entrant"][block * seats + rotation] = np.roll(table, -rotation)
    rows["actions"] = rng.integers(0, 200, len(rows))
    rows["place"] = rng.permuted(np.tile(np.arange(seats) + 1, (len(rows), 1)), axis=1)
    rows["payoff"] = (seats - rows["place"]) / (seats - 1)
    rows["score"] = rng.integers(-3, 4, (len(rows), seats)) ** (1 + rows["block"] // 9)[:, None]
    rows["forfeit"] = rng.random((len(rows), seats)) < forfeits
    rows["faults"] = rows["forfeit"] * 300
    return rows


def by_column(rows: Rows, part: int, room: int) -> Columns:
    """The same games, taken in by parts."""
    columns = Columns(rows.dtype, room)
    for start in range(0, len(rows), part):
        some = rows[start : start + part]
        columns.add({name: some[name] for name in rows.dtype.names or ()})
    return columns


@pytest.mark.parametrize("forfeits", [0.0, 0.02])
@pytest.mark.parametrize("seats", [2, 4, 6])
def test_columns_give_the_same_standings_as_rows(seats: int, forfeits: float) -> None:
    rows = games(seats, 120, forfeits)
    names = tuple("abcdefg")
    for whole in (rows, np.delete(rows, 5)):
        found = Results(names, Unit.SCORE, by_column(whole, 7 * seats, len(whole)))

        assert found.rows.tobytes() == whole.tobytes()
        assert standings(found) == standings(Results(names, Unit.SCORE, whole))
        assert len(blocks_of(found)) == 120 - (len(whole) < len(rows))


def test_columns_are_as_narrow_as_their_values_allow_and_grow() -> None:
    rows = games(2, 50, 0)
    columns = by_column(rows, 10, room=3)

    assert columns.rows().tobytes() == rows.tobytes()
    kinds = {name: columns.narrow(name).dtype.itemsize for name in ("payoff", "block", "score")}
    assert kinds == {"payoff": 4, "block": 1, "score": 2}
    assert not columns.narrow("faults").any()
    assert columns.wide("score").dtype == np.int64


def test_values_that_a_narrow_column_would_change_make_it_wide() -> None:
    rows = games(2, 3, 0)
    rows["payoff"][0] = -0.0
    rows["payoff"][4] = 1 / 3
    rows["score"][5] = 2**40

    columns = by_column(rows, 1, room=6)

    assert columns.rows().tobytes() == rows.tobytes()
    assert [columns.narrow(name).dtype.itemsize for name in ("payoff", "score")] == [8, 8]
