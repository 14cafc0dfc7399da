"""Policies against each other on mirrored decks, in the compiled unit; for fitting weights."""

from pitboss.bots.uno.policy import Policy
from pitboss.games.arrays import i64
from pitboss.games.uno.game import UnoGame, deal_game
from pitboss.games.uno.table import OVER, RuleFlags


def shares(
    rules: RuleFlags, seats: int, one: Policy, others: Policy, first: int, decks: int
) -> list[float]:
    """By deck, the share of opponents that `one` beats, playing it from every seat."""
    found: list[float] = []
    for deck in range(first, first + decks):
        total = 0.0
        for rotation in range(seats):
            game = deal_game(rules, seats, deck)
            _play(game, one, others, rotation)
            total += share(game, rotation)
        found.append(total / seats)
    return found


def _play(game: UnoGame, one: Policy, others: Policy, seat: i64) -> None:
    while game.phase != OVER:
        if game.turn == seat:
            game.apply(one.choose(game, seat))
        else:
            game.apply(others.choose(game, game.turn))


def share(game: UnoGame, seat: int) -> float:
    """The share of opponents that come after the seat in a finished game; ties count half."""
    places = game.result().places
    mine = places[seat]
    total = 0.0
    for place in places:
        if place > mine:
            total += 1.0
        elif place == mine:
            total += 0.5
    return (total - 0.5) / (len(places) - 1)
