"""The hold'em players: what they see of opponents, and what they make of it."""

from collections.abc import Callable

import pytest

from pitboss.bots.holdem.equity import HoldemEquity
from pitboss.bots.holdem.greedy import HoldemGreedy
from pitboss.bots.holdem.master import HoldemMaster
from pitboss.bots.holdem.opponents import Opponents
from pitboss.bots.holdem.patience import chance_to_win
from pitboss.games.game import Decider
from pitboss.games.holdem import CALL, FOLD, RIVER, Cash, Hand, Tournament
from pitboss.games.holdem.cards import read_cards
from pitboss.games.holdem.rules import (
    ALGOPOKER_BLINDS,
    CashRules,
    HandRules,
    Level,
    Schedule,
    TournamentRules,
)
from pitboss.games.rng import Rng

RULES = HandRules(preset="hand")
TOURNAMENT = TournamentRules(preset="algopoker")
LEVELS = [number for level in ALGOPOKER_BLINDS for number in level]

PLAYERS: list[Callable[[int], Decider]] = [
    HoldemGreedy,
    lambda seed: HoldemEquity(seed, 60),
    lambda seed: HoldemMaster(seed, 60),
]


def _hand(cards: str, stacks: list[int], button: int = 0) -> Hand:
    return Hand(RULES, stacks, button, 1, deck=read_cards(cards))


def _watched_tournament(
    answer: Callable[[Tournament], int], hands: int
) -> tuple[Tournament, Opponents]:
    """A heads-up tournament in which seat 0 checks or calls, and watches."""
    game, opponents = Tournament(TOURNAMENT, 2, 5), Opponents()
    while not game.over and game.hand.number <= hands:
        if game.actor() == 0:
            opponents.look(game, 0)
            opponents.remember(game, 0, CALL)
            game.apply(CALL)
        else:
            game.apply(answer(game))
    return game, opponents


def test_somebody_who_only_calls_is_taken_for_a_station() -> None:
    _, opponents = _watched_tournament(lambda _: CALL, 4)

    assert opponents.of(1).is_station


def test_one_raise_is_enough_not_to_be_a_station() -> None:
    def once(game: Tournament) -> int:
        fits = game.hand.number == 2 and game.hand.street == RIVER
        return int(game.hand.min_raise()) if fits else CALL

    _, opponents = _watched_tournament(once, 4)

    assert not opponents.of(1).is_station
    assert opponents.of(1).bets == 1


def test_a_fold_is_seen_in_the_stacks_of_the_next_hand() -> None:
    game, opponents = Tournament(TOURNAMENT, 2, 5), Opponents()
    while game.actor() != 0:
        game.apply(CALL)
    opponents.look(game, 0)
    opponents.remember(game, 0, 400)
    game.apply(400)
    game.apply(FOLD)
    while game.actor() != 0:
        game.apply(CALL)

    opponents.look(game, 0)

    assert (opponents.of(1).faced_early, opponents.of(1).folds_early) == (1, 1)


def test_chips_are_worth_more_than_their_share_while_there_is_time() -> None:
    early = [chance_to_win(LEVELS, 2, chips, 20_000) for chips in (5_000, 10_000, 15_000)]
    late = chance_to_win(LEVELS, 80, 10_000, 20_000)

    assert 0.9 < early[0] < early[1] < early[2] < 1
    assert 0.5 < late < 0.75


def test_master_bets_the_river_for_value_against_a_station() -> None:
    game, master = Tournament(TOURNAMENT, 2, 8), HoldemMaster(1)
    bets = []
    while not game.over:
        if game.actor() == 0:
            action = master.decide(game, 0)
            if game.hand.number > 4:
                bets.append((action, int(game.hand.street)))
            game.apply(action)
        else:
            game.apply(CALL)

    assert game.places()[0] == 1
    assert any(action > 0 for action, _ in bets)
    assert all(street == RIVER for action, street in bets if action > 0)


@pytest.mark.parametrize("junk", ["7h2c", "9d3s", "Jc4h"])
def test_master_folds_junk_to_a_raise_of_somebody_who_hardly_plays(junk: str) -> None:
    hand = _hand("AsAd" + junk, [10_000, 10_000])
    hand.apply(600)

    assert HoldemMaster(3).decide(hand, 1) == FOLD


@pytest.mark.parametrize(("cards", "plays"), [("AhAd", True), ("KsKh", True), ("7h2c", False)])
def test_with_few_big_blinds_it_is_all_in_or_fold(cards: str, plays: bool) -> None:
    rules = TournamentRules(preset="", blinds=Schedule([Level(1, 500, 1000)]))
    game = Tournament(rules, 6, 4)
    spot = Hand(
        HandRules(preset="", small_blind=500, big_blind=1000),
        [10_000] * 6,
        0,
        1,
        deck=[-1] * 6 + read_cards(cards),
    )
    game.resume(spot, 9, [0] * 6, over=False)

    action = HoldemMaster(2).decide(game, 3)

    assert action == (10_000 if plays else FOLD)


def _randomly(game: Tournament | Cash | Hand, players: list[Decider], seed: int) -> int:
    """Play a game in which everybody now and then does something else; returns the decisions."""
    rng = Rng(seed)
    decisions = 0
    while game.actor() >= 0 and decisions < 400:
        seat = game.actor()
        action = players[seat].decide(game, seat)
        assert action in game.legal()
        game.apply(game.sample(rng) if rng.below(5) == 0 else action)
        decisions += 1
    return decisions


@pytest.mark.parametrize("seats", range(2, 10))
def test_decisions_are_legal_in_odd_tournaments(seats: int) -> None:
    rules = TournamentRules(
        preset="",
        stack=1_003 + 517 * seats,
        ante=7 * (seats % 3),
        big_blind_ante=11 * (seats % 2),
        min_bet=130 * (seats % 4 == 0),
        blinds=Schedule([Level(1, 13, 27), Level(6, 51, 103), Level(12, 333, 667)]),
    )
    players = [PLAYERS[seat % 3](seat) for seat in range(seats)]

    assert _randomly(Tournament(rules, seats, seats), players, seats) > 20


@pytest.mark.parametrize("seats", [2, 6])
def test_decisions_are_legal_in_cash_and_single_hands(seats: int) -> None:
    players = [PLAYERS[(seat + 2) % 3](seat) for seat in range(seats)]
    cash = Cash(CashRules(preset="", hands=8, stack=4_321), seats, 3)

    assert _randomly(cash, players, 1) > 8
    for seed in range(6):
        assert _randomly(Hand(RULES, [2_000 + 777 * seed] * seats, 0, seed), players, seed) > 0


def test_master_decides_in_a_game_that_it_joins_in_the_middle() -> None:
    game = Tournament(TOURNAMENT, 3, 21)
    rng = Rng(4)
    for _ in range(40):
        if game.over:
            break
        fresh = HoldemMaster(game.actor(), 40)
        assert fresh.decide(game, game.actor()) in game.legal()
        game.apply(CALL if rng.below(3) else game.sample(rng))
