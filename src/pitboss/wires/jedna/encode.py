"""From a game to messages: requests, notifications in words, and why an answer was refused.

Every decision needs a request, so it is put together by hand. The text of a colour is kept once it
has been made: hands repeat, and looking one up is ten times faster than spelling it. What a request
must say is in messages.py; tests compare.
"""

from collections.abc import Sequence
from functools import lru_cache
from threading import get_ident
from typing import Final

import msgspec

from pitboss.games.arrays import i64
from pitboss.games.game import IllegalAction
from pitboss.games.uno import notes
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
from pitboss.games.uno.game import ENDINGS, UnoGame
from pitboss.games.uno.hands import FOURS, HELD, SIZE, STRIDE, TWICE, WILDS
from pitboss.games.uno.notation import CARD_TEXTS
from pitboss.games.uno.table import AFTER_DRAW, FOUR_WAR, NO_WAR, NOBODY, TWO_WAR
from pitboss.wires.jedna.dialect import COLOUR_NAMES, DIALECTS, Dialect
from pitboss.wires.jedna.messages import Error, Notification
from pitboss.wires.session import Note

_encode = msgspec.json.Encoder().encode

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
# Notes that say nothing by themselves: hands are nobody else's business, the end has a message.
_SILENT = (notes.NOTE_DEALT, notes.NOTE_SHOWED, notes.NOTE_GAME_OVER)


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


class RequestEncoder:
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

    def encode(self, game: UnoGame) -> bytes:
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
def requests_for(dialect: str, seat: int, names: tuple[str, ...]) -> RequestEncoder:
    """The requests to a seat at a table, shared by all games of a match."""
    return RequestEncoder(DIALECTS[dialect], seat, names)


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


class NotificationEncoder:
    """Notifications by note, in one dialect, with the players' names; made when first needed."""

    def __init__(self, dialect: Dialect, names: tuple[str, ...]) -> None:
        self._dialect = dialect
        self._names = names
        self._kept: dict[Note, bytes] = {}
        # What was told last, and its lines.
        self.told: Sequence[Note] = ()
        self.lines: list[bytes] = []

    def of(self, told: Sequence[Note]) -> list[bytes]:
        """The lines for what happened."""
        lines: list[bytes] = []
        kept = self._kept
        for note in told:
            # What was drawn is no part of what is told, nor of the key.
            key = note[:3] if note[0] == notes.NOTE_DREW else note
            line = kept.get(key)
            if line is None:
                line = self._line(key)
            if line:
                lines.append(line)
        self.lines = lines
        self.told = told
        return lines

    def _line(self, note: Note) -> bytes:
        sentence = self._sentence(note)
        line: bytes = _encode(Notification(sentence)) if sentence else b""
        if len(self._kept) < 10_000:
            self._kept[note] = line
        return line

    def _sentence(self, note: Note) -> str:
        what, seat, *numbers = note
        if what in _SILENT:
            return ""
        who = self._names[seat] if seat >= 0 else ""
        match what:
            case notes.NOTE_PLAYED:
                card = self._dialect.table_card(numbers[0], numbers[1])
                return f"{who} played {card}" + (" twice" if numbers[2] == 2 else "")
            case notes.NOTE_DREW:
                return f"{who} drew {_cards(numbers[0])}"
            case notes.NOTE_PASSED:
                return f"{who} passed"
            case notes.NOTE_TOOK:
                return f"{who} takes the stacked {_cards(numbers[0])}"
            case notes.NOTE_SKIPPED:
                return f"{who} is skipped"
            case notes.NOTE_REVERSED:
                return f"{who} reversed the direction of play"
            case notes.NOTE_RESHUFFLED:
                return f"the discards are the pile again, now {_cards(numbers[0])}"
            case notes.NOTE_WITHDREW:
                return f"{who} left the game"
            case notes.NOTE_FIRST_CARD:
                return self.first_card(numbers[0], NO_COLOUR)
            case notes.NOTE_ROUND_OVER:
                ending = ENDINGS[numbers[0]]
                if seat == NOBODY:
                    return f"nobody won the round ({ending})"
                return f"{who} won the round ({ending}), {numbers[1]} points"
        return f"{who} {notes.NAMES[what].replace('_', ' ')}"

    def first_card(self, card: int, colour: int) -> str:
        """What is said of the card that is turned after the deal."""
        return f"the first card is {self._dialect.table_card(card, colour)}"


def notifications_for(dialect: str, names: tuple[str, ...]) -> NotificationEncoder:
    """The notifications of a table, shared by its seats and by all games of a match."""
    return _notifications_for(dialect, names, get_ident())


@lru_cache(maxsize=256)
def _notifications_for(dialect: str, names: tuple[str, ...], thread: int) -> NotificationEncoder:  # noqa: ARG001
    # Two threads may play at tables with the same names.
    return NotificationEncoder(DIALECTS[dialect], names)


def error_line(message: str) -> bytes:
    """An error message."""
    return _encode(Error(message))


def why(error: IllegalAction, dialect: Dialect) -> str:
    """Why the rules refused, for an agent's author."""
    facts = error.facts
    cards = dialect.cards
    match error.reason:
        case "not_in_hand":
            return "Invalid card: that card is not in your hand"
        case "only_the_drawn_card":
            return f"Invalid card: after drawing only the drawn card may be played{_drawn(facts)}"
        case "not_playable":
            top = dialect.table_card(facts["top"], facts["colour"])
            return f"Invalid card: {cards[facts['card']]} does not match {top}"
        case "colour_in_hand":
            colour = COLOUR_NAMES[facts["colour"]]
            return f"Invalid card: {cards[facts['card']]} needs a hand without {colour} cards"
        case "must_answer_or_take":
            stack = _cards(facts["pending"])
            if "card" not in facts:
                return f"Invalid action: {stack} are stacked, answer or pass to take them"
            return (
                f"Invalid card: {cards[facts['card']]} does not answer the stacked {stack}, "
                "pass to take them"
            )
        case "already_drew":
            return "Invalid action: you have already drawn, play the drawn card or pass"
        case "pass_before_draw":
            return "Invalid action: you can pass only after drawing a card"
        case "must_play":
            return "Invalid action: you have a playable card, and must play"
        case "no_double_play":
            return "Invalid double_play: these rules allow one card at a time"
        case "no_double_after_draw":
            return "Invalid double_play: after drawing only the drawn card may be played"
        case "only_one_in_hand":
            return f"Invalid double_play: you have only one {cards[facts['card']]}"
    return f"Invalid action: {error.reason.replace('_', ' ')}"


def _drawn(facts: dict[str, int]) -> str:
    return "" if facts.get("drawn", -1) >= 0 else ", and there was none to draw"
