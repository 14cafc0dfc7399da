"""The betting of one hand: who acts, what is legal, and what it costs."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.games.game import IllegalAction
from pitboss.games.holdem import (
    CALL,
    FLOP,
    FOLD,
    HAND,
    PREFLOP,
    RIVER,
    Hand,
    HandRules,
    notes,
)
from pitboss.games.rng import Rng

RULES = HandRules(preset="hand")


def hand(*stacks: int, button: int = 0, seed: int = 1, rules: HandRules = RULES) -> Hand:
    return Hand(rules, stacks, button, seed)


def play(game: Hand, *actions: int) -> Hand:
    for action in actions:
        game.apply(action)
    return game


def refused(game: Hand, action: int) -> IllegalAction:
    before = game.state()
    with pytest.raises(IllegalAction) as caught:
        game.apply(action)
    assert game.state() == before
    return caught.value


def test_heads_up_the_button_is_small_blind_and_acts_first_before_the_flop_only() -> None:
    game = hand(1000, 1000, button=1)

    assert game.bets() == (100, 50)
    assert game.actor() == 1
    play(game, CALL, CALL)
    assert (game.street, game.actor()) == (FLOP, 0)


def test_with_three_the_button_acts_first_before_the_flop_and_last_after_it() -> None:
    game = hand(1000, 1000, 1000, button=0)

    order = []
    while game.street < RIVER:
        order.append((int(game.street), game.actor()))
        game.apply(CALL)

    assert order[:6] == [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (1, 0)]


def test_a_seat_without_chips_is_not_dealt_in_and_has_no_turn() -> None:
    game = hand(1000, 0, 1000, 1000, button=0)

    assert game.hole(1) == ()
    assert (game.small_seat, game.big_seat, game.actor()) == (2, 3, 0)
    assert 1 not in game.seats_in(game.live)


def test_two_seats_with_chips_play_heads_up_at_a_larger_table() -> None:
    game = hand(0, 1000, 0, 1000, button=3)

    assert (game.small_seat, game.big_seat, game.actor()) == (3, 1, 3)


def test_the_big_blind_may_raise_when_everyone_calls() -> None:
    game = play(hand(1000, 1000, 1000), CALL, CALL)

    assert game.actor() == 2
    assert game.to_call() == 0
    assert (game.min_raise(), game.max_raise()) == (200, 1000)


def test_to_fold_is_legal_when_checking_is_free() -> None:
    game = play(hand(1000, 1000), CALL)

    assert game.to_call() == 0
    assert FOLD in game.legal()
    play(game, FOLD)
    assert game.actor() == -1
    assert game.nets() == (100, -100)


def test_silence_checks_when_that_is_free_and_folds_otherwise() -> None:
    game = hand(1000, 1000)

    assert game.fallback() == FOLD
    play(game, CALL)
    assert game.fallback() == CALL


# Blinds 50/100, seat 0 on the button; actions from seat 3 (or 0 of three) on.
RAISES = [
    # stacks, actions, then the lowest and the highest total that the actor may raise to
    ([9000] * 3, [], (200, 9000)),
    ([9000] * 3, [300], (500, 9000)),
    ([9000] * 3, [300, 900], (1500, 9000)),
    ([9000] * 3, [CALL, CALL, CALL], (100, 8900)),
    ([9000] * 3, [CALL, CALL, CALL, 100], (200, 8900)),
    ([9000] * 3, [CALL, CALL, CALL, 100, 500], (900, 8900)),
    # An all-in below the minimum is legal: there is only that one total.
    ([150, 9000, 9000], [], (150, 150)),
    ([9000, 450, 9000], [300], (450, 450)),
    # A short all-in raises the price, but not the size of the next raise.
    ([150, 9000, 9000], [150], (250, 9000)),
    ([9000, 9000, 350], [300, CALL, 350], (0, 0)),
    # All in for exactly the price is a call, so no raise is offered.
    ([100, 9000, 9000], [], (0, 0)),
    ([9000, 300, 9000], [300], (0, 0)),
]


@pytest.mark.parametrize(("stacks", "actions", "expected"), RAISES)
def test_raises_are_between_the_last_full_raise_and_all_in(
    stacks: list[int], actions: list[int], expected: tuple[int, int]
) -> None:
    game = play(hand(*stacks), *actions)

    assert (game.min_raise(), game.max_raise()) == expected


# After the flop, with these chips behind; A (seat 1) acts first.
REOPENING = [
    # chips behind after the flop, actions of A, B, C ..., who acts then, may it raise?
    ("a full raise reopens", [900, 900, 900], [100, 200, CALL], 1, True),
    ("a short all-in does not", [900, 150, 900], [100, 150, CALL], 1, False),
    ("nor when called by others", [900, 150, 900, 900], [100, 150, CALL, CALL], 1, False),
    ("two that make a full one do", [900, 150, 200, 900], [100, 150, 200, CALL], 1, True),
    ("two that make less do not", [900, 150, 190, 900], [100, 150, 190, CALL], 1, False),
    ("each counts from its own bet", [900, 125, 900, 200], [100, 125, CALL, 200, CALL], 3, False),
    ("and who has not acted may always raise", [900, 150, 900], [100, 150], 3, True),
    ("a check is an act", [900, 60, 900], [CALL, 60, CALL], 1, False),
]


@pytest.mark.parametrize(
    ("behind", "actions", "actor", "may_raise"),
    [case[1:] for case in REOPENING],
    ids=[case[0] for case in REOPENING],
)
def test_short_all_ins_reopen_the_betting_only_as_tda_rule_47_says(
    behind: list[int], actions: list[int], actor: int, may_raise: bool
) -> None:
    # The button is seat 0 and acts last; it folds, to leave the others in order from seat 1.
    game = hand(10_000, *[chips + 100 for chips in behind])
    while game.street == PREFLOP:
        game.apply(FOLD if game.actor() == 0 else CALL)

    play(game, *actions)

    assert game.actor() == actor
    assert (game.max_raise() > 0) == may_raise
    if not may_raise:
        assert refused(game, 800).reason == "raise_not_open"


def test_the_example_of_tda_rule_47_reopens_for_the_first_bettor_only() -> None:
    # A bets 100, B is all in for 125, C calls, D is all in for 200, E calls: A faces 100 more.
    game = hand(10_000, 5000, 225, 5000, 300, 5000)
    while game.street == PREFLOP:
        game.apply(FOLD if game.actor() == 0 else CALL)

    play(game, 100, 125, CALL, 200, CALL)

    assert game.actor() == 1
    assert (game.min_raise(), game.max_raise()) == (300, 4900)
    play(game, CALL)
    assert game.actor() == 3
    assert game.max_raise() == 0


def test_a_raise_is_not_offered_when_no_opponent_has_chips() -> None:
    game = play(hand(1000, 400), CALL, 400)

    assert game.actor() == 0
    assert game.max_raise() == 0
    assert refused(game, 1000).reason == "nobody_to_raise"


# A short big blind posts less; the price stays 100.
def test_a_short_big_blind_does_not_lower_the_price() -> None:
    game = hand(1000, 1000, 30)

    assert game.bets() == (0, 50, 30)
    assert game.actor() == 0
    assert game.to_call() == 100
    assert (game.min_raise(), game.max_raise()) == (200, 1000)


def test_a_lone_player_who_covers_every_live_bet_is_not_asked() -> None:
    game = hand(1000, 1000, 30)

    play(game, FOLD)

    assert game.actor() == -1
    assert game.street == RIVER
    # The small blind's 50 met 30: 20 went back.
    assert sum(pot.amount for pot in game.pots()) == 60


def test_a_lone_player_who_owes_something_is_asked() -> None:
    game = hand(1000, 20, 60)
    trace: list[tuple[int, ...]] = []
    game.trace = trace

    # Nobody else can bet, so more than the big blind's 60 can't be won.
    assert (game.actor(), game.to_call()) == (0, 60)
    play(game, CALL)
    assert game.actor() == -1
    assert [pot.amount for pot in game.pots()] == [60, 80]
    assert notes.RETURNED not in [note[0] for note in trace]


def test_heads_up_against_a_short_all_in_blind_the_call_is_what_can_be_won() -> None:
    game = hand(5000, 872, rules=replace(RULES, small_blind=800, big_blind=1600))

    assert (game.actor(), game.bets(), game.to_call()) == (0, (800, 872), 72)
    assert game.max_raise() == 0
    play(game, CALL)
    assert [pot.amount for pot in game.pots()] == [1744]


def test_against_a_short_all_in_blind_the_call_falls_once_nobody_else_is_left_to_win_from() -> None:
    game = hand(1000, 1000, 70)

    assert (game.actor(), game.to_call()) == (0, 100)
    play(game, FOLD)
    assert (game.actor(), game.to_call()) == (1, 20)


SHORT_BLINDS = [
    # stacks, bets after posting, actor
    ((1000, 10), (50, 10), -1),
    ((30, 1000), (30, 100), -1),
    ((30, 40), (30, 40), -1),
    ((100, 1000), (50, 100), 0),
    ((1000, 100), (50, 100), 0),
]


@pytest.mark.parametrize(("stacks", "bets", "actor"), SHORT_BLINDS)
def test_heads_up_short_blinds(stacks: tuple[int, int], bets: tuple[int, int], actor: int) -> None:
    notes = hand(*stacks).opening_notes()
    posted = tuple(note[2] for note in notes if note[0] == 1)
    game = hand(*stacks)

    assert posted == bets
    assert game.actor() == actor
    assert sum(game.stacks()) + (sum(game.paid()) if actor >= 0 else 0) == sum(stacks)


def test_antes_are_collected_before_the_blinds() -> None:
    game = hand(1000, 1000, 8, rules=replace(RULES, ante=10))

    # The big blind had less than the ante: it plays for 8 from each.
    assert [(pot.amount, pot.seats) for pot in game.pots()] == [(24, (0, 1, 2)), (4, (0, 1))]
    assert game.bets() == (0, 50, 0)
    assert game.to_call() == 100


def test_the_table_ante_is_dead_money_in_the_main_pot() -> None:
    game = hand(1000, 1000, 1000, rules=replace(RULES, big_blind_ante=100))

    assert [(pot.amount, pot.seats) for pot in game.pots()] == [(100, (0, 1, 2))]
    assert game.paid() == (0, 50, 200)
    play(game, FOLD, FOLD)
    assert game.nets() == (0, -50, 50)


def test_the_minimum_bet_can_be_larger_than_the_big_blind() -> None:
    game = play(hand(1000, 1000, rules=replace(RULES, min_bet=150)), CALL, CALL)

    assert game.min_raise() == 150


ILLEGAL = [
    ((1000, 1000), [], 150, "raise_too_small", {"amount": 150, "minimum": 200}),
    ((1000, 1000), [], 1001, "raise_too_big", {"amount": 1001, "maximum": 1000}),
    ((1000, 1000), [], 2**100, "raise_too_big", {"amount": 2**100, "maximum": 1000}),
    ((1000, 1000), [], -2, "unknown_action", {"action": -2}),
    ((1000, 1000), [], -(2**100), "unknown_action", {"action": -(2**100)}),
    ((1000, 500), [1000], 600, "stack_too_small", {"amount": 600, "stack": 400, "owed": 900}),
    ((1000, 1000), [FOLD], CALL, "game_over", {"action": CALL}),
]


@pytest.mark.parametrize(("stacks", "actions", "action", "reason", "facts"), ILLEGAL)
def test_a_refusal_has_a_reason_and_facts(
    stacks: tuple[int, ...], actions: list[int], action: int, reason: str, facts: dict[str, int]
) -> None:
    refusal = refused(play(hand(*stacks), *actions), action)

    assert refusal.reason == reason
    assert refusal.facts == facts


def test_a_withdrawn_seat_is_folded_at_once_on_its_turn() -> None:
    game = hand(1000, 1000, 1000)

    game.withdraw(0)

    assert game.actor() == 1
    assert game.seats_in(game.live) == (1, 2)


def test_a_withdrawn_seat_is_folded_when_its_turn_comes() -> None:
    game = hand(1000, 1000, 1000)

    game.withdraw(2)
    assert game.actor() == 0
    play(game, CALL, CALL)

    assert game.street == FLOP
    assert game.seats_in(game.live) == (0, 1)


def test_a_withdrawn_seat_that_is_all_in_stays_in() -> None:
    game = play(hand(1000, 1000, 1000), 1000)

    game.withdraw(0)
    play(game, FOLD, FOLD)

    assert game.nets() == (150, -50, -100)


STACKS = st.lists(st.one_of(st.integers(1, 150), st.integers(1, 5000)), min_size=2, max_size=9)


@settings(max_examples=300)
@given(
    stacks=STACKS,
    seed=st.integers(0, 2**96 - 1),
    ante=st.sampled_from([0, 0, 10, 75]),
    table_ante=st.sampled_from([0, 0, 100]),
    data=st.data(),
)
def test_chips_are_conserved_and_only_legal_actions_change_anything(
    stacks: list[int], seed: int, ante: int, table_ante: int, data: st.DataObject
) -> None:
    rules = replace(RULES, ante=ante, big_blind_ante=table_ante)
    button = data.draw(st.integers(0, len(stacks) - 1))
    game = Hand(rules, stacks, button, seed)
    rng = Rng(seed)

    while game.actor() >= 0:
        assert sum(game.stacks()) + game.pot() == sum(stacks)
        assert sum(pot.amount for pot in game.pots()) + sum(game.bets()) == game.pot()
        legal = game.legal()
        wild = data.draw(st.one_of(st.integers(-3, max(stacks) + 2), st.integers()))
        if wild not in legal:
            refused(game, wild)
        assert game.fallback() in legal
        action = wild if wild in legal else game.sample(rng)
        assert action in legal
        game.apply(action)

    assert sum(game.stacks()) == sum(stacks)
    assert min(game.stacks()) >= 0
    assert sum(game.winnings()) == sum(pot.amount for pot in game.pots())
    assert sum(game.nets()) == 0
    assert refused(game, CALL).reason == "game_over"
    assert len(game.legal()) == 0


@given(seed=st.integers(0, 2**32), seats=st.integers(2, 9))
def test_sample_draws_as_the_legal_set_does(seed: int, seats: int) -> None:
    game = HAND.new(RULES, seats, seed)
    rng = Rng(seed)

    while game.actor() >= 0:
        action = game.legal().sample(rng.copy())
        assert game.sample(rng) == action
        game.apply(action)


def test_reset_deals_the_next_hand_to_the_same_stacks() -> None:
    rng = Rng(5)
    game = play(hand(1000, 700, 900), FOLD, FOLD)

    game.reset(rng)

    assert game.starting_stacks() == (1000, 700, 900)
    assert (game.button, game.number, game.street) == (1, 2, PREFLOP)
    assert sum(game.stacks()) + game.pot() == 2600
