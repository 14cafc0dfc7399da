"""Scenarios of every bot that connects by WebSocket: joining, game after game, lost lines."""

import asyncio
import contextlib
import json
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from pitboss import bots
from pitboss.check.connecting import AlteredSession, ConnectingBench
from pitboss.check.connecting_causes import failed, failure, in_game, shown
from pitboss.check.connecting_players import WatchedSocket
from pitboss.check.scenario import Failure, Scenario, Skipped
from pitboss.games.seeds import seed_from
from pitboss.play.blocking import Outcome
from pitboss.play.fault import FaultKind
from pitboss.play.player import BlockingPlayer
from pitboss.players.inprocess import InProcessPlayer

# Where servers of such games usually are.
USUAL_PORTS: Final = {"algopoker": 8765, "uno-online": 5000}
_LOBBY: Final = 0.15
# Seconds in which a bot that has lost its connection is watched; what it may use of them, and
# how often it may try to come back.
_WATCH: Final = 1.0
_MOST_USED: Final = 0.6
_MOST_TRIES: Final = 25
_LOOK: Final = 0.02
_GONE_AWAY: Final = 1001
_OUT_OF_STEP: Final = (FaultKind.MALFORMED, FaultKind.ILLEGAL, FaultKind.FLOOD)


def simple(count: int = 1) -> list[BlockingPlayer]:
    """So many plain opponents."""
    return [InProcessPlayer(bots.named("simple", number)) for number in range(count)]


def socket_of(bench: ConnectingBench) -> WatchedSocket:
    """The bot."""
    assert isinstance(bench.guest, WatchedSocket)
    return bench.guest


def check_game(bench: ConnectingBench, outcome: Outcome, seat: int = 0) -> None:
    """Raise `Failure` for the first fault of the bot in a game, or for what nobody asked for."""
    visit = bench.guest.visit
    faults = [incident.fault for incident in outcome.incidents if incident.seat == seat]
    # Who answers for others is refused for what is an answer to something else.
    if faults and not (visit.unasked and faults[0].kind in _OUT_OF_STEP):
        raise failure(bench.guest, faults[0])
    if visit.unasked:
        said = shown(visit.unasked[0])
        if not said:
            raise Failure("it joined a second time in the middle of a game")
        is_poker = bench.subject.choice.wire.name == "algopoker"
        asks = "requests whose actor_seat is its own seat" if is_poker else "turn messages"
        raise failed(
            f"it sent {said} when it was not asked: it answers only {asks}, and each of them once"
        )


