"""Spectators who hear of everything later: nothing of the present reaches them."""

import asyncio
import contextlib
import json
import threading
import time
from dataclasses import replace
from typing import Any

import pytest
from poker_rig import ORGANISER, run, serving
from test_display import JOIN, Json, hear, of, play, say, url
from uno_online_server import Served, bearer, served
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from pitboss.server import lobby
from pitboss.server.settings import Settings
from pitboss.server.table import CLOSED
from pitboss.server.table_order import TableOrder

DELAY = 0.8
# Listens on 127.0.0.1 in tests, but trusts nobody there.
SETTINGS = Settings(host="0.0.0.0", spectator_delay=DELAY, organiser_token=ORGANISER)
# So long that a busy machine does all that a test has to do meanwhile.
LONG = 5.0
PATIENT = replace(SETTINGS, spectator_delay=LONG)


def listen(socket: ClientConnection, heard: list[tuple[float, Json]]) -> threading.Thread:
    """Keep what comes, and when, until the server closes."""

    def take() -> None:
        with contextlib.suppress(ConnectionClosed):
            heard.extend((time.monotonic(), json.loads(frame)) for frame in socket)

    thread = threading.Thread(target=take, daemon=True)
    thread.start()
    return thread


def play_and_note(socket: ClientConnection) -> dict[int, float]:
    """Play to the end; when each of our answers was sent, by the turn."""
    sent = {}
    for frame in socket:
        message = json.loads(frame)
        if message["type"] == "turn":
            sent[message["turn"]] = time.monotonic()
            say(socket, type="action", turn=message["turn"], action=message["legal"][0])
    return sent


@pytest.mark.parametrize("display", [False, True])
def test_everything_is_heard_later_and_the_end_too(display: bool) -> None:
    heard: list[tuple[float, Json]] = []
    at_once: list[tuple[float, Json]] = []
    with (
        served(SETTINGS) as server,
        connect(url(server)) as one,
        connect(url(server)) as watcher,
        connect(url(server)) as organiser,
    ):
        say(one, **JOIN)
        hear(one, of("waiting"))
        say(watcher, type="watch", display=display)
        say(organiser, type="watch", display=display, token=ORGANISER)
        for socket in (watcher, organiser):
            hear(socket, of("waiting"))
        threads = [listen(watcher, heard), listen(organiser, at_once)]
        with connect(url(server)) as two:
            say(two, type="join", name="you")
            thread = threading.Thread(target=play, args=(two, []), daemon=True)
            thread.start()
            sent = play_and_note(one)
            ended = time.monotonic()
        for one_thread in (thread, *threads):
            one_thread.join(60)

    assert at_once[-1][0] < heard[-1][0]
    told = [message for _, message in heard if message["type"] != "waiting"]
    assert [message["seq"] for message in told] == list(range(1, len(told) + 1))
    assert told[-1]["type"] == "result"
    assert "seed" in told[-1]
    question = "state" if display else "asked"
    for when, message in heard:
        # Whoever is asked next, the answer before was sent that long ago.
        if message["type"] == question and message["turn"] - 1 in sent:
            assert when - sent[message["turn"] - 1] > DELAY
    last = max(sent)
    assert heard[-1][0] - sent[last] > DELAY
    assert ended - sent[last] < heard[-1][0] - sent[last]


def start(one: ClientConnection) -> Json:
    """A game against a bot that waits for our first answer."""
    say(one, **JOIN, house=["simple"])
    return hear(one, of("turn"))


def test_who_comes_late_gets_the_delayed_moment_never_the_present() -> None:
    with served(PATIENT) as server, connect(url(server)) as one:
        turn = start(one)
        with connect(url(server)) as early:
            say(early, type="watch", display=True)
            first = json.loads(early.recv(timeout=60))
            assert (first["type"], first["names"]) == ("waiting", ["me", "simple"])
            hello = json.loads(early.recv(timeout=60))
            assert (hello["type"], hello["seq"]) == ("hello", 1)
            hear(early, lambda m: m["type"] == "state" and m["turn"] == turn["turn"])
        # The beginning has been shown by now; the next move is not for LONG to come.
        say(one, type="action", turn=turn["turn"], action=turn["legal"][-1])
        sent = time.monotonic()
        after = hear(one, lambda m: m["type"] in ("turn", "state") and m["turn"] > turn["turn"])
        with connect(url(server)) as late, connect(url(server)) as plain:
            say(late, type="watch", display=True)
            say(plain, type="watch")
            told: list[Json] = []
            state = hear(late, of("state"), told)
            assert time.monotonic() - sent < LONG
            assert state["turn"] == turn["turn"] < after["turn"]
            assert "log" in state
            assert hear(plain, of("state"))["turn"] == turn["turn"]
            hear(late, lambda m: m.get("turn", 0) > turn["turn"], told)
            assert time.monotonic() - sent > LONG
            seen = [m["text"] for m in told if m["type"] == "event"]
            assert seen
            # The log of who comes now ends with what was told since.
            with connect(url(server)) as later:
                say(later, type="watch", display=True)
                assert hear(later, of("state"))["log"][-len(seen) :] == seen
            last = told[-1]["seq"]
            with connect(url(server)) as again:
                say(again, type="watch", display=True, since=last - 1)
                assert json.loads(again.recv(timeout=60))["seq"] == last


def end_game(server: Served, one: ClientConnection) -> None:
    say(one, **JOIN, house=["simple"])
    play(one, [])
    assert server.within(lambda: server.api.places.lobby("t")) is None


