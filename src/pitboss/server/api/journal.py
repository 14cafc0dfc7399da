"""`/api/journal`: games that have ended, as records for programs; games.py has more to tell."""

import asyncio
from typing import Any

import msgspec
from starlette.responses import Response

from pitboss.server.api.operation import Call, Operation
from pitboss.server.api.wire_answers import wire_answer, wire_refusal
from pitboss.server.services import Services
from pitboss.store.errors import NotPlayed
from pitboss.store.live_games import GameRow
from pitboss.wires.uno_online.listen import token_in
from pitboss.wires.uno_online.messages import refusal


class JournalResult(msgspec.Struct):
    """How a game ended, by seat."""

    places: list[int]
    scores: list[int]
    reason: str


class JournalGame(msgspec.Struct):
    """A game that has ended, in the list."""

    id: str
    table: str
    game: str
    rules: str
    players: list[str]
    created: str
    finished: str
    actions: int
    interrupted: bool
    result: JournalResult | None


class JournalList(msgspec.Struct):
    """Every game that has ended."""

    success: bool
    games: list[JournalGame]


class JournalRecord(msgspec.Struct):
    """A game as `pitboss replay` reads it; without a seed if the deal is lost."""

    game: str
    rules: str
    seats: int
    seed: str | None
    players: list[str]
    actions: list[int]


class JournalEntry(msgspec.Struct):
    """One game that has ended."""

    success: bool
    record: JournalRecord
    interrupted: bool
    result: JournalResult | None


class JournalApi:
    """`/api/journal`."""

    def __init__(self, services: Services) -> None:
        self._settings = services.settings
        self._journal = services.journal

    def operations(self) -> list[Operation]:
        """What can be read of the journal."""
        return [
            Operation(
                method="GET",
                path="/api/journal",
                summary="Every live game that has ended; for the organiser, or on loopback.",
                run=self._list,
                answer=JournalList,
                of_wire=True,
            ),
            Operation(
                method="GET",
                path="/api/journal/{id}",
                summary="The record of a live game that has ended.",
                run=self._show,
                answer=JournalEntry,
                of_wire=True,
            ),
        ]

    async def _list(self, call: Call) -> Response:
        """Every game in the journal, and whether it was interrupted; for whom may see all cards."""
        if not self._may_read_journal(call):
            return wire_refusal(refusal("not_allowed", "the journal holds all cards"))
        games = await asyncio.to_thread(self._journal.games) if self._journal is not None else []
        listed = [
            {
                "id": game.id,
                "table": game.table,
                "game": game.game,
                "rules": game.rules,
                "players": game.names,
                "created": game.created,
                "finished": game.finished,
                "actions": game.moves,
                "interrupted": game.state == "interrupted",
                "result": _result(game),
            }
            for game in games
            if game.state != "running"
        ]
        return wire_answer({"success": True, "games": listed})

    async def _show(self, call: Call) -> Response:
        """One game in the journal: its record up to the last move."""
        if not self._may_read_journal(call):
            return wire_refusal(refusal("not_allowed", "the journal holds all cards"))
        name = call.path["id"]
        try:
            if self._journal is None:
                return wire_refusal(refusal("not_found"))
            game = await asyncio.to_thread(self._journal.find, name)
        except NotPlayed as error:
            return wire_refusal(refusal("not_found", str(error)))
        if game.state == "running":
            return wire_refusal(refusal("not_found", "the game is still being played"))
        record = {
            "game": game.game,
            "rules": game.rules,
            "seats": game.seats,
            "seed": game.seed,
            "players": game.names,
            "actions": game.actions,
        }
        return wire_answer(
            {
                "success": True,
                "record": record,
                "interrupted": game.state == "interrupted",
                "result": _result(game),
            }
        )

    def _may_read_journal(self, call: Call) -> bool:
        # A record shows everybody's cards, so among strangers only the organiser may look.
        return self._settings.loopback or self._is_organiser(call)

    def _is_organiser(self, call: Call) -> bool:
        return self._settings.is_organiser(token_in(call.request.scope))


def _result(game: GameRow) -> dict[str, Any] | None:
    if game.state != "finished":
        return None
    return {"places": game.places, "scores": game.scores, "reason": game.reason}