@contextlib.contextmanager
def usual_port(bench: ConnectingBench) -> Iterator[None]:
    """Notice whether the bot looks for a server where such servers usually are."""
    guest = bench.guest
    port = USUAL_PORTS.get(bench.subject.choice.wire.name, 0)
    guest.start()

    def connected(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        guest.visit.elsewhere = port
        if guest.transcript is not None:
            guest.transcript.remark(f"it connects to port {port}")
        writer.close()

    # A server may run there, and is welcome to the bot.
    server = None
    with contextlib.suppress(OSError):
        server = guest.network.run(asyncio.start_server(connected, "127.0.0.1", port))
    try:
        yield
    finally:
        if server is not None:
            guest.network.call(server.close)


def joins(bench: ConnectingBench) -> None:
    """It connects to its address, joins, and waits."""
    guest = socket_of(bench)
    guest.lobby = _LOBBY
    try:
        with usual_port(bench):
            outcome = bench.play(simple(), rules=bench.quick_rules)
    finally:
        guest.lobby = 0.0
    check_game(bench, outcome)


def plays_again(bench: ConnectingBench) -> None:
    """Two games in a row, over one connection, a new one, or by a program started anew."""
    for seed in (2, 3):
        check_game(bench, bench.play(simple(), seed=seed, rules=bench.quick_rules))


def _with_more(messages: list[bytes]) -> list[bytes]:
    """The messages with fields that nobody knows, and one of a type that nobody knows."""
    told: list[bytes] = []
    for message in messages:
        value: dict[str, Any] = json.loads(message)
        value["new_field"] = {"list": [1, None, "two"]}
        for inner in ("game_state", "view"):
            if isinstance(value.get(inner), dict):
                value[inner]["another_field"] = None
        told += [b'{"type":"news","text":"of a later version"}', json.dumps(value).encode()]
    return told


def knows_more_is_coming(bench: ConnectingBench) -> None:
    """Unknown fields and message types are passed over."""
    with altered(bench, _with_more):
        check_game(bench, bench.play(simple(), seed=4, rules=bench.quick_rules))


@contextlib.contextmanager
def altered(bench: ConnectingBench, alter: Callable[[list[bytes]], list[bytes]]) -> Iterator[None]:
    """Change the messages to the bot meanwhile."""
    guest = socket_of(bench)
    inner = guest.session
    guest.session = AlteredSession(inner, alter)
    try:
        yield
    finally:
        guest.session = inner


def _deal(bench: ConnectingBench) -> WatchedSocket:
    """A game in which the bot sits, that is not played."""
    guest = socket_of(bench)
    rules = bench.kind.rules(bench.rules)
    guest.begin(bench.kind.new(rules, 2, 5), 0, ["bot", "other"])
    if guest.fault is not None:
        raise failure(guest, guest.fault)
    guest.is_closed = True
    return guest


def loses_connection(bench: ConnectingBench) -> None:
    """The connection breaks in the middle of a game."""
    guest = _deal(bench)
    guest.cut_line()
    _watch(bench, "its connection broke")


def server_stops(bench: ConnectingBench) -> None:
    """The server closes the connection with 1001: it stops."""
    guest = _deal(bench)
    guest.close_line(_GONE_AWAY)
    _watch(bench, "the server had closed its connection")


def _watch(bench: ConnectingBench, what: str) -> None:
    """Raise `Failure` if it runs wild; it may end, come back, or wait."""
    guest = socket_of(bench)
    program = guest.program
    began, used, before = time.monotonic(), guest._used(), guest.visit.connections
    while program is not None and not program.ended() and time.monotonic() < began + _WATCH:
        time.sleep(_LOOK)
    seconds = time.monotonic() - began
    spent, tries = guest._used() - used, guest.visit.connections - before
    is_over = program is None or program.ended()
    if tries > _MOST_TRIES * seconds + 1:
        raise Failure(
            f"when {what}, it connected {tries} times within {seconds:.1f} s: it has to wait a "
            "while before each attempt, or to end"
        )
    if not is_over and spent > _MOST_USED * seconds:
        raise Failure(
            f"when {what}, it went on computing ({spent:.1f} s of processor time within "
            f"{seconds:.1f} s): it has to end, or to connect again"
        )
    bench.renew()


def plays_many(bench: ConnectingBench) -> None:
    """Seeded games without a fault, from every seat."""
    if not bench.games:
        raise Skipped("no games were asked for")
    for number in range(bench.games):
        bench.tell(number, bench.games)
        seats = 2 + number % 3 if bench.subject.choice.wire.name == "algopoker" else 2
        seat = number % seats
        outcome = bench.play(simple(seats - 1), seat=seat, seed=seed_from(f"check/{number}"))
        try:
            check_game(bench, outcome, seat)
        except Failure as found:
            raise in_game(found, number, bench.games) from found


def numbered(
    *those: tuple[str, str, Callable[[Any], None]], first: int = 1
) -> Sequence[Scenario[ConnectingBench]]:
    """Scenarios of a name, what it is about, and what is done, numbered in this order."""
    return [
        Scenario(first + index, name, what, run) for index, (name, what, run) in enumerate(those)
    ]


JOINING: Final = (
    "joining",
    "it connects to the address that it is given, joins with a name, waits in the lobby and plays",
    joins,
)
ENDS: Final = (
    ("the next game", "two games in a row", plays_again),
    (
        "unknown fields and messages",
        "every message has a field that it does not know, and others come of an unknown type",
        knows_more_is_coming,
    ),
    (
        "a lost connection",
        "the connection breaks in the middle of a game: it ends, or comes back after a while",
        loses_connection,
    ),
    (
        "the server stops",
        "the server closes the connection: it ends, or comes back after a while",
        server_stops,
    ),
)
GAMES: Final = ("seeded games", "whole games from every seat, without a fault", plays_many)

SOCKET: Final = numbered(JOINING, *ENDS, GAMES)
