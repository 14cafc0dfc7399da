"""The AlgoPoker wire: hold'em as JSON messages, over WebSocket or one per line."""

from pitboss.wires.algopoker.client import ClientSession
from pitboss.wires.algopoker.lines import LineSession
from pitboss.wires.algopoker.messages import ErrorCode, ServerMessage
from pitboss.wires.algopoker.reading import read_action, read_message
from pitboss.wires.algopoker.scene import Scene
from pitboss.wires.algopoker.voice import Voice

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
