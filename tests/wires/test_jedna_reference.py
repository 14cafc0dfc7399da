"""Dialect 1 says exactly what the reference engine was recorded saying."""

import json

import pytest
from jedna_reference import GAMES, PAINTED_WILD_QUIRK, our_action, recover, set_up

from pitboss.games.uno.actions import DRAW
from pitboss.games.uno.table import TWO_WAR
from pitboss.play.answer import Answer
from pitboss.wires.jedna import JednaSession

# Steps whose request shows the painted wild `wy` in the hand (see rigs/jedna_reference.py).
PAINTED_IN_HAND = {(8, 4), (8, 7)}


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_every_recorded_request_is_reproduced(number: int) -> None:
    recorded = GAMES[number]
    players = recorded["players"]
    game = set_up(recorded["steps"][0]["full"], players)
    sessions = [JednaSession("1") for _ in players]
    for seat, session in enumerate(sessions):
        session.begin(game, seat, players)
    painted = set()

    for index, step in enumerate(recorded["steps"]):
        said = sessions[game.turn].ask(game, index, 5.0)
        if said.decode() != json.dumps(step["request"], separators=(",", ":")):
            painted.add((number, index))
            assert "wy" in step["request"]["state"]["hand"]
        if (number, index) in PAINTED_WILD_QUIRK:
            if step["action"] == "recover":
                game = set_up(recorded["steps"][index + 1]["full"], players)
        elif step["action"] == "recover":
            recover(game)
        elif step["result"]["ok"]:
            line = json.dumps(step["action"]).encode()
            answer = sessions[game.turn].decode(line, game)
            assert isinstance(answer, Answer)
            ours = our_action(step["action"])
            in_war = ours == DRAW and game.war >= TWO_WAR
            assert answer.actions == (ours,) or in_war
            game.apply(answer.actions[0])

    assert painted == {quirk for quirk in PAINTED_IN_HAND if quirk[0] == number}


@pytest.mark.parametrize("number", [0, 1, 2, 3, 26])
def test_the_end_is_told_with_the_recorded_scores(number: int) -> None:
    recorded = GAMES[number]
    players = recorded["players"]
    game = set_up(recorded["steps"][0]["full"], players)
    session = JednaSession("1")
    session.begin(game, 0, players)
    for step in recorded["steps"]:
        if step["action"] == "recover":
            recover(game)
        elif step["result"]["ok"]:
            game.apply(our_action(step["action"]))

    told = json.loads(session.end(game, players)[0])

    end = recorded["end"]
    assert told == {"type": "game_end", "winner": end["winner"], "scores": end["scores"]}
