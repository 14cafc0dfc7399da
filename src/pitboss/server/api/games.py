"""`/api/games`: the games of the journal, in lists, one by one, and as files."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import Annotated, Final

import msgspec

from pitboss import __version__
from pitboss.games.record import Record
from pitboss.server.api import game_files
from pitboss.server.api.game_facts import GameDetails, GameList
from pitboss.server.api.operation import Answer, Call, Operation, Page
from pitboss.server.api.played_games import (
    Asker,
    PlayedGame,
    details_of,
    find_game,
    list_event,
    list_live,
)
from pitboss.server.api.replay import MOST_STEPS, Replays, StepsPage
from pitboss.server.services import Services
from pitboss.store.live_games import GameState

# Why the moves of a game are not shown.
_UNSHOWN: Final = ("not_finished", "deal_unknown", "unplayable", "journal_failed")

_Text = Annotated[str, msgspec.Meta(max_length=200)]


class GameQuery(Page, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which games to list."""

    event: Annotated[
        _Text, msgspec.Meta(description="An event's games, by its id or label; else live games.")
    ] = ""
    bot: Annotated[_Text, msgspec.Meta(description="Only games in which this player sat.")] = ""
    table: Annotated[_Text, msgspec.Meta(description="Only live games at this table.")] = ""
    state: Annotated[GameState | None, msgspec.Meta(description="Only games in this state.")] = None


class StepsQuery(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which steps to show."""

    first: Annotated[int, msgspec.Meta(ge=0, le=2**31, description="The first step to show.")] = (
        msgspec.field(name="from", default=0)
    )
    count: Annotated[int, msgspec.Meta(ge=1, le=MOST_STEPS, description="How many at most.")] = 500


class GamesApi:
    """`/api/games`."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._journal = services.journal
        self._replays = Replays()
        # Replaying takes time from the tables, so that it is done for one caller after another.
        self._replaying = asyncio.Lock()

    def operations(self) -> list[Operation]:
        """What can be asked of games that are in the journal."""
        files = [
            Operation(
                method="GET",
                path=f"/api/games/{{id}}/{name}",
                summary=summary,
                run=self._file_named(name),
                answer=Record if name == game_files.JSON else None,
                media=game_files.MEDIA[name],
                errors=("no_such_game", "no_such_file", *_UNSHOWN),
            )
            for name, summary in (
                (game_files.JSON, "The game's record, for `pitboss replay`."),
                (game_files.TEXT, "The game's record in readable notation."),
                (game_files.HANDS, "The game's hands in the poker hand history format."),
            )
        ]
        return [
            Operation(
                method="GET",
                path="/api/games",
                summary="Games of the journal, the newest first: live games, or an event's.",
                run=self._list,
                query=GameQuery,
                answer=GameList,
                errors=("no_such_event", "journal_failed"),
            ),
            Operation(
                method="GET",
                path="/api/games/{id}",
                summary="All that may be told of a game but its moves.",
                run=self._show,
                answer=GameDetails,
                errors=("no_such_game", "journal_failed"),
            ),
            Operation(
                method="GET",
                path="/api/games/{id}/steps",
                summary="A game move by move, with all cards; step 0 is the deal.",
                run=self._show_steps,
                query=StepsQuery,
                answer=StepsPage,
                errors=("no_such_game", *_UNSHOWN),
            ),
            *files,
        ]

    def _asker(self, call: Call) -> Asker:
        delay = self._services.settings.spectator_delay
        return Asker.of(call.caller.sees_all, delay, datetime.now(UTC))

    async def _list(self, call: Call) -> GameList:
        query: GameQuery = call.query
        journal = self._journal
        if journal is None:
            return GameList(items=[])
        if query.event:
            return await asyncio.to_thread(
                lambda: list_event(
                    journal.events,
                    event=query.event,
                    state=query.state,
                    player=query.bot,
                    after=query.after,
                    limit=query.limit,
                )
            )
        return await asyncio.to_thread(
            list_live,
            journal,
            self._asker(call),
            state=query.state,
            table=query.table,
            player=query.bot,
            after=query.after,
            limit=query.limit,
        )

    async def _find(self, call: Call) -> PlayedGame:
        return await asyncio.to_thread(find_game, self._journal, call.path["id"], self._asker(call))

    async def _show(self, call: Call) -> GameDetails:
        game = await self._find(call)
        return await asyncio.to_thread(self._details, game)

    def _details(self, game: PlayedGame) -> GameDetails:
        return details_of(game, self._replays.placed_faults(game), game_files.names_of(game))

    async def _show_steps(self, call: Call) -> Answer:
        query: StepsQuery = call.query
        asker = self._asker(call)
        game = self._replays.known(call.path["id"], asker)
        if game is None:
            game = await self._find(call)
        game.shown()
        # What has been played never changes.
        etag = f"{__version__}-{game.facts.id}-{query.first}-{query.count}-{asker.sees_all:d}"
        if call.is_fresh(etag):
            return Answer(etag=etag)
        async with self._replaying:
            page = await asyncio.to_thread(
                self._replays.page, game, asker, query.first, query.count
            )
        return Answer(value=page, etag=etag)

    def _file_named(self, name: str) -> Callable[[Call], Awaitable[Answer]]:
        async def answer(call: Call) -> Answer:
            game = await self._find(call)
            called, content = await asyncio.to_thread(game_files.written, game, name)
            disposition = f'attachment; filename="{called}"'
            return Answer(value=content, headers={"content-disposition": disposition})

        return answer
