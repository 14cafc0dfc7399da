"""The sequential comparison: what it decides, when, and that batches make no difference."""

import msgspec
import numpy as np
import pytest
from statistics_rig import Floats, coin_pairs, poker

from pitboss.games.unit import Unit
from pitboss.statistics.comparison import (
    Aim,
    SequentialTest,
    Verdict,
    aim_for,
    compare_fixed,
)
from pitboss.statistics.confidence_sequence import (
    AsymptoticSequence,
    BoundedSequence,
    sequence_for,
)

SCORE = aim_for(Unit.SCORE)


def coins(seed: int, blocks: int) -> Floats:
    return coin_pairs(np.random.default_rng(seed), 1, blocks).ravel()


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("every", [1, 50])
def test_batches_decide_as_single_blocks_do(seed: int, every: int) -> None:
    aim = msgspec.structs.replace(SCORE, margin=0.1, every=every)
    values = coins(seed, 3000) + 0.05
    rng = np.random.default_rng(seed)
    whole, single, batches = SequentialTest(aim), SequentialTest(aim), SequentialTest(aim)

    whole.add(values)
    for value in values:
        single.add(np.array([value]))
    for part in np.split(values, np.sort(rng.integers(0, 3000, 20))):
        batches.add(part)

    assert whole.finished
    assert whole.look() == single.look() == batches.look()
    assert whole.blocks % every == 0


def test_blocks_after_the_decision_are_not_wanted() -> None:
    test = SequentialTest(SCORE)

    used = test.add(np.ones(1000))

    assert used == test.blocks == SCORE.minimum
    assert test.add(np.full(1000, -1.0)) == 0
    assert test.verdict is Verdict.BETTER


@pytest.mark.parametrize(
    ("value", "verdict"), [(0.5, Verdict.BETTER), (-0.5, Verdict.WORSE), (0.0, Verdict.EQUAL)]
)
def test_blocks_that_are_all_alike_are_decided_soon(value: float, verdict: Verdict) -> None:
    test = SequentialTest(SCORE)

    test.add(np.full(1000, value))

    assert test.verdict is verdict
    assert test.blocks < 250


def test_twins_are_not_called_equal_before_a_rare_difference_could_be_seen() -> None:
    # Bots that differ by the margin in 2% of blocks go 148 blocks without one in 5% of matches.
    test = SequentialTest(SCORE)

    test.add(np.zeros(148))

    assert test.verdict is Verdict.UNDECIDED


def test_swapping_the_bots_swaps_the_verdict() -> None:
    values = coins(8, 40_000) + 0.03
    one, other = SequentialTest(SCORE), SequentialTest(SCORE)

    one.add(values)
    other.add(-values)

    assert one.verdict is Verdict.BETTER
    assert other.verdict is Verdict.WORSE
    assert one.look().better == other.look().worse
    assert one.look().percent_better == other.look().percent_worse == 100


@pytest.mark.parametrize("seed", range(20))
def test_the_interval_leaves_out_zero_exactly_when_the_verdict_is_a_difference(seed: int) -> None:
    test = SequentialTest(msgspec.structs.replace(SCORE, margin=0.1))

    test.add(coins(seed, 20_000) + 0.05)

    assert test.finished
    differs = test.verdict in (Verdict.BETTER, Verdict.WORSE)
    assert test.interval().contains(0.0) is not differs


def test_a_maximum_ends_undecided() -> None:
    test = SequentialTest(aim_for(Unit.SCORE, maximum=500))

    assert test.add(coins(1, 2000)) == 500

    assert test.finished
    assert test.verdict is Verdict.UNDECIDED
    # What a larger maximum would have to allow for.
    assert (test.look().needed or 0) > 500


def test_a_comparison_starts_with_nothing_known() -> None:
    found = SequentialTest(SCORE).look()

    assert found.verdict is Verdict.UNDECIDED
    assert found.estimate.estimate is None
    assert found.needed is None
    assert (found.percent_better, found.percent_worse, found.percent_equal) == pytest.approx(
        (0, 0, 0)
    )
    assert msgspec.json.decode(msgspec.json.encode(found))["verdict"] == "undecided"


def test_blocks_still_needed_are_guessed_roughly() -> None:
    ratios = []
    for seed in range(40):
        values = coins(100 + seed, 60_000) + 0.04
        test = SequentialTest(SCORE)
        test.add(values[:1500])
        guess = test.look().needed
        test.add(values[1500:])
        if guess and test.blocks > 1500:
            ratios.append(guess / (test.blocks - 1500))

    assert 1 / 3 < float(np.median(ratios)) < 3


def test_a_fixed_comparison_looks_once() -> None:
    better = compare_fixed(coins(3, 2000) + 0.1, SCORE)
    equal = compare_fixed(coins(3, 200_000), SCORE)
    undecided = compare_fixed(coins(3, 50), SCORE)
    empty = compare_fixed(np.zeros(0), SCORE)

    assert better.verdict is Verdict.BETTER
    assert equal.verdict is Verdict.EQUAL
    assert undecided.verdict is Verdict.UNDECIDED
    assert empty.verdict is Verdict.UNDECIDED
    assert better.finished
    assert better.estimate.method == "t"


def test_bounds_follow_from_the_error_rates() -> None:
    aim = Aim(margin=0.02, alpha=0.01, beta=0.1)

    assert aim.upper == pytest.approx(np.log(200))
    assert aim.lower == pytest.approx(np.log(0.1))


@pytest.mark.parametrize(
    "wrong", [{"margin": 0.0}, {"margin": -1.0}, {"margin": 0.1, "alpha": 0.0}]
)
def test_an_aim_that_asks_nothing_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="0"):
        aim_for(Unit.SCORE, **wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("unit", [Unit.SCORE, Unit.BIG_BLINDS])
def test_a_confidence_sequence_takes_batches_as_single_blocks(unit: Unit) -> None:
    rng = np.random.default_rng(6)
    values = coins(6, 500) if unit == Unit.SCORE else poker(rng, 1, 500)[0]
    whole, single = (sequence_for(unit, paired=True) for _ in range(2))

    whole.add(values)
    for value in values:
        single.add(np.array([value]))

    assert whole == single
    assert whole.interval() == single.interval()
    assert whole.interval().contains(float(values.mean()))


def test_a_confidence_sequence_keeps_to_its_bounds_and_narrows() -> None:
    sequence = BoundedSequence(0.0, 1.0)
    widths = []

    for _ in range(6):
        found = sequence.interval()
        assert found.low is not None
        assert found.high is not None
        assert 0 <= found.low <= found.high <= 1
        widths.append(found.high - found.low)
        sequence.add(np.tile([0.0, 1.0, 0.5, 0.5], 10 * 4 ** len(widths)))

    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 0.05


def test_a_bounded_sequence_refuses_what_is_out_of_bounds() -> None:
    with pytest.raises(ValueError, match="not between"):
        BoundedSequence(0.0, 1.0).add(np.array([1.5]))


def test_an_asymptotic_sequence_says_nothing_of_few_blocks() -> None:
    sequence = AsymptoticSequence()

    sequence.add(poker(np.random.default_rng(1), 1, 199)[0])

    assert sequence.interval().low is None
    assert sequence.interval().estimate is not None
