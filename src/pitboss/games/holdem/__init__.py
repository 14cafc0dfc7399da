"""No-limit hold'em: one hand, a freeze-out tournament, a cash session."""

from pitboss.games.holdem.betting import CALL, FOLD
from pitboss.games.holdem.hand import Hand
from pitboss.games.holdem.kinds import CASH, HAND, TOURNAMENT
from pitboss.games.holdem.pots import Pot
from pitboss.games.holdem.rules import CashRules, HandRules, TournamentRules
from pitboss.games.holdem.series import Cash, Tournament
from pitboss.games.holdem.table import FLOP, PREFLOP, RIVER, TURN
from pitboss.games.holdem.view import HandView, SeriesView

__all__ = [
    "CALL",
    "CASH",
    "FLOP",
    "FOLD",
    "HAND",
    "PREFLOP",
    "RIVER",
    "TOURNAMENT",
    "TURN",
    "Cash",
    "CashRules",
    "Hand",
    "HandRules",
    "HandView",
    "Pot",
    "SeriesView",
    "Tournament",
    "TournamentRules",
]
