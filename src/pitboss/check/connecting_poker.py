"""Scenarios of bots that speak AlgoPoker over WebSocket: messages, corners of the rules, errors."""

import json
from collections.abc import Callable, Sequence
from typing import Any, Final

from pitboss.check.connecting import ConnectingBench, Script, Slow
from pitboss.check.connecting_socket import (
    ENDS,
    GAMES,
    JOINING,
    altered,
    check_game,
    numbered,
)
from pitboss.check.scenario import Advice
from pitboss.games.holdem.betting import CALL, FOLD
from pitboss.games.holdem.hand import Hand
from pitboss.games.holdem.kinds import TOURNAMENT
from pitboss.games.holdem.series import Series
from pitboss.play.player import BlockingPlayer
from pitboss.wires.algopoker.messages import ErrorCode, error

RULES: Final = "algopoker"
# Until then opponents only check and call, so that the bot meets every street.
_PATIENT: Final = 3

# Seconds in which who answers for others does so.
_PAUSE: Final = 0.05

Decide = Callable[[Any, int], int]


def _hand(game: Any) -> Hand:
    hand = game.hand if isinstance(game, Series) else game
    assert isinstance(hand, Hand)
    return hand


def _call(game: Any, seat: int) -> int:  # noqa: ARG001
    return CALL


def _shove(game: Any, seat: int) -> int:  # noqa: ARG001
    return int(_hand(game).max_raise()) or CALL


def _call_then_shove(game: Any, seat: int) -> int:
    return _call(game, seat) if _hand(game).number <= _PATIENT else _shove(game, seat)


def _raise_then_shove(game: Any, seat: int) -> int:
    hand = _hand(game)
    if hand.number > _PATIENT:
        return _shove(game, seat)
    low = int(hand.min_raise())
    return low if hand.max_raise() and hand.price < 4 * hand.big else CALL


def _fold_then_shove(game: Any, seat: int) -> int:
    return FOLD if _hand(game).number <= _PATIENT else _shove(game, seat)


def _others(count: int, decide: Decide, slow: int = 0) -> list[BlockingPlayer]:
    """So many opponents; `slow` is how many of their first answers take a while."""
    scripts = [Script(decide, f"other{number}") for number in range(count)]
    return [Slow(script, _PAUSE, slow) for script in scripts]


def _table(
    position: str, decide: Decide = _call_then_shove, seat: int = 0, slow: int = 0
) -> Callable[[ConnectingBench], None]:
    """A tournament from a position, against opponents who all decide alike."""
    count = position.partition("stacks=")[2].split()[0].count(",")

    def run(bench: ConnectingBench) -> None:
        others = _others(count, decide, slow)
        outcome = bench.play(
            others, seat=seat, position=position, rules=RULES, kind=TOURNAMENT, seed=7
        )
        check_game(bench, outcome, seat)
        _check_raises(bench)

    return run


def _check_raises(bench: ConnectingBench) -> None:
    """Tell of raises below the range; more than there is is a common way to say all in."""
    for frame, actions in bench.guest.visit.answers:
        action = json.loads(frame).get("action", {})
        if action.get("type") == "raise" and actions[0] > action["amount"]:
            raise Advice(
                f"it raised to {action['amount']}, which was taken for {actions[0]}, the least "
                "that is allowed: amount is the total of the bet and at least min_amount"
            )


_ERRORS: Final = (
    error(ErrorCode.UNKNOWN_TYPE, "Unknown type 'hello'; known are join, action."),
    error(ErrorCode.BAD_JSON, "That is not valid JSON (3 bytes)."),
    error(ErrorCode.BAD_ACTION, "Folded: there is no bet to call."),
)


def _with_errors(messages: list[bytes]) -> list[bytes]:
    return [*messages[:-1], *_ERRORS, *messages[-1:]]


def goes_on_after_errors(bench: ConnectingBench) -> None:
    """An error in the middle of a game leaves the connection open, and the game goes on."""
    with altered(bench, _with_errors):
        outcome = bench.play(
            _others(2, _call_then_shove),
            position="stacks=1000,1000,1000 button=1",
            rules=RULES,
            kind=TOURNAMENT,
        )
    check_game(bench, outcome)


def is_out(bench: ConnectingBench) -> None:
    """The big blind takes its last chips, it loses, and the others play on."""
    # Two aces and an ace on the board beat whatever a seven and a two become there.
    position = "stacks=100,3000,3000 button=1 cards=7c2d,AhAd,KsKd next=AsKc9h9d3s"

    def decide(game: Any, seat: int) -> int:
        return CALL if _hand(game).number == 1 else _shove(game, seat)

    outcome = bench.play(_others(2, decide), position=position, rules=RULES, kind=TOURNAMENT)
    check_game(bench, outcome)


_SITUATIONS: Final[Sequence[tuple[str, str, Callable[[ConnectingBench], None]]]] = (
    (
        "two at the table",
        "the dealer posts the small blind and acts first before the flop, last after it",
        _table("stacks=1500,1500 button=0 cards=AhKd,7c7d"),
    ),
    (
        "three at the table",
        "others are asked, and every request is sent to everybody: it answers its own only",
        _table("stacks=2000,2000,2000 button=2", seat=1, slow=3),
    ),
    (
        "bets and raises",
        "others bet and raise on every street",
        _table("stacks=4000,4000,4000 button=0", _raise_then_shove),
    ),
    (
        "hands that nobody contests",
        "all others fold: the hand ends without a showdown",
        _table("stacks=1000,1000,1000 button=0", _fold_then_shove),
    ),
    (
        "only fold or call",
        "an all-in that takes its whole stack: there is nothing to raise with",
        _table("stacks=300,5000 button=1", _shove),
    ),
    (
        "a raise of one size",
        "its stack is below the smallest raise: min_amount and max_amount are the same",
        _table("stacks=150,5000 button=0"),
    ),
    (
        "betting that is closed",
        "a short all-in does not reopen the betting: it may call or fold, not raise again",
        _table(
            "stacks=5000,5000,350 button=0 paid=300,300,350 bets=300,300,350 price=350 raise=200 "
            "acted=0,1,2 turn=0"
        ),
    ),
    (
        "side pots",
        "two others are all in with different stacks: pot.pots has several, each with its seats",
        _table(
            "stacks=3000,400,1000,5000 button=1 board=Jc3d5c paid=1000,400,1000,1000 "
            "bets=0,0,0,0 turn=3"
        ),
    ),
    (
        "nine at the table",
        "a full table with short stacks: all-ins, eliminations, blinds that take the last chip",
        _table("stacks=" + ",".join(["400"] * 9) + " button=3", seat=4),
    ),
    (
        "out of the tournament",
        "a blind takes its last chips; it hears every message until game_end and answers none",
        is_out,
    ),
    (
        "errors",
        "errors of every kind come in the middle of a hand: the game goes on, and so does it",
        goes_on_after_errors,
    ),
)

POKER: Final = numbered(JOINING, *_SITUATIONS, *ENDS, GAMES)
