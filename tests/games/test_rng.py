"""The generator's stream is a promise: these values never change."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitboss.games.rng import SEED_BITS, Rng
from pitboss.games.seeds import commitment, secret_seed, seed_from

GOLDEN = [
    (0, 0, [1363572419, 145230303, 808754475, 4216505632], [11, 30, 47, 25, 50, 12, 11, 19]),
    (1, 0, [441792574, 614447336, 1644328534, 3387734806], [13, 42, 34, 5, 32, 3, 1, 34]),
    (1, 1, [3122708289, 1091101288, 2968050712, 2186031157], [39, 42, 50, 44, 45, 39, 33, 42]),
    (
        79228162514264337593543950335,
        0,
        [4273276651, 3768204794, 412274996, 163292757],
        [0, 50, 16, 21, 4, 11, 49, 49],
    ),
    (
        2350381711079173432074002516,
        7,
        [1093430945, 1019322554, 2006547065, 2443171199],
        [49, 6, 11, 28, 5, 14, 34, 34],
    ),
]
FRIDAY = 2350381711079173432074002516
FRIDAY_COMMITMENT = "043ca3fc894bdb2c7d14a41019def2d2a93f3a026cc153fb2b103b9baf1314f0"


@pytest.mark.parametrize(("seed", "stream", "words", "draws"), GOLDEN)
def test_the_stream_never_changes(
    seed: int, stream: int, words: list[int], draws: list[int]
) -> None:
    rng = Rng(seed, stream)

    assert [rng.next() for _ in range(4)] == words
    assert [rng.below(52) for _ in range(8)] == draws


def test_it_is_sfc32_as_published() -> None:
    # The reference recurrence, written out once more in the plainest way.
    a, b, c, counter = 5, 0, 0, 1
    expected = []
    for _ in range(12 + 100):
        out = (a + b + counter) % 2**32
        counter = (counter + 1) % 2**32
        a = b ^ (b >> 9)
        b = (c + (c << 3)) % 2**32
        c = (((c << 21) | (c >> 11)) % 2**32 + out) % 2**32
        expected.append(out)

    rng = Rng(5)

    assert [rng.next() for _ in range(100)] == expected[12:]


def test_a_label_always_gives_the_same_seed() -> None:
    assert seed_from("friday/block-1") == FRIDAY
    assert commitment(FRIDAY) == FRIDAY_COMMITMENT


def test_secret_seeds_differ_and_fit() -> None:
    seeds = {secret_seed() for _ in range(100)}

    assert len(seeds) == 100
    assert all(0 <= seed < 2**SEED_BITS for seed in seeds)


@pytest.mark.parametrize("seed", [-1, 24 * 2**SEED_BITS])
def test_a_seed_that_does_not_fit_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="seed must be from 0"):
        Rng(seed)


@given(seed=st.integers(0, 2**SEED_BITS - 1), n=st.integers(1, 2**31))
def test_bounded_draws_stay_in_bounds(seed: int, n: int) -> None:
    rng = Rng(seed)

    assert all(0 <= rng.below(n) < n for _ in range(50))


def test_bounded_draws_are_even() -> None:
    # Three quarters of 2**32 would be twice as likely in the lower third without rejection.
    rng = Rng(3)
    bound = 3 * 2**29

    thirds = Counter(rng.below(bound) // 2**29 for _ in range(30_000))

    assert all(abs(count - 10_000) < 500 for count in thirds.values())


def test_a_copy_goes_on_from_the_same_point_alone() -> None:
    rng = Rng(9)
    rng.next()

    twin = rng.copy()

    assert twin.state() == rng.state()
    assert [twin.next() for _ in range(5)] == [rng.next() for _ in range(5)]
    twin.next()
    assert twin.state() != rng.state()


def test_streams_of_one_seed_are_unrelated() -> None:
    starts = {tuple(Rng(1, stream).next() for _ in range(1)) for stream in range(1000)}

    assert len(starts) == 1000
