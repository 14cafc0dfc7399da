"""A player whose program asks a room of its own over HTTP: UNO for two on the uno-online wire."""

import asyncio
import contextlib
import hmac
import math
import queue
import secrets
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
import uvicorn

from pitboss.games.game import Game
from pitboss.games.uno.actions import CALL_UNO
from pitboss.games.uno.game import UnoGame
from pitboss.play.answer import Answer, Unusable
from pitboss.play.awake_players import AwakePlayers
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.fault import shown as shown_text
from pitboss.play.player import Reply
from pitboss.play.ruling import Ruling, Turn
from pitboss.play.time_control import TimeControl
from pitboss.players.connecting import ConnectingPlayer, Ended
from pitboss.players.exchange import Exchange
from pitboss.players.program import Command, Limits
from pitboss.wires.rate import Bucket
from pitboss.wires.uno_online.decode import read_action, wrong_turn
from pitboss.wires.uno_online.encode import refused_action
from pitboss.wires.uno_online.listen import GameApi, Line, Receive, Scope, Send, send_refusal
from pitboss.wires.uno_online.messages import ERRORS, ActionReply, ErrorReply, forwarded, refusal
from pitboss.wires.uno_online.original_page import PagePosition, Shown
from pitboss.wires.uno_online.session import OWN, UnoOnlineSession

BODY: Final = 1 << 16
_BODY_SECONDS: Final = 10.0
# Seconds that a question is held back until there is a game.
_OPENING: Final = 30.0
# Seconds in which a program that ends after a game is expected to do so.
_PARTING: Final = 0.25
# Requests in one second.
_RATE: Final = 1000


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The game at one moment: nothing of it changes any more, so any thread may read it."""

    # Rises from moment to moment, and from game to game.
    number: int
    view: msgspec.Raw
    # Whether it is the program's turn.
    mine: bool
    over: bool
    turn: int
    # For those who hear by Socket.IO.
    told: Shown | None = None
    position: PagePosition | None = None


@dataclass(frozen=True, slots=True)
class Sent:
    """An action that was sent, when, and where its reply goes."""

    value: object
    arrived: float
    reply: "asyncio.Future[ActionReply | ErrorReply]"


class OwnSide:
    """The program's side of its room: shown by the game's thread, used in the network's."""

    def __init__(self, inbox: "queue.SimpleQueue[Any]", now: Callable[[], float]) -> None:
        self.begun = asyncio.Event()
        # Whether anybody has asked for the state.
        self.polled = False
        # How many actions came when it was the program's turn.
        self.taken = 0
        self._inbox = inbox
        self._now = now
        # Guards what both threads see: the view of the moment, and what is in the inbox for it.
        self._lock = threading.Lock()
        self._shown: Snapshot | None = None
        self._number = 0
        self._news = asyncio.Event()
        # How many requests wait for something new.
        self.waiting = 0

    def show(
        self,
        view: msgspec.Raw,
        *,
        mine: bool,
        over: bool,
        turn: int,
        told: Shown | None = None,
        position: PagePosition | None = None,
    ) -> Snapshot:
        """The game has gone on."""
        self._number += 1
        shown = Snapshot(
            self._number, view, mine=mine, over=over, turn=turn, told=told, position=position
        )
        with self._lock:
            self._shown = shown
        return shown

    def wake(self) -> None:
        """There is something new for those who wait; in the network's thread."""
        self._news.set()
        self._news.clear()

    def shown(self) -> Snapshot | None:
        """The game as it is now; None before the first one."""
        with self._lock:
            return self._shown

    def position(self) -> PagePosition | None:
        shown = self.shown()
        return shown.position if shown is not None else None

    async def state(self) -> msgspec.Raw | ErrorReply:
        self.polled = True
        # The first game may wait for somebody else; many programs take no for an answer, and end.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_OPENING):
                await self.begun.wait()
        shown = self.shown()
        return shown.view if shown else refusal("no_such_room", "the game has not begun")

    async def changed(self, after: int, seconds: float) -> None:
        self.polled = True
        self.waiting += 1
        try:
            async with asyncio.timeout(seconds):
                while (shown := self.shown()) is None or (shown.turn == after and not shown.over):
                    await self._news.wait()
        except TimeoutError:
            pass
        finally:
            self.waiting -= 1

    async def rematch(self) -> ActionReply | ErrorReply:
        return refusal("not_allowed", "whoever runs the match deals")

    async def act(self, value: object, line: Line | None = None) -> ActionReply | ErrorReply:
        del line
        with self._lock:
            shown = self._shown
            wrong = None if shown is None or shown.over else wrong_turn(value, shown.turn)
            if shown is not None and shown.mine and wrong is None:
                reply = asyncio.get_running_loop().create_future()
                self._inbox.put(Sent(value, self._now(), reply))
        if shown is None or shown.over:
            return refusal("game_over" if shown else "no_such_room")
        if wrong is not None:
            return refusal(wrong.code, wrong.message)
        if shown.mine:
            self.taken += 1
            answered: ActionReply | ErrorReply = await reply
            return answered
        said = read_action(value, _NOBODYS_TURN)
        if isinstance(said, Unusable):
            return refusal(said.code, said.message)
        return refusal("not_your_turn")


