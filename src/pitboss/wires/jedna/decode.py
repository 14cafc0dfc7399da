"""What an agent's line means: an action, or what is wrong with it. The rules say what is legal."""

from collections.abc import Callable
from typing import Any

import msgspec

from pitboss.games.uno.actions import DRAW, PASS, PLAYS
from pitboss.games.uno.cards import COLOURS, NO_COLOUR, WILD
from pitboss.games.uno.game import UnoGame
from pitboss.play.answer import Answer, Unusable
from pitboss.wires.jedna.dialect import CARD_CODES, COLOUR_CODES, Dialect
from pitboss.wires.jedna.messages import Draw, FromAgent, FromAgentReference, Pass

_document = msgspec.json.Decoder(FromAgent).decode
_reference = msgspec.json.Decoder(FromAgentReference).decode

_DRAW = Answer((DRAW,))
_PASS = Answer((PASS,))
_SINGLES = tuple(Answer((action,)) for action in range(2 * PLAYS))

_ACTIONS = ("play", "draw", "pass")
_EXAMPLE = '{"action": "draw"}'
_SHOWN = 40


def decoder_of(dialect: Dialect) -> Callable[[bytes], Any]:
    """What reads a line as one of the dialect's answers."""
    return _reference if dialect.double_play else _document


def read_answer(
    line: bytes, game: UnoGame, dialect: Dialect, decoder: Callable[[bytes], Any]
) -> Answer | Unusable:
    """The decision in a line; whatever it holds, this never raises."""
    try:
        said = decoder(line)
    except (ValueError, RecursionError, msgspec.MsgspecError):
        return complaint(line, dialect)
    kind = type(said)
    if kind is Draw:
        # In a war there is nothing else to draw than the stack.
        return _PASS if game.pending > 0 else _DRAW
    if kind is Pass:
        return _PASS
    code = CARD_CODES.get(said.card)
    if code is None:
        return complaint(line, dialect)
    card, colour = code
    action = card
    if card >= WILD:
        if said.wild_color is not None:
            named = COLOUR_CODES[said.wild_color]
            if colour not in (NO_COLOUR, named):
                return Unusable(
                    "bad_field",
                    f"wild_color: expected the colour of {said.card}, or no colour in card, "
                    f"got {said.wild_color}",
                )
            colour = named
        elif colour == NO_COLOUR:
            return Unusable(
                "wild_color_required",
                'wild_color: expected "red", "blue", "green" or "yellow", as every wild needs one',
            )
        action = WILD + (card - WILD) * COLOURS + colour
    if dialect.double_play and said.double_play:
        action += PLAYS
    return _SINGLES[action]


def complaint(line: bytes, dialect: Dialect) -> Unusable:
    """What is wrong with a line that could not be read as an answer."""
    try:
        said = msgspec.json.decode(line)
    except RecursionError:
        return Unusable("bad_json", "your line is nested too deeply to be an answer")
    except UnicodeDecodeError:
        return Unusable("bad_json", "your line is not UTF-8 text")
    except msgspec.ValidationError:
        return Unusable("bad_json", "your line holds a number beyond all bounds")
    except msgspec.DecodeError as error:
        return Unusable("bad_json", f"your line is not JSON: {error}; expected {_EXAMPLE}")
    if not isinstance(said, dict):
        return Unusable("bad_json", f"expected an object such as {_EXAMPLE}, got {_shown(said)}")
    return Unusable("bad_field", _wrong_field(said, dialect))


def _wrong_field(said: dict[str, Any], dialect: Dialect) -> str:
    action = said.get("action")
    if not isinstance(action, str) or action not in _ACTIONS:
        return f'action: expected "play", "draw" or "pass", got {_got(said, "action")}'
    card = said.get("card")
    if not isinstance(card, str) or card not in CARD_CODES:
        cards = f"r5, gs, yr, b+2, {dialect.wild}, wd4"
        return f"card: expected a card code such as {cards}, got {_got(said, 'card')}"
    colour = said.get("wild_color")
    if colour is not None and (not isinstance(colour, str) or colour not in COLOUR_CODES):
        return (
            'wild_color: expected "red", "blue", "green" or "yellow", '
            f"got {_got(said, 'wild_color')}"
        )
    return f"double_play: expected true or false, got {_got(said, 'double_play')}"


def _got(said: dict[str, Any], field: str) -> str:
    return _shown(said[field]) if field in said else "nothing"


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "an array"
    text = msgspec.json.encode(value).decode()
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
