"""What agents are told in words: what happened at the table, and why an answer was refused."""

from collections.abc import Sequence
from functools import lru_cache
from threading import get_ident

import msgspec

from pitboss.games.game import IllegalAction
from pitboss.games.uno import notes
from pitboss.games.uno.cards import NO_COLOUR
from pitboss.games.uno.game import ENDINGS
from pitboss.games.uno.table import NOBODY
from pitboss.wires.jedna.dialect import COLOUR_NAMES, DIALECTS, Dialect
from pitboss.wires.jedna.messages import Error, Notification

Note = tuple[int, ...]

_encode = msgspec.json.Encoder().encode

# Notes that say nothing by themselves: hands are nobody else's business, the end has a message.
_SILENT = (notes.NOTE_DEALT, notes.NOTE_SHOWED, notes.NOTE_GAME_OVER)


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


class Phrases:
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


def phrases_for(dialect: str, names: tuple[str, ...]) -> Phrases:
    """The phrases of a table, shared by its seats and by all games of a match."""
    return _phrases_for(dialect, names, get_ident())


@lru_cache(maxsize=256)
def _phrases_for(dialect: str, names: tuple[str, ...], thread: int) -> Phrases:  # noqa: ARG001
    # Two threads may play at tables with the same names.
    return Phrases(DIALECTS[dialect], names)


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
    return f"Invalid action: {error}"


def _drawn(facts: dict[str, int]) -> str:
    return "" if facts.get("drawn", -1) >= 0 else ", and there was none to draw"
