"""`pitboss results`: the events in the journal, and an event's games."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.options import DATABASE, Database
from pitboss.cli.output import AsJson, console, fail, print_json

if TYPE_CHECKING:
    from pitboss.arena.plan import Plan
    from pitboss.arena.results import Rows
    from pitboss.store import Journal


def results(
    event: Annotated[
        str,
        typer.Argument(metavar="[EVENT]", help="An event's id, or last; without one, all events."),
    ] = "",
    bot: Annotated[str, typer.Option(help="Only games of this bot.")] = "",
    lost: Annotated[bool, typer.Option("--lost", help="Only games that the bot lost.")] = False,
    faults: Annotated[bool, typer.Option("--faults", help="Only games with faults.")] = False,
    most: Annotated[int, typer.Option("--most", min=1, help="Show so many games.")] = 20,
    db: Database = DATABASE,
    as_json: AsJson = False,
) -> None:
    """List the events in the journal, or the games of one.

    Examples:

        pitboss results

        pitboss results last --bot mybot --lost

        pitboss results k7f3 --faults --json
    """
    from pitboss.cli.running import journal_at

    with journal_at(db, writing=False) as journal:
        if not event:
            _events(journal, as_json)
            return
        plan = journal.event(event).plan
        if lost and not bot:
            fail("whose losses? Add --bot NAME")
        rows = journal.results(plan.id).rows
        chosen = rows[_chosen(plan, rows, bot, lost=lost, faults=faults)]
        _games(plan, chosen, most, as_json)


def _events(journal: "Journal", as_json: bool) -> None:
    events = journal.events()
    if as_json:
        print_json(
            [
                {
                    "event": event.id,
                    "name": event.label,
                    "state": event.state,
                    "created": event.created,
                    "game": event.plan.game,
                    "rules": event.plan.rules,
                    "format": event.plan.schedule.format,
                    "bots": [entrant.name for entrant in event.plan.entrants],
                    "games": event.blocks * event.plan.seats,
                    "command": event.note.get("command", ""),
                }
                for event in events
            ]
        )
        return
    if not events:
        console().print("No events yet. Try:  pitboss play jedna simple random")
        return
    from rich.markup import escape
    from rich.table import Table

    table = Table("event", "name", "game", "format", "bots", box=None)
    for head in ("games", "state", "begun (UTC)"):
        table.add_column(head, justify="right" if head == "games" else "left")
    for event in events:
        names = [entrant.name for entrant in event.plan.entrants]
        told = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        table.add_row(
            event.id,
            escape(event.label),
            escape(event.plan.rules),
            event.plan.schedule.format,
            escape(told),
            f"{event.blocks * event.plan.seats:,}",
            event.state,
            event.created[:16].replace("T", " "),
        )
    console().print(table)


def _chosen(plan: "Plan", rows: "Rows", bot: str, *, lost: bool, faults: bool) -> Any:
    """Which rows are asked for, as a mask."""
    import numpy as np

    seats = np.ones(rows["entrant"].shape, bool)
    if bot:
        names = [entrant.name for entrant in plan.entrants]
        if bot not in names:
            from pitboss.arena.bot_words import meant

            fail(f"there is no bot {bot!r} in event {plan.id}{meant(bot, names)}")
        seats = rows["entrant"] == names.index(bot)
    if lost:
        seats &= rows["place"] == rows["place"].max(axis=1, keepdims=True)
        seats &= rows["place"] > 1
    if faults:
        seats &= rows["faults"] > 0
    return seats.any(axis=1)


def _games(plan: "Plan", rows: "Rows", most: int, as_json: bool) -> None:
    from pitboss.arena.plan import game_id

    names = [entrant.name for entrant in plan.entrants]
    told: list[dict[str, Any]] = [
        {
            "game": game_id(plan.id, int(row["block"]), int(row["rotation"])),
            "actions": int(row["actions"]),
            "seats": [
                {
                    "bot": names[row["entrant"][seat]],
                    "place": int(row["place"][seat]),
                    "score": int(row["score"][seat]),
                    "payoff": float(row["payoff"][seat]),
                    "forfeit": bool(row["forfeit"][seat]),
                    "faults": int(row["faults"][seat]),
                }
                for seat in range(plan.seats)
            ],
        }
        for row in rows[:most]
    ]
    if as_json:
        print_json({"event": plan.id, "games": len(rows), "shown": told})
        return
    from rich.markup import escape
    from rich.table import Table

    table = Table("game", "places (score)", box=None)
    table.add_column("actions", justify="right")
    table.add_column("faults")
    for game in told:
        seats = sorted(game["seats"], key=lambda seat: seat["place"])
        places = ", ".join(f"{one['place']}. {one['bot']} ({one['score']:,})" for one in seats)
        wrong = ", ".join(
            f"{one['bot']}: {one['faults']}{', out' if one['forfeit'] else ''}"
            for one in seats
            if one["faults"]
        )
        table.add_row(game["game"], escape(places), f"{game['actions']:,}", escape(wrong))
    out = console()
    out.print(table)
    if len(rows) > most:
        out.print(f"{len(rows) - most:,} more: --most N shows them, pitboss export {plan.id} all.")
    if told:
        out.print(f"One of them, move by move:  pitboss show {told[0]['game']}")