class _NobodysTurn:
    """What an action is read against when it can't be played anyway: the game is not ours."""

    def may_call(self) -> bool:
        return False

    def may_draw_naming(self) -> bool:
        return False


_NOBODYS_TURN: Any = _NobodysTurn()


class RoomPlayer(ConnectingPlayer):
    """One seat's program; it finds its room by `{url}`, `{room}`, `{token}` and `{player}`.

    The room stays the same from game to game. Whichever seat the program has, to itself it is
    Player 2, as programs for this wire expect.
    """

    # How uvicorn serves WebSockets.
    _websockets = "none"
    _never_seen = "it never asked for the state"

    def __init__(
        self,
        command: Command,
        session: UnoOnlineSession,
        *,
        name: str = "",
        limits: Limits | None = None,
        control: TimeControl | None = None,
        awake: AwakePlayers | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(command, name=name, limits=limits, control=control, awake=awake, now=now)
        self._session = session
        self._token = secrets.token_urlsafe(18)
        self._side = OwnSide(self._inbox, now)
        self._open_reply: Sent | None = None
        # Whether it has answered in this game, and whether it ends after each; None: not known.
        self._answered = False
        self._parts: bool | None = None
        # Until when a program that has lost its connection has to be back.
        self._return_by = math.inf
        self._requests = Bucket(_RATE, _RATE, now())
        self._api = GameApi(
            self._find, max_body=BODY, body_seconds=_BODY_SECONDS, failed=self._request_failed
        )
        self._socket: socket.socket | None = None
        self._server: uvicorn.Server | None = None
        self._serving: asyncio.Task[None] | None = None

    @property
    def fresh(self) -> bool:
        return not self.output.spoke

    # The player's side of a game.

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> None:
        self._wake()
        if self.fault is not None or self._has_parted():
            self._end_program(0.0)
        self.games += 1
        self._answered = False
        if self.transcript is not None:
            self.transcript.begin()
        self._session.begin(game, seat, names)
        shown = self._show(game)
        self.start()
        self.network.call(self._side.begun.set)
        self._tell(shown)
        self._stopwatch.begin()

    def ask(self, game: Game, turn: Turn) -> Reply:
        assert isinstance(game, UnoGame)
        self._wake()
        self._stopwatch.ask(turn)
        self._remark(f"turn {turn.place}")
        while self.fault is None:
            event = self._next_in_turn(self._return_by)
            if isinstance(event, Sent):
                self._open_reply = event
                self.output.spoke = self._answered = True
                self._said = msgspec.json.encode(event.value)
                said = read_action(event.value, game)
                arrived = self._stopwatch.moment(event.arrived)
                if isinstance(said, Answer):
                    return said, arrived
                told = shown_text(self._said, said.message)
                return Fault(FaultKind.MALFORMED, said.message, said.code, told), arrived
            if isinstance(event, Ended):
                if event.program is not self.program:
                    continue
                if self._answered or not self.seasoned:
                    return self._fail(self._crashed())
                # It was on its way out when the game began, which is its right.
                self._parts = True
                self._renew()
            elif event is not None:
                self.fault = self._hear(event)
            elif self._stopwatch.is_over:
                return self._fail(self._silence())
            elif self._answered or not self.seasoned:
                return self._fail(self._disconnected())
            else:
                self._renew()
        return self._fail(self.fault)

    def said(self) -> str:
        return shown_text(self._said)

    def refused(self, ruling: Ruling) -> None:
        fault = ruling.fault
        assert fault is not None
        self._note_ruling(ruling)
        if ruling.illegal is not None:
            self._answer(refusal(*refused_action(ruling.illegal)))
        elif fault.kind is FaultKind.MALFORMED and fault.detail in ERRORS:
            self._answer(refusal(fault.detail, fault.message))
        else:
            self._answer(refusal("too_late"))

    def played(self, game: Game, ruling: Ruling) -> None:
        self._session.played(game, ruling)
        shown = self._show(game)
        sent, self._open_reply = self._open_reply, None
        if shown.mine and ruling.seat == game.actor() and ruling.actions != (CALL_UNO,):
            # What came before the answer goes out was meant for a position that is past.
            self._refuse_pending("stale_turn")
        self._open_reply = sent
        self._answer(forwarded(shown.view))
        self._tell(shown)
        if not shown.mine:
            self._refuse_pending("game_over" if shown.over else "not_your_turn")

    def drop(self) -> None:
        self._answer(refusal("too_late"))
        self._refuse_pending("too_late")
        super().drop()

    def close(self) -> None:
        if self._network is not None:
            self._answer(refusal("game_over"))
            self._refuse_pending("game_over")
        super().close()

    def _show(self, game: Game) -> Snapshot:
        session = self._session
        view = msgspec.Raw(session.state(game))
        over = game.actor() < 0
        return self._side.show(view, mine=session.is_mine(game), over=over, turn=session.turn)

    def _tell(self, shown: Snapshot) -> None:
        """Pass on a new view, where programs do not ask for it."""
        del shown
        if self._side.waiting:
            self.network.call(self._side.wake)

    def _hear(self, event: Any) -> Fault | None:
        """What happened to the connection; a fault if that was the program's last word."""
        raise AssertionError(f"nobody sends {event}")

    # The program's life.

    def _launch(self) -> None:
        self._side.polled = False
        self._return_by = math.inf
        super()._launch()

    def _renew(self) -> None:
        self._end_program(0.0)
        self._launch()

    def _has_parted(self) -> bool:
        """Whether it ends after each game, or has ended."""
        program = self.program
        if program is None or self.games == 0:
            return False
        if self._parts is not False:
            self._parts = program.wait(_PARTING) or self._parts is True
        return self._parts or program.ended()

    def _silence(self) -> Fault:
        if not self.output.spoke and not self._side.polled:
            return self._faulty(FaultKind.STARTUP, self._never_seen)
        return self.output.silence(self._unread(), self._activity())

    def _unread(self) -> int:
        """How many bytes wait for the program."""
        return 0

    def _disconnected(self) -> Fault:
        return self._faulty(FaultKind.DISCONNECTED, "the connection is gone")

    # Replies.

    def _answer(self, reply: ActionReply | ErrorReply) -> None:
        sent, self._open_reply = self._open_reply, None
        if sent is not None:
            self.network.call(_resolve, sent.reply, reply)

    def _refuse_pending(self, code: str) -> None:
        """Actions that came while another one was being played are out of turn."""
        kept = []
        while (event := self._next(0.0)) is not None:
            if isinstance(event, Sent):
                self._open_reply = event
                self._answer(refusal(code))
            else:
                kept.append(event)
        for event in kept:
            self._inbox.put(event)

    # In the thread of the network.

    async def _open(self) -> Mapping[str, str]:
        self._socket = sock = self._listening()
        # Or the system would hold megabytes for a program that does not read.
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BODY)
        config = uvicorn.Config(
            self._listen,
            interface="asgi3",
            loop="none",
            lifespan="off",
            ws=self._websockets,
            ws_max_size=2 * BODY,
            ws_per_message_deflate=False,
            log_config=None,
            # What is wrong with a request is told to whoever sent it.
            log_level="critical",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            limit_concurrency=64,
        )
        self._server = uvicorn.Server(config)
        self._serving = asyncio.create_task(self._server.serve(sockets=[sock]))
        while not self._server.started:  # noqa: ASYNC110 - uvicorn tells in no other way
            await asyncio.sleep(0.002)
        return {
            "url": f"http://127.0.0.1:{sock.getsockname()[1]}",
            "room": self._session.room,
            "token": self._token,
            "player": OWN,
        }

    async def _shut(self) -> None:
        if self._server is not None and self._serving is not None:
            self._server.should_exit = self._server.force_exit = True
            await self._serving
        if self._socket is not None:
            self._socket.close()

    async def _listen(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self.transcript is not None:
            exchange = Exchange(self.transcript, scope)
            receive, send = exchange.receiving(receive), exchange.sending(send)
        await self._serve(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not self._requests.take(self._now()):
            await send_refusal(send, refusal("rate_limited"))
        else:
            await self._api(scope, receive, send)

    def _find(self, code: str, token: str) -> OwnSide | ErrorReply:
        if code != self._session.room:
            return refusal("no_such_room")
        return self._side if self._may_sit(token) else refusal("bad_token")

    def _may_sit(self, token: str) -> bool:
        """Whether the token, if there is one, is this room's; without one it is open."""
        return not token or hmac.compare_digest(token.encode(), self._token.encode())

    def _request_failed(self, scope: Scope, error: Exception) -> None:
        """A mistake of ours: raised where the game is played."""
        del scope
        self._inbox.put(error)


def _resolve(
    future: "asyncio.Future[ActionReply | ErrorReply]", reply: ActionReply | ErrorReply
) -> None:
    # Cancelled, if whoever asked has hung up.
    if not future.done():
        future.set_result(reply)
