"""The game's side of one seat over Jedna lines: requests, notifications, and reading answers."""

from collections.abc import Callable, Sequence
from typing import Any, cast

import msgspec
from mypy_extensions import mypyc_attr

from pitboss.games.game import Game, IllegalAction
from pitboss.games.uno.actions import DRAW, PASS, PLAYS
from pitboss.games.uno.cards import COLOURS, NO_COLOUR, WILD
from pitboss.games.uno.game import UnoGame
from pitboss.games.uno.hands import STRIDE, worth
from pitboss.games.uno.notes import NOTE_WITHDREW
from pitboss.games.uno.table import NOBODY
from pitboss.games.uno.table import WITHDRAWAL as WON_BY_WITHDRAWAL
from pitboss.games.uno.table_rules import TableRules
from pitboss.play.answer import Answer, Unusable
from pitboss.play.ruling import Ruling
from pitboss.wires.jedna.complaint import complaint
from pitboss.wires.jedna.dialect import CARD_CODES, COLOUR_CODES, DIALECTS
from pitboss.wires.jedna.messages import (
    Draw,
    FromAgent,
    FromAgentReference,
    GameEnd,
    Notification,
    Pass,
)
from pitboss.wires.jedna.phrases import error_line, phrases_for, why
from pitboss.wires.jedna.request import writer_for
from pitboss.wires.session import Session

_encode = msgspec.json.Encoder().encode
_document = msgspec.json.Decoder(FromAgent).decode
_reference = msgspec.json.Decoder(FromAgentReference).decode

_DRAW = Answer((DRAW,))
_PASS = Answer((PASS,))
_SINGLES = tuple(Answer((action,)) for action in range(2 * PLAYS))


def unsayable(rules: TableRules) -> str:
    """What in the rules this wire has no words for; empty if it can play them."""
    if rules.uno_call:
        return "a call of UNO"
    if rules.challenge:
        return "a challenge"
    if rules.choose_first:
        return "the choice of a first colour"
    if rules.seven_zero:
        return "a swap of hands"
    return ""


@mypyc_attr(allow_interpreted_subclasses=True)
class JednaSession(Session):
    """One seat in one game at a time; the same object serves game after game."""

    def __init__(self, dialect: str = "1.0") -> None:
        if dialect not in DIALECTS:
            raise ValueError(f"there is no dialect {dialect!r}; there are: {', '.join(DIALECTS)}")
        self.dialect = DIALECTS[dialect]
        self._decode: Callable[[bytes], Any] = _reference if self.dialect.double_play else _document
        self._forfeits: dict[int, int] = {}

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> list[bytes]:
        missing = unsayable(game.rules) if isinstance(game, UnoGame) else "any game but UNO"
        if missing:
            raise ValueError(f"the Jedna wire has no words for {missing}")
        table = cast("UnoGame", game)
        if len(set(names)) != game.seats:
            raise ValueError(f"{game.seats} different names are needed, not {list(names)}")
        self._forfeits = {}
        self._phrases = phrases_for(self.dialect.name, tuple(names))
        self._writer = writer_for(self.dialect.name, seat, tuple(names))
        return [_encode(Notification(self._phrases.first_card(table.top, table.colour)))]

    def ask(self, game: Game, turn: int, seconds: float) -> bytes:  # noqa: ARG002
        return self._writer.write(cast("UnoGame", game))

    def decode(self, line: bytes, game: Game) -> Answer | Unusable:
        try:
            said = self._decode(line)
        except (ValueError, RecursionError, msgspec.MsgspecError):
            return complaint(line, self.dialect)
        kind = type(said)
        if kind is Draw:
            # In a war there is nothing else to draw than the stack.
            return _PASS if cast("UnoGame", game).pending > 0 else _DRAW
        if kind is Pass:
            return _PASS
        code = CARD_CODES.get(said.card)
        if code is None:
            return complaint(line, self.dialect)
        card, colour = code
        action = card
        if card >= WILD:
            if said.wild_color is not None:
                named = COLOUR_CODES[said.wild_color]
                if colour not in (NO_COLOUR, named):
                    return Unusable(
                        "bad_field",
                        f"wild_color: expected the colour of {said.card}, or no colour in card, "
                        f"got {said.wild_color}",
                    )
                colour = named
            elif colour == NO_COLOUR:
                return Unusable(
                    "wild_color_required",
                    'wild_color: expected "red", "blue", "green" or "yellow", as every wild '
                    "needs one",
                )
            action = WILD + (card - WILD) * COLOURS + colour
        if self.dialect.double_play and said.double_play:
            action += PLAYS
        return _SINGLES[action]

    def played(self, game: Game, ruling: Ruling) -> list[bytes]:  # noqa: ARG002
        notes = ruling.notes
        if ruling.forfeited:
            for note in notes:
                if note[0] == NOTE_WITHDREW:
                    self._forfeits[note[1]] = note[2]
        phrases = self._phrases
        # Every seat is told the same, one after the other.
        return phrases.lines if notes is phrases.told else phrases.of(notes)

    def refusal(self, code: str, message: str, illegal: IllegalAction | None) -> list[bytes]:  # noqa: ARG002
        return [error_line(why(illegal, self.dialect) if illegal is not None else message)]

    def end(self, game: Game, names: Sequence[str]) -> list[bytes]:
        table = cast("UnoGame", game)
        scores = {
            name: self._forfeits.get(seat, int(worth(table.hands, seat * STRIDE)))
            for seat, name in enumerate(names)
        }
        winner = names[table.winner] if table.winner != NOBODY else None
        if winner is not None and table.ending == WON_BY_WITHDRAWAL:
            scores[winner] = 0
        return [_encode(GameEnd(winner, scores))]
