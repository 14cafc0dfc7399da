"""The uno-online wire as the registry knows it."""

import secrets
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from pitboss.games.kind import Kind
from pitboss.games.rules import Rules
from pitboss.games.uno.rules import UnoRules
from pitboss.play import policy
from pitboss.wires.uno_online.session import UnoOnlineSession
from pitboss.wires.wire import Setting, Transport, Wire

# Random bytes in the code of a room that one program has to itself: nobody else finds it.
_SECRET: Final = 12


class UnoOnlineWire(Wire):
    """UNO for two, over HTTP and Socket.IO."""

    name = "uno-online"
    words: ClassVar[Mapping[str, Transport]] = {
        "http": Transport.HTTP,
        "socketio": Transport.SOCKETIO,
    }
    policy = policy.UNO_ONLINE

    def supports(self, kind: Kind[Any, Any], rules: Rules, seats: int) -> str:
        if isinstance(rules, UnoRules) and seats == 2:
            return ""
        return f"is for uno with 2 seats, not for {kind.name} with {seats}; use websocket"

    def session(self, setting: Setting, dialect: str = "") -> UnoOnlineSession:  # noqa: ARG002
        room = setting.table or secrets.token_hex(_SECRET)
        return UnoOnlineSession(room, setting.rules, always_second=not setting.table)


UNO_ONLINE: Final = UnoOnlineWire()
