"""The uno-online wire: JSON over HTTP and Socket.IO. What listens is in listen.py."""

from pitboss.wires.uno_online.decode import read_action
from pitboss.wires.uno_online.encode import RecentActions, game_state
from pitboss.wires.uno_online.messages import ERRORS, ErrorReply, GameState
from pitboss.wires.uno_online.session import UnoOnlineSession

__all__ = [
    "ERRORS",
    "ErrorReply",
    "GameState",
    "RecentActions",
    "UnoOnlineSession",
    "game_state",
    "read_action",
]
