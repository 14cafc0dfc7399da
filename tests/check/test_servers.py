"""`pitboss check --server`: ours passes, and servers that are wrong in one way are told which."""

import asyncio
import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx
import pytest
from serve_rig import Running, serving
from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from pitboss.check.finding import Finding, Status
from pitboss.check.suite import server_suite

Json = dict[str, Any]


@pytest.fixture(scope="module")
def ours() -> Iterator[Running]:
    with serving("--lobby-wait", "2", "--action-timeout", "3") as running:
        yield running


def findings(url: str) -> dict[str, Finding]:
    """What is found at a server, by the name of the scenario."""
    suite = server_suite(url)
    return {finding.name: finding for finding in suite.run()}


def wrong(found: dict[str, Finding]) -> dict[str, str]:
    return {name: one.sentence for name, one in found.items() if one.status is Status.FAILED}


def test_our_poker_server_passes(ours: Running) -> None:
    found = findings(f"{ours.poker}/check")

    assert {one.status for one in found.values()} == {Status.PASSED}, found


def test_our_uno_server_passes(ours: Running) -> None:
    found = findings(ours.http)

    assert {one.status for one in found.values()} == {Status.PASSED}, found


# A server that is wrong in one way: ours, behind a relay that changes what passes.


class Falsifier:
    """Passes messages of WebSockets on; `falsify` changes those of the server."""

    def __init__(
        self,
        target: str,
        falsify: Callable[[Json, "Falsifier"], Json],
        hear: Callable[[str], str] = lambda frame: frame,
    ) -> None:
        self.target = target
        self.falsify = falsify
        self.hear = hear
        # The hole cards of each player by seat, as it was sent them.
        self.cards: dict[int, list[str]] = {}
        self.url = ""
        self._ready = threading.Event()
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._run(),))

    def __enter__(self) -> "Falsifier":
        self._thread.start()
        assert self._ready.wait(60)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(60)
        self._loop.close()

    async def _run(self) -> None:
        async with serve(self._relay, "127.0.0.1", 0) as server:
            self.url = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/check"
            self._ready.set()
            await self._stop.wait()

    async def _relay(self, client: ServerConnection) -> None:
        assert client.request is not None
        async with connect(self.target + client.request.path, close_timeout=1) as server:

            async def back() -> None:
                with contextlib.suppress(ConnectionClosed):
                    async for frame in server:
                        await client.send(self._changed(json.loads(frame)))
                await client.close(server.close_code or 1000)

            task = asyncio.create_task(back())
            with contextlib.suppress(ConnectionClosed):
                async for frame in client:
                    await server.send(self.hear(str(frame)))
            await server.close()
            await asyncio.wait([task], timeout=2)

    def _changed(self, message: Json) -> str:
        if message["type"] == "action_request":
            # So that nobody is waited for.
            message["timeout_seconds"] = 30
            for player in message["game_state"]["players"]:
                if player["hole_cards_known"]:
                    self.cards[player["seat"]] = player["hole_cards"]
        return json.dumps(self.falsify(message, self))


def leak(message: Json, relay: Falsifier) -> Json:
    """Everybody is sent everybody's cards."""
    for player in message.get("game_state", {}).get("players", []):
        if player["seat"] in relay.cards:
            player["hole_cards"] = relay.cards[player["seat"]]
    return message


def lose_chips(message: Json, relay: Falsifier) -> Json:
    """The pot is short of five chips when it is paid."""
    del relay
    if message["type"] == "hand_end" and message["hand_number"] == 2:
        stacks = message["final_stacks"]
        stacks[stacks.index(max(stacks))] -= 5
    return message


def rename(message: Json, relay: Falsifier) -> Json:
    """A field has another name."""
    del relay
    if message["type"] == "action_request":
        message["seat_to_act"] = message["game_state"].pop("small_blind_seat")
    return message


def widen(message: Json, relay: Falsifier) -> Json:
    """The smallest raise is told as one chip."""
    del relay
    for action in message.get("game_state", {}).get("valid_actions", []):
        if action["type"] == "raise":
            action["min_amount"] = 1
    return message


def forgive(frame: str) -> str:
    """A check where there is a bet to call is taken for a call."""
    return frame.replace('{"type": "check"}', '{"type": "call"}')


