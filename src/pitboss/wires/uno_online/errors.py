"""Every error code of this wire, with its HTTP status and its meaning."""

from dataclasses import dataclass
from typing import Final

from pitboss.games.game import IllegalAction
from pitboss.games.uno.cards import CARD_KINDS, NO_COLOUR
from pitboss.wires.uno_online.cards import CODES, COLORS


@dataclass(frozen=True, slots=True)
class ErrorCode:
    """What HTTP says with it, and what it means."""

    status: int
    meaning: str


ERRORS: Final = {
    "bad_json": ErrorCode(400, "the body is not JSON"),
    "bad_action": ErrorCode(400, "`action` is missing, of the wrong type or unknown"),
    "bad_card": ErrorCode(400, "`card` is missing, of the wrong type or no card code"),
    "color_required": ErrorCode(400, "a wild was played without `color`"),
    "bad_color": ErrorCode(400, "`color` is none of R, G, B, Y"),
    "bad_call_uno": ErrorCode(400, "`callUno` is neither true nor false"),
    "bad_room": ErrorCode(400, "the room code is not 1 to 32 letters, digits, - or _"),
    "bad_order": ErrorCode(
        400, "a field of the order or of the join is wrong; the message names it"
    ),
    "bad_rules": ErrorCode(400, "there are no such rules for two players"),
    "bad_message": ErrorCode(400, "the chat message is no text of 1 to 500 characters"),
    "bad_host": ErrorCode(400, "the Host header names no address that this server serves"),
    "token_required": ErrorCode(401, "the room is not open and no token was sent"),
    "bad_token": ErrorCode(403, "the token opens no seat of this room"),
    "not_allowed": ErrorCode(403, "only the organiser may do this here"),
    "not_your_seat": ErrorCode(403, "no player of this room may be moved by this client"),
    "no_such_room": ErrorCode(404, "there is no such room, or no longer"),
    "not_found": ErrorCode(404, "nothing is served under this path"),
    "bad_method": ErrorCode(405, "the path does not take this method"),
    "not_your_turn": ErrorCode(409, "it is the other player's turn"),
    "game_over": ErrorCode(409, "the game has ended"),
    "too_late": ErrorCode(409, "the time was up and a move was made in the player's place"),
    "room_exists": ErrorCode(409, "a room with this code exists"),
    "room_full": ErrorCode(409, "every seat of the room is taken"),
    "not_joined": ErrorCode(409, "the connection has joined no room"),
    "too_large": ErrorCode(413, "the body is larger than the server takes"),
    "bad_content_type": ErrorCode(415, "the body is not sent as application/json"),
    "not_in_hand": ErrorCode(422, "the card is not in the player's hand"),
    "not_playable": ErrorCode(422, "the card does not match colour or symbol"),
    "no_call_now": ErrorCode(422, "UNO is called with two cards in hand, one playable, and once"),
    "must_play": ErrorCode(422, "these rules forbid drawing with a playable card in hand"),
    "already_drew": ErrorCode(422, "a card was drawn in this turn: play it or pass"),
    "only_the_drawn_card": ErrorCode(422, "after drawing only the drawn card may be played"),
    "must_answer_or_take": ErrorCode(422, "a draw card has to be answered or taken"),
    "colour_in_hand": ErrorCode(422, "a wild draw four needs a hand without the colour"),
    "pass_before_draw": ErrorCode(422, "there is nothing to pass: draw first"),
    "choose_a_colour_first": ErrorCode(422, "the first wild's colour has to be chosen"),
    "no_colour_to_choose": ErrorCode(422, "there is no colour to choose"),
    "catch_or_pass": ErrorCode(422, "the opponent forgot to call UNO: catch or pass"),
    "nobody_to_catch": ErrorCode(422, "nobody forgot to call UNO"),
    "nothing_to_challenge": ErrorCode(422, "there is no wild draw four to challenge"),
    "illegal": ErrorCode(422, "the rules forbid the action for another reason"),
    "rate_limited": ErrorCode(429, "too many requests from one address"),
    "internal_error": ErrorCode(500, "a mistake of the server's own"),
    "too_many_rooms": ErrorCode(503, "no more rooms can be opened now"),
    "too_many_connections": ErrorCode(503, "no more connections are taken now"),
}


def refused_action(illegal: IllegalAction) -> tuple[str, str]:
    """The code and the sentence for an action that the rules forbid."""
    code = illegal.reason if illegal.reason in ERRORS else "illegal"
    meaning = ERRORS[code].meaning if code != "illegal" else illegal.reason.replace("_", " ")
    facts = []
    for name, value in illegal.facts.items():
        if name in ("card", "top", "drawn") and 0 <= value < CARD_KINDS:
            facts.append(f"{name} {CODES[value]}")
        elif name == "colour" and value != NO_COLOUR:
            facts.append(f"color {COLORS[value]}")
        elif name in ("pending", "cards"):
            facts.append(f"{name} {value}")
    return code, f"{meaning} ({', '.join(facts)})" if facts else meaning
