"""What `master` reads from the others' moves, and the worlds that it deals accordingly."""

import dataclasses
from collections import Counter

import pytest

from pitboss.bots.simple_bot import SimpleBot
from pitboss.bots.uno.belief import Belief, Evidence
from pitboss.bots.uno.history import LACKED, PLAYED, PLAYED_DRAWN, what_happened
from pitboss.bots.uno.weights import policy_for
from pitboss.bots.uno.worlds import Worlds
from pitboss.games.rng import Rng
from pitboss.games.uno import JEDNA, OFFICIAL, UNO
from pitboss.games.uno.actions import PLAYS, played_card
from pitboss.games.uno.cards import BIT, CARD_KINDS, COLOUR_BITS, DECK, MATCHES
from pitboss.games.uno.game import UnoGame, deal_game
from pitboss.games.uno.hands import SIZE, STRIDE, cards_in
from pitboss.games.uno.notation import read_action
from pitboss.games.uno.rules import PRESETS, UnoRules
from pitboss.games.uno.table import OVER


def position(rules: UnoRules, text: str) -> UnoGame:
    return UNO.set_up(rules, text)


def played_on(game: UnoGame, *actions: str) -> UnoGame:
    """A copy in which these actions were played."""
    twin = game.copy()
    for action in actions:
        twin.apply(read_action(action))
    return twin


def all_cards(game: UnoGame) -> list[int]:
    pile = game.pile
    hands = [card for seat in range(game.players) for card in cards_in(game.hands, seat * STRIDE)]
    cards = pile.fixed_top() + pile.loose_cards() + pile.fixed_bottom() + pile.discards()
    return sorted([*hands, *cards, game.top])


def test_who_drew_had_nothing_that_plays() -> None:
    game = position(JEDNA, "hands=r1,r2,b5|g1,g2,y3 top=r7 next=b9")

    now = played_on(game, "r1", "draw", "pass")
    history = what_happened(game, read_action("r1"), now, 0)

    assert history is not None
    assert [(seat, cards) for seat, kind, cards in history.shown if kind == LACKED] == [
        (1, MATCHES[0 * CARD_KINDS + 1])
    ]


def test_who_took_a_stack_had_no_answer() -> None:
    game = position(JEDNA, "hands=r+2,r2,b5|g1,g2,y3 top=r7")

    now = played_on(game, "r+2", "pass")
    history = what_happened(game, read_action("r+2"), now, 0)

    assert history is not None
    lacked = [cards for seat, kind, cards in history.shown if (seat, kind) == (1, LACKED)]
    assert lacked == [sum(BIT[13 * colour + 12] for colour in range(4))]


def test_who_names_a_colour_has_some_of_it() -> None:
    game = position(JEDNA, "hands=r1,r2,b5|w,g1,g2,y3 top=r7")
    belief = Belief(0, 2)
    belief.decided(game, read_action("r1"))

    belief.look(played_on(game, "r1", "wg"))
    avoided, named = belief.evidence

    assert avoided.mask == MATCHES[0 * CARD_KINDS + 1] & (BIT[52] - 1)
    assert avoided.chance(0, 3) == 1
    assert avoided.chance(1, 3) == pytest.approx(0.15)
    assert named.mask == COLOUR_BITS[1]
    assert named.chance(0, 3) < named.chance(1, 3) < named.chance(2, 3)


@pytest.mark.parametrize(
    ("preset", "players", "least"),
    [
        ("jedna-reference", 2, 1.0),
        ("jedna", 2, 0.99),
        ("official", 2, 0.97),
        ("jedna-reference", 4, 0.9),
        ("official", 4, 0.95),
    ],
)
def test_what_the_others_did_is_read_as_it_was(preset: str, players: int, least: float) -> None:
    rules = dataclasses.replace(PRESETS[preset], target=0).flags
    policy, simple = policy_for(rules, players), SimpleBot(0)
    right = total = 0
    for seed in range(20):
        game = deal_game(rules, players, seed)
        before: UnoGame | None = None
        action = 0
        log: list[tuple[int, int]] = []
        while game.phase != OVER:
            seat = game.actor()
            move = policy.decide(game, seat) if (seat + seed) % 2 else simple.decide(game, seat)
            if seat != 0:
                copies = 0 if move >= 2 * PLAYS else 1 if move < PLAYS else 2
                log += [(seat, played_card(move))] * copies
            else:
                if before is not None:
                    history = what_happened(before, action, game, 0)
                    total += 1
                    right += history is not None and log == [
                        (who, card)
                        for who, kind, card in history.shown
                        if kind in (PLAYED, PLAYED_DRAWN)
                    ]
                before, action, log = game.copy(), move, []
            game.apply(move)

    assert total > 100
    assert right / total >= least


