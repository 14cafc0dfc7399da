"""Actions and positions as text, and the events that each viewer sees."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.games.game import SPECTATOR
from pitboss.games.holdem import CALL, CASH, FOLD, HAND, RIVER, TOURNAMENT, Hand
from pitboss.games.holdem.cards import card_text
from pitboss.games.kind import BadNotation, Event, Kind
from pitboss.games.rng import Rng

KINDS: list[Kind[Any, Any]] = [HAND, TOURNAMENT, CASH]
RULES = HAND.rules()


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("fold", FOLD),
        ("call", CALL),
        ("check", CALL),
        ("raise 300", 300),
        ("Raise to 300", 300),
        ("bet 20", 20),
    ],
)
def test_actions_are_read(text: str, action: int) -> None:
    assert HAND.read_action(text) == action


@pytest.mark.parametrize("action", [FOLD, CALL, 1, 300, 10_000])
def test_actions_are_read_as_they_are_written(action: int) -> None:
    assert HAND.read_action(HAND.write_action(action)) == action


@pytest.mark.parametrize("text", ["", "raise", "raise 0", "raise -5", "raise x", "fold 3", "²"])
def test_other_texts_are_no_actions(text: str) -> None:
    with pytest.raises(BadNotation, match="expected"):
        HAND.read_action(text)


def test_a_position_needs_only_stacks() -> None:
    game = HAND.set_up(RULES, "stacks=10000,9500")

    assert game.bets() == (50, 100)
    assert game.actor() == 0
    assert len(game.hole(1)) == 2


def test_a_position_before_the_flop_posts_the_blinds_it_names() -> None:
    game = HAND.set_up(
        RULES, "stacks=10000,9500,800 blinds=100/200 button=1 cards=AhKd,7c7d,- board= next=Jc3d5c"
    )

    assert game.bets() == (200, 0, 100)
    assert [card_text(card) for card in game.hole(1)] == ["7c", "7d"]
    while game.board() == ():
        game.apply(CALL)
    assert [card_text(card) for card in game.board()] == ["Jc", "3d", "5c"]


def test_a_position_on_the_turn_goes_on_from_the_buttons_left() -> None:
    game = HAND.set_up(
        RULES, "stacks=1000,1000,1000 button=0 board=Jc3d5c2s paid=300,300,100 folded=2"
    )

    assert game.actor() == 1
    assert game.pot() == 700
    assert game.stacks() == (700, 700, 900)


def test_a_position_where_nobody_can_act_runs_out() -> None:
    game = HAND.set_up(RULES, "stacks=1000,1000 cards=AhAd,7c2d board=Jc3d5c paid=1000,1000")

    assert (game.actor(), game.street) == (-1, RIVER)


BAD = [
    ("", "stacks"),
    ("stacks=1000", "seats"),
    ("stacks=1000,x", "whole number"),
    ("stacks=1000,0", "two seats"),
    ("stacks=1000,1000 button=2", "button"),
    ("stacks=1000,1000 colour=red", "colour"),
    ("stacks=1000,1000 stacks=1,2", "twice"),
    ("stacks=1000,1000 blinds=50", "small/big"),
    ("stacks=1000,1000 cards=AhKd", "hands"),
    ("stacks=1000,1000 cards=AhKd,AhQd", "twice"),
    ("stacks=1000,1000 cards=AhKd,Qd", "two"),
    ("stacks=1000,1000 board=Jc3d", "0, 3, 4 or 5"),
    ("stacks=1000,1000 board=Jc3d5c next=4s4h4d", "at most"),
    ("stacks=1000,1000 board=Jc3d5c paid=2000,0", "pays at most"),
    ("stacks=1000,1000 board=Jc3d5c paid=100,100 bets=200,0", "bets at most"),
    ("stacks=1000,1000 board=Jc3d5c paid=100,100 folded=1", "folded"),
    ("stacks=1000,1000 board=Jc3d5c paid=100,100 folded=7", "not there"),
    ("stacks=1000,1000 board=Jc3d5c paid=100,100 turn=5", "nothing to decide"),
    ("stacks=1000,1000 board=Jc3d5c paid=100,100 turn=- won=10,0", "what was paid"),
    ("stacks=1000,1000 folded=1", "needs paid"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_a_bad_position_says_what_is_wrong(text: str, message: str) -> None:
    with pytest.raises(BadNotation, match=message):
        HAND.set_up(RULES, text)


@settings(max_examples=120, deadline=None)
@given(
    kind=st.sampled_from(KINDS),
    seats=st.integers(2, 9),
    seed=st.integers(0, 2**96 - 1),
    moves=st.integers(0, 60),
    gone=st.sampled_from([-1, -1, 0, 1]),
)
def test_every_position_is_set_up_as_it_was_written(
    kind: Kind[Any, Any], seats: int, seed: int, moves: int, gone: int
) -> None:
    text = {"holdem-tournament": "algopoker,ante=10", "holdem-cash": "cash,hands=3"}
    rules = kind.rules(text.get(kind.name, "hand,big_blind_ante=70"))
    game = kind.new(rules, seats, seed)
    rng = Rng(seed)
    for move in range(moves):
        if move == 3 and gone >= 0:
            game.withdraw(gone)
        if game.actor() >= 0:
            game.apply(game.sample(rng))

    again = kind.set_up(rules, kind.write_position(game))

    assert again.state() == game.state()
    assert [again.view(seat) for seat in range(-1, seats)] == [
        game.view(seat) for seat in range(-1, seats)
    ]


@settings(max_examples=150, deadline=None)
@given(stacks=st.lists(st.integers(1, 3000), min_size=2, max_size=9), seed=st.integers(0, 2**64))
def test_positions_of_uneven_hands_round_trip_too(stacks: list[int], seed: int) -> None:
    game = Hand(RULES, stacks, 0, seed)
    rng = Rng(seed)

    while True:
        assert HAND.set_up(RULES, HAND.write_position(game)).state() == game.state()
        if game.actor() < 0:
            break
        game.apply(game.sample(rng))


def events_of(kind: Kind[Any, Any], game: Any, viewer: int, moves: int = 40) -> list[Event]:
    events = kind.opening(game, viewer)
    rng = Rng(8)
    for _ in range(moves):
        if game.actor() < 0:
            break
        notes: list[tuple[int, ...]] = []
        game.trace = notes
        game.apply(game.sample(rng))
        events += [kind.tell(note, viewer) for note in notes]
    return events


def test_the_opening_tells_the_deal_the_blinds_and_ones_own_cards() -> None:
    game = HAND.new(RULES, 3, 5)

    events = HAND.opening(game, 1)

    assert [event.name for event in events] == ["hand_dealt", *["posted"] * 2, *["hole_cards"] * 3]
    assert events[0].facts["stacks"] == [10_000] * 3
    assert [(event.seat, event.facts["chips"]) for event in events[1:3]] == [(1, 50), (2, 100)]
    assert ["cards" in event.facts for event in events[3:]] == [False, True, False]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.name))
@pytest.mark.parametrize("viewer", [SPECTATOR, 0, 2])
def test_nobody_is_told_the_hole_cards_of_others(kind: Kind[Any, Any], viewer: int) -> None:
    for seed in range(20):
        for event in events_of(kind, kind.new(kind.rules(), 4, seed), viewer):
            if event.name == "hole_cards":
                assert ("cards" in event.facts) == (event.seat == viewer)


def test_events_tell_a_hand_from_deal_to_payment() -> None:
    position = "stacks=1000,400 cards=AsAd,QsQd next=2c7d9hJsKc"
    game = HAND.set_up(RULES, position)
    notes: list[tuple[int, ...]] = []
    game.trace = notes

    game.apply(1000)
    game.apply(CALL)

    events = [HAND.tell(note, SPECTATOR) for note in notes]
    assert [event.name for event in events] == [
        *["raised", "called", "returned", "street", "street", "street"],
        *["shown", "shown", "won", "hand_over"],
    ]
    assert events[2].facts == {"chips": 600}
    assert events[5].facts == {"street": "river", "board": ["2c", "7d", "9h", "Js", "Kc"]}
    assert events[7].facts == {"cards": ["Qs", "Qd"]}
    assert events[8] == Event("won", 0, {"chips": 800, "pot": 0})


@settings(max_examples=150, deadline=None)
@given(
    kind=st.sampled_from(KINDS),
    seats=st.integers(2, 9),
    seed=st.integers(0, 2**96 - 1),
    moves=st.integers(0, 40),
)
def test_a_view_does_not_change_when_hidden_cards_do(
    kind: Kind[Any, Any], seats: int, seed: int, moves: int
) -> None:
    game = kind.new(kind.rules(), seats, seed)
    rng = Rng(seed)
    for _ in range(moves):
        if game.actor() >= 0:
            game.apply(game.sample(rng))

    for viewer in range(-1, seats):
        twin = game.redeal(viewer, seed ^ 1)
        assert twin.view(viewer) == game.view(viewer)
        assert twin.actor() == game.actor()
        hand = twin if isinstance(twin, Hand) else twin.hand
        cards = [hand.cards[spot] for spot in range(2 * seats + 5) if hand.cards[spot] >= 0]
        assert len(set(cards)) == len(cards)
