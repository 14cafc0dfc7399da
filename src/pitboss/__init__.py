"""Pitboss: an arena for card-game bots. It owns the rules, the clocks and the records."""

from pitboss.games import rng as _rng

__version__ = "0.1.0"

# Whether the engines in use are the compiled ones; pure Python plays the same games, slower.
COMPILED: bool = not _rng.__file__.endswith(".py")

__all__ = ["COMPILED", "__version__"]
