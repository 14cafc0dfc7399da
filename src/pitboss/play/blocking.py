"""The blocking driver: plays one game to its end between players of any kind.

It is the way of bulk matches: no event loop, no threads, and little more than a bare round trip.
A bot is told what happened together with its next question, in one write.
"""

import time
from collections.abc import Callable, Sequence

from pitboss.play.outcome import Outcome, Timing, timings_of
from pitboss.play.player import BlockingPlayer, distinct
from pitboss.play.referee import Referee

__all__ = ["Outcome", "Timing", "play"]


def play(
    referee: Referee, players: Sequence[BlockingPlayer], now: Callable[[], float] = time.monotonic
) -> Outcome:
    """Play the referee's game to its end; the players stay with the caller, to be closed there."""
    game = referee.game
    if len(players) != game.seats:
        raise ValueError(f"{game.seats} players are needed, not {len(players)}")
    names = distinct(referee.record.players or [player.name for player in players])
    for seat, player in enumerate(players):
        player.begin(game, seat, names)
        if not player.fresh:
            referee.clock.warm(seat)
    present = list(players)
    for seat, player in enumerate(players):
        absence = player.absence
        if absence is not None and game.actor() >= 0:
            ruling = referee.withdraw(seat, absence)
            present.remove(player)
            for other in present:
                other.played(game, ruling)
    while game.actor() >= 0:
        turn = referee.ask(now())
        player = players[turn.seat]
        reply, arrived = player.ask(game, turn)
        ruling = referee.take(reply, arrived)
        if ruling.fault is not None:
            referee.note(player.said() if ruling.is_illegal else "", player.stderr())
            player.refused(ruling)
            if ruling.again:
                continue
            if ruling.forfeited:
                player.drop()
                present.remove(player)
        for other in present:
            other.played(game, ruling)
    for player in present:
        player.end(game, names)
    return Outcome(
        result=game.result(),
        record=referee.record,
        incidents=tuple(referee.incidents),
        timings=timings_of(referee.clock, range(game.seats)),
        stderr=tuple([player.stderr() for player in players]),
        remarks=tuple(referee.remarks),
    )
