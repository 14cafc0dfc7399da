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
            metavar="COMMAND",
            help="The program and its arguments, or a bot's folder; it talks over its standard "
            "input and output.",
        ),
    ],
    name: Annotated[
        str, typer.Option(help="Its name at the table; the program's file if empty.")
    ] = "",
    wire: Annotated[
        str,
        typer.Option(
            help="What the program speaks, as in play: auto (the game's usual lines), jedna, "
            "jedna-1, algopoker or native."
        ),
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

    It is spoken to as in a match: with the game's usual lines, or as its bot.toml or --wire says.
    Whoever comes first orders the game. A lost connection is made anew, and no move is lost. The
    exit code is 0 once the games are over, however they ended, 2 if the server refuses, and 5 if
    the program or the server is gone.

    Examples:

        pitboss join ws://localhost:5000/ws/friday -- python3 mybot.py

        pitboss join ws://localhost:5000/ws/friday --game jedna --house simple mybot
    """
    # Imported here, so that --help is quick.
    from pitboss.events.bot_command import typed_by_hand
    from pitboss.events.entrants import read_entrants
    from pitboss.events.settings_reader import BadSetting
    from pitboss.events.warm_players import command_of
    from pitboss.players.bridge import Bridge, GameLost, JoinRefused, ProgramLost
    from pitboss.wires import registry
    from pitboss.wires.wire import Transport

    values: dict[str, Any] = {"cmd": command}
    values |= {"name": name} if name else {}
    values |= {"wire": wire} if wire else {}
    with bad_input(BadSetting):
        bot, *others = read_entrants([values], Path())
    if others:
        fail(f"{' '.join(command)} names {1 + len(others)} bots; one takes the seat")
    by_hand = typed_by_hand(bot.command, Path(bot.folder))
    if bot.wire not in registry.words(Transport.LINES):
        fail(
            f"{bot.name} connects by itself (wire {bot.wire}), and needs nobody to bring it: "
            f"start it with the server's address, as in {by_hand}"
        )
    order: dict[str, Any] = {"type": "join", "name": bot.name, "wire": bot.wire}
    if game:
        order["game"] = game
    if house:
        order["house"] = house
    if seats or house:
        order["seats"] = seats or len(house or []) + 1
    program = command_of(bot)
    address = _address(url)
    for _ in range(games):
        bridge = Bridge(
            address, order, program, patience=patience, tell=lambda text: typer.echo(text, err=True)
        )
        try:
            result = asyncio.run(bridge.play())
        except JoinRefused as error:
            fail(f"{address}: {error}")
        except ProgramLost as error:
            fail(f"{error} (try by hand: {by_hand})", FAILED)
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
