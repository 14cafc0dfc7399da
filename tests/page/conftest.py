"""Fixtures of all tests of the page."""

from browser_rig import browser, chromium, server
from node_clients import node_modules

__all__ = ["browser", "chromium", "node_modules", "server"]
