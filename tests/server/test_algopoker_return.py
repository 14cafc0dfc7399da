"""Players who lost their connection and come back to their seats, over real sockets."""

import asyncio
from typing import Any

import pytest
from poker_rig import Client, Rig, call_down, run, sent_away, serving, shove

from pitboss.server import lobby


async def begin(rig: Rig) -> tuple[Client, Client]:
    alice, bob = await rig.join_all("Alice", "Bob")
    await alice.next("hand_start")
    await bob.next("hand_start")
    return alice, bob


def test_a_player_comes_back_with_its_token_to_its_seat_and_cards() -> None:
    async def scene() -> None:
        async with serving() as rig:
            alice, bob = await begin(rig)
            token = alice.seen[0]["token"]
            cards = alice.of("hand_start")[-1]["hole_cards"]
            request = await bob.next("action_request")
            await alice.socket.close()
            back = await rig.join("Alice", token=token)
            assert (await back.next())["type"] == "game_start"
            assert back.seat == 0
            hand = await back.next()
            if request["actor_seat"] == bob.seat:
                # Nothing happened in between.
                assert hand["hole_cards"] == cards
            again = await back.next("action_request")
            assert again["game_state"]["players"][0]["hole_cards"] == hand["hole_cards"]
            ends = await asyncio.gather(back.play(shove), finish(bob, request))

            assert ends[0] == ends[1]

    async def finish(bob: Client, request: dict[str, Any]) -> dict[str, Any]:
        if request["actor_seat"] == bob.seat:
            await bob.send(type="action", action=shove(request))
        return await bob.play(shove)

    run(scene())


@pytest.mark.parametrize("token", ["", "wrong", 5, None])
def test_without_the_right_token_nobody_takes_a_seat(token: Any) -> None:
    async def scene() -> None:
        async with serving() as rig:
            alice, _ = await begin(rig)
            await alice.socket.close()
            thief = await rig.connect()
            await thief.send(type="join", name="Alice", token=token)

            await sent_away(thief, "TOURNAMENT_STARTED")

    run(scene())


def test_a_token_works_in_the_lobby_and_replaces_the_connection_there() -> None:
    async def scene() -> None:
        async with serving() as rig:
            alice = await rig.join("Alice")
            back = await rig.join("Alice", token=alice.seen[0]["token"])

            assert await alice.closed() == 1008
            assert alice.seen[-1]["code"] == "REPLACED"
            assert back.seen[0] == alice.seen[0]
            bob = await rig.join("Bob")
            ends = await asyncio.gather(back.play(shove), bob.play(shove))
            assert ends[0]["player_names"] == ["Alice", "Bob"]

    run(scene())


def test_who_left_the_lobby_may_join_again_with_its_token() -> None:
    async def scene() -> None:
        async with serving() as rig:
            alice = await rig.join("Alice")
            await alice.socket.close()
            await rig.until(lambda: not list(rig.places))
            back = await rig.join("Alice", token=alice.seen[0]["token"])

            assert back.seen[0]["current_players"] == 1
            assert back.seen[0]["token"] != alice.seen[0]["token"]

    run(scene())


def test_a_token_of_a_finished_tournament_is_bad_token() -> None:
    async def scene() -> None:
        async with serving() as rig:
            clients = await rig.join_all("Alice", "Bob")
            await asyncio.gather(*(client.play(shove) for client in clients))
            for with_lobby in (False, True):
                if with_lobby:
                    await rig.join("Carol")
                late = await rig.connect()
                await late.send(type="join", name="Alice", token=clients[0].seen[0]["token"])

                await sent_away(late, "BAD_TOKEN")

    run(scene())


def test_coming_back_replaces_a_connection_that_is_still_open() -> None:
    async def scene() -> None:
        async with serving() as rig:
            alice, bob = await begin(rig)
            back = await rig.join("Alice", token=alice.seen[0]["token"])

            assert await alice.closed() == 1008
            assert alice.seen[-1]["code"] == "REPLACED"
            # The request was sent again to the new connection, so it can answer.
            await asyncio.gather(back.play(shove), bob.play(shove))

    run(scene())


def test_when_all_are_gone_the_game_waits_for_one_to_come_back() -> None:
    async def scene() -> None:
        async with serving() as rig:
            alice, bob = await begin(rig)
            await alice.socket.close()
            await bob.socket.close()
            await rig.until(lambda: rig.server.connections == 0)
            assert rig.places.running() == 1
            back = await rig.join("Bob", token=bob.seen[0]["token"])
            end = await back.play(shove)

            assert end["winner"] == "Bob"

    run(scene())


def test_when_nobody_comes_back_the_stacks_decide() -> None:
    async def scene() -> None:
        async with serving(join_timeout=1.0) as rig:
            alice, bob = await begin(rig)
            watcher = await rig.watch()
            await alice.socket.close()
            await bob.socket.close()
            end = await watcher.next("game_end")

            assert end["reason"] == "abandoned"
            assert sum(end["final_stacks"]) == 20_000

    run(scene())


def test_a_player_who_is_out_may_come_back_to_hear_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # With these cards one goes out alone; when two go at once, the game is over too.
    monkeypatch.setattr(lobby, "secret_seed", lambda: 1)

    async def scene() -> None:
        async with serving() as rig:
            clients = await rig.join_all("A", "B", "C")
            tokens = [client.seen[0]["token"] for client in clients]
            returned = asyncio.Event()
            tasks = [asyncio.create_task(wait_when_one_is_out(c, returned)) for c in clients]
            watcher = await rig.watch()
            out: list[int] = []
            while not out:
                out = (await watcher.next("hand_end"))["eliminated_seats"]
            (seat,) = out
            tasks[seat].cancel()
            clients[seat].socket.transport.abort()
            back = await rig.join("ABC"[seat], token=tokens[seat])
            assert (await back.next())["type"] == "game_start"
            returned.set()

            assert (await back.next("game_end"))["winner_seat"] != seat

    async def wait_when_one_is_out(client: Client, returned: asyncio.Event) -> None:
        message: dict[str, Any] = {"type": ""}
        while message["type"] != "game_end":
            message = await client.next(seconds=60)
            if message["type"] == "hand_end" and message["eliminated_seats"]:
                await returned.wait()
            elif message["type"] == "action_request" and message["actor_seat"] == client.seat:
                await client.send(type="action", action=call_down(message))

    run(scene())
