"""What somebody wants of a new table, and whether this server grants it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from pitboss.games.registry import UnknownGame, find
from pitboss.games.rules import BadRules
from pitboss.play.time_control import TimeControl
from pitboss.server.house import NotOfTheHouse, house_names, house_player
from pitboss.server.settings import Settings
from pitboss.server.table import Order
from pitboss.wires.native.wire import NATIVE

# Seconds that may be ordered: for a move, in the bank, and that built-in bots wait.
SHORTEST_MOVE: Final = 1.0
LONGEST_MOVE: Final = 600.0
LARGEST_BANK: Final = 3600.0
LONGEST_PACE: Final = 3.0
LONGEST_WAIT: Final = 3600.0


class Refused(ValueError):
    """Something that can't be granted: a code for programs, and why."""

    def __init__(self, message: str, code: str = "bad_join") -> None:
        super().__init__(message)
        self.code = code

    @property
    def message(self) -> str:
        """Why."""
        return str(self)


@dataclass(frozen=True, kw_only=True)
class StartRule:
    """When a game starts: at once when `most` are there, or some time after `least` are."""

    least: int
    most: int
    # Seconds from the moment at which enough are there; later arrivals do not prolong them.
    wait: float = 0.0
    # Whether those who are still there when a game has ended wait for the next one.
    repeat: bool = False


@dataclass(frozen=True, kw_only=True)
class TableOrder:
    """A table as somebody asks for it: the game, its seats, its clocks."""

    # A game or a preset, with knobs if wanted.
    game: str = "official,target=0"
    # The most that play, the house's players included.
    seats: int = 2
    # Built-in bots, or programs that the server names, for the last seats.
    house: Sequence[str] = ()
    # Seconds for a move; None: as the server is set.
    move: float | None = None
    # Seconds for the whole game besides.
    bank: float = 0.0
    # Seconds that built-in bots wait before they move, for people to follow.
    pace: float = 0.0
    # The fewest that play; None: all seats.
    least: int | None = None
    # Seconds that a game waits for more players when `least` are there.
    wait: float = 0.0

    def granted(self, settings: Settings, *, house_alone: bool = False) -> tuple[Order, StartRule]:
        """What is played, and when it starts; `Refused` if it can't be had here.

        With `house_alone` the house may take all seats.
        """
        try:
            kind, text = find(self.game)
            rules = kind.rules(text)
        except (UnknownGame, BadRules) as error:
            raise Refused(f"game: {error}") from error
        possible = kind.seats(rules)
        least = self.seats if self.least is None else self.least
        for name, number in (("seats", self.seats), ("least", least)):
            if number not in possible:
                allowed = f"{possible[0]} to {possible[-1]} may play"
                raise Refused(f"{name}: {allowed}, not {number}")
        if least > self.seats:
            raise Refused(f"least: at most the {self.seats} seats, not {least}")
        if len(self.house) > (self.seats if house_alone else self.seats - 1):
            how_many = "no more" if house_alone else "fewer"
            known = ", ".join(house_names(kind.name, settings.programs))
            raise Refused(f"house: {how_many} than the seats, each one of {known}")
        move = settings.action_timeout if self.move is None else self.move
        if self.move is not None:
            _check("time.move", move, SHORTEST_MOVE, LONGEST_MOVE)
        _check("time.bank", self.bank, 0.0, LARGEST_BANK)
        _check("pace", self.pace, 0.0, LONGEST_PACE)
        _check("wait", self.wait, 0.0, LONGEST_WAIT)
        order = Order(
            kind=kind,
            rules=rules,
            policy=NATIVE.policy,
            control=TimeControl(move=move, bank=self.bank),
            patience=settings.reconnect_grace,
        )
        return order, StartRule(least=least, most=self.seats, wait=self.wait)


def house_players(house: Sequence[str], kind: str, settings: Settings) -> list[str]:
    """The house's players whom somebody wants at such a game, or `Refused`."""
    try:
        return [house_player(text, kind, settings.programs) for text in house]
    except NotOfTheHouse as error:
        raise Refused(f"house: {error}") from error


def _check(name: str, value: float, low: float, high: float) -> None:
    # Written so that what is no number fails too.
    if not low <= value <= high:
        raise Refused(f"{name}: {low:g} to {high:g} seconds, not {value:g}")
