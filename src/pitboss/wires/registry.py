"""The wires there are: ours, and other people's through the entry point group `pitboss.wires`."""

from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Final

from pitboss.games.kind import Kind
from pitboss.games.rules import Rules
from pitboss.wires.algopoker.wire import ALGOPOKER
from pitboss.wires.jedna.wire import JEDNA
from pitboss.wires.native.wire import NATIVE
from pitboss.wires.session import Session
from pitboss.wires.uno_online.wire import UNO_ONLINE
from pitboss.wires.wire import Setting, Transport, Wire

GROUP: Final = "pitboss.wires"
# Words that stand for whichever wire the game's own bots speak, over lines or WebSocket.
AUTO: Final = "auto"
WEBSOCKET: Final = "websocket"
_OURS: Final = (JEDNA, ALGOPOKER, NATIVE, UNO_ONLINE)


class WrongWire(ValueError):
    """A wire that there is not, or over which a game can't be played; says what to use instead."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A wire in one of its dialects, and how a program is reached over it."""

    wire: Wire
    dialect: str
    transport: Transport

    def session(self, setting: Setting) -> Session:
        """A seat's side of it."""
        return self.wire.session(setting, self.dialect)


@cache
def _registered() -> tuple[dict[str, Wire], dict[str, str]]:
    """The wires by name, and by the names of their entry points why others can't be used."""
    wires: dict[str, Wire] = {wire.name: wire for wire in _OURS}
    taken = {AUTO, WEBSOCKET, *(word for wire in _OURS for word in wire.words)}
    broken: dict[str, str] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            wire = entry.load()
        # Somebody else's mistake, which must not keep anybody from playing over another wire.
        except Exception as error:
            broken[entry.name] = f"{entry.value} can't be loaded: {error!r}"
            continue
        if not isinstance(wire, Wire):
            broken[entry.name] = f"{entry.value} is no pitboss.wires.wire.Wire"
        elif clash := sorted({wire.name} & wires.keys() | wire.words.keys() & taken):
            broken[entry.name] = f"{entry.value} is named {clash[0]!r}, which is taken"
        else:
            wires[wire.name] = wire
            taken.update(wire.words)
    return wires, broken


def wires() -> dict[str, Wire]:
    """Every wire by name: ours first, then those that installed packages offer."""
    return _registered()[0]


def broken() -> dict[str, str]:
    """Why the wires of other packages can't be used, by the names of their entry points."""
    return _registered()[1]


def words(*transports: Transport) -> tuple[str, ...]:
    """What users may type as `wire=` to be reached so; without a transport, everything."""
    known = {word: transport for wire in wires().values() for word, transport in wire.words.items()}
    lines = [word for word, transport in known.items() if transport is Transport.LINES]
    sockets = [word for word in known if word not in lines]
    known |= {AUTO: Transport.LINES, WEBSOCKET: Transport.WEBSOCKET}
    ordered = (AUTO, *lines, WEBSOCKET, *sockets)
    return tuple(word for word in ordered if not transports or known[word] in transports)


def choose(word: str, kind: Kind[Any, Any], rules: Rules, seats: int) -> Choice:
    """The wire that a user's word stands for in a game; `WrongWire` if the two don't fit."""
    if word in (AUTO, WEBSOCKET):
        usual = kind.default_wire(rules)
        wire = _spoken(usual)
        if wire is None or wire.supports(kind, rules, seats):
            wire, usual = NATIVE, NATIVE.name
        if word == AUTO:
            return Choice(wire, usual, Transport.LINES)
        if wire.listener is None:
            wire, usual = NATIVE, NATIVE.name
        return Choice(wire, usual, Transport.WEBSOCKET)
    wire = _spoken(word)
    if wire is None:
        why = broken().get(word)
        raise WrongWire(why or f"there is no wire {word!r}; there are: {', '.join(words())}")
    if why_not := wire.supports(kind, rules, seats):
        raise WrongWire(f"the wire {word} {why_not}")
    return Choice(wire, word, wire.words[word])


def _spoken(word: str) -> Wire | None:
    for wire in wires().values():
        if word in wire.words:
            return wire
    return None
