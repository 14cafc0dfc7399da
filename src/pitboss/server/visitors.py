"""Who is connected to one port: how many, from where, and who goes first when room is needed.

Whoever has not asked for anything yet goes before whoever is between two requests; nobody who is
being answered, plays or watches goes. Accepting connections is acceptor.py's.
"""

import asyncio
import socket
from collections import Counter
from collections.abc import Callable
from typing import Any


class Visitor:
    """One connection, from the moment it is accepted."""

    def __init__(self, visitors: "Visitors", address: str, sock: socket.socket) -> None:
        self.address = address
        self._visitors = visitors
        self._socket = sock
        # Set by whoever makes a transport of the socket.
        self.transport: Any = None
        self.connecting: asyncio.Task[None] | None = None

    def works(self) -> None:
        """It has asked for something, and stays until it is answered."""
        self._visitors.works(self)

    def rests(self) -> None:
        """It has been answered, and may go if room is needed."""
        self._visitors.rests(self)

    def leaves(self) -> None:
        """The connection is gone."""
        self._visitors.leaves(self)

    def cut(self) -> None:
        """Drop the line at once."""
        self.leaves()
        if self.transport is not None:
            self.transport.abort()
        elif self.connecting is not None:
            self.connecting.cancel()
            self._socket.close()


class Visitors:
    """All connections to one port; `most` of them, and `share` from one address."""

    def __init__(self, most: int, share: int, is_proxy: Callable[[str], bool]) -> None:
        """A proxy brings many, and so has no share."""
        self.most = most
        self.share = share
        self._is_proxy = is_proxy
        self._addresses: Counter[str] = Counter()
        # In the order in which they came, or were answered last.
        self._silent: dict[Visitor, None] = {}
        self._resting: dict[Visitor, None] = {}
        self._working: dict[Visitor, None] = {}

    def __len__(self) -> int:
        return len(self._silent) + len(self._resting) + len(self._working)

    def enter(self, address: str, sock: socket.socket) -> Visitor | None:
        """A new connection, for which others may have to go; None if there is no room."""
        if self._addresses[address] >= self.share and not self._is_proxy(address):
            if not self._make_room(address):
                return None
        elif len(self) >= self.most and not self._make_room():
            return None
        visitor = Visitor(self, address, sock)
        self._addresses[address] += 1
        self._silent[visitor] = None
        return visitor

    def _make_room(self, address: str | None = None) -> bool:
        """Cut off whoever has waited longest without asking for anything."""
        for waiting in (self._silent, self._resting):
            for visitor in waiting:
                if address is None or visitor.address == address:
                    visitor.cut()
                    return True
        return False

    def make_room(self) -> bool:
        """Cut off one connection, whosever; False if all are at work."""
        return self._make_room()

    def works(self, visitor: Visitor) -> None:
        """It is being answered."""
        if visitor in self._silent or visitor in self._resting:
            self._silent.pop(visitor, None)
            self._resting.pop(visitor, None)
            self._working[visitor] = None

    def rests(self, visitor: Visitor) -> None:
        """It has been answered."""
        if visitor in self._working:
            del self._working[visitor]
            self._resting[visitor] = None

    def leaves(self, visitor: Visitor) -> None:
        """It is gone; told any number of times."""
        for those in (self._silent, self._resting, self._working):
            if visitor in those:
                del those[visitor]
                self._addresses[visitor.address] -= 1
                if not self._addresses[visitor.address]:
                    del self._addresses[visitor.address]

    def cut_all(self) -> None:
        """Drop every line."""
        for visitor in [*self._silent, *self._resting, *self._working]:
            visitor.cut()
