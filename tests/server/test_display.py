"""Clients that show the game to a person, on a real server."""

import json
import socket
import time
from collections.abc import Callable
from typing import Any

import pytest
from uno_online_server import Served, served
from websockets.client import ClientProtocol
from websockets.sync.client import ClientConnection, connect
from websockets.uri import parse_uri

from pitboss.server.settings import Settings

Json = dict[str, Any]
JOIN = {"type": "join", "name": "me", "game": "jedna", "seats": 2, "display": True}


def url(server: Served, table: str = "t") -> str:
    return f"{server.url.replace('http', 'ws')}/ws/{table}"


def say(socket: ClientConnection, **message: Any) -> None:
    socket.send(json.dumps(message))


def hear(
    socket: ClientConnection, until: Callable[[Json], bool], seen: list[Json] | None = None
) -> Json:
    """Read up to a message; the others go into `seen`."""
    ends = time.monotonic() + 60
    while time.monotonic() < ends:
        message: Json = json.loads(socket.recv(timeout=60))
        if seen is not None:
            seen.append(message)
        if until(message):
            return message
    raise AssertionError("it never came")


def until(found: Callable[[], Any]) -> Any:
    """What is found, once there is something."""
    ends = time.monotonic() + 60
    while time.monotonic() < ends:
        if answer := found():
            return answer
        time.sleep(0.02)
    raise AssertionError("it never came about")


def of(kind: str) -> Callable[[Json], bool]:
    return lambda message: message["type"] == kind


def play(socket: ClientConnection, seen: list[Json]) -> None:
    """Play the first legal action each time, to the end."""
    for frame in socket:
        message = json.loads(frame)
        seen.append(message)
        if message["type"] == "turn":
            say(socket, type="action", turn=message["turn"], action=message["legal"][0])


def test_a_game_is_told_whole_to_a_player_who_shows_it() -> None:
    seen: list[Json] = []
    with served(Settings()) as server, connect(url(server)) as socket:
        say(socket, **JOIN, house=["simple"])
        play(socket, seen)

    told = [message for message in seen if message["type"] != "waiting"]
    assert [message["type"] for message in told[:3]] == ["hello", "seats", "event"]
    assert told[1]["seats"] == [
        {"name": "me", "sort": "connection", "wire": "native", "here": True},
        {"name": "simple", "sort": "built-in", "wire": "", "here": True},
    ]
    assert [message["type"] for message in told[-2:]] == ["state", "result"]
    assert [message["seq"] for message in told] == list(range(1, len(told) + 1))
    turns = [one["turn"] for one in told if one["type"] in ("state", "turn")]
    assert turns == [*range(1, len(turns)), 0]


def test_watchers_hear_who_comes_and_goes_and_every_fault() -> None:
    seen: list[Json] = []
    with served(Settings(reconnect_grace=10.0)) as server, connect(url(server)) as watcher:
        with connect(url(server)) as one:
            say(one, **JOIN)
            token = hear(one, of("waiting"))["token"]
            with connect(url(server)) as two:
                say(watcher, type="watch", display=True)
                say(two, type="join", name="you")
                turn = hear(one, lambda m: m["type"] == "turn" or m.get("actor") == 1)
                asked = one if turn["type"] == "turn" else two
                seat = 0 if asked is one else 1
                say(asked, type="action", turn=turn["turn"], action="fly")
                fault = hear(watcher, of("fault"), seen)
                assert fault.pop("seq")
                assert fault == {
                    "type": "fault", "seat": seat, "turn": turn["turn"], "kind": "malformed",
                    "cost": "none", "message": "an answer that can't be read",
                }  # fmt: skip
        gone = hear(watcher, lambda m: m["type"] == "seats" and not m["seats"][0]["here"], seen)
        assert [seat["name"] for seat in gone["seats"]] == ["me", "you"]
        with connect(url(server)) as one:
            say(one, **JOIN, token=token)
            back = hear(watcher, lambda m: m["type"] == "seats" and m["seats"][0]["here"], seen)
            assert back["seats"][0]["wire"] == "native"


