"""The messages of this wire, field by field as they are spelled there, and its error codes."""

from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

import msgspec

Color = Literal["R", "G", "B", "Y"]
CardType = Literal["number", "skip", "reverse", "draw2", "wild", "draw4"]
Player = Literal["Player 1", "Player 2"]
Told = Literal[
    "play", "draw", "uno", "forgotUno", "pass", "take", "catch", "challenge", "color", "leave"
]
Word = Literal["play", "draw", "uno", "pass", "catch", "challenge", "color"]

PLAYERS: tuple[Player, Player] = ("Player 1", "Player 2")


class CardInfo(msgspec.Struct, frozen=True):
    """A card; `value` is the number, or the type's name: equal values match."""

    code: str
    type: CardType
    color: Color | None
    value: int | str


class GameInfo(msgspec.Struct, rename="camel"):
    """The game as everyone sees it; `turn_number` rises with every action that is played."""

    room_code: str
    current_turn: Player | None
    turn_number: int
    is_over: bool
    winner: Player | None
    rules: str
    ending: str | None
    round: int
    scores: tuple[int, ...]
    pending_draw: int
    draw_pile_count: int


class PlayerInfo(msgspec.Struct, rename="camel"):
    """A player; the two lists are there on the reader's own side only."""

    name: str
    card_count: int
    cards: list[CardInfo] | msgspec.UnsetType = msgspec.UNSET
    playable_cards: list[CardInfo] | msgspec.UnsetType = msgspec.UNSET


class BotContext(msgspec.Struct, rename="camel"):
    """What the reader can do now."""

    is_my_turn: bool
    can_play: bool
    must_draw: bool
    should_call_uno: bool
    actions: list[Word]


class RecentAction(msgspec.Struct):
    """Something that happened, as everyone may know it."""

    turn: int
    player: Player
    action: Told
    card: str | None = None
    color: Color | None = None
    count: int | None = None


class GameState(msgspec.Struct, rename="camel"):
    """One side's view of the game; a spectator's has cards on neither side."""

    game: GameInfo
    current_card: CardInfo
    current_color: Color | None
    player1: PlayerInfo
    player2: PlayerInfo
    bot_context: BotContext
    recent_actions: list[RecentAction]


class FlatState(msgspec.Struct, rename="camel"):
    """What `updateGameState` has beside the `GameState`: the fields of the original page."""

    game_over: bool
    # Empty before the end; "Nobody" if both are equal.
    winner: str
    # Left out when the game is over.
    turn: Player | msgspec.UnsetType
    player1_deck: list[str]
    player2_deck: list[str]
    # "0" to "9" or "_"; 404 skip, 252 draw two, 300 wild, 600 wild draw four.
    current_number: str | int
    played_cards_pile: list[str]
    draw_card_pile: list[str]


class InitGameState(msgspec.Struct, rename="camel"):
    """A game begins, or somebody has joined it: as the original page has it."""

    game_over: Literal[False]
    turn: Player | msgspec.UnsetType
    player1_deck: list[str]
    player2_deck: list[str]
    current_color: Color | None
    current_number: str | int
    played_cards_pile: list[str]
    draw_card_pile: list[str]


class Action(msgspec.Struct, rename="camel"):
    """What a player sends."""

    action: Word
    card: str | None = None
    color: Color | None = None
    call_uno: bool | None = None
    # For which turn it is meant; without it, for the one that was answered last.
    turn_number: int | None = None


# Views are encoded once and put into replies as they are.
EncodedState = Annotated[msgspec.Raw, msgspec.Meta(extra_json_schema={"$ref": "#/$defs/GameState"})]


class StateReply(msgspec.Struct, rename="camel"):
    """The answer to a request for the state."""

    success: Literal[True]
    game_state: EncodedState
    timestamp: str


class ActionReply(msgspec.Struct, rename="camel"):
    """The answer to an action that was played."""

    success: Literal[True]
    message: str
    game_state: EncodedState


class ErrorReply(msgspec.Struct, frozen=True):
    """A refusal: a code for programs and a sentence for people."""

    success: Literal[False]
    error: str
    message: str


class SeatOrder(msgspec.Struct, forbid_unknown_fields=True):
    """Who is to sit somewhere: a person, a program that connects, or one of the house."""

    kind: Literal["human", "outside", "builtin"]
    bot: str = ""
    name: str = ""


class RoomOrder(msgspec.Struct, forbid_unknown_fields=True):
    """A room that somebody wants; a seat may be `human`, `outside` or a built-in bot's name."""

    room: str | None = None
    rules: str = "uno-online"
    seed: int | str | None = None
    player1: str | SeatOrder = "human"
    player2: str | SeatOrder = "outside"
    # Seconds for each move; None: as the server is set.
    timeout: float | None = None
    # Seconds that a built-in bot waits before it moves, for people to follow.
    pace: float = 0.0
    # Whether seats can be taken without a token; None: on loopback.
    open: bool | None = None


class Join(RoomOrder, forbid_unknown_fields=False):
    """What `join` carries: the room; if it has to be made, how; and who wants which seat."""

    token: str = ""
    player: int | str | None = None
    name: str = ""
    watch: bool = False


