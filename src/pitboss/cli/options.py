"""Options that several commands share. Those of an event's settings come from their record."""

from collections.abc import Callable
from typing import Annotated, Any, TypeAlias

import typer

from pitboss.cli.completion import (
    complete_bot,
    complete_event,
    complete_game,
    complete_game_or_bot,
)
from pitboss.events.settings import EventSettings
from pitboss.events.settings_reader import settings_of

DATABASE = "pitboss.db"
# What is typed instead of an event for all live games.
LIVE = "live"


def option(
    name: str,
    *spellings: str,
    zero: str = "",
    more: str = "",
    envvar: str = "",
    completion: Callable[..., Any] | None = None,
) -> Any:
    """The option of a setting, with its meaning and limits.

    `zero` says what 0 stands for where a file would leave the setting out.
    """
    setting = settings_of(EventSettings)[name]
    text = f"{setting.help.removesuffix('.')}; 0: {zero}." if zero else setting.help
    return typer.Option(
        *spellings,
        help=f"{text} {more}".rstrip(),
        min=0 if zero else setting.least,
        envvar=envvar or None,
        autocompletion=completion,
    )


Database: TypeAlias = Annotated[str, option("db", "--db", envvar="PITBOSS_DB")]
Jobs: TypeAlias = Annotated[int, option("jobs", "--jobs", "-j")]
Cluster: TypeAlias = Annotated[
    str,
    typer.Option(help="Play on a Dask cluster instead, such as tcp://scheduler:8786."),
]
New: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--new", help="Begin a new event, with a new seed, instead of going on or looking it up."
    ),
]
Rules: TypeAlias = Annotated[str, option("rules")]
Seats: TypeAlias = Annotated[int, option("seats", zero="as many as there are bots, or two")]
Games: TypeAlias = Annotated[int, option("games", "-n", "--games")]
Timeout: TypeAlias = Annotated[float, option("timeout")]
Startup: TypeAlias = Annotated[float, option("startup")]
Clock: TypeAlias = Annotated[str, option("clock")]
Ponder: TypeAlias = Annotated[bool, option("ponder", "--ponder/--no-ponder")]
Mirror: TypeAlias = Annotated[bool, option("mirror", "--mirror/--no-mirror")]
Apart: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--apart",
        help="Play the games of a deck far apart in the event, with other suits or colours: a bot "
        "that remembers hands hardly knows them again.",
    ),
]
Sandbox: TypeAlias = Annotated[str, option("sandbox")]
Policy: TypeAlias = Annotated[str, option("policy")]
MaxFaults: TypeAlias = Annotated[int, option("max_faults", "--max-faults")]
KeepTranscript: TypeAlias = Annotated[bool, option("transcript", "--transcript")]
Seed: TypeAlias = Annotated[
    str, option("seed", more="If empty: drawn at random, and secret until the event is over.")
]
Bots: TypeAlias = Annotated[
    list[str],
    typer.Argument(
        metavar="BOT",
        help="A built-in name (simple, or simple:3 for three), a path, a command line, or a group "
        "such as \"cmd='ruby agent.rb' name=Rb timeout=2\".",
        autocompletion=complete_bot,
    ),
]
GameName: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help=settings_of(EventSettings)["game"].help,
        autocompletion=complete_game,
    ),
]
GameAndBots: TypeAlias = Annotated[
    list[str],
    typer.Argument(
        metavar="[GAME] BOT...",
        help="The game, as in pitboss games, unless --game names it; and the bots: a built-in name "
        "(simple, or simple:3 for three), a path, a command line, or a group such as "
        "\"cmd='ruby agent.rb' name=Rb timeout=2\".",
        autocompletion=complete_game_or_bot,
    ),
]
OptionalGame: TypeAlias = Annotated[
    str,
    typer.Option(
        "--game",
        "-g",
        help="The game, if it is not the first word.",
        autocompletion=complete_game,
    ),
]
Game: TypeAlias = Annotated[str, option("game", "--game", "-g", completion=complete_game)]
AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
ShowSeed: TypeAlias = Annotated[
    bool,
    typer.Option(
        "--show-seed",
        help="Show the seed of an event that is not over, and so all cards to come.",
    ),
]
Label: TypeAlias = Annotated[str, option("name", "--name")]
EventName: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="EVENT",
        help="An event's id, or its beginning; last: the newest.",
        autocompletion=complete_event,
    ),
]
