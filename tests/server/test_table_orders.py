"""Tables that are ordered: by whoever comes first, and by the organiser."""

import json
import time
from typing import Any

import pytest
from test_display import JOIN, Json, hear, of, play, say, until, url
from uno_online_server import Served, served
from websockets.sync.client import connect

from pitboss.server.lobby import Lobby
from pitboss.server.settings import Settings
from pitboss.server.table import CLOSED
from pitboss.server.table_order import Refused, TableOrder


def order(server: Served, name: str = "t", **wanted: Any) -> Lobby:
    """Have a table as the organiser orders it."""
    return server.within(lambda: server.api.places.order(name, TableOrder(**wanted)))


def lobby(server: Served, name: str = "t") -> Lobby | None:
    return server.within(lambda: server.api.places.lobby(name))


def gone_within(server: Served, seconds: float) -> bool:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        if lobby(server) is None:
            return True
        time.sleep(0.02)
    return False


# By whoever comes first.


def test_a_secret_opens_the_seat_before_anything_was_heard() -> None:
    mine = JOIN | {"secret": "sixteen letters!"}
    with served(Settings(reconnect_grace=10.0)) as server:
        with connect(url(server)) as lost:
            say(lost, **mine, house=["simple"])
            until(lambda: (here := lobby(server)) and here.table)
        with connect(url(server)) as thief:
            say(thief, **JOIN | {"secret": "seventeen letters"})
            assert hear(thief, of("error"))["message"] == "the game at this table has begun"
        with connect(url(server)) as back:
            say(back, **mine)
            assert hear(back, of("hello"))["seat"] == 0


@pytest.mark.parametrize("proof", ["secret", "token"])
def test_who_waits_may_come_back_before_the_old_connection_is_known_to_be_lost(proof: str) -> None:
    secret = "sixteen letters!"
    with served(Settings()) as server, connect(url(server)) as old, connect(url(server)) as new:
        say(old, **JOIN, secret=secret)
        token = hear(old, of("waiting"))["token"]
        say(new, **JOIN, **{proof: secret if proof == "secret" else token})
        assert hear(new, of("waiting"))["joined"] == 1
        assert hear(old, of("error"))["code"] == "replaced"
        with connect(url(server)) as other:
            say(other, type="join", name="you")
            assert hear(new, of("hello"))["names"] == ["me", "you"]

    assert token == secret


@pytest.mark.parametrize("secret", ["fifteen letters", "x" * 65])
def test_a_secret_of_another_length_is_refused(secret: str) -> None:
    with served(Settings()) as server, connect(url(server)) as socket:
        say(socket, **JOIN, secret=secret)
        assert hear(socket, of("error"))["message"] == "secret: 16 to 64 characters"


def test_the_first_to_come_orders_times_and_pace() -> None:
    with served(Settings()) as server, connect(url(server)) as socket:
        began = time.monotonic()
        say(socket, **JOIN, house=["simple"], pace=0.3, time={"move": 7, "bank": 60})
        waiting = hear(socket, of("waiting"))
        hello = hear(socket, of("hello"))
        asked: Json = {}
        while asked.get("actor") != 1:
            asked = hear(socket, lambda message: message["type"] in ("turn", "state"))
            if asked["type"] == "turn":
                # Before it is the bot's turn, however late we hear of that.
                began = time.monotonic()
                say(socket, type="action", turn=asked["turn"], action=asked["legal"][-1])
        hear(socket, lambda message: message["type"] == "event" and message["seat"] == 1)

    assert waiting["names"] == ["me", "simple"]
    assert waiting["order"] == {
        "game": "uno",
        "rules": "jedna@1",
        "seats": 2,
        "house": ["simple"],
        "time": {"move": 7.0, "bank": 60.0, "startup": 0.0},
    }
    assert hello["time"] == {"move": 7.0, "bank": 60.0, "startup": 0.0}
    assert asked["seconds"] == 67.0
    assert time.monotonic() - began > 0.25


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"pace": -0.1}, "pace: 0 to 3 seconds"),
        ({"pace": 3.1}, "pace: 0 to 3 seconds"),
        ({"pace": 1e300}, "pace: 0 to 3 seconds"),
        ({"pace": "fast"}, "`$.pace`"),
        ({"time": {"move": 0.9}}, "time.move: 1 to 600 seconds, not 0.9"),
        ({"time": {"move": 601}}, "time.move: 1 to 600 seconds, not 601"),
        ({"time": {"move": 10, "bank": -1}}, "time.bank: 0 to 3600 seconds"),
        ({"time": {"move": 10, "bank": 3601}}, "time.bank: 0 to 3600 seconds"),
        ({"time": {}}, "`move` - at `$.time`"),
        ({"time": 30}, "`$.time`"),
        ({"display": "yes"}, "`$.display`"),
        ({"display": 1}, "`$.display`"),
    ],
)
def test_what_can_not_be_ordered_is_refused(wish: Json, message: str) -> None:
    with served(Settings()) as server, connect(url(server)) as socket:
        say(socket, **JOIN | wish)
        error = json.loads(socket.recv(timeout=60))
        assert lobby(server) is None

    assert (error["type"], error["code"]) == ("error", "bad_join")
    assert message in error["message"]


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ('{"type":"watch","display":true}', "no_such_table"),
        ('{"type":"watch","display":null}', "bad_join"),
        ('{"type":"watch","display":true,"token":"x"}', "bad_token"),
        ('{"type":"watch","since":' + "9" * 40 + "}", "no_such_table"),
        ('{"type":"join","name":"\\u202e","display":true}', "bad_join"),
        ('{"type":"join","name":"a","house":[' + '"simple",' * 5000 + '""]}', "bad_join"),
        ('{"display":true}', "bad_join"),
        ("\x00", "bad_join"),
    ],
)  # fmt: skip
def test_hostile_first_messages_of_displays_are_turned_away(first: str, code: str) -> None:
    with served(Settings()) as server, connect(url(server)) as socket:
        socket.send(first)
        assert json.loads(socket.recv(timeout=60))["code"] == code


