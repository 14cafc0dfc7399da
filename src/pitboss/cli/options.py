"""Options that several commands share, with one wording for each."""

from typing import Annotated, TypeAlias

import typer

DATABASE = "pitboss.db"
# As in events/planning.py, whose imports would slow every command down.
TIMEOUT = 5.0
STARTUP = 10.0

Database: TypeAlias = Annotated[
    str,
    typer.Option(
        "--db",
        envvar="PITBOSS_DB",
        help="The journal: a file, or postgresql://user@host/name.",
    ),
]
Jobs: TypeAlias = Annotated[
    int,
    typer.Option("--jobs", "-j", min=0, help="Processes that play; 0: one for each core."),
]
Cluster: TypeAlias = Annotated[
    str,
    typer.Option(help="Play on a Dask cluster instead, such as tcp://scheduler:8786."),
]
Rules: TypeAlias = Annotated[
    str,
    typer.Option(help="A preset of the game's rules, with knobs: official,target=0."),
]
Seats: TypeAlias = Annotated[
    int,
    typer.Option(min=0, help="Players at a table; 0: as many as there are bots, or two."),
]
Timeout: TypeAlias = Annotated[
    float, typer.Option(min=0.001, help="Seconds that a bot has for an answer.")
]
Startup: TypeAlias = Annotated[
    float,
    typer.Option(
        min=0.0,
        help="Seconds besides for a program's first answer. One that hangs uses them up in every "
        "game: lower it for quick bots.",
    ),
]
Seed: TypeAlias = Annotated[
    str,
    typer.Option(help="Any text: the same seed deals the same games. Drawn at random if empty."),
]
Bots: TypeAlias = Annotated[
    list[str],
    typer.Argument(
        metavar="BOT",
        help="A built-in name (simple, or simple:3 for three), a path, a command line, or a group "
        "such as \"cmd='ruby agent.rb' name=Rb timeout=2\".",
    ),
]
GameName: TypeAlias = Annotated[
    str,
    typer.Argument(metavar="GAME", help="jedna, uno, holdem-tournament ...: see pitboss games."),
]
Game: TypeAlias = Annotated[
    str, typer.Option("--game", "-g", help="jedna, uno, holdem-tournament ...: see pitboss games.")
]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
ShowSeed: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--show-seed",
        help="Tell the seed of an event that is not over, and with it all cards to come.",
    ),
]
Label: TypeAlias = Annotated[str, typer.Option("--name", help="What to call the event.")]
EventName: TypeAlias = Annotated[
    str,
    typer.Argument(metavar="EVENT", help="An event's id, or how it begins; last: the newest."),
]
