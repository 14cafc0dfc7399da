"""`pitboss demo`: a small tournament in each game, with bots on every wire, in under a minute."""

from __future__ import annotations

import shlex
import sys
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer
from rich.console import Console

from pitboss.cli.journal import journal_at
from pitboss.cli.options import AsJson
from pitboss.cli.output import console, fail, print_json, print_list, whole_file
from pitboss.cli.report import report_commands
from pitboss.events.settings import EventSettings

if TYPE_CHECKING:
    from pitboss.events.plan import Plan
    from pitboss.store import Journal

_FOLDER = Path("pitboss-demo")


class _Tournament(NamedTuple):
    """One of the demo's tournaments."""

    label: str
    game: str
    # In `pitboss.examples` where it ends in .py; `{url}` and so on are filled in.
    bots: tuple[tuple[str, str, str], ...]
    seats: int
    blocks: int
    policy: str = ""


# (name, program or built-in bot, wire)
_TOURNAMENTS = (
    _Tournament(
        "Jedna over stdin and stdout",
        "jedna",
        (("counter", "", ""), ("random", "", ""), ("agent", "jedna_simple.py", "jedna")),
        2,
        40,
    ),
    _Tournament(
        "UNO over HTTP",
        "uno-online",
        (
            ("counter", "", ""),
            ("greedy", "", ""),
            ("http-bot", "uno_http.py {url} {room} {token}", "http"),
        ),
        2,
        20,
        "uno-online",
    ),
    _Tournament(
        "Hold'em tournaments over WebSocket",
        "holdem-tournament",
        (
            ("greedy", "", ""),
            ("random", "", ""),
            ("caller", "poker_caller.py", "algopoker"),
            ("socket-bot", "poker_websocket.py {url}", "websocket"),
        ),
        4,
        8,
    ),
)

_NEXT = (
    ("pitboss new mybot", "a small working bot of your own, to be changed"),
    ("pitboss play jedna counter simple -n 10000", "a match; put your own bot in for one of them"),
    ("pitboss shell official master", "you against the strongest, in the terminal"),
    ("pitboss compare counter greedy --game jedna", "is it better? stops when that is sure"),
    ("pitboss tournament init", "a file for a tournament of your own"),
    ("pitboss demo --open", "these events and a live game in the browser"),
    ("pitboss serve --open", "play and watch; let bots and people connect"),
    ("pitboss bots", "whom to meet, and how to name a bot of your own"),
)


