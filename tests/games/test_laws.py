"""Every registered game, under each of its rules, keeps the laws."""

from collections.abc import Iterator
from typing import Any

import pytest
from house_rules import HOUSE_RULES
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pitboss.games.kind import Kind
from pitboss.games.laws import LAWS, Law
from pitboss.games.registry import kinds
from pitboss.games.rng import SEED_BITS


def tables() -> Iterator[Any]:
    for kind in kinds().values():
        for text in [*kind.presets, *HOUSE_RULES.get(kind.name, [])]:
            seats = kind.seats(kind.rules(text))
            for count in sorted({seats[0], min(seats[0] + 1, seats[-1]), seats[-1]}):
                yield pytest.param(kind, text, count, id=f"{kind.name}-{text}-{count}")


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize(("kind", "text", "seats"), list(tables()))
@settings(
    max_examples=4, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
@given(seed=st.integers(0, 2**SEED_BITS - 1000))
def test_the_law_holds(kind: Kind[Any, Any], text: str, seats: int, law: Law, seed: int) -> None:
    law(kind, kind.rules(text), seats, seed)
