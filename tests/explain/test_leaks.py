"""A planted leak is named first, and who has not got it is not accused of it."""

import pytest
from leaky_bots import Bettor, Caller, WildsFirst, played

from pitboss.bots import Bot, named
from pitboss.explain.explanation import explain
from pitboss.explain.habits import HabitSum
from pitboss.games.holdem.analyst import CALLS_RIVER
from pitboss.games.uno.analyst import WILD_EARLY

pytestmark = pytest.mark.slow


def habits(game: str, rules: str, bot: Bot, other: Bot, games: int, worlds: int) -> list[HabitSum]:
    found = explain(played(game, rules, bot, other, games), bot=bot.name, worlds=worlds)
    assert len(found.decisions) > 2 * games
    return found.habits


@pytest.mark.parametrize("rules", ["jedna", "uno-online"])
def test_a_bot_that_plays_wilds_first_is_told_so(rules: str) -> None:
    first, *_ = habits("uno", rules, WildsFirst(), named("simple"), 40, 40)

    assert first.habit == WILD_EARLY
    assert first.is_sure
    assert first.times == first.chances > 10
    assert 3 < first.each < 25


@pytest.mark.parametrize("rules", ["jedna", "uno-online"])
def test_simple_is_not_accused_of_it(rules: str) -> None:
    found = habits("uno", rules, named("simple"), named("simple"), 15, 40)

    assert WILD_EARLY not in [one.habit for one in found if one.is_sure]


def test_a_bot_that_calls_every_river_bet_is_told_so() -> None:
    bot = Caller(calls_every_river_bet=True)

    first, *_ = habits("holdem", "hand", bot, Bettor(), 150, 40)

    assert first.habit == CALLS_RIVER
    assert first.is_sure
    assert first.times > 10
    assert first.each > 3


def test_who_folds_to_river_bets_is_not_accused_of_calling_them() -> None:
    bot = Caller(calls_every_river_bet=False)

    found = habits("holdem", "hand", bot, Bettor(), 60, 40)

    assert CALLS_RIVER not in [one.habit for one in found if one.is_sure]


def test_simple_among_its_like_is_not_accused_of_it() -> None:
    found = habits("holdem", "hand", named("simple"), named("simple"), 30, 40)

    assert CALLS_RIVER not in [one.habit for one in found if one.is_sure]


def test_calls_of_bets_that_mean_nothing_are_not_called_mistakes() -> None:
    # `random` bets any hand, which is learnt from its other games.
    found = habits("holdem", "hand", named("simple"), named("random", 3), 100, 40)

    assert CALLS_RIVER not in [one.habit for one in found if one.is_sure]
