"""The game's side of one seat over Jedna lines."""

from collections.abc import Sequence
from typing import cast

import msgspec
from mypy_extensions import mypyc_attr

from pitboss.games.game import Game, IllegalAction
from pitboss.games.uno.game import UnoGame
from pitboss.games.uno.hands import STRIDE, worth
from pitboss.games.uno.notes import NOTE_WITHDREW
from pitboss.games.uno.table import NOBODY, RuleFlags
from pitboss.games.uno.table import WITHDRAWAL as WON_BY_WITHDRAWAL
from pitboss.play.answer import Answer, Unusable
from pitboss.play.ruling import Ruling
from pitboss.wires.jedna.decode import read_answer
from pitboss.wires.jedna.dialect import DIALECTS
from pitboss.wires.jedna.encode import error_line, notifications_for, requests_for, why
from pitboss.wires.jedna.messages import GameEnd, Notification
from pitboss.wires.session import Session

_encode = msgspec.json.Encoder().encode


def unsayable(rules: RuleFlags) -> str:
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
        self._forfeits: dict[int, int] = {}

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> list[bytes]:
        missing = unsayable(game.rules) if isinstance(game, UnoGame) else "any game but UNO"
        if missing:
            raise ValueError(f"the Jedna wire has no words for {missing}")
        table = cast("UnoGame", game)
        if len(set(names)) != game.seats:
            raise ValueError(f"{game.seats} different names are needed, not {list(names)}")
        self._forfeits = {}
        self._notifications = notifications_for(self.dialect.name, tuple(names))
        self._requests = requests_for(self.dialect.name, seat, tuple(names))
        return [_encode(Notification(self._notifications.first_card(table.top, table.colour)))]

    def ask(self, game: Game, turn: int, seconds: float) -> bytes:  # noqa: ARG002
        return self._requests.encode(cast("UnoGame", game))

    def decode(self, line: bytes, game: Game) -> Answer | Unusable:
        return read_answer(line, cast("UnoGame", game), self.dialect)

    def played(self, game: Game, ruling: Ruling) -> list[bytes]:  # noqa: ARG002
        notes = ruling.notes
        if ruling.forfeited:
            for note in notes:
                if note[0] == NOTE_WITHDREW:
                    self._forfeits[note[1]] = note[2]
        notifications = self._notifications
        # Every seat is told the same, one after the other.
        return notifications.lines if notes is notifications.told else notifications.of(notes)

    def refusal(self, code: str, message: str, illegal: IllegalAction | None) -> list[bytes]:  # noqa: ARG002
        return [error_line(why(illegal, self.dialect) if illegal is not None else message)]

    def end(self, game: Game, names: Sequence[str], seed: str = "") -> list[bytes]:  # noqa: ARG002
        table = cast("UnoGame", game)
        scores = {
            name: self._forfeits.get(seat, int(worth(table.hands, seat * STRIDE)))
            for seat, name in enumerate(names)
        }
        winner = names[table.winner] if table.winner != NOBODY else None
        if winner is not None and table.ending == WON_BY_WITHDRAWAL:
            scores[winner] = 0
        return [_encode(GameEnd(winner, scores))]