def test_a_guest_sees_who_waits_and_takes_what_was_ordered() -> None:
    with served(Settings()) as server, connect(url(server)) as one, connect(url(server)) as two:
        say(one, **JOIN | {"game": "holdem", "seats": 3}, house=["simple"])
        hear(one, of("waiting"))
        say(two, type="watch", display=True)
        seen = hear(two, of("waiting"))
        assert (seen["names"], seen["joined"]) == (["me", "simple"], 2)
        assert seen["order"]["game"] == "holdem"
        with connect(url(server)) as three:
            say(three, type="join", name="<b>you</b>", game="chess", seats=99, display=True)
            assert hear(three, of("waiting"))["names"] == ["me", "<b>you</b>", "simple"]
            assert hear(three, of("hello"))["game"] == "holdem"


# By the organiser.


def test_an_organisers_table_waits_for_players_and_again_after_the_game() -> None:
    with served(Settings()) as server:
        order(server, game="jedna", seats=2, house=["simple"])
        for _ in range(2):
            with connect(url(server)) as socket:
                told: list[Json] = []
                say(socket, type="join", name="me", display=True)
                play(socket, told)
            assert told[-1]["type"] == "result"
            place = lobby(server)
            assert place is not None
            assert place.is_idle


def test_an_organisers_table_is_started_early_and_closed() -> None:
    with served(Settings()) as server, connect(url(server)) as one, connect(url(server)) as two:
        place = order(server, game="holdem", seats=6, least=4, wait=600)
        with pytest.raises(Refused) as refused:
            server.within(place.start)
        assert (refused.value.code, refused.value.message) == (
            "too_few_players",
            "2 players are needed to start, and 0 are here",
        )
        for number, socket in enumerate((one, two)):
            say(socket, type="join", name=f"p{number}")
            hear(socket, of("waiting"))

        server.within(place.start)
        hear(one, of("hello"))
        with pytest.raises(Refused, match="has begun"):
            server.within(place.start)
        server.within(lambda: place.stop(CLOSED, "that is all for today"))

        told = hear(two, of("error"))
        assert (told["code"], told["message"]) == ("table_closed", "that is all for today")
        assert lobby(server) is None


def test_a_table_starts_some_time_after_enough_are_there() -> None:
    with served(Settings()) as server, connect(url(server)) as one, connect(url(server)) as two:
        order(server, game="holdem", seats=6, least=2, wait=0.2)
        for number, socket in enumerate((one, two)):
            say(socket, type="join", name=f"p{number}")
        assert hear(one, of("hello"))["seats"] == 2


def test_the_house_alone_may_play_where_the_organiser_starts_it() -> None:
    with served(Settings()) as server, connect(url(server)) as watcher:
        place = order(server, game="jedna", seats=2, house=["simple", "random"])
        say(watcher, type="watch", display=True)
        assert hear(watcher, of("waiting"))["names"] == ["simple", "random"]
        with connect(url(server)) as late:
            say(late, type="join", name="me")
            assert json.loads(late.recv(timeout=60))["code"] == "table_full"

        began = time.monotonic()
        server.within(place.start)
        hear(watcher, lambda message: message.get("turn") == 3)

        # Nobody slows it down, so it is paced.
        assert time.monotonic() - began > 0.4


def test_a_table_where_nobody_comes_is_closed_after_a_while() -> None:
    with served(Settings(idle_timeout=0.3)) as server:
        order(server)
        assert gone_within(server, 60)


@pytest.mark.parametrize(
    ("wanted", "code", "message"),
    [
        ({"game": "chess"}, "bad_join", "there is no game 'chess'"),
        ({"seats": 11}, "bad_join", "seats: 2 to 10 may play, not 11"),
        ({"seats": 4, "least": 5}, "bad_join", "least: at most the 4 seats, not 5"),
        ({"seats": 4, "least": 1}, "bad_join", "least: 2 to 10 may play, not 1"),
        ({"house": ["simple"] * 3}, "bad_join", "house: no more than the seats"),
        (
            {"house": ["nobody"]},
            "bad_join",
            "house: there is no 'nobody'; there are: random, simple",
        ),
        ({"wait": -1.0}, "bad_join", "wait: 0 to 3600 seconds"),
        ({"move": float("nan")}, "bad_join", "time.move: 1 to 600 seconds"),
        ({"name": "no.dots"}, "bad_join", "a table's name is"),
        ({"name": "here"}, "table_exists", "there is a table here already"),
    ],
)
def test_an_order_that_can_not_be_granted_says_why(wanted: Json, code: str, message: str) -> None:
    with served(Settings()) as server:
        order(server, "here")
        with pytest.raises(Refused) as refused:
            order(server, **wanted)

    assert refused.value.code == code
    assert message in refused.value.message


def test_an_order_beyond_the_most_tables_is_refused() -> None:
    with served(Settings(max_tables=1)) as server:
        order(server, "one")
        with pytest.raises(Refused, match="too many tables"):
            order(server, "two")
