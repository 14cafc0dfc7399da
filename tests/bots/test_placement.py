"""What stacks are worth: the share of opponents beaten, first place, or chips."""

import pytest

from pitboss.bots.holdem.placement import (
    CHIPS,
    SCORE,
    WIN,
    needed_equity,
    utility_of,
    worth,
    worths,
)
from pitboss.games.holdem import Cash, CashRules, Hand, HandRules, Tournament, TournamentRules


@pytest.mark.parametrize(("seats", "percent"), [(2, 50), (3, 60), (4, 64), (6, 68), (9, 71)])
def test_an_all_in_instead_of_a_free_fold_needs_more_equity_the_more_seats(
    seats: int, percent: int
) -> None:
    keep = [100.0] * seats
    win = [200.0, 0.0, *keep[2:]]
    lose = [0.0, 200.0, *keep[2:]]

    assert round(100 * needed_equity(SCORE, lose, keep, win, 0)) == percent
    assert needed_equity(WIN, lose, keep, win, 0) == pytest.approx(0.5)
    assert needed_equity(CHIPS, lose, keep, win, 0) == pytest.approx(0.5)


def test_scores_of_all_seats_are_half_of_them_and_chances_one() -> None:
    stacks = [100, 2500, 40, 700]

    assert sum(worths(SCORE, stacks)) == pytest.approx(2.0)
    assert sum(worths(WIN, stacks)) == pytest.approx(1.0)
    assert worths(CHIPS, stacks) == [100.0, 2500.0, 40.0, 700.0]


def test_of_two_that_go_out_together_the_larger_start_beats_the_smaller() -> None:
    stacks = [0, 900, 0, 0]
    starts = [200, 400, 300, 0]

    assert worth(SCORE, stacks, 0, starts) == pytest.approx(1 / 3)
    assert worth(SCORE, stacks, 2, starts) == pytest.approx(2 / 3)
    assert worth(SCORE, stacks, 1, starts) == pytest.approx(1.0)


def test_equal_starts_that_go_out_together_share() -> None:
    assert worths(SCORE, [0, 900, 0], [300, 300, 300]) == pytest.approx([0.25, 1.0, 0.25])


def test_what_counts_depends_on_the_game() -> None:
    tournament = Tournament(TournamentRules(preset="t"), 3, 1)

    assert utility_of(tournament) == SCORE
    assert utility_of(tournament, wins=True) == WIN
    assert utility_of(Cash(CashRules(preset="c"), 3, 1), wins=True) == CHIPS
    assert utility_of(Hand(HandRules(preset="h"), [100, 100])) == CHIPS
