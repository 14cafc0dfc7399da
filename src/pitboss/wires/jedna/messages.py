"""The messages of the Jedna wire as Structs: for clients, for the schema, for reading answers."""

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

Colour = Literal["red", "blue", "green", "yellow"]


class OtherPlayer(Struct):
    """An opponent: `cards` in dialect 1.0, `card_count` in dialect 1."""

    id: str
    cards: int | UnsetType = UNSET
    card_count: int | UnsetType = UNSET

    @property
    def size(self) -> int:
        """How many cards it has, whichever way that was said."""
        if self.cards is not UNSET:
            return self.cards
        return self.card_count if self.card_count is not UNSET else 0


class State(Struct):
    """The position as the agent may know it."""

    your_id: str
    hand: list[str]
    top_card: str
    game_state: Literal["normal", "war_+2", "war_wd4"]
    stacked_cards: int
    already_picked: bool
    picked_card: str | None
    other_players: list[OtherPlayer]
    available_actions: list[Literal["play", "draw", "pass"]]
    playable_cards: list[str]


class RequestAction(Struct, tag="request_action", tag_field="type"):
    """The agent's turn: it answers with one line."""

    state: State
    protocol_version: int | UnsetType = UNSET


class Notification(Struct, tag="notification", tag_field="type"):
    """Something that happened at the table."""

    message: str


class Error(Struct, tag="error", tag_field="type"):
    """What was wrong with the agent's last line."""

    message: str


class GameEnd(Struct, tag="game_end", tag_field="type"):
    """The end: who won (null when equal hands share the win), and what was left in each hand."""

    winner: str | None
    scores: dict[str, int]


class PlayOneOrTwo(Struct, tag="play", tag_field="action", omit_defaults=True):
    """Play a card; a wild needs the colour that it is to be. Dialect 1: or two that are alike."""

    card: str
    wild_color: Colour | None = None
    double_play: bool | None = None


class PlayAsWritten(Struct, tag="play", tag_field="action"):
    """A play as agents may write it: what is not needed may be anything, such as an empty text."""

    card: str
    wild_color: Any = None
    double_play: Any = None


class Draw(Struct, tag="draw", tag_field="action"):
    """Draw a card; while draw cards are stacked, take them."""


class Pass(Struct, tag="pass", tag_field="action"):
    """Pass after drawing; while draw cards are stacked, take them."""


ToAgent = RequestAction | Notification | Error | GameEnd
FromAgent = PlayOneOrTwo | Draw | Pass
AsWritten = PlayAsWritten | Draw | Pass


def schema() -> dict[str, Any]:
    """The JSON Schemas of all messages: what a bot is sent, and what it answers."""
    (sent, answered), parts = msgspec.json.schema_components(
        [ToAgent, FromAgent], ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The jedna protocol, line by line",
        "$defs": {**parts, "ToBot": sent, "FromBot": answered},
        "anyOf": [{"$ref": "#/$defs/ToBot"}, {"$ref": "#/$defs/FromBot"}],
    }