def test_who_comes_late_gets_position_and_log_and_who_returns_what_it_missed() -> None:
    with served(Settings()) as server, connect(url(server)) as one:
        say(one, **JOIN, house=["simple"])
        first: list[Json] = []
        token = hear(one, of("waiting"))["token"]
        turn = hear(one, of("turn"), first)
        with connect(url(server)) as late:
            say(late, type="watch", display=True)
            told = [json.loads(late.recv(timeout=10)) for _ in range(3)]
            assert [one["type"] for one in told] == ["hello", "seats", "state"]
            public = [message["text"] for message in first if message["type"] == "event"]
            assert len(told[2]["log"]) == len(public)
            assert told[2]["turn"] == turn["turn"]
        with connect(url(server)) as again:
            say(again, **JOIN, token=token, since=first[1]["seq"])
            missed: list[Json] = []
            hear(again, of("turn"), missed)
            assert missed == first[2:]
        with connect(url(server)) as again:
            say(again, **JOIN, token=token)
            told = [json.loads(again.recv(timeout=10)) for _ in range(4)]
            assert [one["type"] for one in told] == ["hello", "seats", "state", "turn"]
            assert told[2]["log"] == public


@pytest.mark.parametrize("display", [False, True])
def test_a_client_may_return_in_another_way_than_it_came(display: bool) -> None:
    with served(Settings()) as server, connect(url(server)) as one:
        say(one, **JOIN | {"display": not display}, house=["simple"])
        token = hear(one, of("waiting"))["token"]
        last = hear(one, of("turn"))["seq"]
        with connect(url(server)) as again:
            say(again, **JOIN | {"display": display}, token=token, since=last)
            told: list[Json] = []
            play(again, told)

    types = {message["type"] for message in told}
    assert told[0]["type"] == "hello"
    assert ("seats" in types) is display
    assert all(("text" in one) is display for one in told if one["type"] == "event")
    assert told[-1]["type"] == "result"


def test_clients_that_show_nothing_are_told_nothing_more() -> None:
    seen: list[Json] = []
    watched: list[Json] = []
    quick = Settings(reconnect_grace=0.1)
    with served(quick) as server, connect(url(server)) as watcher:
        with connect(url(server)) as socket:
            say(socket, **JOIN | {"display": False})
            hear(socket, of("waiting"))
            say(watcher, type="watch")
            with connect(url(server)) as other:
                say(other, **JOIN | {"name": "you"})
                say(other, type="action", turn=0, action="fly")
            play(socket, seen)
        watched.extend(json.loads(frame) for frame in watcher)

    for told in (seen, watched):
        assert not [one for one in told if one["type"] in ("seats", "fault")]
        assert not [one for one in told if "text" in one or "log" in one or "id" in one]
    assert {one["type"] for one in watched} == {"waiting", "hello", "event", "asked", "result"}


def test_a_room_has_displays_too() -> None:
    with served(Settings()) as server:
        code, tokens = server.make(player2="simple")
        with connect(url(server, code)) as watcher, connect(url(server, code)) as one:
            say(watcher, type="watch", display=True)
            seats = hear(watcher, of("seats"))["seats"]
            assert [(seat["wire"], seat["here"]) for seat in seats] == [
                ("uno-online", False), ("", True),
            ]  # fmt: skip
            say(one, type="join", name="me", token=tokens["Player 1"], display=True)
            told: list[Json] = []
            hear(one, of("state"), told)
            assert "log" in told[-1]
            seats = hear(watcher, lambda m: m["type"] == "seats" and m["seats"][0]["here"])
            assert seats["seats"][0]["wire"] == "native"


def test_a_watcher_who_never_reads_is_cut_off_and_the_others_hear_on() -> None:
    with served(Settings(max_backlog=100_000)) as server, connect(url(server)) as one:
        say(one, **JOIN)
        hear(one, of("waiting"))
        with (
            socket.create_connection(("127.0.0.1", server.port)) as deaf,
            connect(url(server)) as watcher,
        ):
            # A handshake and a watch, then nothing is read any more.
            client = ClientProtocol(parse_uri(url(server)))
            client.send_request(client.connect())
            deaf.sendall(b"".join(client.data_to_send()))
            client.receive_data(deaf.recv(65536))
            client.send_text(b'{"type":"watch","display":true}')
            deaf.sendall(b"".join(client.data_to_send()))
            place = until(lambda: server.within(lambda: server.api.places.lobby("t")))
            deaf_one = until(lambda: server.within(lambda: [*place.spectators]))[0]
            say(watcher, type="watch", display=True)
            hear(watcher, of("waiting"))

            def flood() -> None:
                for _ in range(1000):
                    deaf_one.outbox.send(b'{"type":"noise","text":"%b"}' % (b"x" * 60_000))

            server.within(flood)

            assert deaf_one.outbox.stalled
            until(lambda: len(server.within(lambda: [*place.spectators])) == 1)
            with connect(url(server)) as two:
                say(two, type="join", name="you")
                assert hear(watcher, of("hello"))["names"] == ["me", "you"]
