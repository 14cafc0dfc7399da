"""Games of the journal as the API tells them: live ones, and games of events.

Who may see what is decided here. The functions wait for the database: they are called in threads.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

import msgspec

from pitboss.events.plan import Plan, game_id, read_game_id
from pitboss.games.record import Record
from pitboss.server.api.errors import Refusal
from pitboss.server.api.game_facts import (
    Download,
    GameDetails,
    GameFacts,
    GameFault,
    GameItem,
    GameList,
    SeatedPlayer,
    SeatResult,
    ThinkingTime,
)
from pitboss.statistics.results import Rows
from pitboss.store.errors import NotPlayed, UnknownEvent
from pitboss.store.event_row import EventRow
from pitboss.store.journal import Journal
from pitboss.store.live_games import GameRow, GameState, is_live
from pitboss.store.live_journal import LiveJournal

# No database counts further.
_MOST_BLOCKS: Final = 2**62
# How many games are looked through for a list of which few may be shown.
_LOOKED_THROUGH: Final = 2_000


@dataclass(frozen=True, kw_only=True)
class PlayedGame:
    """A game of the journal, as far as this caller may know it."""

    facts: GameFacts
    players: list[SeatedPlayer]
    # The moves from the deal on; or why they can't be shown.
    record: Record | Refusal
    # Whether the record may be given away with its seed.
    is_seed_known: bool
    commitment: str | None = None
    results: list[SeatResult]
    faults: list[GameFault]
    thinking: list[ThinkingTime]
    replay: str

    def shown(self) -> Record:
        """The record; raises `Refusal` if it can't be shown."""
        if isinstance(self.record, Refusal):
            raise self.record
        return self.record

    def file(self) -> Record:
        """The record to take home, with its seed."""
        record = self.shown()
        if not self.is_seed_known:
            raise Refusal(
                "not_finished",
                "A record has the seed in it, which is told when the event is over. "
                "The steps can be seen now.",
            )
        return record


@dataclass(frozen=True, kw_only=True)
class Asker:
    """On whose behalf the journal is read."""

    # Whether it may read what bots sent and wrote.
    sees_all: bool
    # A game that ended after this moment is told as if it were still running; None: none is.
    heard_until: datetime | None = None

    @classmethod
    def of(cls, sees_all: bool, delay: float, now: datetime) -> "Asker":
        """Who may not see all cards hears of ends with the spectators' delay."""
        hidden = delay > 0 and not sees_all
        return cls(
            sees_all=sees_all, heard_until=now - timedelta(seconds=delay) if hidden else None
        )

    def heard(self, row: GameRow) -> GameRow:
        """The game as far as this asker may have heard of it."""
        until = self.heard_until
        if until is None or row.state == "running":
            return row
        if datetime.fromisoformat(row.finished or row.created) <= until:
            return row
        return msgspec.structs.replace(
            row, state="running", finished="", seed=None, moves=0, places=(), scores=(), reason="",
            faults=(), packed=None,
        )  # fmt: skip


# Live games


def list_live(
    journal: LiveJournal,
    asker: Asker,
    *,
    state: GameState | None,
    table: str,
    player: str,
    after: str,
    limit: int,
) -> GameList:
    """Live games, the newest first."""
    found: list[GameItem] = []
    looked = 0
    # Where ends are told later, the state in the journal is not yet the one to go by.
    wanted = state if asker.heard_until is None else None
    try:
        while len(found) <= limit and looked < _LOOKED_THROUGH:
            rows = journal.listed(
                state=wanted, table=table, player=player, after=after, most=limit + 1
            )
            heard = [asker.heard(row) for row in rows]
            found += [_live_item(row) for row in heard if state in (None, row.state)]
            looked += len(rows)
            if len(rows) <= limit:
                break
            after = rows[-1].id
    except NotPlayed as error:
        raise Refusal("bad_query", f"after: there is no game {after[:40]!r}") from error
    return _page(found, limit)


def _page(found: list[GameItem], limit: int) -> GameList:
    return GameList(items=found[:limit], next=found[limit - 1].id if len(found) > limit else None)


def _live_item(row: GameRow) -> GameItem:
    facts = msgspec.structs.asdict(_live_facts(row))
    return GameItem(**facts, players=row.names, faults=len(row.faults))


