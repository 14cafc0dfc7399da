"""The uno-online wire: JSON over HTTP and Socket.IO. What listens is in server/."""

from pitboss.protocols.uno_online.errors import ERRORS
from pitboss.protocols.uno_online.messages import ErrorReply, GameState
from pitboss.protocols.uno_online.reading import read_action
from pitboss.protocols.uno_online.state import Story, game_state

__all__ = ["ERRORS", "ErrorReply", "GameState", "Story", "game_state", "read_action"]
