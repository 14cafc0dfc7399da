"""Joining, waiting, leaving, watching and starting, over real sockets."""

import asyncio
import json
from typing import Any

import pytest
from poker_rig import ORGANISER, run, sent_away, serving, shove
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake

from pitboss.games.seeds import commitment

WAITING = {"type": "waiting", "min_players": 2, "max_players": 9}


def waiting(message: dict[str, Any], count: int) -> bool:
    return message == WAITING | {"current_players": count, "token": message.get("token")}


def test_all_who_wait_are_told_of_each_new_player() -> None:
    async def scene() -> None:
        async with serving(lobby_wait=5.0) as rig:
            alice = await rig.join("Alice")
            bob = await rig.join("Bob")

            assert waiting(alice.seen[0], 1)
            assert waiting(await alice.next(), 2)
            assert waiting(bob.seen[0], 2)
            assert alice.seen[0]["token"] == alice.seen[1]["token"] != bob.seen[0]["token"]

    run(scene())


def test_both_loopback_addresses_have_the_same_port() -> None:
    async def scene() -> None:
        async with serving(lobby_wait=5.0) as rig:
            await rig.join("Alice")
            bob = await rig.connect(host="[::1]")
            await bob.send(type="join", name="Bob")

            assert waiting(await bob.next(), 2)

    run(scene())


def test_the_window_starts_at_the_second_join_and_later_ones_do_not_restart_it() -> None:
    async def scene() -> None:
        async with serving(lobby_wait=3.0) as rig:
            alice = await rig.join("Alice")
            await asyncio.sleep(3.1)
            assert rig.places.running() == 0
            second = asyncio.get_running_loop().time()
            await rig.join("Bob")
            await asyncio.sleep(1.5)
            await rig.join("Charlie")
            start = await alice.next("game_start")
            took = asyncio.get_running_loop().time() - second

            assert start["player_names"] == ["Alice", "Bob", "Charlie"]
            # It would be 4.5 seconds, had it been restarted.
            assert 2.9 <= took < 4.4

    run(scene())


def test_the_ninth_join_starts_at_once() -> None:
    async def scene() -> None:
        async with serving(lobby_wait=30.0) as rig:
            clients = await rig.join_all(*(f"bot {seat}" for seat in range(9)))
            start = await clients[0].next("game_start", seconds=15)

            assert len(start["player_names"]) == 9
            assert start["starting_stacks"] == [10_000] * 9

    run(scene())


def test_leaving_frees_the_name_and_the_seat_and_the_others_are_told() -> None:
    async def scene() -> None:
        async with serving(lobby_wait=1.0) as rig:
            alice, bob = await rig.join_all("Alice", "Bob")
            await alice.socket.close()
            while not waiting(await bob.next(), 1):
                pass
            await asyncio.sleep(1.2)
            assert rig.places.running() == 0
            await rig.join("Alice")
            start = await bob.next("game_start")

            assert start["player_names"] == ["Bob", "Alice"]

    run(scene())


@pytest.mark.parametrize(
    "frame",
    [
        "hello",
        "[]",
        "{}",
        '{"type":"hello"}',
        '{"type":"action","action":{"type":"fold"}}',
        '{"type":"join"}',
        b"\xff\xff",
        "[" * 10_000,
    ],
)
def test_a_first_message_that_is_no_join_is_bad_join(frame: str | bytes) -> None:
    async def scene() -> None:
        async with serving() as rig:
            client = await rig.connect()
            await client.socket.send(frame)

            await sent_away(client, "BAD_JOIN")

    run(scene())


def test_silence_instead_of_a_join_is_bad_join() -> None:
    async def scene() -> None:
        async with serving(join_timeout=0.5) as rig:
            await sent_away(await rig.connect(), "BAD_JOIN")

    run(scene())


@pytest.mark.parametrize(
    "name",
    ["", "  ", "x" * 33, 5, None, True, [], {}, "a\tb", "a\nb", "\x1b[2J", "\x00", "a\u202eb"],
)
def test_a_name_that_will_not_do_is_bad_name(name: Any) -> None:
    async def scene() -> None:
        async with serving() as rig:
            client = await rig.connect()
            await client.send(type="join", name=name)

            await sent_away(client, "BAD_NAME")

    run(scene())


