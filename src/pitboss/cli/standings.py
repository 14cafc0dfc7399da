"""`pitboss standings`: who is where in an event, and how sure that is."""

from pitboss.cli.journal import journal_at
from pitboss.cli.options import DATABASE, AsJson, Database, EventName, ShowSeed


def standings(
    event: EventName = "last",
    show_seed: ShowSeed = False,
    db: Database = DATABASE,
    as_json: AsJson = False,
) -> None:
    """Show an event's standings, with intervals.

    Examples:

        pitboss standings

        pitboss standings k7f3 --json
    """
    # Imported here, so that --help is quick.
    from pitboss.cli.event_summary import print_event

    with journal_at(db, writing=False) as journal:
        print_event(journal, journal.event(event).id, as_json=as_json, show_seed=show_seed)
