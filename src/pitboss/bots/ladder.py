"""The built-in bots from the weakest to the strongest, and what is known of each.

A table only: reading it loads no bot. How strong they are is measured in docs/bots.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from pitboss.bots.option import Option, Value

_UNO: Final = ("uno",)
_HOLDEM: Final = ("holdem", "holdem-tournament", "holdem-cash")

_ROLLOUTS: Final = Option(
    name="rollouts",
    meaning="games played out for a decision; usually up to 3000 in UNO, 400 in hold'em",
    usual=None,
    least=10,
    most=1_000_000,
    most_live=10_000,
)
_SAMPLES: Final = Option(
    name="samples",
    meaning="deals of the hidden cards that it looks at for a decision",
    usual=400,
    least=10,
    most=100_000,
    most_live=5_000,
)
_GOAL: Final = Option(
    name="goal",
    meaning="plays for the share of opponents beaten, or for first places alone",
    usual="score",
    words=("score", "win"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rung:
    """A built-in bot as people see it before it plays."""

    about: str
    # Where its class is, as in an entry point.
    place: str
    # Raised whenever it plays another way: games of its former self are not its own.
    version: int = 1
    # The kinds of game that it plays; empty: any.
    games: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()
    # Levels by name, for people who would rather not choose numbers.
    levels: Mapping[str, Mapping[str, Value]] = field(default_factory=lambda: MappingProxyType({}))
    # As measured: what 95% of its decisions take at most, and the share of opponents that it beats
    # in a field of all bots, with two seats in Jedna and six in hold'em (benchmarks/strength).
    time: str = ""
    strength: str = ""


LADDER: Final[Mapping[str, Rung]] = {
    "random": Rung(
        about="any legal action, all as likely; a raise counts as one",
        place="pitboss.bots.random_bot:RandomBot",
        strength="Jedna 3%, hold'em 20%",
    ),
    "simple": Rung(
        about="the first card that plays, else draws, else passes; checks, else calls",
        place="pitboss.bots.simple_bot:SimpleBot",
        strength="Jedna 55%, hold'em 18%",
    ),
    "greedy": Rung(
        about="well-known advice: tips for UNO; charts by position and pot odds for hold'em",
        place="pitboss.bots.greedy_bot:GreedyBot",
        games=_UNO + _HOLDEM,
        time="20 us",
        strength="Jedna 51%, hold'em 63%",
    ),
    "counter": Rung(
        about="the move that is best by some twenty weighted features, fitted by self-play",
        place="pitboss.bots.uno.counter:UnoCounter",
        games=_UNO,
        time="1 us",
        strength="Jedna 60%",
    ),
    "equity": Rung(
        about="bets by how often its hand wins against what others seem to have",
        place="pitboss.bots.equity_bot:EquityBot",
        games=_HOLDEM,
        options=(_SAMPLES, _GOAL),
        time="6 ms",
        strength="hold'em 70%",
    ),
    "master": Rung(
        about="searches in worlds that fit what it has seen; the strongest",
        place="pitboss.bots.master_bot:MasterBot",
        games=_UNO + _HOLDEM,
        options=(_ROLLOUTS, _GOAL),
        levels={"quick": {"rollouts": 100}, "normal": {}, "strong": {"rollouts": 10_000}},
        time="UNO 35 ms, hold'em 7 ms",
        strength="Jedna 75%, hold'em 73%",
    ),
}