@pytest.mark.parametrize(("preset", "players"), [("jedna-reference", 2), ("official", 4)])
def test_worlds_conserve_the_cards_and_what_the_seat_knows(preset: str, players: int) -> None:
    rules = dataclasses.replace(PRESETS[preset], target=0).flags
    game = deal_game(rules, players, 3)
    evidence = [Evidence(1, COLOUR_BITS[0], 0.03), Evidence(1, COLOUR_BITS[2], 0.3)]
    worlds = Worlds(game, 0, evidence, [], Rng(5))

    for _ in range(20):
        world = worlds.sample()
        assert all_cards(world) == sorted(DECK)
        assert cards_in(world.hands, 0) == cards_in(game.hands, 0)
        for seat in range(players):
            assert world.hands[seat * STRIDE + SIZE] == game.hands[seat * STRIDE + SIZE]
        assert world.legal().actions == game.legal().actions


def test_cards_that_a_seat_seems_to_lack_are_seldom_dealt_to_it() -> None:
    game = deal_game(dataclasses.replace(JEDNA, target=0).flags, 2, 3)

    def reds(evidence: list[Evidence]) -> float:
        worlds = Worlds(game, 0, evidence, [], Rng(5))
        hands = [cards_in(worlds.sample().hands, STRIDE) for _ in range(200)]
        return sum(card < 13 for hand in hands for card in hand) / 200

    surely = Evidence(1, COLOUR_BITS[0], 0.03)
    fresh = Evidence(1, COLOUR_BITS[0], 0.03)
    fresh.fresh = 6.0

    assert reds([]) > 1.2
    assert reds([surely]) < 0.25
    # Six of its seven cards have come since.
    assert reds([surely]) < reds([fresh]) < reds([])


def test_hands_that_are_enumerated_are_as_likely_as_those_that_are_sampled() -> None:
    game = position(JEDNA, "hands=r1,r2,b5|g1 top=r7 pile=g2,g2,g3,y5,b9,w,r8,r8")
    worlds = Worlds(game, 0, [Evidence(1, COLOUR_BITS[1], 0.1)], [], Rng(5))

    assert worlds.enumerate_hands()
    exact = {hand[0]: weight for hand, weight in zip(worlds.hands, worlds.weights, strict=True)}
    sampled = Counter(cards_in(worlds.sample().hands, STRIDE)[0] for _ in range(6000))

    assert sum(exact.values()) == pytest.approx(1)
    assert set(sampled) == set(exact)
    for card, weight in exact.items():
        assert sampled[card] / 6000 == pytest.approx(weight, abs=0.03)


def test_more_than_a_few_hands_are_not_enumerated() -> None:
    game = deal_game(OFFICIAL.flags, 2, 3)
    two = position(JEDNA, "hands=r1,r2,b5|g1,g2 top=r7")

    assert not Worlds(game, 0, [], [], Rng(5)).enumerate_hands()
    assert not Worlds(two, 0, [], [], Rng(5)).enumerate_hands()


def test_large_hands_are_enumerated_when_few_cards_are_hidden() -> None:
    game = position(JEDNA, "hands=r1,r2,b5|g1,g2,g2,y3 top=r7 pile=b8")
    worlds = Worlds(game, 0, [], [], Rng(5))

    assert worlds.enumerate_hands()
    # All but one of g1, g2, y3 or b8; there are two of g2.
    found = {tuple(hand): weight for hand, weight in zip(worlds.hands, worlds.weights, strict=True)}
    assert len(found) == 4
    assert sorted(found.values()) == pytest.approx([0.2, 0.2, 0.2, 0.4])


def test_belief_forgets_with_the_round_and_ages_with_new_cards() -> None:
    game = position(JEDNA, "hands=r1,r2,b5,b6|g1,g2,y3 top=r7 next=b9,y9,g9,g8")
    belief = Belief(0, 2)
    belief.look(game)
    belief.decided(game, read_action("r1"))

    later = played_on(game, "r1", "draw", "pass")
    belief.look(later)
    assert [known.fresh for known in belief.evidence] == [0.0]
    belief.decided(later, read_action("r2"))
    latest = played_on(later, "r2", "draw", "pass")
    belief.look(latest)
    assert [known.fresh for known in belief.evidence] == [1.0, 0.0]

    belief.look(position(JEDNA, "hands=r1,r2,b5|g1,g2,y3 top=r7 round=1"))
    assert not belief.evidence