def _live_facts(row: GameRow) -> GameFacts:
    return GameFacts(
        id=row.id,
        event=None,
        table=row.table,
        game=row.game,
        rules=row.rules,
        seats=row.seats,
        created=row.created,
        finished=row.finished or None,
        state=row.state,
        moves=None if row.state == "running" else row.moves,
        places=list(row.places),
        scores=list(row.scores),
        reason=row.reason,
    )


def _live_game(row: GameRow, asker: Asker) -> PlayedGame:
    from pitboss.games.game import Result
    from pitboss.games.registry import UnknownGame, kind_named
    from pitboss.narration.games import written_by

    record: Record | Refusal
    results: list[SeatResult] = []
    if row.deal_is_known:
        record = row.record()
    elif row.state == "running":
        record = Refusal("not_finished")
    else:
        record = Refusal("deal_unknown")
    if row.state == "finished":
        try:
            kind = kind_named(row.game)
            result = Result(row.places, row.scores, row.reason)
            payoffs = kind.payoffs(kind.rules(row.rules), result)
        except (UnknownGame, ValueError):
            payoffs = (0.0,) * row.seats
        results = [
            SeatResult(
                seat=seat,
                bot=name,
                place=row.places[seat],
                score=row.scores[seat],
                payoff=payoffs[seat],
                faults=sum(fault.seat == seat for fault in row.faults),
                forfeit=any(f.seat == seat and f.cost == "forfeit" for f in row.faults),
            )
            for seat, name in enumerate(row.names)
        ]
    return PlayedGame(
        facts=_live_facts(row),
        players=[
            SeatedPlayer(name=player.name, sort=player.sort, wire=player.wire)
            for player in row.players
        ],
        record=record,
        is_seed_known=row.deal_is_known,
        commitment=row.commitment or None,
        results=results,
        faults=[
            GameFault(
                seat=fault.seat,
                bot=row.names[fault.seat],
                turn=fault.turn,
                step=None,
                kind=fault.kind,
                cost=fault.cost,
                message=fault.message,
                said=fault.said if asker.sees_all else None,
                written=written_by(fault) if asker.sees_all else None,
            )
            for fault in row.faults
        ],
        thinking=[],
        replay=f"pitboss replay {row.id} --verify",
    )


# Games of events


def list_event(
    journal: Journal,
    *,
    event: str,
    state: GameState | None,
    player: str,
    after: str,
    limit: int,
) -> GameList:
    """An event's games, those of the last blocks first."""
    row = event_row(journal, event)
    last = (_MOST_BLOCKS, 0)
    if after:
        last = _place_in(row, after)
    plan = row.plan
    names = [entrant.name for entrant in plan.entrants]
    if state not in (None, "finished") or (player and player not in names):
        return GameList(items=[])
    found: list[GameItem] = []
    for rows in journal.games_before(row.id, last[0] + 1):
        found += _items_on(row, plan, rows, player, last, limit + 1 - len(found))
        if len(found) > limit:
            break
    return _page(found, limit)


def _items_on(
    event: EventRow, plan: Plan, rows: Rows, player: str, last: tuple[int, int], most: int
) -> Iterator[GameItem]:
    """The last games of a batch that come before one, the last first."""
    import numpy as np

    block, rotation = last
    wanted = (rows["block"] < block) | ((rows["block"] == block) & (rows["rotation"] < rotation))
    names = [entrant.name for entrant in plan.entrants]
    if player:
        entrants = [at for at, name in enumerate(names) if name == player]
        wanted &= np.isin(rows["entrant"], entrants).any(axis=1)
    chosen = rows[wanted]
    order = np.lexsort((chosen["rotation"], chosen["block"]))[::-1][:most]
    kind = plan.kind()
    rules = kind.write_rules(kind.rules(plan.rules))
    for game in chosen[order]:
        yield GameItem(
            id=game_id(event.id, int(game["block"]), int(game["rotation"])),
            event=event.id,
            table=None,
            game=plan.game,
            rules=rules,
            seats=plan.seats,
            players=[names[entrant] for entrant in game["entrant"]],
            created=None,
            finished=None,
            state="finished",
            moves=int(game["actions"]),
            places=game["place"].tolist(),
            scores=game["score"].tolist(),
            reason="",
            faults=int(game["faults"].sum()),
        )


