"""`pitboss replay`: show recorded games, or verify them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.commands import MISMATCH
from pitboss.cli.journal import journal_at
from pitboss.cli.options import DATABASE, AsJson, Database
from pitboss.cli.output import bad_input, console, fail, print_json
from pitboss.cli.waiting import Waiting
from pitboss.narration.text import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pitboss.cli.game_files import Source
    from pitboss.games.holdem.history import HandHistory

_STDIN = Path("-")


def replay(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="Hands (.phh, .phhs) or records (JSON lines or text); -: standard input. Or games "
            "of the journal: live-f3q2, live for all on servers, or k7f3q2ab-12-1.",
        ),
    ],
    verify: Annotated[
        bool,
        typer.Option("--verify", help="Only check that every game ends as recorded."),
    ] = False,
    only: Annotated[
        int | None, typer.Option(help="Only the game with this number in the file.", min=1)
    ] = None,
    phh: Annotated[
        bool, typer.Option("--phh", help="Print hold'em as hand histories, a .phhs file.")
    ] = False,
    db: Database = DATABASE,
    as_json: AsJson = False,
) -> None:
    """Show the games of a file, or check that they replay to what is recorded.

    Exits with 0 if all is well, 1 if a game differs from its record, 2 if the file can't be read.

    Examples:

        pitboss replay session.phhs --only 17

        pitboss replay session.phhs --verify

        pitboss replay games.jsonl --verify --json

        pitboss replay tournament.txt --phh > tournament.phhs

        pitboss export --format text | pitboss replay - --verify

        pitboss replay live --verify
    """
    # Imported here, so that --help is quick.
    from pitboss.cli.game_files import Unreadable, is_in_journal, load, load_from

    if phh and (verify or as_json):
        other = "--verify" if verify else "--json"
        fail(f"--phh prints hand histories and nothing else: leave out {other}, or --phh")
    where = "standard input" if file == _STDIN else str(file)
    if is_in_journal(file):
        with journal_at(db, writing=False) as journal:
            sources = load_from(journal, where)
    else:
        with bad_input(Unreadable, about=where), Waiting("reading"):
            sources = load(None if file == _STDIN else file)
    if only is not None:
        if only > len(sources):
            fail(f"{where}: there is no game {only}, only {len(sources)}")
        sources = sources[only - 1 : only]
    if verify:
        _verify(file, sources, as_json)
    elif phh:
        _convert(where, sources)
    else:
        _tell(where, sources, as_json)


def _verify(file: Path, sources: Sequence[Source], as_json: bool) -> None:
    mismatches: list[dict[str, str]] = []
    with Waiting("replaying", "games") as waiting:
        for done, source in enumerate(sources, start=1):
            why = source.mismatch()
            if why:
                mismatches.append({"game": source.name, "why": why})
            waiting.tell(done, len(sources))
    good = len(sources) - len(mismatches)
    if as_json:
        print_json(
            {"file": str(file), "games": len(sources), "as_recorded": good, "differ": mismatches}
        )
    else:
        for mismatch in mismatches:
            typer.echo(f"{mismatch['game']}: {mismatch['why']}")
        typer.echo(f"{len(sources):,} games: {good:,} as recorded, {len(mismatches):,} differ")
    if mismatches:
        raise typer.Exit(MISMATCH)


def _tell(where: str, sources: Sequence[Source], as_json: bool) -> None:
    from pitboss.games.holdem.history import BadHistory
    from pitboss.games.record import BadRecord
    from pitboss.narration.games import event_documents

    documents: list[dict[str, Any]] = []
    out = console()
    for source in sources:
        with bad_input(BadHistory, BadRecord, about=f"{where}: {source.name}"):
            events = source.events()
        names = source.players()
        if as_json:
            documents.append(
                {"game": source.name, "players": names, "events": event_documents(events)}
            )
            continue
        out.print(f"[bold]{source.name}[/bold]")
        for event in events:
            sentence = printable(source.kind().sentence(event, names))
            out.print(f"  {sentence}", markup=False, soft_wrap=True)
        out.print()
    if as_json:
        print_json(documents)


def _convert(where: str, sources: Sequence[Source]) -> None:
    from pitboss.cli.game_files import Unreadable
    from pitboss.games.holdem.phh import write_histories
    from pitboss.games.record import BadRecord

    histories: list[HandHistory] = []
    with bad_input(Unreadable, BadRecord, about=where), Waiting("converting") as waiting:
        for done, source in enumerate(sources, start=1):
            histories += source.histories()
            waiting.tell(done, len(sources))
    typer.echo(write_histories(histories), nl=False)
