"""The AlgoPoker wire as the registry knows it."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from pitboss.games.holdem.rules import HoldemRules
from pitboss.games.kind import Kind
from pitboss.games.rules import Rules
from pitboss.play import policy
from pitboss.wires.algopoker.listen import AlgoPokerListener
from pitboss.wires.algopoker.session import AlgoPokerSession
from pitboss.wires.session import Session
from pitboss.wires.wire import Setting, Transport, Wire


class AlgoPokerWire(Wire):
    """Hold'em of every kind, over lines or WebSocket."""

    name = "algopoker"
    words: ClassVar[Mapping[str, Transport]] = {"algopoker": Transport.LINES}
    policy = policy.ALGOPOKER
    listener = AlgoPokerListener()

    def supports(self, kind: Kind[Any, Any], rules: Rules, seats: int) -> str:  # noqa: ARG002
        if isinstance(rules, HoldemRules):
            return ""
        return f"is for hold'em, not for {kind.name}; use native"

    def session(self, setting: Setting, dialect: str = "") -> Session:  # noqa: ARG002
        return AlgoPokerSession(
            setting.control.move,
            all_requests=setting.all_requests,
            all_cards=setting.all_cards,
            commitment=setting.commitment,
        )


ALGOPOKER: Final = AlgoPokerWire()
