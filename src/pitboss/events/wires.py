"""Which protocol a program is spoken to in: the one place where that is decided."""

from typing import Any

from pitboss.games.game import Game
from pitboss.games.holdem import Cash, Hand, Tournament
from pitboss.games.kind import Kind
from pitboss.games.uno import UnoGame
from pitboss.play.clock import TimeControl
from pitboss.wires.algopoker.session import AlgoPokerSession
from pitboss.wires.jedna import JednaSession
from pitboss.wires.jedna.session import unsayable
from pitboss.wires.native import NativeSession
from pitboss.wires.native.messages import Time
from pitboss.wires.session import Session

_HOLDEM = (Hand, Tournament, Cash)


class WrongWire(ValueError):
    """A game that can't be played over the wire; says why, and which one can."""


def spoken_in(wire: str, game: Game) -> str:
    """The wire itself, or for `auto` the one that the game's own bots speak."""
    if wire != "auto":
        return wire
    if isinstance(game, UnoGame) and not unsayable(game.rules):
        return "jedna-1" if game.rules.double_play else "jedna"
    return "algopoker" if isinstance(game, _HOLDEM) else "native"


def session_for(
    wire: str, game: Game, kind: Kind[Any, Any], rules: str, control: TimeControl
) -> Session:
    """A seat's session over lines or frames; `WrongWire` if the game can't be told over it."""
    check_wire(wire, game, kind)
    connects = wire == "websocket"
    wire = spoken_in("auto" if connects and isinstance(game, _HOLDEM) else wire, game)
    if wire in ("jedna", "jedna-1"):
        return JednaSession("1" if wire == "jedna-1" else "1.0")
    if wire == "algopoker":
        return AlgoPokerSession(control.move, all_requests=connects)
    return NativeSession(kind, rules, Time(control.move, control.bank, control.startup))


def check_wire(wire: str, game: Game, kind: Kind[Any, Any]) -> None:
    """`WrongWire` if the game can't be played over the wire."""
    if wire in ("jedna", "jedna-1"):
        if not isinstance(game, UnoGame):
            raise WrongWire(f"the wire {wire} is for uno, not for {kind.name}; use native")
        if missing := unsayable(game.rules):
            raise WrongWire(f"the wire {wire} has no words for {missing}; use native")
    elif wire == "algopoker" and not isinstance(game, _HOLDEM):
        raise WrongWire(f"the wire algopoker is for hold'em, not for {kind.name}; use native")
    elif wire == "http" and not (isinstance(game, UnoGame) and game.seats == 2):
        raise WrongWire(
            f"the wire http is for uno with 2 seats, not for {kind.name} with {game.seats}; "
            "use websocket"
        )
