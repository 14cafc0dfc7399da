"""Sockets to listen on: one port on every address of a host name."""

import socket
from collections.abc import Sequence

_TRIES = 20


class CannotListen(OSError):
    """No address could be had; says which and why."""


def listen(hosts: Sequence[str], port: int) -> list[socket.socket]:
    """A listening socket per host, all on one port; port 0 takes one that is free on all.

    A host that this machine does not have (no IPv6, say) is left out if another works.
    """
    for _ in range(_TRIES if port == 0 else 1):
        opened: list[socket.socket] = []
        refused: list[str] = []
        wanted = port
        taken = False
        for host in hosts:
            try:
                opened.append(_open(host, wanted))
            except OSError as error:
                refused.append(f"{host} port {wanted}: {error.strerror or error}")
                taken = taken or bool(opened)
                continue
            wanted = opened[0].getsockname()[1]
        if opened and not (taken and port == 0 and _exists(hosts)):
            return opened
        for sock in opened:
            sock.close()
    raise CannotListen("; ".join(refused))


def _exists(hosts: Sequence[str]) -> bool:
    """Whether every host is an address of this machine."""
    for host in hosts:
        try:
            _open(host, 0).close()
        except OSError:
            return False
    return True


def _open(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    sock = socket.socket(family, kind, protocol)
    try:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            # Else [::] would take the port of 0.0.0.0 as well.
            sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        sock.bind(address)
        sock.listen(1024)
        sock.setblocking(False)
    except OSError:
        sock.close()
        raise
    return sock
