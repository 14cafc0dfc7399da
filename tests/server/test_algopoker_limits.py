"""What one connection may send, leave unread and hold open, over real sockets."""

import asyncio
import os
import socket
from typing import Any

import pytest
from poker_rig import call_down, run, serving

from pitboss.wires.websocket import Connection


def test_a_huge_message_in_fragments_closes_the_connection_of_its_sender() -> None:
    async def scene() -> None:
        async with serving() as rig:
            client = await rig.join("Alice")
            await client.socket.send("x" * 1000 for _ in range(100))

            assert await client.closed() in (1009, 1006)

    run(scene())


def frame(first: int, payload: bytes = b"{}") -> bytes:
    """A client's frame, masked with zeros."""
    return bytes((first, 0x80 | len(payload))) + bytes(4) + payload


@pytest.mark.parametrize(
    "frames",
    [
        frame(0xC1),
        frame(0xA1),
        frame(0x91),
        # A pong with a reserved bit, and a continuation of nothing.
        frame(0xCA),
        frame(0x80),
        frame(0x00),
        # A message begins in the middle of another one.
        frame(0x01) + frame(0x81),
    ],
)
def test_reserved_bits_and_stray_continuations_close_with_1002(frames: bytes) -> None:
    async def scene() -> None:
        async with serving() as rig:
            client = await rig.join("Alice")
            client.socket.transport.write(frames)

            assert await client.closed() == 1002

    run(scene())


def test_a_flood_of_pings_closes_the_connection_of_its_sender() -> None:
    async def scene() -> None:
        async with serving() as rig:
            client = await rig.join("Alice")
            for _ in range(300):
                await client.socket.ping()

            assert await client.closed() == 1008

    run(scene())


def test_fast_answers_are_no_flood() -> None:
    async def scene() -> None:
        async with serving(max_rate=1.0, max_burst=5) as rig:
            clients = await rig.join_all("Alice", "Bob")
            await asyncio.gather(*(client.play(call_down) for client in clients))

    run(scene())


def test_a_client_that_never_reads_is_cut_off_and_stalls_nobody() -> None:
    async def scene() -> None:
        async with serving(max_backlog=20_000) as rig:
            deaf = socket.socket()
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(deaf, ("127.0.0.1", rig.port))
            key = "dGhlIHNhbXBsZSBub25jZQ=="
            head = (
                f"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
            )
            join = b'{"type":"spectate"}'
            frame = bytes((0x81, 0x80 | len(join))) + b"\0\0\0\0" + join
            await loop.sock_sendall(deaf, head.encode() + frame)
            await loop.sock_recv(deaf, 1000)
            await rig.until(lambda: (here := rig.places.lobby("main")) and here.spectators)
            lobby = rig.places.lobby("main")
            assert lobby is not None
            (spectator,) = lobby.spectators
            assert isinstance(spectator.outbox, Connection)
            # So that the test need not fill the buffers of the operating system.
            raw = spectator.outbox._transport
            assert raw is not None
            line: socket.socket = raw.underlying_transport.get_extra_info("socket")
            os_level = socket.socket(fileno=os.dup(line.fileno()))
            os_level.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
            os_level.close()
            clients = await rig.join_all(*"ABCDEF")
            await asyncio.gather(*(client.play(call_down) for client in clients))

            assert spectator.outbox.stalled
            deaf.close()

    run(scene())


def test_too_many_connections_are_sent_away() -> None:
    async def scene() -> None:
        async with serving(max_connections=2, lobby_wait=5.0) as rig:
            await rig.join_all("Alice", "Bob")
            late = await rig.connect()

            assert (await late.next())["code"] == "TOO_MANY"
            assert await late.closed() == 1013

    run(scene())


@pytest.mark.parametrize(
    ("changes", "path"),
    [({"max_connections_per_address": 1}, "/"), ({"max_tables": 1}, "/other")],
)
def test_limits_by_address_and_by_table_hold(changes: dict[str, Any], path: str) -> None:
    async def scene() -> None:
        async with serving(lobby_wait=5.0, **changes) as rig:
            await rig.join("Alice")
            late = await rig.connect(path)

            assert (await late.next())["code"] == "TOO_MANY"

    run(scene())


def test_a_connection_without_a_sign_of_life_is_closed() -> None:
    async def scene() -> None:
        async with serving(idle_timeout=0.4) as rig:
            dead = await rig.join("Alice")
            dead.socket.transport.pause_reading()

            await rig.until(lambda: rig.server.connections == 0)

    run(scene())


def test_a_connection_that_answers_pings_may_wait_for_long() -> None:
    async def scene() -> None:
        async with serving(idle_timeout=2.0) as rig:
            await rig.join("Alice")
            await asyncio.sleep(5.0)

            assert rig.server.connections == 1

    run(scene())


def test_requests_that_are_no_websocket_get_an_http_error() -> None:
    async def scene() -> None:
        async with serving() as rig:
            for request in (b"GET / HTTP/1.1\r\nHost: x\r\n\r\n", b"nonsense\r\n\r\n"):
                reader, writer = await asyncio.open_connection("127.0.0.1", rig.port)
                writer.write(request)
                answer = await reader.read()
                assert answer.startswith(b"HTTP/1.1 400")
                assert b"Traceback" not in answer
                writer.close()

    run(scene())