def demo(
    folder: Annotated[
        Path, typer.Option(help="Where the journal and the reports are written.")
    ] = _FOLDER,
    seed: Annotated[str, typer.Option(help="Any text: another text, other games.")] = "demo",
    open_: Annotated[
        bool,
        typer.Option(
            "--open", help="Then open the page in a browser, with a live game; Ctrl-C ends it."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Play a small mirrored tournament in each game, and show who won, and how sure that is.

    Built-in bots meet programs over stdin and stdout, HTTP and WebSocket. Everything is kept in
    a folder: the journal of all games, and a report for each tournament to open in a browser.

    Examples:

        pitboss demo

        pitboss demo --seed friday --folder /tmp/demo

        pitboss demo --open

        pitboss demo --json
    """
    if as_json and open_:
        fail("--json and --open: one is for programs, the other for people")
    if not (open_ and _has_been_played(folder / "demo.db", seed)):
        _play(folder, seed, as_json=as_json)
    if open_:
        _open(folder)


def _play(folder: Path, seed: str, *, as_json: bool) -> None:
    # Imported here, so that --help is quick.
    from pitboss.cli import event_run
    from pitboss.cli.event_summary import print_standings
    from pitboss.cli.progress import Bar
    from pitboss.narration.events import event_document
    from pitboss.report.from_journal import event_page, event_summary

    began = perf_counter()
    again = shlex.join(["pitboss", "demo", "--seed", seed, "--folder", str(folder)])
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not stopped(folder / "demo.db", seed):
            for old in folder.glob("demo.db*"):
                old.unlink()
    except OSError as error:
        fail(f"{folder} can't be used: {error.strerror}; choose another with --folder")
    out = console()
    documents = []
    with journal_at(str(folder / "demo.db"), writing=True) as journal:
        for number, tournament in enumerate(_TOURNAMENTS, start=1):
            plan = _plan(tournament, f"{seed}/{number}")
            if not as_json:
                out.print(f"[bold]{number}. {tournament.label}[/bold]")
            with event_run.ready(plan, jobs=1, cluster="") as workers:
                bar = Bar(plan, tournament.label)
                label = tournament.label
                event_run.run_event(plan, journal, workers, bar, label=label, resume=again)
            page = folder / f"{tournament.game}.html"
            with whole_file(str(page)) as file:
                row = journal.event(plan.id)
                commands = report_commands(journal, row)
                summary = event_summary(journal, row, commands=commands, now=datetime.now(UTC))
                file.write(event_page(journal, summary))
            if as_json:
                documents.append(
                    event_document(journal, journal.event(plan.id), journal.results(plan.id))
                )
            else:
                print_standings(out, journal, plan.id)
                out.print(f"Report: {page}\n", markup=False, soft_wrap=True)
        if as_json:
            print_json({"events": documents, "seconds": perf_counter() - began})
            return
        _print_end(out, journal, folder, perf_counter() - began)


def stopped(database: Path, seed: str) -> bool:
    """Whether this demo was interrupted there, so that it goes on."""
    states = _states(database, seed)
    return bool(states) and states[0] != "finished"


def _has_been_played(database: Path, seed: str) -> bool:
    return _states(database, seed) == ["finished"] * len(_TOURNAMENTS)


def _states(database: Path, seed: str) -> list[str]:
    """How far this demo's tournaments are there, the last one first; none if it is another's."""
    from pitboss.store import Journal, StoreError

    try:
        with Journal.open(str(database), read_only=True) as journal:
            events = journal.events()
    except StoreError:
        return []
    seeds = [f"{seed}/{number}" for number in range(1, len(_TOURNAMENTS) + 1)]
    return [event.state for event in events] if events and events[0].plan.seed in seeds else []


def _open(folder: Path) -> None:
    """Serve the demo's journal with a live game, and show it."""
    import asyncio

    from pitboss.cli.browser import open_page
    from pitboss.cli.serve import fast_loop
    from pitboss.server import log
    from pitboss.server.app import serve
    from pitboss.server.settings import Settings

    log.configure(json=False, level="warning")
    typer.echo("The page is in your browser; Ctrl-C ends it.")
    for ports in ((5000, 8765), (0, 0)):
        settings = Settings(
            port=ports[0],
            poker_port=ports[1],
            db=str(folder / "demo.db"),
            stop_grace=0.0,
        )
        try:
            with asyncio.Runner(loop_factory=fast_loop()) as runner:
                runner.run(serve(settings, ready=open_page, exhibition=True))
            return
        except OSError as error:
            # Somebody else listens there.
            if not ports[0]:
                fail(f"cannot listen: {error}")


def _plan(tournament: _Tournament, seed: str) -> Plan:
    from pitboss.events.entrants import read_entrants
    from pitboss.events.planner import make_plan

    examples = Path(__file__).resolve().parent.parent / "examples"
    wanted: list[dict[str, Any]] = []
    for name, program, wire in tournament.bots:
        if not program:
            wanted.append({"bot": name})
            continue
        file, _, rest = program.partition(" ")
        command = f"'{sys.executable}' '{examples / file}' {rest}"
        wanted.append({"cmd": command, "name": name, "wire": wire})
    entrants = read_entrants(wanted, Path.cwd())
    together = len(entrants) == tournament.seats
    settings = EventSettings(
        game=tournament.game,
        seats=tournament.seats,
        format="match" if together else "round-robin",
        blocks=tournament.blocks,
        seed=seed,
        policy=tournament.policy,
    )
    return make_plan(settings, entrants)


def _print_end(out: Console, journal: Journal, folder: Path, seconds: float) -> None:
    games = sum(event.blocks * event.plan.seats for event in journal.events())
    out.print(
        f"{games:,} games in {seconds:.0f} seconds, all of them in {folder / 'demo.db'}.",
        markup=False,
    )
    out.print(
        "Every deck was played once from every seat. A score's interval holds the true score with "
        "95% confidence; bots marked = are not surely apart.\n"
    )
    print_list(out, {"What to try next": _NEXT})
