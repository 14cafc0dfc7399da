"""Who waits for a table, and when it starts. Where it is found by name is in places.py.

What clients say and are told is their door's.
"""

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from pitboss.games.seeds import secret_seed
from pitboss.players.connection import ConnectedPlayer, listener_of
from pitboss.server import log
from pitboss.server.comeback import Comeback, LobbyNote, comeback_of, returning
from pitboss.server.gallery import Spectator
from pitboss.server.house import HouseSeat, house_name
from pitboss.server.services import Services
from pitboss.server.table import CLOSED, CLOSES, MISTAKE, SORRY, Order, Table
from pitboss.server.table_order import Refused, StartRule
from pitboss.store.move_log import LeftGame
from pitboss.wires.native.messages import Time, Wanted
from pitboss.wires.native.wire import NATIVE
from pitboss.wires.outbox import NORMAL
from pitboss.wires.session import Presence

# Seconds that built-in bots wait at least where the house plays alone: nobody else slows it down.
HOUSE_PACE = 0.25
TABLE_NAME: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")
BAD_NAME: Final = "a table's name is 1 to 32 letters, digits, - and _"


class Lobby:
    """A place with a name: a lobby until its game starts, then the table, then again a lobby."""

    def __init__(
        self,
        name: str,
        order: Order,
        rule: StartRule,
        services: Services,
        *,
        deserted: Callable[["Lobby"], None],
        ended: Callable[[Table], None],
        house: Sequence[str] = (),
        house_last: bool = False,
        pace: float = 0.0,
        kept: bool = False,
    ) -> None:
        """`deserted` is called when nobody is left there, `ended` when a game is over.

        The house's players wait for clients.

        One that is `kept` stays when nobody is left, until it is stopped or has been idle long.
        """
        self.name = name
        self.order = order
        self.rule = rule
        self.services = services
        self.house = [HouseSeat(house_name(bot), bot, pace) for bot in house]
        self.house_last = house_last
        self.kept = kept
        # When the waiting began.
        self.since = datetime.now(UTC)
        self.players: list[ConnectedPlayer] = []
        self.spectators: list[Spectator] = []
        self.table: Table | None = None
        self._deserted = deserted
        self._ended = ended
        self._window: asyncio.TimerHandle | None = None
        self._expiry: asyncio.TimerHandle | None = None
        if kept:
            self._tidy()

    @property
    def is_empty(self) -> bool:
        """Whether nobody is here, nothing is going on, and nobody wants it kept."""
        return not self.kept and self.is_idle

    @property
    def is_idle(self) -> bool:
        """Whether nobody is here and nothing is going on."""
        return not (self.players or self.spectators or self.table)

    @property
    def is_full(self) -> bool:
        """Whether no seat is left."""
        return len(self.players) + len(self.house) >= self.rule.most

    def count(self) -> int:
        """How many seats are taken; the house does not wait alone."""
        return len(self.players) + len(self.house) if self.players else 0

    def is_taken(self, name: str) -> bool:
        """Whether somebody who waits has that name."""
        return name in self.names()

    def names(self) -> list[str]:
        """Who waits, the house included, in the order of the seats."""
        return [seat.name for seat in self._seating()]

    def seats(self) -> list[Presence]:
        """Who waits, the house included."""
        return [self._presence(seat) for seat in self._seating()]

    def _presence(self, seat: ConnectedPlayer | HouseSeat) -> Presence:
        if isinstance(seat, ConnectedPlayer):
            return Presence(seat.name, "connection", seat.wire_name, seat.is_here)
        is_program = seat.bot in self.services.settings.programs
        return Presence(seat.name, "program" if is_program else "built-in", "", True)

    def _seating(self) -> list[ConnectedPlayer | HouseSeat]:
        if self.house_last:
            return [*self.players, *self.house]
        return [*self.house, *self.players]

    def player_named(self, name: str) -> ConnectedPlayer | None:
        """The client of that name in the running game, or who waits for one."""
        for player in self.table.live.players if self.table is not None else self.players:
            if isinstance(player, ConnectedPlayer) and player.name == name:
                return player
        return None

    # Coming and going

    def join(self, player: ConnectedPlayer) -> None:
        """A client waits for its game, which may start at once."""
        self.players.append(player)
        log.say(
            "joined",
            table=self.name,
            player=player.name,
            wire=player.wire.name,
            waiting=self.count(),
        )
        self._tidy()
        self.tell_waiting()
        if self.is_full:
            self.start()
        elif self.count() >= self.rule.least and self._window is None:
            loop = asyncio.get_running_loop()
            self._window = loop.call_later(self.rule.wait, self.guard, self._window_over)

    def watch(self, spectator: Spectator, since: int = 0) -> None:
        """Somebody watches the game, or waits for it."""
        self.spectators.append(spectator)
        self._tidy()
        if self.table is not None:
            self.table.watch(spectator, since)
        else:
            spectator.outbox.send(self._waiting(spectator))

    def leave(self, player: ConnectedPlayer) -> None:
        """A client's connection is gone: it leaves the lobby, or keeps its seat at the table."""
        if player not in self.players:
            player.lose()
            if self.table is not None:
                self.table.seats_changed()
            return
        self.players.remove(player)
        log.say("left the lobby", table=self.name, player=player.name, waiting=self.count())
        if self.count() < self.rule.least:
            self._close_window()
        self.tell_waiting()
        self._tidy()

    def unwatch(self, spectator: Spectator) -> None:
        """Somebody watches no more."""
        if spectator in self.spectators:
            self.spectators.remove(spectator)
        spectator.leave()
        self._tidy()

    def tell_waiting(self) -> None:
        """Tell everyone how many are there."""
        for player in self.players:
            if player.outbox is not None:
                player.outbox.send(self.waiting(player))
        for spectator in self.spectators:
            spectator.outbox.send(self._waiting(spectator))

    def waiting(self, player: ConnectedPlayer) -> bytes:
        """What a player is told of the lobby, or of the table that it comes back to."""
        return self._waiting(player, player.token)

    def _waiting(self, client: ConnectedPlayer | Spectator, token: str = "") -> bytes:
        there = self.count() if self.table is None else len(self.table.names)
        if client.display:
            return NATIVE.listener.waiting_for(
                there, self.rule.most, token, self.names(), self._wanted()
            )
        listener = listener_of(client.wire)
        return listener.waiting(there, self.rule.least, self.rule.most, token)

    def _wanted(self) -> Wanted:
        kind, control = self.order.kind, self.order.control
        return Wanted(
            game=kind.name,
            rules=kind.write_rules(self.order.rules),
            seats=self.rule.most,
            house=[seat.name for seat in self.house],
            time=Time(control.move, control.bank),
        )

    # The game

    def start(self) -> None:
        """Deal to those who are there; `Refused` if they are too few, or a game is going on."""
        if self.table is not None:
            raise Refused("the game at this table has begun", "already_started")
        seats = self._seating()
        possible = self.order.kind.seats(self.order.rules)
        if len(seats) not in possible:
            needed = f"{possible[0]} players are needed to start, and {len(seats)} are here"
            raise Refused(needed, "too_few_players")
        if not self.players:
            seats = [replace(seat, pace=max(seat.pace, HOUSE_PACE)) for seat in self.house]
        self._close_window()
        players, self.players = self.players, []
        try:
            self.table = table = Table(
                self.name,
                self.order,
                seats,
                self.services,
                seed=secret_seed(),
                over=self._over,
                is_last=not self.rule.repeat,
                comeback=comeback_of(self.order, seats, lobby=self._note()),
            )
            for spectator in self.spectators:
                table.admit(spectator)
        except Exception as error:
            self.table, self.players = None, players
            self.fail(error)
            return
        self._tidy()
        table.start()

    def go_on(self, left: LeftGame, comeback: Comeback) -> None:
        """Go on with a game that a killed server left; its players come back with their tokens."""
        assert left.seed is not None
        self.table = table = Table(
            self.name,
            self.order,
            [returning(note) for note in comeback.seats],
            self.services,
            seed=int(left.seed),
            over=self._over,
            is_last=not self.rule.repeat,
            left=left,
        )
        self._tidy()
        table.go_on(left)

    def _note(self) -> LobbyNote:
        rule = self.rule
        return LobbyNote(
            least=rule.least,
            most=rule.most,
            wait=rule.wait,
            repeat=rule.repeat,
            house=tuple(seat.bot for seat in self.house),
            house_last=self.house_last,
            pace=self.house[0].pace if self.house else 0.0,
            kept=self.kept,
        )

    def _over(self, table: Table) -> None:
        if self.table is not table:
            return
        self.table = None
        self.since = datetime.now(UTC)
        spectators, self.spectators = self.spectators, []
        self._ended(table)
        if self.rule.repeat and table.stopped is None:
            # Not before the finished game has told all that it has to tell.
            asyncio.get_running_loop().call_soon(self.guard, self._repeat, table, spectators)
        else:
            self._tidy()

    def _repeat(self, table: Table, spectators: Sequence[Spectator]) -> None:
        """Those who are still there wait for the next game."""
        for spectator in spectators:
            if not spectator.outbox.closing:
                spectator.leave()
                self.spectators.append(spectator)
        for player in table.live.players:
            if isinstance(player, ConnectedPlayer) and player.outbox is not None:
                player.rise()
                if not (self.is_full or self.table or self.is_taken(player.name)):
                    self.join(player)
                else:
                    player.stream.close(NORMAL, player.listener.farewell)
        self._tidy()

    def _tidy(self) -> None:
        if self._expiry is not None:
            self._expiry.cancel()
            self._expiry = None
        if self.is_idle and self.kept:
            seconds = self.services.settings.idle_timeout
            self._expiry = asyncio.get_running_loop().call_later(seconds, self._expire)
        elif self.is_idle:
            self._close_window()
            self._deserted(self)

    def _expire(self) -> None:
        self.stop(CLOSED, "nobody came to this table")

    def _window_over(self) -> None:
        self._window = None
        if self.count() >= self.rule.least and self.table is None:
            self.start()

    def _close_window(self) -> None:
        if self._window is not None:
            self._window.cancel()
            self._window = None

    # Ends

    def stop(self, code: str, message: str) -> None:
        """End whatever is going on and send everybody home; the place is given up."""
        # After a mistake of ours the place starts anew.
        self.kept = self.kept and code == MISTAKE
        self._close_window()
        players, self.players = self.players, []
        spectators, self.spectators = self.spectators, []
        table = self.table
        if table is not None:
            table.stop(code, message)
            self.table = None
        waiting = [(player.wire, player.outbox) for player in players]
        if table is None:
            waiting += [(spectator.wire, spectator.outbox) for spectator in spectators]
        for wire, outbox in waiting:
            if outbox is not None:
                outbox.send(listener_of(wire).refusal(code, message))
                outbox.close(CLOSES[code], code)
        self._tidy()

    def guard(self, call: Callable[..., object], *args: object) -> None:
        """Call something that belongs to this place: a mistake of ours in it ends it alone."""
        try:
            call(*args)
        except Exception as error:
            self.fail(error)

    def fail(self, error: Exception) -> None:
        """A mistake of ours: this place starts anew, the others do not notice."""
        if self.table is not None:
            self.table.fail(error)
            return
        log.fail("a lobby failed", table=self.name, error=repr(error))
        self.services.metrics.failures.inc()
        self.stop(MISTAKE, SORRY)
