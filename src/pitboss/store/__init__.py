"""The journal of events and live games, in a SQLite file or a PostgreSQL database."""

from pitboss.store.errors import NotPlayed, StoreError, UnknownEvent
from pitboss.store.event_row import EventRow, Removal
from pitboss.store.journal import Journal
from pitboss.store.live_games import GameRow, LiveFault, PlayerNote
from pitboss.store.live_journal import GameLog, LiveJournal

__all__ = [
    "EventRow",
    "GameLog",
    "GameRow",
    "Journal",
    "LiveFault",
    "LiveJournal",
    "NotPlayed",
    "PlayerNote",
    "Removal",
    "StoreError",
    "UnknownEvent",
]
