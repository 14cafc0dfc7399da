"""`pitboss results`: the events in the journal, and an event's games."""

from typing import Annotated, Any

import numpy as np
import typer

from pitboss.cli.console import console, fail, print_json
from pitboss.cli.grid import column_widths, fitted
from pitboss.cli.journal import journal_at, journal_words
from pitboss.cli.live_games import LIVE, list_games
from pitboss.cli.options import DATABASE, AsJson, Database, ShowSeed
from pitboss.events.plan import Plan, game_id
from pitboss.events.settings import did_you_mean
from pitboss.narration.grid import Column, Grid
from pitboss.statistics.results import Rows
from pitboss.store import Journal


def results(
    event: Annotated[
        str,
        typer.Argument(
            metavar="[EVENT]",
            help="An event's id, or last; live: games on servers; without one, all events.",
        ),
    ] = "",
    bot: Annotated[str, typer.Option(help="Only games of this bot.")] = "",
    lost: Annotated[bool, typer.Option("--lost", help="Only games that the bot lost.")] = False,
    faults: Annotated[bool, typer.Option("--faults", help="Only games with faults.")] = False,
    most: Annotated[int, typer.Option("--most", min=1, help="Show so many games.")] = 20,
    show_seed: ShowSeed = False,
    db: Database = DATABASE,
    as_json: AsJson = False,
) -> None:
    """List the events in the journal, or the games of one, or those that were played on servers.

    Examples:

        pitboss results

        pitboss results last --bot mybot --lost

        pitboss results k7f3 --faults --json

        pitboss results live --bot mybot
    """
    chosen = [("--bot", bot), ("--lost", lost), ("--faults", faults)]
    if not event and (given := [option for option, value in chosen if value]):
        fail(f"{', '.join(given)}: of which event? Name it, or last for the newest")
    with journal_at(db, writing=False) as journal:
        if not event:
            _events(journal, as_json, show_seed=show_seed)
            if not as_json and (count := journal.live.count()):
                console().print(
                    f"{count:,} game{'' if count == 1 else 's'} on servers:  pitboss results "
                    f"live{journal_words(journal)}",
                    markup=False,
                    soft_wrap=True,
                )
            return
        if event == LIVE:
            if lost and not bot:
                fail("whose losses? Add --bot NAME")
            list_games(
                journal,
                player=bot,
                lost=lost,
                faults=faults,
                most=most,
                as_json=as_json,
                there=journal_words(journal),
            )
            return
        plan = journal.event(event).plan
        if lost and not bot:
            fail("whose losses? Add --bot NAME")
        rows = journal.results(plan.id).rows
        wanted = rows[_chosen(plan, rows, bot, lost=lost, faults=faults)]
        _games(plan, wanted, most, as_json, journal_words(journal))


def _events(journal: Journal, as_json: bool, *, show_seed: bool) -> None:
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
                    "command": event.note.get("command", "") if show_seed else event.command,
                }
                for event in events
            ]
        )
        return
    if not events:
        console().print("No events yet. Try:  pitboss play jedna simple random")
        return
    columns = [
        Column("event", right=False),
        Column("name", right=False, shrinks=True),
        Column("game", right=False, shrinks=True, spare=1),
        Column("format", right=False, spare=2),
        Column("bots", right=False, shrinks=True),
        Column("games"),
        Column("state", right=False),
        Column("begun (UTC)", right=False, spare=3),
    ]
    grid = Grid(columns)
    for event in events:
        names = [entrant.name for entrant in event.plan.entrants]
        told = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
        grid.add(
            event.id,
            event.label,
            event.plan.rules,
            event.plan.schedule.format,
            told,
            f"{event.blocks * event.plan.seats:,}",
            event.state,
            event.created[:16].replace("T", " "),
        )
    out = console()
    out.print(fitted(out, grid))


def _chosen(plan: Plan, rows: Rows, bot: str, *, lost: bool, faults: bool) -> Any:
    """Which rows are asked for, as a mask."""
    seats = np.ones(rows["entrant"].shape, bool)
    if bot:
        names = [entrant.name for entrant in plan.entrants]
        if bot not in names:
            hint = did_you_mean(bot, names) or f"; there are: {', '.join(names)}"
            fail(f"there is no bot {bot!r} in event {plan.id}{hint}")
        seats = rows["entrant"] == names.index(bot)
    if lost:
        seats &= rows["place"] == rows["place"].max(axis=1, keepdims=True)
        seats &= rows["place"] > 1
    if faults:
        seats &= rows["faults"] > 0
    return seats.any(axis=1)


def _games(plan: Plan, rows: Rows, most: int, as_json: bool, there: str) -> None:
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
    out = console()
    if not told:
        out.print("There are no such games.")
        return
    for separator in (", ", "\n"):
        grid = Grid(
            [Column("game", right=False), Column("actions"), Column("places (score)", right=False)]
        )
        for one in told:
            grid.add(one["game"], f"{one['actions']:,}", separator.join(_places(one)))
        # Where not all seats fit into a line, each has one.
        if sum(column_widths(grid)) + 6 <= out.width:
            break
    out.print(fitted(out, grid))
    if len(rows) > most:
        out.print(f"{len(rows) - most:,} more: --most N shows them, pitboss export {plan.id} all.")
    out.print(
        f"One of them, move by move:  pitboss show {told[0]['game']}{there}",
        markup=False,
        soft_wrap=True,
    )


def _places(game: dict[str, Any]) -> list[str]:
    """Who came where in it, and what went wrong."""
    found = []
    for one in sorted(game["seats"], key=lambda seat: seat["place"]):
        count = one["faults"]
        wrong = f" {count} fault{'' if count == 1 else 's'}" if count else ""
        out = ", forfeit" if one["forfeit"] else ""
        found.append(f"{one['place']}. {one['bot']} ({one['score']:,}){wrong}{out}")
    return found
