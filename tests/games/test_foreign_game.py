"""A game from another package is one like ours: it keeps the laws, events are played with it by
built-in bots and by programs, and it is shown and reported in words.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_rig import Done, typed, write_bot
from serve_rig import serving
from websockets.sync.client import connect

# A complete game from another package: players say 1 or 2 in turn; whoever reaches ten wins.
FOREIGN = """
from dataclasses import dataclass

from pitboss.games.game import IllegalAction, Result, legal_of
from pitboss.games.kind import BadNotation, Event, Kind
from pitboss.games.rules import Rules, knob


@dataclass(frozen=True, kw_only=True)
class TenRules(Rules):
    goal: int = knob(10, "the sum to reach")


@dataclass(frozen=True)
class View:
    turn: int
    total: int


class TenGame:
    def __init__(self, goal, seats, turn=0, total=0, left=()):
        self.goal, self.seats, self.turn, self.total = goal, seats, turn, total
        self.left = left
        self.trace = None

    def _over(self):
        return self.total >= self.goal or len(self.left) == self.seats - 1

    def actor(self):
        return -1 if self._over() else self.turn

    def legal(self):
        return legal_of([] if self._over() else [1, 2])

    def _pass_on(self):
        self.turn = (self.turn + 1) % self.seats
        while self.turn in self.left:
            self.turn = (self.turn + 1) % self.seats

    def apply(self, action):
        if action not in self.legal():
            raise IllegalAction("not_one_or_two", action=action)
        if self.trace is not None:
            self.trace.append((0, self.turn, action, self.total + action))
        self.total += action
        if not self._over():
            self._pass_on()

    def sample(self, rng):
        return self.legal().sample(rng)

    def restart(self, seed):
        self.turn, self.total, self.left = 0, 0, ()

    def fallback(self):
        return 1

    def withdraw(self, seat):
        self.left = (*self.left, seat)
        if self.turn == seat:
            self._pass_on()

    def result(self):
        places = tuple(1 if seat == self.turn else 2 for seat in range(self.seats))
        return Result(places, tuple(int(place == 1) for place in places), "sum")

    def copy(self):
        return TenGame(self.goal, self.seats, self.turn, self.total, self.left)

    def redeal(self, seat, seed):
        return self.copy()

    def view(self, seat):
        return View(self.turn, self.total)

    def state(self):
        return (self.goal, self.seats, self.turn, self.total, *self.left)


class TenKind(Kind):
    name = "ten"
    title = "first to ten"
    sentences = {"said": ("{who} says {number}, which makes {total}",)}
    presets = {"ten": TenRules(preset="ten")}

    def seats(self, rules):
        return range(2, 5)

    def new(self, rules, seats, seed):
        return TenGame(rules.goal, seats)

    def set_up(self, rules, position):
        goal, seats, turn, total, *left = map(int, position.split())
        return TenGame(goal, seats, turn, total, tuple(left))

    def write_position(self, game):
        return " ".join(map(str, game.state()))

    def write_action(self, action):
        return str(action)

    def read_action(self, text):
        if not text.isdecimal():
            raise BadNotation(f"{text!r} is no number")
        return int(text)

    def audit(self, game):
        return ()

    def opening(self, game, viewer):
        return [Event("goal_set", -1, {"goal": game.goal})]

    def tell(self, note, viewer):
        return Event("said", note[1], {"number": note[2], "total": note[3]})


TEN = TenKind()
"""

CHECK = """
from pitboss.games.registry import kinds
from pitboss.games.laws import LAWS

kind = kinds()["ten"]
for law in LAWS:
    for seats in (2, 4):
        law(kind, kind.rules("ten,goal=12"), seats, 7)
print(len(LAWS), "laws kept by", ", ".join(kinds()))
"""


# Answers over the native protocol, and checks what it is shown.
BOT = """
import json, sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        assert message["view"].keys() == {"turn", "total"}, message
        assert message["legal"] == ["1", "2"], message
        answer = {"type": "action", "turn": message["turn"], "action": "2"}
        print(json.dumps(answer), flush=True)