class SeatInfo(msgspec.Struct):
    """A seat as everyone sees it."""

    player: Player
    name: str
    kind: Literal["human", "outside", "builtin"]
    bot: str
    connected: bool


class RoomInfo(msgspec.Struct, rename="camel"):
    """A room as everyone sees it; the seed is told when the game is over."""

    room_code: str
    rules: str
    players: list[SeatInfo]
    open: bool
    current_turn: Player | None
    turn_number: int
    is_over: bool
    winner: Player | None
    seed_hash: str
    seed_given: bool
    seed: str | None
    journal: str | None


class RoomReply(msgspec.Struct):
    """The answer to a request for one room."""

    success: Literal[True]
    room: RoomInfo


class RoomMade(msgspec.Struct):
    """The answer to an order: the room, and a token for each seat that is not the house's."""

    success: Literal[True]
    room: RoomInfo
    tokens: dict[Player, str]


class RoomList(msgspec.Struct):
    """The answer to a request for all rooms."""

    success: Literal[True]
    rooms: list[RoomInfo]


class Joined(msgspec.Struct, rename="camel", omit_defaults=True):
    """What `currentUserData` and the acknowledgement of `join` tell; a spectator has no token."""

    success: Literal[True]
    room: str
    name: Player | Literal["Spectator"]
    token: str = ""
    # For whoever made the room by joining it.
    tokens: dict[Player, str] = {}
    seed_hash: str = ""


class User(msgspec.Struct, rename="camel"):
    """A player who is there."""

    id: int
    name: Player
    room: str
    display_name: str


class RoomData(msgspec.Struct):
    """Who is in the room; nobody when it is gone."""

    room: str
    users: list[User]


class Said(msgspec.Struct):
    """What `sendMessage` carries."""

    message: str


class ChatMessage(msgspec.Struct):
    """What somebody said."""

    user: Player | Literal["Spectator"]
    text: str


class GameOver(msgspec.Struct):
    """How the game ended."""

    room: str
    winner: Player | None
    ending: str
    scores: tuple[int, ...]
    seed: str | None


@dataclass(frozen=True, slots=True)
class ErrorCode:
    """What HTTP says with it, and what it means."""

    status: int
    meaning: str


ERRORS: Final = {
    "bad_request": ErrorCode(400, "this is no HTTP request that can be read"),
    "bad_json": ErrorCode(400, "the body is not JSON"),
    "bad_action": ErrorCode(400, "`action` is missing, of the wrong type or unknown"),
    "bad_card": ErrorCode(400, "`card` is missing, of the wrong type or no card code"),
    "color_required": ErrorCode(400, "a wild was played without `color`"),
    "bad_color": ErrorCode(400, "`color` is none of R, G, B, Y"),
    "bad_call_uno": ErrorCode(400, "`callUno` is neither true nor false"),
    "bad_turn_number": ErrorCode(400, "`turnNumber` is not a whole number"),
    "bad_wait": ErrorCode(400, "`after` is not a whole number, or `wait` not a number of seconds"),
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
    "request_timeout": ErrorCode(408, "the request did not arrive in time"),
    "not_your_turn": ErrorCode(409, "it is the other player's turn"),
    "game_over": ErrorCode(409, "the game has ended"),
    "game_running": ErrorCode(409, "the game has not ended"),
    "too_late": ErrorCode(409, "the time was up and a move was made in the player's place"),
    "stale_turn": ErrorCode(409, "the action was meant for an earlier turn"),
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
    "rate_limited": ErrorCode(429, "too many requests of one seat or address, or too much chat"),
    "headers_too_large": ErrorCode(431, "the headers are larger than the server takes"),
    "internal_error": ErrorCode(500, "a mistake of the server's own"),
    "too_many_rooms": ErrorCode(503, "no more rooms can be opened now"),
    "too_many_connections": ErrorCode(503, "no more connections are taken now"),
}


def refusal(code: str, message: str = "") -> ErrorReply:
    """The reply for an error code."""
    return ErrorReply(False, code, message or ERRORS[code].meaning)


def forwarded(state: msgspec.Raw) -> ActionReply:
    """The reply to an action that was played, with the view after it."""
    return ActionReply(True, "Action received and forwarded to game", state)


def dealt_anew(state: msgspec.Raw) -> ActionReply:
    """The reply to a rematch, with the view of the new game."""
    return ActionReply(True, "A new game has begun", state)


MESSAGES: Final = (
    Action,
    GameState,
    StateReply,
    ActionReply,
    ErrorReply,
    RoomOrder,
    RoomMade,
    RoomReply,
    RoomList,
    Join,
    Joined,
    RoomData,
    Said,
    ChatMessage,
    GameOver,
    InitGameState,
    FlatState,
)


def schema() -> dict[str, Any]:
    """Every message under its name in `$defs`."""
    _, parts = msgspec.json.schema_components(MESSAGES, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Pitboss: the uno-online wire",
        "$defs": {name: parts[name] for name in sorted(parts)},
    }
