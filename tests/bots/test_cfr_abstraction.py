"""Card buckets: exact shares, and the same bucket whatever the suits are called."""

import pytest

from pitboss.bots.holdem.abstraction import BUCKETS, COMBOS, HAND, HIGH, LOW, Buckets, Shares, combo
from pitboss.games.holdem.cards import mask_of, read_cards
from pitboss.games.holdem.evaluator import evaluate


def hand_of(text: str) -> int:
    first, second = read_cards(text)
    return combo(first, second)


def bucket(hand: str, board: str) -> int:
    cards = read_cards(board)
    return Buckets({}, 10).of(mask_of(cards), len(cards), hand_of(hand))


def test_a_share_counts_every_hand_that_can_meet_it_on_the_river() -> None:
    board = mask_of(read_cards("Ah Kd 7c 7s 2h"))
    shares = Shares()

    shares.score(board)

    for text in ("AcAd", "7d7h", "3c4c", "AsQs", "2c2d", "KhKs"):
        own = mask_of(read_cards(text))
        value = evaluate(own | board)
        others = [cards for cards in HAND if cards & (own | board) == 0]
        values = [evaluate(cards | board) for cards in others]
        assert len(others) == 990
        beaten = sum(2 * (other < value) + (other == value) for other in values)
        assert shares.share[hand_of(text)] == beaten


def test_a_hand_that_the_board_blocks_has_no_share() -> None:
    shares = Shares()

    shares.score(mask_of(read_cards("Ah Kd 7c 7s 2h")))

    assert shares.share[hand_of("AhAd")] == -1
    assert sum(share >= 0 for share in shares.share) == 1081


@pytest.mark.parametrize("board", ["Ah Kh 7c 2d", "Ah Kh 7c 2d 9h", "Tc 9c 8d 8h"])
def test_renamed_suits_leave_the_bucket(board: str) -> None:
    renamed = str.maketrans("cdhs", "hscd")

    for hand in ("QhJh", "7d7s", "3c4s"):
        assert bucket(hand, board) == bucket(hand.translate(renamed), board.translate(renamed))


def test_the_order_of_the_board_leaves_the_bucket() -> None:
    assert bucket("QhJh", "Ah Kh 7c 2d") == bucket("QhJh", "2d Kh Ah 7c")


def test_the_nuts_are_in_the_top_bucket_of_the_river_and_seven_high_near_the_bottom() -> None:
    assert bucket("QhJh", "Ah Kh Th 2d 2c") == BUCKETS - 1
    assert bucket("3c4s", "Ah Kh Th 2d 9c") < BUCKETS // 20


def test_a_flush_draw_is_apart_from_a_weak_pair_of_the_same_worth() -> None:
    draw, pair = bucket("8h7h", "Ah Kh 2c 9s"), bucket("2d3d", "Ah Kh 2c 9s")

    assert draw % 5 > pair % 5


def test_all_buckets_of_a_board_agree_with_those_of_single_hands() -> None:
    cards = read_cards("Ah Kh 7c 2d")
    buckets = Buckets({}, 10)

    every = buckets.of_all(mask_of(cards), 4)

    for hand in range(0, COMBOS, 37):
        if not {LOW[hand], HIGH[hand]} & set(cards):
            assert every[hand] == buckets.of(mask_of(cards), 4, hand)


def test_before_the_flop_a_bucket_is_a_class() -> None:
    every = Buckets({}, 10).of_all(0, 0)

    assert len(set(every)) == 169
    assert every[hand_of("AhKh")] == every[hand_of("AsKs")] != every[hand_of("AhKs")]