def test_whoever_watches_after_the_end_sees_the_game_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Of these cards it is known that they make no short game.
    monkeypatch.setattr(lobby, "secret_seed", lambda: 1)
    with served(PATIENT) as server, connect(url(server)) as one:
        end_game(server, one)
        (table,) = server.within(server.api.places.still_showing)
        moves = server.within(table.public_moves)
        listed = server.http.get("/api/tables").json()["items"]
        facts = server.http.get("/api/tables/t").json()
        present = server.http.get("/api/tables", headers=bearer(ORGANISER)).json()["items"]
        with connect(url(server)) as watcher, connect(url(server)) as organiser:
            say(watcher, type="watch", display=True)
            say(organiser, type="watch", display=True, token=ORGANISER)
            assert json.loads(organiser.recv(timeout=60))["code"] == "no_such_table"
            told: list[Json] = []
            told.extend(json.loads(frame) for frame in watcher)
        assert told[-1]["type"] == "result"
        assert server.within(server.api.places.still_showing) == []
        assert moves < len(table.record.actions) == server.within(table.public_moves)
        assert [facts] == listed
        assert (facts["state"], present) == ("running", [])
        assert facts["moves"] <= moves + 10 < len(table.record.actions)
        assert server.http.get("/api/tables").json()["items"] == []
        with connect(url(server)) as late:
            say(late, type="watch")
            assert json.loads(late.recv(timeout=60))["code"] == "no_such_table"


def test_a_rematch_can_be_ordered_while_the_last_game_is_still_shown() -> None:
    with served(PATIENT) as server:
        for _ in range(2):
            with connect(url(server)) as one:
                end_game(server, one)
        first, second = server.within(server.api.places.still_showing)
        with connect(url(server)) as watcher:
            say(watcher, type="watch")
            told: list[Json] = []
            hear(watcher, of("result"), told)
        assert told[-1]["seed"] == str(first.seed) != str(second.seed)


def test_a_table_that_is_closed_ends_later_for_who_watches() -> None:
    with served(SETTINGS) as server, connect(url(server)) as one, connect(url(server)) as watcher:
        start(one)
        say(watcher, type="watch")
        hear(watcher, of("hello"))
        closed = time.monotonic()
        server.within(lambda: server.api.places.lobby("t").stop(CLOSED, "enough"))  # type: ignore[union-attr]
        assert hear(one, of("error"))["code"] == "table_closed"
        assert hear(watcher, of("error"))["code"] == "table_closed"
        assert time.monotonic() - closed > DELAY


def test_a_server_that_stops_tells_everybody_at_once() -> None:
    slow = Settings(spectator_delay=600.0)
    with served(slow) as server, connect(url(server)) as one, connect(url(server)) as watcher:
        start(one)
        say(watcher, type="watch")
        hear(watcher, of("waiting"))
        server.within(lambda: server.api.places.stop("good night"))
        assert hear(watcher, of("error"))["message"] == "good night"


def test_games_that_nobody_watches_are_not_kept_without_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("pitboss.server.places.MOST_LINGERING", 2)
    with served(Settings(spectator_delay=600.0)) as server:
        for _ in range(4):
            with connect(url(server)) as one:
                end_game(server, one)
        assert len(server.within(server.api.places.still_showing)) == 2


def test_a_room_shows_its_onlookers_the_delayed_moment() -> None:
    with served(SETTINGS) as server:
        code, _ = server.make(player1="simple", player2="random", pace=0.3)
        room = server.room(code)
        began = time.monotonic()
        seen: list[tuple[int, int]] = []
        while time.monotonic() - began < 2.5:
            seen.append(
                server.within(lambda: (room.info().turn_number, room.table.live.referee.number))
            )
            time.sleep(0.05)

    assert all(public < present for public, present in seen if present > 2)
    assert max(public for public, _ in seen) > 1


# AlgoPoker.


def test_an_algopoker_spectator_hears_later_what_the_organiser_hears_now() -> None:
    async def scene() -> None:
        async with serving(lobby_wait=0.1, spectator_delay=LONG) as rig:
            watcher = await rig.watch()
            organiser = await rig.watch(token=ORGANISER)
            clients = await rig.join_all("one", "two")
            loop = asyncio.get_running_loop()
            began = loop.time()
            public = asyncio.create_task(watcher.closed(60))
            await asyncio.gather(*(client.play() for client in clients))
            await organiser.closed(60)
            ended = loop.time()
            late = await rig.watch()
            assert (await late.next())["type"] in ("waiting", "game_start")
            await public
            assert loop.time() - began > LONG
            assert loop.time() - ended > LONG / 2
            assert types(watcher.seen) == types(organiser.seen)
            await late.closed(60)
            assert late.seen[-1] == watcher.seen[-1]

    run(scene())


def types(messages: list[Json]) -> list[str]:
    return [message["type"] for message in messages if message["type"] != "waiting"]


def test_an_algopoker_spectator_of_another_game_does_not_end_it() -> None:
    async def scene() -> None:
        async with serving() as rig:
            place = rig.places.order("uno", TableOrder(house=["simple", "random"]))
            place.start()
            watcher: Any = await rig.connect("/uno")
            await watcher.send(type="spectate")
            assert (await watcher.next())["code"] == "BAD_JOIN"
            assert place.table is not None
            place.stop(CLOSED, "enough")

    run(scene())
