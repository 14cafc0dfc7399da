"""What `master` reads from how the others decide: the hands with which its policy does the same."""

import dataclasses
from collections import Counter
from collections.abc import Callable

import pytest

from pitboss.bots.random_bot import RandomBot
from pitboss.bots.uno.belief import Belief
from pitboss.bots.uno.conduct import Conduct, Decision, Past
from pitboss.bots.uno.history import DECIDED, what_happened
from pitboss.bots.uno.policy import Policy
from pitboss.bots.uno.weights import policy_for
from pitboss.bots.uno.worlds import Worlds
from pitboss.games.arrays import i64, vec
from pitboss.games.rng import Rng
from pitboss.games.uno import UNO
from pitboss.games.uno.actions import PLAYS
from pitboss.games.uno.cards import DECK
from pitboss.games.uno.game import UnoGame, deal_game
from pitboss.games.uno.hands import STRIDE, cards_in
from pitboss.games.uno.notation import read_action, read_card
from pitboss.games.uno.rules import JEDNA, PRESETS, UNO_ONLINE
from pitboss.games.uno.table import OVER

RULES = dataclasses.replace(UNO_ONLINE, max_players=6)


def cards(text: str) -> "vec[i64]":
    """Cards in slots, as the engine has them."""
    return UNO.set_up(RULES, f"hands=r1|r2|r3 top=r7 pile={text}").pile.cards


def conduct_of(past: Past, first: int = 0) -> Conduct:
    return past.conduct(1, first, policy_for(RULES.flags, 3), Rng(1))


def decision(action: str) -> Decision:
    """What seat 1 did after a red seven, whatever it held."""
    game = UNO.set_up(RULES, "hands=r1,r2,b5|y1,y2,y3|g1,g2,g3 top=r7 turn=1")
    return Decision(game, read_action(action))


def test_a_hand_explains_a_decision_if_the_policy_decides_the_same() -> None:
    past = Past(3)
    past.decided(decision("r5"))
    past.played(read_card("r5"), just_drawn=False)
    conduct = conduct_of(past)

    # Nothing else plays, or only what is better kept.
    assert conduct.count(cards("g1,g2")) == 1
    assert conduct.count(cards("wd4,g2")) == 1
    # It would rather have skipped, or gone to the colour that it holds more of.
    assert conduct.count(cards("rs,g1")) == 0
    assert conduct.count(cards("g7,g+2")) == 0


def test_cards_that_came_later_explain_nothing() -> None:
    past = Past(1)
    past.decided(decision("r5"))
    past.played(read_card("r5"), just_drawn=False)
    past.got(2)
    conduct = conduct_of(past, first=1)

    # Whatever it holds now, then it had r5 alone.
    assert conduct.count(cards("g7,g7,g+2")) == 1


def test_a_card_that_was_drawn_and_played_at_once_was_never_held() -> None:
    past = Past(3)
    past.got(1)
    past.played(read_card("w"), just_drawn=True)
    past.decided(decision("r5"))
    past.played(read_card("r5"), just_drawn=False)

    assert past.count == 2
    assert conduct_of(past).count(cards("g1,g2")) == 1


def test_whoever_decides_otherwise_is_believed_little() -> None:
    past = Past(7)
    for _ in range(6):
        past.decided(decision("r5"))
    chances = conduct_of(past).chances

    assert chances == sorted(chances)
    # All six explained tell much, one or two hardly anything.
    assert chances[6] / chances[5] > 5
    assert chances[2] / chances[1] < 1.5


def test_hands_that_are_enumerated_explain_as_much_as_those_that_are_sampled() -> None:
    then = UNO.set_up(JEDNA, "hands=r1,r2,b5|r5,g1 top=r7 turn=1")
    now = UNO.set_up(JEDNA, "hands=r1,r2,b5|g1 top=r5 pile=rs,r+2,g2,g5,y5,w")
    past = Past(2)
    for _ in range(4):
        past.decided(Decision(then, read_action("r5")))
    past.played(read_card("r5"), just_drawn=False)
    conduct = past.conduct(1, 0, policy_for(JEDNA.flags, 2), Rng(1))
    worlds = Worlds(now, 0, [], [conduct], Rng(5))

    assert worlds.enumerate_hands()
    exact = {hand[0]: weight for hand, weight in zip(worlds.hands, worlds.weights, strict=True)}
    sampled = Counter(cards_in(worlds.sample().hands, STRIDE)[0] for _ in range(6000))

    # Some cards it would rather have played.
    assert max(exact.values()) > 10 * min(exact.values())
    for card, weight in exact.items():
        assert sampled[card] / 6000 == pytest.approx(weight, abs=0.03)


