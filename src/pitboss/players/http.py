"""A player whose program polls a room over HTTP: UNO for two on the uno-online wire."""

import asyncio
import contextlib
import hmac
import secrets
import socket
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import parse_qs

import msgspec
import uvicorn

from pitboss.games.game import Game
from pitboss.games.uno.game import UnoGame
from pitboss.play.answer import Answer, Unusable
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.player import Reply
from pitboss.play.ruling import Ruling, Turn
from pitboss.players.connecting import Ended, Guest
from pitboss.players.program import Command, Limits
from pitboss.wires.uno_online.decode import read_action
from pitboss.wires.uno_online.encode import refused_action
from pitboss.wires.uno_online.messages import ERRORS, ActionReply, ErrorReply, StateReply
from pitboss.wires.uno_online.session import OWN, UnoOnlineSession

_PATH: Final = "/api/game/"
_FORWARDED: Final = "Action received and forwarded to game"
_METHODS: Final = {"state": ("GET", "HEAD"), "action": ("POST",)}
_BODY: Final = 1 << 16
_BODY_SECONDS: Final = 10.0
# Seconds that a question is held back until there is a game.
_OPENING: Final = 30.0
# Seconds in which a program that ends after a game is expected to do so.
_PARTING: Final = 0.25
# Requests in one second.
_RATE: Final = 1000

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The game at one moment: nothing of it changes any more, so any thread may read it."""

    view: msgspec.Raw
    # Whether it is the program's turn.
    mine: bool
    over: bool


@dataclass(frozen=True, slots=True)
class Sent:
    """An action that was posted, when, and where its reply goes."""

    value: object
    arrived: float
    reply: "asyncio.Future[ActionReply | ErrorReply]"


class HttpPlayer(Guest):
    """One seat's program; it finds its room by `{url}`, `{room}`, `{token}` and `{player}`.

    The room stays the same from game to game. Whichever seat the program has, to itself it is
    Player 2, as programs for this wire expect.
    """

    def __init__(
        self,
        command: Command,
        session: UnoOnlineSession,
        *,
        name: str = "",
        limits: Limits | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(command, name=name, limits=limits, now=now)
        self._session = session
        self._token = secrets.token_urlsafe(18)
        self._open_reply: Sent | None = None
        # Whether it has answered in this game, and whether it ends after each; None: not known.
        self._answered = False
        self._parts: bool | None = None
        # Guards what both threads see: the view of the moment, and what is in the inbox for it.
        self._lock = threading.Lock()
        self._shown: Snapshot | None = None
        self._polled = False
        self._second = 0
        self._requests = 0
        self._begun = asyncio.Event()
        self._socket: socket.socket | None = None
        self._server: uvicorn.Server | None = None
        self._serving: asyncio.Task[None] | None = None

    @property
    def fresh(self) -> bool:
        return not self.output.spoke

    # The player's side of a game.

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> None:
        if self.fault is not None or self._has_parted():
            self._end_program(0.0)
        self.games += 1
        self._answered = False
        self._session.begin(game, seat, names)
        self._show(game)
        self.start()
        self.stage.call(self._begun.set)

    def ask(self, game: Game, turn: Turn) -> Reply:
        assert isinstance(game, UnoGame)
        if self.fault is not None:
            return self.fault, self._now()
        while (event := self._next(turn.deadline)) is not None:
            if isinstance(event, Sent):
                self._open_reply = event
                self.output.spoke = self._answered = True
                said = read_action(event.value, game)
                if isinstance(said, Answer):
                    return said, event.arrived
                return Fault(FaultKind.MALFORMED, said.message, said.code), event.arrived
            if isinstance(event, Ended) and event.program is self.program:
                if self._answered or not self.seasoned:
                    return self._fail(self._crashed())
                # It was on its way out when the game began, which is its right.
                self._parts = True
                self._end_program(0.0)
                self._launch()
                if self.fault is not None:
                    return self.fault, self._now()
        if not self.output.spoke and not self._polled:
            return self._fail(self._faulty(FaultKind.STARTUP, "it never asked for the state"))
        return self._fail(self.output.silence(0))

    def refused(self, ruling: Ruling) -> None:
        fault = ruling.fault
        assert fault is not None
        if ruling.illegal is not None:
            self._answer(_refusal(*refused_action(ruling.illegal)))
        elif fault.kind is FaultKind.MALFORMED and fault.detail in ERRORS:
            self._answer(_refusal(fault.detail, fault.message))
        else:
            self._answer(_refusal("too_late"))

    def played(self, game: Game, ruling: Ruling) -> None:
        self._session.played(game, ruling)
        shown = self._show(game)
        self._answer(ActionReply(True, _FORWARDED, shown.view))
        if not shown.mine:
            self._refuse_pending("game_over" if shown.over else "not_your_turn")

    def drop(self) -> None:
        self._answer(_refusal("too_late"))
        self._refuse_pending("too_late")
        super().drop()

    def close(self) -> None:
        if self._stage is not None:
            self._answer(_refusal("game_over"))
            self._refuse_pending("game_over")
        super().close()

    def _launch(self) -> None:
        self._polled = False
        super()._launch()

    def _has_parted(self) -> bool:
        """Whether it ends after each game, or has ended."""
        program = self.program
        if program is None or self.games == 0:
            return False
        if self._parts is not False:
            self._parts = program.wait(_PARTING) or self._parts is True
        return self._parts or program.ended()

    def _show(self, game: Game) -> Snapshot:
        session = self._session
        view = msgspec.Raw(session.state(game))
        shown = Snapshot(view, mine=session.is_mine(game), over=game.actor() < 0)
        with self._lock:
            self._shown = shown
        return shown

    def _answer(self, reply: ActionReply | ErrorReply) -> None:
        sent, self._open_reply = self._open_reply, None
        if sent is not None:
            self.stage.call(_resolve, sent.reply, reply)

    def _refuse_pending(self, code: str) -> None:
        """Actions that came while another one was being played are out of turn."""
        kept = []
        while (event := self._next(0.0)) is not None:
            if isinstance(event, Sent):
                self._open_reply = event
                self._answer(_refusal(code))
            else:
                kept.append(event)
        for event in kept:
            self._inbox.put(event)

    # In the thread of the network.

    async def _open(self) -> Mapping[str, str]:
        # Named as TCP, or asyncio does not see that it is, and lets small replies wait.
        self._socket = sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        sock.bind(("127.0.0.1", 0))
        config = uvicorn.Config(
            self._serve,
            interface="asgi3",
            loop="none",
            lifespan="off",
            ws="none",
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

    async def _serve(self, scope: Any, receive: Any, send: Any) -> None:
        answer: StateReply | ActionReply | ErrorReply
        path = str(scope["path"])
        room, _, what = path.removeprefix(_PATH).partition("/")
        methods = _METHODS.get(what) if path.startswith(_PATH) else None
        extra: list[tuple[bytes, bytes]] = []
        if self._is_too_fast():
            answer = _refusal("rate_limited")
            extra = [(b"retry-after", b"1")]
        elif methods is None:
            answer = _refusal("not_found")
        elif scope["method"] not in methods:
            answer = _refusal("bad_method")
            extra = [(b"allow", ", ".join(methods).encode())]
        elif room != self._session.room:
            answer = _refusal("no_such_room")
        elif not self._may_sit(scope):
            answer = _refusal("bad_token")
        elif what == "state":
            answer = await self._state()
        else:
            answer = await self._act(scope, receive)
        status = 200 if not isinstance(answer, ErrorReply) else ERRORS[answer.error].status
        body = _encode(answer)
        headers = [
            (b"content-type", b"application/json"),
            (b"cache-control", b"no-store"),
            (b"content-length", str(len(body)).encode()),
            *extra,
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    def _is_too_fast(self) -> bool:
        second = int(self._now())
        if second != self._second:
            self._second, self._requests = second, 0
        self._requests += 1
        return self._requests > _RATE

    def _may_sit(self, scope: Any) -> bool:
        """Whether the token, if there is one, is this room's; without one it is open."""
        headers = dict(scope["headers"])
        scheme, _, token = headers.get(b"authorization", b"").partition(b" ")
        if scheme.lower() != b"bearer":
            token = parse_qs(scope["query_string"]).get(b"token", [b""])[0]
        return not token or hmac.compare_digest(token.strip(), self._token.encode())

    async def _state(self) -> StateReply | ErrorReply:
        self._polled = True
        # The first game may wait for somebody else; many programs take no for an answer, and end.
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_OPENING):
                await self._begun.wait()
        with self._lock:
            shown = self._shown
        if shown is None:
            return _refusal("no_such_room", "the game has not begun")
        moment = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return StateReply(True, shown.view, moment)

    async def _act(self, scope: Any, receive: Any) -> ActionReply | ErrorReply:
        body = await _read_body(scope, receive)
        if isinstance(body, ErrorReply):
            return body
        try:
            value = _decode(body)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            told = "nested too deeply" if isinstance(error, RecursionError) else str(error)
            return _refusal("bad_json", f"the body is not JSON: {told}")
        with self._lock:
            shown = self._shown
            if shown is not None and shown.mine:
                reply = asyncio.get_running_loop().create_future()
                self._inbox.put(Sent(value, self._now(), reply))
        if shown is None or shown.over:
            return _refusal("game_over" if shown else "no_such_room")
        if shown.mine:
            answered: ActionReply | ErrorReply = await reply
            return answered
        said = read_action(value, _NOBODYS_TURN)
        if isinstance(said, Unusable):
            return _refusal(said.code, said.message)
        return _refusal("not_your_turn")


class _NobodysTurn:
    """What an action is read against when it can't be played anyway: the game is not ours."""

    def may_call(self) -> bool:
        return False


_NOBODYS_TURN: Any = _NobodysTurn()


async def _read_body(scope: Any, receive: Any) -> bytes | ErrorReply:
    body = b""
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            more = True
            while more and len(body) <= _BODY:
                event = await receive()
                body += event.get("body", b"")
                more = event.get("more_body", False)
    except TimeoutError:
        return _refusal("bad_json", "the body did not arrive")
    if len(body) > _BODY:
        return _refusal("too_large", f"at most {_BODY} bytes are taken")
    kind = dict(scope["headers"]).get(b"content-type", b"")
    if kind.partition(b";")[0].strip().lower() != b"application/json":
        return _refusal("bad_content_type")
    return body


def _resolve(
    future: "asyncio.Future[ActionReply | ErrorReply]", reply: ActionReply | ErrorReply
) -> None:
    # Cancelled, if whoever asked has hung up.
    if not future.done():
        future.set_result(reply)


def _refusal(code: str, message: str = "") -> ErrorReply:
    return ErrorReply(False, code, message or ERRORS[code].meaning)
