"""What a fault costs, as data: one record per way of playing, named after its protocol."""

from dataclasses import dataclass
from enum import Enum

from pitboss.play.fault import Fault, FaultKind


class Cost(Enum):
    """What follows on a fault."""

    REFUSE = "refuse"  # told what was wrong, asked again within the same time
    SUBSTITUTE = "substitute"  # the rules' fallback, or what the policy names, is played
    FORFEIT = "forfeit"  # the player is out; the others play on


@dataclass(slots=True)
class Incident:
    """A fault as the record of the game keeps it."""

    # The place of its action in the record, from 1.
    turn: int
    seat: int
    fault: Fault
    cost: Cost


@dataclass(frozen=True, kw_only=True)
class Policy:
    """The price of each fault; `patience` refusals in one turn, then the substitute is played."""

    name: str
    timeout: Cost
    gone: Cost
    malformed: Cost
    illegal: Cost
    patience: int = 0
    # The action played instead; None: what the rules call the fallback.
    substitute: int | None = None
    # Turns in a row without an answer after which a live game does not wait for the player any
    # more, until it says something; 0: it is waited for each time.
    silences: int = 0

    def cost(self, kind: FaultKind) -> Cost:
        """What this fault costs."""
        match kind:
            case FaultKind.TIMEOUT | FaultKind.STALL:
                return self.timeout
            case FaultKind.MALFORMED:
                return self.malformed
            case FaultKind.ILLEGAL:
                return self.illegal
            case FaultKind.REMOVED:
                return Cost.FORFEIT
        return self.gone


JEDNA = Policy(
    name="jedna",
    timeout=Cost.FORFEIT,
    gone=Cost.FORFEIT,
    malformed=Cost.REFUSE,
    illegal=Cost.REFUSE,
    patience=2,
)
JEDNA_STRICT = Policy(
    name="jedna-strict",
    timeout=Cost.FORFEIT,
    gone=Cost.FORFEIT,
    malformed=Cost.FORFEIT,
    illegal=Cost.FORFEIT,
)
JEDNA_REFERENCE = Policy(
    name="jedna-reference",
    timeout=Cost.FORFEIT,
    gone=Cost.FORFEIT,
    malformed=Cost.SUBSTITUTE,
    illegal=Cost.SUBSTITUTE,
)
# Folding, even where checking is free; a player who is gone is folded at once on each turn.
ALGOPOKER = Policy(
    name="algopoker",
    timeout=Cost.SUBSTITUTE,
    gone=Cost.SUBSTITUTE,
    malformed=Cost.SUBSTITUTE,
    illegal=Cost.SUBSTITUTE,
    substitute=-1,
    silences=3,
)
# A room waits: a refused action changes nothing, and who is silent too long is played for.
UNO_ONLINE = Policy(
    name="uno-online",
    timeout=Cost.SUBSTITUTE,
    gone=Cost.FORFEIT,
    malformed=Cost.REFUSE,
    illegal=Cost.REFUSE,
    patience=1_000_000,
)
NATIVE = Policy(
    name="native",
    timeout=Cost.SUBSTITUTE,
    gone=Cost.FORFEIT,
    malformed=Cost.REFUSE,
    illegal=Cost.REFUSE,
    patience=2,
)

POLICIES = {
    policy.name: policy
    for policy in (JEDNA, JEDNA_STRICT, JEDNA_REFERENCE, ALGOPOKER, UNO_ONLINE, NATIVE)
}
