"""Live games as rows of the journal: who played what at which table, and how it ended.

live_journal.py writes them. The row of a running game has neither seed nor actions, so nothing here
can show its cards.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import Any, Literal, Self

import msgspec
from sqlalchemy import Connection, Row, Select, func, literal, null, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite

from pitboss.events.batch import pack_actions
from pitboss.games.record import Record
from pitboss.play.policy import Incident
from pitboss.store import batches as keeping
from pitboss.store.database import Database
from pitboss.store.errors import NotPlayed
from pitboss.store.schema import GAMES

GameState = Literal["running", "finished", "interrupted"]
# Who answered for a seat; empty where that is not known.
PlayerSort = Literal["built-in", "program", "connection", ""]

# The beginning of every live game's id. No event's id has a hyphen.
PREFIX = "live-"
_LAST = "last"
_DETAIL = 2_000


class PlayerNote(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who sat at a seat."""

    name: str
    wire: str = ""
    sort: PlayerSort = ""


class LiveFault(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A fault in a live game, for its author to look up."""

    seat: int
    turn: int
    kind: str
    cost: str
    message: str
    detail: str = ""
    # What the player sent, where that was no answer or a forbidden one.
    said: str = ""
    # The last that it had written for its author by then.
    stderr: str = ""

    @classmethod
    def of(cls, incident: Incident) -> Self:
        """The fault as it is kept."""
        fault = incident.fault
        return cls(
            seat=incident.seat,
            turn=incident.turn,
            kind=fault.kind.value,
            cost=incident.cost.value,
            message=plain(fault.message),
            detail=plain(fault.detail[-_DETAIL:]),
            said=plain(fault.said),
            stderr=plain(fault.stderr),
        )


class GameRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, dict=True):
    """A live game as the journal knows it."""

    id: str
    table: str
    game: str
    rules: str
    seats: int
    # By seat.
    players: tuple[PlayerNote, ...]
    policy: str = ""
    # UTC, as in 2026-01-31T12:00:00.000000+00:00; `finished` is empty until it has ended.
    created: str
    finished: str = ""
    state: GameState = "running"
    # The version of pitboss that began it.
    version: str
    # The hash of the seed, published before the first card.
    commitment: str = ""
    # None while it is running, and if the seed of an interrupted game is lost.
    seed: str | None = None
    # How many actions were played; 0 while it is running.
    moves: int = 0
    # By seat, of a finished game.
    places: tuple[int, ...] = ()
    scores: tuple[int, ...] = ()
    # How it was decided, or why it was interrupted.
    reason: str = ""
    faults: tuple[LiveFault, ...] = ()
    packed: bytes | None = None

    @property
    def names(self) -> list[str]:
        """What the players are called, by seat."""
        return [player.name for player in self.players]

    @property
    def ending(self) -> str:
        """Its state in words: finished, running, interrupted at move 41."""
        if self.state != "interrupted":
            return self.state
        return f"interrupted at move {self.moves:,}" if self.moves else "interrupted at the deal"

    @property
    def deal_is_known(self) -> bool:
        """Whether it can be shown with its cards: it has ended, and its seed is known."""
        return self.state != "running" and self.seed is not None

    @cached_property
    def actions(self) -> list[int]:
        """The actions; none while it is running."""
        return keeping.actions_of(self.packed, 0) if self.packed is not None else []

    @cached_property
    def actors(self) -> list[int]:
        """The seat behind each action, -1 if unknown; only for a game whose deal is not known."""
        if self.packed is None or self.seed is not None:
            return []
        return keeping.actions_of(self.packed, 1)

    def record(self) -> Record:
        """The game from the deal on; `NotPlayed` while it is running, or if the deal is lost."""
        if self.state == "running":
            raise NotPlayed(
                "running",
                f"{self.id} is still being played at table {self.table}. Its cards can be seen "
                "when it has ended.",
            )
        if self.seed is None:
            raise NotPlayed(
                "sealed",
                f"The deal of {self.id} is not known: the server was killed in the middle, and "
                "its organiser's token did not open the seed. Only the moves are left.",
            )
        return Record(
            game=self.game,
            rules=self.rules,
            seats=self.seats,
            seed=self.seed,
            players=self.names,
            actions=self.actions,
        )


class LiveGames:
    """The live games of one database."""

    def __init__(
        self, database: Database, left: Callable[[GameRow], GameRow | None] = lambda _: None
    ) -> None:
        self._database = database
        # Looks up how a game ended that is still `running` in the database.
        self._left = left

    def keep(self, rows: Iterable[GameRow]) -> None:
        """Enter games, or how they ended; a game that has ended is not changed."""
        values = [_values(row) for row in rows]

        def work(connection: Connection) -> None:
            connection.execute(_ENTERED[connection.dialect.name], values)

        if values:
            self._database.write(work)

    def games(self, state: GameState | None = None, *, most: int | None = None) -> list[GameRow]:
        """The games, the newest first."""
        if state is None:
            return self._read(_games().limit(most))
        # In the database a game whose server was killed is still `running`.
        states = [state, "running"] if state == "interrupted" else [state]
        rows = self._read(_games().where(GAMES.c.state.in_(states)))
        return [row for row in rows if row.state == state][:most]

    def listed(
        self,
        *,
        state: GameState | None = None,
        table: str = "",
        player: str = "",
        after: str = "",
        most: int,
    ) -> list[GameRow]:
        """At most so many games without their moves, the newest first, older than game `after`.

        Raises `NotPlayed` if there is no game of the id `after`.
        """
        found: list[GameRow] = []
        last = self._moment_of(after) if after else None
        while len(found) < most:
            games = self._read(_listed(state, table, player, last).limit(most))
            # LIKE takes capitals for small letters, and a game's server may have been killed.
            found += [
                game
                for game in games
                if (not player or player in game.names) and state in (None, game.state)
            ]
            if len(games) < most:
                break
            last = (games[-1].created, games[-1].id)
        return found[:most]

    def _moment_of(self, game: str) -> tuple[str, str]:
        query = select(GAMES.c.created, GAMES.c.id).where(GAMES.c.id == game)
        row = self._database.read(lambda connection: connection.execute(query).first())
        if row is None:
            raise NotPlayed("not_played", f"{self._database.where} has no live game {game!r}.")
        return row.created, row.id

    def count(self) -> int:
        """How many games there are."""
        query = select(func.count()).select_from(GAMES)
        return int(self._database.read(lambda connection: connection.execute(query).scalar_one()))

    def ids(self) -> set[str]:
        """The ids of all games."""
        query = select(GAMES.c.id)
        return set(self._database.read(lambda c: c.execute(query).scalars().all()))

    def find(self, text: str) -> GameRow:
        """The game of that id or beginning of an id, `live-last` the newest; else `NotPlayed`."""
        wanted = text.casefold().removeprefix(PREFIX)
        if wanted == _LAST:
            rows = self._read(_games().limit(1))
        elif re.fullmatch(r"[a-z0-9]+", wanted):
            rows = self._read(_games().where(GAMES.c.id.startswith(PREFIX + wanted)).limit(3))
            rows = [row for row in rows if row.id == PREFIX + wanted] or rows
        else:
            rows = []
        if len(rows) == 1:
            return rows[0]
        where = self._database.where
        if rows:
            raise NotPlayed(
                "ambiguous_game",
                f"{text!r} could be {' or '.join(row.id for row in rows)} in {where}. "
                "Write more letters of one.",
            )
        raise NotPlayed("not_played", f"{where} has no live game {text!r}.")

    def _read(self, query: Select[Any]) -> list[GameRow]:
        rows = self._database.read(lambda connection: connection.execute(query).all())
        games = map(_game, rows)
        return [(self._left(game) or game) if game.state == "running" else game for game in games]


def _entered(new: Callable[..., Any]) -> Any:
    """The statement that enters a game, or how it ended."""
    entering = new(GAMES)
    changes = {
        column.name: entering.excluded[column.name] for column in GAMES.c if column.name != "id"
    }
    return entering.on_conflict_do_update(
        index_elements=[GAMES.c.id], set_=changes, where=GAMES.c.state == "running"
    )


# Made once: a statement takes longer to make than to run.
_ENTERED = {"postgresql": _entered(postgresql.insert), "sqlite": _entered(sqlite.insert)}


def is_live(text: str) -> bool:
    """Whether the text names a live game rather than an event's."""
    return text.casefold().startswith(PREFIX)


def pack_moves(actions: Sequence[int], actors: Sequence[int] | None = None) -> bytes:
    """The actions in stored form, with the seats behind them if the deal is not known."""
    return pack_actions([actions] if actors is None else [actions, actors])


def moment(when: datetime) -> str:
    """A time in the one spelling that sorts; `ValueError` if it has no time zone."""
    if when.tzinfo is None:
        raise ValueError(f"{when} is no moment: it lacks its offset from UTC")
    return when.astimezone(UTC).isoformat(timespec="microseconds")


def check_moments(*texts: str) -> None:
    """Check that each is what `moment` wrote, or empty; `ValueError` or `TypeError` if not."""
    for text in texts:
        if text != "":
            datetime.fromisoformat(text)


def plain(text: str) -> str:
    """Text of a player without the characters that some databases refuse."""
    return text.replace("\0", "\N{REPLACEMENT CHARACTER}").encode(errors="replace").decode()


def _games() -> Select[Any]:
    return select(GAMES).order_by(GAMES.c.created.desc(), GAMES.c.id.desc())


def _listed(
    state: GameState | None, table: str, player: str, last: tuple[str, str] | None
) -> Select[Any]:
    columns = [column for column in GAMES.c if column.name != "actions"]
    query = select(*columns, null().label("actions"))
    if state is not None:
        # In the database a game whose server was killed is still `running`.
        states = [state, "running"] if state == "interrupted" else [state]
        query = query.where(GAMES.c.state.in_(states))
    if table:
        query = query.where(GAMES.c.table_name == table)
    if player:
        # Quotes within a name are escaped, so this can't be found inside one.
        name = f'"name":{msgspec.json.encode(plain(player)).decode()}'
        query = query.where(GAMES.c.players.contains(name, autoescape=True))
    if last is not None:
        query = query.where(tuple_(GAMES.c.created, GAMES.c.id) < tuple_(*map(literal, last)))
    return query.order_by(GAMES.c.created.desc(), GAMES.c.id.desc())


def _values(row: GameRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "table_name": row.table,
        "created": row.created,
        "finished": row.finished,
        "state": row.state,
        "version": row.version,
        "game": row.game,
        "rules": row.rules,
        "seats": row.seats,
        "policy": row.policy,
        "players": msgspec.json.encode(row.players).decode(),
        "commitment": row.commitment,
        "seed": row.seed,
        "moves": row.moves,
        "places": msgspec.json.encode(row.places).decode(),
        "scores": msgspec.json.encode(row.scores).decode(),
        "reason": row.reason,
        "faults": keeping.pack_faults(row.faults),
        "actions": row.packed,
    }


def _game(row: Row[Any]) -> GameRow:
    with keeping.sound(f"The entry of game {row.id}"):
        check_moments(row.created, row.finished)
        return msgspec.convert(
            {
                "id": row.id,
                "table": row.table_name,
                "created": row.created,
                "finished": row.finished,
                "state": row.state,
                "version": row.version,
                "game": row.game,
                "rules": row.rules,
                "seats": row.seats,
                "policy": row.policy,
                "players": msgspec.json.decode(row.players),
                "commitment": row.commitment,
                "seed": row.seed,
                "moves": row.moves,
                "places": msgspec.json.decode(row.places),
                "scores": msgspec.json.decode(row.scores),
                "reason": row.reason,
                "faults": keeping.unpack_faults(row.faults, tuple[LiveFault, ...]),
                "packed": row.actions,
            },
            GameRow,
            builtin_types=(bytes,),
        )
