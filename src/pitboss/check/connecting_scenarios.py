"""Which scenarios a bot that connects is put through, by its wire."""

from collections.abc import Sequence

from pitboss.check.connecting import ConnectingBench
from pitboss.check.connecting_poker import POKER
from pitboss.check.connecting_socket import SOCKET
from pitboss.check.connecting_uno import UNO_ONLINE
from pitboss.check.scenario import Scenario
from pitboss.wires.registry import Choice


def connecting_scenarios(choice: Choice) -> Sequence[Scenario[ConnectingBench]]:
    """Those of the wire, or those of any bot that connects by WebSocket."""
    return {"algopoker": POKER, "uno-online": UNO_ONLINE}.get(choice.wire.name, SOCKET)
