"""Who gets which chips: uncalled bets, side pots, ties and odd chips."""

import pytest

from pitboss.games.holdem import CALL, FOLD, Hand, HandRules, Pot
from pitboss.games.holdem.cards import read_cards

RULES = HandRules(preset="hand")


def deal(
    stacks: list[int], cards: str, board: str, button: int = 0, rules: HandRules = RULES
) -> Hand:
    return Hand(rules, stacks, button, deck=read_cards(f"{cards} {board}"))


def play(game: Hand, *actions: int) -> Hand:
    for action in actions:
        game.apply(action)
    return game


BOARD = "2c 7d 9h Js Kc"


def test_an_uncalled_bet_goes_back() -> None:
    game = deal([1000, 1000], "AsAd QsQd", BOARD)

    play(game, 600, FOLD)

    assert game.pots() == (Pot(200, (0,)),)
    assert game.winnings() == (200, 0)
    assert game.nets() == (100, -100)


def test_an_all_in_is_called_only_as_far_as_the_other_has_chips() -> None:
    game = deal([1000, 400], "AsAd QsQd", BOARD)

    play(game, 1000, CALL)

    assert game.pots() == (Pot(800, (0, 1)),)
    assert game.stacks() == (1400, 0)
    assert game.seats_in(game.live & ~game.able) == (1,)


SIDE_POTS = [
    # stacks, hole cards, pots, final stacks; everybody goes all in
    (
        "the shortest has the best hand",
        [300, 100, 200],
        "TsTd AsAd QsQd",
        [Pot(300, (0, 1, 2)), Pot(200, (0, 2))],
        (100, 300, 200),
    ),
    (
        "the longest has the best hand",
        [300, 100, 200],
        "AsAd QsQd TsTd",
        [Pot(300, (0, 1, 2)), Pot(200, (0, 2))],
        (600, 0, 0),
    ),
    (
        "four stacks make three pots",
        [400, 100, 200, 300],
        "3s4d AsAd QsQd TsTd",
        [Pot(400, (0, 1, 2, 3)), Pot(300, (0, 2, 3)), Pot(200, (0, 3))],
        (100, 400, 300, 200),
    ),
    (
        "a side pot can be split while the main pot is not",
        [300, 100, 300],
        "QsQd AsAd QhQc",
        [Pot(300, (0, 1, 2)), Pot(400, (0, 2))],
        (200, 300, 200),
    ),
]


@pytest.mark.parametrize(
    ("stacks", "cards", "pots", "final"),
    [case[1:] for case in SIDE_POTS],
    ids=[case[0] for case in SIDE_POTS],
)
def test_side_pots(stacks: list[int], cards: str, pots: list[Pot], final: tuple[int, ...]) -> None:
    game = deal(stacks, cards, BOARD)

    while game.actor() >= 0:
        game.apply(game.max_raise() or CALL)

    assert list(game.pots()) == pots
    assert game.stacks() == final


def test_chips_of_the_folded_stay_in_the_pots_they_reached() -> None:
    game = deal([1000, 1000, 100, 1000], "QsQd 3s4d AsAd TsTd", BOARD)

    play(game, 300, CALL, FOLD)
    play(game, 500, FOLD)

    assert game.pots() == (Pot(350, (2, 3)), Pot(400, (3,)))
    assert game.nets() == (-300, -50, 250, 100)


# The board plays for all: everybody ties.
TIE = "Tc Jd Qh Ks Ac"


@pytest.mark.parametrize(
    ("button", "winnings"), [(0, (62, 0, 63)), (1, (63, 62, 0)), (2, (0, 63, 62))]
)
def test_the_odd_chip_goes_to_the_first_winner_left_of_the_button(
    button: int, winnings: tuple[int, ...]
) -> None:
    # The small blind folds 25; the button and the big blind tie for 125.
    rules = HandRules(preset="hand", small_blind=25, big_blind=50)
    game = deal([50, 50, 50], "2c2d 3c3d 4c4d", TIE, button, rules)

    play(game, CALL, FOLD)

    assert game.winnings() == winnings


def test_all_odd_chips_of_a_pot_go_to_one_winner() -> None:
    # The small blind folds 50: three tie for 350.
    game = deal([1000, 1000, 100, 100, 100], "2c2d 2h2s 3c3d 4c4d 5c5d", TIE)

    play(game, CALL, CALL, FOLD, FOLD)

    assert game.winnings() == (0, 0, 118, 116, 116)


def test_all_but_one_folding_shows_nothing() -> None:
    game = play(deal([1000, 1000, 1000], "AsAd QsQd TsTd", BOARD), FOLD, FOLD)

    assert game.shown == 0
    assert game.board() == ()
    assert game.view(0).cards[2] == ()
    assert game.view(2).cards[2] != ()


def test_a_showdown_shows_those_who_are_in_it() -> None:
    game = deal([1000, 1000, 1000], "AsAd QsQd TsTd", BOARD)

    play(game, FOLD, 1000, CALL)

    assert game.seats_in(game.shown) == (1, 2)
    cards = game.view(-1).cards
    assert (len(cards[0]), len(cards[1]), len(cards[2])) == (0, 2, 2)
    assert len(game.view(0).cards[0]) == 2


def test_before_the_flop_nothing_is_collected() -> None:
    game = play(deal([1000, 1000, 1000], "AsAd QsQd TsTd", BOARD), CALL)

    assert game.pots() == ()
    assert game.pot() == 250
