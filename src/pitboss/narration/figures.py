"""A position in figures, for whoever may see all cards."""

from collections.abc import Mapping
from typing import Any

from pitboss.games.game import Game
from pitboss.games.registry import kind_named


def figures(kind_name: str, game: Game) -> Mapping[str, Any] | None:
    """What the position is worth, as JSON values by name; None if the game has no such figures.

    Hold'em has `equity`: by seat the share of the pot, null for who is out of the hand.
    """
    return kind_named(kind_name).figures(game)
