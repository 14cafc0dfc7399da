"""Equity against another evaluator's brute force, published figures, and its own symmetries."""

from itertools import combinations
from math import comb

import pytest
from phevaluator import evaluate_cards

from pitboss.games.holdem.cards import CARDS, card_text, read_cards
from pitboss.games.holdem.equity import (
    WHOLE_POT,
    BadDeal,
    Equity,
    exact_equity,
    read_hole,
    sampled_equity,
)
from pitboss.games.kind import BadNotation


def holes(text: str) -> list[list[int]]:
    return [read_hole(word) for word in text.split()]


def brute_force(hands: list[list[int]], board: list[int], dead: list[int]) -> list[list[int]]:
    """Wins, ties and chips of each hand, counted the slow way with phevaluator."""
    seen = {*board, *dead, *(card for hand in hands for card in hand)}
    deck = [card for card in range(CARDS) if card not in seen]
    counts = [[0, 0, 0] for _ in hands]
    for more in combinations(deck, 5 - len(board)):
        ranks = [
            evaluate_cards(*[card_text(card) for card in [*hand, *board, *more]]) for hand in hands
        ]
        winners = [at for at, rank in enumerate(ranks) if rank == min(ranks)]
        for at in winners:
            counts[at][0 if len(winners) == 1 else 1] += 1
            counts[at][2] += WHOLE_POT // len(winners)
    return counts


def counts_of(equity: Equity) -> list[list[int]]:
    return [[hand.wins, hand.ties, hand.taken] for hand in equity.hands]


@pytest.mark.parametrize(
    ("hands", "board", "dead"),
    [
        ("AsKs 2h2d", "Kc7s2c", ""),
        ("AsAh KsKh QsQh", "JsTs2d", ""),
        ("AsKd AhKc", "QsJsTd", "2c"),
        ("9h8h AdAc 7s7c 5d5h", "7h6hTc", "Ah As"),
        ("AhKd 7c7d", "7hKsKc2d", ""),
        ("2c3d 4h5s", "AsKsQsJsTs", ""),
        ("AcAd AhAs KcKd KhKs QcQd QhQs JcJd JhJs TcTd", "2c3d7h9s", "2d 2h"),
    ],
)
def test_exact_counts_are_those_of_brute_force(hands: str, board: str, dead: str) -> None:
    deal = (holes(hands), read_cards(board), read_cards(dead))

    equity = exact_equity(*deal)

    assert counts_of(equity) == brute_force(*deal)
    assert sum(hand.taken for hand in equity.hands) == equity.boards * WHOLE_POT


# Counted once with phevaluator over all boards; aces against kings are the published 82.6 to 17.4.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("hands", "wins", "ties"),
    [
        ("AsAh KsKh", (1_410_336, 292_660), 9_308),
        ("AsKs 2h2d", (852_207, 849_322), 10_775),
    ],
)
def test_known_counts_before_the_flop(hands: str, wins: tuple[int, int], ties: int) -> None:
    equity = exact_equity(holes(hands))

    assert equity.boards == comb(48, 5) == sum(wins) + ties
    assert tuple(hand.wins for hand in equity.hands) == wins
    assert {hand.ties for hand in equity.hands} == {ties}


def test_hands_that_differ_only_by_suit_are_equal() -> None:
    equity = exact_equity(holes("AsKd AdKs"), read_cards("2h7h9c"))

    first, second = equity.hands
    assert (first.wins, first.ties, first.equity) == (second.wins, second.ties, 0.5)


def test_the_order_of_the_hands_does_not_matter() -> None:
    board = read_cards("Jh8h3c")

    there = exact_equity(holes("AhQh JsJd 9c8c"), board)
    back = exact_equity(holes("9c8c JsJd AhQh"), board)

    assert there.hands == back.hands[::-1]


def test_a_full_board_is_one_board() -> None:
    equity = exact_equity(holes("AhAd KhKd"), read_cards("2c3d7h9sTc"))

    assert (equity.boards, equity.hands[0].win, equity.hands[1].equity) == (1, 1.0, 0.0)
    assert equity.hands[0].spread == equity.standard_error(0) == 0.0


def test_sampled_equity_is_the_same_wherever_it_runs() -> None:
    equity = sampled_equity(holes("AsAh KsKh"), samples=20_000, seed=3)

    assert counts_of(equity) == [[16_437, 99, 41_545_980], [3_464, 99, 8_854_020]]


@pytest.mark.parametrize("seed", range(5))
def test_sampled_equity_is_near_the_exact_one(seed: int) -> None:
    deal = (holes("AhQh JsJd 9c8c"), read_cards("Jh8h3c"), read_cards("Ad"))

    exact = exact_equity(*deal)
    sampled = sampled_equity(*deal, samples=8_000, seed=seed)

    for hand in range(3):
        error = sampled.standard_error(hand)
        assert 0.0 < error < 0.006
        assert abs(sampled.hands[hand].equity - exact.hands[hand].equity) < 4 * error
    assert exact.standard_error(0) == 0.0


def test_unknown_hands_are_dealt_at_random() -> None:
    equity = sampled_equity(holes("AsAh ???? random Kd??"), samples=20_000)

    aces, first, second, king = [hand.equity for hand in equity.hands]
    assert abs(aces + first + second + king - 1.0) < 1e-9
    # Aces take about 64 of 100 from three random hands; two strangers are as good as each other.
    assert 0.6 < aces < 0.68
    assert abs(first - second) < 0.02
    assert king > first


def test_progress_ends_at_the_total() -> None:
    reports: list[tuple[int, int]] = []

    exact_equity(holes("AsAh KsKh"), read_cards("2c3d"), (), lambda *at: reports.append(at))
    total = comb(46, 3)
    sampled_equity(holes("AsAh KsKh"), samples=5000, progress=lambda *at: reports.append(at))

    assert reports[-1] == (5000, 5000)
    assert (total, total) in reports
    assert len(reports) > 10


@pytest.mark.parametrize(
    ("hands", "board", "dead", "says"),
    [
        ("AsAh", "", "", "for 2 to 9 hands, not 1"),
        ("AsAh AsKd", "", "", "As is in hand 1 and in hand 2"),
        ("AsAh KsKd", "2cKs3d", "", "Ks is in hand 2 and in the board"),
        ("AsAh KsKd", "2c3d4h", "3d", "3d is in the board and in the dead cards"),
        ("AsAh KsKd", "2c3d4h5s6c7d", "", "5 cards at most, not 6"),
        ("AsAh random", "", "", "hand 2 is not wholly known"),
    ],
)
def test_cards_that_cannot_be_dealt_are_refused(
    hands: str, board: str, dead: str, says: str
) -> None:
    with pytest.raises(BadDeal, match=says):
        exact_equity(holes(hands), read_cards(board), read_cards(dead))


def test_numbers_that_cannot_be_dealt_are_refused() -> None:
    with pytest.raises(BadDeal, match="hand 1 has 3 cards"):
        sampled_equity([[1, 2, 3], []], samples=1)
    with pytest.raises(BadDeal, match="cards are from 0 to 51"):
        sampled_equity([[1, 52], []], samples=1)
    with pytest.raises(BadDeal, match="samples must be 1 or more"):
        sampled_equity([[], []], samples=0)
    with pytest.raises(BadDeal, match="9 cards are to be dealt, but only 6 are left"):
        sampled_equity([[], []], dead=list(range(46)), samples=1)


@pytest.mark.parametrize("text", ["Ah", "AhKdQc", "??????", "Ah????", "aces"])
def test_text_that_is_no_hand_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        read_hole(text)
