"""All in or fold: the solved game against its best response, and decisions in hands."""

import pytest

from pitboss.bots.holdem.classes import CLASSES, class_named, class_of, combos_of
from pitboss.bots.holdem.equity_matrix import deals, equities
from pitboss.bots.holdem.hand_shares import chance_of_first, top_hands
from pitboss.bots.holdem.placement import CHIPS, SCORE
from pitboss.bots.holdem.push_fold import Assumption, advise, is_short, push_fold_action
from pitboss.bots.holdem.push_fold_game import Spot
from pitboss.bots.holdem.push_fold_solution import Solution
from pitboss.bots.holdem.push_fold_solver import Solver, solve
from pitboss.games.holdem import CALL, FOLD, Hand, HandRules, Tournament, TournamentRules
from pitboss.games.holdem.cards import read_cards
from pitboss.games.rng import Rng

RULES = HandRules(preset="hand", small_blind=50, big_blind=100)


def first_in(
    *stacks: float, utility: int = SCORE, assumptions: dict[int, Assumption] | None = None
) -> Spot:
    """The game at the first seat's turn, blinds last, stacks in big blinds."""
    seats = len(stacks)
    return Spot(
        chips=stacks,
        paid=(*[0.0] * (seats - 2), 0.5, 1.0),
        openers=seats - 1,
        taker=seats - 1,
        held=(1.0,) * seats,
        others=(),
        costs=(0.0,) * seats,
        ante=0.0,
        utilities=(utility,) * seats,
        assumptions=tuple([(assumptions or {}).get(at, Assumption()) for at in range(seats)]),
    )


def heads_up_gains(solution: Solution, depth: float) -> tuple[float, float]:
    """What a best response gains at each seat in big blinds, counted hand by hand."""
    push = [solution.chance(0, own) for own in range(CLASSES)]
    call = [solution.chance(solution.call_node(0, 1), own) for own in range(CLASSES)]
    total = 1326 * 1225
    small = big = 0.0
    for own in range(CLASSES):
        pushed = called = folded = 0.0
        for other in range(CLASSES):
            pairs = deals()[own][other]
            showdown = depth * (2 * equities()[own][other] - 1)
            pushed += pairs * (call[other] * showdown + (1 - call[other]) * 1.0)
            called += pairs * push[other] * showdown
            folded += pairs * push[other] * -1.0
        stay = -0.5 * 1225 * combos_of(own)
        small += max(pushed, stay) - push[own] * pushed - (1 - push[own]) * stay
        big += max(called, folded) - call[own] * called - (1 - call[own]) * folded
    return small / total, big / total


@pytest.mark.parametrize("depth", [5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0])
def test_heads_up_a_best_response_gains_at_most_half_a_thousandth_of_a_blind(depth: float) -> None:
    gains = heads_up_gains(solve(first_in(depth, depth, utility=CHIPS)), depth)

    assert min(gains) >= 0.0
    assert max(gains) <= 0.0005


def test_heads_up_at_ten_blinds_58_percent_are_pushed_and_37_called() -> None:
    solver = Solver(first_in(10.0, 10.0, utility=CHIPS))
    solver.play(200)

    assert solver.often[0] == pytest.approx(0.583, abs=0.002)
    assert solver.often[1] == pytest.approx(0.374, abs=0.002)


@pytest.mark.parametrize(
    "stacks",
    [
        (10.0, 10.0, 10.0),
        (4.0, 12.0, 7.0),
        (3.0, 3.0, 3.0, 3.0, 3.0, 3.0),
        (12.0, 5.0, 9.0, 2.0, 15.0, 6.0),
    ],
)
def test_with_more_seats_no_seat_gains_a_thousandth_of_score(stacks: tuple[float, ...]) -> None:
    solver = Solver(first_in(*stacks))
    solver.play(40)

    assert max(solver.gains()) < 0.001


def test_at_nine_seats_no_seat_gains_a_thousandth_of_score() -> None:
    solver = Solver(first_in(*[8.0] * 9))
    solver.play(15)

    assert max(solver.gains()) < 0.001


def test_the_score_makes_callers_tighter_than_chips() -> None:
    by_chips = Solver(first_in(8.0, 8.0, 8.0, utility=CHIPS))
    by_score = Solver(first_in(8.0, 8.0, 8.0, utility=SCORE))
    by_chips.play(40)
    by_score.play(40)

    call = by_chips.calls[0 * 3 + 2]
    assert by_score.often[call] < 0.7 * by_chips.often[call]


def test_whoever_never_calls_is_pushed_on_with_anything() -> None:
    nit = solve(first_in(10.0, 10.0, utility=CHIPS, assumptions={1: Assumption(call=0.0)}))

    assert all(nit.chance(0, own) > 0.99 for own in range(CLASSES))


