"""`/api/games/{id}/steps`: a game move by move, with all cards, a page at a time.

A record is replayed once; the games looked at last are kept, and so are pages of them.
"""

import threading
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from typing import Any, Final, Generic, TypeVar

import msgspec

from pitboss.games.game import Result
from pitboss.games.record import BadRecord
from pitboss.narration.steps import Mark, Replayed, Step
from pitboss.server.api.errors import Refusal
from pitboss.server.api.game_facts import GameFault
from pitboss.server.api.played_games import Asker, PlayedGame

# Steps in one answer.
MOST_STEPS: Final = 1000
# Games and encoded pages that are kept.
_GAMES_KEPT: Final = 16
_PAGES_KEPT: Final = 16
# Moves in the longest game that is replayed here.
_MOST_MOVES: Final = 1_000_000

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")

_encode = msgspec.json.Encoder().encode


class GameResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended, by seat."""

    places: list[int]
    scores: list[int]
    reason: str


class ReplayStep(Step, frozen=True, kw_only=True, omit_defaults=True):
    """A step, the turn that is open after it, and what was done wrong in it."""

    turn: int
    faults: list[GameFault] = msgspec.field(default_factory=list)


class StepsPage(msgspec.Struct, frozen=True, kw_only=True):
    """Some steps of a game, and what they belong to."""

    id: str
    # The kind of game, which is also called its game.
    kind: str
    game: str
    rules: str
    names: list[str]
    # How many steps there are, and the first one here.
    total: int
    first: int
    steps: list[ReplayStep]
    # Where hands and rounds begin, and where faults were, in the whole game.
    marks: list[Mark]
    # Null if it was interrupted.
    result: GameResult | None


class _Recent(Generic[K, V]):
    """The values used last, for threads."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: K) -> V | None:
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: K, value: V) -> None:
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)


class Replays:
    """The games that were looked at last."""

    def __init__(self) -> None:
        self._replayed: _Recent[str, Replayed] = _Recent(_GAMES_KEPT)
        # By id, and whether what bots sent is in it.
        self._games: _Recent[tuple[str, bool], PlayedGame] = _Recent(_GAMES_KEPT)
        self._pages: _Recent[tuple[Any, ...], msgspec.Raw] = _Recent(_PAGES_KEPT)

    def known(self, game: str, asker: Asker) -> PlayedGame | None:
        """A game that was shown not long ago, if this asker may see it as well."""
        # Whoever hears of ends later goes by the journal.
        return None if asker.heard_until is not None else self._games.get((game, asker.sees_all))

    def page(self, game: PlayedGame, asker: Asker, first: int, count: int) -> msgspec.Raw:
        """Some steps as JSON; raises `Refusal` if they can't be shown. Takes its time."""
        # Before looking at what is kept: others may see more.
        game.shown()
        key = (game.facts.id, asker.sees_all, first, count)
        page = self._pages.get(key)
        if page is None:
            page = msgspec.Raw(_encode(self._made(game, first, count)))
            self._pages.put(key, page)
            self._games.put((game.facts.id, asker.sees_all), game)
        return page

    def _made(self, game: PlayedGame, first: int, count: int) -> StepsPage:
        replayed = self._replay(game)
        faults = self.placed_faults(game)
        by_step: dict[int, list[GameFault]] = {}
        for fault in faults:
            if fault.step is not None:
                by_step.setdefault(fault.step, []).append(fault)
        steps = [
            ReplayStep(
                number=step.number,
                actor=step.actor,
                action=step.action,
                events=step.events,
                view=step.view,
                figures=step.figures,
                turn=replayed.turn_at(step.number),
                faults=by_step.get(step.number, []),
            )
            for step in replayed.steps(first, count)
        ]
        result = replayed.result
        return StepsPage(
            id=game.facts.id,
            kind=replayed.kind.name,
            game=replayed.kind.name,
            rules=game.facts.rules,
            names=replayed.names,
            total=replayed.total,
            first=first,
            steps=steps,
            marks=_marks(replayed, faults),
            result=None if result is None else _result(result),
        )

    def _replay(self, game: PlayedGame) -> Replayed:
        replayed = self._replayed.get(game.facts.id)
        if replayed is None:
            record = game.shown()
            if len(record.actions) > _MOST_MOVES:
                raise Refusal("unplayable", "the game is too long to be shown here")
            try:
                replayed = Replayed(record)
            except (BadRecord, LookupError) as error:
                raise Refusal("unplayable", f"the game can't be replayed: {error}") from error
            self._replayed.put(game.facts.id, replayed)
        return replayed

    def placed_faults(self, game: PlayedGame) -> list[GameFault]:
        """A game's faults with the steps that they belong to, if it can be replayed."""
        if not game.faults or isinstance(game.record, Refusal):
            return game.faults
        try:
            replayed = self._replay(game)
        except Refusal:
            return game.faults
        return [
            msgspec.structs.replace(fault, step=replayed.step_of(fault)) for fault in game.faults
        ]


def _result(result: Result) -> GameResult:
    return GameResult(places=list(result.places), scores=list(result.scores), reason=result.reason)


def _marks(replayed: Replayed, faults: Sequence[GameFault]) -> list[Mark]:
    wrong = [
        Mark(step=fault.step, kind="fault", text=f"{fault.bot}: {fault.message}")
        for fault in faults
        if fault.step is not None
    ]
    return sorted([*replayed.parts, *wrong], key=lambda mark: mark.step)
