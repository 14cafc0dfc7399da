"""What is compared with what, and what is wanted of our side. How it is run: run.py."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum


class Where(Enum):
    """The environment that a contestant runs in."""

    PEERS = "peers"
    COMPILED = "compiled"
    PURE = "pure"


class Against(Enum):
    """The peer that a target is measured by, when it is not one by name."""

    FASTEST = "the fastest peer"
    FASTEST_PYTHON = "the fastest peer written in Python"


@dataclass(frozen=True, slots=True)
class Contestant:
    """One way to do the row's work; `run` is a module here and the name of its loop."""

    name: str
    language: str
    run: tuple[str, str]
    where: Where = Where.PEERS

    @property
    def ours(self) -> bool:
        return self.where is not Where.PEERS


@dataclass(frozen=True, slots=True)
class Times:
    """Wanted: at least so many times as fast as a peer."""

    name: str
    times: float
    against: Against | str


@dataclass(frozen=True, slots=True)
class Within:
    """Wanted: at most so many nanoseconds each."""

    name: str
    nanoseconds: float


@dataclass(frozen=True, slots=True)
class Row:
    """One table of the report: the same work by every contestant."""

    name: str
    title: str
    unit: str
    seats: int
    contestants: Sequence[Contestant]
    targets: Sequence[Times | Within] = field(default_factory=tuple)
    plays: bool = True


IN_UNIT = "Pitboss, in the compiled unit"
SAMPLED = "Pitboss, `game.sample()` from Python"
STEPPED = "Pitboss, `game.legal().sample()` from Python"
FRESH = "Pitboss, `game.sample()`, each game a new object"
PURE = "Pitboss, pure Python"


def _ours(game: str) -> tuple[Contestant, ...]:
    return (
        Contestant(IN_UNIT, "compiled Python", ("ours", f"{game}-unit"), Where.COMPILED),
        Contestant(SAMPLED, "compiled Python", ("ours", f"{game}-sampled"), Where.COMPILED),
        Contestant(STEPPED, "compiled Python", ("ours", f"{game}-stepped"), Where.COMPILED),
        Contestant(FRESH, "compiled Python", ("ours", f"{game}-fresh"), Where.COMPILED),
        Contestant(PURE, "Python", ("ours", f"{game}-sampled"), Where.PURE),
    )


HOLDEM_PEERS = (
    Contestant("OpenSpiel universal_poker", "C++", ("peers.open_spiel", "holdem")),
    Contestant("pokers", "Rust", ("peers.pokers", "holdem")),
    Contestant("clubs", "Python", ("peers.clubs", "holdem")),
    Contestant("texasholdem", "Python", ("peers.texasholdem", "holdem")),
    Contestant("pokerlib", "Python", ("peers.pokerlib", "holdem")),
    Contestant("RLCard game", "Python", ("peers.rlcard", "holdem")),
    Contestant("RLCard env", "Python", ("peers.rlcard", "holdem-env")),
    Contestant("PokerKit", "Python", ("peers.pokerkit", "holdem")),
    Contestant("PyPokerEngine", "Python", ("peers.pypokerengine", "holdem")),
)

UNO_PEERS = (
    Contestant("RLCard bare round", "Python", ("peers.rlcard", "uno-bare")),
    Contestant("RLCard game", "Python", ("peers.rlcard", "uno-game")),
    Contestant("RLCard env", "Python", ("peers.rlcard", "uno-env")),
    Contestant("Uno-Game", "Python", ("peers.uno_game", "uno")),
)

HOLDEM_TARGETS = (
    Times(IN_UNIT, 20, Against.FASTEST),
    Times(IN_UNIT, 100, Against.FASTEST_PYTHON),
    Times(SAMPLED, 8, Against.FASTEST),
    Times(PURE, 1, Against.FASTEST_PYTHON),
)

UNO_TARGETS = (
    Times(IN_UNIT, 20, Against.FASTEST),
    Times(IN_UNIT, 100, "RLCard env"),
    Times(SAMPLED, 8, Against.FASTEST),
    Times(PURE, 1, Against.FASTEST_PYTHON),
)

ROWS = (
    *(
        Row(
            f"holdem-{seats}",
            f"No-limit hold'em, {seats} seats",
            "hands",
            seats,
            HOLDEM_PEERS + _ours("holdem"),
            HOLDEM_TARGETS,
        )
        for seats in (2, 6, 9)
    ),
    *(
        Row(
            f"uno-{seats}",
            f"UNO, {seats} players",
            "games",
            seats,
            UNO_PEERS + _ours("uno"),
            UNO_TARGETS,
        )
        for seats in (2, 4)
    ),
    Row(
        "copy-holdem",
        "Copying a hold'em hand on the flop, 6 seats",
        "copies",
        6,
        (
            Contestant("OpenSpiel `clone()`", "C++", ("peers.open_spiel", "copies")),
            Contestant("PokerKit, deepcopy", "Python", ("peers.pokerkit", "copies")),
            Contestant("RLCard game, deepcopy", "Python", ("peers.rlcard", "holdem-copies")),
            Contestant(
                "Pitboss `copy()`", "compiled Python", ("ours", "holdem-copies"), Where.COMPILED
            ),
            Contestant(PURE, "Python", ("ours", "holdem-copies"), Where.PURE),
        ),
        plays=False,
    ),
    Row(
        "copy-uno",
        "Copying a game of UNO, 4 players",
        "copies",
        4,
        (
            Contestant("RLCard game, deepcopy", "Python", ("peers.rlcard", "uno-copies")),
            Contestant(
                "Pitboss `copy()`", "compiled Python", ("ours", "uno-copies"), Where.COMPILED
            ),
            Contestant(PURE, "Python", ("ours", "uno-copies"), Where.PURE),
        ),
        plays=False,
    ),
    Row(
        "evaluator",
        "Ranking seven cards",
        "hands",
        7,
        (
            Contestant("phevaluator", "C", ("peers.evaluators", "phevaluator")),
            Contestant("eval7", "C", ("peers.evaluators", "eval7")),
            Contestant("treys", "Python", ("peers.evaluators", "treys")),
            Contestant(IN_UNIT, "compiled Python", ("ours", "evaluator-unit"), Where.COMPILED),
            Contestant(
                "Pitboss, called from Python",
                "compiled Python",
                ("ours", "evaluator"),
                Where.COMPILED,
            ),
            Contestant(PURE, "Python", ("ours", "evaluator"), Where.PURE),
        ),
        (Within(IN_UNIT, 25),),
        plays=False,
    ),
)
