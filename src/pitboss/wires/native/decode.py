"""What a bot's message means: an action, or what is wrong with it. The rules say what is legal."""

from typing import Final

import msgspec

from pitboss.games.kind import BadNotation
from pitboss.play.answer import Answer, Unusable
from pitboss.wires.native.encode import KindEncoder
from pitboss.wires.native.messages import Action

_decode: Final = msgspec.json.Decoder(Action).decode

_EXAMPLE: Final = '{"type":"action","turn":7,"action":"draw"}'
_LONGEST: Final = 200
# What every JSON reader can still tell apart, and far beyond every action.
_FAR: Final = 1 << 53


def read_action(line: bytes, turn: int, encoder: KindEncoder) -> Answer | Unusable:
    """The decision in a message about the open turn; whatever it holds, this never raises."""
    try:
        said = _decode(line)
    except RecursionError:
        return Unusable("bad_json", "your message is nested too deeply to be an answer")
    except UnicodeDecodeError:
        return Unusable("bad_json", "your message is not UTF-8 text")
    except msgspec.ValidationError as error:
        return Unusable("bad_field", f"{error}; expected a message such as {_EXAMPLE}")
    except (ValueError, msgspec.MsgspecError) as error:
        return Unusable("bad_json", f"your message is not JSON: {error}; expected {_EXAMPLE}")
    if said.turn > turn:
        return Unusable("bad_turn", f"turn: expected {turn}, got {said.turn}")
    # Before any other check: a late answer is passed over, whatever it says.
    if said.turn < turn:
        return Answer((), said.turn)
    action = said.action
    if isinstance(action, str):
        if len(action) > _LONGEST:
            return Unusable("bad_action", f"action: {len(action)} characters are too many")
        try:
            action = encoder.read_action(action)
        except BadNotation as error:
            return Unusable("bad_action", f"action: {error}")
    elif not -_FAR < action < _FAR:
        return Unusable("bad_action", "action: that number is beyond all actions")
    return Answer((action,), said.turn)
