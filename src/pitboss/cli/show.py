"""`pitboss show`: one game, from the deal to the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.journal import journal_at, journal_words
from pitboss.cli.options import DATABASE, AsJson, Database
from pitboss.cli.output import bad_input, console, fail, print_json
from pitboss.narration.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pitboss.games.record import Record
    from pitboss.narration.games import Line, Turn
    from pitboss.play.transcript import Line as TranscriptLine
    from pitboss.store import EventRow, Journal

_ALL = "all"
_SPECTATOR = "spectator"
_MOST_BLOCKS = 2**62


def show(
    game: Annotated[
        str,
        typer.Argument(metavar="GAME", help="A game's id, such as k7f3q2ab-12-1, or live-f3q2."),
    ],
    viewer: Annotated[
        str,
        typer.Option(
            "--as",
            metavar="SEAT",
            help="Whose view to show: a seat's number, a bot's name, spectator, or all, which has "
            "everybody's cards.",
        ),
    ] = _ALL,
    transcript: Annotated[
        bool,
        typer.Option(
            "--transcript",
            help="Show what passed between us and the programs, line by line, instead; with --as "
            "only one of them. It was kept if the event was played with --transcript.",
        ),
    ] = False,
    full: Annotated[
        bool, typer.Option("--full", help="Cut no line of the transcript, however long.")
    ] = False,
    every: Annotated[
        bool, typer.Option("--all", help="Tell every fault, however many there were.")
    ] = False,
    db: Database = DATABASE,
    as_json: AsJson = False,
) -> None:
    """Show one game event by event, with its result, faults and times, and how to replay it.

    Examples:

        pitboss show k7f3q2ab-12-1

        pitboss show last-0-0 --as spectator

        pitboss show k7f3q2ab-12-1 --as 1 --json

        pitboss show last-0-0 --transcript

        pitboss show live-last
    """
    # Imported here and below, so that --help is quick.
    from pitboss.events.plan import read_game_id
    from pitboss.narration.event_games import EventGame
    from pitboss.store import UnknownEvent
    from pitboss.store.live_games import is_live

    with journal_at(db, writing=False) as journal:
        if is_live(game):
            if transcript:
                fail("transcripts are of events; none is kept of games on a server")
            _show_live(journal, game, viewer, every, as_json)
            return
        with bad_input(ValueError):
            name, block, rotation = read_game_id(game)
        # No database counts further.
        block = min(block, _MOST_BLOCKS)
        with bad_input(UnknownEvent, about=game):
            event = journal.event(name)
        batch = journal.batch_of(event.id, block)
        if batch is None or rotation >= event.plan.seats:
            fail(_nearest(journal, event, game, block, rotation))
        record = journal.record(event.id, block, rotation)
        if transcript:
            kept = journal.transcripts(event.id, block, rotation)
            _show_transcript(event, record, kept, viewer, full, as_json)
            return
    with bad_input(ValueError):
        turns = _turns(record, viewer)
    played = EventGame(event, batch, record, block, rotation)
    if as_json:
        print_json(played.document(turns))
    else:
        _print(played.lines(turns, every=every))


def _show_transcript(
    event: EventRow,
    record: Record,
    kept: Mapping[int, Sequence[TranscriptLine]],
    viewer: str,
    full: bool,
    as_json: bool,
) -> None:
    from pitboss.narration.transcripts import no_transcript, transcript_document, transcript_lines

    seats = range(record.seats)
    if viewer != _ALL:
        with bad_input(ValueError):
            seats = range(one := _seat(record, viewer), one + 1)
    chosen = {seat: kept[seat] for seat in seats if seat in kept}
    if as_json:
        print_json(transcript_document(record, chosen))
    elif chosen:
        _print(transcript_lines(record, chosen, full=full))
    else:
        fail(no_transcript(event.plan, record, seats))


def _show_live(journal: Journal, game: str, viewer: str, every: bool, as_json: bool) -> None:
    from pitboss.games.registry import UnknownGame
    from pitboss.narration.live_games import show_document, show_lines

    row = journal.live.find(game)
    replay = f"pitboss replay {row.id} --verify{journal_words(journal)}"
    with bad_input(ValueError, UnknownGame):
        turns = _turns(row.record(), viewer) if row.deal_is_known else None
    if as_json:
        print_json(show_document(row, turns, replay))
    else:
        _print(show_lines(row, turns, replay, every=every))


def _print(lines: Iterable[Line]) -> None:
    out = console()
    for text, style in lines:
        # A bot's text may hold control sequences.
        out.print(printable(text), markup=False, soft_wrap=True, style=style or None)


def _nearest(journal: Journal, event: EventRow, game: str, block: int, rotation: int) -> str:
    from pitboss.events.plan import game_id

    seats = event.plan.seats
    if not event.blocks:
        return f"there is no game {game}: nothing of event {event.id} has been played yet"
    missing = journal.missing(event.id, range(block + 1))
    near = block
    if missing and block in missing[-1]:
        # The last block before the gap, or else the first one after it.
        gap = missing[-1].start
        near = gap - 1 if gap else next(batch.first for batch in journal.batches(event.id))
    nearest = game_id(event.id, near, min(rotation, seats - 1))
    return f"there is no game {game} in {journal.where}; the nearest is {nearest}"


def _turns(record: Record, viewer: str) -> list[Turn]:
    """What happened in the game, as the viewer knows it."""
    from pitboss.narration.games import record_turns

    if viewer == _ALL:
        return record_turns(record)
    return record_turns(record, -1 if viewer == _SPECTATOR else _seat(record, viewer))


def _seat(record: Record, viewer: str) -> int:
    if viewer in record.players:
        return record.players.index(viewer)
    if viewer.isdecimal() and int(viewer) < record.seats:
        return int(viewer)
    raise ValueError(
        f"nobody sits at {viewer!r}: say a seat from 0 to {record.seats - 1}, a bot's name "
        f"({', '.join(record.players)}), {_SPECTATOR} or {_ALL}"
    )
