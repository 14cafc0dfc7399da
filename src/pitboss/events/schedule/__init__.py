"""The formats of events: who meets whom, round by round."""

from pitboss.events.schedule.format import Format, Placing, Played
from pitboss.events.schedule.knockout import Knockout, Meeting
from pitboss.events.schedule.ladder import Ladder
from pitboss.events.schedule.round import Round, Stretch
from pitboss.events.schedule.static import Gauntlet, Match, RoundRobin, Static
from pitboss.events.schedule.swiss import Score, Swiss

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
