"""Everything about the server that can be set, with defaults that are safe for strangers."""

import hmac
import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

from pitboss.server.programs import NamedProgram
from pitboss.server.table_rules import TableRules

LOCAL_ORIGIN: Final = re.compile(r"https?://(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?")


def is_same(token: str, secret: str) -> bool:
    """Whether a client's token is the secret, in a time that tells nothing about it."""
    return hmac.compare_digest(token.encode(errors="replace"), secret.encode())


def _is_address(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return True


@lru_cache(maxsize=4096)
def _is_among(peer: str, networks: tuple[str, ...]) -> bool:
    if not _is_address(peer):
        return False
    address = ipaddress.ip_address(peer)
    return any(address in ipaddress.ip_network(network, strict=False) for network in networks)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """How the server listens and what it allows."""

    host: str = "localhost"
    port: int = 5000
    poker_port: int = 8765
    # The journal in which live games are kept: a file or postgresql://...; empty: none.
    db: str = ""
    # The folder of a server of version 0.1.0, whose games are taken into the journal.
    data: Path | None = None
    # Where moves are kept until PostgreSQL has the game.
    state: Path | None = None
    action_timeout: float = 30.0
    lobby_wait: float = 5.0
    join_timeout: float = 10.0
    # Seconds in which turns wait for a player who lost its connection, each within its own time.
    reconnect_grace: float = 10.0
    # Seconds after which those who watch without all cards hear of what happens.
    spectator_delay: float = 0.0
    # Seconds besides that a program has for its first answer in a game.
    program_startup: float = 10.0
    # Programs that may be seated by name, beside the built-in bots.
    programs: Mapping[str, NamedProgram] = field(default_factory=dict)
    # Who sits at every poker table from the start, by name.
    table_seats: tuple[str, ...] = ()
    # What is played at poker tables that nobody ordered, and at some of them by name.
    table_rules: TableRules = field(default_factory=TableRules)
    named_tables: Mapping[str, TableRules] = field(default_factory=dict)
    # Whoever sends it may start lobbies and see all cards; empty: nobody may.
    organiser_token: str = ""
    # Files with the certificate (and its chain) and its key; empty: no TLS.
    tls_cert: str = ""
    tls_key: str = ""
    # Origins of other pages that may use this server; * is any.
    allowed_origins: tuple[str, ...] = ()
    # Addresses or networks of proxies whose word is taken for where a client comes from.
    trusted_proxies: tuple[str, ...] = ()
    max_frame: int = 64 * 1024
    # Messages a second from one connection, sustained, and in one burst.
    max_rate: float = 100.0
    max_burst: int = 200
    # HTTP requests a second of one seat, or of one address in one room; twice as many in a burst.
    max_requests: float = 500.0
    # Seconds for a whole request, from its first byte to the last of its body, and its headers.
    request_timeout: float = 10.0
    max_headers: int = 32 * 1024
    # Bytes waiting for a connection that does not read.
    max_backlog: int = 1024 * 1024
    # Connections to each port; and of those, and of Socket.IO sessions, from one address. None is
    # a fifth, and on loopback, where all bots have one address, no limit of its own.
    max_connections: int = 1000
    max_connections_per_address: int | None = None
    max_sockets_per_address: int | None = None
    max_rooms: int = 1000
    max_tables: int = 500
    # Events that this server plays at once.
    max_events: int = 4
    # Seconds without a sign of life after which a room or a connection is closed.
    idle_timeout: float = 600.0
    # Seconds that running games get to finish when the server is asked to stop.
    stop_grace: float = 5.0

    @property
    def loopback(self) -> bool:
        """Whether only programs on this machine can connect; a proxy brings others."""
        return self.host in ("localhost", "127.0.0.1", "::1") and not self.trusted_proxies

    def welcomes(self, origin: str) -> bool:
        """Whether a page from there may open a socket; programs have no origin.

        On loopback a page from elsewhere is no program of this machine.
        """
        return not origin or not self.loopback or self.allows(origin)

    def allows(self, origin: str) -> bool:
        """Whether a page from there may do what pages of this server may."""
        if self.loopback and LOCAL_ORIGIN.fullmatch(origin):
            return True
        return "*" in self.allowed_origins or origin.lower().rstrip("/") in self.allowed_origins

    def trusts(self, peer: str) -> bool:
        """Whether this is the address of a proxy that is to be believed."""
        return bool(self.trusted_proxies) and _is_among(peer, self.trusted_proxies)

    def address(self, peer: str, forwarded: str) -> str:
        """Where a client comes from: `forwarded` is what X-Forwarded-For says.

        Each proxy adds whom it has heard from, so that what proxies of ours added is at the end.
        """
        if not self.trusts(peer):
            return peer
        for told in reversed(forwarded.split(",")):
            if not _is_address(told.strip()):
                break
            peer = told.strip()
            if not self.trusts(peer):
                break
        return peer

    @property
    def connection_share(self) -> int:
        """How many connections to a port one address may have."""
        return self._share(self.max_connections_per_address)

    @property
    def socket_share(self) -> int:
        """How many Socket.IO sessions one address may have."""
        return self._share(self.max_sockets_per_address)

    def _share(self, chosen: int | None) -> int:
        if chosen is not None:
            return chosen
        return self.max_connections if self.loopback else max(1, self.max_connections // 5)

    def is_organiser(self, token: str) -> bool:
        """Whether this is the organiser's token; where there is none, nobody is."""
        return bool(self.organiser_token) and is_same(token, self.organiser_token)

    @property
    def hosts(self) -> list[str]:
        """The addresses to listen on: localhost stands for both loopback addresses."""
        return ["127.0.0.1", "::1"] if self.host == "localhost" else [self.host]
