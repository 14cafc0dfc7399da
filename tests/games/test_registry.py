"""The registry finds our games and other people's."""

import subprocess
import sys
from pathlib import Path

import pytest

from pitboss.games.registry import UnknownGame, find, kind_named, kinds
from pitboss.games.rules import BadRules

# A whole game by somebody else: each in turn says 1 or 2; who brings the sum to ten wins.
FOREIGN = """
from dataclasses import dataclass

from pitboss.games.game import IllegalAction, Result, legal_of
from pitboss.games.kind import BadNotation, Event, Kind
from pitboss.games.rules import Rules, knob


@dataclass(frozen=True, kw_only=True)
class TenRules(Rules):
    goal: int = knob(10, "the sum to reach")


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
            self.trace.append((0, self.turn, action))
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
        return (self.turn, self.total)

    def state(self):
        return (self.goal, self.seats, self.turn, self.total, *self.left)


class TenKind(Kind):
    name = "ten"
    title = "first to ten"
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
        return []

    def tell(self, note, viewer):
        return Event("said", note[1], {"number": note[2]})


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


def test_other_peoples_games_come_in_by_entry_point_and_keep_the_laws(tmp_path: Path) -> None:
    (tmp_path / "ten_game.py").write_text(FOREIGN)
    metadata = tmp_path / "ten_game-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: ten-game\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[pitboss.games]\nten = ten_game:TEN\n")
    script = f"import sys\nsys.path.insert(0, {str(tmp_path)!r})\n{CHECK}"

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("laws kept by uno, holdem, holdem-tournament, holdem-cash, ten\n")


@pytest.mark.parametrize(
    ("text", "kind", "rules"),
    [
        ("uno", "uno", "official@1"),
        ("jedna", "uno", "jedna@1"),
        ("official,target=0", "uno", "official@1,target=0"),
        ("uno,target=0", "uno", "official@1,target=0"),
        ("algopoker", "holdem-tournament", "algopoker@1"),
    ],
)
def test_a_game_is_found_by_its_kind_or_by_its_rules(text: str, kind: str, rules: str) -> None:
    found, spec = find(text)

    assert found.name == kind
    assert found.write_rules(found.rules(spec)) == rules


def test_an_unknown_game_tells_what_there_is() -> None:
    with pytest.raises(UnknownGame, match="there are: uno, holdem"):
        kind_named("chess")
    with pytest.raises(UnknownGame, match="jedna"):
        find("chess")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("unknown", "there are: official, uno-online"),
        ("jedna@2", "jedna is at version 1 here, not 2"),
        ("jedna,stacking", "should be knob=value"),
        ("jedna,stack=up", "there is no knob 'stack'"),
        ("jedna,stacking=maybe", "one of none, same, up"),
        ("jedna,double_play=maybe", "one of no, yes"),
        ("jedna,hand_limit=many", "will not do"),
        ("jedna,hand_limit=3", "hand_limit=3 is not above hand_size=7"),
        ("jedna,max_players=11", "from 2 to 10"),
    ],
)
def test_bad_rules_say_what_would_do(text: str, message: str) -> None:
    with pytest.raises(BadRules, match=message):
        kinds()["uno"].rules(text)


@pytest.mark.parametrize("name", ["uno", "holdem", "holdem-tournament", "holdem-cash"])
def test_too_many_or_too_few_players_are_refused(name: str) -> None:
    kind = kinds()[name]
    rules = kind.rules()
    for seats in (0, 1, 11):
        with pytest.raises(ValueError, match="not"):
            kind.new(rules, seats, 1)
