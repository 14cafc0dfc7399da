"""Poker tables with rules of their operator's, and tables that repeat, over real sockets."""

import asyncio
import json

import pytest
from poker_rig import Client, run, serving, shove
from serve_rig import serving as serving_process
from websockets.sync.client import connect

from pitboss.server.table_rules import BadTable, TableRules, read_table_rules, read_tables


def test_what_is_not_said_is_as_the_document_has_it() -> None:
    assert read_table_rules("") == TableRules()
    assert TableRules().kind.write_rules(TableRules().rules) == "algopoker@1"


def test_a_text_has_knobs_of_the_rules_and_settings_of_the_table() -> None:
    base = read_table_rules("stack=5000,seats=2-6,action_time=2.5")
    tables = read_tables(
        ["fast=blinds=1:100/200+3:400/800,lobby_wait=1", "/cash=cash,hands=9"], base
    )

    assert (base.rules.stack, base.least, base.most, base.action_time) == (5000, 2, 6, 2.5)
    fast, cash = tables["fast"], tables["cash"]
    assert (fast.rules.stack, fast.rules.blinds.at(3).big, fast.lobby_wait) == (5000, 800, 1.0)
    assert (cash.kind.name, cash.rules.hands, cash.most) == ("holdem-cash", 9, 6)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("stak=5", "there is no knob 'stak'"),
        ("stack=x", "stack='x' will not do"),
        ("poker", "there is no game 'poker'"),
        ("jedna", "the poker port is for hold'em"),
        ("seats=1", "2 to 9 may play, not 1"),
        ("seats=2-10", "2 to 9 may play, not 10"),
        ("seats=5-3", "from the fewest to the most"),
        ("seats=many", "or a range: 2-6"),
        ("action_time=0", "seconds, from 0.01"),
        ("lobby_wait=nan", "seconds, from 0"),
        ("repeat=often", "yes or no"),
    ],
)
def test_what_will_not_do_is_named(text: str, told: str) -> None:
    with pytest.raises(BadTable, match=told):
        read_table_rules(text)


def test_tables_have_their_own_stacks_blinds_seats_and_times() -> None:
    base = read_table_rules("stack=500")
    own = "friday=blinds=1:10/20,seats=2-3,action_time=7,lobby_wait=20"
    tables = read_tables([own], base)

    async def scene() -> None:
        async with serving(table_rules=base, named_tables=tables, lobby_wait=0.3) as rig:
            usual = await rig.join_all("Alice", "Bob")
            friday = await rig.join_all("Alice", "Bob", "Carol", path="/friday")
            late = await rig.connect("/friday")
            await late.send(type="join", name="Dan")
            starts = [await clients[0].next("game_start") for clients in (usual, friday)]
            requests = [await clients[0].next("action_request") for clients in (usual, friday)]

            assert (await late.next())["code"] == "TOURNAMENT_STARTED"
            assert [start["starting_stacks"] for start in starts] == [[500] * 2, [500] * 3]
            assert [start["big_blind"] for start in starts] == [100, 20]
            assert [request["timeout_seconds"] for request in requests] == [5, 7]

    run(scene())


def test_at_a_table_that_repeats_who_stays_plays_again_and_who_left_does_not() -> None:
    async def scene() -> None:
        async with serving(lobby_wait=1.5, table_rules=read_table_rules("repeat=yes")) as rig:
            clients = await rig.join_all("Alice", "Bob", "Carol")
            watcher = await rig.watch()
            first = await asyncio.gather(*(client.play(shove) for client in clients))
            await clients[1].socket.close()
            staying: list[Client] = [clients[0], clients[2]]
            for client in staying:
                client.seat = -1
            second = await asyncio.gather(*(client.play(shove) for client in staying))
            await rig.join("Dan")
            starts = [(await watcher.next("game_start"))["player_names"] for _ in range(3)]

            assert first[0]["player_names"] == ["Alice", "Bob", "Carol"]
            assert starts[:2] == [["Alice", "Bob", "Carol"], ["Alice", "Carol"]]
            assert starts[2][:2] == ["Alice", "Carol"]
            assert first[0]["seed"] != second[0]["seed"]
            # Its token is what it was, and brings it back to the running game.
            back = await rig.join("Alice", token=clients[0].seen[0]["token"])
            assert (await back.next("game_start"))["player_names"][0] == "Alice"

    run(scene())


def test_the_options_of_the_command_reach_the_tables() -> None:
    options = ("--rules", "stack=300", "--table", "two=seats=2", "--lobby-wait", "60", "--repeat")
    with (
        serving_process(*options) as server,
        connect(f"{server.poker}/two") as one,
        connect(f"{server.poker}/two") as other,
    ):
        one.send(json.dumps({"type": "join", "name": "one"}))
        messages = [json.loads(one.recv(timeout=60))]
        other.send(json.dumps({"type": "join", "name": "other"}))
        messages += [json.loads(one.recv(timeout=60)) for _ in range(2)]

    assert [message["type"] for message in messages] == ["waiting", "waiting", "game_start"]
    assert messages[2]["starting_stacks"] == [300, 300]


def test_a_call_of_a_short_all_in_blind_is_what_can_be_won() -> None:
    rules = read_table_rules("stack=1000,blinds=1:50/100+2:800/1600")

    async def scene() -> None:
        async with serving(table_rules=rules) as rig:
            clients = await rig.join_all("Alice", "Bob")
            first = await clients[0].next("action_request")
            folder, other = clients[first["actor_seat"]], clients[1 - first["actor_seat"]]
            await folder.act(type="fold")
            request = await other.next("action_request")
            while request["game_state"]["hand_number"] == 1:
                request = await other.next("action_request")
            blinds = {p["seat"]: p["current_bet"] for p in request["game_state"]["players"]}

            # The small blind has 250 left, and the big blind was short of 1600: it has bet 950.
            assert blinds == {other.seat: 800, 1 - other.seat: 950}
            assert request["game_state"]["valid_actions"] == [
                {"type": "fold"},
                {"type": "call", "amount": 150},
            ]

    run(scene())
