"""`pitboss export`: an event's games for other programs."""

from __future__ import annotations

import re
import sys
from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from pitboss.cli.journal import journal_at
from pitboss.cli.options import DATABASE, LIVE, Database, EventName
from pitboss.cli.output import STDOUT, bad_input, fail, whole_file
from pitboss.cli.waiting import Waiting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pitboss.report.exports import PlayedGame


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
    """Write an event's games for other programs: always the same bytes for the same games.

    A file is written completely or not at all. Games are written as they are read, so there may
    be any number of them.

    Examples:

        pitboss export -o games.jsonl

        pitboss export k7f3q2ab --format csv -o games.csv

        pitboss export --format phhs --games 1..1000 -o session.phhs

        pitboss export last --games 17 --format text

        pitboss export live -o live.jsonl
    """
    # Imported here, so that --help is quick.
    from pitboss.report.exports import FORMS, NoSuchForm, event_games, live_game, live_games
    from pitboss.store import UnknownEvent
    from pitboss.store.live_games import is_live

    numbers = _numbers(games)
    with journal_at(db, writing=False) as journal, bad_input(UnknownEvent, NoSuchForm):
        if event == LIVE or is_live(event):
            with whole_file(output) as file:
                rows = (
                    live_games(journal, numbers)
                    if event == LIVE
                    else [live_game(journal.live.find(event))]
                )
                for written in FORMS[form.value](rows):
                    file.write(written)
            return
        row = journal.event(event)
        # On the same terminal the games themselves tell how far it is.
        seen = output == STDOUT and sys.stdout.isatty()
        with Waiting("exporting", hidden=seen) as waiting, whole_file(output) as file:
            wanted = _Counted(event_games(journal, row, numbers, waiting.tell))
            for written in FORMS[form.value](wanted):
                file.write(written)
            # A range may go beyond the end; a game that is named should be there.
            if games.isdecimal() and not wanted.count:
                played = row.blocks * row.plan.seats
                fail(f"--games {games!r} names none: event {row.id} has {played:,} games")


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
    """The numbers of the games to export."""
    match = re.fullmatch(r"(\d*)(\.\.)?(\d*)", text)
    if match is None or text == "..":
        fail(f"--games {text!r} should be like 17, 1..100, 500.. or ..20")
    first, dots, last = match.groups()
    begin = int(first or 1)
    end = int(last) if last else sys.maxsize - 1 if dots or not text else begin
    if begin < 1 or end < begin:
        fail(f"--games {text!r} names none: games are counted from 1")
    return range(begin, end + 1)
