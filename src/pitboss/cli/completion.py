"""What the shell offers while a command is typed: games, bots and the journal's events."""

from collections.abc import Iterator

from typer import Context

# More than this many events nobody reads through.
_MOST_EVENTS = 30


def complete_game() -> Iterator[tuple[str, str]]:
    """The games and the presets of their rules."""
    # Imported here and below, so that --help is quick.
    from pitboss.games.registry import kinds

    for name, kind in kinds().items():
        yield name, kind.title
        for preset in kind.presets:
            if preset not in kinds():
                yield preset, kind.title


def complete_bot() -> Iterator[tuple[str, str]]:
    """The built-in bots; the shell adds files where none fits."""
    from pitboss import bots

    for name in bots.names():
        yield name, bots.about(name)


def complete_game_or_bot() -> Iterator[tuple[str, str]]:
    """Where either may come."""
    yield from complete_game()
    yield from complete_bot()


def complete_event(ctx: Context) -> Iterator[tuple[str, str]]:
    """The newest events of the journal that was named."""
    from pitboss.cli.options import DATABASE
    from pitboss.store import Journal, StoreError

    yield "last", "the newest"
    try:
        with Journal.open(ctx.params.get("db") or DATABASE, read_only=True) as journal:
            rows = journal.events()[:_MOST_EVENTS]
    except StoreError:
        return
    for row in rows:
        yield row.id, f"{row.label or row.plan.rules}, {row.plan.schedule.format}, {row.state}"
