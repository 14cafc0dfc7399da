"""What a hand in progress is worth to each seat, with every card known."""

import pytest

from pitboss.games.holdem import HAND
from pitboss.games.holdem.cards import read_cards
from pitboss.games.holdem.equity import exact_equity
from pitboss.games.holdem.hand import Hand
from pitboss.games.registry import kind_named
from pitboss.games.rng import Rng
from pitboss.games.uno import JEDNA, UNO
from pitboss.narration.figures import figures

FOLD, CALL = -1, 0


def hand(cards: str) -> Hand:
    seats = cards.count(",") + 1
    stacks = ",".join(["10000"] * seats)
    return HAND.set_up(HAND.rules(), f"stacks={stacks} cards={cards}")


def equity(game: Hand) -> list[float | None]:
    told = figures("holdem", game)
    assert told is not None
    equities: list[float | None] = told["equity"]
    return equities


def test_aces_beat_kings_four_times_in_five() -> None:
    first, second = equity(hand("AhAd,KhKd"))

    assert first == pytest.approx(0.82, abs=0.04)
    assert second is not None
    assert first is not None
    assert first + second == pytest.approx(1.0, abs=0.001)


def test_after_the_flop_every_board_is_counted() -> None:
    game = hand("AhAd,KhKd")
    game.apply(CALL)
    game.apply(CALL)
    board = game.board()
    assert len(board) == 3

    exact = exact_equity([read_cards("AhAd"), read_cards("KhKd")], board)

    assert equity(game) == [round(one.equity, 4) for one in exact.hands]


def test_who_folded_has_none_and_its_cards_do_not_come() -> None:
    game = hand("AhAd,KhKd,2h7d")
    game.apply(FOLD)
    folded = game.view(-1).folded.index(True)
    while len(game.board()) < 3:
        game.apply(CALL)

    told = equity(game)

    still_in = [seat for seat in range(3) if seat != folded]
    holes = [game.hole(seat) for seat in still_in]
    exact = exact_equity(holes, game.board(), game.hole(folded))
    assert told[folded] is None
    assert [told[seat] for seat in still_in] == [round(one.equity, 4) for one in exact.hands]


def test_the_last_one_left_has_it_all() -> None:
    game = hand("AhAd,KhKd")
    actor = game.actor()
    game.apply(FOLD)

    assert equity(game) == [None if seat == actor else 1.0 for seat in range(2)]


@pytest.mark.parametrize("name", ["holdem-tournament", "holdem-cash"])
def test_figures_are_given_throughout_and_are_the_same_each_time(name: str) -> None:
    kind = kind_named(name)
    game = kind.new(kind.rules(), 4, 7)
    rng = Rng(3)
    for _ in range(40):
        if game.actor() < 0:
            break
        told = figures(name, game)
        assert told is not None
        assert told == figures(name, game.copy())
        assert sum(share or 0.0 for share in told["equity"]) == pytest.approx(1.0, abs=0.001)
        game.apply(game.sample(rng))


def test_uno_has_no_figures() -> None:
    assert figures("uno", UNO.new(JEDNA, 2, 1)) is None
