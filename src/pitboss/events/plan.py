"""The plan of an event: all that decides its games, and nothing else.

Equal plans have equal ids, and give equal games on any machine, in any order, with any number of
workers: every game's deal follows from the event's seed and the number of its block.
"""

import base64
import hashlib
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from pitboss.events.entrants import Entrant
from pitboss.events.settings import MAX_FAULTS, SANDBOX_MEMORY, SANDBOX_PROCESSES, SANDBOX_TEMPORARY
from pitboss.games.kind import Kind
from pitboss.games.registry import kind_named
from pitboss.games.rng import SEED_BITS
from pitboss.games.seeds import seed_from
from pitboss.games.unit import PayoffLimits
from pitboss.play.policy import POLICIES, Policy
from pitboss.play.time_control import CLOCKS
from pitboss.statistics.decks import deck_numbers

_ID_BYTES = 5


class Schedule(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who meets whom; the formats in schedule/ read it."""

    format: str = "match"
    # Mirrored blocks in each meeting.
    blocks: int = 1
    # Rounds of a Swiss or ladder event; 0: as many as the format needs.
    rounds: int = 0
    # How many entrants, from the first on, the others meet in a gauntlet.
    heroes: int = 1
    # How often a level meeting of a knockout is played again before something else decides it.
    extras: int = 3
    # How many entrants there were each time before others joined late; they are the last ones.
    stages: tuple[int, ...] = ()


class Confinement(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Whether programs run in a sandbox, and what they may use there; a bot may have its own."""

    sandbox: str = "off"
    # Megabytes, processes, megabytes.
    memory: int = SANDBOX_MEMORY
    processes: int = SANDBOX_PROCESSES
    temporary: int = SANDBOX_TEMPORARY


# Only this very record is left out where a plan is written, as in the plans of older versions.
UNCONFINED: Final = Confinement()


class Plan(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True
):
    """An event."""

    game: str
    rules: str
    seats: int
    entrants: tuple[Entrant, ...]
    seed: str
    schedule: Schedule = Schedule()
    # The name of the policy on faults; empty: the game's usual one.
    policy: str = ""
    # Seconds for an answer, in the bank for each game, and for starting up.
    move: float = 5.0
    bank: float = 0.0
    startup: float = 10.0
    # Whose time that is, one of CLOCKS, and whether programs may think while others do.
    clock: str = CLOCKS[0]
    ponder: bool = False
    # Whether a deck is played from every seat; otherwise each game has its own.
    mirror: bool = True
    # How many blocks lie between two games of one deck; 0: all are in one block.
    apart: int = 0
    confinement: Confinement = UNCONFINED
    # Games in a row that a bot may lose by not answering before it is taken out; 0: any number.
    max_faults: int = MAX_FAULTS

    @property
    def id(self) -> str:
        """Eight letters and digits that name the event."""
        return id_of(msgspec.json.encode(self.anywhere))

    @property
    def anywhere(self) -> "Plan":
        """The plan without what depends on the folder in which we are, or changes no game.

        A program is known by its files then; one without any is known by its folder.
        """
        if not any(
            (entrant.folder and entrant.version) or entrant.transcript for entrant in self.entrants
        ):
            return self
        entrants = [
            msgspec.structs.replace(
                entrant, folder="" if entrant.version else entrant.folder, transcript=False
            )
            for entrant in self.entrants
        ]
        return msgspec.structs.replace(self, entrants=tuple(entrants))

    def kind(self) -> Kind[Any, Any]:
        """The game."""
        return kind_named(self.game)

    def payoff_limits(self) -> PayoffLimits | None:
        """What a payoff can be, where the rules limit it."""
        kind = self.kind()
        return kind.payoff_limits(kind.rules(self.rules), self.seats)

    def faults(self) -> Policy:
        """What faults cost."""
        return POLICIES[self.policy or self.kind().default_policy]

    def deck(self, block: int, rotation: int) -> int:
        """The seed of a game; where decks are mirrored it is that of its whole block.

        Decks that are played far apart have other suits or colours each time.
        """
        if not self.mirror:
            return seed_from(f"{self.seed}/{block}-{rotation}")
        if not self.apart:
            return seed_from(f"{self.seed}/{block}")
        number = deck_numbers(block, rotation, self.apart, self.seats)
        kind = self.kind()
        ways = kind.relabellings(kind.rules(self.rules))
        relabelling = seed_from(f"{self.seed}/{number}-{rotation}") % ways
        return seed_from(f"{self.seed}/{number}") | relabelling << SEED_BITS


class Block(msgspec.Struct, frozen=True, array_like=True):
    """A game from every seat, of one deck: the unit of fairness, of chance and of the journal."""

    number: int
    # Places in the plan's entrants, by seat in the first game.
    entrants: tuple[int, ...]

    def seatings(self) -> Iterator[tuple[int, ...]]:
        """Who sits where in each of the block's games."""
        for rotation in range(len(self.entrants)):
            yield self.entrants[rotation:] + self.entrants[:rotation]


def id_of(plan: bytes) -> str:
    """The id of the event whose plan is written like this."""
    digest = hashlib.sha256(plan).digest()
    return base64.b32encode(digest[:_ID_BYTES]).decode().lower()


def bot_seed(deck: int, rotation: int, seat: int) -> int:
    """The seed of a built-in bot in one game."""
    return seed_from(f"{deck}/{rotation}/{seat}")


def game_id(event: str, block: int, rotation: int) -> str:
    """A game's id, such as `k7f3q2ab-12-1`."""
    return f"{event}-{block}-{rotation}"


def game_number(block: int, rotation: int, seats: int) -> int:
    """A game's number in its event, from 1, whatever else was played."""
    return block * seats + rotation + 1


def read_game_id(text: str) -> tuple[str, int, int]:
    """The event, block and rotation in a game's id; `ValueError` if the text is no id."""
    event, *numbers = text.split("-")
    if len(numbers) != 2 or not event or not all(number.isdecimal() for number in numbers):
        raise ValueError(f"{text!r} is no game: they are called like k7f3q2ab-12-1")
    return event, int(numbers[0]), int(numbers[1])
