"""What an agent's line means: an action, or what is wrong with it. The rules say what is legal."""

import json
from typing import Any, Final

import msgspec

from pitboss.games.uno.actions import DRAW, PASS, PLAYS
from pitboss.games.uno.cards import COLOURS, NO_COLOUR, WILD
from pitboss.games.uno.game import UnoGame
from pitboss.play.answer import Answer, Unusable
from pitboss.wires.jedna.dialect import CARD_CODES, COLOUR_CODES, DOCUMENT, Dialect
from pitboss.wires.jedna.messages import AsWritten, Draw, Pass

_decode: Final = msgspec.json.Decoder(AsWritten).decode

_DRAW = Answer((DRAW,))
_PASS = Answer((PASS,))
_SINGLES = tuple(Answer((action,)) for action in range(2 * PLAYS))

# The codes of an answer in a dialect that is not spoken here, and of a wild without a colour.
OTHER_DIALECT: Final = "other_dialect"
COLOUR_MISSING: Final = "wild_color_required"
_HOW_TO: Final = "play jedna-reference, or with wire=jedna-1"
_ACTIONS = ("play", "draw", "pass")
_EXAMPLE = '{"action": "draw"}'
_SHOWN = 40


def read_answer(line: bytes, game: UnoGame, dialect: Dialect) -> Answer | Unusable:
    """The decision in a line; whatever it holds, this never raises."""
    try:
        said: Any = _decode(line)
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
        wanted = said.wild_color
        if isinstance(wanted, str) and wanted in COLOUR_CODES:
            named = COLOUR_CODES[wanted]
            if colour not in (NO_COLOUR, named):
                return Unusable(
                    "bad_field",
                    f"wild_color: expected the colour of {said.card}, or no colour in card, "
                    f"got {wanted}",
                )
            colour = named
        elif colour == NO_COLOUR:
            # An empty colour is none: so structs of Go and C# are written.
            if wanted is not None and wanted != "":
                return complaint(line, dialect)
            return Unusable(
                COLOUR_MISSING,
                'wild_color: expected "red", "blue", "green" or "yellow", as every wild needs one',
            )
        action = WILD + (card - WILD) * COLOURS + colour
    if said.double_play is not None and said.double_play is not False:
        if said.double_play is not True:
            return complaint(line, dialect)
        if not dialect.double_play:
            return Unusable(OTHER_DIALECT, f"double_play: only dialect 1 has it; {_HOW_TO}")
        action += PLAYS
    return _SINGLES[action]


def is_of_reference(said: str) -> bool:
    """Whether a refused answer is one that Jedna's own agents, of dialect 1, would give."""
    try:
        answer = msgspec.json.decode(said)
    except (ValueError, RecursionError, msgspec.MsgspecError):
        return False
    if not isinstance(answer, dict) or answer.get("action") != "play":
        return False
    card = answer.get("card")
    if answer.get("double_play") is True:
        return True
    if not isinstance(card, str) or CARD_CODES.get(card, (0, 0))[0] < WILD:
        return False
    return not card.startswith(DOCUMENT.wild) or not answer.get("wild_color")


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
    return Unusable("bad_field", _wrong_field(said, _actions(line), dialect))


def _actions(line: bytes) -> list[Any]:
    """Every `action` of the object, which may be there more than once."""
    try:
        pairs = json.loads(line, object_pairs_hook=list)
    except (ValueError, RecursionError):
        return []
    return [value for name, value in pairs if name == "action"]


def _wrong_field(said: dict[str, Any], actions: list[Any], dialect: Dialect) -> str:
    action = said.get("action")
    if not isinstance(action, str) or action not in _ACTIONS:
        return f'action: expected "play", "draw" or "pass", got {_got(said, "action")}'
    if len(actions) > 1:
        return f"action: expected one, got {' and '.join(map(_shown, actions))}"
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
