"""Who waits for a table, when it starts, and where it is found by name.

What clients say and are told is their door's.
"""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pitboss.games.seeds import secret_seed
from pitboss.players.connection import ConnectedPlayer, listener_of
from pitboss.server import log
from pitboss.server.gallery import Spectator
from pitboss.server.house import HouseSeat
from pitboss.server.services import Services
from pitboss.server.table import CLOSES, MISTAKE, SORRY, STOPPING, Order, Table
from pitboss.wires.wire import Wire


@dataclass(frozen=True, kw_only=True)
class StartRule:
    """When a game starts: at once when `most` are there, or some time after `least` are."""

    least: int
    most: int
    # Seconds from the moment at which enough are there; later arrivals do not prolong them.
    wait: float = 0.0


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
        house: Sequence[str] = (),
        house_last: bool = False,
    ) -> None:
        """`deserted` is called when nobody is left there. The house's players wait for clients."""
        self.name = name
        self.order = order
        self.rule = rule
        self.services = services
        self.house = [HouseSeat(bot, bot) for bot in house]
        self.house_last = house_last
        self.players: list[ConnectedPlayer] = []
        self.spectators: list[Spectator] = []
        self.table: Table | None = None
        self._deserted = deserted
        self._window: asyncio.TimerHandle | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nobody is here and nothing is going on."""
        return not (self.players or self.spectators or self.table)

    @property
    def is_full(self) -> bool:
        """Whether no seat is left."""
        return self.count() >= self.rule.most

    def count(self) -> int:
        """How many seats are taken; the house does not wait alone."""
        return len(self.players) + len(self.house) if self.players else 0

    def is_taken(self, name: str) -> bool:
        """Whether somebody who waits has that name."""
        names = [player.name for player in self.players] + [seat.name for seat in self.house]
        return name in names

    def player_named(self, name: str) -> ConnectedPlayer | None:
        """The client of that name in the running game."""
        for player in self.table.live.players if self.table is not None else ():
            if isinstance(player, ConnectedPlayer) and player.name == name:
                return player
        return None

    # Coming and going

    def join(self, player: ConnectedPlayer) -> None:
        """A client waits for its game, which may start at once."""
        self.players.append(player)
        self.tell_waiting()
        if self.is_full:
            self.start()
        elif self.count() >= self.rule.least and self._window is None:
            loop = asyncio.get_running_loop()
            self._window = loop.call_later(self.rule.wait, self.guard, self._window_over)

    def watch(self, spectator: Spectator, since: int = 0) -> None:
        """Somebody watches the game, or waits for it."""
        self.spectators.append(spectator)
        if self.table is not None:
            self.table.watch(spectator, since)
        else:
            spectator.outbox.send(self._waiting(spectator.wire, ""))

    def leave(self, player: ConnectedPlayer) -> None:
        """A client's connection is gone: it leaves the lobby, or keeps its seat at the table."""
        if player not in self.players:
            player.lose()
            if self.table is not None:
                self.table.seats_changed()
            return
        self.players.remove(player)
        if self.count() < self.rule.least:
            self._close_window()
        self.tell_waiting()
        self._tidy()

    def unwatch(self, spectator: Spectator) -> None:
        """Somebody watches no more."""
        if spectator in self.spectators:
            self.spectators.remove(spectator)
        if self.table is not None:
            self.table.unwatch(spectator)
        self._tidy()

    def tell_waiting(self) -> None:
        """Tell everyone how many are there."""
        for player in self.players:
            if player.outbox is not None:
                player.outbox.send(self._waiting(player.wire, player.token))
        for spectator in self.spectators:
            spectator.outbox.send(self._waiting(spectator.wire, ""))

    def waiting(self, player: ConnectedPlayer) -> bytes:
        """What a player is told of the lobby, or of the table that it comes back to."""
        return self._waiting(player.wire, player.token)

    def _waiting(self, wire: Wire, token: str) -> bytes:
        there = self.count() if self.table is None else len(self.table.names)
        return listener_of(wire).waiting(there, self.rule.least, self.rule.most, token)

    # The game

    def start(self) -> None:
        """Deal to those who are there."""
        self._close_window()
        players, self.players = self.players, []
        try:
            self.table = table = Table(
                self.name,
                self.order,
                [*players, *self.house] if self.house_last else [*self.house, *players],
                self.services,
                seed=secret_seed(),
                over=self._over,
            )
            for spectator in self.spectators:
                table.admit(spectator)
        except Exception as error:
            self.table, self.players = None, players
            self.fail(error)
            return
        table.start()

    def _over(self, table: Table) -> None:
        if self.table is table:
            self.table = None
            self.spectators = []
            self._tidy()

    def _tidy(self) -> None:
        if self.is_empty:
            self._close_window()
            self._deserted(self)

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
        """End whatever is going on and send everybody home."""
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


class Places:
    """The lobbies and tables of a server, by name: every door finds the same ones."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._lobbies: dict[str, Lobby] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._lobbies

    def __iter__(self) -> Iterator[Lobby]:
        return iter(list(self._lobbies.values()))

    @property
    def is_full(self) -> bool:
        """Whether no more can be opened."""
        return len(self._lobbies) >= self.services.settings.max_tables

    def running(self) -> int:
        """How many games are in progress."""
        return sum(1 for lobby in self._lobbies.values() if lobby.table is not None)

    def lobby(self, name: str) -> Lobby | None:
        """The one of that name."""
        return self._lobbies.get(name)

    def open(
        self,
        name: str,
        order: Order,
        rule: StartRule,
        *,
        house: Sequence[str] = (),
        house_last: bool = False,
    ) -> Lobby:
        """A new one."""
        lobby = Lobby(
            name,
            order,
            rule,
            self.services,
            deserted=self.tidy,
            house=house,
            house_last=house_last,
        )
        self._lobbies[name] = lobby
        return lobby

    def tidy(self, lobby: Lobby) -> None:
        """Forget a place where nobody is."""
        if lobby.is_empty and self._lobbies.get(lobby.name) is lobby:
            del self._lobbies[lobby.name]

    def send_home_the_waiting(self, message: str) -> None:
        """Lobbies end now; games that run may finish."""
        for lobby in self:
            if lobby.table is None:
                lobby.stop(STOPPING, message)

    def stop(self, message: str) -> None:
        """End everything; games that run stay in the journal as interrupted."""
        for lobby in self:
            lobby.stop(STOPPING, message)
