"""A mistake of ours, wherever it happens, ends the one table where it does; others play on.

Each test puts an exception into one of the calls that a table is made of: what connections, timers,
watchers and requests call. The table ends with a record and a message, and nobody else notices.
"""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from poker_rig import call_down, run, serving, shove
from uno_online_server import served

from pitboss.play.live import LiveGame
from pitboss.players.connection import ConnectedPlayer
from pitboss.players.inprocess import LiveBot
from pitboss.server.lobby import Lobby
from pitboss.server.room import Room
from pitboss.server.rooms import Rooms
from pitboss.server.settings import Settings
from pitboss.server.table import Table
from pitboss.store.live_journal import GameLog, LiveJournal

SECRET = "secret detail"


def names_of(part: Any) -> list[str]:
    """The names at the table that a part belongs to."""
    if isinstance(part, ConnectedPlayer):
        return part.live.names if part.live is not None else [part.name]
    if isinstance(part, LiveGame | Table):
        return part.names
    if isinstance(part, Lobby):
        return [player.name for player in part.players] + (part.table.names if part.table else [])
    if isinstance(part, GameLog):
        return [player.name for player in part._row.players]
    raise TypeError(part)


def break_at(
    monkeypatch: pytest.MonkeyPatch, owner: type, method: str, unlucky: Callable[[Any], bool]
) -> None:
    """Have the method raise for the unlucky ones."""
    original = getattr(owner, method)

    def broken(self: Any, *args: Any, **options: Any) -> Any:
        if unlucky(self):
            raise RuntimeError(SECRET)
        return original(self, *args, **options)

    monkeypatch.setattr(owner, method, broken)


