"""Random play in bulk, inside the compiled unit: for measuring, and as a floor for bots."""

from pitboss.games.arrays import i64
from pitboss.games.rng import Rng
from pitboss.games.uno.game import deal_game
from pitboss.games.uno.table import OVER
from pitboss.games.uno.table_rules import TableRules


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
