"""The formats of events: who meets whom, round by round."""

from pitboss.arena.schedules.format import Format, Placing, Played
from pitboss.arena.schedules.knockout import Knockout, Meeting
from pitboss.arena.schedules.ladder import Ladder
from pitboss.arena.schedules.round import Round, Stretch
from pitboss.arena.schedules.static import Gauntlet, Match, RoundRobin, Static
from pitboss.arena.schedules.swiss import Score, Swiss

__all__ = [
    "Format",
    "Gauntlet",
    "Knockout",
    "Ladder",
    "Match",
    "Meeting",
    "Placing",
    "Played",
    "Round",
    "RoundRobin",
    "Score",
    "Static",
    "Stretch",
    "Swiss",
]
