"""Transcripts of an event: kept per game within bounds, shown, and in nobody's way."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from cli_rig import typed
from command_rig import Command
from runner_rig import CREATED, Onlooker, plan_of, run
from stdio import AGENT, EXAMPLES

from pitboss.cli.show import show
from pitboss.events import runner
from pitboss.events.plan import Plan
from pitboss.events.planner import with_transcripts
from pitboss.play.transcript import Line
from pitboss.store import Journal

shown = Command(show)

# Its third answer of a game is forbidden: a card that it does not have.
WRONG = """
def decide(state):
    if count % 5 == 3:
        missing = next(card for card in ("g5", "g6", "g7", "g8", "g9") if card not in state["hand"])
        print("now for", missing, file=sys.stderr, flush=True)
        say(json.dumps({"action": "play", "card": missing}))
    else:
        say(json.dumps(simple(state)))
"""
# Whatever it may do, it raises by far too little; else it checks or calls.
TIMID = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "action_request":
        offered = [one["type"] for one in message["game_state"]["valid_actions"]]
        for wanted in ("raise", "check", "call", "fold"):
            if wanted in offered:
                action = {"type": wanted, "amount": 1}
                break
        print(json.dumps({"type": "action", "action": action}), flush=True)
"""

LIVE_BOT = """
import asyncio, sys, socketio
url, room = sys.argv[1:]
server = socketio.AsyncClient()
@server.event
async def connect():
    await server.emit("join", {"room": room})
@server.on("updateGameState")
async def move(state):
    context = state["botContext"]
    if context["isMyTurn"]:
        action = {"action": context["actions"][0]}
        if context["canPlay"]:
            card = state["player2"]["playableCards"][0]["code"]
            action = {"action": "play", "card": card, "color": "R", "callUno": True}
        await server.emit("botAction", action)
async def main():
    await server.connect(url)
    await server.wait()
asyncio.run(main())
"""


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Plan]:
    """Four games of a bot that goes wrong, and of one whose lines nobody wants to keep."""
    folder = tmp_path_factory.mktemp("transcripts")
    (folder / "wrong.py").write_text(AGENT % WRONG)
    (folder / "plain.py").write_text(AGENT % "")
    plan = plan_of(
        "jedna",
        f"cmd='{sys.executable} -S {folder}/wrong.py' name=wrong transcript=yes",
        f"cmd='{sys.executable} -S {folder}/plain.py' name=plain",
        blocks=2,
    )
    run(plan, folder / "t.db")
    return folder / "t.db", plan


def kept(path: Path, plan: Plan, block: int = 0, rotation: int = 0) -> dict[int, list[Line]]:
    with Journal.open(str(path), read_only=True) as journal:
        return journal.transcripts(plan.id, block, rotation)


def test_only_what_was_asked_for_is_kept_and_games_do_not_mix(played: tuple[Path, Plan]) -> None:
    path, plan = played

    games = [kept(path, plan, block, rotation) for block in (0, 1) for rotation in (0, 1)]
    assert [list(game) for game in games] == [[0], [1], [1], [0]]
    for lines in (line for game in games for line in game.values()):
        assert "game_end" in [one.text for one in lines if one.way == ">"][-1]
        assert sum("game_end" in one.text for one in lines if one.way == ">") == 1
        assert any(one.way == "!" and one.text.startswith("now for g") for one in lines)


def test_it_is_the_same_event_with_and_without(played: tuple[Path, Plan]) -> None:
    _, plan = played
    without = [msgspec.structs.replace(one, transcript=False) for one in plan.entrants]
    plain = msgspec.structs.replace(plan, entrants=tuple(without))

    assert plain != plan
    assert plain.id == plan.id == with_transcripts(plain).id


def test_a_fault_is_told_in_words_with_what_was_sent_and_written_by_then(
    played: tuple[Path, Plan],
) -> None:
    path, plan = played

    with Journal.open(str(path), read_only=True) as journal:
        fault = next(journal.faults(plan.id))
        record = journal.record(plan.id, fault.block, fault.rotation)
    card = json.loads(fault.said)["card"]

    assert (fault.message, fault.detail) == (f"{card} is not in hand", "not_in_hand")
    # Cut at the fault: the end of the game had not been told by then.
    assert fault.stderr.strip().splitlines()[-1] == f"now for {card}"
    text = shown(f"{plan.id}-{fault.block}-{fault.rotation}", "--db", path).stdout
    told = (
        f'wrong is refused: {card} is not in hand; it sent {{"action": "play", "card": "{card}"}}'
    )
    assert f"{fault.turn:>3}  {told}" in text
    assert f"wrong, turn {fault.turn}: illegal, refused: {card} is not in hand" in text
    # The turn's number is the place of its action.
    assert [actor for actor, _, _ in record.steps()][fault.turn - 1] == fault.seat


def test_show_prints_it_readably(played: tuple[Path, Plan]) -> None:
    path, plan = played
    game = f"{plan.id}-0-1"

    text = shown(game, "--db", path, "--transcript").stdout
    full = shown(game, "--db", path, "--transcript", "--full").stdout
    document: list[dict[str, Any]] = json.loads(
        shown(game, "--db", path, "--transcript", "--json").stdout
    )
    none = shown(game, "--db", path, "--transcript", "--as", "plain", code=2).output

    assert "wrong, seat 1" in text
    assert "# turn " in text
    assert "--full shows all of them" in text
    assert "request_action" in full
    assert "characters ..." not in full
    assert f"pitboss show {game} --transcript" in shown(game, "--db", path).stdout
    (one,) = document
    assert (one["bot"], one["seat"]) == ("wrong", 1)
    assert one["lines"] == [line._asdict() for line in kept(path, plan, 0, 1)[1]]
    assert "transcript=yes" in none


