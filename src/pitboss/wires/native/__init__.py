"""Pitboss's own protocol: any game, as JSON lines or WebSocket frames. See docs/protocols."""

from pitboss.wires.native.client import NativeClient
from pitboss.wires.native.messages import VERSION
from pitboss.wires.native.session import NativeSession

__all__ = ["VERSION", "NativeClient", "NativeSession"]
