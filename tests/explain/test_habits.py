"""Costs of decisions summed up into habits: what comes first, what is sure, what is the same."""

import pytest

from pitboss.explain.decisions import Decision, HabitCost
from pitboss.explain.habits import is_mistake, sum_up
from pitboss.explain.words import cost_text, total_text
from pitboss.games.analyst import Habit

HABITS = [Habit(name, f"does {name}") for name in ("often", "seldom", "double", "chance", "gains")]


def decision(cost: float = 0.0, error: float = 1.0, **habits: float) -> Decision:
    return Decision(
        game="g-0-0",
        turn=1,
        action="a",
        text="a",
        situation="",
        worth=50.0,
        error=1.0,
        alternatives=[],
        best="b",
        cost=cost,
        cost_error=error,
        habits=[HabitCost(habit=name, cost=one, error=error) for name, one in habits.items()],
        chances=sorted({*habits, "gains"}),
    )


def test_what_surely_cost_most_comes_first_and_is_told_once() -> None:
    found = sum_up(
        [
            *(decision(often=3.0, double=2.0) for _ in range(20)),
            *(decision(seldom=30.0) for _ in range(4)),
            *(decision(error=50.0, chance=8.0) for _ in range(10)),
            *(decision(gains=-2.0) for _ in range(10)),
        ],
        HABITS,
    )

    by_name = {one.habit: one for one in found}
    assert [one.habit for one in found] == ["often", "double", "seldom", "chance", "gains"]
    assert [one.habit for one in found if one.is_sure] == ["often", "double"]
    # Four times are no habit, and what lies within its errors is no cost.
    assert by_name["seldom"].total == 120
    assert by_name["often"].title == "does often"
    assert (by_name["often"].each, by_name["often"].total) == (3.0, 60.0)
    assert by_name["often"].total_error == pytest.approx(20**0.5)
    assert by_name["gains"].chances == 20 + 4 + 10 + 10
    # It is shown in the same decisions as a costlier one.
    assert (by_name["often"].within, by_name["double"].within) == ("", "often")


def test_decisions_that_differ_make_a_habit_less_sure() -> None:
    alike = sum_up([decision(often=4.0) for _ in range(10)], HABITS)[0]
    mixed = sum_up([decision(often=cost) for cost in (28.0, -20.0) for _ in range(5)], HABITS)[0]

    assert alike.total == mixed.total
    assert alike.is_sure
    assert not mixed.is_sure


def test_the_more_decisions_are_looked_at_the_more_it_takes_to_be_a_mistake() -> None:
    costly = decision(cost=2.5)

    assert is_mistake(costly, 1)
    assert not is_mistake(costly, 100)
    assert not is_mistake(decision(cost=-9.0), 1)


def test_what_rounds_to_nothing_has_no_sign() -> None:
    assert cost_text(4.13, 0.84) == "-4.1 ± 0.8"
    assert cost_text(-4.13, 0.84) == "+4.1 ± 0.8"
    assert cost_text(0.01, 0.84) == "0.0 ± 0.8"
    assert total_text(-1234.4) == "+1,234"
    assert total_text(0.3) == "0"
