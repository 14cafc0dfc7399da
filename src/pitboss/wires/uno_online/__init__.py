"""The uno-online wire: JSON over HTTP and Socket.IO. What listens is in server/."""

from pitboss.wires.uno_online.errors import ERRORS
from pitboss.wires.uno_online.messages import ErrorReply, GameState
from pitboss.wires.uno_online.reading import read_action
from pitboss.wires.uno_online.state import Story, game_state

__all__ = ["ERRORS", "ErrorReply", "GameState", "Story", "game_state", "read_action"]
