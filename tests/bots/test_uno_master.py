"""`master` in the UNO family: it sees what wins, and searches as its seed and budget say."""

import dataclasses

import pytest

from pitboss.bots.bot import Bot
from pitboss.bots.uno.counter import UnoCounter
from pitboss.bots.uno.master import UnoMaster
from pitboss.bots.uno.rollout import play_on, worth_of
from pitboss.bots.uno.search import Search, Trial
from pitboss.bots.uno.weights import policy_for
from pitboss.bots.uno.worlds import Worlds
from pitboss.games.rng import Rng
from pitboss.games.uno import JEDNA, OFFICIAL, UNO
from pitboss.games.uno.game import UnoGame, deal_game
from pitboss.games.uno.hands import STRIDE, cards_in
from pitboss.games.uno.notation import read_action, write_action
from pitboss.games.uno.round import ROUND_LIMIT
from pitboss.games.uno.rules import PRESETS, UnoRules


def played(game: UnoGame, bots: list[Bot]) -> list[int]:
    actions = []
    while game.actor() >= 0:
        action = bots[game.actor()].decide(game, game.actor())
        assert action in game.legal()
        game.apply(action)
        actions.append(action)
    return actions


@pytest.mark.parametrize(
    ("rules", "position", "action"),
    [
        # The skips come back to the seat, and then the last card goes out.
        ("jedna", "hands=rs,r5,b5|g1 top=r7", "rs"),
        # Two at once end the round.
        ("jedna-reference", "hands=r5,r5|g1,g2 top=r7", "r5 twice"),
        # The opponent is about to win: a draw card holds it up.
        ("uno-online", "hands=r1,r+2,b9,b8,b7|g1 top=r7", "r+2"),
        # Whoever forgot to call UNO is caught.
        ("official", "hands=r1,b9,b8|g1 top=g7 phase=4 offender=1 resume=0", "catch"),
        ("official", "hands=r1,b9|g1,g2,g3 top=r7", "uno"),
    ],
)
def test_master_sees_what_wins(rules: str, position: str, action: str) -> None:
    game = UNO.set_up(PRESETS[rules], position)

    assert write_action(UnoMaster(1, rollouts=600).decide(game, 0)) == action


def test_a_seven_takes_the_smallest_hand() -> None:
    rules = dataclasses.replace(OFFICIAL, seven_zero=True, target=0)
    game = UNO.set_up(rules, "hands=r1,b9,b8,b7,g4|g1,g2,g3,r4|y1 top=r7 phase=3")

    assert write_action(UnoMaster(1, rollouts=300).decide(game, 0)) == "swap 2"


def test_equal_seeds_and_budgets_give_equal_games() -> None:
    rules = dataclasses.replace(OFFICIAL, target=0)

    def games_of(seed: int, rollouts: int) -> list[list[int]]:
        return [
            played(UNO.new(rules, 2, deck), [UnoMaster(seed, rollouts), UnoMaster(seed, rollouts)])
            for deck in range(3)
        ]

    assert games_of(1, 60) == games_of(1, 60)
    assert games_of(1, 60) != games_of(7, 30)


def test_master_plays_on_in_a_game_that_it_did_not_see_begin() -> None:
    game = deal_game(dataclasses.replace(OFFICIAL, target=0).flags, 4, 3)
    for _ in range(20):
        game.apply(UnoCounter(0).decide(game, game.actor()))

    played(game, [UnoMaster(seat, rollouts=20) for seat in range(4)])


@pytest.mark.parametrize("players", [2, 10])
def test_master_plays_to_a_target(players: int) -> None:
    rules = dataclasses.replace(OFFICIAL, target=100)
    bots: list[Bot] = [UnoCounter(seat) for seat in range(players)]
    bots[0] = UnoMaster(0, rollouts=16, wins=True)
    game = UNO.new(rules, players, 4)

    played(game, bots)

    assert max(game.result().scores) >= 100


