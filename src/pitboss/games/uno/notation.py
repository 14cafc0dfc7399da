"""How cards and actions are written. Positions are in position.py.

Cards: r5, gs (skip), yr (reverse), b+2, w, wd4; a wild that names a colour adds it: wb, wd4b.
"""

from typing import Final

from pitboss.games.kind import BadNotation
from pitboss.games.uno.actions import (
    ACTIONS,
    CALL_UNO,
    CATCH,
    CHALLENGE,
    CHOOSE_COLOUR,
    DRAW,
    DRAW_NAMING,
    PASS,
    PLAYS,
    SWAP,
    named_colour,
    play,
    played_card,
)
from pitboss.games.uno.cards import NO_COLOUR, RANKS, WILD

COLOUR_LETTERS: Final = "rgby"
COLOUR_WORDS: Final = ("red", "green", "blue", "yellow")
RANK_TEXTS: Final = (*"0123456789", "s", "r", "+2")
CARD_TEXTS: Final[tuple[str, ...]] = (
    *(c + r for c in COLOUR_LETTERS for r in RANK_TEXTS),
    "w",
    "wd4",
)
CARDS: Final = {text: card for card, text in enumerate(CARD_TEXTS)}

_WORDS: Final = {
    "draw": DRAW,
    "pass": PASS,
    "uno": CALL_UNO,
    "catch": CATCH,
    "challenge": CHALLENGE,
}
_PLAIN: Final = {action: word for word, action in _WORDS.items()}


def read_card(text: str) -> int:
    """The card that the text names."""
    card = CARDS.get(text)
    if card is None:
        raise BadNotation(f"{text!r} is no card: r5, gs, yr, b+2, w, wd4 and the like are")
    return card


def write_card(card: int, colour: int = NO_COLOUR) -> str:
    """The card as text; a wild with the colour named for it."""
    return CARD_TEXTS[card] + (COLOUR_LETTERS[colour] if card >= WILD and colour >= 0 else "")


def read_table_card(text: str) -> tuple[int, int]:
    """A card on the table and its colour: `r5`, `wb`, or `w` while no colour is named."""
    if text[:1] == "w" and text[-1:] in COLOUR_LETTERS and text[:-1] in CARDS:
        return CARDS[text[:-1]], COLOUR_LETTERS.index(text[-1])
    card = read_card(text)
    return card, card // RANKS if card < WILD else NO_COLOUR


def write_action(action: int) -> str:
    """An action as people write it."""
    if 0 <= action < 2 * PLAYS:
        text = write_card(played_card(action), named_colour(action))
        return text if action < PLAYS else f"{text} twice"
    if action in _PLAIN:
        return _PLAIN[action]
    if CHOOSE_COLOUR <= action < SWAP:
        return f"colour {COLOUR_LETTERS[action - CHOOSE_COLOUR]}"
    if SWAP <= action < DRAW_NAMING:
        return f"swap {action - SWAP}"
    if DRAW_NAMING <= action < ACTIONS:
        return f"draw {COLOUR_LETTERS[action - DRAW_NAMING]}"
    raise BadNotation(f"{action} is no action of UNO")


def read_action(text: str) -> int:
    """The action that the text names."""
    words = text.split()
    match words:
        case [word] if word in _WORDS:
            return _WORDS[word]
        case ["colour", letter] if len(letter) == 1 and letter in COLOUR_LETTERS:
            return CHOOSE_COLOUR + COLOUR_LETTERS.index(letter)
        case ["draw", letter] if len(letter) == 1 and letter in COLOUR_LETTERS:
            return DRAW_NAMING + COLOUR_LETTERS.index(letter)
        case ["swap", seat] if seat.isdecimal() and int(seat) < 10:
            return SWAP + int(seat)
        case [card] | [card, "twice"]:
            kind, colour = read_table_card(card)
            if kind >= WILD and colour == NO_COLOUR:
                raise BadNotation(f"{card!r} must name a colour, as in {card}b")
            return play(kind, colour, len(words))
    raise BadNotation(
        f"{text!r} is no action: a card, draw, pass, uno, catch, challenge, colour r, swap 2 are"
    )
