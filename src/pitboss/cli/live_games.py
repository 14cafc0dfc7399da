"""Games that were played on a server, for people and for programs: a list, and one of them."""

from collections.abc import Sequence

from rich.console import Console

from pitboss.cli.console import console, fail, print_json
from pitboss.cli.grid import fitted
from pitboss.games.kind import Event
from pitboss.games.registry import kind_named
from pitboss.narration.games import seat_names
from pitboss.narration.grid import Column, Grid
from pitboss.narration.live_games import (
    game_document,
    game_sentences,
    kind_title,
    moment_words,
    player_results,
    why_no_cards,
)
from pitboss.narration.text import printable
from pitboss.store import GameRow, Journal

# What is typed instead of an event for all live games.
LIVE = "live"


def list_games(
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
    out.print(fitted(out, grid))
    if len(chosen) > most:
        out.print(f"{len(chosen) - most:,} more: --most N shows them, pitboss export live all.")
    out.print(
        f"One of them, move by move:  pitboss show {chosen[0].id}{there}",
        markup=False,
        soft_wrap=True,
    )


def _is_wanted(row: GameRow, player: str, *, lost: bool, faults: bool) -> bool:
    seats = [seat for seat, name in enumerate(row.names) if player in ("", name)]
    if lost:
        last = max(row.places, default=1)
        seats = [seat for seat in seats if row.places and row.places[seat] == last > 1]
    if faults:
        guilty = {fault.seat for fault in row.faults}
        seats = [seat for seat in seats if seat in guilty]
    return bool(seats)


def print_game(out: Console, row: GameRow, events: Sequence[Event] | None, replay: str) -> None:
    """A game for people."""

    def say(text: str, style: str | None = None) -> None:
        # What bots write may hold what a terminal obeys.
        out.print(printable(text), markup=False, soft_wrap=True, style=style)

    names = seat_names(row.names, row.seats)
    say(f"Game {row.id}, {row.ending}", "bold")
    table = f", table {row.table}" if row.table else ""
    say(f"{kind_title(row)}, rules {row.rules}{table}")
    say(
        f"Begun {moment_words(row.created)}"
        + (f", ended {moment_words(row.finished)}" if row.finished else "")
    )
    for seat, player in enumerate(row.players):
        about = ", ".join(part for part in (player.sort, player.wire) if part)
        say(f"  seat {seat}: {player.name}" + (f" ({about})" if about else ""))
    say(f"Commitment {row.commitment}" + ("" if row.seed is None else f", seed {row.seed}"))
    say("")
    if events is None:
        say(why_no_cards(row))
        lines = game_sentences(row)
    else:
        kind = kind_named(row.game)
        lines = [kind.sentence(event, names) for event in events]
    for text in lines:
        say(f"  {text}")
    if row.state != "running":
        say("")
        say("Result", "bold")
    if row.state == "finished":
        for seat in sorted(range(row.seats), key=lambda seat: (row.places[seat], seat)):
            say(f"  {row.places[seat]}. {names[seat]} (seat {seat}): {row.scores[seat]:,}")
    elif row.state == "interrupted":
        say(f"  {row.ending[0].upper()}{row.ending[1:]}: {row.reason}")
    if row.faults:
        say("")
        say("Faults", "bold")
    for fault in row.faults:
        say(
            f"  {names[fault.seat]}, turn {fault.turn}: {fault.kind}, cost {fault.cost}: "
            f"{fault.message}"
        )
        for text in (fault.detail or fault.said).splitlines():
            say(f"    | {text}", "dim")
    if row.deal_is_known:
        say("")
        say("To replay it:", "bold")
        say(f"  {replay}")
