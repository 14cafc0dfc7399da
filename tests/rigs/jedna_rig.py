"""Positions of Jedna, and sessions at them."""

from pitboss.games.uno import JEDNA, JEDNA_REFERENCE, UNO, UnoGame
from pitboss.play.answer import Answer, Unusable
from pitboss.wires.jedna import JednaSession

NAMES = ["player1", "player2", "player3"]
EXAMPLE = "hands=r2,b5,wd4,g7,y1|r1,r3,r4|g1,g2,g3,g4,g5,g6,b7 top=r7"


def table(position: str = EXAMPLE, reference: bool = False) -> UnoGame:
    return UNO.set_up(JEDNA_REFERENCE if reference else JEDNA, position)


def session(game: UnoGame, dialect: str = "1.0", seat: int | None = None) -> JednaSession:
    made = JednaSession(dialect)
    made.begin(game, game.turn if seat is None else seat, NAMES[: game.seats])
    return made


def read(line: str | bytes, game: UnoGame | None = None, dialect: str = "1.0") -> Answer | Unusable:
    game = game or table()
    return session(game, dialect).decode(line.encode() if isinstance(line, str) else line, game)
