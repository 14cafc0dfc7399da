"""`pitboss serve`: bots and people connect, and games happen."""

import asyncio
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated

import typer

from pitboss.cli.options import DATABASE
from pitboss.cli.output import bad_input, fail
from pitboss.events.settings import SANDBOXES


def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen; localhost is 127.0.0.1 and ::1.")
    ] = "localhost",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="HTTP and Socket.IO; 0 takes a free port.")
    ] = 5000,
    poker_port: Annotated[
        int, typer.Option(min=0, max=65535, help="AlgoPoker over WebSocket; 0 takes a free port.")
    ] = 8765,
    db: Annotated[
        str,
        typer.Option(
            envvar="PITBOSS_DB",
            help="The journal: a file, or postgresql://USER@HOST/NAME; none keeps no journal.",
        ),
    ] = DATABASE,
    data: Annotated[
        Path | None,
        typer.Option(help="Keep the journal in this folder, with games of version 0.1.0 in it."),
    ] = None,
    action_timeout: Annotated[
        float, typer.Option(min=0.01, help="Seconds that a player has for an action.")
    ] = 30.0,
    lobby_wait: Annotated[
        float, typer.Option(min=0.0, help="Seconds from the second join to the first hand.")
    ] = 5.0,
    rules: Annotated[
        str,
        typer.Option(
            help="What poker tables play: knobs of the rules, and seats, action_time, lobby_wait "
            "and repeat, such as stack=5000,seats=2-6."
        ),
    ] = "",
    table: Annotated[
        list[str] | None,
        typer.Option(
            help="The same for the table of that name: NAME=RULES; main is who names none. "
            "What it does not say is as in --rules."
        ),
    ] = None,
    repeat: Annotated[
        bool,
        typer.Option(
            "--repeat",
            help="When the game at a poker table has ended, who is still connected plays again.",
        ),
    ] = False,
    reconnect_grace: Annotated[
        float,
        typer.Option(
            min=0.0,
            help="Seconds that tables wait for a player who lost its connection, within its time.",
        ),
    ] = 10.0,
    spectator_delay: Annotated[
        float,
        typer.Option(
            min=0.0,
            max=3600.0,
            help="Seconds after which spectators hear of what happens; the organiser does at once.",
        ),
    ] = 0.0,
    organiser_token: Annotated[
        str,
        typer.Option(
            envvar="PITBOSS_ORGANISER_TOKEN",
            help="Clients that send it may start lobbies early and watch all cards.",
        ),
    ] = "",
    tls_cert: Annotated[
        str, typer.Option(help="Speak TLS on both ports: the file with the certificate chain.")
    ] = "",
    tls_key: Annotated[
        str, typer.Option(help="The file with the certificate's key, if it is another one.")
    ] = "",
    allow_origin: Annotated[
        list[str] | None,
        typer.Option(
            help="Let pages of this origin use the server, such as https://example.org; * is any."
        ),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            help="Believe this proxy (an address or a network) where clients come from, by its "
            "X-Forwarded-For."
        ),
    ] = None,
    program: Annotated[
        list[str] | None,
        typer.Option(
            help="A bot over stdio that may be seated by name: NAME=COMMAND, NAME=FOLDER, or "
            "NAME:WIRE=COMMAND where the wire is jedna, jedna-1, algopoker or native."
        ),
    ] = None,
    sandbox: Annotated[
        str,
        typer.Option(
            help="Run programs in a sandbox: off, auto (where this machine can) or require."
        ),
    ] = "off",
    seat: Annotated[
        list[str] | None,
        typer.Option(help="Seat this built-in bot, at any level, or program at every poker table."),
    ] = None,
    idle_timeout: Annotated[
        float, typer.Option(min=1.0, help="Seconds after which idle rooms and lobbies are closed.")
    ] = 600.0,
    max_frame: Annotated[
        int, typer.Option(min=1024, help="The largest message taken, in bytes.")
    ] = 64 * 1024,
    max_rate: Annotated[
        float, typer.Option(min=1.0, help="Messages a second taken from one connection.")
    ] = 100.0,
    max_requests: Annotated[
        float,
        typer.Option(
            min=1.0,
            help="HTTP requests a second of one seat by its token, or of one address in one room.",
        ),
    ] = 500.0,
    request_timeout: Annotated[
        float,
        typer.Option(
            min=0.1, help="Seconds in which a request, headers and body, has to have arrived."
        ),
    ] = 10.0,
    max_headers: Annotated[
        int, typer.Option(min=1024, help="The largest headers of a request taken, in bytes.")
    ] = 32 * 1024,
    max_connections: Annotated[
        int, typer.Option(min=1, help="Connections taken at once, on each port.")
    ] = 1000,
    max_connections_per_address: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Connections to each port, and running rooms, of one address; by default a fifth "
            "of all, and on loopback no less than all.",
        ),
    ] = None,
    max_sockets_per_address: Annotated[
        int | None,
        typer.Option(min=1, help="Socket.IO sessions of one address; by default the same."),
    ] = None,
    max_rooms: Annotated[int, typer.Option(min=1, help="UNO rooms kept at once.")] = 1000,
    max_tables: Annotated[int, typer.Option(min=1, help="Poker tables kept at once.")] = 500,
    stop_grace: Annotated[
        float, typer.Option(min=0.0, help="Seconds that running games get to finish on a stop.")
    ] = 5.0,
    open_: Annotated[
        bool, typer.Option("--open", help="Open the page in a browser, once it is there.")
    ] = False,
    log: Annotated[str, typer.Option(help="The form of log lines: text or json.")] = "text",
    log_level: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "info",
) -> None:
    """Serve poker tables and UNO rooms to bots and browsers, until interrupted.

    Examples:

        pitboss serve

        pitboss serve --open

        pitboss serve --port 0 --poker-port 0

        pitboss serve --host 0.0.0.0 --data games --organiser-token SECRET

        pitboss serve --seat simple --program 'mine=python3 my_bot.py' --seat mine

        pitboss serve --host 0.0.0.0 --tls-cert site.pem --tls-key site.key

        pitboss serve --action-timeout 2 --lobby-wait 10 --log json

        pitboss serve --rules stack=5000,seats=2-6 --table turbo=blinds=1:100/200+5:400/800 --repeat
    """
    from pitboss import bots
    from pitboss.cli.browser import open_page
    from pitboss.games.holdem import TOURNAMENT
    from pitboss.players.sandbox import NoSandbox
    from pitboss.server import log as server_log
    from pitboss.server.app import serve as run
    from pitboss.server.house import NotOfTheHouse, house_player
    from pitboss.server.ports import CannotListen, tls_context
    from pitboss.server.programs import BadProgram, read_programs
    from pitboss.server.settings import Settings
    from pitboss.server.table_rules import BadTable, read_table_rules, read_tables
    from pitboss.store.errors import StoreError

    if log not in ("text", "json"):
        fail(f"--log {log}: it is text or json")
    if log_level not in ("debug", "info", "warning", "error"):
        fail(f"--log-level {log_level}: it is debug, info, warning or error")
    if sandbox not in SANDBOXES:
        fail(f"--sandbox {sandbox}: it is {', '.join(SANDBOXES)}")
    with bad_input(BadProgram, about="--program"), bad_input(NoSandbox, about="--sandbox"):
        programs = read_programs(
            program or [], [*bots.names(), "human", "outside"], sandbox, _journal(db, data)
        )
    with bad_input(NotOfTheHouse, about="--seat"):
        seated = [house_player(text, TOURNAMENT.name, programs) for text in seat or []]
    if len(seated) > 8 or len(set(seated)) != len(seated):
        fail("--seat: at most 8, each name once, so that somebody else can join")
    with bad_input(BadTable, about="--rules"):
        table_rules = read_table_rules(f"{rules},repeat=yes" if repeat else rules)
    with bad_input(BadTable, about="--table"):
        tables = read_tables(table or [], table_rules)
    fewest = min(one.most for one in (table_rules, *tables.values()))
    if len(seated) >= fewest:
        fail(f"--seat: a table has {fewest} seats, and somebody else is to join")
    for proxy in trusted_proxy or []:
        with bad_input(ValueError, about=f"--trusted-proxy {proxy}"):
            ip_network(proxy, strict=False)
    if tls_key and not tls_cert:
        fail("--tls-key: the certificate is missing, which --tls-cert names")
    with bad_input(CannotListen, about="--tls-cert"):
        tls_context(tls_cert, tls_key)
    settings = Settings(
        programs=programs,
        table_seats=tuple(seated),
        table_rules=table_rules,
        named_tables=tables,
        host=host,
        port=port,
        poker_port=poker_port,
        db=_journal(db, data),
        data=data,
        state=Path("pitboss-moves"),
        action_timeout=action_timeout,
        lobby_wait=lobby_wait,
        reconnect_grace=reconnect_grace,
        spectator_delay=spectator_delay,
        organiser_token=organiser_token,
        idle_timeout=idle_timeout,
        max_frame=max_frame,
        max_rate=max_rate,
        max_requests=max_requests,
        request_timeout=request_timeout,
        max_headers=max_headers,
        max_connections=max_connections,
        max_connections_per_address=max_connections_per_address,
        max_sockets_per_address=max_sockets_per_address,
        tls_cert=tls_cert,
        tls_key=tls_key,
        allowed_origins=tuple(origin.lower().rstrip("/") for origin in allow_origin or []),
        trusted_proxies=tuple(trusted_proxy or []),
        max_rooms=max_rooms,
        max_tables=max_tables,
        stop_grace=stop_grace,
    )
    server_log.configure(json=log == "json", level=log_level)
    try:
        with asyncio.Runner(loop_factory=fast_loop()) as runner:
            runner.run(run(settings, ready=open_page if open_ else None))
    except StoreError as error:
        fail(str(error))
    except OSError as error:
        fail(f"cannot listen: {error}. --port 0 and --poker-port 0 take free ports")


def _journal(db: str, data: Path | None) -> str:
    if data is None:
        return "" if db == "none" else db
    try:
        data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        fail(f"--data {data}: {error.strerror}")
    return str(data / DATABASE)


def fast_loop() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """uvloop where it is installed; it does not exist for every system."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop
