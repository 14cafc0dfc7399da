"""Jedna's automated play: JSON lines between a game and an agent. See docs/protocols/jedna.md."""

from pitboss.wires.jedna.client import JednaClient
from pitboss.wires.jedna.dialect import DIALECTS, DOCUMENT, REFERENCE, Dialect
from pitboss.wires.jedna.session import JednaSession

__all__ = ["DIALECTS", "DOCUMENT", "REFERENCE", "Dialect", "JednaClient", "JednaSession"]
