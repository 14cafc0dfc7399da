"""The knobs and presets of hold'em: one hand, a freeze-out tournament, a cash session."""

from dataclasses import dataclass
from typing import NamedTuple

from pitboss.games.rules import Rules, knob

SEATS = range(2, 10)
# For all chips in play together, so that `Rng.below` can draw any amount.
MOST_CHIPS = 2**31 - 1


class Level(NamedTuple):
    """The blinds from a certain hand on."""

    hand: int
    small: int
    big: int


class Schedule(tuple[Level, ...]):
    """The blind levels of a tournament, in order of their first hands."""

    __slots__ = ()

    def at(self, number: int) -> Level:
        """The level of hand `number`, counted from 1."""
        current = self[0]
        for level in self:
            if level.hand <= number:
                current = level
        return current


def read_schedule(text: str) -> Schedule:
    """The schedule that a text such as `1:50/100+10:100/200` names."""
    levels = []
    for part in text.split("+"):
        hand, _, blinds = part.partition(":")
        small, _, big = blinds.partition("/")
        levels.append(Level(int(hand), int(small), int(big)))
    return Schedule(levels)


def write_schedule(schedule: Schedule) -> str:
    """The schedule as text for `read_schedule`."""
    return "+".join(f"{level.hand}:{level.small}/{level.big}" for level in schedule)


@dataclass(frozen=True, kw_only=True)
class HoldemRules(Rules):
    """The rules that one hand, a tournament and a cash session share."""

    stack: int = knob(10_000, "chips that each seat begins with")
    ante: int = knob(0, "chips that every seat posts before each hand")
    big_blind_ante: int = knob(0, "chips that the big blind posts for the whole table")
    min_bet: int = knob(0, "the smallest bet and raise; 0 stands for the big blind")

    def __post_init__(self) -> None:
        if not 1 <= self.stack <= MOST_CHIPS // SEATS[-1]:
            raise ValueError(f"stack is from 1 to {MOST_CHIPS // SEATS[-1]}, not {self.stack}")
        for name in ("ante", "big_blind_ante", "min_bet"):
            amount = getattr(self, name)
            if not 0 <= amount <= MOST_CHIPS:
                raise ValueError(f"{name} is from 0 to {MOST_CHIPS}, not {amount}")


def _check_blinds(small: int, big: int) -> None:
    if not 0 <= small <= big <= MOST_CHIPS or big == 0:
        raise ValueError(f"blinds of {small}/{big} will not do: the big one is the larger, above 0")


@dataclass(frozen=True, kw_only=True)
class HandRules(HoldemRules):
    """One hand of no-limit hold'em."""

    small_blind: int = knob(50, "the small blind")
    big_blind: int = knob(100, "the big blind")

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_blinds(self.small_blind, self.big_blind)


@dataclass(frozen=True, kw_only=True)
class CashRules(HandRules):
    """A series of hands, each with fresh stacks."""

    hands: int = knob(100, "how many hands are played")

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.hands <= 1_000_000:
            raise ValueError(f"hands is from 1 to 1000000, not {self.hands}")


ALGOPOKER_BLINDS = Schedule(
    [
        Level(1, 50, 100),
        Level(10, 100, 200),
        Level(20, 200, 400),
        Level(30, 400, 800),
        Level(40, 800, 1600),
        Level(50, 1600, 3200),
    ]
)


@dataclass(frozen=True, kw_only=True)
class TournamentRules(HoldemRules):
    """A series of hands until one seat has all the chips."""

    blinds: Schedule = knob(
        ALGOPOKER_BLINDS,
        "blinds by first hand, such as 1:50/100+10:100/200",
        read=read_schedule,
        write=write_schedule,
    )
    hand_limit: int = knob(10_000, "after this many hands the stacks decide")

    def __post_init__(self) -> None:
        super().__post_init__()
        hands = [level.hand for level in self.blinds]
        if hands[:1] != [1] or hands != sorted(set(hands)):
            raise ValueError("blinds begin at hand 1 and go on with higher hands")
        for level in self.blinds:
            _check_blinds(level.small, level.big)
        if not 1 <= self.hand_limit <= 1_000_000:
            raise ValueError(f"hand_limit is from 1 to 1000000, not {self.hand_limit}")


HAND_PRESETS = {"hand": HandRules(preset="hand")}
TOURNAMENT_PRESETS = {"algopoker": TournamentRules(preset="algopoker")}
CASH_PRESETS = {"cash": CashRules(preset="cash")}
