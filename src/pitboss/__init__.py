"""Pitboss: an arena for card-game bots. It owns the rules, the clocks and the records."""

# Whether the engines in use are the compiled ones; pure Python plays the same games, slower.
from pitboss.games.arrays import COMPILED

__version__ = "0.1.0"

__all__ = ["COMPILED", "__version__"]
