"""`pitboss tournament`: many bots, one ranking, from a file or from the command line."""

from pathlib import Path
from typing import Annotated, TypeAlias

import msgspec
import typer

from pitboss.cli.completion import complete_bot, complete_game
from pitboss.cli.journal import journal_at
from pitboss.cli.options import (
    DATABASE,
    Apart,
    AsJson,
    Clock,
    Cluster,
    Database,
    Games,
    Jobs,
    KeepTranscript,
    Label,
    MaxFaults,
    Mirror,
    New,
    Policy,
    Ponder,
    Rules,
    Sandbox,
    Seats,
    Seed,
    Startup,
    Timeout,
    option,
)
from pitboss.cli.output import bad_input, fail
from pitboss.events.settings import MAX_FAULTS, MOVE_SECONDS, STARTUP_SECONDS, EventSettings
from pitboss.events.settings_reader import BadSetting
from pitboss.play.time_control import CLOCKS

_DEFAULT_FILE = "tournament.toml"


# The settings that a file decides, and their options.
OF_FILE = {
    "game": "--game",
    "format": "--format",
    "games": "--games",
    "rounds": "--rounds",
    "heroes": "--heroes",
    "rules": "--rules",
    "seats": "--seats",
    "timeout": "--timeout",
    "startup": "--startup",
    "clock": "--clock",
    "ponder": "--ponder",
    "mirror": "--mirror",
    "apart": "--apart",
    "sandbox": "--sandbox",
    "policy": "--policy",
    "max_faults": "--max-faults",
}


_What: TypeAlias = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE.toml | init [FILE] | BOT...",
        help="A tournament's file; init writes one to start from; or the bots themselves.",
        autocompletion=complete_bot,
    ),
]
_Game: TypeAlias = Annotated[
    str,
    typer.Option("--game", "-g", help="The game, if bots are given.", autocompletion=complete_game),
]
_Format: TypeAlias = Annotated[str, option("format")]
_Rounds: TypeAlias = Annotated[int, option("rounds", zero="as many as the format needs")]
_Heroes: TypeAlias = Annotated[int, option("heroes", zero="one")]


_Keep: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--keep",
        help="If bots have changed or joined since the last such event, go on from it although it "
        "is over: play their games only, and keep the others.",
    ),
]


def tournament(
    context: typer.Context,
    what: _What,
    game: _Game = "",
    format: _Format = "round-robin",  # noqa: A002
    games: Games = 20,
    rounds: _Rounds = 0,
    heroes: _Heroes = 0,
    rules: Rules = "",
    seats: Seats = 0,
    timeout: Timeout = MOVE_SECONDS,
    startup: Startup = STARTUP_SECONDS,
    clock: Clock = CLOCKS[0],
    ponder: Ponder = False,
    mirror: Mirror = True,
    apart: Apart = False,
    sandbox: Sandbox = "off",
    policy: Policy = "",
    max_faults: MaxFaults = MAX_FAULTS,
    transcript: KeepTranscript = False,
    seed: Seed = "",
    keep: _Keep = False,
    new: New = False,
    jobs: Jobs = 0,
    cluster: Cluster = "",
    db: Database = DATABASE,
    name: Label = "",
    as_json: AsJson = False,
) -> None:
    """Play a tournament; the same command goes on where it was stopped.

    So do bots that have changed meanwhile, or joined: only their games are played.
    A file decides everything about the games. Beside it only --jobs, --db, --cluster, --name,
    --transcript, --json, --keep, --new, and --seed if the file has none, may be used.

    Examples:

        pitboss tournament init

        pitboss tournament tournament.toml --jobs 2

        pitboss tournament --game jedna --format swiss simple:4 random:4 ./mybot.py

        pitboss tournament --game holdem-tournament --format knockout simple:8 -n 4

        pitboss tournament --game uno --format gauntlet --heroes 1 ./mybot.py simple:3 random:3
    """
    # Imported here, so that --help is quick.
    from pitboss.cli import event_run
    from pitboss.cli.event_choice import choose_event
    from pitboss.cli.event_summary import print_event
    from pitboss.cli.progress import Bar
    from pitboss.events.planner import with_transcripts
    from pitboss.events.tournament_file import read_tournament, to_plan

    if what[0] == "init":
        _refuse(context, "init", ["seed", *(key for key in OF_FILE if key != "game")])
        if len(what) > 2:
            fail(f"init writes one file, not {len(what) - 1}")
        _write_template(Path(what[1] if len(what) > 1 else _DEFAULT_FILE), game or "jedna")
        return
    files = [word for word in what if word.endswith(".toml")]
    if files:
        if len(what) > 1:
            fail(f"{files[0]} names its bots itself: name one file, or bots alone")
        _refuse(context, files[0], list(OF_FILE))
        with bad_input(BadSetting):
            file = read_tournament(Path(what[0]))
            plan = to_plan(file)
        if seed and plan.seed:
            fail(f"{files[0]} has a seed: change it there, or leave out --seed")
        plan = msgspec.structs.replace(plan, seed=plan.seed or seed)
        plan = with_transcripts(plan) if transcript else plan
        name = name or file.settings.name
        db = file.settings.db if file.settings.db and not _typed(context, "db") else db
        jobs = jobs if _typed(context, "jobs") else file.settings.jobs
    else:
        if not game:
            fail("which game? Add --game jedna, or name a file (pitboss tournament init makes one)")
        settings = EventSettings(
            game=game,
            rules=rules,
            seats=seats or None,
            format=format or None,
            games=games,
            rounds=rounds or None,
            heroes=heroes or None,
            seed=seed,
            timeout=timeout,
            startup=startup,
            clock=clock,
            ponder=ponder,
            mirror="apart" if apart else mirror,
            sandbox=sandbox,
            policy=policy,
            max_faults=max_faults,
            transcript=transcript,
        )
        plan = event_run.planned(settings, event_run.entrants_from(what))
    choice = choose_event(plan, name, db, finished=True, joins=True, keep=keep, new=new)
    plan = choice.plan
    bar = Bar(plan, "Playing")
    event_run.play_event(
        plan,
        bar,
        db=db,
        jobs=jobs,
        cluster=cluster,
        label=name,
        secret=choice.secret,
        file=Path(files[0]) if files else None,
        # Bots of others may be there to win by other means.
        wary=True,
        note=choice.note,
        follows=choice.follows,
    )
    with journal_at(db, writing=False) as journal:
        print_event(journal, plan.id, as_json=as_json)


def _typed(context: typer.Context, name: str) -> bool:
    """Whether the option was on the command line, rather than left out or in the environment."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def _refuse(context: typer.Context, where: str, names: list[str]) -> None:
    """Refuse options that the file decides."""
    options = [OF_FILE[name] for name in names if _typed(context, name)]
    if not options:
        return
    if where == "init":
        fail(f"init takes no {', '.join(options)}: change the file that it writes")
    keys = ", ".join(option.removeprefix("--") for option in options)
    fail(f"{where} decides {keys} itself: change the file, or leave out {', '.join(options)}")


def _write_template(path: Path, game: str) -> None:
    from pitboss.events.tournament_file import template

    with bad_input(BadSetting):
        text = template(game)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        fail(f"{path} is there already: name another file, or delete it first")
    except OSError as error:
        fail(f"{path} can't be written: {error.strerror}")
    typer.echo(f"Wrote {path}. Change it as you like, then:\n\n    pitboss tournament {path}\n")
