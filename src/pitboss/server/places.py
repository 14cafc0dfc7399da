"""The lobbies and tables of a server by name, and which tokens are of games that have begun."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from pitboss.players.connection import ConnectedPlayer
from pitboss.server.comeback import Comeback, LobbyNote, start_rule
from pitboss.server.lobby import BAD_NAME, TABLE_NAME, Lobby
from pitboss.server.services import Services
from pitboss.server.table import CLOSED, STOPPING, Order, Table
from pitboss.server.table_order import Refused, StartRule, TableOrder, house_players
from pitboss.store.move_log import LeftGame

# So many games that nobody watches are kept for those who see them later.
MOST_LINGERING: Final = 100
# So many tokens of those who were in a game are known when they come back.
_REMEMBERED: Final = 10_000


class Places:
    """The lobbies and tables of a server, by name: every door finds the same ones."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self._lobbies: dict[str, Lobby] = {}
        # Tables whose game is over, but not for those who hear of it later; the oldest first.
        self._lingering: list[Table] = []
        # Tokens of seats in games that have begun, the last ones.
        self._spent: dict[str, None] = {}

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

    def spend(self, player: ConnectedPlayer) -> None:
        """Its line is gone: if its game has begun, its token opens no seat in another one."""
        if player.live is not None:
            self._spent[player.token] = None
            if len(self._spent) > _REMEMBERED:
                del self._spent[next(iter(self._spent))]

    def is_spent(self, token: str) -> bool:
        """Whether the token is of a game that has begun."""
        return token in self._spent

    def order(self, name: str, order: TableOrder, *, kept: bool = True) -> Lobby:
        """A new one as it was asked for, or `Refused`.

        The organiser's are `kept` while nobody is there, and the house alone may play.
        """
        if not TABLE_NAME.fullmatch(name):
            raise Refused(BAD_NAME)
        if name in self._lobbies:
            raise Refused(f"there is a table {name} already", "table_exists")
        if self.is_full:
            raise Refused("the server has too many tables")
        wanted, rule = order.granted(self.services.settings, house_alone=kept)
        house = house_players(order.house, wanted.kind.name, self.services.settings)
        return self.open(
            name, wanted, rule, house=house, house_last=True, pace=order.pace, kept=kept
        )

    def open(
        self,
        name: str,
        order: Order,
        rule: StartRule,
        *,
        house: Sequence[str] = (),
        house_last: bool = False,
        pace: float = 0.0,
        kept: bool = False,
    ) -> Lobby:
        """A new one."""
        lobby = Lobby(
            name,
            order,
            rule,
            self.services,
            deserted=self.tidy,
            ended=self._linger,
            house=house,
            house_last=house_last,
            pace=pace,
            kept=kept,
        )
        self._lobbies[name] = lobby
        return lobby

    def go_on(self, left: LeftGame, comeback: Comeback, note: LobbyNote) -> None:
        """Go on with a game that a killed server left, at a place of the same name."""
        lobby = self.open(
            left.row.table,
            comeback.order(left.row),
            start_rule(note),
            house=note.house,
            house_last=note.house_last,
            pace=note.pace,
            kept=note.kept,
        )
        lobby.go_on(left, comeback)

    def still_showing(self, name: str = "") -> list[Table]:
        """Tables whose game is over, but whose end spectators have not seen yet."""
        return [table for table in self._lingering if name in ("", table.name)]

    def _linger(self, table: Table) -> None:
        if table.is_shown:
            return
        self._lingering.append(table)
        table.shown = partial(self._lingering.remove, table)
        unwatched = [one for one in self._lingering if not one.is_watched]
        for one in unwatched[:-MOST_LINGERING]:
            one.send_watchers_home(CLOSED, "nobody watches")

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
        for table in self.still_showing():
            table.send_watchers_home(STOPPING, message)
