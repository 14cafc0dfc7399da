"""The lobbies and tables of a server, by name: every door finds the same ones."""

from collections.abc import Iterator, Sequence

from pitboss.server.lobby import Lobby, StartRule
from pitboss.server.services import Services
from pitboss.server.table import STOPPING, Order


class Places:
    """All of them; one that everybody has left is forgotten."""

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
