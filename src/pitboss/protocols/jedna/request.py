"""Writing the request: the one message that every decision needs, so it is put together by hand.

The text of the cards of one colour is kept once it has been made: hands repeat, and looking one
up is ten times faster than spelling it. What it must say is in messages.py; tests compare.
"""

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from pitboss.games.uno import UnoGame
from pitboss.games.uno.cards import (
    CARD_KINDS,
    DECK_SIZE,
    LANE,
    NO_CARD,
    NO_COLOUR,
    RANKS,
    WILD_BIT,
    WILD_DRAW_FOUR_BIT,
)
from pitboss.games.uno.hands import FOURS, HELD, SIZE, STRIDE, TWICE, WILDS
from pitboss.games.uno.notation import CARD_TEXTS
from pitboss.games.uno.table import AFTER_DRAW, FOUR_WAR, NO_WAR, TWO_WAR
from pitboss.protocols.jedna.dialect import DIALECTS, Dialect

_KEPT = 20_000
_STATES = {NO_WAR: "normal", TWO_WAR: "war_+2", FOUR_WAR: "war_wd4"}
_ACTIONS = {
    (plays, draws, passes): b",".join(
        text
        for text, valid in ((b'"play"', plays), (b'"draw"', draws), (b'"pass"', passes))
        if valid
    )
    for plays in (False, True)
    for draws in (False, True)
    for passes in (False, True)
}
# The cards held twice are put beside those held, far enough to leave room for the wilds.
_TWICE = 64
_LANES = LANE | LANE << _TWICE
_GREEN, _BLUE, _YELLOW = RANKS, 2 * RANKS, 3 * RANKS


class ColourTexts(dict[int, bytes]):
    """The cards of one colour in a hand, by its two masks, as `"b2","b2","bs",`."""

    def __init__(self, colour: int) -> None:
        super().__init__()
        texts = CARD_TEXTS[colour * RANKS : (colour + 1) * RANKS]
        self._sorted = sorted((text, rank) for rank, text in enumerate(texts))

    def __missing__(self, masks: int) -> bytes:
        held, twice = masks & LANE, masks >> _TWICE
        text = b""
        for card, rank in self._sorted:
            copies = (held >> rank & 1) + (twice >> rank & 1)
            text += f'"{card}",'.encode() * copies
        if len(self) >= _KEPT:
            self.clear()
        self[masks] = text
        return text


_reds, _greens, _blues, _yellows = (ColourTexts(colour) for colour in range(4))


class RequestWriter:
    """The requests to one seat at one table; keeps texts, but nothing of any game."""

    def __init__(self, dialect: Dialect, seat: int, names: Sequence[str]) -> None:
        ids = [msgspec.json.encode(name).decode() for name in names]
        version = "" if dialect.version is None else f'"protocol_version":{dialect.version},'
        head = f'{{"type":"request_action",{version}"state":{{"your_id":{ids[seat]},"hand":['
        self._head = head.encode()
        self._seat = seat
        self._at = seat * STRIDE
        self._ids = ids
        self._count = dialect.count
        self._others: dict[int, bytes] = {}
        self._wilds = [
            [f'"{dialect.wild}",'.encode() * wilds + b'"wd4",' * fours for fours in range(5)]
            for wilds in range(5)
        ]
        self._cards = [text.encode() for text in dialect.cards]
        self._tops = [
            [dialect.table_card(card, colour).encode() for colour in (0, 1, 2, 3, NO_COLOUR)]
            for card in range(CARD_KINDS)
        ]

    def write(self, game: UnoGame) -> bytes:
        """The request for the position, which must be this seat's to decide."""
        hands = game.hands
        at = self._at
        held: int = hands[at + HELD]
        twice: int = hands[at + TWICE]
        wilds: int = hands[at + WILDS]
        fours: int = hands[at + FOURS]
        plays: int = game.plays
        if game.phase == AFTER_DRAW:
            drawn = game.drawn
            picked = b'true,"picked_card":null'
            if drawn != NO_CARD:
                picked = b'true,"picked_card":"%b"' % self._cards[drawn]
            # However many of it are in hand, the drawn card is named once.
            playable = b'"%b"' % self._cards[drawn] if plays else b""
        else:
            picked = b'false,"picked_card":null'
            playable = b""
            if plays:
                playable = self._list(
                    plays,
                    twice & plays,
                    wilds if plays & WILD_BIT else 0,
                    fours if plays & WILD_DRAW_FOUR_BIT else 0,
                )
        actions = _ACTIONS[plays != 0, game.may_draw(), game.may_pass()]
        if game.players == 2:
            other = 1 - self._seat
            others = self._other(other, hands[other * STRIDE + SIZE])
        else:
            others = self._list_others(game)
        return b"".join(
            (
                self._head,
                self._list(held, twice, wilds, fours),
                b'],"top_card":"',
                # The last of the five is for no colour, which is -1.
                self._tops[game.top][game.colour],
                b'","game_state":"normal","stacked_cards":0,"already_picked":'
                if game.pending == 0
                else b'","game_state":"%b","stacked_cards":%d,"already_picked":'
                % (_STATES[game.war].encode(), game.pending),
                picked,
                b',"other_players":[',
                others,
                b'],"available_actions":[',
                actions,
                b'],"playable_cards":[',
                playable,
                b"]}}",
            )
        )

    def _list(self, held: int, twice: int, wilds: int, fours: int) -> bytes:
        # In the order of their texts, as a person would sort them: blue, green, red, wild, yellow.
        lanes = held | twice << _TWICE
        return (
            _blues[lanes >> _BLUE & _LANES]
            + _greens[lanes >> _GREEN & _LANES]
            + _reds[lanes & _LANES]
            + self._wilds[wilds][fours]
            + _yellows[lanes >> _YELLOW & _LANES]
        )[:-1]

    def _other(self, seat: int, size: int) -> bytes:
        key = seat * (DECK_SIZE + 1) + size
        text = self._others.get(key)
        if text is None:
            text = f'{{"id":{self._ids[seat]},"{self._count}":{size}}}'.encode()
            self._others[key] = text
        return text

    def _list_others(self, game: UnoGame) -> bytes:
        hands = game.hands
        found = []
        seat = game.after(self._seat, 1)
        while seat != self._seat:
            found.append(self._other(seat, hands[seat * STRIDE + SIZE]))
            seat = game.after(seat, 1)
        return b",".join(found)


@lru_cache(maxsize=1024)
def writer_for(dialect: str, seat: int, names: tuple[str, ...]) -> RequestWriter:
    """The writer for a seat at a table, shared by all games of a match."""
    return RequestWriter(DIALECTS[dialect], seat, names)
