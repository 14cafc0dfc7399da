"""The measured error rates are the stated ones, over thousands of comparisons."""

import numpy as np
import pytest
from statistics_rig import WORLDS, coin_pairs, near_twins, poker

from pitboss.games.unit import Unit
from pitboss.statistics.calibration import (
    anytime_valid,
    calibrate,
    compared,
    covered,
    fixed_sample,
    flipped,
    margin_for,
    rate,
    within,
)
from pitboss.statistics.comparison import Aim, Verdict, aim_for

RUNS = 1000


@pytest.mark.slow
@pytest.mark.parametrize("name", WORLDS)
def test_equal_bots_are_told_apart_no_more_often_than_alpha(name: str) -> None:
    source, unit = WORLDS[name]

    found = compared(source, aim_for(unit), runs=RUNS, rng=np.random.default_rng(11))

    wrong = rate(name, found.called(Verdict.BETTER, Verdict.WORSE), RUNS)
    assert within(wrong, most=0.05).kept, wrong
    assert found.called(Verdict.UNDECIDED) == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", WORLDS)
def test_a_difference_of_the_margin_is_found_with_the_stated_power(name: str) -> None:
    source, unit = WORLDS[name]
    aim = aim_for(unit)

    found = compared(source, aim, runs=RUNS, rng=np.random.default_rng(12), shift=aim.margin)

    power = rate(name, found.called(Verdict.BETTER), RUNS)
    assert within(power, least=0.95).kept, power
    at_the_stop = rate(name, found.covering(aim.margin), RUNS)
    assert within(at_the_stop, least=0.95).kept, at_the_stop


@pytest.mark.slow
@pytest.mark.parametrize("blocks", [10, 20, 200])
@pytest.mark.parametrize("name", ["coin pairs", "heavy tails", "skewed"])
def test_fixed_sample_intervals_cover_as_often_as_they_say(name: str, blocks: int) -> None:
    source, _ = WORLDS[name]
    runs = 5000
    rng = np.random.default_rng(13)

    hits = covered(source, fixed_sample(0.95), runs=runs, blocks=blocks, rng=rng)

    assert 0.93 <= hits / runs <= 0.97


@pytest.mark.parametrize("name", WORLDS)
def test_fixed_sample_intervals_never_cover_much_too_seldom(name: str) -> None:
    source, _ = WORLDS[name]
    rng = np.random.default_rng(14)

    hits = covered(source, fixed_sample(0.95), runs=2000, blocks=50, rng=rng)

    assert hits / 2000 >= 0.93


@pytest.mark.slow
@pytest.mark.parametrize("name", WORLDS)
def test_confidence_sequences_are_left_by_the_truth_in_at_most_one_run_of_twenty(name: str) -> None:
    source, unit = WORLDS[name]
    bounds = (-1.0, 1.0) if unit == Unit.SCORE else None
    rng = np.random.default_rng(15)

    hits = covered(source, anytime_valid(0.95, bounds), runs=RUNS, blocks=3000, rng=rng)

    assert within(rate(name, hits, RUNS), least=0.95).kept, hits


def test_looking_at_a_fixed_interval_after_every_block_would_be_wrong_far_more_often() -> None:
    drawn = coin_pairs(np.random.default_rng(16), 500, 1000)
    counts = np.arange(1, 1001)
    mean = np.cumsum(drawn, axis=1) / counts
    error = np.sqrt(np.maximum(np.cumsum(drawn**2, axis=1) / counts - mean**2, 1e-9) / counts)

    fooled = (np.abs(mean) > 1.96 * error)[:, 30:].any(axis=1).mean()

    assert fooled > 0.25


def test_a_calibration_reports_what_was_promised_and_what_was_found() -> None:
    match = coin_pairs(np.random.default_rng(17), 1, 400)[0]

    found, again = (
        calibrate(match, unit=Unit.SCORE, aim=aim_for(Unit.SCORE, margin=0.1), runs=200, blocks=200)
        for _ in range(2)
    )

    names = [each.name for each in found.rates]
    assert names == [
        "false positives",
        "power at 0.1",
        "coverage at the stop",
        "fixed-sample coverage",
        "anytime-valid coverage",
    ]
    assert found.kept
    assert all(each.low <= each.rate <= each.high for each in found.rates)
    assert found == again


def test_a_calibration_draws_signs_so_that_the_truth_is_equality() -> None:
    source = flipped(np.array([0.5, 0.5, 1.0]))

    drawn = source(np.random.default_rng(18), 100, 1000)

    assert abs(drawn.mean()) < 0.01
    assert set(np.unique(np.abs(drawn))) == {0.5, 1.0}


def test_a_bot_that_leaves_nothing_to_chance_is_equal_to_itself() -> None:
    found = calibrate(np.zeros(500), unit=Unit.SCORE, aim=aim_for(Unit.SCORE), runs=50, blocks=100)

    assert found.kept
    assert found.deviation == 0
    with pytest.raises(ValueError, match="every block is level"):
        margin_for(np.zeros(500))


def test_a_margin_that_would_take_for_ever_is_widened() -> None:
    match = 50 * poker(np.random.default_rng(23), 1, 300).ravel()

    found = calibrate(
        match, unit=Unit.BIG_BLINDS, aim=aim_for(Unit.BIG_BLINDS), runs=20, blocks=100
    )

    assert found.margin > 5
    assert found.median_blocks < 60_000


def test_a_broken_promise_is_noticed() -> None:
    assert not within(rate("false positives", 100, 1000), most=0.05).kept
    assert within(rate("false positives", 55, 1000), most=0.05).kept
    assert not within(rate("coverage", 900, 1000), least=0.95).kept


def test_wilsons_interval_is_as_tabulated() -> None:
    found = rate("any", 1, 10)

    assert found.low == pytest.approx(0.0179, abs=1e-4)
    assert found.high == pytest.approx(0.4042, abs=1e-4)
    assert rate("none", 0, 10).low == 0
    assert rate("all", 10, 10).high == 1


@pytest.mark.parametrize("scale", [0.01, 1.0])
def test_a_margin_is_found_at_which_a_comparison_takes_so_many_blocks(scale: float) -> None:
    rng = np.random.default_rng(20)
    match = scale * coin_pairs(rng, 1, 400).ravel()
    aim = Aim(margin=margin_for(match, blocks=2000), pretended=scale)

    found = compared(flipped(match), aim, runs=200, rng=rng)

    assert 1400 < np.median(found.blocks) < 2800


def test_bots_that_hardly_differ_are_found_equal_with_few_blocks() -> None:
    rng = np.random.default_rng(19)

    alike = compared(near_twins, aim_for(Unit.SCORE), runs=100, rng=rng)

    assert np.median(alike.blocks) < 2500
