"""Why a line is no answer: names the field, what was expected, and what came instead."""

from typing import Any

import msgspec

from pitboss.play.answer import Unusable
from pitboss.wires.jedna.dialect import CARD_CODES, COLOUR_CODES, Dialect

_ACTIONS = ("play", "draw", "pass")
_EXAMPLE = '{"action": "draw"}'
_SHOWN = 40


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
