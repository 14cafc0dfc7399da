"""`pitboss results`: the events in the journal, and an event's games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.completion import complete_event
from pitboss.cli.journal import journal_at, journal_words
from pitboss.cli.options import DATABASE, LIVE, AsJson, Database, ShowSeed
from pitboss.cli.output import column_widths, console, fail, fitted, print_json
from pitboss.cli.waiting import Waiting
from pitboss.events.settings_reader import did_you_mean
from pitboss.narration.numbers import counted
from pitboss.narration.text import Column, Grid, some_of

if TYPE_CHECKING:
    from pitboss.events.plan import Plan
    from pitboss.statistics.results import Results, Rows
    from pitboss.store import GameRow, Journal


def results(
    event: Annotated[
        str,
        typer.Argument(
            metavar="[EVENT]",
            help="An event's id, or last; live: games on servers; without one, all events.",
            autocompletion=complete_event,
        ),
    ] = "",
    bot: Annotated[str, typer.Option(help="Only games of this bot.")] = "",
    lost: Annotated[bool, typer.Option("--lost", help="Only games that the bot lost.")] = False,
    faults: Annotated[bool, typer.Option("--faults", help="Only games with faults.")] = False,
    most: Annotated[int, typer.Option("--most", min=1, help="Show so many games or events.")] = 20,
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
    if not event and (filters := [option for option, value in chosen if value]):
        fail(f"{', '.join(filters)}: of which event? Name it, or last for the newest")
    with journal_at(db, writing=False) as journal:
        if not event:
            _events(journal, most, as_json, show_seed=show_seed)
            if not as_json and (count := journal.live.count()):
                console().print(
                    f"{counted(count, 'game')} on servers:  pitboss results "
                    f"live{journal_words(journal)}",
                    markup=False,
                    soft_wrap=True,
                )
            return
        if event == LIVE:
            if lost and not bot:
                fail("whose losses? Add --bot NAME")
            _list_live(
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
        with Waiting("reading"):
            played = journal.results(plan.id)
        wanted = _chosen(plan, played, bot, lost=lost, faults=faults)
        shown = played.some(wanted[:most])
        _games(plan, shown, len(wanted), as_json, journal_words(journal))


def _events(journal: Journal, most: int, as_json: bool, *, show_seed: bool) -> None:
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
    for event in events[:most]:
        names = [entrant.name for entrant in event.plan.entrants]
        grid.add(
            event.id,
            event.label,
            event.plan.rules,
            event.plan.schedule.format,
            some_of(names),
            f"{event.blocks * event.plan.seats:,}",
            event.state,
            event.created[:16].replace("T", " "),
        )
    out = console()
    out.print(fitted(out, grid))
    if len(events) > most:
        out.print(f"{len(events) - most:,} more: --most N shows them.")


def _chosen(plan: Plan, played: Results, bot: str, *, lost: bool, faults: bool) -> Any:
    """The numbers of the games that are asked for."""
    # Imported here and below, so that --help is quick.
    import numpy as np

    seats = np.ones((len(played), plan.seats), bool)
    if bot:
        names = [entrant.name for entrant in plan.entrants]
        if bot not in names:
            hint = did_you_mean(bot, names) or f"; there are: {', '.join(names)}"
            fail(f"there is no bot {bot!r} in event {plan.id}{hint}")
        seats = played.column("entrant") == names.index(bot)
    if lost:
        place = played.column("place")
        seats &= place == place.max(axis=1, keepdims=True)
        seats &= place > 1
    if faults:
        seats &= played.column("faults") > 0
    return np.flatnonzero(seats.any(axis=1))


def _games(plan: Plan, rows: Rows, found: int, as_json: bool, there: str) -> None:
    """Print some of the games that were found."""
    from pitboss.events.plan import game_id

    names = [entrant.name for entrant in plan.entrants]
    shown: list[dict[str, Any]] = [
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
        for row in rows
    ]
    if as_json:
        print_json({"event": plan.id, "games": found, "shown": shown})
        return
    out = console()
    if not shown:
        out.print("There are no such games.")
        return
    for separator in (", ", "\n"):
        grid = Grid(
            [Column("game", right=False), Column("actions"), Column("places (score)", right=False)]
        )
        for one in shown:
            grid.add(one["game"], f"{one['actions']:,}", separator.join(_places(one)))
        # Where not all seats fit into a line, each has one.
        if sum(column_widths(grid)) + 6 <= out.width:
            break
    _print_games(grid, found - len(rows), plan.id, f"{shown[0]['game']}{there}")


def _print_games(grid: Grid, more: int, event: str, first: str) -> None:
    """Print some games, how to see all of them, and how to see the first."""
    out = console()
    out.print(fitted(out, grid))
    if more > 0:
        out.print(f"{more:,} more: --most N shows them, pitboss export {event} all.")
    out.print(f"One of them, move by move:  pitboss show {first}", markup=False, soft_wrap=True)


def _places(game: dict[str, Any]) -> list[str]:
    """Who came where in it, and what went wrong."""
    places = []
    for one in sorted(game["seats"], key=lambda seat: seat["place"]):
        count = one["faults"]
        wrong = f" {counted(count, 'fault')}" if count else ""
        out = ", forfeit" if one["forfeit"] else ""
        places.append(f"{one['place']}. {one['bot']} ({one['score']:,}){wrong}{out}")
    return places


def _list_live(
    journal: Journal,
    *,
    player: str,
    lost: bool,
    faults: bool,
    most: int,
    as_json: bool,
    there: str,
) -> None:
    """Print the live games that are asked for, the newest first."""
    from pitboss.narration.live_games import game_document, player_results

    rows = journal.live.games()
    if player and rows and not any(player in row.names for row in rows):
        fail(f"nobody called {player!r} played in a live game of {journal.where}")
    chosen = [row for row in rows if _is_wanted(row, player, lost=lost, faults=faults)]
    if as_json:
        shown = [game_document(row) for row in chosen[:most]]
        print_json({"event": LIVE, "games": len(chosen), "shown": shown})
        return
    out = console()
    if not chosen:
        out.print("There are no such games." if rows else "No live games yet. Try:  pitboss serve")
        return
    grid = Grid(
        [
            Column("game", right=False),
            Column("table", right=False, shrinks=True, spare=2),
            Column("rules", right=False, shrinks=True, spare=1),
            Column("players (score)", right=False, shrinks=True),
            Column("moves"),
            Column("state", right=False),
            Column("begun (UTC)", right=False, spare=3),
        ]
    )
    for row in chosen[:most]:
        grid.add(
            row.id,
            row.table,
            row.rules,
            ", ".join(player_results(row)),
            "" if row.state == "running" else f"{row.moves:,}",
            row.ending,
            row.created[:16].replace("T", " "),
        )
    _print_games(grid, len(chosen) - most, LIVE, f"{chosen[0].id}{there}")


def _is_wanted(row: GameRow, player: str, *, lost: bool, faults: bool) -> bool:
    seats = [seat for seat, name in enumerate(row.names) if player in ("", name)]
    if lost:
        last = max(row.places, default=1)
        seats = [seat for seat in seats if row.places and row.places[seat] == last > 1]
    if faults:
        guilty = {fault.seat for fault in row.faults}
        seats = [seat for seat in seats if seat in guilty]
    return bool(seats)
