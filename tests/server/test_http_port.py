"""The HTTP port, with an app behind it that does what is to be tested."""

import asyncio
import logging
import socket

import pytest
import uvloop

from pitboss.server.http_port import HttpPort
from pitboss.server.ports import listen
from pitboss.server.services import Metrics
from pitboss.server.settings import Settings
from pitboss.wires.uno_online.listen import Receive, Scope, Send, send_json


def test_a_client_that_is_cut_with_several_requests_open_leaves_no_traceback(
    caplog: pytest.LogCaptureFixture,
) -> None:
    answered: list[str] = []

    async def main() -> None:
        async def cut(scope: Scope, receive: Receive, send: Send) -> None:
            while (await receive())["type"] != "http.disconnect":
                port.visitors.cut_all()
            answered.append(scope["path"])
            await send_json(send, b"{}")

        port = HttpPort(cut, Settings(), Metrics())
        sockets = listen(["127.0.0.1"], 0)
        await port.start(sockets)
        with socket.create_connection(sockets[0].getsockname()) as client:
            client.setblocking(False)
            for path in (b"a", b"b", b"c"):
                client.send(b"GET /%s HTTP/1.1\r\nhost: here\r\n\r\n" % path)
            loop = asyncio.get_running_loop()
            assert await loop.sock_recv(client, 100) == b""
        await port.stop()

    with caplog.at_level(logging.DEBUG):
        uvloop.run(main())

    assert answered == ["/a"]
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]
