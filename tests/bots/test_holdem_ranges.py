"""Ranges: strengths on a board, narrowing, and equities that agree with counting every deal."""

from itertools import combinations

import pytest

from pitboss.bots.holdem.classes import COMBOS, HAND_MASK, HANDS, hand_number
from pitboss.bots.holdem.ranges import SURE, WHOLE, Range, ladder_of
from pitboss.bots.holdem.worlds import Worlds
from pitboss.games.holdem.cards import BIT, cards_of, mask_of, read_cards
from pitboss.games.holdem.equity import exact_equity
from pitboss.games.holdem.evaluator import evaluate
from pitboss.games.rng import Rng


def _cards(text: str) -> tuple[int, ...]:
    return tuple(read_cards(text))


def _range(*hands: str) -> Range:
    """A range of these hands, all as likely."""
    one = Range()
    wanted = {hand_number(*read_cards(hand)) for hand in hands}
    for number in range(COMBOS):
        one.weight[number] = WHOLE if number in wanted else 0
    return one


def test_strength_on_the_river_is_the_share_of_pots_against_any_other_two_cards() -> None:
    board, hole = _cards("AhKd7c2s9h"), _cards("KsQs")
    own = evaluate(mask_of([*board, *hole]))
    common = mask_of(list(board))
    others = [HAND_MASK[hand] for hand in range(COMBOS) if HAND_MASK[hand] & common == 0]
    values = [evaluate(common | mask) for mask in others if mask != mask_of(list(hole))]
    half_pots = sum(2 if own > value else own == value for value in values)

    strength = ladder_of(board).strength[hand_number(*hole)]

    assert strength == half_pots * SURE // (2 * len(values))


def test_strength_before_the_flop_is_the_equity_against_a_random_hand() -> None:
    ladder = ladder_of(())
    known = {"AhAd": 0.852, "KhKd": 0.824, "AhKh": 0.670, "7h2c": 0.346, "Th9h": 0.5402}

    for hand, equity in known.items():
        assert ladder.strength[hand_number(*read_cards(hand))] / SURE == pytest.approx(
            equity, abs=0.002
        )


def test_a_ladder_leaves_out_hands_with_cards_of_the_board() -> None:
    board = _cards("AhKd7c")
    ladder = ladder_of(board)

    assert len(ladder.order) == 49 * 48 // 2
    assert ladder.strength[hand_number(*read_cards("AhQs"))] == -1


def test_narrowing_keeps_the_strong_and_never_empties_a_range() -> None:
    ladder = ladder_of(())
    one = Range()

    for _ in range(20):
        one.narrow(ladder, 0.9, 1.0, 0.05, 0.02)

    assert one.weight[hand_number(*read_cards("AhAd"))] == WHOLE
    assert one.weight[hand_number(*read_cards("7h2c"))] < WHOLE // 100
    assert min(one.weight) > 0


def test_sampled_equity_agrees_with_every_board() -> None:
    board = _cards("AhKd7c2s")
    rival = _range("AsQs", "7h7d", "QcJc")
    exact = [
        exact_equity([read_cards("KsQh"), read_cards(hand)], board).hands[0].equity
        for hand in ("AsQs", "7h7d", "QcJc")
    ]

    worlds = Worlds(_cards("KsQh"), board, [rival], 20_000, Rng(7))

    assert worlds.equity() == pytest.approx(sum(exact) / 3, abs=0.012)


def test_hands_of_two_rivals_are_as_likely_as_pairs_without_a_common_card() -> None:
    """On the river, counted over all pairs of hands: a card that both could hold is held once."""
    board, hole = _cards("AhKd7c2s9h"), _cards("AcTd")
    first, second = ("AsAd", "KsKh", "QsQh"), ("AdQd", "KsQs", "5h5d")
    common = mask_of(list(board))
    shares = []
    for one in first:
        for two in second:
            masks = [mask_of(read_cards(one)), mask_of(read_cards(two))]
            if masks[0] & masks[1] == 0:
                values = [evaluate(common | mask) for mask in [mask_of(list(hole)), *masks]]
                best = values[0] == max(values)
                shares.append(1 / values.count(values[0]) if best else 0.0)

    worlds = Worlds(hole, board, [_range(*first), _range(*second)], 20_000, Rng(3))

    assert worlds.equity() == pytest.approx(sum(shares) / len(shares), abs=0.012)


def test_drawn_hands_share_no_card_with_the_table_or_each_other() -> None:
    board, hole = _cards("AhKd7c"), _cards("KsQs")

    worlds = Worlds(hole, board, [Range(), Range(), Range()], 200, Rng(1))

    for world in range(200):
        masks = [HAND_MASK[worlds.hands[3 * world + rival]] for rival in range(3)]
        masks += [mask_of(list(board)), mask_of(list(hole))]
        assert all(one & two == 0 for one, two in combinations(masks, 2))


def test_hands_are_numbered_as_the_ladder_numbers_them() -> None:
    for number in range(0, COMBOS, 97):
        first, second = HANDS[number]
        assert cards_of(int(BIT[first] | BIT[second])) == sorted([first, second])
        assert hand_number(first, second) == number