def test_a_name_that_is_taken_is_bad_name_also_after_trimming() -> None:
    async def scene() -> None:
        async with serving(lobby_wait=5.0) as rig:
            await rig.join("Alice")
            client = await rig.connect()
            await client.send(type="join", name=" Alice ")

            await sent_away(client, "BAD_NAME")
            assert client.seen[0]["message"] == "Name 'Alice' is already taken."

    run(scene())


@pytest.mark.parametrize("name", ["x", "x" * 32, "名前", '"}', "\\u001b"])
def test_names_of_1_to_32_characters_are_welcome(name: str) -> None:
    async def scene() -> None:
        async with serving() as rig:
            alice, _ = await rig.join_all(name, "Bob")

            assert (await alice.next("game_start"))["player_names"] == [name, "Bob"]

    run(scene())


def test_joining_a_running_tournament_is_tournament_started() -> None:
    async def scene() -> None:
        async with serving() as rig:
            alice, _ = await rig.join_all("Alice", "Bob")
            await alice.next("game_start")
            for name in ("Charlie", "Alice"):
                client = await rig.connect()
                await client.send(type="join", name=name)
                await sent_away(client, "TOURNAMENT_STARTED")

    run(scene())


def test_a_tenth_player_is_tournament_full(monkeypatch: pytest.MonkeyPatch) -> None:
    from pitboss.server.lobby import Lobby

    # The ninth starts the tournament at once, so the lobby is only full while that is held up.
    monkeypatch.setattr(Lobby, "start", lambda _: None)

    async def scene() -> None:
        async with serving(lobby_wait=30.0) as rig:
            await rig.join_all(*(f"bot {seat}" for seat in range(9)))
            client = await rig.connect()
            await client.send(type="join", name="ten")

            await sent_away(client, "TOURNAMENT_FULL")

    run(scene())


def test_paths_are_tables_of_their_own_and_the_root_has_many_spellings() -> None:
    async def scene() -> None:
        async with serving() as rig:
            await rig.join("Alice", "/friday")
            await rig.join("Alice", "/")
            bob = await rig.join("Bob", "/friday/?x=1")
            carol = await rig.join("Carol", "/?a=b")

            assert (await bob.next("game_start"))["player_names"] == ["Alice", "Bob"]
            assert (await carol.next("game_start"))["player_names"] == ["Alice", "Carol"]

    run(scene())


def test_a_table_opens_a_new_lobby_when_its_tournament_has_ended() -> None:
    async def scene() -> None:
        async with serving() as rig:
            for _ in range(2):
                clients = await rig.join_all("Alice", "Bob")
                await asyncio.gather(*(client.play(shove) for client in clients))
                assert await clients[0].closed() == 1000

    run(scene())


def test_bad_json_and_unknown_types_leave_the_connection_open_while_waiting() -> None:
    async def scene() -> None:
        async with serving(lobby_wait=5.0) as rig:
            alice = await rig.join("Alice")
            frames: list[tuple[str | bytes, str]] = [
                ("{", "BAD_JSON"),
                (b"\xff", "BAD_JSON"),
                ("[]", "UNKNOWN_TYPE"),
                ('{"type":"dance"}', "UNKNOWN_TYPE"),
                ('{"type":"join","name":"B"}', "ALREADY_JOINED"),
            ]
            for frame, code in frames:
                await alice.socket.send(frame)
                assert (await alice.next())["code"] == code
            await alice.act(type="fold")
            await rig.join("Bob")

            assert waiting(await alice.next(), 2)

    run(scene())


def test_messages_in_fragments_and_binary_frames_are_read() -> None:
    async def scene() -> None:
        async with serving(lobby_wait=5.0) as rig:
            client = await rig.connect()
            await client.socket.send(['{"type":"jo', 'in","na', 'me":"Alice"}'])
            assert waiting(await client.next(), 1)
            other = await rig.connect()
            await other.socket.send(json.dumps({"type": "join", "name": "Bob"}).encode())

            assert waiting(await other.next(), 2)

    run(scene())


# Watching and starting


def test_a_spectator_hears_everything_but_cards() -> None:
    async def scene() -> None:
        async with serving() as rig:
            watcher = await rig.watch()
            assert (await watcher.next()) == WAITING | {"current_players": 0}
            clients = await rig.join_all("Alice", "Bob")
            await asyncio.gather(*(client.play(shove) for client in clients))

            assert await watcher.closed() == 1000
            kinds = [kind for kind in clients[0].types() if kind != "waiting"]
            assert [kind for kind in watcher.types() if kind != "waiting"] == kinds
            assert all(message["hole_cards"] == [] for message in watcher.of("hand_start"))
            for message in watcher.of("action_request") + watcher.of("action_result"):
                for player in message["game_state"]["players"]:
                    assert player["hole_cards"] == ["??", "??"]
                    assert player["hole_cards_known"] is False

    run(scene())


