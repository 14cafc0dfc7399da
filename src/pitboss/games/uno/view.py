"""What one player, or the public, may know of a game of the UNO family."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class UnoView:
    """A position without its secrets; cards and actions as in cards.py and actions.py."""

    seat: int
    hand: tuple[int, ...]
    sizes: tuple[int, ...]
    top: int
    colour: int
    actor: int
    direction: int
    phase: int
    pending: int
    war: int
    drawn: int
    called: bool
    offender: int
    pile: int
    discards: tuple[int, ...]
    scores: tuple[int, ...]
    round: int
    left: tuple[int, ...]
    legal: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
