"""The messages of this wire, field by field as they are spelled there; no behaviour."""

from typing import Annotated, Literal

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


class Action(msgspec.Struct, rename="camel"):
    """What a player sends."""

    action: Word
    card: str | None = None
    color: Color | None = None
    call_uno: bool | None = None


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