def same(message: Json, relay: Falsifier) -> Json:
    del relay
    return message


@pytest.mark.parametrize(
    ("falsify", "name", "words"),
    [
        (leak, "hidden cards", ["a card of seat", "before it was shown"]),
        (lose_chips, "chips", ["at the end of hand 2 there are 29995 chips, and there were 30000"]),
        (rename, "fields and types", ["action_request is not as documented", "small_blind_seat"]),
        (widen, "valid actions", ["valid_actions is", "min_amount 1 ", "should be"]),
    ],
)
def test_a_wrong_poker_server_is_told_what_is_wrong(
    ours: Running, falsify: Callable[[Json, Falsifier], Json], name: str, words: list[str]
) -> None:
    with Falsifier(ours.poker, falsify) as relay:
        found = wrong(findings(f"{relay.url}-{falsify.__name__}"))

    assert name in found, found
    for word in words:
        assert word in found[name]


def test_a_server_that_takes_what_is_not_valid_is_told_so(ours: Running) -> None:
    with Falsifier(ours.poker, same, forgive) as relay:
        found = wrong(findings(f"{relay.url}-forgive"))

    assert (
        "a check that is not among valid_actions is answered with BAD_ACTION"
        in (found["actions that are not valid"])
    )


class HttpFalsifier:
    """Passes requests on; `falsify` changes the status and what the server answers."""

    def __init__(self, target: str, falsify: Callable[[int, Json, Json], int]) -> None:
        # The cards of each player, as it was sent them.
        hands: Json = {}

        client = self._client = httpx.Client(base_url=target, timeout=60)

        class Relay(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # Head and body in one piece.
            wbufsize = -1

            def do_GET(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                names = ("content-type", "authorization")
                headers = {key: self.headers[key] for key in names if self.headers[key]}
                answer = client.request(self.command, self.path, content=body, headers=headers)
                try:
                    value = answer.json()
                except ValueError:
                    value = {}
                for player in ("player1", "player2"):
                    own = value.get("gameState", {}).get(player, {})
                    if "cards" in own:
                        hands[player] = own["cards"]
                status = falsify(answer.status_code, value, hands)
                data = json.dumps(value).encode()
                self.send_response(status)
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            do_POST = do_GET  # noqa: N815

            def log_message(self, *args: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Relay)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> "HttpFalsifier":
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._client.close()


def show_hands(status: int, value: Json, hands: Json) -> int:
    """Both sides are sent both hands."""
    for player in ("player1", "player2"):
        if "gameState" in value and player in hands:
            value["gameState"][player]["cards"] = hands[player]
    return status


def say_yes(status: int, value: Json, hands: Json) -> int:
    """Whatever is refused is answered as if it had been played."""
    del hands
    if status in (400, 409, 422):
        value.clear()
        value |= {"success": True, "message": "Action received and forwarded to game"}
        return 200
    return status


def allow_all(status: int, value: Json, hands: Json) -> int:
    """Every card is called playable."""
    del hands
    for player in ("player1", "player2"):
        own = value.get("gameState", {}).get(player, {})
        if "cards" in own:
            own["playableCards"] = own["cards"]
    return status


@pytest.mark.parametrize(
    ("falsify", "name", "words"),
    [
        (show_hands, "hidden cards", "is sent cards of Player"),
        (say_yes, "acting out of turn", "a draw of who is not asked is refused with a 4xx status"),
        (allow_all, "playable cards", "playableCards are"),
    ],
)
def test_a_wrong_uno_server_is_told_what_is_wrong(
    ours: Running, falsify: Callable[[int, Json, Json], int], name: str, words: str
) -> None:
    with HttpFalsifier(ours.http, falsify) as relay:
        found = wrong(findings(relay.url))

    assert words in found[name]


@pytest.mark.parametrize(
    ("url", "words"),
    [("ws://127.0.0.1:1/x", "it can't be connected to"), ("http://127.0.0.1:1", "can't be asked")],
)
def test_where_nobody_listens_that_is_said_once(url: str, words: str) -> None:
    suite = server_suite(url)
    first, *others = suite.run()

    assert first.status is Status.FAILED
    assert words in first.sentence
    assert {one.status for one in others} == {Status.SKIPPED}
