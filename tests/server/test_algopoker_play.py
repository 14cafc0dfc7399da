"""Whole tournaments over real sockets: the documented bot, the messages, and how they end."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from poker_rig import Client, Json, run, serving, shove, sized

from pitboss.store.live_games import GameRow
from pitboss.store.live_journal import LiveJournal
from pitboss.wires.algopoker.messages import decode

BOT = Path(__file__).parents[1] / "agents" / "minimal_poker_bot.py"
DOCUMENTED = {
    "waiting", "game_start", "hand_start", "action_request", "action_result", "hand_end",
    "game_end", "error",
}  # fmt: skip


def small(request: Json) -> Json:
    return sized(request, "min_amount")


@pytest.mark.parametrize("seats", [2, 6, 9])
def test_the_documented_bot_plays_whole_tournaments(seats: int) -> None:
    async def scene() -> None:
        async with serving(lobby_wait=120.0) as rig:
            bots = [
                await asyncio.create_subprocess_exec(
                    sys.executable, str(BOT), f"ws://localhost:{rig.port}", f"MyBot{number}",
                    stdout=subprocess.PIPE,
                )
                for number in range(seats)
            ]  # fmt: skip
            if seats < 9:
                organiser = await rig.connect()
                await organiser.send(type="spectate", token="the organiser's word")
                while (await organiser.next("waiting", seconds=90))["current_players"] < seats:
                    pass
                await organiser.send(type="start")
            outputs = [await bot.communicate() for bot in bots]
            ends = [json.loads(output) for output, _ in outputs]

            assert all(end == ends[0] for end in ends)
            assert sorted(ends[0]["player_names"]) == [f"MyBot{number}" for number in range(seats)]
            assert sorted(ends[0]["final_stacks"]) == [0] * (seats - 1) + [10_000 * seats]
            assert ends[0]["winner"] == ends[0]["player_names"][ends[0]["winner_seat"]]

    run(scene(), 300)


async def tournament(names: str, *, data: Path | None = None) -> list[Client]:
    async with serving(data) as rig:
        clients = await rig.join_all(*names)
        await asyncio.gather(*(client.play(small) for client in clients))
        for client in clients:
            assert await client.closed() == 1000
    return clients


@pytest.fixture(scope="module")
def clients() -> list[Client]:
    """Four who have played a tournament to its end."""
    played: list[Client] = []

    async def scene() -> None:
        played.extend(await tournament("ABCD"))

    run(scene())
    return played


def hands(client: Client) -> Iterator[list[Json]]:
    """The messages of one hand after the other, from `hand_start` to `hand_end`."""
    hand: list[Json] = []
    for message in client.seen:
        if message["type"] == "hand_start":
            hand = []
        hand.append(message)
        if message["type"] == "hand_end":
            yield hand
            hand = []


def test_every_message_has_the_documented_shape(clients: list[Client]) -> None:
    for client in clients:
        for message in client.seen:
            assert message["type"] in DOCUMENTED
            decode(json.dumps(message))


def test_the_sequence_is_the_documented_one(clients: list[Client]) -> None:
    winner = clients[clients[0].seen[-1]["winner_seat"]]
    kinds = [kind for kind in winner.types() if kind != "waiting"]

    assert kinds[0] == "game_start"
    assert kinds[-1] == "game_end"
    assert kinds.count("game_start") == kinds.count("game_end") == 1
    for hand in hands(winner):
        inner = [message["type"] for message in hand[1:-1]]
        assert hand[0]["type"] == "hand_start"
        assert inner == ["action_request", "action_result"] * (len(inner) // 2)


def test_each_result_answers_the_request_before_it(clients: list[Client]) -> None:
    winner = clients[clients[0].seen[-1]["winner_seat"]]
    for hand in hands(winner):
        for request, result in zip(hand[1:-1:2], hand[2:-1:2], strict=True):
            seat = request["actor_seat"]
            state = request["game_state"]
            action = result["action"]
            valid = {valid["type"]: valid for valid in state["valid_actions"]}
            assert request["timeout_seconds"] == 5
            assert state["actor_seat"] == seat == result["actor_seat"]
            assert result["player_name"] == "ABCD"[seat]
            assert result["timed_out"] is False
            assert list(action) == ["type", "amount"]
            assert action["type"] in valid
            if action["type"] == "raise":
                assert action["amount"] == valid["raise"]["min_amount"]
            elif action["type"] == "call":
                assert action["amount"] == valid["call"]["amount"]
            else:
                assert action["amount"] is None


def test_a_result_and_the_next_request_show_the_same_state(clients: list[Client]) -> None:
    winner = clients[clients[0].seen[-1]["winner_seat"]]
    for before, after in zip(winner.seen, winner.seen[1:], strict=False):
        if (before["type"], after["type"]) == ("action_result", "action_request"):
            assert before["game_state"] == after["game_state"]


def test_chips_are_conserved_in_every_message(clients: list[Client]) -> None:
    for message in clients[0].seen:
        if "game_state" in message:
            state = message["game_state"]
            behind = sum(player["stack"] for player in state["players"])
            bets = sum(player["current_bet"] for player in state["players"])
            assert behind + state["pot"]["total"] == 40_000
            assert (
                bets + sum(pot["amount"] for pot in state["pot"]["pots"]) == state["pot"]["total"]
            )
        elif "final_stacks" in message:
            assert sum(message["final_stacks"]) == 40_000
        elif "stacks" in message:
            assert sum(message["stacks"]) == 40_000


def test_hand_numbers_count_up_from_one(clients: list[Client]) -> None:
    numbers = [message["hand_number"] for message in clients[0].of("hand_end")]

    assert numbers == list(range(1, clients[0].seen[-1]["total_hands"] + 1))


def test_own_cards_are_the_same_in_hand_start_and_in_every_state(clients: list[Client]) -> None:
    for client in clients:
        for hand in hands(client):
            if not hand[0]["hole_cards"]:
                # It is out, and hears of the others' hands.
                continue
            for message in hand[1:-1]:
                own = message["game_state"]["players"][client.seat]
                assert own["hole_cards"] == hand[0]["hole_cards"]
                assert own["hole_cards_known"] is True


def test_winners_list_what_the_stacks_gained(clients: list[Client]) -> None:
    stacks = [10_000] * 4
    for end in clients[0].of("hand_end"):
        gains = {
            seat: after - before
            for seat, (before, after) in enumerate(zip(stacks, end["final_stacks"], strict=True))
            if after > before
        }
        assert {winner["seat"]: winner["amount_won"] for winner in end["winners"]} == gains
        out = [s for s in range(4) if stacks[s] and not end["final_stacks"][s]]
        assert end["eliminated_seats"] == out
        assert end["player_names"] == ["A", "B", "C", "D"]
        stacks = end["final_stacks"]


def test_who_is_out_hears_results_and_the_end_but_is_dealt_nothing(clients: list[Client]) -> None:
    total = clients[0].seen[-1]["total_hands"]
    for client in clients:
        out = [end["hand_number"] for end in client.of("hand_end") if client.seat in
               end["eliminated_seats"]]  # fmt: skip
        last = out[0] if out else total
        starts = client.of("hand_start")
        assert len(starts) == len(client.of("hand_end")) == total
        assert [bool(start["hole_cards"]) for start in starts] == [
            start["hand_number"] <= last for start in starts
        ]
        assert client.of("game_end")
        later = [m for m in client.seen if m.get("game_state", {}).get("hand_number", 0) > last]
        assert {message["type"] for message in later} <= {"action_request", "action_result"}
        assert not [m for m in later if m.get("actor_seat") == client.seat]


def test_game_end_tells_the_winner(clients: list[Client]) -> None:
    end = clients[0].seen[-1]

    assert list(end)[:6] == [
        "type", "winner", "winner_seat", "final_stacks", "player_names", "total_hands",
    ]  # fmt: skip
    assert end["final_stacks"][end["winner_seat"]] == 40_000
    assert end["player_names"][end["winner_seat"]] == end["winner"]
    assert all(client.seen[-1] == end for client in clients)


def journalled(folder: Path) -> GameRow:
    """The one game in the journal."""
    with LiveJournal.open(str(folder / "pitboss.db")) as journal:
        (game,) = journal.games()
    return game


def test_a_finished_tournament_is_in_the_journal_and_replays(tmp_path: Path) -> None:
    ends: list[Json] = []

    async def scene() -> None:
        ends.append((await tournament("AB", data=tmp_path))[0].seen[-1])

    run(scene())
    game = journalled(tmp_path)

    assert game.state == "finished"
    assert list(game.scores) == ends[0]["final_stacks"]
    assert game.names == ["A", "B"]
    assert game.seed == ends[0]["seed"]
    assert list(game.record().replay().result().scores) == ends[0]["final_stacks"]


def test_stopping_the_server_tells_everyone_and_leaves_the_game_interrupted(
    tmp_path: Path,
) -> None:
    async def scene() -> None:
        async with serving(tmp_path) as rig:
            alice, bob = await rig.join_all("Alice", "Bob")
            waiter = await rig.join("Zoe", "/other")
            await alice.next("action_request")
            rig.places.stop("Back at noon.")
            _, *codes = await asyncio.gather(
                rig.server.stop(), alice.closed(), bob.closed(), waiter.closed()
            )

            assert codes == [1001] * 3
            for client in (alice, bob, waiter):
                assert client.seen[-1] == {
                    "type": "error",
                    "code": "SERVER_STOPPING",
                    "message": "Back at noon.",
                }
            with pytest.raises(OSError, match=r"Connect call failed|refused"):
                await rig.connect()

    run(scene())
    game = journalled(tmp_path)
    assert (game.state, game.reason) == ("interrupted", "Back at noon.")


def test_refusing_new_players_lets_running_games_finish() -> None:
    async def scene() -> None:
        async with serving() as rig:
            clients = await rig.join_all("Alice", "Bob")
            await clients[0].next("game_start")
            await clients[1].next("game_start")
            rig.server.refuse_new()
            late = await rig.connect()
            assert (await late.next())["code"] == "SERVER_STOPPING"
            await asyncio.gather(*(client.play(shove) for client in clients))
            assert rig.places.running() == 0

    run(scene())
