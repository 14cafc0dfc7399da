"""Every message of the wire, both ways, as the records that are encoded and decoded.

Fields that the protocol's other servers do not send come last and have a default.
"""

from enum import StrEnum
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType

MIN_PLAYERS = 2
MAX_PLAYERS = 9
LONGEST_NAME = 32

Street: TypeAlias = Literal["preflop", "flop", "turn", "river"]
STREETS: tuple[Street, ...] = ("preflop", "flop", "turn", "river")
ActionType: TypeAlias = Literal["fold", "check", "call", "raise"]
Cards: TypeAlias = tuple[str, ...]
UNKNOWN_CARDS: Cards = ("??", "??")


class ErrorCode(StrEnum):
    """What an `error` can say; the first seven are the protocol's, the others are ours."""

    BAD_JOIN = "BAD_JOIN"
    BAD_NAME = "BAD_NAME"
    TOURNAMENT_FULL = "TOURNAMENT_FULL"
    TOURNAMENT_STARTED = "TOURNAMENT_STARTED"
    BAD_JSON = "BAD_JSON"
    UNKNOWN_TYPE = "UNKNOWN_TYPE"
    BAD_ACTION = "BAD_ACTION"
    ALREADY_JOINED = "ALREADY_JOINED"
    BAD_TOKEN = "BAD_TOKEN"
    NOT_STARTED = "NOT_STARTED"
    REPLACED = "REPLACED"
    FLOOD = "FLOOD"
    TOO_MANY = "TOO_MANY"
    SERVER_STOPPING = "SERVER_STOPPING"
    INTERNAL_ERROR = "INTERNAL_ERROR"


# From a bot


class Join(Struct, tag="join", tag_field="type", omit_defaults=True):
    """The first message of a player; with the token of `waiting`, it comes back to its seat."""

    name: str
    token: str = ""


class ChosenAction(Struct, omit_defaults=True):
    """A decision; `amount` is the total of a raise."""

    type: ActionType
    amount: int | None = None


class Action(Struct, tag="action", tag_field="type"):
    """The answer to an `action_request` for one's own seat."""

    action: ChosenAction


class Spectate(Struct, tag="spectate", tag_field="type", omit_defaults=True):
    """The first message of a spectator; with the organiser's token it sees all cards."""

    token: str = ""


class Start(Struct, tag="start", tag_field="type", omit_defaults=True):
    """From the organiser: begin with the players there are."""

    token: str = ""


ClientMessage: TypeAlias = Join | Action | Spectate | Start


# The same as they came, with whatever stood there


class JoinRequest(Struct, frozen=True):
    """A `join`; `name` is unset where there was none."""

    name: Any
    token: str = ""


class ActionChoice(Struct, frozen=True):
    """An `action`: whatever stood under `action`."""

    action: Any


# From the server


class Waiting(Struct, tag="waiting", tag_field="type", omit_defaults=True):
    """The lobby after somebody joined or left; `token` is for coming back."""

    current_players: int
    min_players: int
    max_players: int
    token: str = ""


class GameStart(Struct, tag="game_start", tag_field="type", omit_defaults=True):
    """The tournament begins; a name's index is its seat for good."""

    player_names: tuple[str, ...]
    starting_stacks: tuple[int, ...]
    small_blind: int
    big_blind: int
    # SHA-256 of the seed that `game_end` tells.
    seed_commitment: str = ""


class SeatCards(Struct):
    """A player's cards, open to whoever is told."""

    seat: int
    name: str
    hole_cards: Cards


class HandStart(Struct, tag="hand_start", tag_field="type", omit_defaults=True):
    """A hand has been dealt; names and stacks are those of the players still in."""

    hand_number: int
    dealer_seat: int
    small_blind_seat: int
    big_blind_seat: int
    small_blind_amount: int
    big_blind_amount: int
    player_names: tuple[str, ...]
    stacks: tuple[int, ...]
    # The receiver's own two; () for a spectator.
    hole_cards: Cards
    # For the organiser only.
    all_hole_cards: tuple[SeatCards, ...] = ()


class PotPart(Struct):
    """The main pot or a side pot."""

    amount: int
    eligible_seats: tuple[int, ...]