"""


@pytest.fixture
def site(tmp_path: Path) -> str:
    """A package with the game, installed in a folder that PYTHONPATH may name."""
    site = tmp_path / "site"
    metadata = site / "ten_game-1.0.dist-info"
    metadata.mkdir(parents=True)
    (site / "ten_game.py").write_text(FOREIGN)
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: ten-game\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[pitboss.games]\nten = ten_game:TEN\n")
    return str(site)


def test_other_peoples_games_come_in_by_entry_point_and_keep_the_laws(site: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CHECK],
        env=os.environ | {"PYTHONPATH": site},
        capture_output=True,
        text=True,
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("laws kept by uno, holdem, holdem-tournament, holdem-cash, ten\n")


def test_an_event_of_another_packages_game_is_played_shown_and_reported(
    tmp_path: Path, site: str
) -> None:
    write_bot(tmp_path / "bot.py", BOT)

    def pitboss(*words: str) -> Done:
        return typed(tmp_path, *words, PYTHONPATH=site)

    played = pitboss(
        *("play", "ten,goal=12", "cmd='python3 bot.py' name=twos", "simple", "random"),
        *("-n", "6", "--seed", "friday", "--json"),
    )

    event = json.loads(played.out)
    assert (event["game"], event["rules"], event["games"]) == ("ten", "ten@1,goal=12", 6)
    assert event["standings"]["unit"] == "score"
    assert not event["faults"]
    shown = pitboss("show", f"{event['event']}-0-0").out
    assert "first to ten, rules ten@1,goal=12" in shown
    assert "The table: goal set, goal 12" in shown
    assert "twos says 2, which makes 2" in shown
    assert "simple says 1, which makes 3" in shown
    explained = pitboss("explain", event["event"], "--bot", "twos", "--all", "--worlds", "8").out
    assert "twos in 6 games of event" in explained
    assert "percentage points of score" in explained
    pitboss("report", event["event"], "--output", "report.html")
    page = (tmp_path / "report.html").read_text()
    assert "first to ten" in page
    assert "twos says 2, which makes 2" in page


def test_another_packages_game_is_played_by_built_in_bots_in_a_tournament(
    tmp_path: Path, site: str
) -> None:
    words = ["tournament", "--game", "ten", "--format", "round-robin", "simple", "random:2"]

    done = typed(tmp_path, *words, "-n", "4", "--seed", "friday", PYTHONPATH=site)

    assert "ten@1, 2 seats, round-robin, 12 games in 6 mirrored blocks" in done.out
    assert "Against each other" in done.out


def test_another_packages_game_is_played_in_the_terminal(tmp_path: Path, site: str) -> None:
    done = typed(tmp_path, "shell", "ten", "simple", given="2\n" * 9, PYTHONPATH=site)

    assert "total  0" in done.out
    assert "human says 2, which makes 2" in done.out
    assert "1. human, score 1\n2. simple, score 0\n" in done.out


def test_another_packages_game_is_served_at_a_table(tmp_path: Path, site: str) -> None:
    join = {"type": "join", "name": "guest", "game": "ten,goal=12", "seats": 3}
    write_bot(tmp_path / "bot.py", BOT)
    program = f"twos={sys.executable} {tmp_path / 'bot.py'}"
    options = ("--program", program, "--data", str(tmp_path))
    with serving(*options, PYTHONPATH=site) as server:
        url = f"{server.http.replace('http', 'ws')}/ws/ten"
        with connect(url) as guest, connect(url) as watcher:
            guest.send(json.dumps({**join, "house": ["simple", "twos"]}))
            messages = []
            for frame in guest:
                messages.append(json.loads(frame))
                if messages[-1]["type"] == "hello":
                    watcher.send(json.dumps({"type": "watch"}))
                if messages[-1]["type"] == "turn":
                    answer = {"type": "action", "turn": messages[-1]["turn"], "action": "1"}
                    guest.send(json.dumps(answer))
        code, log = server.stop()

    assert code == 0, log
    assert next(one for one in messages if one["type"] == "hello")["game"] == "ten"
    assert messages[-1]["type"] == "result"
    assert "error" not in [one["type"] for one in messages]
    listed = typed(tmp_path, "results", "live", PYTHONPATH=site).out
    assert "ten" in listed
    shown = typed(tmp_path, "show", "live-last", PYTHONPATH=site).out
    assert "guest says 1" in shown
    assert "twos says 2" in shown
