"""`pitboss export`: an event's games for other programs."""

import re
import sys
from collections.abc import Iterator
from enum import Enum
from typing import Annotated

import typer

from pitboss.cli.atomic_file import whole_file
from pitboss.cli.console import Waiting, bad_input, fail
from pitboss.cli.journal import journal_at
from pitboss.cli.live_games import LIVE
from pitboss.cli.options import DATABASE, Database, EventName
from pitboss.report.exports import FORMS, NoSuchForm, PlayedGame, games_on, live_game
from pitboss.store import EventRow, Journal, UnknownEvent
from pitboss.store.live_games import is_live


class Form(Enum):
    """What the games are written as."""

    JSON = "json"
    CSV = "csv"
    TEXT = "text"
    PHH = "phh"
    PHHS = "phhs"


def export(
    event: EventName = "last",
    form: Annotated[
        Form,
        typer.Option(
            "--format",
            "-f",
            help="json: a record to a line; csv: a row for each game and seat; text: our notation; "
            "phh, phhs: one hand of hold'em, or many.",
        ),
    ] = Form.JSON,
    output: Annotated[
        str, typer.Option("--output", "-o", help="The file to write; -: standard output.")
    ] = "-",
    games: Annotated[
        str,
        typer.Option(
            help="Only these, counted from 1 in the order of blocks: 17, 1..100, 500.. or ..20.",
        ),
    ] = "",
    db: Database = DATABASE,
) -> None:
    """Write an event's games down: always the same games in the same order, byte for byte.

    A file is whole or not written at all. Games come out as they are read, so that their number
    does not matter.

    Examples:

        pitboss export -o games.jsonl

        pitboss export k7f3q2ab --format csv -o games.csv

        pitboss export --format phhs --games 1..1000 -o session.phhs

        pitboss export last --games 17 --format text

        pitboss export live -o live.jsonl
    """
    numbers = _numbers(games)
    with journal_at(db, writing=False) as journal, bad_input(UnknownEvent, NoSuchForm):
        if event == LIVE or is_live(event):
            with whole_file(output) as file:
                for written in FORMS[form.value](_live(journal, event, numbers)):
                    file.write(written)
            return
        found = journal.event(event)
        with Waiting("exporting") as waiting, whole_file(output) as file:
            wanted = _Counted(_played(journal, found, numbers, waiting))
            for written in FORMS[form.value](wanted):
                file.write(written)
            # A range may go beyond the end; a game that is named should be there.
            if games.isdecimal() and not wanted.count:
                played = found.blocks * found.plan.seats
                fail(f"--games {games!r} names none: event {found.id} has {played:,} games")


def _live(journal: Journal, name: str, numbers: range) -> Iterator[PlayedGame]:
    """Live games that have ended, oldest first."""
    if name != LIVE:
        yield live_game(journal.live.find(name))
        return
    ended = [row for row in reversed(journal.live.games()) if row.deal_is_known]
    for number, row in enumerate(ended, start=1):
        if number in numbers:
            yield live_game(row)


class _Counted:
    """The games, and how many there were."""

    def __init__(self, games: Iterator[PlayedGame]) -> None:
        self._games = games
        self.count = 0

    def __iter__(self) -> Iterator[PlayedGame]:
        for one in self._games:
            self.count += 1
            yield one


def _numbers(text: str) -> range:
    """The games that are wanted."""
    match = re.fullmatch(r"(\d*)(\.\.)?(\d*)", text)
    if match is None or text == "..":
        fail(f"--games {text!r} should be like 17, 1..100, 500.. or ..20")
    first, dots, last = match.groups()
    begin = int(first or 1)
    end = int(last) if last else sys.maxsize - 1 if dots or not text else begin
    if begin < 1 or end < begin:
        fail(f"--games {text!r} names none: games are counted from 1")
    return range(begin, end + 1)


def _played(
    journal: Journal, event: EventRow, numbers: range, waiting: Waiting
) -> Iterator[PlayedGame]:
    done = 0
    for batch in journal.batches(event.id):
        if batch.first * event.plan.seats >= numbers.stop:
            return
        yield from games_on(batch, event.plan, numbers)
        done += batch.count
        waiting.tell(done, max(event.blocks, done))
