"""UNO, Jedna and their house rules: one engine, many knobs."""

from pitboss.games.uno.game import UnoGame
from pitboss.games.uno.kind import UNO
from pitboss.games.uno.rules import JEDNA, JEDNA_REFERENCE, OFFICIAL, PRESETS, UNO_ONLINE, UnoRules

__all__ = [
    "JEDNA",
    "JEDNA_REFERENCE",
    "OFFICIAL",
    "PRESETS",
    "UNO",
    "UNO_ONLINE",
    "UnoGame",
    "UnoRules",
]
