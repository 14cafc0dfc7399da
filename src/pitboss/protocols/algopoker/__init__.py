"""The AlgoPoker wire: hold'em as JSON messages, over WebSocket or one per line."""

from pitboss.protocols.algopoker.client import ClientSession
from pitboss.protocols.algopoker.lines import LineSession
from pitboss.protocols.algopoker.messages import ErrorCode, ServerMessage
from pitboss.protocols.algopoker.reading import read_action, read_message
from pitboss.protocols.algopoker.scene import Scene
from pitboss.protocols.algopoker.voice import Voice

__all__ = [
    "ClientSession",
    "ErrorCode",
    "LineSession",
    "Scene",
    "ServerMessage",
    "Voice",
    "read_action",
    "read_message",
]
