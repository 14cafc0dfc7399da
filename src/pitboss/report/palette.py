"""A colour for each bot, the same in every chart.

Eight colours are as many as anybody tells apart; from the ninth place on bots are grey, and are
told apart by their names. The colours are those of M. Okabe and K. Ito, who chose them for all
kinds of colour vision, with two of P. Tol's instead of their yellow and black; on a dark page
each is lighter.
"""

from collections.abc import Sequence

# On a light page, and on a dark one.
COLOURS = (
    ("#0072b2", "#4ea9e6"),
    ("#d55e00", "#f0843c"),
    ("#009e73", "#2fc394"),
    ("#b8578e", "#e39ac4"),
    ("#b57f00", "#e8b33d"),
    ("#4a9fd4", "#86cdf6"),
    ("#882255", "#cf6a9b"),
    ("#7f7f1a", "#bcbc57"),
)
REST = ("#8a8f98", "#868d98")


def colour_classes(order: Sequence[int]) -> dict[int, str]:
    """The class of each entrant's marks; `order` has the entrants from best to worst."""
    return {
        entrant: f"c{place}" if place < len(COLOURS) else "cr"
        for place, entrant in enumerate(order)
    }


def colour_rules(dark: bool) -> str:
    """The style sheet's part about them."""
    named = [(f"c{place}", pair) for place, pair in enumerate(COLOURS)]
    return "".join(f".{name}{{--c:{pair[dark]}}}" for name, pair in [*named, ("cr", REST)])
