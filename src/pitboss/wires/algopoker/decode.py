"""What a client's frame means: a message, or the code of what is wrong with it. Never raises.

Which message is in order at this moment is for the table to say; which action is legal, for the
rules.
"""

import json
from typing import Any, Final, NoReturn, TypeAlias

import msgspec

from pitboss.games.holdem.betting import CALL, FOLD
from pitboss.games.holdem.hand import Hand
from pitboss.play.answer import Answer, Unusable
from pitboss.wires.algopoker.messages import (
    LONGEST_NAME,
    ActionChoice,
    ErrorCode,
    JoinRequest,
    Spectate,
    Start,
)

Message: TypeAlias = JoinRequest | ActionChoice | Spectate | Start

_decode: Final = msgspec.json.Decoder().decode
_FOLDED: Final = Answer((FOLD,))
_CALLED: Final = Answer((CALL,))
_LONG: Final = 10**12
_TYPES: Final = "join, action, spectate, start"


def read_message(frame: bytes) -> Message | Unusable:
    """The message in a frame; BAD_JSON or UNKNOWN_TYPE if there is none."""
    try:
        value = _decode(frame)
    except msgspec.ValidationError:
        # Valid JSON with a number beyond all bounds: what it stands for decides, not its size.
        try:
            value = _decode_numbers(frame)
        except (ValueError, RecursionError):
            return _bad_json(frame)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _bad_json(frame)
    if type(value) is not dict:
        return Unusable(ErrorCode.UNKNOWN_TYPE, "A message is a JSON object with a 'type'.")
    kind = value.get("type")
    if kind == "action":
        return ActionChoice(value.get("action"))
    if kind == "join":
        return JoinRequest(value.get("name", msgspec.UNSET), _token(value))
    if kind == "spectate":
        return Spectate(_token(value))
    if kind == "start":
        return Start(_token(value))
    if not isinstance(kind, str):
        return Unusable(ErrorCode.UNKNOWN_TYPE, f"'type' must be one of {_TYPES}.")
    return Unusable(ErrorCode.UNKNOWN_TYPE, f"Unknown type {_shown(kind)}; known are {_TYPES}.")


def read_name(asked: Any) -> str | Unusable:
    """The name that a `join` asks for, trimmed; BAD_NAME or, if there is none, BAD_JOIN."""
    if asked is msgspec.UNSET:
        return Unusable(ErrorCode.BAD_JOIN, "A join message needs a 'name'.")
    if not isinstance(asked, str):
        return Unusable(ErrorCode.BAD_NAME, "A name must be a string.")
    name = asked.strip()
    if not 1 <= len(name) <= LONGEST_NAME:
        return Unusable(ErrorCode.BAD_NAME, f"A name has 1 to {LONGEST_NAME} characters.")
    # Neither control characters nor what turns the direction of text, nor halves of characters.
    if not name.isprintable():
        return Unusable(ErrorCode.BAD_NAME, "A name has printable characters only.")
    return name


def read_action(action: Any, hand: Hand) -> Answer | Unusable:
    """The decision in an `action`, for the hand's actor; raises are brought into range."""
    if type(action) is not dict:
        return _bad_action("'action' must be an object with a 'type'")
    kind = action.get("type")
    if kind == "fold":
        return _FOLDED
    if kind == "check":
        owed = hand.to_call()
        return _CALLED if owed == 0 else _bad_action(f"there is a bet of {owed} to call")
    if kind == "call":
        return _CALLED if hand.to_call() > 0 else _bad_action("there is no bet to call")
    if kind == "raise":
        return _read_raise(action.get("amount"), hand)
    if isinstance(kind, str):
        return _bad_action(f"there is no action {_shown(kind)}")
    return _bad_action("'action.type' must be fold, check, call or raise")


def _read_raise(amount: Any, hand: Hand) -> Answer | Unusable:
    # Not i64, which would not hold every number that a client may send.
    high: int = hand.max_raise()
    if high == 0:
        return _bad_action("raising is not open to you now")
    if type(amount) is float and amount.is_integer():
        amount = int(amount)
    # Not isinstance: true is an int to Python, and none to JSON.
    if type(amount) is not int:
        return _bad_action("a raise needs a whole number as 'amount'")
    low: int = hand.min_raise()
    total: int = amount
    if low <= total <= high:
        return Answer((total,))
    clamped = low if total < low else high
    side = f"the least is {low}" if total < low else f"the most is {high}"
    # Any number may be sent, of hundreds of digits too.
    wanted = str(total) if -_LONG < total < _LONG else f"{total:.3g}"
    return Answer((clamped,), None, f"a raise to {wanted} was clamped to {clamped}: {side}")


def _decode_numbers(frame: bytes) -> Any:
    return json.loads(frame.decode(), parse_int=_read_int, parse_constant=_refuse)


def _read_int(digits: str) -> int:
    # Python refuses to read very long ones, which all mean "more than there are chips".
    if len(digits) <= 20:
        return int(digits)
    return -(10**20) if digits.startswith("-") else 10**20


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _token(value: dict[str, Any]) -> str:
    token = value.get("token", "")
    # A token of another type can't be right, and must not pass for none.
    return token if isinstance(token, str) else "\0"


def _shown(text: str) -> str:
    return ascii(text if len(text) <= 40 else f"{text[:40]}...")


def _bad_json(frame: bytes) -> Unusable:
    return Unusable(ErrorCode.BAD_JSON, f"That is not valid JSON ({len(frame)} bytes).")


def _bad_action(why: str) -> Unusable:
    return Unusable(ErrorCode.BAD_ACTION, f"Folded: {why}.")
