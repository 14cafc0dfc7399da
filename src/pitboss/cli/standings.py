"""`pitboss standings`: who is where in an event, and how sure that is."""

from pitboss.cli.options import DATABASE, AsJson, Database, EventName


def standings(event: EventName = "last", db: Database = DATABASE, as_json: AsJson = False) -> None:
    """Show an event's standings, with intervals.

    Examples:

        pitboss standings

        pitboss standings k7f3 --json
    """
    from pitboss.cli.journal import journal_at
    from pitboss.cli.telling_events import tell_event

    with journal_at(db, writing=False) as journal:
        tell_event(journal, journal.event(event).id, as_json=as_json)
