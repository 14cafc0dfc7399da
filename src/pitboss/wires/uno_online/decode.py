"""What a player's action object means. Whether it is legal is for the rules to say."""

from typing import Final

from pitboss.games.uno.actions import (
    CALL_UNO,
    CATCH,
    CHALLENGE,
    CHOOSE_COLOUR,
    DRAW,
    DRAW_NAMING,
    PASS,
    play,
)
from pitboss.games.uno.cards import NO_COLOUR, WILD
from pitboss.games.uno.game import UnoGame
from pitboss.play.answer import Answer, Unusable
from pitboss.wires.uno_online.encode import CARDS, COLOR_NUMBERS

# pass, catch, challenge and color are for the other rules of the family.
_SIMPLE: Final = {
    "draw": DRAW,
    "uno": CALL_UNO,
    "pass": PASS,
    "catch": CATCH,
    "challenge": CHALLENGE,
}
_WORDS: Final = ("play", *_SIMPLE, "color")
_SHOWN: Final = 40


def read_action(value: object, game: UnoGame) -> Answer | Unusable:
    """The decision in an action object; whatever is sent, this never raises."""
    if not isinstance(value, dict):
        return Unusable("bad_action", f"an action is an object, not {_shown(value)}")
    word = value.get("action")
    if word == "play":
        return _read_play(value, game)
    if word == "draw" and game.may_draw_naming():
        colour = _read_color(value.get("color"))
        if isinstance(colour, int) and colour != NO_COLOUR:
            return Answer((DRAW_NAMING + colour,))
    if isinstance(word, str) and word in _SIMPLE:
        return Answer((_SIMPLE[word],))
    if word == "color":
        colour = _read_color(value.get("color"))
        if isinstance(colour, Unusable):
            return colour
        if colour == NO_COLOUR:
            return Unusable("color_required", "color is missing: R, G, B or Y")
        return Answer((CHOOSE_COLOUR + colour,))
    if "action" not in value:
        return Unusable("bad_action", f"action is missing: one of {', '.join(_WORDS)}")
    return Unusable("bad_action", f"action is {_shown(word)}, not one of {', '.join(_WORDS)}")


def wrong_turn(value: object, turn: int) -> Unusable | None:
    """What is wrong with an action's `turnNumber`, if it has one; nothing if it is this turn."""
    number = value.get("turnNumber") if isinstance(value, dict) else None
    if number is None or (number == turn and not isinstance(number, bool)):
        return None
    if not isinstance(number, int) or isinstance(number, bool):
        return Unusable("bad_turn_number", f"turnNumber is {_shown(number)}, not a whole number")
    return Unusable("stale_turn", f"the action is for turn {_shown(number)}, and it is turn {turn}")


def names_turn(value: object) -> bool:
    """Whether an action says for which turn it is meant."""
    return isinstance(value, dict) and value.get("turnNumber") is not None


def ends_turn(value: object) -> bool:
    """Whether an action that was played changed the game: a call of UNO leaves it as it was."""
    return not isinstance(value, dict) or value.get("action") != "uno"


def _read_play(value: dict[object, object], game: UnoGame) -> Answer | Unusable:
    code = value.get("card")
    if code is None:
        return Unusable("bad_card", "card is missing: a card code such as 4R")
    card = CARDS.get(code) if isinstance(code, str) else None
    if card is None:
        return Unusable("bad_card", f"card is {_shown(code)}, no card code such as 4R")
    # A coloured card keeps its own colour, whatever is sent along.
    colour = _read_color(value.get("color")) if card >= WILD else NO_COLOUR
    if isinstance(colour, Unusable):
        return colour
    if card >= WILD and colour == NO_COLOUR:
        return Unusable("color_required", f"color is missing: {code} needs R, G, B or Y")
    call = value.get("callUno")
    if call is not None and not isinstance(call, bool):
        return Unusable("bad_call_uno", f"callUno is {_shown(call)}, not true or false")
    action = play(card, colour)
    # Said too early or twice, the word counts for nothing, as at a table.
    if call and game.may_call():
        return Answer((CALL_UNO, action))
    return Answer((action,))


def _read_color(value: object) -> int | Unusable:
    if value is None:
        return NO_COLOUR
    colour = COLOR_NUMBERS.get(value) if isinstance(value, str) else None  # type: ignore[call-overload]
    if colour is None:
        return Unusable("bad_color", f"color is {_shown(value)}, not R, G, B or Y")
    return int(colour)


def _shown(value: object) -> str:
    """A value as a message can quote it: short, and of one line."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            text = repr(value[:_SHOWN])
        case int() | float():
            # A number of thousands of digits is not written out.
            text = repr(value) if abs(value) < 1e15 else "a large number"
        case dict():
            return "an object"
        case list():
            return "a list"
        case _:
            return "no JSON value"
    return text if len(text) <= _SHOWN + 2 else text[:_SHOWN] + "..."
