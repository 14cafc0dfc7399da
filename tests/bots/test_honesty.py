"""An honest bot decides by what its seat may know, and leaves the game as it was."""

import pytest
from ladder_rig import every_bot_and_preset

from pitboss import bots
from pitboss.games.game import Game
from pitboss.games.registry import kind_named
from pitboss.games.rng import Rng

# How many decisions of each game are looked at. Games of random players are too long for all.
_DECISIONS = 16
_LEAST_DECISIONS = 8


def _pairs(bot: str, seats: int) -> list[tuple[bots.Bot, bots.Bot]]:
    return [(bots.named(bot, seat), bots.named(bot, seat)) for seat in range(seats)]


def _look(game: Game, pairs: list[tuple[bots.Bot, bots.Bot]], number: int) -> int:
    """The decision of a bot that sees the real game; its twin sees other hidden cards."""
    seat = game.actor()
    real, twin = pairs[seat]
    other = game.redeal(seat, 1000 + number)
    before = game.state()

    decision = real.decide(game, seat)

    assert game.state() == before, "deciding has changed the game"
    assert twin.decide(other, seat) == decision, "the decision depends on hidden cards"
    assert decision in game.legal()
    return decision


@pytest.mark.parametrize(("bot", "kind", "preset"), list(every_bot_and_preset()))
def test_hidden_cards_change_no_decision(bot: str, kind: str, preset: str) -> None:
    game_kind = kind_named(kind)
    rules = game_kind.rules(preset)
    possible = game_kind.seats(rules)
    for seats, seed in ((possible[0], 11), (min(4, possible[-1]), 12)):
        game, rng = game_kind.new(rules, seats, seed), Rng(seed, 77)
        pairs = _pairs(bot, seats)
        looked = 0
        for number in range(_DECISIONS):
            if game.actor() < 0:
                break
            decision = _look(game, pairs, number)
            looked += 1
            # Now and then somebody plays something else, so that strange positions come up too.
            game.apply(game.sample(rng) if rng.below(4) == 0 else decision)
        assert looked >= (1 if kind == "holdem" else _LEAST_DECISIONS)
