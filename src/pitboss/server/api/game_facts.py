"""What the API tells of a game that was played."""

from typing import Literal

import msgspec

from pitboss.store.live_games import GameState


class GameFacts(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of every game."""

    id: str
    # The event's id; null for a live game, which has a table.
    event: str | None
    table: str | None
    # The kind of game.
    game: str
    rules: str
    seats: int
    created: str | None
    finished: str | None
    state: GameState
    # Null while it is being played.
    moves: int | None
    # By seat; empty unless it is finished.
    places: list[int]
    scores: list[int]
    # How it was decided, or why it was interrupted.
    reason: str


class GameItem(GameFacts, frozen=True, kw_only=True):
    """A game in a list."""

    players: list[str]
    # How many there were.
    faults: int


class GameList(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Games, the newest first."""

    items: list[GameItem]
    # What to say as `after` for the games that follow.
    next: str | None = None


class SeatedPlayer(msgspec.Struct, frozen=True, kw_only=True):
    """Who sat at a seat, and how it was connected."""

    name: str
    sort: Literal["built-in", "program", "connection", ""]
    wire: str


class SeatResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat got."""

    seat: int
    bot: str
    place: int
    score: int
    payoff: float
    faults: int
    forfeit: bool


class GameFault(msgspec.Struct, frozen=True, kw_only=True):
    """What somebody did wrong, when, and what it cost."""

    seat: int
    bot: str
    turn: int
    # The step of the replay that came of it; null if there is no replay.
    step: int | None
    kind: str
    cost: str
    message: str
    # What the bot sent instead of an answer, and what it wrote; for the organiser, or on loopback.
    said: str | None = None
    written: str | None = None


class ThinkingTime(msgspec.Struct, frozen=True, kw_only=True):
    """How long a bot thought, in this and other games of its batch; in seconds."""

    bot: str
    answers: int
    mean: float
    longest: float


class Download(msgspec.Struct, frozen=True, kw_only=True):
    """A file with the game in it."""

    name: str
    href: str


class GameDetails(GameFacts, frozen=True, kw_only=True):
    """All that is known of a game but its moves."""

    title: str
    players: list[SeatedPlayer]
    # The hash of the seed, published before the first card; live games have one.
    commitment: str | None
    # Null as long as cards could be learnt from it.
    seed: str | None
    results: list[SeatResult]
    faults: list[GameFault]
    thinking: list[ThinkingTime]
    # The command that plays it again and checks it.
    replay: str | None
    downloads: list[Download]
    # Whether its steps can be asked for, and if not why.
    has_steps: bool
    why_not: str | None