def test_blocks_that_arrive_twice_and_copies_keep_theirs(
    played: tuple[Path, Plan], tmp_path: Path
) -> None:
    path, plan = played

    with Journal.open(str(path), read_only=True) as source:
        batches = list(source.batches(plan.id, transcripts=True))
        with Journal.open(str(tmp_path / "copy.db")) as target:
            target.begin(plan, label="", created=CREATED, note={})
            for batch in batches * 2:
                target.write([batch])
            assert target.transcript_bytes(plan.id) == source.transcript_bytes(plan.id) > 0
            assert target.transcripts(plan.id, 1, 1) == source.transcripts(plan.id, 1, 1) != {}


def test_an_event_keeps_so_much_and_says_when_that_is_reached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "MOST_TRANSCRIPT_BYTES", 1)
    bot = f"cmd='{sys.executable} -S {EXAMPLES}/jedna_simple.py' transcript=yes"
    plan, onlooker = plan_of("jedna", bot, "simple", blocks=3), Onlooker()

    run(plan, tmp_path / "t.db", onlooker=onlooker)

    (told,) = onlooker.told
    assert "the most for one event" in told
    # The first block's were kept; of those that were played later there are none.
    assert kept(tmp_path / "t.db", plan, 0, 0)
    assert not kept(tmp_path / "t.db", plan, 2, 0)


@pytest.mark.slow
def test_commands_keep_them_beside_a_file_too(tmp_path: Path) -> None:
    words = f"{sys.executable} -S {EXAMPLES}/jedna_simple.py"
    file, journal = tmp_path / "cup.toml", str(tmp_path / "t.db")
    file.write_text(
        'game = "jedna"\nseed = "ten"\nblocks = 1\njobs = 1\n'
        f"[[bot]]\ncmd = {words!r}\n[[bot]]\nbot = 'simple'\n"
    )
    compared = ("compare", f"cmd='{words}'", "simple", "--game", "jedna", "-n", "2")

    typed(tmp_path, "tournament", str(file), "--transcript", "--db", journal)
    typed(tmp_path, *compared, "--transcript", "--db", journal, code=None)

    with Journal.open(journal, read_only=True) as events:
        found = [len(events.transcripts(event.id, 0, 0)) for event in events.events()]
    assert found == [1, 1]


def test_a_raise_that_was_clamped_is_told_as_clamped(tmp_path: Path) -> None:
    (tmp_path / "timid.py").write_text(TIMID)
    bot = f"cmd='{sys.executable} -S {tmp_path}/timid.py' name=timid transcript=yes"
    plan = plan_of("holdem-tournament", bot, "simple", blocks=1)

    run(plan, tmp_path / "t.db")

    text = shown(f"{plan.id}-0-0", "--db", tmp_path / "t.db").stdout
    told = "timid raises to 200  (a raise to 1 was clamped to 200: the least is 200)"
    assert told in text
    (lines,) = kept(tmp_path / "t.db", plan).values()
    assert any(one.way == "#" and one.text.startswith("a raise to 1 was clamped") for one in lines)


def texts(lines: Sequence[Line], way: str) -> list[str]:
    return [line.text for line in lines if line.way == way]


@pytest.mark.slow
def test_programs_that_connect(tmp_path: Path) -> None:
    python = sys.executable
    websocket = f"cmd='{python} {EXAMPLES}/poker_websocket.py {{url}}' wire=websocket"
    http = f"cmd='{python} -S {EXAMPLES}/uno_http.py {{url}} {{room}} {{token}}' wire=http"
    (tmp_path / "live_bot.py").write_text(LIVE_BOT)
    socketio = f"cmd='{python} {tmp_path}/live_bot.py {{url}} {{room}}' wire=socketio"
    found = {}
    for name, game, bot in (
        ("websocket", "holdem-tournament", websocket),
        ("http", "uno-online", http),
        ("socketio", "uno-online", socketio),
    ):
        plan = plan_of(game, f"{bot} transcript=yes", "simple", blocks=1)
        run(plan, tmp_path / f"{name}.db")
        (found[name],) = kept(tmp_path / f"{name}.db", plan).values()

    asked = texts(found["websocket"], ">")
    assert any('"game_start"' in text for text in asked)
    assert any('"action_request"' in text for text in asked)
    assert any('"action"' in text for text in texts(found["websocket"], "<"))
    requests = texts(found["http"], "<")
    assert any(text.startswith("GET /api/game/") for text in requests)
    assert any(text.startswith("POST ") and '"action"' in text for text in requests)
    assert any(text.startswith('200 {"') for text in texts(found["http"], ">"))
    assert any('["updateGameState",' in text for text in texts(found["socketio"], ">"))
    assert any('["botAction",' in text for text in texts(found["socketio"], "<"))
    for lines in found.values():
        assert any(text.startswith("turn ") for text in texts(lines, "#"))
