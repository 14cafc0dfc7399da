"""The server's side of one seat over the uno-online wire: one side's view, made once per move."""

from collections.abc import Sequence
from typing import Final, cast

import msgspec

from pitboss.games.game import SPECTATOR, Game, IllegalAction
from pitboss.games.uno.game import UnoGame
from pitboss.play.answer import Answer, Unusable
from pitboss.play.ruling import Ruling, Turn
from pitboss.wires.session import Session
from pitboss.wires.uno_online.decode import read_action
from pitboss.wires.uno_online.encode import (
    RecentActions,
    game_info,
    game_state,
    refused_action,
    winner_of,
)
from pitboss.wires.uno_online.messages import (
    ERRORS,
    PLAYERS,
    ErrorReply,
    FlatState,
    GameOver,
    GameState,
    Player,
)
from pitboss.wires.uno_online.original_page import (
    PagePosition,
    Shown,
    flat_state,
    page_position,
    shown_to,
)

# Programs for this wire take it for granted that they are Player 2.
OWN: Final[Player] = PLAYERS[1]
_OTHER: Final[dict[Player | None, Player | None]] = {
    PLAYERS[0]: PLAYERS[1],
    PLAYERS[1]: PLAYERS[0],
    None: None,
}
_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


class UnoOnlineSession(Session):
    """One side of one game after another, or a spectator of it; every message is a `GameState`."""

    def __init__(self, room: str, rules: str, *, always_second: bool = False) -> None:
        """With `always_second` the program is Player 2 in its own view, wherever it sits."""
        self.room = room
        self.rules = rules
        self._always_second = always_second
        self._seat = 1
        self._names: list[str] = []
        self._recent = RecentActions()
        # The game's `turnNumber`.
        self.turn = 1
        # The view of the moment; empty once something has been played.
        self._state: bytes = b""

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> list[bytes]:
        if not isinstance(game, UnoGame) or game.seats != 2:
            raise TypeError("this wire is for UNO with two players")
        self._seat = seat
        self._names = list(names)
        self._recent = RecentActions()
        self.turn = 1
        self._state = b""
        return [self.state(game)]

    def resume(
        self,
        game: Game,
        seat: int,
        names: Sequence[str],
        turn: Turn | None = None,  # noqa: ARG002
        seconds: float = 0.0,  # noqa: ARG002
    ) -> list[bytes]:
        # What happened so far stays known.
        return [self.state(game)] if self._names else self.begin(game, seat, names)

    def ask(self, game: Game, turn: int, seconds: float) -> bytes:  # noqa: ARG002
        return self.state(game)

    def decode(self, line: bytes, game: Game) -> Answer | Unusable:
        try:
            value = _decode(line)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            why = "nested too deeply" if isinstance(error, RecursionError) else str(error)
            return Unusable("bad_json", f"the body is not JSON: {why}")
        return read_action(value, cast("UnoGame", game))

    def played(self, game: Game, ruling: Ruling) -> list[bytes]:
        notes = ruling.notes
        if self._turned:
            notes = tuple(
                [(note[0], 1 - note[1] if note[1] >= 0 else -1, *note[2:]) for note in notes]
            )
        self._recent.add(self.turn, notes)
        self.turn += 1
        self._state = b""
        return [self.state(game)]

    def refusal(self, code: str, message: str, illegal: IllegalAction | None) -> list[bytes]:
        if illegal is not None:
            code, message = refused_action(illegal)
        elif code not in ERRORS:
            code, message = "too_late", ""
        return [_encode(ErrorReply(False, code, message or ERRORS[code].meaning))]

    def end(self, game: Game, names: Sequence[str], seed: str = "") -> list[bytes]:  # noqa: ARG002
        return [self.state(game)]

    def state(self, game: Game) -> bytes:
        """The view as it is now, made once per move."""
        if not self._state:
            table = cast("UnoGame", game)
            info = game_info(table, self.room, self.rules, self.turn)
            state = game_state(table, self._seat, info, self._names, self._recent)
            if self._turned:
                _turn_round(state)
            self._state = _encode(state)
        return self._state

    def socket_view(self, game: Game) -> Shown:
        """The same for a Socket.IO connection, which may be the original page."""
        table = cast("UnoGame", game)
        flat = flat_state(table, self._seat)
        if self._turned:
            _turn_flat_round(flat)
        return shown_to(table, self.state(game), flat)

    def position(self, game: Game) -> PagePosition:
        """What tells this moment from others, as the original page counts it."""
        side = PLAYERS.index(OWN) if self._always_second else self._seat
        return page_position(cast("UnoGame", game), side)

    def game_over(self, game: Game) -> GameOver:
        """How the game ended; its seed is told elsewhere, if at all."""
        result = game.result()
        winner, scores = winner_of(cast("UnoGame", game)), result.scores
        if self._turned:
            winner, scores = _OTHER[winner], scores[::-1]
        return GameOver(self.room, winner, result.reason, scores, None)

    def is_mine(self, game: Game) -> bool:
        """Whether it is this side's turn."""
        return self._seat != SPECTATOR and game.actor() == self._seat

    @property
    def _turned(self) -> bool:
        return self._always_second and self._seat == 0


def _turn_round(state: GameState) -> None:
    """Make Player 1 of Player 2, and the other way round."""
    state.player1, state.player2 = state.player2, state.player1
    info = state.game
    info.current_turn = _OTHER[info.current_turn]
    info.winner = _OTHER[info.winner]
    info.scores = info.scores[::-1]


def _turn_flat_round(flat: FlatState) -> None:
    flat.player1_deck, flat.player2_deck = flat.player2_deck, flat.player1_deck
    if flat.turn is not msgspec.UNSET:
        flat.turn = _OTHER[flat.turn] or msgspec.UNSET
    if flat.winner in PLAYERS:
        flat.winner = PLAYERS[1 - PLAYERS.index(flat.winner)]
