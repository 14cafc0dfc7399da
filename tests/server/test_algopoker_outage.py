"""Lost connections at a poker table: who is waited for, how long, and what it costs."""

import asyncio
from typing import Any

import pytest
from poker_rig import Client, Rig, call_down, run, serving, shove

from pitboss.server import lobby


async def begin(rig: Rig) -> tuple[Client, Client, dict[str, Any]]:
    """Who is asked first, the other one, and the request."""
    clients = await rig.join_all("Alice", "Bob")
    requests = [await client.next("action_request") for client in clients]
    seat = requests[0]["actor_seat"]
    return clients[seat], clients[1 - seat], requests[seat]


async def until_one_is_out(rig: Rig) -> tuple[list[Client], Client]:
    """Three play until one is out: the other two, who have just been dealt cards, and that one."""
    clients = await rig.join_all("A", "B", "C")
    out = await asyncio.gather(*(play_until_somebody_is_out(client) for client in clients))
    (seat,) = out[0]
    return [client for client in clients if client.seat != seat], clients[seat]


async def play_until_somebody_is_out(client: Client) -> list[int]:
    while True:
        message = await client.next()
        if message["type"] == "hand_end" and message["eliminated_seats"]:
            await client.next("action_request")
            return list(message["eliminated_seats"])
        if message["type"] == "action_request" and message["actor_seat"] == client.seat:
            await client.send(type="action", action=call_down(message))


# With these cards one goes out alone, and two play on.
@pytest.fixture
def one_goes_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby, "secret_seed", lambda: 1)


@pytest.mark.usefixtures("one_goes_out")
@pytest.mark.parametrize("grace", [0.0, 10.0])
def test_an_outage_of_all_who_are_still_in_burns_no_hands(grace: float) -> None:
    async def scene() -> None:
        async with serving(reconnect_grace=grace) as rig:
            playing, out = await until_one_is_out(rig)
            before = out.of("hand_start")[-1]["hand_number"]
            for client in playing:
                client.socket.transport.abort()
            await asyncio.sleep(0.3)
            back = [await rig.join(c.name, token=c.seen[0]["token"]) for c in playing]
            hands = [(await client.next("hand_start"))["hand_number"] for client in back]

            # Without a grace the first to go and the last to return are folded, once each.
            assert max(hands) <= before + (0 if grace else 2)
            ends = await asyncio.gather(*(client.play(shove) for client in back))
            assert ends[0] == ends[1] == await out.next("game_end")

    run(scene())


@pytest.mark.usefixtures("one_goes_out")
def test_the_eliminated_hear_every_message_of_every_hand() -> None:
    async def scene() -> None:
        async with serving() as rig:
            playing, out = await until_one_is_out(rig)
            since = len(out.of("hand_start"))
            other = playing[0]
            request = other.of("action_request")[-1]
            actor = next(c for c in playing if c.seat == request["actor_seat"])
            await actor.send(type="action", action=shove(request))
            await asyncio.gather(*(client.play(shove) for client in playing))
            await out.next("game_end")

            assert out.types()[1:] == other.types()[-len(out.types()) + 1 :]
            starts = out.of("hand_start")[since - 1 :]
            assert starts
            assert all(start["hole_cards"] == [] for start in starts)
            assert all(out.name not in start["player_names"] for start in starts)

    run(scene())


def test_a_turn_waits_for_a_player_who_dropped_and_asks_it_once() -> None:
    async def scene() -> None:
        async with serving(reconnect_grace=10.0) as rig:
            actor, other, request = await begin(rig)
            actor.socket.transport.abort()
            await asyncio.sleep(0.3)
            back = await rig.join(actor.name, token=actor.seen[0]["token"])
            again = await back.next("action_request")
            with pytest.raises(TimeoutError):
                await back.next(seconds=0.2)

            assert again["game_state"] == request["game_state"]
            # Its clock ran on.
            assert 0 < again["timeout_seconds"] < request["timeout_seconds"]
            await back.send(type="action", action=call_down(again))
            result = await other.next("action_result")
            assert (result["actor_seat"], result["action"]["type"]) == (actor.seat, "call")

    run(scene())


def test_who_comes_back_when_nobody_was_left_is_asked_once_with_all_its_time() -> None:
    async def scene() -> None:
        async with serving(reconnect_grace=0.0) as rig:
            actor, other, request = await begin(rig)
            other.socket.transport.abort()
            await rig.until(lambda: rig.server.connections == 1)
            actor.socket.transport.abort()
            await rig.until(lambda: rig.server.connections == 0)
            back = await rig.join(actor.name, token=actor.seen[0]["token"])
            back.seat = actor.seat
            again = await back.next("action_request")

            assert again["actor_seat"] == actor.seat
            assert again["timeout_seconds"] == request["timeout_seconds"]
            with pytest.raises(TimeoutError):
                await back.next(seconds=0.2)

    run(scene())


def test_when_its_grace_is_over_a_player_is_folded_at_once_on_each_turn() -> None:
    async def scene() -> None:
        async with serving(reconnect_grace=0.3, action_timeout=30.0) as rig:
            actor, other, _ = await begin(rig)
            actor.socket.transport.abort()
            # Would take minutes, were each turn waited for.
            end = await asyncio.wait_for(other.play(shove), 60)
            results = [r for r in other.of("action_result") if r["actor_seat"] == actor.seat]

            assert end["winner_seat"] == other.seat
            assert all(result["action"]["type"] == "fold" for result in results)
            assert not any(result["timed_out"] for result in results)

    run(scene())


def test_within_its_grace_a_turn_waits_no_longer_than_its_action_time() -> None:
    async def scene() -> None:
        async with serving(reconnect_grace=30.0, action_timeout=0.2) as rig:
            actor, other, _ = await begin(rig)
            actor.socket.transport.abort()
            for _ in range(2):
                result = await other.next("action_result")
                while result["actor_seat"] != actor.seat:
                    result = await other.next("action_result")

                # Waited for each time: the grace is not over.
                assert result["timed_out"] is True

    run(scene())


def test_a_returning_player_and_a_late_spectator_hear_how_the_tournament_began() -> None:
    async def scene() -> None:
        async with serving(reconnect_grace=10.0) as rig:
            actor, other, _ = await begin(rig)
            await actor.act(type="fold")
            await other.next("hand_end")
            actor.socket.transport.abort()
            back = await rig.join(actor.name, token=actor.seen[0]["token"])
            watcher = await rig.watch()

            for late in (back, watcher):
                start = await late.next("game_start")
                assert start == actor.of("game_start")[0]
                assert start["starting_stacks"] == [10_000] * 2
                assert sorted((await late.next("hand_start"))["stacks"]) == [9_950, 10_050]

    run(scene())
