"""What a decision is worth: by what the seat could know, without bias, and right if we know it."""

from statistics import fmean, stdev
from typing import Any

import pytest
from leaky_bots import Bettor, Caller, WildsFirst, played

from pitboss.bots import Bot, named
from pitboss.explain.decisions import analyst_of
from pitboss.explain.habits import least_errors
from pitboss.explain.rollouts import Judgement, judge
from pitboss.games.analyst import Analyst
from pitboss.games.game import Game
from pitboss.games.holdem import CALL, FOLD
from pitboss.games.registry import kind_named
from pitboss.games.rng import Rng
from pitboss.games.uno.actions import DRAW
from pitboss.games.uno.notation import read_card


def judged(game: str, rules: str, position: str, seat: int, played: int) -> Judgement:
    kind: Any = kind_named(game)
    knobs = kind.rules(rules)
    analyst = kind.analyst(knobs, seat, [named("simple"), named("simple")])
    found = judge(analyst, kind.set_up(knobs, position), played, worlds=40, seed=7)
    assert found is not None
    return found


def test_to_draw_with_the_last_card_in_hand_is_a_mistake() -> None:
    position = "hands=r5|b2,b3,b4,b6,b7,b8,b9,g1,g2 top=r7"

    found = judged("uno", "jedna", position, 0, DRAW)

    assert found.best == read_card("r5")
    gain = found.against_played[found.best]
    assert gain.mean > 3 * gain.error > 0
    assert found.instead == {"draws": read_card("r5")}
    assert judged("uno", "jedna", position, 0, read_card("r5")).best == read_card("r5")


def test_the_best_hand_calls_and_the_worst_one_folds() -> None:
    bet = "paid=1000,3000 bets=0,2000 acted=1 turn=0 stacks=10000,10000"

    royal = judged("holdem", "hand", f"cards=AhKh,- board=QhJhTh2c3d {bet}", 0, FOLD)
    nothing = judged("holdem", "hand", f"cards=2c3d,- board=QhJhTh9s8h {bet}", 0, CALL)

    # It wins the pot of 4,000 with a call, at least.
    assert royal.against_played[CALL].mean == pytest.approx(40)
    assert royal.instead["folds_strong"] != FOLD
    assert nothing.best == FOLD
    # It splits the board's straight with whoever has nothing, and loses to all others.
    assert 0 < nothing.against_played[FOLD].mean < 20


@pytest.mark.parametrize(
    ("game", "rules", "bot", "other"),
    [
        ("uno", "jedna", WildsFirst(), named("simple")),
        ("uno", "official", WildsFirst(), named("simple")),
        ("holdem", "hand", Caller(calls_every_river_bet=True), Bettor()),
    ],
    ids=["jedna", "official", "holdem"],
)
def test_no_number_depends_on_cards_that_the_seat_can_not_see(
    game: str, rules: str, bot: Bot, other: Bot
) -> None:
    compared = 0
    for played_game in played(game, rules, bot, other, 3):
        seat, record = played_game.seat, played_game.record
        analyst = analyst_of(record, seat, {})
        for number, (actor, action, state) in enumerate(record.steps()):
            if actor == seat and number < 25:
                as_it_was, otherwise = (
                    judge(analyst, one, action, worlds=8, seed=3)
                    for one in (state, state.redeal(seat, 99))
                )
                assert as_it_was == otherwise
                compared += as_it_was is not None
            analyst.watch(state, action)
    assert compared > 5


def test_who_draws_is_taken_to_have_nothing_that_goes() -> None:
    kind: Any = kind_named("uno")
    rules = kind.rules("jedna")
    analyst = kind.analyst(rules, 0, [named("simple"), named("simple")])
    drawing = "hands=g1,g2|b2,b3,y4 top=r7 turn=1"
    analyst.watch(kind.set_up(rules, drawing), DRAW)

    red, blue = (
        analyst.weight(kind.set_up(rules, f"hands=g1,g2|{hand} top=r7 turn=1 phase=1 drawn=y5"))
        for hand in ("r1,r2,b3,y5", "b1,b2,b3,y5")
    )

    assert analyst.is_informed
    assert blue == pytest.approx(1)
    # Unless the only red ones were drawn just now, or it draws what it could play.
    assert red < 0.2


class Noise(Analyst[Any]):
    """A game of pure chance, in which nothing makes a difference."""

    def __init__(self) -> None:
        kind: Any = kind_named("uno")
        super().__init__(kind, kind.rules("jedna"), 0, [])
        self._rng = Rng(5)

    def alternatives(self, game: Game, played: int) -> list[int]:  # noqa: ARG002
        return [*range(10)]

    def worth(self, world: Any, action: int) -> float:  # noqa: ARG002
        return int(self._rng.below(2)) * 100

    def habits_in(self, game: Game, action: int) -> set[str]:  # noqa: ARG002
        return {"even"} if action % 2 == 0 else set()


def test_the_best_of_many_alternatives_is_not_praised_for_its_luck() -> None:
    kind: Any = kind_named("uno")
    game = kind.new(kind.rules("jedna"), 2, 1)
    analyst = Noise()

    costs, alarms, habit_costs = [], 0, []
    for seed in range(200):
        found = judge(analyst, game, 0, worlds=16, seed=seed)
        assert found is not None
        gain = found.against_played.get(found.best)
        costs.append(gain.mean if gain else 0.0)
        alarms += gain is not None and gain.mean > least_errors(200) * gain.error
        habit_costs.append(found.against_played[found.instead["even"]].mean)

    for means in (costs, habit_costs):
        assert abs(fmean(means)) < 3 * stdev(means) / 200**0.5
    assert alarms <= 1
