"""Live games to fill journals with, and a program that plays them in another process.

`python live_rig.py play URL SECRET` begins a game and prints its id, then plays a move for each
line of standard input and prints how many there are. At the end of the input it waits to be killed.
`python live_rig.py pour URL GAMES` plays so many whole games, and prints each one's id.
"""

import os
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pitboss.games.game import Game
from pitboss.games.record import Record
from pitboss.games.registry import kind_named
from pitboss.games.rng import Rng
from pitboss.store import GameLog, LiveJournal, PlayerNote

NOON = datetime(2026, 1, 31, 12, tzinfo=UTC)
LATER = NOON + timedelta(minutes=5)
SEED = 123_456_789
PLAYERS = (
    PlayerNote(name="ada", wire="native", sort="connection"),
    PlayerNote(name="simple", sort="built-in"),
)


class Played:
    """A game of dice, move by move into the journal."""

    def __init__(
        self, journal: LiveJournal, *, seed: int = SEED, game: str = "uno", rules: str = "jedna"
    ) -> None:
        kind = kind_named(game)
        chosen = kind.rules(rules)
        self.game: Game = kind.new(chosen, 2, seed)
        self.record = Record.begin(kind, chosen, 2, seed, [player.name for player in PLAYERS])
        self.log: GameLog = journal.begin(
            self.record, table="hall 1", players=PLAYERS, policy="native", now=NOON
        )
        self._rng = Rng(seed)

    @property
    def id(self) -> str:
        return self.log.id

    def move(self) -> None:
        """The next one."""
        seat, action = self.game.actor(), self.game.sample(self._rng)
        self.game.apply(action)
        self.record.actions.append(action)
        self.log.moved((action,), (), seat=seat)

    def moves(self, count: int) -> None:
        """The next few."""
        for _ in range(count):
            self.move()

    def finish(self) -> None:
        """All that is left, and the end."""
        while self.game.actor() >= 0:
            self.move()
        self.log.finished(self.game.result(), (), now=LATER)


def child(*words: object) -> "subprocess.Popen[str]":
    """This program, as another process."""
    return subprocess.Popen(
        [sys.executable, str(Path(__file__)), *map(str, words)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=dict(os.environ, PYTHONUNBUFFERED="1"),
    )


def begun(process: "subprocess.Popen[str]", moves: int) -> str:
    """Have the child play so many moves; the id of its game."""
    assert process.stdin is not None
    assert process.stdout is not None
    name = process.stdout.readline().strip()
    for number in range(1, moves + 1):
        process.stdin.write("go on\n")
        process.stdin.flush()
        assert process.stdout.readline() == f"{number}\n"
    return name


def play(url: str, secret: str) -> None:
    """One game, a move a line."""
    state = Path(os.environ["PITBOSS_TEST_STATE"]) if "://" in url else None
    with LiveJournal.open(url, secret=secret, state=state) as journal:
        played = Played(journal)
        journal.flush()
        print(played.id)
        for number, _ in enumerate(sys.stdin, start=1):
            played.move()
            print(number)
        time.sleep(60)


def pour(url: str, games: int) -> None:
    """Whole games, one after another."""
    state = Path(os.environ["PITBOSS_TEST_STATE"]) if "://" in url else None
    with LiveJournal.open(url, state=state) as journal:
        for number in range(games):
            played = Played(journal, seed=SEED + number)
            played.finish()
            print(played.id)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["play", url, secret]:
            play(url, secret)
        case ["pour", url, games]:
            pour(url, int(games))
