"""`pitboss join`: a program of yours takes a seat at a table of a server."""

import asyncio
import re
from pathlib import Path
from typing import Annotated, Any

import typer

from pitboss.cli.commands import FAILED
from pitboss.cli.options import AsJson
from pitboss.cli.output import bad_input, fail, print_json

_TABLE = re.compile(r"(wss?)://[^/]+/ws/[A-Za-z0-9_-]{1,32}")
_PAGE = re.compile(r"http(s?)://([^/]+)/table/([A-Za-z0-9_-]{1,32})/?")


def join(
    url: Annotated[
        str,
        typer.Argument(
            metavar="URL", help="The table: ws://HOST:PORT/ws/TABLE, or its page /table/TABLE."
        ),
    ],
    command: Annotated[
        list[str],
        typer.Argument(
            metavar="COMMAND", help="The program, which speaks the native protocol in lines."
        ),
    ],
    name: Annotated[
        str, typer.Option(help="Its name at the table; the program's file if empty.")
    ] = "",
    game: Annotated[
        str, typer.Option("--game", "-g", help="What to play, if nobody is there yet.")
    ] = "",
    seats: Annotated[
        int, typer.Option(min=0, max=10, help="For how many, likewise; 0: the usual two.")
    ] = 0,
    house: Annotated[
        list[str] | None,
        typer.Option(help="A bot of the server for one of the seats, likewise; may be repeated."),
    ] = None,
    games: Annotated[int, typer.Option("-n", "--games", min=1, help="Play so many games.")] = 1,
    patience: Annotated[
        float, typer.Option(min=0.0, help="Seconds in which a lost server has to be back.")
    ] = 30.0,
    as_json: AsJson = False,
) -> None:
    """Connect a program that talks over its standard input and output to a table of a server.

    Whoever comes first orders the game. A lost connection is made anew, and no move is lost. The
    exit code is 0 once the games are over, however they ended, 2 if the server refuses, and 5 if
    the program or the server is gone.

    Examples:

        pitboss join ws://localhost:5000/ws/friday -- python3 mybot.py

        pitboss join ws://localhost:5000/ws/friday --game jedna --house simple ./mybot.py
    """
    from pitboss.events.bot_command import BadEntrant, checked_words, default_name, start_words
    from pitboss.players.bridge import Bridge, GameLost, JoinRefused
    from pitboss.players.program.process import Command

    here = Path()
    with bad_input(BadEntrant):
        words = checked_words(tuple(command), here)
    order: dict[str, Any] = {"type": "join", "name": name or default_name(words, here)}
    if game:
        order["game"] = game
    if house:
        order["house"] = house
    if seats or house:
        order["seats"] = seats or len(house or []) + 1
    program = Command(words=start_words(words, here))
    address = _address(url)
    for _ in range(games):
        bridge = Bridge(
            address, order, program, patience=patience, tell=lambda text: typer.echo(text, err=True)
        )
        try:
            result = asyncio.run(bridge.play())
        except JoinRefused as error:
            fail(f"{address}: {error}")
        except GameLost as error:
            fail(str(error), FAILED)
        seat = bridge.seat
        if as_json:
            print_json({"name": order["name"], "seat": seat, "result": result})
        else:
            place, count = result.places[seat], len(result.places)
            typer.echo(
                f"{order['name']}: place {place} of {count}, "
                f"score {result.scores[seat]} ({result.reason})"
            )


def _address(url: str) -> str:
    """The socket of the table that is meant."""
    page = _PAGE.fullmatch(url)
    if page is not None:
        secure, host, table = page.groups()
        return f"ws{secure}://{host}/ws/{table}"
    if not _TABLE.fullmatch(url):
        fail(f"{url} is no table: ws://HOST:PORT/ws/TABLE is, a name of letters, digits, - and _")
    return url
