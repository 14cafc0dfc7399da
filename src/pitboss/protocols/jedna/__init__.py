"""Jedna's automated play: JSON lines between a game and an agent. See docs/protocols/jedna.md."""

from pitboss.protocols.jedna.client import JednaClient
from pitboss.protocols.jedna.dialect import DIALECTS, DOCUMENT, REFERENCE, Dialect
from pitboss.protocols.jedna.session import JednaSession

__all__ = ["DIALECTS", "DOCUMENT", "REFERENCE", "Dialect", "JednaClient", "JednaSession"]
