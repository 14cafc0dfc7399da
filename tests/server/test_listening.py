"""How a server is reached: TLS, other pages, proxies, ports that are taken, descriptors."""

import contextlib
import http.client
import json
import resource
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from serve_rig import Running, serving
from uno_online_server import Served, assert_refused, served
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from pitboss.server.settings import Settings

TLS = Path(__file__).parents[1] / "rigs" / "tls"
CERT, KEY = TLS / "localhost.pem", TLS / "localhost.key"


def health(port: int, **headers: str) -> int:
    """The status of a request on a connection of its own."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    with contextlib.closing(line):
        line.request("GET", "/health", headers=headers)
        return line.getresponse().status


# TLS.


def test_both_ports_speak_tls() -> None:
    trusting = ssl.create_default_context(cafile=str(CERT))
    with serving("--tls-cert", str(CERT), "--tls-key", str(KEY)) as server:
        with httpx.Client(verify=trusting, timeout=60) as client:
            answer = client.get(f"{server.http}/health")
        with connect(server.native("x"), ssl=trusting) as native:
            native.send("{}")
            refused = json.loads(native.recv())
        with connect(f"{server.poker}/x", ssl=trusting) as poker:
            poker.send('{"type":"join","name":"Ann"}')
            joined = json.loads(poker.recv())
        for port in (server.http, server.poker):
            # Whoever speaks no TLS hears nothing, and costs no line in the log.
            with socket.create_connection(("127.0.0.1", int(port.rsplit(":", 1)[1]))) as plain:
                plain.sendall(b"GET /health HTTP/1.1\r\n\r\n")
                assert b"200" not in plain.recv(100)
        _, log = server.stop()

    assert answer.json()["status"] == "ok"
    assert refused["type"] == "error"
    assert joined["type"] == "waiting"
    assert "Traceback" not in log


# Pages from elsewhere.


@pytest.fixture(scope="module")
def allowing() -> Iterator[Served]:
    with served(Settings(allowed_origins=("https://friends.example",))) as running:
        yield running


@pytest.mark.parametrize(
    ("origin", "welcome"),
    [
        ("https://friends.example", True),
        ("http://localhost:3000", True),
        ("https://foes.example", False),
    ],
)
def test_pages_of_allowed_origins_may_play(allowing: Served, origin: str, welcome: bool) -> None:
    headers = {"Origin": origin}

    made = allowing.http.post("/api/rooms", json={}, headers=headers)
    asked = allowing.http.options(
        "/api/rooms", headers=headers | {"Access-Control-Request-Method": "POST"}
    )
    session = allowing.http.get("/socket.io/?EIO=4&transport=polling", headers=headers)

    assert made.status_code == (201 if welcome else 403)
    assert (made.headers.get("access-control-allow-origin") == origin) is welcome
    assert asked.is_success is welcome
    assert session.is_success is welcome
    url = f"{allowing.url.replace('http', 'ws')}/ws/x"
    if welcome:
        with connect(url, additional_headers=headers):
            pass
    else:
        with pytest.raises(InvalidStatus), connect(url, additional_headers=headers):
            pass


# Proxies.


def test_a_limit_behind_a_proxy_is_for_the_real_address() -> None:
    with served(Settings(trusted_proxies=("127.0.0.1",), max_requests=0.5)) as server:
        statuses = {
            address: [health(server.port, **{"X-Forwarded-For": address}) for _ in range(6)]
            for address in ("198.51.100.1", "spoofed, 198.51.100.2")
        }

    for answers in statuses.values():
        assert answers[0] == 200
        assert 429 in answers


def test_who_is_no_trusted_proxy_is_not_believed() -> None:
    with served(Settings(trusted_proxies=("192.0.2.0/24",), max_requests=0.5)) as server:
        told = [health(server.port, **{"X-Forwarded-For": f"198.51.100.{n}"}) for n in range(6)]

    assert 429 in told


def test_nobody_behind_a_proxy_is_a_program_of_this_machine() -> None:
    settings = Settings(trusted_proxies=("127.0.0.1",), organiser_token="boss")
    with served(settings) as server:
        code, tokens = server.make()
        unnamed = server.http.get(f"/api/game/{code}/state")
        named = server.state(code, tokens["Player 2"])

    assert_refused(unnamed, "token_required")
    assert named["game"]["roomCode"] == code


# Silence, and what is not whole.


def test_silent_connections_make_room_for_who_asks() -> None:
    with served(Settings(max_connections=20)) as server, contextlib.ExitStack() as lines:
        for _ in range(40):
            lines.enter_context(socket.create_connection(("127.0.0.1", server.port)))

        assert [health(server.port) for _ in range(5)] == [200] * 5


def test_one_address_has_its_share_of_connections() -> None:
    settings = Settings(max_connections=20, max_connections_per_address=3)
    with served(settings) as server, contextlib.ExitStack() as lines:
        url = f"{server.url.replace('http', 'ws')}/ws/x"
        for _ in range(3):
            lines.enter_context(connect(url))
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        line.request("GET", "/health")
        refused = line.getresponse()
        told = json.loads(refused.read())
        line.close()

    assert refused.status == 503
    assert told["error"] == "too_many_connections"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"GET /health HTTP/1.1\r\nHost: localhost\r\n" + b"X: y\r\n" * 10_000, 431),
        (b"GET /health HTTP/1.1\r\nHost: localhost\r\nX: " + b"y" * 100_000, 431),
        (b"GET /" + b"y" * 100_000, 431),
        (b"GET /health HTTP/1.1\r\nHost: localhost\r\n", 408),
        (b"POST /api/rooms HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{", 408),
        (b"nonsense\r\n\r\n", 400),
    ],
)
def test_a_request_is_bounded_in_size_and_time(sent: bytes, status: int) -> None:
    # What is too much is told before what is too late, however busy the machine is.
    with served(Settings(request_timeout=0.3 if status == 408 else 30.0)) as server:
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as line:
            with contextlib.suppress(OSError):
                line.sendall(sent)
            answer = line.recv(4096)
            with contextlib.suppress(OSError):
                assert line.recv(4096) == b""

        assert answer.startswith(f"HTTP/1.1 {status} ".encode())
        assert server.api.rooms.all() == []


def test_a_silent_connection_is_closed_at_the_deadline() -> None:
    with (
        served(Settings(request_timeout=0.2)) as server,
        socket.create_connection(("127.0.0.1", server.port), timeout=60) as line,
    ):
        line.sendall(b"\r\n")

        assert line.recv(100) == b""


def test_an_eager_bot_is_refused_and_not_its_neighbour() -> None:
    with served(Settings(max_requests=2.5)) as server:
        code, tokens = server.make()
        server.put(code, "hands=r1,b2,g3|r4,g5,bs,w,wd4 top=r7 turn=1")

        def ask(player: str) -> int:
            headers = {"Authorization": f"Bearer {tokens[player]}"}
            return server.http.get(f"/api/game/{code}/state", headers=headers).status_code

        # Five at once, and after that one in 0.4 seconds.
        eager = [ask("Player 1") for _ in range(50)]
        neighbour = [ask("Player 2") for _ in range(5)]

    assert 429 in eager
    assert neighbour == [200] * 5


# Ports and descriptors.


def test_a_port_that_is_taken_on_one_loopback_address_is_named(tmp_path: Path) -> None:
    with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as taken:
        try:
            taken.bind(("::1", 0))
        except OSError:
            pytest.skip("no IPv6 here")
        taken.listen()
        port = str(taken.getsockname()[1])
        words = ["--port", port, "--poker-port", "0", "--db", "none"]
        done = subprocess.run(
            [sys.executable, "-m", "pitboss", "serve", *words],
            capture_output=True,
            text=True,
            timeout=180,
            check=False,
            cwd=tmp_path,
        )

    assert done.returncode != 0
    assert f"::1 port {port}: Address already in use" in done.stderr


def test_out_of_descriptors_accepting_pauses_and_goes_on() -> None:
    with serving() as server, contextlib.ExitStack() as lines:
        _leave_descriptors(server, 20)
        port = int(server.http.rsplit(":", 1)[1])
        for _ in range(60):
            lines.enter_context(socket.create_connection(("127.0.0.1", port), timeout=60))
        status = health(port)
        lines.close()
        _, log = server.stop()

    assert status == 200
    assert "Traceback" not in log
    assert 1 <= log.count("connections have to wait") <= 3


def _leave_descriptors(server: Running, more: int) -> None:
    """Let the server have no more open files than it has, and a few more."""
    pid = server.process.pid
    used = len(list(Path(f"/proc/{pid}/fd").iterdir()))
    limits: Any = (used + more, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    resource.prlimit(pid, resource.RLIMIT_NOFILE, limits)
