"""What one player, or the public, may know of a game; as a record and as JSON."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from pitboss.games.arrays import i64, vec
from pitboss.games.game import SPECTATOR
from pitboss.games.uno.actions import ACTIONS
from pitboss.games.uno.cards import (
    CARD_KINDS,
    COLOURS,
    DECK_SIZE,
    LANE,
    NO_CARD,
    NO_COLOUR,
    RANKS,
    WILD,
    WILD_DRAW_FOUR,
)
from pitboss.games.uno.hands import FOURS, HELD, SIZE, STRIDE, TWICE, WILDS, cards_in
from pitboss.games.uno.notation import CARD_TEXTS, COLOUR_LETTERS, write_action, write_card
from pitboss.games.uno.table import FOUR_WAR, NO_WAR, OVER, TWO_WAR, Table


class UnoView(NamedTuple):
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


def view_of(table: Table, seat: int, legal: tuple[int, ...]) -> UnoView:
    """What the seat may know, built by inclusion; `legal` is empty unless it is its turn."""
    if seat < SPECTATOR or seat >= table.players:
        raise ValueError(f"there is no seat {seat}")
    over = table.phase == OVER
    mine = seat == table.turn and not over
    hands: list[tuple[int, ...]] = []
    if over:
        # At the end all hands are laid open to be counted.
        hands = [tuple(cards_in(table.hands, other * STRIDE)) for other in range(table.players)]
    return UnoView(
        seat,
        tuple(cards_in(table.hands, seat * STRIDE)) if seat != SPECTATOR else (),
        tuple([table.hands[other * STRIDE + SIZE] for other in range(table.players)]),
        table.top,
        table.colour,
        table.turn if not over else -1,
        table.direction,
        table.phase,
        table.pending,
        table.war,
        table.drawn if mine else NO_CARD,
        table.called,
        table.offender,
        table.pile.count,
        tuple(table.pile.discards()),
        tuple(table.scores),
        table.round,
        tuple(table.leavers),
        legal,
        tuple(hands),
    )


_PHASES: Final = [
    "play_or_draw",
    "after_draw",
    "colour_choice",
    "swap_choice",
    "catch_choice",
    "over",
]
_WARS: Final = {NO_WAR: None, TWO_WAR: "+2", FOUR_WAR: "wd4"}
# The last entry is for no colour, which is -1, here and in each row of _TOPS.
_COLOURS: Final = [*COLOUR_LETTERS, None]
_CARDS: Final = [*CARD_TEXTS]
_TOPS: Final = [
    [write_card(card, colour) for colour in (0, 1, 2, 3, NO_COLOUR)] for card in range(CARD_KINDS)
]
_ACTIONS: Final = [write_action(action) for action in range(ACTIONS)]

_FIELDS: Final = [*UnoView._fields]
_HAND: Final[int] = _FIELDS.index("hand")
_TOP: Final[int] = _FIELDS.index("top")
_COLOUR: Final[int] = _FIELDS.index("colour")
_PHASE: Final[int] = _FIELDS.index("phase")
_WAR: Final[int] = _FIELDS.index("war")
_DRAWN: Final[int] = _FIELDS.index("drawn")
_DISCARDS: Final[int] = _FIELDS.index("discards")
_LEGAL: Final[int] = _FIELDS.index("legal")
_HANDS: Final[int] = _FIELDS.index("hands")


def _texts(numbers: tuple[int, ...], texts: list[str]) -> list[str]:
    return [texts[number] for number in numbers]


def uno_json(view: UnoView, make: Callable[[Any, list[Any]], Any]) -> Any:
    """The view as a JSON object, cards and actions as text; `make` is as in `Kind.view_json`."""
    values: list[Any] = [*view]
    colour, drawn = view.colour, view.drawn
    values[_HAND] = _texts(view.hand, _CARDS)
    values[_TOP] = _TOPS[view.top][colour]
    values[_COLOUR] = _COLOURS[colour]
    values[_PHASE] = _PHASES[view.phase]
    values[_WAR] = _WARS[view.war]
    values[_DRAWN] = _CARDS[drawn] if drawn != NO_CARD else None
    values[_DISCARDS] = _texts(view.discards, _CARDS)
    values[_LEGAL] = _texts(view.legal, _ACTIONS)
    values[_HANDS] = [_texts(hand, _CARDS) for hand in view.hands]
    return make(UnoView, values)


_QUOTED: Final = [f'"{text}"' for text in _CARDS]
# Up to the size of the deck; the last is for -1.
_NUMBERS: Final = [*[str(number) for number in range(DECK_SIZE + 1)], "-1"]
_ACTION_TEXTS: Final = [f'"{text}"' for text in _ACTIONS]
_WAR_TEXTS: Final = {NO_WAR: "null", TWO_WAR: '"+2"', FOUR_WAR: '"wd4"'}
_COLOUR_TEXTS: Final = [*[f'"{letter}"' for letter in COLOUR_LETTERS], "null"]
# The cards of one colour in a hand, each followed by a comma: hands repeat.
_lane_texts: Final[dict[int, str]] = {}
_KEPT: Final = 20_000


def _lane_text(colour: i64, held: i64, twice: i64) -> str:
    key = (colour << 2 * RANKS) + (held << RANKS) + twice
    text = _lane_texts.get(key)
    if text is None:
        text = ""
        for rank in range(RANKS):
            copies = (int(held) >> rank & 1) + (int(twice) >> rank & 1)
            text += f"{_QUOTED[int(colour) * RANKS + rank]}," * copies
        if len(_lane_texts) >= _KEPT:
            _lane_texts.clear()
        _lane_texts[key] = text
    return text


def _hand_text(hands: vec[i64], at: i64) -> str:
    held = hands[at + HELD]
    twice = hands[at + TWICE]
    text = ""
    colour: i64
    for colour in range(COLOURS):
        lane = held >> colour * RANKS & LANE
        if lane != 0:
            text += _lane_text(colour, lane, twice >> colour * RANKS & LANE)
    text += f"{_QUOTED[WILD]}," * int(hands[at + WILDS])
    text += f"{_QUOTED[WILD_DRAW_FOUR]}," * int(hands[at + FOURS])
    return text[:-1]


def uno_text(table: Table, seat: int, legal: list[int]) -> str:
    """The JSON text of `uno_json(view_of(table, seat, legal))`; tests compare."""
    if seat < SPECTATOR or seat >= table.players:
        raise ValueError(f"there is no seat {seat}")
    over = table.phase == OVER
    mine = seat == table.turn and not over
    hand = ""
    if seat != SPECTATOR:
        hand = _hand_text(table.hands, seat * STRIDE)
    hands = ""
    actor = table.turn
    if over:
        actor = -1
        opened = [_hand_text(table.hands, other * STRIDE) for other in range(table.players)]
        hands = "[" + "],[".join(opened) + "]"
    drawn = "null"
    if mine and table.drawn != NO_CARD:
        drawn = _QUOTED[table.drawn]
    sizes = ",".join([_NUMBERS[table.hands[at * STRIDE + SIZE]] for at in range(table.players)])
    pile = table.pile
    cards = pile.cards
    discards: list[str] = []
    spot: i64
    for spot in range(pile.discarded):
        discards.append(_QUOTED[cards[DECK_SIZE - 1 - spot]])
    left = ""
    if table.leavers:
        left = ",".join([str(leaver) for leaver in table.leavers])
    return (
        f'{{"seat":{seat},"hand":[{hand}],"sizes":[{sizes}],'
        f'"top":"{_TOPS[table.top][table.colour]}","colour":{_COLOUR_TEXTS[table.colour]},'
        f'"actor":{_NUMBERS[actor]},"direction":{_NUMBERS[table.direction]},'
        f'"phase":"{_PHASES[table.phase]}",'
        f'"pending":{_NUMBERS[table.pending]},"war":{_WAR_TEXTS[table.war]},"drawn":{drawn},'
        f'"called":{"true" if table.called else "false"},"offender":{_NUMBERS[table.offender]},'
        f'"pile":{_NUMBERS[pile.count]},"discards":[{",".join(discards)}],'
        f'"scores":[{",".join([str(score) for score in table.scores])}],"round":{table.round},'
        f'"left":[{left}],'
        f'"legal":[{",".join([_ACTION_TEXTS[action] for action in legal])}],"hands":[{hands}]}}'
    )
