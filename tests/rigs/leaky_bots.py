"""Bots that play well enough but for one leak, and games that they play; for `explain`."""

from typing import Any

from pitboss.bots import Bot, named
from pitboss.explain.explanation import GameToExplain
from pitboss.games.game import Game
from pitboss.games.holdem import CALL, FOLD, RIVER, Hand
from pitboss.games.holdem.strength import strength
from pitboss.games.record import Record
from pitboss.games.registry import kind_named
from pitboss.games.rng import Rng
from pitboss.games.uno import UnoGame
from pitboss.games.uno.actions import play
from pitboss.games.uno.cards import WILD, WILD_BIT, WILD_DRAW_FOUR
from pitboss.games.uno.hands import STRIDE, favourite_colour
from pitboss.games.uno.table import AFTER_DRAW


class WildsFirst:
    """`simple`, but it plays wilds as soon as it may."""

    name = "wilds"
    honest = True

    def __init__(self) -> None:
        self._simple = named("simple")

    def decide(self, game: Game, seat: int) -> int:
        assert isinstance(game, UnoGame)
        if game.phase <= AFTER_DRAW and not game.may_call() and game.plays >= WILD_BIT:
            card = WILD if game.plays & WILD_BIT else WILD_DRAW_FOUR
            return int(play(card, favourite_colour(game.hands, seat * STRIDE)))
        return self._simple.decide(game, seat)


class Caller:
    """Calls as `simple` does and bets good hands; to a bet on the river it folds, or never."""

    name = "caller"
    honest = True

    def __init__(self, *, calls_every_river_bet: bool) -> None:
        self._leaks = calls_every_river_bet

    def decide(self, game: Game, seat: int) -> int:
        assert isinstance(game, Hand)
        own = _own(game, seat)
        if game.to_call() > 0:
            folds = game.street == RIVER and own < 0.6 and not self._leaks
            return FOLD if folds else CALL
        return _bet(game) if own >= 0.75 else CALL


class Bettor:
    """Bets good hands and now and then a bad one; folds to bets what is not good enough."""

    name = "bettor"
    honest = True

    def __init__(self) -> None:
        self._rng = Rng(2)

    def decide(self, game: Game, seat: int) -> int:
        assert isinstance(game, Hand)
        own = _own(game, seat)
        if game.to_call() > 0:
            return CALL if own >= 0.35 + game.to_call() / game.pot() else FOLD
        return _bet(game) if own >= 0.75 or self._rng.below(100) < 8 else CALL


def _own(hand: Hand, seat: int) -> float:
    first, second = hand.hole(seat)
    return strength(first, second, hand.board())


def _bet(hand: Hand) -> int:
    """Two thirds of the pot."""
    high = int(hand.max_raise())
    wanted = int(hand.price) + hand.pot() * 2 // 3
    return min(high, max(int(hand.min_raise()), wanted)) if high else CALL


def played(game: str, rules: str, bot: Bot, other: Bot, count: int) -> list[GameToExplain]:
    """Games of the bot against the other, from both seats in turn."""
    kind: Any = kind_named(game)
    games = []
    for number in range(count):
        seat = number % 2
        bots = [bot, other] if seat == 0 else [other, bot]
        names = [one.name if one is not other else "other" for one in bots]
        record = Record.begin(kind, kind.rules(rules), 2, 1000 + number, names)
        state = record.start()
        while (actor := state.actor()) >= 0:
            action = bots[actor].decide(state, actor)
            state.apply(action)
            record.actions.append(action)
        games.append(GameToExplain(str(number), record, seat))
    return games
