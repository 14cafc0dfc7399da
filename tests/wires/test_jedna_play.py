"""Whole games over real pipes: the document's flow, both dialects, two to six players."""

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from stdio import EXAMPLES, agent, program, referee

from pitboss import bots
from pitboss.events.entrants import read_entrants
from pitboss.events.planner import make_plan
from pitboss.events.settings import EventSettings
from pitboss.games.uno.hands import STRIDE, worth
from pitboss.play.blocking import play
from pitboss.players.inprocess import InProcessPlayer
from pitboss.players.program import Command
from pitboss.players.program.blocking import BlockingProgram
from pitboss.wires.jedna import DIALECTS, JednaSession

SIMPLE = Command(words=(sys.executable, "-I", "-S", str(EXAMPLES / "jedna_simple.py")))


def heard(stderr: str) -> list[dict[str, Any]]:
    """What an agent of stdio.py received, message by message."""
    return [json.loads(line) for line in stderr.splitlines()]


@pytest.mark.parametrize("dialect", ["1.0", "1"])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_documents_flow_plays_whole_games(dialect: str, seats: int) -> None:
    rules = DIALECTS[dialect].rules
    players = [
        BlockingProgram(SIMPLE, JednaSession(dialect), name=f"player{number}")
        for number in range(1, seats + 1)
    ]
    try:
        for seed in (1, 2):
            outcome = play(referee(rules, seats=seats, seed=seed), players)
            assert outcome.incidents == ()
            assert min(outcome.result.places) == 1
            assert outcome.stderr == ("",) * seats
    finally:
        for player in players:
            player.close()


def test_the_ruby_example_plays_a_game() -> None:
    ruby = shutil.which("ruby")
    if ruby is None:
        pytest.skip("ruby is not installed")
    command = Command(words=(ruby, str(EXAMPLES / "jedna_simple.rb")))
    with BlockingProgram(command, JednaSession()) as player:
        outcome = play(referee(), [player, InProcessPlayer(bots.named("simple"))])

    assert outcome.incidents == ()


def test_an_agent_hears_of_every_play_and_of_the_end() -> None:
    table = referee(seed=2, players=["player1", "player2", "player3"], seats=3)
    simple = [InProcessPlayer(bots.named("simple")) for _ in range(2)]
    with agent() as player:
        outcome = play(table, [player, *simple])

    lines = heard(player.stderr())
    requests = [line for line in lines if line["type"] == "request_action"]
    assert len(requests) == outcome.timings[0].answers
    assert {line["state"]["your_id"] for line in requests} == {"player1"}
    plays = [line for line in lines if " played " in line.get("message", "")]
    assert len(plays) == sum(1 for action in outcome.record.actions if action < 120)
    winner = f"player{outcome.result.places.index(1) + 1}"
    hands = table.game.hands  # type: ignore[attr-defined]
    assert lines[-1] == {
        "type": "game_end",
        "winner": winner,
        "scores": {f"player{n + 1}": worth(hands, n * STRIDE) for n in range(3)},
    }
    assert lines[-1]["scores"][winner] == 0


def test_each_message_is_one_line_of_json() -> None:
    echo = "import sys\nfor line in sys.stdin.buffer:\n    sys.stderr.buffer.write(line)\n"
    answer = "    if b'request' in line: print('{\"action\":\"pass\"}', flush=True)"
    with BlockingProgram(program(echo + answer), JednaSession(), name="a") as player:
        play(referee(), [player, InProcessPlayer(bots.named("simple"), name="b")])

    assert {line["type"] for line in heard(player.stderr())} == {
        "request_action",
        "notification",
        "error",
        "game_end",
    }


def test_with_three_players_a_crash_leaves_the_others_to_play_on() -> None:
    crash = "decide = lambda state: say(json.dumps(simple(state))) if count < 3 else os._exit(1)"
    with agent(crash, name="c") as crashing, agent(name="a") as hearing:
        outcome = play(
            referee(seats=3, seed=5), [hearing, crashing, InProcessPlayer(bots.named("simple"))]
        )

    assert outcome.result.places[1] == 3
    assert sorted(outcome.result.places) == [1, 2, 3]
    messages = [line.get("message", "") for line in heard(hearing.stderr())]
    assert "c left the game" in messages
    left = messages.index("c left the game")
    later = [
        line["state"]["other_players"]
        for line in heard(hearing.stderr())[left:]
        if line["type"] == "request_action"
    ]
    assert later
    assert all([other["id"] for other in others] == ["simple"] for others in later)
    assert len(heard(hearing.stderr())[-1]["scores"]) == 3


def test_the_answer_time_is_five_seconds_where_nothing_else_is_said() -> None:
    entrants = read_entrants(["simple", "random"], Path.cwd())

    assert make_plan(EventSettings(game="jedna"), entrants).move == 5.0
