"""The formats of events: who meets whom, round by round."""

from pitboss.events.schedule.format import Format, Placing, PlayedRound
from pitboss.events.schedule.knockout import Meeting
from pitboss.events.schedule.progress import (
    FORMATS,
    blocks_of,
    bracket,
    history,
    is_fixed,
    ladder_order,
    next_round,
    placings,
    swiss_scores,
    total_blocks,
    total_rounds,
)
from pitboss.events.schedule.round import Round, Stretch
from pitboss.events.schedule.swiss import Score

__all__ = [
    "FORMATS",
    "Format",
    "Meeting",
    "Placing",
    "PlayedRound",
    "Round",
    "Score",
    "Stretch",
    "blocks_of",
    "bracket",
    "history",
    "is_fixed",
    "ladder_order",
    "next_round",
    "placings",
    "swiss_scores",
    "total_blocks",
    "total_rounds",
]
