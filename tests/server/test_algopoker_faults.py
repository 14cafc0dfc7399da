"""Whatever one client does, the tournament ends and the others hear only documented messages."""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from poker_rig import Client, Json, Rig, call_down, run, serving, shove
from websockets.exceptions import ConnectionClosed

from pitboss.wires.algopoker.messages import decode

Mischief = Callable[[Client], Awaitable[None]]


async def honest_tournament(rig: Rig, mischief: Mischief) -> tuple[list[Client], Client]:
    """Two honest players and one who is up to something, to the end."""
    clients = await rig.join_all("Honest", "Bad", "Decent")
    bad = clients[1]

    async def misbehave() -> None:
        with contextlib.suppress(ConnectionClosed, ConnectionError):
            await mischief(bad)

    task = asyncio.create_task(misbehave())
    honest = [clients[0], clients[2]]
    ends = await asyncio.gather(*(client.play(shove) for client in honest))
    task.cancel()
    await asyncio.wait([task])
    assert ends[0] == ends[1]
    # Two only, if the third was gone before the start.
    assert sum(ends[0]["final_stacks"]) == 10_000 * len(ends[0]["player_names"])
    assert set(ends[0]["player_names"]) >= {"Honest", "Decent"}
    for client in honest:
        assert client.of("error") == []
        for message in client.seen:
            decode(json.dumps(message))
    return honest, bad


def results_of(client: Client, seat: int = 1) -> list[Json]:
    return [message for message in client.of("action_result") if message["actor_seat"] == seat]


def fault_test(mischief: Mischief, **settings: Any) -> tuple[list[Client], Client]:
    found: list[tuple[list[Client], Client]] = []

    async def scene() -> None:
        async with serving(**settings) as rig:
            found.append(await honest_tournament(rig, mischief))

    run(scene())
    return found[0]


async def listen(bad: Client) -> None:
    """Read and never answer."""
    while True:
        await bad.next(seconds=60)


def answering(*frames: str | bytes) -> Mischief:
    """Sends these frames, instead of an answer, at each of its turns."""

    async def mischief(bad: Client) -> None:
        while True:
            await bad.my_turn()
            for frame in frames:
                await bad.socket.send(frame)

    return mischief


def test_a_silent_player_is_folded_when_its_time_is_up() -> None:
    honest, _ = fault_test(listen, action_timeout=0.15)

    results = results_of(honest[0])
    assert results
    for result in results:
        assert result["timed_out"] is True
        assert result["action"] == {"type": "fold", "amount": None}


def test_a_player_who_never_answers_is_not_waited_for_for_ever() -> None:
    async def test() -> None:
        async with serving(lobby_wait=0.05, action_timeout=0.3, join_timeout=2.0) as table:
            one, two = await table.join_all("one", "two")
            # Neither ever answers: the table is not theirs to keep.
            assert await one.closed() == 1000
            assert await two.closed() == 1000
            assert one.of("game_end")[0]["reason"] == "abandoned"
            late = [result for result in one.of("action_result") if result["timed_out"]]
            assert 2 * 3 <= len(late) < 20

    run(test())


def test_a_silent_player_is_waited_for_again_once_it_speaks() -> None:
    async def test() -> None:
        async with serving(lobby_wait=0.05, action_timeout=0.2, join_timeout=30.0) as table:
            quiet, loud = await table.join_all("quiet", "loud")
            playing = asyncio.create_task(loud.play(call_down))
            folds = 0
            while folds < 4:
                result = await quiet.next("action_result")
                folds += result["timed_out"]
            await quiet.act(type="fold")
            answered = False
            while not answered:
                request = await quiet.my_turn()
                await quiet.act(type="raise", amount=request["game_state"]["players"][0]["stack"])
                result = await quiet.next("action_result")
                answered = not result["timed_out"] and result["actor_seat"] == quiet.seat
            await quiet.play()
            await playing

    run(test())


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ("hello", "BAD_JSON"),
        (b"\xff\xfe\xfd", "BAD_JSON"),
        ("[" * 10_000 + "]" * 10_000, "BAD_JSON"),
        ("[]", "UNKNOWN_TYPE"),
        ('{"type":"raise","amount":400}', "UNKNOWN_TYPE"),
    ],
)
def test_garbage_is_no_answer_and_leaves_the_connection_open(frame: str | bytes, code: str) -> None:
    honest, bad = fault_test(answering(frame), action_timeout=0.15)

    assert {error["code"] for error in bad.of("error")} == {code}
    assert all(result["timed_out"] for result in results_of(honest[0]))


