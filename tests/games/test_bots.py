"""The built-in bots: legal everywhere, and the same from the same seed."""

import pytest
from ladder_rig import every_bot_and_preset

from pitboss import bots
from pitboss.games.game import Game
from pitboss.games.holdem import HAND
from pitboss.games.registry import kinds
from pitboss.games.uno import JEDNA, OFFICIAL, UNO
from pitboss.games.uno.notation import read_action, write_action


def play_out(game: Game, players: list[bots.Bot], limit: int = 3000) -> list[int]:
    actions: list[int] = []
    while game.actor() >= 0 and len(actions) < limit:
        seat = game.actor()
        action = players[seat].decide(game, seat)
        game.apply(action)
        actions.append(action)
    return actions


@pytest.mark.parametrize(("bot", "kind", "preset"), list(every_bot_and_preset()))
def test_a_bot_plays_legal_actions_in_every_game(bot: str, kind: str, preset: str) -> None:
    game_kind = kinds()[kind]
    rules = game_kind.rules(preset)
    # A search is slow where it is not compiled.
    most = 20 if ":" in bot else 3000
    for seats in {2, min(4, game_kind.seats(rules)[-1])}:
        game = game_kind.new(rules, seats, 7)
        play_out(game, [bots.named(bot, seed) for seed in range(seats)], most)


def test_random_is_the_same_from_the_same_seed_and_another_from_another() -> None:
    def actions(seed: int) -> list[int]:
        return play_out(UNO.new(JEDNA, 2, 1), [bots.named("random", seed) for _ in range(2)])

    assert actions(5) == actions(5)
    assert actions(5) != actions(6)


@pytest.mark.parametrize(
    ("position", "action"),
    [
        ("hands=b2,r4,r9|g1 top=r7", "r4"),
        ("hands=w,b2,b3,g1|g1 top=r7", "wb"),
        ("hands=b2|g1 top=r7", "draw"),
        ("hands=b2|g1 top=r7 drawn=b2 phase=1", "pass"),
        ("hands=b2|g1 top=r+2 pending=2 war=1", "pass"),
    ],
)
def test_simple_plays_the_first_card_else_draws_else_passes(position: str, action: str) -> None:
    game = UNO.set_up(JEDNA, position)

    assert write_action(bots.named("simple").decide(game, 0)) == action


def test_simple_calls_uno_and_catches() -> None:
    game = UNO.set_up(OFFICIAL, "hands=r4,r9|g1,g2 top=r7")
    simple = bots.named("simple")

    assert write_action(simple.decide(game, 0)) == "uno"
    game.apply(read_action("r4"))
    assert write_action(simple.decide(game, game.actor())) == "catch"


def test_simple_checks_else_calls() -> None:
    game = HAND.new(HAND.rules(), 2, 1)

    assert set(play_out(game, [bots.named("simple")] * 2)) == {0}


def test_an_unknown_bot_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(bots.UnknownBot, match="random, simple"):
        bots.named("deep-blue")
