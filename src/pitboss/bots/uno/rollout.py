"""Rollouts: a position played on to the end of the round, and what that end is worth to a seat."""

import math
from typing import Final

from pitboss.bots.uno.policy import Policy
from pitboss.games.arrays import i64
from pitboss.games.uno.cards import BIT
from pitboss.games.uno.game import UnoGame
from pitboss.games.uno.hands import STRIDE, worth
from pitboss.games.uno.table import OVER

# What a round counts on average, and how much more for each opponent.
_POINTS: Final = 40.0
_HAND_POINTS: Final = 18.0


def play_on(game: UnoGame, policies: list[Policy]) -> None:
    """Play to the end, each seat by its policy."""
    while game.phase != OVER:
        seat = game.turn
        game.apply(policies[seat].choose(game, seat))


def worth_of(game: UnoGame, seat: i64, wins: bool) -> float:
    """What the end of a round is worth to the seat, from 0 to 1.

    With `wins` only the first place counts, else the share of opponents that it beats.
    """
    target = game.rules.target
    if target > 0:
        best: i64 = 0
        for score in game.scores:
            if score > best:
                best = score
        if best < target:
            return _prospects(game, seat, target - best, wins)
    mine = _rank_key(game, seat)
    beaten: i64 = 0
    tied: i64 = 0
    other: i64 = 0
    while other < game.players:
        if other != seat:
            theirs = _rank_key(game, other)
            if theirs > mine:
                beaten += 1
            elif theirs == mine:
                tied += 1
        other += 1
    opponents = game.players - 1
    if wins:
        return 1.0 / float(1 + tied) if beaten + tied == opponents else 0.0
    return (float(beaten) + 0.5 * float(tied)) / float(opponents)


def _rank_key(game: UnoGame, seat: i64) -> i64:
    """Whoever has less comes before: as in the game's own result."""
    if game.left & BIT[seat]:
        return 1_000_000 - game.leavers.index(seat)
    if game.rules.target > 0:
        return -game.scores[seat]
    if seat == game.winner:
        return -1
    points = worth(game.hands, seat * STRIDE)
    return points + 100_000 if seat == game.loser else points


def _prospects(game: UnoGame, seat: i64, missing: i64, wins: bool) -> float:
    """What the scores are worth when rounds are still to come.

    The lead over an opponent goes on as a random walk, of as many steps as the leader still needs.
    """
    players = float(game.present())
    step = _POINTS + _HAND_POINTS * (players - 1.0)
    rounds = max(1.0, 0.7 * players * float(missing) / step)
    spread = 1.25 * step * math.sqrt(2.0 * rounds / players)
    mine = float(game.scores[seat])
    total = 0.0
    product = 1.0
    other: i64 = 0
    while other < game.players:
        if other != seat:
            if game.left & BIT[other]:
                ahead = 1.0
            else:
                lead = (mine - float(game.scores[other])) / spread
                # Algebraic, because exp differs from machine to machine in its last digit.
                ahead = 0.5 + 0.5 * lead / math.sqrt(1.0 + lead * lead)
            total += ahead
            product *= ahead
        other += 1
    return product if wins else total / float(game.players - 1)
