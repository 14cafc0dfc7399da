"""The two dialects of the Jedna wire, as data, and how each spells cards."""

from dataclasses import dataclass
from functools import cached_property

from pitboss.games.uno.cards import NO_COLOUR, RANKS, WILD, WILD_DRAW_FOUR
from pitboss.games.uno.notation import CARD_TEXTS, COLOUR_LETTERS

COLOUR_NAMES = ("red", "green", "blue", "yellow")
_WILD_SPELLINGS = ("w", "wd")


@dataclass(frozen=True, kw_only=True)
class Dialect:
    """What one version of the protocol says otherwise than the other."""

    name: str
    wild: str
    # What the number of an opponent's cards is called.
    count: str
    # The number in a request's `protocol_version`; None: there is no such field.
    version: int | None
    double_play: bool
    # The rules that its agents expect, where nothing else is said.
    rules: str

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """Every card's text, by card."""
        return (*CARD_TEXTS[:WILD], self.wild, "wd4")

    def table_card(self, card: int, colour: int) -> str:
        """A card that lies on the table: a wild shows the colour that it named."""
        return self.cards[card] + (COLOUR_LETTERS[colour] if card >= WILD and colour >= 0 else "")


DOCUMENT = Dialect(
    name="1.0", wild="wd", count="cards", version=None, double_play=False, rules="jedna"
)
REFERENCE = Dialect(
    name="1", wild="w", count="card_count", version=1, double_play=True, rules="jedna-reference"
)
DIALECTS = {dialect.name: dialect for dialect in (DOCUMENT, REFERENCE)}


def _card_codes() -> dict[str, tuple[int, int]]:
    found = {text: (card, card // RANKS) for card, text in enumerate(CARD_TEXTS[:WILD])}
    wilds = [(text, WILD) for text in _WILD_SPELLINGS] + [("wd4", WILD_DRAW_FOUR)]
    for text, card in wilds:
        found[text] = (card, NO_COLOUR)
        for colour, letter in enumerate(COLOUR_LETTERS):
            found[text + letter] = (card, colour)
    return found


# Every spelling of a card that is understood, in either dialect, with the colour that it names.
CARD_CODES = _card_codes()
COLOUR_CODES = {name: colour for colour, name in enumerate(COLOUR_NAMES)}