def test_text_that_is_no_utf8_is_bad_json() -> None:
    async def mischief(bad: Client) -> None:
        await bad.my_turn()
        await bad.socket.send(b"\xc3(", text=True)
        await listen(bad)

    _, bad = fault_test(mischief, action_timeout=0.15)

    assert bad.of("error")[0]["code"] == "BAD_JSON"


@pytest.mark.parametrize(
    "action",
    [
        None, 5, "fold", [], {}, {"type": 5}, {"type": "bet"}, {"type": "check"},
        {"type": "raise"}, {"type": "raise", "amount": True}, {"type": "raise", "amount": "400"},
        {"type": "raise", "amount": 400.5}, {"type": "raise", "amount": None},
        {"type": "raise", "amount": {}},
    ],
)  # fmt: skip
def test_a_bad_action_is_told_and_folded_at_once(action: Any) -> None:
    frame = json.dumps({"type": "action", "action": action})

    async def mischief(bad: Client) -> None:
        while True:
            request = await bad.my_turn()
            checking = any(a["type"] == "check" for a in request["game_state"]["valid_actions"])
            await bad.socket.send(frame)
            if action == {"type": "check"} and checking:
                continue
            reply = await bad.next()
            assert (reply["type"], reply["code"]) == ("error", "BAD_ACTION")
            result = await bad.next()
            assert result["type"] == "action_result"
            assert result["action"] == {"type": "fold", "amount": None}
            assert result["timed_out"] is False

    honest, bad = fault_test(mischief)

    assert bad.of("error")
    assert not any(result["timed_out"] for result in results_of(honest[0]))


def test_an_endless_number_is_bad_action() -> None:
    frame = '{"type":"action","action":{"type":"raise","amount":1e999}}'
    _, bad = fault_test(answering(frame))

    assert {error["code"] for error in bad.of("error")} == {"BAD_ACTION"}


@pytest.mark.parametrize(
    ("amount", "bound"),
    [(1, "min_amount"), (-7, "min_amount"), (10**9, "max_amount"), (10**40, "max_amount")],
)
def test_raises_are_clamped_and_the_result_tells_the_total(amount: int, bound: str) -> None:
    async def scene() -> None:
        async with serving() as rig:
            alice, bob = await rig.join_all("Alice", "Bob")
            first, second = await alice.next("action_request"), await bob.next("action_request")
            assert first["actor_seat"] == second["actor_seat"]
            actor = (alice, bob)[first["actor_seat"]]
            await actor.act(type="raise", amount=amount)
            result = await actor.next("action_result")
            limit = first["game_state"]["valid_actions"][2][bound]

            assert result["action"] == {"type": "raise", "amount": limit}
            me = result["game_state"]["players"][first["actor_seat"]]
            assert me["current_bet"] == limit

    run(scene())


@pytest.mark.parametrize("amount", [400, 400.0])
def test_a_raise_within_bounds_is_taken_as_it_is(amount: float) -> None:
    async def scene() -> None:
        async with serving() as rig:
            clients = await rig.join_all("Alice", "Bob")
            for client in clients:
                await client.next("game_start")
            request = await clients[0].next("action_request")
            await clients[request["actor_seat"]].act(type="raise", amount=amount)
            result = await clients[0].next("action_result")

            assert json.dumps(result["action"]) == '{"type": "raise", "amount": 400}'

    run(scene())


def test_two_answers_at_once_count_as_one() -> None:
    async def scene() -> None:
        async with serving(lobby_wait=0.2) as rig:
            clients = await rig.join_all("Alice", "Bob")
            for client in clients:
                await client.next("game_start")
            request = await clients[0].next("action_request")
            actor = clients[request["actor_seat"]]
            other = clients[1 - request["actor_seat"]]
            # One write: the small blind's fold ends the hand, and in the next one it is the other
            # who begins; its own second answer must not be taken for anything.
            fold = json.dumps({"type": "action", "action": {"type": "fold"}}).encode()
            mask = b"\0\0\0\0"
            frame = bytes((0x81, 0x80 | len(fold))) + mask + fold
            actor.socket.transport.write(frame * 3)
            await actor.next("hand_end")
            request = await actor.next("action_request")
            assert request["actor_seat"] == 1 - actor.seat
            while request["actor_seat"] != 1 - actor.seat:
                request = await other.next("action_request")
            await asyncio.sleep(0.05)
            await actor.send(type="dance")

            assert (await actor.next())["code"] == "UNKNOWN_TYPE"

    run(scene())