def test_whoever_calls_with_anything_is_pushed_on_with_good_hands_only() -> None:
    station = solve(first_in(10.0, 10.0, utility=CHIPS, assumptions={1: Assumption(call=1.0)}))

    # 20 blinds are in the pot for 9.5 more: 47.5% are needed.
    assert station.chance(0, class_named("J7o")) > 0.99
    assert station.chance(0, class_named("J2o")) < 0.01
    assert station.chance(0, class_named("72o")) < 0.01


def test_a_share_of_the_best_hands_has_that_many_hands() -> None:
    for share in (0.0, 0.1, 0.37, 1.0):
        hands = sum([top * combos_of(own) for own, top in enumerate(top_hands(share))])
        assert hands == pytest.approx(1326 * share)


def test_of_three_equal_hands_each_is_the_best_in_a_third_of_all_cases() -> None:
    assert chance_of_first(0.5, 0.5, 0.5) == pytest.approx(1 / 3)
    assert chance_of_first(0.8, 0.7, 0.5) > 0.5 > chance_of_first(0.2, 0.7, 0.9)


def dealt(stacks: list[int], cards: str, button: int = 0) -> Hand:
    """A hand in which the seat to act first has the cards."""
    probe = Hand(RULES, stacks, button)
    deck = [-1] * (2 * len(stacks))
    deck[2 * probe.actor() : 2 * probe.actor() + 2] = read_cards(cards)
    return Hand(RULES, stacks, button, deck=deck)


@pytest.mark.parametrize(
    ("cards", "action"), [("AsAd", 1000), ("7s2d", FOLD), ("KhQh", 1000), ("Tc4d", FOLD)]
)
def test_heads_up_with_ten_blinds_good_hands_go_all_in(cards: str, action: int) -> None:
    hand = dealt([1000, 1000], cards)

    assert push_fold_action(hand, hand.actor(), CHIPS, Rng(1)) == action


def test_an_all_in_is_called_with_aces_and_not_with_seven_deuce() -> None:
    answers = []
    for cards in ("AsAd", "7s2d"):
        hand = Hand(RULES, [800, 800, 800], 0, deck=[-1, -1, *read_cards(cards), -1, -1])
        hand.apply(800)
        answers.append(push_fold_action(hand, 1, SCORE, Rng(1)))

    assert answers == [CALL, FOLD]


def test_a_free_look_is_taken_instead_of_folding() -> None:
    hand = Hand(RULES, [1000, 1000], 0, deck=[-1, -1, *read_cards("7s2d")])
    hand.apply(CALL)

    assert push_fold_action(hand, 1, CHIPS, Rng(1)) == CALL


def test_coming_blinds_make_the_next_big_blind_push_more() -> None:
    """Three-handed with two blinds left, folding the button costs more if its blind is next."""
    hand = dealt([250, 2000, 2000], "9h7h")

    cheap = advise(hand, 0, SCORE, coming=(0, 1))
    dear = advise(hand, 0, SCORE, coming=(100, 200))

    assert dear.fold < cheap.fold


def test_against_rivals_who_count_chips_fewer_hands_are_pushed() -> None:
    hand = dealt([800, 800, 800, 800], "8s5s")

    alike = advise(hand, hand.actor(), SCORE, rivals=SCORE)
    by_chips = advise(hand, hand.actor(), SCORE)

    assert by_chips.all_in - by_chips.fold < alike.all_in - alike.fold


def test_short_is_whoever_cannot_lose_fifteen_blinds() -> None:
    assert is_short(Hand(RULES, [1000, 5000, 5000]), 0)
    assert not is_short(Hand(RULES, [1000, 5000, 5000]), 1)
    assert is_short(Hand(RULES, [9000, 1000, 1400]), 0)
    assert not is_short(Hand(RULES, [1500, 1500]), 0)


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_advice_is_legal_and_blind_to_hidden_cards_wherever_random_play_leads(seats: int) -> None:
    for seed in range(2):
        rules = TournamentRules(preset="t", stack=800, ante=10 * (seed % 2), big_blind_ante=seed)
        game = Tournament(rules, seats, seed)
        rng = Rng(seed)
        asked = 0
        while game.actor() >= 0 and asked < 6:
            seat = game.actor()
            if is_short(game.hand, seat):
                asked += 1
                action = push_fold_action(game.hand, seat, SCORE, rng.copy())
                assert action in game.legal()
                other = game.redeal(seat, seed + 77)
                assert push_fold_action(other.hand, seat, SCORE, rng.copy()) == action
            game.apply(game.sample(rng))


def test_of_hands_of_one_class_the_advice_is_the_same() -> None:
    hearts = advise(dealt([900, 900, 900], "Ah9h"), 0, SCORE)
    spades = advise(dealt([900, 900, 900], "9sAs"), 0, SCORE)

    assert hearts == spades
    assert class_of(*read_cards("Ah9h")) == class_of(*read_cards("9sAs"))
