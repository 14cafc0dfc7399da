"""Writing the request: every decision needs one, so it is put together by hand.

The text of the cards of one colour is kept once it has been made: hands repeat, and looking one
up is ten times faster than spelling it. What it must say is in messages.py; tests compare.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec

from pitboss.games.arrays import i64
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
from pitboss.games.uno.game import UnoGame
from pitboss.games.uno.hands import FOURS, HELD, SIZE, STRIDE, TWICE, WILDS
from pitboss.games.uno.notation import CARD_TEXTS
from pitboss.games.uno.table import AFTER_DRAW, FOUR_WAR, NO_WAR, TWO_WAR
from pitboss.wires.jedna.dialect import DIALECTS, Dialect

_KEPT: Final = 20_000
_STATES = {NO_WAR: "normal", TWO_WAR: "war_+2", FOUR_WAR: "war_wd4"}
# By which of them are open: 1 for playing, 2 for drawing, 4 for passing.
_ACTIONS = [
    b",".join(
        text for bit, text in enumerate((b'"play"', b'"draw"', b'"pass"')) if choices & (1 << bit)
    )
    for choices in range(8)
]
_GREEN: Final = RANKS
_BLUE: Final = 2 * RANKS
_YELLOW: Final = 3 * RANKS
_NOTHING_PICKED = b'false,"picked_card":null,"other_players":['
_NO_WAR = b'","game_state":"normal","stacked_cards":0,"already_picked":'


class ColourTexts:
    """The cards of one colour in a hand, by its two masks, as `"b2","b2","bs",`."""

    __slots__ = ("_kept", "_sorted")

    def __init__(self, colour: int) -> None:
        self._kept: dict[int, bytes] = {}
        texts = CARD_TEXTS[colour * RANKS : (colour + 1) * RANKS]
        self._sorted = sorted([(text, rank) for rank, text in enumerate(texts)])

    def of(self, held: int, twice: int) -> bytes:
        """The text for the cards held, and those held twice."""
        key = held << RANKS | twice
        text = self._kept.get(key)
        return text if text is not None else self._spell(key, held, twice)

    def _spell(self, key: int, held: int, twice: int) -> bytes:
        text = b""
        for card, rank in self._sorted:
            copies = (held >> rank & 1) + (twice >> rank & 1)
            text += f'"{card}",'.encode() * copies
        if len(self._kept) >= _KEPT:
            self._kept.clear()
        self._kept[key] = text
        return text


_reds: Final = ColourTexts(0)
_greens: Final = ColourTexts(1)
_blues: Final = ColourTexts(2)
_yellows: Final = ColourTexts(3)


class RequestWriter:
    """The requests to one seat at one table; keeps texts, but nothing of any game."""

    __slots__ = (
        "_at",
        "_cards",
        "_count",
        "_head",
        "_ids",
        "_others",
        "_picked",
        "_seat",
        "_tops",
        "_wilds",
    )

    def __init__(self, dialect: Dialect, seat: int, names: Sequence[str]) -> None:
        ids: list[str] = [msgspec.json.encode(name).decode() for name in names]
        version = "" if dialect.version is None else f'"protocol_version":{dialect.version},'
        head = f'{{"type":"request_action",{version}"state":{{"your_id":{ids[seat]},"hand":['
        self._head: bytes = head.encode()
        self._seat: int = seat
        self._at: int = seat * STRIDE
        self._ids: list[str] = ids
        self._count: str = dialect.count
        self._others: dict[int, bytes] = {}
        self._wilds: list[bytes] = [
            f'"{dialect.wild}",'.encode() * wilds + b'"wd4",' * fours
            for wilds in range(5)
            for fours in range(5)
        ]
        self._cards: list[bytes] = [f'"{text}"'.encode() for text in dialect.cards]
        self._picked: list[bytes] = [
            f'true,"picked_card":"{text}","other_players":['.encode() for text in dialect.cards
        ]
        # Each with the four colours and, for -1, none.
        self._tops: list[list[bytes]] = [
            [
                f'],"top_card":"{dialect.table_card(card, colour)}'.encode()
                for colour in (0, 1, 2, 3, NO_COLOUR)
            ]
            for card in range(CARD_KINDS)
        ]

    def write(self, game: UnoGame) -> bytes:
        """The request for the position, which must be this seat's to decide."""
        hands = game.hands
        at: i64 = self._at
        held = hands[at + HELD]
        twice = hands[at + TWICE]
        wilds = hands[at + WILDS]
        fours = hands[at + FOURS]
        plays = game.plays
        playable = b""
        picked = _NOTHING_PICKED
        if game.phase == AFTER_DRAW:
            drawn = game.drawn
            picked = b'true,"picked_card":null,"other_players":['
            if drawn != NO_CARD:
                picked = self._picked[drawn]
            if plays != 0:
                # However many of it are in hand, the drawn card is named once.
                playable = self._cards[drawn]
        elif plays != 0:
            open_wilds: i64 = 0
            open_fours: i64 = 0
            if plays & WILD_BIT != 0:
                open_wilds = wilds
            if plays & WILD_DRAW_FOUR_BIT != 0:
                open_fours = fours
            playable = self._list(plays, twice & plays, open_wilds, open_fours)
        choices: i64 = 0
        if plays != 0:
            choices = 1
        if game.may_draw():
            choices += 2
        if game.may_pass():
            choices += 4
        if game.players == 2:
            other = 1 - self._seat
            others = self._other(other, hands[other * STRIDE + SIZE])
        else:
            others = self._list_others(game)
        war = _NO_WAR
        if game.pending != 0:
            state = _STATES[game.war]
            war = (
                f'","game_state":"{state}","stacked_cards":{game.pending},"already_picked":'
            ).encode()
        return b"".join(
            [
                self._head,
                self._list(held, twice, wilds, fours),
                # The last of the five is for no colour, which is -1.
                self._tops[game.top][game.colour],
                war,
                picked,
                others,
                b'],"available_actions":[',
                _ACTIONS[choices],
                b'],"playable_cards":[',
                playable,
                b"]}}",
            ]
        )

    def _list(self, held: i64, twice: i64, wilds: i64, fours: i64) -> bytes:
        # In the order of their texts, as a person would sort them: blue, green, red, wild, yellow.
        text = b"".join(
            [
                _blues.of(held >> _BLUE & LANE, twice >> _BLUE & LANE),
                _greens.of(held >> _GREEN & LANE, twice >> _GREEN & LANE),
                _reds.of(held & LANE, twice & LANE),
                self._wilds[wilds * 5 + fours],
                _yellows.of(held >> _YELLOW & LANE, twice >> _YELLOW & LANE),
            ]
        )
        return text[:-1]

    def _other(self, seat: int, size: int) -> bytes:
        key = seat * (DECK_SIZE + 1) + size
        text = self._others.get(key)
        if text is None:
            text = f'{{"id":{self._ids[seat]},"{self._count}":{size}}}'.encode()
            self._others[key] = text
        return text

    def _list_others(self, game: UnoGame) -> bytes:
        hands = game.hands
        found: list[bytes] = []
        seat = game.after(self._seat, 1)
        while seat != self._seat:
            found.append(self._other(seat, hands[seat * STRIDE + SIZE]))
            seat = game.after(seat, 1)
        return b",".join(found)


@lru_cache(maxsize=1024)
def writer_for(dialect: str, seat: int, names: tuple[str, ...]) -> RequestWriter:
    """The writer for a seat at a table, shared by all games of a match."""
    return RequestWriter(DIALECTS[dialect], seat, names)
