"""Pitboss's own protocol: any game, as JSON lines or WebSocket frames. See docs/protocols."""

from pitboss.protocols.native.client import NativeClient
from pitboss.protocols.native.messages import VERSION
from pitboss.protocols.native.session import NativeSession

__all__ = ["VERSION", "NativeClient", "NativeSession"]
