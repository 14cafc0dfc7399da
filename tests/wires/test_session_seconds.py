"""Seconds in messages are what `round` gives, however they are computed."""

import random

import pytest

from pitboss.wires.session import round_seconds


@pytest.mark.parametrize(
    "seconds", [0.0, 0.0005, 0.0015, 1.0005, 2.5, 4.9995, 29.9999, 30.0, 999999.9995, 1e6, 1e18]
)
def test_seconds_are_rounded_as_python_rounds_them(seconds: float) -> None:
    assert repr(round_seconds(seconds)) == repr(round(seconds, 3))


def test_any_seconds_are_rounded_as_python_rounds_them() -> None:
    rng = random.Random(8)
    for _ in range(20_000):
        seconds = rng.choice((rng.random(), rng.uniform(0, 60), rng.randrange(10**7) / 2000))

        assert repr(round_seconds(seconds)) == repr(round(seconds, 3))