class Pots(Struct):
    """Collected chips by pot; the total has the outstanding bets too."""

    total: int
    pots: tuple[PotPart, ...]


class PlayerState(Struct):
    """One seat in a hand. The two last fields are spliced for each receiver: they stay last."""

    seat: int
    name: str
    stack: int
    current_bet: int
    is_active: bool
    is_all_in: bool
    is_dealer: bool
    is_small_blind: bool
    is_big_blind: bool
    hole_cards: Cards = UNKNOWN_CARDS
    hole_cards_known: bool = False


class ValidAction(Struct, omit_defaults=True):
    """Something that the actor may do, with its price or range."""

    type: ActionType
    amount: int | UnsetType = UNSET
    min_amount: int | UnsetType = UNSET
    max_amount: int | UnsetType = UNSET


class GameState(Struct):
    """All that one receiver may know of the hand."""

    street: Street
    hand_number: int
    community_cards: Cards
    pot: Pots
    players: tuple[PlayerState, ...]
    # None when the hand is over.
    actor_seat: int | None
    valid_actions: tuple[ValidAction, ...]
    dealer_seat: int
    small_blind_seat: int
    big_blind_seat: int
    small_blind_amount: int
    big_blind_amount: int


class ActionRequest(Struct, tag="action_request", tag_field="type"):
    """A player must act; only that one answers."""

    actor_seat: int
    timeout_seconds: int | float
    game_state: GameState


class PlayedAction(Struct):
    """What was played: the total of a raise, the chips of a call, nothing for the others."""

    type: ActionType
    amount: int | None


class ActionResult(Struct, tag="action_result", tag_field="type"):
    """A player has acted; the state is the one after it."""

    actor_seat: int
    player_name: str
    action: PlayedAction
    timed_out: bool
    game_state: GameState


class Winner(Struct):
    """A player who ended the hand with more chips, and how many more."""

    seat: int
    name: str
    amount_won: int


class HandEnd(Struct, tag="hand_end", tag_field="type", omit_defaults=True):
    """A hand is over and paid; names and stacks are by seat, of all who ever sat down."""

    hand_number: int
    winners: tuple[Winner, ...]
    hole_cards_revealed: tuple[SeatCards, ...]
    final_stacks: tuple[int, ...]
    player_names: tuple[str, ...]
    eliminated_seats: tuple[int, ...]
    community_cards: Cards


class GameEnd(Struct, tag="game_end", tag_field="type", omit_defaults=True):
    """The game is over."""

    winner: str
    winner_seat: int
    final_stacks: tuple[int, ...]
    player_names: tuple[str, ...]
    total_hands: int
    places: tuple[int, ...] = ()
    reason: str = ""
    # Decimal text: too long for the numbers of many JSON readers.
    seed: str = ""
    # Where every hand begins with the same stacks: the chips won and lost, by seat.
    scores: tuple[int, ...] = ()


class ErrorMessage(Struct, tag="error", tag_field="type"):
    """Something was wrong; the code is for programs."""

    code: str
    message: str


ServerMessage: TypeAlias = (
    Waiting
    | GameStart
    | HandStart
    | ActionRequest
    | ActionResult
    | HandEnd
    | GameEnd
    | ErrorMessage
)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[ServerMessage] = msgspec.json.Decoder(ServerMessage)


def encode(message: Struct | str) -> bytes:
    """A message, or a text, as JSON."""
    return _encoder.encode(message)


def decode(frame: bytes | str) -> ServerMessage:
    """A server's message; `msgspec.DecodeError` if it is none. Unknown fields are passed over."""
    return _decoder.decode(frame)


def error(code: str, message: str) -> bytes:
    """An `error` message as JSON."""
    return _encoder.encode(ErrorMessage(code, message))


def schema() -> dict[str, Any]:
    """The JSON Schemas of all messages, by name under `$defs`."""
    messages = [*ClientMessage.__args__, *ServerMessage.__args__]
    _, components = msgspec.json.schema_components(messages, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The messages of the AlgoPoker wire",
        "$defs": dict(sorted(components.items())),
        "from_bot": [f"#/$defs/{message.__name__}" for message in ClientMessage.__args__],
        "from_server": [f"#/$defs/{message.__name__}" for message in ServerMessage.__args__],
    }