def test_what_came_in_with_an_answer_is_no_answer_to_the_next_request() -> None:
    async def scene() -> None:
        async with serving() as rig:
            clients = await rig.join_all("Alice", "Bob")
            for client in clients:
                await client.next("game_start")
            request = await clients[0].next("action_request")
            button = clients[request["actor_seat"]]
            other = clients[1 - request["actor_seat"]]
            await button.act(type="call")
            # The big blind checks, is first to act on the flop too, and has sent two checks.
            while (await other.next("action_request"))["actor_seat"] != other.seat:
                pass
            check = json.dumps({"type": "action", "action": {"type": "check"}}).encode()
            frame = bytes((0x81, 0x80 | len(check))) + b"\0\0\0\0" + check
            other.socket.transport.write(frame * 2)
            request = await other.next("action_request")
            assert request["game_state"]["street"] == "flop"
            assert request["actor_seat"] == other.seat
            with pytest.raises(TimeoutError):
                await other.next(seconds=0.1)
            await other.act(type="check")

            assert (await other.next("action_result"))["actor_seat"] == other.seat

    run(scene())


def test_answers_out_of_turn_are_ignored() -> None:
    async def mischief(bad: Client) -> None:
        while True:
            message = await bad.next(seconds=60)
            if message["type"] == "action_request":
                mine = message["actor_seat"] == bad.seat
                if mine:
                    await bad.send(type="action", action=call_down(message))
                else:
                    await bad.act(type="fold")
                    await bad.act(type="raise", amount="nonsense")

    _, bad = fault_test(mischief)

    assert "error" not in bad.types()


def test_an_answer_that_comes_too_late_is_ignored() -> None:
    async def scene() -> None:
        async with serving(action_timeout=0.1) as rig:
            clients = await rig.join_all("Alice", "Bob")
            for client in clients:
                await client.next("game_start")
            request = await clients[0].next("action_request")
            late = clients[request["actor_seat"]]
            assert (await late.next("action_result"))["timed_out"] is True
            await late.act(type="raise", amount=5000)
            assert (await late.next("hand_end"))["hand_number"] == 1
            # The late raise came while the other had to act in hand 2.
            result = await late.next("action_result")

            assert result["actor_seat"] == 1 - late.seat
            assert "error" not in late.types()

    run(scene())


def test_a_huge_frame_closes_the_connection_of_its_sender() -> None:
    async def mischief(bad: Client) -> None:
        await bad.my_turn()
        await bad.socket.send("x" * (64 * 1024 * 1024))
        await listen(bad)

    honest, _ = fault_test(mischief)

    assert results_of(honest[0])


def test_a_flood_closes_the_connection_of_its_sender() -> None:
    async def mischief(bad: Client) -> None:
        await bad.my_turn()
        # It may be closed before all are sent: what it was told is still there to be read.
        with contextlib.suppress(ConnectionClosed, ConnectionError):
            for _ in range(1000):
                await bad.socket.send('{"type":"action","action":{"type":"fold"}}')
        await listen(bad)

    _, bad = fault_test(mischief)

    assert bad.of("error")[-1]["code"] == "FLOOD"


@pytest.mark.parametrize("frames", range(26))
def test_a_disconnect_at_any_moment_leaves_the_others_playing(frames: int) -> None:
    async def mischief(bad: Client) -> None:
        while len(bad.seen) < frames:
            message = await bad.next()
            if message["type"] == "action_request" and message["actor_seat"] == bad.seat:
                if len(bad.seen) == frames:
                    break
                await bad.send(type="action", action=call_down(message))
        bad.socket.transport.abort()

    async def scene() -> None:
        async with serving(lobby_wait=0.5) as rig:
            if frames == 0:
                # Gone while still in the lobby: the others play without it.
                clients = await rig.join_all("Honest", "Bad", "Decent")
                clients[1].socket.transport.abort()
                honest = [clients[0], clients[2]]
                ends = await asyncio.gather(*(client.play(shove) for client in honest))
                assert ends[0]["player_names"] == ["Honest", "Decent"]
                return
            honest, _ = await honest_tournament(rig, mischief)
            assert not any(result["timed_out"] for result in honest[0].of("action_result"))

    run(scene())


def test_gone_players_are_folded_without_waiting_and_go_on_posting_blinds() -> None:
    async def mischief(bad: Client) -> None:
        await bad.next("game_start")
        bad.socket.transport.abort()

    honest, _ = fault_test(mischief, action_timeout=30.0)

    ends = honest[0].of("hand_end")
    assert any(end["eliminated_seats"] == [1] for end in ends) or ends[-1]["final_stacks"][1] == 0
