"""The journal of events, in a SQLite file or a PostgreSQL database."""

from pitboss.store.errors import NotPlayed, StoreError, UnknownEvent
from pitboss.store.journal import EventRow, Journal

__all__ = ["EventRow", "Journal", "NotPlayed", "StoreError", "UnknownEvent"]
