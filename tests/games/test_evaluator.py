"""The evaluator against another one, against counting, and against itself."""

from collections import Counter
from itertools import combinations, pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from phevaluator import evaluate_cards

from pitboss.games.holdem.cards import (
    BIT,
    CARDS,
    card_text,
    cards_of,
    cards_text,
    mask_of,
    pretty_card,
    read_card,
    read_cards,
)
from pitboss.games.holdem.evaluator import (
    CATEGORIES,
    category,
    category_number,
    describe,
    evaluate,
    evaluate_many,
)
from pitboss.games.kind import BadNotation

# How many of the 2,598,960 five-card hands are of each category, and of how many worths.
COUNTS = {
    "high card": (1_302_540, 1277),
    "pair": (1_098_240, 2860),
    "two pair": (123_552, 858),
    "three of a kind": (54_912, 858),
    "straight": (10_200, 10),
    "flush": (5_108, 1277),
    "full house": (3_744, 156),
    "four of a kind": (624, 156),
    "straight flush": (40, 10),
}


def worth(text: str) -> int:
    return evaluate(mask_of(read_cards(text)))


def other_worth(mask: int) -> int:
    return int(evaluate_cards(*[card_text(card) for card in cards_of(mask)]))


def assert_same_order(masks: list[int]) -> None:
    """Our worths rise as the other evaluator's ranks fall, tie for tie."""
    ranks: dict[int, int] = {}
    for mask in masks:
        theirs = other_worth(mask)
        assert ranks.setdefault(evaluate(mask), theirs) == theirs, cards_text(cards_of(mask))
    ordered = [ranks[value] for value in sorted(ranks)]
    assert all(worse > better for worse, better in pairwise(ordered))


@pytest.mark.parametrize(("size", "deals"), [(5, 20_000), (6, 20_000), (7, 100_000)])
def test_random_deals_are_ordered_as_by_phevaluator(size: int, deals: int) -> None:
    random = Random(size)

    assert_same_order([mask_of(random.sample(range(CARDS), size)) for _ in range(deals)])


@pytest.mark.slow
def test_all_five_card_hands_fall_into_7462_worths_ordered_as_by_phevaluator() -> None:
    count: Counter[int] = Counter()
    example: dict[int, int] = {}

    for cards in combinations([2**card for card in range(CARDS)], 5):
        mask = sum(cards)
        value = evaluate(mask)
        count[value] += 1
        example[value] = mask

    hands: Counter[str] = Counter()
    for value, number in count.items():
        hands[category(value)] += number
    worths = Counter(category(value) for value in count)
    assert len(count) == 7462
    assert {name: (hands[name], worths[name]) for name in CATEGORIES} == COUNTS
    assert_same_order(list(example.values()))


@given(st.sets(st.integers(0, CARDS - 1), min_size=6, max_size=7))
def test_more_cards_are_worth_their_best_five(cards: set[int]) -> None:
    best = max(evaluate(mask_of(list(five))) for five in combinations(cards, 5))

    assert evaluate(mask_of(list(cards))) == best


@given(
    st.lists(st.integers(0, CARDS - 1), min_size=5, max_size=7, unique=True),
    st.permutations(range(4)),
)
def test_suits_are_equal(cards: list[int], suits: list[int]) -> None:
    changed = [suits[card // 13] * 13 + card % 13 for card in cards]

    assert evaluate(mask_of(changed)) == evaluate(mask_of(cards))


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("AsKsQsJsTs 2c 2d", "royal flush"),
        ("5h4h3h2hAh 6c 6d", "straight flush, five high"),
        ("9c9d9h9s 2c 2d 2h", "four of a kind, nines, two kicker"),
        ("KcKdKh 4c4d 4h 2s", "full house, kings full of fours"),
        ("AhJh9h6h2h 3h Kc", "flush, ace high, jack, nine, six, three next"),
        ("AcKdQhJsTc 2c 2d", "straight, ace high"),
        ("Ac2d3h4s5c Kd Kc", "straight, five high"),
        ("7c7d7h AsKd 2c 4h", "three of a kind, sevens, ace, king kickers"),
        ("KcKd4h4s Ac 2d 2h", "two pair, kings and fours, ace kicker"),
        ("6c6d As Kd 9h 3c 2s", "pair of sixes, ace, king, nine kickers"),
        ("Ah Qd 9s 7c 4d 3h 2c", "ace high, queen, nine, seven, four kickers"),
    ],
)
def test_a_worth_has_a_description_in_words(cards: str, words: str) -> None:
    assert describe(worth(cards)) == words


def test_each_category_beats_those_below() -> None:
    ladder = [
        "AcKdQhJs9c",
        "2c2d3h4s5c",
        "2c2d3h3s4c",
        "2c2d2h3s4c",
        "Ac2d3h4s5c",
        "2c3c4c5c7c",
        "2c2d2h3s3c",
        "2c2d2h2s3c",
        "Ac2c3c4c5c",
    ]

    worths = [worth(cards) for cards in ladder]

    assert worths == sorted(worths)
    assert [category_number(value) for value in worths] == list(range(9))
    assert [category(value) for value in worths] == list(CATEGORIES)


def test_evaluate_many_sums_every_round() -> None:
    masks = [mask_of(read_cards("AsKsQsJsTs")), mask_of(read_cards("7c7d7hAsKd2c4h"))]

    assert evaluate_many(masks, 3) == 3 * sum(evaluate(mask) for mask in masks)


def test_every_card_has_a_text_that_reads_back() -> None:
    texts = [card_text(card) for card in range(CARDS)]

    assert len(set(texts)) == CARDS
    assert [read_card(text) for text in texts] == list(range(CARDS))
    assert (texts[0], texts[25], texts[51]) == ("2c", "Ad", "As")
    assert pretty_card(38) == "A♥"
    assert list(BIT) == [2**card for card in range(CARDS)]


@given(st.sets(st.integers(0, CARDS - 1)))
def test_a_set_of_cards_reads_back_from_its_mask_and_its_text(cards: set[int]) -> None:
    mask = mask_of(list(cards))

    assert cards_of(mask) == sorted(cards)
    assert read_cards(cards_text(cards_of(mask))) == sorted(cards)


@pytest.mark.parametrize("text", ["", "A", "1h", "Ax", "hA", "10h", "Ah "])
def test_text_that_is_no_card_is_refused_with_what_was_expected(text: str) -> None:
    with pytest.raises(BadNotation, match="as in Ah"):
        read_card(text)


@pytest.mark.parametrize(("text", "says"), [("AhK", "two letters"), ("Ah Ah", "Ah is there twice")])
def test_text_that_is_no_cards_says_why(text: str, says: str) -> None:
    with pytest.raises(BadNotation, match=says):
        read_cards(text)


@pytest.mark.parametrize("card", [-1, 52])
def test_a_number_that_is_no_card_has_no_text(card: int) -> None:
    with pytest.raises(ValueError, match="from 0 to 51"):
        card_text(card)
