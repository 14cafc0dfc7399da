"""Listening: localhost is both loopback addresses, and port 0 is one port on both."""

import socket

import pytest

from pitboss.server.ports import CannotListen, listen
from pitboss.server.settings import Settings


def test_localhost_is_both_loopback_addresses_on_one_port() -> None:
    sockets = listen(Settings().hosts, 0)

    try:
        ports = {sock.getsockname()[1] for sock in sockets}
        assert len(ports) == 1
        for sock in sockets:
            with socket.create_connection(sock.getsockname()[:2], timeout=5):
                pass
    finally:
        for sock in sockets:
            sock.close()


def test_an_address_of_another_machine_is_left_out() -> None:
    sockets = listen(["127.0.0.1", "192.0.2.1"], 0)

    assert len(sockets) == 1
    sockets[0].close()


def test_a_port_in_use_is_told_by_number() -> None:
    taken = listen(["127.0.0.1"], 0)
    port = taken[0].getsockname()[1]

    try:
        with pytest.raises(CannotListen, match=f"127.0.0.1 port {port}: Address already in use"):
            listen(["127.0.0.1"], port)
    finally:
        taken[0].close()
