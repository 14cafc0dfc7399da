"""Intervals hold the truth in lopsided fields too, and allow for what was not seen."""

import numpy as np
import pytest
from coverage_rig import coverage
from statistics_rig import made_up, rare_disasters

from pitboss.games.registry import kind_named
from pitboss.games.unit import PayoffLimits, Unit
from pitboss.statistics.blocks import blocks_of
from pitboss.statistics.calibration import compared
from pitboss.statistics.comparison import SequentialTest, Verdict, aim_for
from pitboss.statistics.interval import mean_interval
from pitboss.statistics.ratings import rate
from pitboss.statistics.standings import standings

# One hand loses 1,000 bb/100 at most, and all hands of a game 20,000.
STAKES = PayoffLimits(-20_000, 20_000, -1000, 1000)


@pytest.mark.parametrize("name", ["even", "spread", "lopsided"])
@pytest.mark.parametrize(("players", "blocks", "events"), [(2, 60, 120), (5, 8, 30)])
def test_intervals_hold_the_truth_in_fields_of_any_shape(
    name: str, players: int, blocks: int, events: int
) -> None:
    found = coverage(name, players, 2, blocks, events=events)

    # 95% or more, less twice the binomial error of so few events.
    for kind in found.held:
        assert found.overall(kind) >= 0.95 - 2 * (0.95 * 0.05 / events / players * 2) ** 0.5, kind


def test_who_won_everything_has_a_rating_without_an_upper_limit() -> None:
    results = made_up([(0, 1)] * 20, np.random.default_rng(1), strengths=[50.0, 0.0])

    found = rate(blocks_of(results))
    rows = standings(results).table.rows

    assert found.high[0] == np.inf
    assert found.low[1] == -np.inf
    assert 1500 < found.low[0] < found.rating[0]
    assert rows[0].rating_low == pytest.approx(found.low[0])
    assert rows[0].rating_high is None
    assert rows[1].rating_low is None


def test_two_bots_and_independent_games_have_wilsons_interval() -> None:
    # Without a deck that games share, those of a block are independent.
    results = made_up([(0, 1)] * 400, np.random.default_rng(2), strengths=[3.9, 0.0])
    found = rate(blocks_of(results))
    won = (results.rows["place"] == 1)[results.rows["entrant"] == 0].sum()

    games, quantile = 800, 1.966
    centre = (won + quantile**2 / 2) / (games + quantile**2)
    reach = quantile / (games + quantile**2)
    reach *= (won * (games - won) / games + quantile**2 / 4) ** 0.5
    chances = 1 / (1 + 10 ** (-2 * (np.array([found.low[0], found.high[0]]) - 1500) / 400))

    # The spread is that of the blocks, so it may differ a little.
    assert chances == pytest.approx([centre - reach, centre + reach], abs=0.004)


def test_quiet_blocks_are_no_proof_that_no_stack_is_ever_lost() -> None:
    quiet = np.random.default_rng(3).normal(20, 5, 50)

    known, unknown = mean_interval(quiet, limits=STAKES), mean_interval(quiet)

    # With 50 blocks, a chance of 7% may not have been seen.
    assert known.method == "unseen"
    assert known.low is not None
    assert -60 < known.low < -40
    assert unknown.low is not None
    assert unknown.low > 15


def test_no_interval_goes_beyond_the_stacks() -> None:
    values = np.array([-20_000.0, 19_000.0, 20_000.0])

    found = mean_interval(values, limits=STAKES)

    assert (found.low, found.high) == (-20_000, 20_000)


@pytest.mark.parametrize(
    ("game", "rules", "limits"),
    [
        ("holdem", "hand,stack=2000,big_blind=20,small_blind=10", (-10_000, 10_000, -10_000)),
        ("holdem-cash", "cash,hands=20,stack=2000,big_blind=20,small_blind=10",
         (-10_000, 10_000, -500)),
        ("holdem-tournament", "", (0, 1, 0)),
        ("uno", "", (0, 1, 0)),
    ],
)  # fmt: skip
def test_the_limits_of_payoffs_are_those_of_the_stacks(
    game: str, rules: str, limits: tuple[float, float, float]
) -> None:
    kind = kind_named(game)

    found = kind.payoff_limits(kind.rules(rules), 2)

    assert found is not None
    assert found[:3] == limits


def test_rare_disasters_are_allowed_for_where_stacks_limit_them() -> None:
    rng = np.random.default_rng(4)

    stakes = PayoffLimits(-10_000, 10_000, -500, 500)
    bounded = compared(rare_disasters, aim_for(Unit.BIG_BLINDS, limits=stakes), runs=200, rng=rng)
    boundless = compared(rare_disasters, aim_for(Unit.BIG_BLINDS), runs=200, rng=rng)

    assert bounded.called(Verdict.BETTER, Verdict.WORSE) <= 0.08 * 200
    assert boundless.called(Verdict.BETTER) > 0.5 * 200


def test_a_verdict_names_the_loss_that_would_undo_it() -> None:
    test = SequentialTest(aim_for(Unit.BIG_BLINDS))

    test.add(np.full(500, 5.0))

    caveat = test.look().caveat
    assert test.verdict is Verdict.BETTER
    # In 200 blocks something with a chance of one in 67 may go unseen.
    assert caveat.one_in == 67
    assert caveat.loss == pytest.approx(1000 / 3)
    assert caveat.possible
    assert not caveat.heavy_tails


def test_a_score_can_not_be_undone_by_a_disaster() -> None:
    test = SequentialTest(aim_for(Unit.SCORE))

    test.add(np.random.default_rng(5).choice([-1.0, 0.0, 0.0, 1.0], 5000) + 0.1)

    assert test.verdict is Verdict.BETTER
    assert not test.look().caveat.possible


def test_a_block_that_makes_up_most_of_the_spread_is_noticed() -> None:
    test = SequentialTest(aim_for(Unit.BIG_BLINDS, maximum=300))

    test.add(np.array([-2500.0, *np.random.default_rng(6).normal(0, 50, 299)]))

    caveat = test.look().caveat
    assert caveat.heavy_tails
    assert caveat.largest_share > 0.8
