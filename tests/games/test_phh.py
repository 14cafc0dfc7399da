"""Hand histories: real hands replay to their recorded stacks, and PokerKit reads what we write."""

import datetime
from decimal import Decimal
from pathlib import Path
from random import Random

import pokerkit
import pytest

from pitboss.games.game import WITHDRAWAL
from pitboss.games.holdem.cards import card_text
from pitboss.games.holdem.game_histories import history_of
from pitboss.games.holdem.hand import CALL, FOLD, Hand
from pitboss.games.holdem.history import BadHistory, HandHistory
from pitboss.games.holdem.phh import (
    read_histories,
    read_history,
    write_histories,
    write_history,
)
from pitboss.games.holdem.rules import HandRules
from pitboss.games.rng import Rng

PLURIBUS = Path(__file__).parents[1] / "data" / "pluribus-1000.phhs"

HEADS_UP = """
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [1000, 2000]
actions = [
    'd dh p1 AsAh', 'd dh p2 KsKh # Kings!', '# A pause.', '', 'p2 cbr 300', 'p1 cc',
    'd db 2c3d4h', 'p1 cc', 'p2 cc', 'd db 7c', 'p1 cc', 'p2 cc', 'd db 9d', 'p1 cc', 'p2 cc',
    'p1 sm AsAh', 'p2 sm',
]
finishing_stacks = [1300, 1700]
"""


def changed(*changes: tuple[str, str]) -> HandHistory:
    text = HEADS_UP
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return read_history(text)


def test_every_pluribus_hand_replays_to_its_recorded_stacks() -> None:
    histories = read_histories(PLURIBUS.read_text())

    replayed = {name: history.replay() for name, history in histories.items()}

    assert len(replayed) == 1000
    assert all(hand.actor() < 0 for hand in replayed.values())
    assert {name: hand.stacks() for name, hand in replayed.items()} == {
        name: history.finish() for name, history in histories.items()
    }


def test_the_pluribus_file_is_written_back_letter_for_letter() -> None:
    text = PLURIBUS.read_text()

    assert write_histories(list(read_histories(text).values())) == text


def test_with_two_players_the_button_comes_last_and_posts_the_small_blind() -> None:
    history = changed()
    hand = history.start()

    assert (hand.actor(), hand.bets()) == (1, (100, 50))
    assert history.replay().stacks() == history.finish() == (1300, 1700)


