"""The AlgoPoker wire: hold'em as JSON messages, over WebSocket or one per line."""

from pitboss.wires.algopoker.client import AlgoPokerClient
from pitboss.wires.algopoker.decode import read_action, read_message
from pitboss.wires.algopoker.encode import EncodedState, GameEncoder
from pitboss.wires.algopoker.messages import ErrorCode, ServerMessage
from pitboss.wires.algopoker.session import AlgoPokerSession

__all__ = [
    "AlgoPokerClient",
    "AlgoPokerSession",
    "EncodedState",
    "ErrorCode",
    "GameEncoder",
    "ServerMessage",
    "read_action",
    "read_message",
]