def test_either_card_of_a_hand_may_have_come_first() -> None:
    past = Past(1)
    past.decided(decision("draw"))
    past.got(1)
    conduct = conduct_of(past)

    # With the card that plays it would not have drawn; it may have drawn it.
    either, never = conduct.chance([read_card("r1"), read_card("g1")]), conduct.chances[0]
    assert conduct.chance([read_card("g1"), read_card("r1")]) == either
    assert either == (conduct.chances[1] + never) / 2


@pytest.mark.parametrize(
    ("preset", "players"), [("uno-online", 4), ("jedna-reference", 3), ("jedna-reference", 2)]
)
def test_decisions_are_read_as_they_were_made(preset: str, players: int) -> None:
    rules = dataclasses.replace(PRESETS[preset], target=0, max_players=6).flags
    policy = policy_for(rules, players)
    right = total = 0
    for seed in range(10):
        game = deal_game(rules, players, seed)
        before: UnoGame | None = None
        own = 0
        made: list[tuple[int, int, int]] = []
        while game.phase != OVER:
            seat = game.actor()
            action = policy.decide(game, seat)
            if seat != 0:
                if action < 2 * PLAYS:
                    made.append((seat, game.top, action))
            else:
                history = None if before is None else what_happened(before, own, game, 0)
                for who, kind, number in [] if history is None else history.shown:
                    if history is not None and kind == DECIDED:
                        read = history.decisions[number]
                        total += 1
                        right += (who, read.game.top, read.action) in made
                before, own, made = game.copy(), action, []
            game.apply(action)

    assert total > 100
    assert right / total > 0.97


def overlap(decide: Callable[[UnoGame, int], int], policy: Policy, with_conduct: bool) -> float:
    """The share of the others' cards that the worlds of seat 0 have right, in some games."""
    found = looked = 0.0
    for deck in range(12):
        game = deal_game(RULES.flags, 4, deck)
        belief, rng = Belief(0, 4), Rng(deck)
        while game.phase != OVER and game.moves < 60:
            seat = game.actor()
            action = policy.decide(game, seat) if seat == 0 else decide(game, seat)
            if seat == 0:
                belief.look(game)
                conducts = belief.conducts(game, policy, rng) if with_conduct else []
                worlds = Worlds(game, 0, belief.evidence, conducts, rng)
                for _ in range(10):
                    world = worlds.sample()
                    for other in range(1, 4):
                        real, dealt = (
                            Counter(cards_in(each.hands, other * STRIDE)) for each in (game, world)
                        )
                        found += (real & dealt).total()
                        looked += real.total()
                belief.decided(game, action)
            game.apply(action)
    return found / looked


def test_hands_of_those_who_play_alike_are_guessed_better() -> None:
    policy = policy_for(RULES.flags, 4)

    without, with_conduct = (overlap(policy.decide, policy, each) for each in (False, True))

    assert with_conduct > 1.05 * without


def test_hands_of_those_who_play_at_random_are_guessed_no_worse() -> None:
    policy = policy_for(RULES.flags, 4)

    without, with_conduct = (overlap(RandomBot(3).decide, policy, each) for each in (False, True))

    assert with_conduct > 0.95 * without


def test_worlds_with_conduct_conserve_the_cards() -> None:
    policy = policy_for(RULES.flags, 4)
    game = deal_game(RULES.flags, 4, 5)
    belief, rng = Belief(0, 4), Rng(1)
    for _ in range(20):
        seat = game.actor()
        action = policy.decide(game, seat)
        if seat == 0:
            belief.look(game)
            belief.decided(game, action)
        game.apply(action)
    while game.actor() != 0:
        game.apply(policy.decide(game, game.actor()))
    belief.look(game)
    conducts = belief.conducts(game, policy, rng)
    assert conducts

    worlds = Worlds(game, 0, belief.evidence, conducts, rng)
    for _ in range(20):
        world = worlds.sample()
        pile = world.pile
        hands = [card for seat in range(4) for card in cards_in(world.hands, seat * STRIDE)]
        rest = pile.fixed_top() + pile.loose_cards() + pile.fixed_bottom() + pile.discards()
        assert sorted([*hands, *rest, world.top]) == sorted(DECK)
