"""What a server listens with: one port on every address of a host name, TLS, open files."""

import contextlib
import errno
import resource
import socket
import ssl
from collections.abc import Sequence

_TRIES = 20
_MISSING = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)
_ENOUGH_FILES = 65536


class CannotListen(OSError):
    """No address could be had; says which and why."""


def listen(hosts: Sequence[str], port: int) -> list[socket.socket]:
    """A listening socket per host, all on one port; port 0 takes one that is free on all.

    A host that this machine does not have (no IPv6, say) is left out if another works; one on
    which the port is taken is an error, else some clients would find another program there.
    """
    for tries_left in reversed(range(_TRIES if port == 0 else 1)):
        opened: list[socket.socket] = []
        refused: list[str] = []
        wanted = port
        taken = False
        for host in hosts:
            try:
                opened.append(_open(host, wanted))
            except OSError as error:
                refused.append(f"{host} port {wanted}: {error.strerror or error}")
                taken = taken or not _is_missing(error)
                continue
            wanted = opened[0].getsockname()[1]
        if opened and not taken:
            return opened
        for sock in opened:
            sock.close()
        if not opened or not tries_left:
            break
    raise CannotListen("; ".join(refused))


def _is_missing(error: OSError) -> bool:
    """Whether a host is no address of this machine."""
    return isinstance(error, socket.gaierror) or error.errno in _MISSING


def raise_descriptor_limit() -> int:
    """Allow this process as many open files as it may have; how many that is."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = _ENOUGH_FILES if hard == resource.RLIM_INFINITY else min(hard, _ENOUGH_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            return wanted
    return _ENOUGH_FILES if soft == resource.RLIM_INFINITY else soft


def tls_context(cert: str, key: str) -> ssl.SSLContext | None:
    """What both ports speak TLS with; None without a certificate, `CannotListen` with a bad one."""
    if not cert and not key:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    try:
        context.load_cert_chain(cert, key or None)
    except OSError as error:
        raise CannotListen(f"the certificate {cert} with the key {key or cert}: {error}") from error
    return context


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
