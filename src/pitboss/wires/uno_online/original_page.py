"""The original uno-online page, whose client computes the game for a server that passes it on.

It is shown the game in the flat fields that it knows, and the state it sends is read as an action.
"""

from dataclasses import dataclass
from typing import Final, Literal

import msgspec

from pitboss.games.uno.cards import DECK_SIZE, DRAW_TWO, RANK_OF, SKIP, WILD, WILD_DRAW_FOUR
from pitboss.games.uno.game import UnoGame
from pitboss.games.uno.hands import SIZE, STRIDE, cards_in
from pitboss.wires.uno_online.encode import CODES, color_of, winner_of
from pitboss.wires.uno_online.messages import PLAYERS, Color, FlatState, InitGameState

# A card that the reader may not see.
HIDDEN: Final = "??"
# The page compares with `===`: its action cards are numbers, all others strings.
_NUMBERS: Final = {SKIP: 404, DRAW_TWO: 252, RANK_OF[WILD]: 300, RANK_OF[WILD_DRAW_FOUR]: 600}
_NOBODY: Final = "Nobody"

_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class PagePosition:
    """What tells one position of the game from another, as one side's page counts it."""

    side: int
    played: int
    left: int
    # What its button for drawing means now.
    drawing: Literal["draw", "pass"]


@dataclass(frozen=True, slots=True)
class Shown:
    """The game as one side hears of it by Socket.IO."""

    # `updateGameState`.
    update: msgspec.Raw
    _flat: FlatState
    _color: Color | None

    def init(self) -> msgspec.Raw | None:
        """`initGameState`, which alone begins a game on the page; None if it is over."""
        flat = self._flat
        if flat.game_over:
            return None
        init = InitGameState(
            game_over=False,
            turn=flat.turn,
            player1_deck=flat.player1_deck,
            player2_deck=flat.player2_deck,
            current_color=self._color,
            current_number=flat.current_number,
            played_cards_pile=flat.played_cards_pile,
            draw_card_pile=flat.draw_card_pile,
        )
        return msgspec.Raw(_encode(init))


def page_position(game: UnoGame, side: int) -> PagePosition:
    """The position that a side's page has been shown."""
    drawing: Literal["draw", "pass"] = "draw"
    if not game.may_draw() and game.may_pass():
        drawing = "pass"
    return PagePosition(side, game.pile.discarded + 1, _left(game), drawing)


def flat_state(game: UnoGame, side: int) -> FlatState:
    """The game in the page's own fields; what the side may not know is hidden."""
    pile = game.pile
    over = game.actor() < 0
    # The oldest discard lies outermost.
    cards = [pile.cards[DECK_SIZE - 1 - number] for number in range(pile.discarded)]
    return FlatState(
        game_over=over,
        winner=(winner_of(game) or _NOBODY) if over else "",
        turn=msgspec.UNSET if over else PLAYERS[game.actor()],
        player1_deck=_deck(game, 0, side),
        player2_deck=_deck(game, 1, side),
        current_number=_NUMBERS.get(RANK_OF[game.top], CODES[game.top][0]),
        played_cards_pile=[CODES[card] for card in [*cards, game.top]],
        draw_card_pile=[HIDDEN] * _left(game),
    )


def _deck(game: UnoGame, seat: int, side: int) -> list[str]:
    if seat == side:
        return [CODES[card] for card in cards_in(game.hands, seat * STRIDE)]
    return [HIDDEN] * game.hands[seat * STRIDE + SIZE]


def _left(game: UnoGame) -> int:
    """The length of the draw pile; the page looks at its last card, so there is always one."""
    return max(1, game.pile.count)


def shown_to(game: UnoGame, view: bytes, flat: FlatState) -> Shown:
    """A side's view with the flat fields beside its own."""
    update = msgspec.Raw(view[:-1] + b"," + _encode(flat)[1:])
    return Shown(update, flat, color_of(game.colour))


def read_page(value: object, shown: PagePosition) -> object:
    """The action in a state that the page sent; None if that belongs to a past position."""
    if not isinstance(value, dict):
        return {"action": value}
    if "playedCardsPile" not in value:
        left = value.get("drawCardPile")
        if isinstance(left, list) and len(left) != shown.left - 1:
            return None
        return {"action": shown.drawing}
    pile = value["playedCardsPile"]
    if not isinstance(pile, list) or not pile:
        return {"action": "play", "card": None}
    if len(pile) != shown.played + 1:
        return None
    own = value.get(f"player{shown.side + 1}Deck")
    return {
        "action": "play",
        "card": pile[-1],
        "color": value.get("currentColor"),
        "callUno": isinstance(own, list) and len(own) == 1,
    }
