"""A position as the wire's `game_state`, put together by hand: every action needs one.

It is encoded once for everyone, and a receiver's own cards are spliced into it. What it must say is
`GameState` in messages.py; tests compare.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from pitboss.games.arrays import i64
from pitboss.games.holdem.cards import BIT, card_text
from pitboss.games.holdem.hand import Hand
from pitboss.games.holdem.table import PREFLOP

_STREETS = ["preflop", "flop", "turn", "river"]
_CARDS = [card_text(card) for card in range(52)]
_HIDDEN: Final = b'"hole_cards":["??","??"],"hole_cards_known":false'
_ACTIVE: Final = 1
_ALL_IN: Final = 2
_DEALER: Final = 4
_SMALL: Final = 8
_BIG: Final = 16


def _flags(flags: int) -> str:
    names = ("is_active", "is_all_in", "is_dealer", "is_small_blind", "is_big_blind")
    return "".join(
        [f',"{name}":{"true" if flags >> bit & 1 else "false"}' for bit, name in enumerate(names)]
    )


_FLAGS = [_flags(flags) + "," for flags in range(32)]


class Scene:
    """A position encoded for everyone: public, with one seat's cards, or with all."""

    __slots__ = ("_hand", "_pieces", "_public", "_seen")

    def __init__(self, hand: Hand, pieces: list[bytes]) -> None:
        """What comes before, between and after the places where cards are hidden, by seat."""
        self._hand = hand
        self._pieces = pieces
        self._public: bytes = b""
        # The result of an action and the request that follows it show the same position.
        self._seen: dict[int, bytes] = {}

    @property
    def public(self) -> bytes:
        """The state without anybody's cards."""
        if not self._public:
            self._public = _HIDDEN.join(self._pieces)
        return self._public

    def seen_by(self, seat: int) -> bytes:
        """The state with the seat's own cards, if it was dealt any."""
        seen = self._seen.get(seat)
        if seen is None:
            cards = self._hand.hole(seat)
            if not cards:
                seen = self.public
            else:
                pieces = self._pieces
                after = seat + 1
                seen = b"".join(
                    [
                        _HIDDEN.join(pieces[:after]),
                        _known(cards[0], cards[1]),
                        _HIDDEN.join(pieces[after:]),
                    ]
                )
            self._seen[seat] = seen
        return seen

    def with_all_cards(self) -> bytes:
        """The state with everybody's cards, for the organiser."""
        told = [self._pieces[0]]
        for seat in range(len(self._pieces) - 1):
            cards = self._hand.hole(seat)
            told.append(_known(cards[0], cards[1]) if cards else _HIDDEN)
            told.append(self._pieces[seat + 1])
        return b"".join(told)


def _known(first: int, second: int) -> bytes:
    return (f'"hole_cards":["{_CARDS[first]}","{_CARDS[second]}"],"hole_cards_known":true').encode()


class SceneWriter:
    """Writes the positions of one table; keeps its names, but nothing of any game."""

    __slots__ = ("_seats",)

    def __init__(self, names: Sequence[str]) -> None:
        self._seats: list[str] = []
        for seat, name in enumerate(names):
            # After the first seat, this follows on the fields of the seat before.
            before = "" if seat == 0 else "},"
            quoted: str = msgspec.json.encode(name).decode()
            self._seats.append(f'{before}{{"seat":{seat},"name":{quoted},"stack":')

    def write(self, hand: Hand) -> Scene:
        """The position as it stands; the pot stays in place until `hand_end`."""
        live = hand.live
        actor = hand.turn
        button = hand.button
        small = hand.small_seat
        big = hand.big_seat
        stack = hand.stack
        pieces: list[bytes] = []
        text = (
            f'{{"street":"{_STREETS[hand.street]}","hand_number":{hand.number},'
            f'"community_cards":[{_board(hand)}],"pot":{{"total":{hand.pot()},"pots":['
            f'{_pots(hand)}]}},"players":['
        )
        seat: i64
        for seat in range(hand.count):
            chips = stack[seat]
            if actor < 0:
                chips -= hand.won[seat]
            flags: i64 = 0
            if live & BIT[seat] != 0:
                flags = _ACTIVE
                if chips == 0:
                    flags = _ACTIVE | _ALL_IN
            if seat == button:
                flags |= _DEALER
            if seat == small:
                flags |= _SMALL
            if seat == big:
                flags |= _BIG
            text += f'{self._seats[seat]}{chips},"current_bet":{hand.bet[seat]}{_FLAGS[flags]}'
            pieces.append(text.encode())
            text = ""
        asked = "null"
        if actor >= 0:
            asked = str(actor)
        text = (
            f'}}],"actor_seat":{asked},"valid_actions":[{_choices(hand)}],'
            f'"dealer_seat":{button},"small_blind_seat":{small},"big_blind_seat":{big},'
            f'"small_blind_amount":{hand.small},"big_blind_amount":{hand.big}}}'
        )
        pieces.append(text.encode())
        return Scene(hand, pieces)


def _board(hand: Hand) -> str:
    if hand.street == PREFLOP:
        return ""
    first = 2 * hand.count
    cards = hand.cards
    shown = [_CARDS[cards[spot]] for spot in range(first, first + hand.street + 2)]
    return '"' + '","'.join(shown) + '"'


def _pots(hand: Hand) -> str:
    told: list[str] = []
    for pot in hand.pots():
        seats = ",".join([str(seat) for seat in pot.seats])
        told.append(f'{{"amount":{pot.amount},"eligible_seats":[{seats}]}}')
    return ",".join(told)


def _choices(hand: Hand) -> str:
    if hand.turn < 0:
        return ""
    owed = hand.to_call()
    middle = '{"type":"fold"},{"type":"check"}'
    if owed > 0:
        middle = f'{{"type":"fold"}},{{"type":"call","amount":{owed}}}'
    high = hand.max_raise()
    if high == 0:
        return middle
    return f'{middle},{{"type":"raise","min_amount":{hand.min_raise()},"max_amount":{high}}}'