@pytest.mark.parametrize(
    ("rules", "players"), [("jedna", 2), ("official", 2), ("uno-online", 2), ("official", 4)]
)
def test_a_decision_plays_out_no_more_games_than_its_budget(rules: str, players: int) -> None:
    game = UNO.new(PRESETS[rules], players, 4)
    policy = policy_for(PRESETS[rules].flags, players)

    def played_out(rollouts: int) -> int:
        search = Search(rollouts, 1, False)
        search.choose(game, game.actor(), policy)
        return search.played

    assert 0 < played_out(30) <= played_out(1000) <= 1000
    assert played_out(30) < 300


def test_usual_rollouts_are_fewer_where_each_takes_longer() -> None:
    rules = dataclasses.replace(OFFICIAL, target=0)

    def rollouts(players: int, chosen: int | None = None) -> int:
        master = UnoMaster(1, chosen)
        game = UNO.new(rules, players, 4)
        master.decide(game, game.actor())
        return master._search.rollouts

    assert [rollouts(players) for players in (2, 6, 10)] == [3000, 3000, 1800]
    assert rollouts(10, chosen=50) == 50


def test_master_has_at_least_one_rollout() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        UnoMaster(0, rollouts=0)


def brute_force(game: UnoGame, moves: list[int], rules: UnoRules) -> list[float]:
    """The worth of each move, by all cards that the opponent may hold, when nothing is drawn."""
    policy = policy_for(rules.flags, 2)
    totals = [0.0] * len(moves)
    hidden = cards_in(game.hands, STRIDE) + game.pile.loose_cards()
    for card in hidden:
        seen = set()
        seed = 0
        while card not in seen:
            world = game.redeal(0, seed)
            seen = set(cards_in(world.hands, STRIDE))
            seed += 1
        world.round = ROUND_LIMIT
        for index, move in enumerate(moves):
            twin = world.copy()
            twin.apply(move)
            play_on(twin, [policy, policy])
            totals[index] += worth_of(twin, 0, False) / len(hidden)
    return totals


def test_an_exact_ending_equals_brute_force_and_the_samples_come_near() -> None:
    rules = dataclasses.replace(JEDNA, target=0)
    # Whatever the opponent holds, the next moves decide: one more card each is left to play.
    game = UNO.set_up(rules, "hands=rs,b5,b6|g1 top=r7 pile=b1,y2,r9")
    moves = [read_action("rs"), read_action("draw")]
    policy = policy_for(rules.flags, 2)

    def trial(exact: bool, samples: int) -> Trial:
        worlds = Worlds(game, 0, [], [], Rng(9))
        assert worlds.enumerate_hands()
        found = Trial(worlds, 0, moves, [policy, policy], False)
        found.exact = exact
        found.run([0, 1], samples)
        return found

    exact, sampled = trial(True, 4000), trial(False, 4000)
    difference = exact.sums[1] / exact.samples

    assert sampled.sums[1] / sampled.samples == pytest.approx(difference, abs=0.05)
    # Enumerated hands differ by what is drawn alone.
    spread = exact.squares[1] / exact.samples - difference**2
    assert spread < (sampled.squares[1] / sampled.samples - difference**2) / 2


def test_what_no_draw_can_change_is_exact_after_one_pass() -> None:
    rules = dataclasses.replace(JEDNA, target=0)
    # With r9 the opponent goes out; with either of the others it draws, and r2 goes out.
    game = UNO.set_up(rules, "hands=r1,r2|b9 top=r7 pile=r9,b8")
    moves = [read_action("r1")]
    policy = policy_for(rules.flags, 2)
    worlds = Worlds(game, 0, [], [], Rng(9))
    worlds.enumerate_hands()
    value = 0.0
    for number, weight in enumerate(worlds.weights):
        world = worlds.with_hand(number)
        world.round = ROUND_LIMIT
        world.apply(moves[0])
        play_on(world, [policy, policy])
        value += weight * worth_of(world, 0, False)

    assert value == pytest.approx(2 / 3)
    assert brute_force(game, moves, rules) == pytest.approx([value])