def played(rules: HandRules, seed: int) -> tuple[Hand, list[int], Hand]:
    """A random hand: as it began, its actions, and as it ended.

    All amounts divide by 12, so no odd chip is left over: PokerKit joins pots before it shares
    them. Nor does it know raises that nobody could call, nor folds for free; and a big blind who
    is short lowers its price.
    """
    random = Random(seed)
    seats = random.randrange(2, 10)
    hand = Hand(
        rules,
        [12 * random.randrange(25, 250) for _ in range(seats)],
        random.randrange(seats),
        seed,
    )
    start = hand.copy()
    rng = Rng(seed)
    actions = []
    while (actor := hand.actor()) >= 0:
        action = hand.sample(rng)
        if action == FOLD and (random.random() < 0.7 or hand.to_call() == 0):
            action = CALL
        if action > 0:
            view = hand.view(actor)
            rivals = [
                view.bets[seat] + view.stacks[seat]
                for seat in range(seats)
                if seat != actor and view.dealt_in[seat] and not view.folded[seat]
            ]
            action = max(action // 12 * 12, hand.min_raise())
            if max(rivals) <= max(view.bets):
                action = CALL
        hand.apply(action)
        actions.append(action)
    return start, actions, hand


@pytest.mark.parametrize(("ante", "big_blind_ante"), [(0, 0), (12, 0), (0, 120)])
def test_pokerkit_replays_what_we_write_to_the_same_stacks(ante: int, big_blind_ante: int) -> None:
    rules = HandRules(
        preset="hand", small_blind=60, big_blind=120, ante=ante, big_blind_ante=big_blind_ante
    )
    for seed in range(40):
        start, actions, end = played(rules, seed)
        history = history_of(start, actions, [f"seat {seat}" for seat in range(end.seats)])
        text = write_history(history)
        order = [number - 1 for number in history.other["seats"]]

        *_, state = pokerkit.HandHistory.loads(text)

        assert read_history(text) == history
        assert history.players == tuple(f"seat {seat}" for seat in order)
        assert history.finish() == tuple(end.stacks()[seat] for seat in order)
        assert history.replay().stacks() == history.finish()
        assert (state.status, tuple(state.stacks)) == (False, history.finish()), text


def test_a_hand_that_is_not_over_is_written_without_finishing_stacks() -> None:
    start = Hand(HandRules(preset="hand"), [1000, 1000, 1000], 0, 5)

    history = history_of(start, [CALL, 300])

    assert history.finishing_stacks is None
    assert history.replay().stacks() == (700, 900, 900)
    assert history.replay().actor() == 1


def test_a_seat_that_withdraws_folds_in_the_history() -> None:
    start = Hand(HandRules(preset="hand"), [1000, 1000, 1000], 0, 5)

    history = history_of(start, [CALL, WITHDRAWAL - 1, 300])

    assert history.actions[-3:] == ("p3 cc", "p1 f", "p2 cbr 300")


def test_seats_without_chips_are_not_in_the_history() -> None:
    start = Hand(HandRules(preset="hand"), [0, 1000, 0, 1000, 1000], 3, 5)

    history = history_of(start, [FOLD, FOLD])

    assert (history.seats, history.other["seats"]) == (3, [5, 2, 4])
    assert history.replay().stacks() == history.finish() == (950, 1050, 1000)


def test_amounts_in_dollars_are_counted_in_cents() -> None:
    history = changed(
        ("[50, 100]", "[0.50, 1.00]"),
        ("min_bet = 100", "min_bet = 1.00"),
        ("[1000, 2000]", "[10.0, 20]"),
        ("cbr 300", "cbr 3.25"),
        ("[1300, 1700]", "[13.25, 16.75]"),
    )

    assert history.replay().stacks() == history.finish() == (1325, 1675)
    assert read_history(write_history(history)) == history
    assert history.starting_stacks == (Decimal("10.0"), 20)


def test_unknown_cards_that_were_mucked_are_dealt_so_that_they_lose() -> None:
    history = changed(("p2 KsKh # Kings!", "p2 ????"))

    hand = history.replay()

    assert hand.stacks() == history.finish()
    assert set(hand.hole(1)).isdisjoint({*hand.hole(0), *hand.board()})


def test_unknown_cards_that_are_shown_later_are_known() -> None:
    hand = changed(("p1 AsAh'", "p1 ????'")).replay()

    assert [card_text(card) for card in hand.hole(0)] == ["As", "Ah"]


def test_every_other_field_is_kept() -> None:
    more = r"""
author = "the \"Ace\" club's scribe\t\\"
time = 20:15:00
_day = 2024-02-29
_net = [1.5, -2, true, {a = 'b', 'c d' = [inf]}]
"""
    history = read_history(HEADS_UP + more)

    assert history.other["author"] == 'the "Ace" club\'s scribe\t\\'
    assert history.other["time"] == datetime.time(20, 15)
    assert read_history(write_history(history)) == history


@pytest.mark.parametrize(
    ("board", "last", "says"),
    [
        ("2c3d4h", "'p2 sm ????'", "p2 is in the showdown with cards that are not recorded"),
        ("AcAdKc", "'p2 sm'", None),
        ("TcJcQc", "'p2 sm'", "p2 mucks, but no cards would have lost"),
    ],
)
def test_unknown_cards_in_a_showdown_must_have_lost(
    board: str, last: str, says: str | None
) -> None:
    history = changed(
        ("p2 KsKh # Kings!", "p2 ????"),
        ("2c3d4h", board),
        ("d db 7c", "d db Kc" if board == "TcJcQc" else "d db 7c"),
        ("d db 9d", "d db Ac" if board == "TcJcQc" else "d db 9d"),
        ("'p2 sm'", last),
    )

    if says is None:
        assert history.replay().stacks() == history.finish()
    else:
        with pytest.raises(BadHistory, match=says):
            history.replay()


def test_a_dash_shows_the_cards_that_were_dealt() -> None:
    history = changed(("p1 sm AsAh", "p1 sm -"))

    assert history.replay().stacks() == history.finish()


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("'NT'", "'PO'", "variant is 'PO', and only 'NT'"),
        ("min_bet = 100", "", "min_bet is missing"),
        ("antes = [0, 0]", "antes = [0]", "antes is for 1 players, but starting_stacks for 2"),
        ("antes = [0, 0]", "antes = 0", "should be an array"),
        ("[50, 100]", "['a', 100]", "blinds_or_straddles has 'a', which is no number"),
        ("[1000, 2000]", "[1000]", "2 or more play"),
        ("'', ", "7, ", "actions has 7, which is no text"),
        ("variant =", "variant", "not TOML"),
        ("p2 cbr 300", "p2 bets 300", r"action 5 \('p2 bets 300'\): expected one of"),
        ("p2 cbr 300", "p3 cbr 300", "'p3' is no player: expected p1 to p2"),
        ("p2 cbr 300", "p2 cbr lots", "'lots' is no amount"),
        ("d db 7c", "d db 7x", r"action 10 \('d db 7x'\): '7x' is no card"),
        ("d db 7c", "d db 7", "two letters each"),
    ],
)
def test_a_file_that_is_no_history_says_what_is_wrong(old: str, new: str, says: str) -> None:
    with pytest.raises(BadHistory, match=says):
        changed((old, new))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("p2 cbr 300", "p2 cbr 150", r"action 5 \('p2 cbr 150'\): raise_too_small .*minimum=200"),
        ("p2 cbr 300", "p2 cbr 0", "a bet is of 1 chip or more"),
        ("'p2 cbr 300', 'p1 cc'", "'p1 cc', 'p2 cbr 300'", "it is p2's turn"),
        ("'d db 7c', ", "", r"action 10 \('p1 cc'\): the board has 3 cards by now, not 4"),
        ("d db 7c", "d db 2c", "2c is dealt twice"),
        ("'p1 cc',\n    'd db 2c3d4h', ", "'d db 2c3d4h', 'p1 cc',\n    ", "no card is dealt"),
        ("'d db 9d'", "'d db 9dTd'", "the board has 5 cards at most"),
        ("'p1 sm AsAh'", "'p1 cc'", "the hand is over"),
        ("d db 7c", "d db As", "As is dealt twice"),
        ("p1 sm AsAh", "p1 sm AsAc", "not the two cards that the player was dealt"),
        ("p1 AsAh'", "p1 As'", "two cards, once"),
        ("[50, 100]", "[100, 50]", "blinds of 100/50 will not do"),
        ("antes = [0, 0]", "antes = [5, 0]", "only equal ones and the big blind's"),
        ("[1000, 2000]", "[inf, 2000]", "unknown stack"),
        ("[1000, 2000]", "[0, 2000]", "can't be dealt: a hand takes at least two seats"),
        ("d db 9d", "d db ??", "the board is not recorded"),
    ],
)
def test_a_hand_that_cannot_be_replayed_says_where_and_why(old: str, new: str, says: str) -> None:
    history = changed((old, new))

    with pytest.raises(BadHistory, match=says):
        history.replay()


def test_straddles_are_refused() -> None:
    history = HandHistory(
        antes=(0, 0, 0),
        blinds_or_straddles=(1, 2, 4),
        min_bet=2,
        starting_stacks=(100, 100, 100),
        actions=(),
    )

    with pytest.raises(BadHistory, match="1, 2, 4: no straddle is played here"):
        history.replay()


def test_an_error_in_a_file_of_many_names_the_hand() -> None:
    text = f"[1]{HEADS_UP}[2]{HEADS_UP.replace('p2 cbr 300', 'p2 raise')}"

    with pytest.raises(BadHistory, match=r"hand \[2\]: action 5 \('p2 raise'\)"):
        read_histories(text)
    with pytest.raises(BadHistory, match="many hands"):
        read_history(f"[1]{HEADS_UP}")
    with pytest.raises(BadHistory, match="no hand"):
        read_histories("")
    with pytest.raises(BadHistory, match="'a' is no hand"):
        read_histories("a = 1")