def test_the_organiser_sees_all_cards_and_may_come_late() -> None:
    async def scene() -> None:
        async with serving() as rig:
            clients = await rig.join_all("Alice", "Bob")
            hand = await clients[0].next("hand_start")
            watcher = await rig.watch(token=ORGANISER)
            start, opening, request = [await watcher.next() for _ in range(3)]

            assert start["type"] == "game_start"
            assert opening["all_hole_cards"][0]["hole_cards"] == hand["hole_cards"]
            assert request["type"] == "action_request"
            assert request["game_state"]["players"][0]["hole_cards"] == hand["hole_cards"]

    run(scene())


def test_a_late_spectator_is_told_where_the_game_stands() -> None:
    async def scene() -> None:
        async with serving() as rig:
            clients = await rig.join_all("Alice", "Bob")
            await clients[0].next("action_request")
            watcher = await rig.watch()
            messages = [await watcher.next() for _ in range(3)]

            assert [message["type"] for message in messages] == [
                "game_start",
                "hand_start",
                "action_request",
            ]
            assert 'hole_cards_known": true' not in json.dumps(messages)

    run(scene())


@pytest.mark.parametrize("kind", ["spectate", "start"])
def test_a_wrong_token_is_bad_token(kind: str) -> None:
    async def scene() -> None:
        async with serving() as rig:
            for token in ("wrong", 5, "\ud800"):
                client = await rig.connect()
                await client.send(type=kind, token=token)
                await sent_away(client, "BAD_JOIN" if token == "\ud800" else "BAD_TOKEN")

    run(scene())


def test_nobody_is_organiser_where_no_token_is_set() -> None:
    async def scene() -> None:
        async with serving(organiser_token="") as rig:
            client = await rig.connect()
            await client.send(type="start", token="")

            await sent_away(client, "BAD_TOKEN")

    run(scene())


def test_the_organiser_starts_the_lobby_early() -> None:
    async def scene() -> None:
        async with serving(lobby_wait=30.0) as rig:
            organiser = await rig.watch(token=ORGANISER)
            await organiser.next()
            await organiser.send(type="start")
            assert (await organiser.next("error"))["code"] == "NOT_STARTED"
            alice, bob = await rig.join_all("Alice", "Bob")
            await bob.send(type="start")
            assert (await bob.next("error"))["code"] == "BAD_TOKEN"
            await organiser.send(type="start")

            assert await alice.next("game_start", seconds=15)

    run(scene())


def test_a_start_may_be_the_organisers_first_message() -> None:
    async def scene() -> None:
        async with serving(lobby_wait=30.0) as rig:
            alice, _ = await rig.join_all("Alice", "Bob")
            organiser = await rig.connect()
            await organiser.send(type="start", token=ORGANISER)

            assert await alice.next("game_start", seconds=15)
            assert await organiser.next("game_start")

    run(scene())


# The seed


def test_the_seed_was_committed_to_before_the_first_card() -> None:
    async def scene() -> None:
        async with serving() as rig:
            clients = await rig.join_all("Alice", "Bob")
            ends = await asyncio.gather(*(client.play(shove) for client in clients))
            start = clients[0].of("game_start")[0]

            assert start["seed_commitment"] == commitment(int(ends[0]["seed"]))

    run(scene())


@pytest.mark.parametrize(
    ("origin", "welcome"),
    [
        ("https://example.org", False),
        ("https://example.org/", False),
        ("http://localhost:3000", True),
        ("http://localhost:3000/", True),
        # A page that was opened from disk.
        ("null", True),
    ],
)
def test_a_page_from_elsewhere_is_turned_away(origin: str, welcome: bool) -> None:
    async def test() -> None:
        async with serving() as rig:
            url = f"ws://127.0.0.1:{rig.port}"
            try:
                async with connect(url, additional_headers={"Origin": origin}) as page:
                    await page.send('{"type":"spectate"}')
                    assert '"waiting"' in str(await page.recv())
                    assert welcome
            except InvalidHandshake:
                assert not welcome

    run(test())
