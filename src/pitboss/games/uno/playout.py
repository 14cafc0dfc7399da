"""Whole games played inside the compiled unit: by bots, and at random for measurements."""

from pitboss.games.arrays import i64
from pitboss.games.playout import Decider
from pitboss.games.rng import Rng
from pitboss.games.uno.game import UnoGame, deal_game
from pitboss.games.uno.table import OVER
from pitboss.games.uno.table_rules import TableRules


# As `games.playout.play_out`, for a class that is known: compiled, its calls cost next to nothing.
def play_out(game: UnoGame, bots: list[Decider], actions: list[int]) -> None:
    """Play to the end, adding each action."""
    while game.phase != OVER:
        seat: int = game.turn
        action = bots[seat].decide(game, seat)
        game.apply(action)
        actions.append(action)


def random_games(rules: TableRules, count: int, players: int, seed: int) -> tuple[int, int]:
    """Play so many games at random; how many actions they took, and the sum of winning seats."""
    rng = Rng(seed)
    actions: i64 = 0
    winners: i64 = 0
    number: i64 = 0
    games: i64 = count
    while number < games:
        game = deal_game(rules, players, seed + number)
        while game.phase != OVER:
            game.apply(game.sample(rng))
            actions += 1
        winners += game.winner
        number += 1
    return actions, winners
