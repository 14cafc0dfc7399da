"""A game of UNO as the program in a room sees it: always as Player 2, bytes made once per move."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import msgspec

from pitboss.games.uno.game import UnoGame
from pitboss.wires.session import Note
from pitboss.wires.uno_online.messages import PLAYERS, GameState, Player
from pitboss.wires.uno_online.state import Story, game_info, game_state

# Programs for this wire take it for granted that they are Player 2.
OWN: Final[Player] = PLAYERS[1]
_OTHER: Final[dict[Player | None, Player | None]] = {
    PLAYERS[0]: PLAYERS[1],
    PLAYERS[1]: PLAYERS[0],
    None: None,
}
_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The game at one moment: nothing of it changes any more, so any thread may read it."""

    view: msgspec.Raw
    # Whether it is the program's turn.
    mine: bool
    over: bool


class Window:
    """One side's view of one game after another."""

    def __init__(self, room: str, rules: str) -> None:
        self.room = room
        self.rules = rules
        self._seat = 1
        self._names: list[str] = []
        self._story = Story()
        self._turn = 1

    def begin(self, seat: int, names: Sequence[str]) -> None:
        """A new game, in which the program sits there."""
        self._seat = seat
        self._names = list(names)
        self._story = Story()
        self._turn = 1

    def add(self, notes: Sequence[Note]) -> None:
        """Something has been played."""
        if self._seat == 0:
            notes = [(note[0], 1 - note[1] if note[1] >= 0 else -1, *note[2:]) for note in notes]
        self._story.add(self._turn, notes)
        self._turn += 1

    def snapshot(self, game: UnoGame) -> Snapshot:
        """The game as it is now."""
        info = game_info(game, self.room, self.rules, self._turn)
        state = game_state(game, self._seat, info, self._names, self._story)
        if self._seat == 0:
            _turn_round(state)
        actor = game.actor()
        return Snapshot(msgspec.Raw(_encode(state)), mine=actor == self._seat, over=actor < 0)


def _turn_round(state: GameState) -> None:
    """Make Player 1 of Player 2, and the other way round."""
    state.player1, state.player2 = state.player2, state.player1
    info = state.game
    info.current_turn = _OTHER[info.current_turn]
    info.winner = _OTHER[info.winner]
    info.scores = info.scores[::-1]