@pytest.mark.parametrize(
    ("owner", "method"),
    [
        (ConnectedPlayer, "begin"),
        (ConnectedPlayer, "ask"),
        (ConnectedPlayer, "asked"),
        (ConnectedPlayer, "answer"),
        (ConnectedPlayer, "refused"),
        (ConnectedPlayer, "played"),
        (ConnectedPlayer, "end"),
        (Table, "begin"),
        (Table, "asked"),
        (Table, "played"),
        (Table, "end"),
        (Table, "settled"),
        (GameLog, "moved"),
        (GameLog, "finished"),
        (Lobby, "_window_over"),
        (LiveGame, "answer"),
    ],
    ids=lambda part: part if isinstance(part, str) else part.__name__,
)
def test_it_ends_one_poker_table_and_no_other(
    owner: type, method: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    break_at(monkeypatch, owner, method, lambda part: "Unlucky" in names_of(part))

    async def scene() -> None:
        async with serving(tmp_path) as rig:
            unlucky = await rig.join_all("Unlucky", "Bob", path="/one")
            lucky = await rig.join_all("Lucky", "Bob", path="/two")
            wrong = {"type": "raise", "amount": "much"}
            choose = (lambda _: wrong) if method == "refused" else shove
            plays = [asyncio.create_task(client.play(choose)) for client in unlucky]
            ends = await asyncio.gather(*(client.play(shove) for client in lucky))
            await asyncio.wait(plays, timeout=60)

            assert ends[0]["type"] == "game_end"
            for client, play in zip(unlucky, plays, strict=True):
                assert play.done()
                assert play.exception() is not None
                # It may have noticed while it sent: what it was told is still there to be read.
                assert await client.closed() == 1011
                assert client.seen[-1]["code"] == "INTERNAL_ERROR"
                assert SECRET not in str(client.seen)
            text = rig.services.metrics.text().decode()
            assert "pitboss_table_failures_total 1.0" in text
            assert 'pitboss_games_running{game="holdem-tournament"} 0.0' in text
            again = await rig.join_all("Alice", "Bob", path="/one")
            await asyncio.gather(*(client.play(shove) for client in again))

    run(scene())
    with LiveJournal.open(str(tmp_path / "pitboss.db")) as journal:
        games = {tuple(game.names): game.state for game in journal.games()}
    # Before it began there is nothing to keep, and at its very end everything was kept.
    if method != "_window_over":
        assert games["Unlucky", "Bob"] == "interrupted" or method in ("end", "settled", "finished")
    assert games["Lucky", "Bob"] == games["Alice", "Bob"] == "finished"


@pytest.mark.parametrize("method", ["_check_time", "_abandon"])
def test_it_ends_a_table_from_a_timer_too(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    break_at(monkeypatch, LiveGame, method, lambda live: "Unlucky" in live.names)

    async def scene() -> None:
        async with serving(action_timeout=0.1, join_timeout=2.0) as rig:
            watcher = await rig.watch("/one")
            unlucky = await rig.join_all("Unlucky", "Bob", path="/one")
            lucky = await rig.join_all("Lucky", "Bob", path="/two")
            if method == "_abandon":
                await unlucky[0].next("game_start")
                for client in unlucky:
                    await client.socket.close()
            ends = await asyncio.gather(*(client.play(call_down) for client in lucky))

            assert ends[0]["type"] == "game_end"
            assert await watcher.closed() == 1011
            assert watcher.seen[-1]["code"] == "INTERNAL_ERROR"

    run(scene())


# Rooms: what HTTP requests, the house's timers and housekeeping call.


@pytest.mark.parametrize(
    ("owner", "method", "status"),
    [(Room, "act", 500), (Room, "asked", 500), (Room, "played", 500), (Table, "played", 500)],
    ids=lambda part: str(getattr(part, "__name__", part)),
)
def test_it_ends_one_room_and_no_other(
    owner: type, method: str, status: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with served(Settings(), data=tmp_path) as server:
        unlucky, _ = server.make(room="unlucky")
        lucky, _ = server.make(room="lucky")
        tokens = {code: server.room(code).tokens() for code in (unlucky, lucky)}
        break_at(
            monkeypatch,
            owner,
            method,
            lambda part: (part.table.name if isinstance(part, Room) else part.name) == "unlucky",
        )

        answers = {
            code: server.act(code, {"action": "draw"}, tokens[code]["Player 1"])
            for code in (unlucky, lucky)
        }

        assert answers[unlucky].status_code == status
        assert answers[unlucky].json()["error"] == "internal_error"
        assert SECRET not in answers[unlucky].text
        assert answers[lucky].status_code == 200
        monkeypatch.undo()
        again = server.act(unlucky, {"action": "draw"}, tokens[unlucky]["Player 1"])
        assert again.json()["error"] == "game_over"
        assert "mistake" in again.json()["message"]
        text = server.http.get("/metrics").text
        assert "pitboss_table_failures_total 1.0" in text
    with LiveJournal.open(str(tmp_path / "pitboss.db")) as journal:
        assert {game.table: game.reason for game in journal.games()}["unlucky"].startswith("The se")


def test_it_ends_a_room_from_the_timer_of_a_bot_that_takes_its_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    break_at(monkeypatch, LiveBot, "_move", lambda bot: bot.name == "unlucky")
    bot = {"kind": "builtin", "bot": "simple"}
    with served(Settings()) as server:
        for name in ("unlucky", "lucky"):
            server.make(room=name, player1={**bot, "name": name}, player2="random", pace=0.01)
        deadline = time.monotonic() + 60
        while not all(server.room(name).is_over() for name in ("unlucky", "lucky")):
            assert time.monotonic() < deadline
            time.sleep(0.01)

        assert server.room("unlucky").table.stopped is not None
        assert server.room("lucky").table.stopped is None


def test_a_mistake_in_housekeeping_is_not_its_last_round(monkeypatch: pytest.MonkeyPatch) -> None:
    original, calls = Rooms.remove_idle, [0]

    def broken(self: Rooms) -> int:
        calls[0] += 1
        if calls[0] == 1:
            raise RuntimeError(SECRET)
        return original(self)

    monkeypatch.setattr(Rooms, "remove_idle", broken)
    with served(Settings(idle_timeout=0.2)) as server:
        server.make()
        deadline = time.monotonic() + 60
        while server.http.get("/api/rooms").json()["rooms"]:
            assert time.monotonic() < deadline
            time.sleep(0.01)

    assert calls[0] > 1