def _place_in(event: EventRow, after: str) -> tuple[int, int]:
    try:
        name, block, rotation = read_game_id(after)
    except ValueError as error:
        raise Refusal("bad_query", f"after: {error}") from error
    if name != event.id:
        raise Refusal("bad_query", f"after: {after[:40]!r} is no game of this event")
    return min(block, _MOST_BLOCKS), min(rotation, event.plan.seats)


def event_row(journal: Journal, event: str) -> EventRow:
    """The event of that id, label or beginning of an id; raises `Refusal` if there is none."""
    try:
        return journal.event(event)
    except UnknownEvent as error:
        raise Refusal("no_such_event", f"there is no event {event[:40]!r}") from error


def _event_game(journal: Journal, text: str, asker: Asker) -> PlayedGame:
    from pitboss.narration.event_games import EventGame
    from pitboss.narration.games import written_by

    try:
        name, block, rotation = read_game_id(text)
        event = journal.event(name)
        block = min(block, _MOST_BLOCKS)
        batch = journal.batch_of(event.id, block)
        record = journal.record(event.id, block, rotation)
    except (ValueError, UnknownEvent, NotPlayed) as error:
        raise Refusal("no_such_game", f"there is no game {text[:60]!r}") from error
    assert batch is not None
    game = EventGame(event, batch, record, block, rotation)
    results = [msgspec.convert(result, SeatResult) for result in game.results()]
    entrants = {entrant.name: entrant for entrant in event.plan.entrants}
    return PlayedGame(
        facts=GameFacts(
            id=game.id,
            event=event.id,
            table=None,
            game=record.game,
            rules=record.rules,
            seats=record.seats,
            created=None,
            finished=None,
            state="finished",
            moves=len(record.actions),
            places=[result.place for result in results],
            scores=[result.score for result in results],
            reason="",
        ),
        players=[
            SeatedPlayer(
                name=name,
                sort="built-in" if entrants[name].builtin else "program",
                wire="" if entrants[name].builtin else entrants[name].wire,
            )
            for name in record.players
        ],
        record=record,
        is_seed_known=event.seed is not None,
        results=results,
        faults=[
            GameFault(
                seat=note.seat,
                bot=record.players[note.seat],
                turn=note.turn,
                step=None,
                kind=note.kind,
                cost=note.cost,
                message=note.message,
                said=note.said if asker.sees_all else None,
                written=written_by(note) if asker.sees_all else None,
            )
            for note in game.notes()
        ],
        thinking=[msgspec.convert(spent, ThinkingTime) for spent in game.thinking()],
        replay=game.replay,
    )


# All games


def find_game(journal: LiveJournal | None, text: str, asker: Asker) -> PlayedGame:
    """The game of that id; raises `Refusal` if there is none."""
    if journal is None:
        raise Refusal("no_such_game", "this server keeps no journal")
    if not is_live(text):
        return _event_game(journal.events, text, asker)
    try:
        row = journal.find(text)
    except NotPlayed as error:
        raise Refusal("no_such_game", f"there is no game {text[:60]!r}") from error
    return _live_game(asker.heard(row), asker)


def _title(game: str) -> str:
    from pitboss.games.registry import UnknownGame, kind_named

    try:
        return kind_named(game).title
    except UnknownGame:
        return game


def details_of(game: PlayedGame, faults: Sequence[GameFault], files: Sequence[str]) -> GameDetails:
    """All that may be told of a game but its moves; `files` are the names of its downloads."""
    facts = msgspec.structs.asdict(game.facts)
    record = game.record
    is_shown = isinstance(record, Record)
    return GameDetails(
        **facts,
        title=_title(game.facts.game),
        players=game.players,
        commitment=game.commitment,
        seed=record.seed if isinstance(record, Record) and game.is_seed_known else None,
        results=game.results,
        faults=list(faults),
        thinking=game.thinking,
        replay=game.replay if is_shown and game.is_seed_known else None,
        downloads=[
            Download(name=name, href=f"/api/games/{game.facts.id}/{name}") for name in files
        ],
        has_steps=is_shown,
        why_not=str(record) if isinstance(record, Refusal) else None,
    )
