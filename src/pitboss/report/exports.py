"""Exports: an event's games in forms for other programs, batch by batch, never all at once."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

import numpy as np

from pitboss.events.batch import Batch, unpack_actions
from pitboss.events.plan import Plan, game_id, game_number
from pitboss.games.game import Result
from pitboss.games.holdem.game_histories import has_histories, histories_of
from pitboss.games.holdem.history import HandHistory
from pitboss.games.holdem.phh import write_history
from pitboss.games.record import Record, write_json, write_text
from pitboss.statistics.results import row_type
from pitboss.store import EventRow, GameRow, Journal

COLUMNS = (
    *("game", "block", "rotation", "seat", "bot", "place", "score", "payoff"),
    *("forfeit", "faults", "actions"),
)
_COPIED = ("block", "rotation", "entrant", "place", "score", "payoff", "forfeit", "faults")


class NoSuchForm(ValueError):
    """These games can't be written in that form; the message says which can."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game from the journal."""

    id: str
    # None for a live game.
    block: int | None
    rotation: int | None
    record: Record
    # By seat; None for a game that was interrupted.
    places: Sequence[int | None]
    scores: Sequence[int | None]
    payoffs: Sequence[float | None]
    forfeits: list[bool]
    faults: list[int]


def games_on(batch: Batch, plan: Plan, numbers: range) -> Iterator[PlayedGame]:
    """The games of a batch whose numbers are asked for, in order."""
    seats = plan.seats
    first = game_number(batch.first, 0, seats)
    if not range(max(first, numbers.start), min(first + batch.count * seats, numbers.stop)):
        return
    kind = plan.kind()
    rules = kind.write_rules(kind.rules(plan.rules))
    names = [entrant.name for entrant in plan.entrants]
    rows = np.frombuffer(batch.rows, row_type(seats))
    # Lists, because reading an array number by number takes many times as long.
    columns = [rows[name].tolist() for name in _COPIED]
    for actions, block, rotation, seated, *by_seat in zip(
        unpack_actions(batch.actions), *columns, strict=True
    ):
        if game_number(block, rotation, seats) not in numbers:
            continue
        record = Record(
            game=plan.game,
            rules=rules,
            seats=seats,
            seed=str(plan.deck(block, rotation)),
            players=[names[entrant] for entrant in seated],
            actions=actions,
        )
        yield PlayedGame(game_id(batch.event, block, rotation), block, rotation, record, *by_seat)


def event_games(
    journal: Journal, event: EventRow, numbers: range, progress: Callable[[int, int], None]
) -> Iterator[PlayedGame]:
    """The games of an event whose numbers are asked for; `progress` gets blocks read, and all."""
    done = 0
    for batch in journal.batches(event.id):
        if batch.first * event.plan.seats >= numbers.stop:
            return
        yield from games_on(batch, event.plan, numbers)
        done += batch.count
        progress(done, max(event.blocks, done))


def live_games(journal: Journal, numbers: range) -> Iterator[PlayedGame]:
    """The live games that have ended, oldest first, as far as their numbers are asked for."""
    ended = [row for row in reversed(journal.live.games()) if row.deal_is_known]
    for number, row in enumerate(ended, start=1):
        if number in numbers:
            yield live_game(row)


def live_game(row: GameRow) -> PlayedGame:
    """A game that was played on a server; `NotPlayed` if its deal is not known."""
    record = row.record()
    unknown = [None] * row.seats
    payoffs: Sequence[float | None] = unknown
    if row.state == "finished":
        kind = record.kind()
        result = Result(row.places, row.scores, row.reason)
        payoffs = kind.payoffs(kind.rules(row.rules), result)
    return PlayedGame(
        id=row.id,
        block=None,
        rotation=None,
        record=record,
        places=row.places or unknown,
        scores=row.scores or unknown,
        payoffs=payoffs,
        forfeits=[
            any(fault.seat == seat and fault.cost == "forfeit" for fault in row.faults)
            for seat in range(row.seats)
        ],
        faults=[sum(fault.seat == seat for fault in row.faults) for seat in range(row.seats)],
    )


def as_json(games: Iterable[PlayedGame]) -> Iterator[bytes]:
    """One record per line."""
    for game in games:
        yield write_json(game.record) + b"\n"


def as_csv(games: Iterable[PlayedGame]) -> Iterator[bytes]:
    """A row for each game and seat."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for game in games:
        for seat, bot in enumerate(game.record.players):
            writer.writerow(
                (
                    *(game.id, game.block, game.rotation, seat, bot, game.places[seat]),
                    *(game.scores[seat], game.payoffs[seat], int(game.forfeits[seat])),
                    *(game.faults[seat], len(game.record.actions)),
                )
            )
        yield text.getvalue().encode()
        text.seek(0)
        text.truncate()
    yield text.getvalue().encode()


def as_text(games: Iterable[PlayedGame]) -> Iterator[bytes]:
    """Our own notation, with an empty line between games."""
    for number, game in enumerate(games):
        yield (b"\n" if number else b"") + write_text(game.record).encode()


def as_phh(games: Iterable[PlayedGame]) -> Iterator[bytes]:
    """A single hand."""
    hands = _hands(games)
    first = next(hands, None)
    if first is None:
        return
    if next(hands, None) is not None:
        raise NoSuchForm("a .phh file holds one hand, and these are more: write phhs instead")
    yield write_history(first).encode()


def as_phhs(games: Iterable[PlayedGame]) -> Iterator[bytes]:
    """Hands in numbered sections."""
    for number, history in zip(count(1), _hands(games), strict=False):
        yield f"[{number}]\n{write_history(history)}\n".encode()


def _hands(games: Iterable[PlayedGame]) -> Iterator[HandHistory]:
    for game in games:
        start = game.record.start()
        if not has_histories(start):
            raise NoSuchForm(
                f"only hold'em has hand histories, and this is {game.record.game}: write json, csv "
                "or text instead"
            )
        for history in histories_of(start, game.record.actions, game.record.players):
            event = game.id.partition("-")[0]
            yield replace(history, other={**history.other, "event": event, "table": game.id})


FORMS: dict[str, Callable[[Iterable[PlayedGame]], Iterator[bytes]]] = {
    "json": as_json,
    "csv": as_csv,
    "text": as_text,
    "phh": as_phh,
    "phhs": as_phhs,
}
