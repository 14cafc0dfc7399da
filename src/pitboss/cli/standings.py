"""`pitboss standings`: who is where in an event, and how sure that is."""

from typing import Annotated

import typer

from pitboss.cli.journal import journal_at
from pitboss.cli.options import DATABASE, AsJson, Database, EventName, ShowSeed
from pitboss.cli.output import fail


def standings(
    event: EventName = "last",
    top: Annotated[
        int, typer.Option("--top", min=0, help="Show only the first so many bots; 0: all.")
    ] = 0,
    watch: Annotated[
        bool,
        typer.Option(
            "--watch", help="Show them anew while the event is played, until it ends; Ctrl-C stops."
        ),
    ] = False,
    show_seed: ShowSeed = False,
    db: Database = DATABASE,
    as_json: AsJson = False,
) -> None:
    """Show an event's standings, with intervals.

    Examples:

        pitboss standings

        pitboss standings k7f3 --json

        pitboss standings last --top 10 --watch
    """
    # Imported here, so that --help is quick.
    from pitboss.cli.event_summary import print_event, watch_event

    if watch and (as_json or show_seed):
        other = "--json" if as_json else "--show-seed"
        fail(f"--watch and {other}: --watch shows standings to people; leave one of them out")
    with journal_at(db, writing=False) as journal:
        found = journal.event(event).id
        if watch:
            watch_event(journal, found, top=top)
        else:
            print_event(journal, found, as_json=as_json, show_seed=show_seed, top=top)
