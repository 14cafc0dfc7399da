"""Somebody at the terminal as a player: shown the table, asked for a number, told what happened."""

import time
from collections.abc import Sequence
from typing import Any, Final, TextIO

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from pitboss.cli.table_picture import action_text, picture
from pitboss.games.game import Game, Legal
from pitboss.games.kind import BadNotation, Kind
from pitboss.narration.text import printable
from pitboss.play.answer import Answer
from pitboss.play.awake_players import AwakePlayers
from pitboss.play.player import BlockingPlayer, Reply
from pitboss.play.ruling import Ruling, Turn

_PROMPT: Final = "> "
_QUIT: Final = ("q", "quit", "exit")
_HELP: Final = ("?", "h", "help")
_GAP: Final = (0, 3)


class Left(Exception):
    """The person has left the game."""


class Person(BlockingPlayer):
    """A seat of the blocking driver whose player reads and types."""

    def __init__(
        self,
        kind: Kind[Any, Any],
        name: str,
        out: Console,
        typed: TextIO,
        awake: AwakePlayers,
    ) -> None:
        """Programs in `awake` rest while somebody thinks: they would pay for that time."""
        self.name = name
        self._awake = awake
        self._kind = kind
        self._out = out
        self._typed = typed
        self._seat = 0
        self._names: list[str] = []

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> None:
        self._seat, self._names = seat, list(names)
        for event in self._kind.opening(game, seat):
            self._say(self._kind.sentence(event, names))

    def played(self, game: Game, ruling: Ruling) -> None:  # noqa: ARG002
        if ruling.fault is not None:
            name = self._names[ruling.seat]
            self._say(f"{name}: {ruling.fault.message}", "red")
        for note in ruling.notes:
            self._say(self._kind.sentence(self._kind.tell(note, self._seat), self._names))

    def ask(self, game: Game, turn: Turn) -> Reply:
        self._awake.rest_others(self)
        legal = game.legal()
        self._show(game, legal)
        while True:
            try:
                return Answer((self._choice(self._read(), legal),), turn.number), time.monotonic()
            except BadNotation as error:
                self._out.print(Text(f"{error}; ? for help"))

    def end(self, game: Game, names: Sequence[str]) -> None:
        result = game.result()
        self._out.print()
        places = sorted(range(game.seats), key=lambda seat: result.places[seat])
        for seat in places:
            style = "bold" if seat == self._seat else ""
            text = f"{result.places[seat]}. {printable(names[seat])}, score {result.scores[seat]}"
            self._out.print(Text(text, style))

    def _say(self, sentence: str, style: str = "dim") -> None:
        self._out.print(Text(f"  {printable(sentence)}", style))

    def _show(self, game: Game, legal: Legal) -> None:
        self._out.print()
        self._out.print(picture(self._kind, game, self._seat, self._names))
        offered = [
            Text(f"{number} ", "cyan").append(action_text(self._kind, game, self._seat, action))
            for number, action in enumerate(legal.actions, start=1)
        ]
        if legal.low <= legal.high:
            low, high = (self._kind.write_action(limit) for limit in (legal.low, legal.high))
            offered.append(Text(f"{low} ... {high}", "cyan"))
        self._out.print(Columns(offered, padding=_GAP))

    def _read(self) -> str:
        """A line with something in it; `?` is answered here, and `Left` raised at the end."""
        while True:
            self._out.print(_PROMPT, end="")
            self._out.file.flush()
            line = self._typed.readline()
            words = " ".join(line.split())
            if not self._typed.isatty():
                self._out.print(Text(printable(words)))
            if not line or words.lower() in _QUIT:
                raise Left
            if words.lower() in _HELP:
                self._help()
            elif words:
                return words

    def _choice(self, words: str, legal: Legal) -> int:
        """The action that was typed: its number in the list, or the action itself."""
        singles = list(legal.actions)
        number = int(words) if words.isascii() and words.isdecimal() else 0
        if 1 <= number <= len(singles):
            return singles[number - 1]
        if legal.low <= number <= legal.high:
            return number
        if number:
            raise BadNotation(f"there is no choice {words}")
        action = self._kind.read_action(words)
        if action not in legal:
            raise BadNotation(f"{words} is not possible now")
        return action

    def _help(self) -> None:
        for line in (
            "Type the number of a choice, or the choice itself, as it is written there.",
            "r, g, b and y are colours, + and a number cards to draw, s a skip, r a reverse, w a "
            "wild; a wild is followed by the colour that you ask for: wb."
            if self._kind.name == "uno"
            else "An amount is typed as it is: raise 300, or 300. In hold'em it is the total of "
            "the bet.",
            "q, or Ctrl-D, leaves the game.",
        ):
            self._out.print(Text(line, "italic"))
