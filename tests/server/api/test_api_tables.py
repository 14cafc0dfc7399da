"""`/api/tables`: who waits and plays where; made, started and closed by the organiser alone."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from api_rig import LOCAL, PUBLIC, TOKEN, Api, api, local, public
from websockets.sync.client import ClientConnection, connect

__all__ = ["local", "public"]

# What a native name may be.
HOSTILE = "<b onclick='x'>&\"\U0001f47e</b>"


@contextmanager
def joined(server: Api, table: str, **words: Any) -> Iterator[ClientConnection]:
    """A native client whose first message is this; its first answer has arrived."""
    url = f"{server.server.url.replace('http', 'ws')}/ws/{table}"
    with connect(url) as socket:
        socket.send(json.dumps({"type": "join", "name": "ada", **words}))
        first = json.loads(socket.recv(60))
        assert first["type"] == "waiting", first
        yield socket


def make(server: Api, token: str = "", **wish: Any) -> dict[str, Any]:
    """A table of the organiser's."""
    answer = server.ask("POST", "/api/tables", token, json=wish)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def test_a_lobby_is_told_with_who_waits_and_what_for(public: Api) -> None:
    with joined(public, "friday", name=HOSTILE, game="jedna", seats=3, house=["simple"]):
        (table,) = public.get("/api/tables")["items"]

        assert table == public.get("/api/tables/friday")
        assert (table["name"], table["state"], table["kind"]) == ("friday", "waiting", "uno")
        assert table["rules"].startswith("jedna")
        assert (table["seats"], table["free"], table["moves"]) == (3, 1, None)
        assert table["players"] == [
            {"name": HOSTILE, "sort": "connection", "wire": "native", "here": True},
            {"name": "simple", "sort": "built-in", "wire": "", "here": True},
        ]
        assert (table["door"], table["id"], table["kept"]) == ("native", None, False)


def test_a_running_game_is_told_with_its_journals_id_and_no_card(public: Api) -> None:
    with joined(public, "friday", house=["simple"]):
        answer = public.ask("GET", "/api/tables/friday")
        table = answer.json()

        assert table["state"] == "running"
        assert table["id"].startswith("live-")
        assert table["moves"] >= 0
        assert public.get(f"/api/games/{table['id']}")["state"] == "running"
        assert {"seed", "view", "hand", "top"}.isdisjoint(table)


def test_rooms_are_tables_too(local: Api) -> None:
    code, _ = local.server.make(player1="human", player2="simple")

    table = local.get(f"/api/tables/{code}")

    assert (table["door"], table["seats"], table["free"]) == ("room", 2, 1)
    assert table["state"] == "waiting"
    local.ask("DELETE", f"/api/tables/{code}")
    assert local.refusal(f"/api/tables/{code}") == "no_such_table"


def test_lists_go_on_where_they_stopped(local: Api) -> None:
    for number in range(5):
        make(local, name=f"t{number}")

    names: list[str] = []
    page = local.get("/api/tables?limit=2")
    while True:
        names += [item["name"] for item in page["items"]]
        if "next" not in page:
            break
        answer = local.ask("GET", "/api/tables", params={"limit": 2, "after": page["next"]})
        page = answer.json()

    assert names == ["t4", "t3", "t2", "t1", "t0"]


def test_the_organiser_makes_a_table_and_starts_it_with_the_house_alone(public: Api) -> None:
    made = make(
        public,
        TOKEN,
        name="final",
        game="jedna",
        seats=3,
        house=["simple", "random"],
        time={"move": 5, "bank": 60},
        pace=3,
        least=2,
        wait=10,
    )
    assert (made["name"], made["state"], made["free"], made["kept"]) == (
        "final",
        "waiting",
        1,
        True,
    )
    assert (made["least"], made["time"]) == (2, {"move": 5.0, "bank": 60.0})

    started = public.ask("POST", "/api/tables/final/start", TOKEN).json()
    again = public.refusal("/api/tables/final/start", TOKEN, "POST")
    closed = public.ask("DELETE", "/api/tables/final", TOKEN)

    assert (started["state"], len(started["players"])) == ("running", 2)
    assert again == "already_started"
    assert closed.status_code == 200
    assert public.refusal("/api/tables/final") == "no_such_table"
    assert public.get(f"/api/games/{started['id']}")["state"] == "interrupted"


def test_a_table_needs_no_name(local: Api) -> None:
    one, other = make(local), make(local)

    assert one["name"] != other["name"]
    assert local.refusal(f"/api/tables/{one['name']}/start", method="POST") == "too_few_players"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"name": "a b"}, "bad_order"),
        ({"name": "taken"}, "table_exists"),
        ({"game": "chess"}, "bad_order"),
        ({"seats": 99}, "bad_order"),
        ({"house": ["nobody"]}, "bad_order"),
        ({"house": ["simple", "simple", "simple"]}, "bad_order"),
        ({"time": {"move": 0}}, "bad_order"),
        ({"pace": 60}, "bad_order"),
        ({"least": 5}, "bad_order"),
        ({"wait": -1}, "bad_order"),
        ({"seats": "2"}, "bad_body"),
        ({"colour": "red"}, "bad_body"),
        ([], "bad_body"),
    ],
)
def test_a_table_that_can_not_be_had_is_refused(local: Api, wish: Any, code: str) -> None:
    make(local, name="taken")

    assert local.refusal("/api/tables", method="POST", json=wish) == code
    assert len(local.get("/api/tables")["items"]) == 1


@pytest.mark.parametrize("token", ["", "wrong"])
def test_strangers_change_nothing(public: Api, token: str) -> None:
    make(public, TOKEN, name="mine", house=["simple"])
    code = "bad_token" if token else "token_required"

    assert public.refusal("/api/tables", token, "POST", json={}) == code
    assert public.refusal("/api/tables/mine/start", token, "POST") == code
    assert public.refusal("/api/tables/mine", token, "DELETE") == code
    assert public.get("/api/tables/mine")["state"] == "waiting"


def test_a_token_in_the_address_counts_for_nothing(public: Api) -> None:
    make(public, TOKEN, name="mine")

    answer = public.ask("DELETE", f"/api/tables/mine?token={TOKEN}")

    assert answer.status_code == 401
    assert TOKEN not in answer.text


def test_without_a_token_nobody_organises_a_public_server() -> None:
    with api(replace(PUBLIC, organiser_token="")) as server:
        assert server.refusal("/api/tables", "", "POST", json={}) == "token_required"
        assert server.refusal("/api/tables", "x", "POST", json={}) == "bad_token"


def test_a_server_that_stops_makes_no_tables(local: Api) -> None:
    local.server.within(local.server.api.refuse_new)

    assert local.refusal("/api/tables", method="POST", json={}) == "server_stopping"


def test_tables_need_no_journal() -> None:
    with api(LOCAL) as server, joined(server, "friday", house=["simple"]):
        assert server.get("/api/tables/friday")["id"] is None
