"""A bot that connects, under watch: the players of matches, noting what it does at our door."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import msgspec
from picows import WSUpgradeRequest

from pitboss.games.game import Game
from pitboss.games.kind import Kind
from pitboss.play.answer import Answer, Unusable
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.player import Reply
from pitboss.play.ruling import Ruling, Turn
from pitboss.play.time_control import TimeControl
from pitboss.play.transcript import FROM_PLAYER, TO_PLAYER, Transcript
from pitboss.players.program import Command
from pitboss.players.room import OwnSide, RoomPlayer
from pitboss.players.socketio import SocketIoPlayer
from pitboss.players.websocket import Joined, Said, WebSocketPlayer
from pitboss.wires.outbox import POLICY_VIOLATION
from pitboss.wires.registry import Choice
from pitboss.wires.uno_online.listen import Receive, Scope, Send, send_refusal
from pitboss.wires.uno_online.messages import ERRORS, ActionReply, ErrorReply, refusal
from pitboss.wires.uno_online.session import UnoOnlineSession
from pitboss.wires.websocket import Connection
from pitboss.wires.wire import Setting, Transport

_KEPT: Final = 1 << 17
# Why an answer that is one was passed over.
OTHER_TURN: Final = "it is for another turn"
_FAREWELL: Final = 12.0
# Statuses of requests that never reach the game, and so many of them are no accident.
_HOPELESS: Final = (400, 401, 403, 404, 405, 413, 415)
_MOST_HOPELESS: Final = 3


@dataclass
class Visit:
    """What a bot did at our door; written in the network's thread, read when that is quiet."""

    # Paths that it asked for and that are not its own.
    wrong_paths: list[str] = field(default_factory=list)
    connections: int = 0
    # First messages that were no `join`, with what is wrong with them.
    refused: list[tuple[bytes, str]] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    # Messages when it was not asked, and those that were no answers when it was.
    unasked: list[bytes] = field(default_factory=list)
    passed_over: list[tuple[bytes, str]] = field(default_factory=list)
    # Its answers, each as it came and as what was played.
    answers: list[tuple[bytes, tuple[int, ...]]] = field(default_factory=list)
    # Whether it looked for a server at the port where such servers usually are.
    elsewhere: int = 0
    # The last message that it was sent, and the last that it sent.
    last_sent: bytes = b""
    last_said: bytes = b""
    # Over HTTP: the moment, method, path, status and body of each request.
    requests: "list[Request]" = field(default_factory=list)
    # Processor time since the last question, and how long that was ago, when it failed.
    used: float = 0.0
    wants_a_core: bool = False
    waited: float = 0.0
    unread: int = 0


@dataclass(slots=True)
class Request:
    """A request and what it was answered with."""

    at: float
    method: str
    path: str
    body: bytes = b""
    status: int = 0
    answered: float = 0.0


class WatchedSocket(WebSocketPlayer):
    """A program that connects by WebSocket."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.visit = Visit()
        self.transcript = Transcript(_KEPT)
        # Seconds that it waits in the lobby before a game.
        self.lobby = 0.0
        # Whether who joins is told that the game has begun.
        self.is_closed = False

    def ask(self, game: Game, turn: Turn) -> Reply:
        line = self._line
        asked, used = self._now(), self._used()
        reply = super().ask(game, turn)
        if isinstance(reply[0], Fault):
            self.visit.used = self._used() - used
            self.visit.wants_a_core = self._wants_a_core()
            self.visit.waited = self._now() - asked
            self.visit.unread = line.unread() if line is not None else 0
        return reply

    def close_line(self, code: int) -> None:
        """Close the connection, as a server that stops does."""
        self._hang_up(code)

    def cut_line(self) -> None:
        """Lose the connection without a word."""
        line, self._line = self._line, None
        if line is not None:
            self.network.call(line.cut)

    def _await_join(self) -> None:
        super()._await_join()
        line = self._line
        if not self.lobby or self.fault is not None or line is None:
            return
        # Others come and go.
        for count in (1, 2, 1):
            self.network.call(line.send, self._waiting(count))
            self._note(TO_PLAYER, [self._waiting(count)])
        time.sleep(self.lobby)
        while (event := self._next(0.0)) is not None:
            self._pass_over(event)

    def played(self, game: Game, ruling: Ruling) -> None:
        super().played(game, ruling)
        # At once, as at a live table: who answers for others is to be caught at it.
        self._flush()

    def _gone(self, line: Connection) -> Fault:
        # A program that dies of an error may take a while to say goodbye.
        if self.program is not None:
            self.program.wait(_FAREWELL)
        return super()._gone(line)

    def _read(self, frame: bytes, game: Game, turn: int) -> Answer | Fault | None:
        said = super()._read(frame, game, turn)
        if said is None:
            # A match passes over it and waits on; here it is what was to be found.
            what = self.session.decode(frame, game)
            told = what.message if isinstance(what, Unusable) else OTHER_TURN
            self.visit.passed_over.append((frame, told))
            return Fault(FaultKind.MALFORMED, told)
        if isinstance(said, Answer):
            self.visit.answers.append((frame, said.actions))
        return said

    def _pass_over(self, event: Any) -> None:
        if isinstance(event, Said) and event.line is self._line:
            self.visit.unasked.append(event.frame)
        elif isinstance(event, Joined):
            self.visit.unasked.append(b"")
        super()._pass_over(event)

    def _flush(self) -> None:
        if self._queue and self._line is not None:
            self.visit.last_sent = self._queue[-1]
        super()._flush()

    def _accept(self, request: WSUpgradeRequest) -> Connection | None:
        line = super()._accept(request)
        if line is None:
            path = request.path.decode("utf-8", "replace")
            self.visit.wrong_paths.append(path)
            self._remark(f"it asks for {path}, which is not its address")
        return line

    def opened(self, line: Connection) -> None:
        self.visit.connections += 1
        self._remark("it connects")
        super().opened(line)

    def received(self, line: Connection, message: bytes) -> None:
        self.visit.last_said = message
        is_first = not getattr(line.role, "name", "")
        if is_first:
            self._note(FROM_PLAYER, [message])
        if is_first and self.is_closed:
            line.send(self.listener.refusal("game_started", "The game has begun."))
            line.close(POLICY_VIOLATION)
            return
        super().received(line, message)
        if is_first:
            name = self.listener.read_join(message)
            if isinstance(name, Unusable):
                self.visit.refused.append((message, name.message))
                self._remark(f"refused: {name.message}")
            else:
                self.visit.names.append(name)

    def closed(self, line: Connection) -> None:
        self._remark("the connection is closed")
        super().closed(line)


@dataclass(frozen=True, slots=True)
class Hopeless:
    """Its requests do not even reach the game: there is no use in waiting for a better one."""


class WatchedRoom(RoomPlayer):
    """A program that asks over HTTP."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.visit = Visit()
        self.transcript = Transcript(_KEPT)
        self._hopeless = 0
        # Refusals that its next requests of a kind get, whatever they hold: ("POST", code).
        self.instead: list[tuple[str, str]] = []

    def ask(self, game: Game, turn: Turn) -> Reply:
        return _watched_ask(self, super().ask, game, turn)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await super()._serve(scope, receive, send)
            return
        query = scope["query_string"].decode("utf-8", "replace")
        path = scope["path"] + (f"?{query}" if query else "")
        request = Request(self._now(), scope["method"], path)
        if len(self.visit.requests) < 10_000:
            self.visit.requests.append(request)

        async def heard() -> Any:
            event = await receive()
            request.body += event.get("body", b"")
            return event

        async def told(event: Any) -> None:
            if event["type"] == "http.response.start":
                request.status = event["status"]
                self._hopeless += request.status in _HOPELESS
                if self._hopeless == _MOST_HOPELESS:
                    self._inbox.put(Hopeless())
            elif not event.get("more_body"):
                request.answered = self._now()
                body = event.get("body", b"")
                self.visit.last_sent, self.visit.last_said = body, request.body
            await send(event)

        if self.instead and scope["method"] == self.instead[0][0]:
            code = self.instead.pop(0)[1]
            while (await heard()).get("more_body"):
                pass
            self._hopeless -= ERRORS[code].status in _HOPELESS
            await send_refusal(told, refusal(code))
            return
        await super()._serve(scope, heard, told)

    def _hear(self, event: Any) -> Fault | None:
        if isinstance(event, Hopeless):
            return Fault(FaultKind.TIMEOUT, "its requests are refused")
        return super()._hear(event)


class WatchedSocketIo(SocketIoPlayer):
    """A program that joins over Socket.IO."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.visit = Visit()
        self.transcript = Transcript(_KEPT)
        self.instead: list[tuple[str, str]] = []
        self._side = WatchedSide(self)

    def ask(self, game: Game, turn: Turn) -> Reply:
        return _watched_ask(self, super().ask, game, turn)

    def show_again(self) -> None:
        """Send it the view that it has."""
        shown = self._side.shown()
        if shown is not None:
            self._told = 0
            self._post_state(shown)

    async def join(self, client: Any, wish: Any) -> Any:
        self.visit.connections += 1
        return await super().join(client, wish)


class WatchedSide(OwnSide):
    """The side of a program that joins over Socket.IO: what it sends is noted, or refused."""

    def __init__(self, player: WatchedSocketIo) -> None:
        super().__init__(player._inbox, player._now)
        self._player = player

    async def act(self, value: object, line: Any = None) -> ActionReply | ErrorReply:
        player = self._player
        said = msgspec.json.encode(value)
        player.visit.last_said = said
        # Noted first: the game may be over when the reply is there.
        request = Request(player._now(), "POST", "botAction", said)
        player.visit.requests.append(request)
        if player.instead and player.instead[0][0] == "POST":
            reply: ActionReply | ErrorReply = refusal(player.instead.pop(0)[1])
            # Who is refused for what is past is told what is now.
            asyncio.get_running_loop().call_soon(player.show_again)
        else:
            reply = await super().act(value, line)
        request.status = ERRORS[reply.error].status if isinstance(reply, ErrorReply) else 200
        if isinstance(reply, ErrorReply):
            player.visit.last_sent = msgspec.json.encode(reply)
        return reply


def _watched_ask(
    player: "WatchedRoom | WatchedSocketIo",
    ask: Callable[[Game, Turn], Reply],
    game: Game,
    turn: Turn,
) -> Reply:
    asked, used = time.monotonic(), player._used()
    reply = ask(game, turn)
    if isinstance(reply[0], Fault):
        player.visit.used = player._used() - used
        player.visit.wants_a_core = player._wants_a_core()
        player.visit.waited = time.monotonic() - asked
    return reply


Guest: TypeAlias = WatchedSocket | WatchedRoom | WatchedSocketIo


def guest_of(
    choice: Choice,
    command: Command,
    kind: Kind[Any, Any],
    rules: str,
    seats: int,
    control: TimeControl,
    name: str = "bot",
) -> Guest:
    """A player for the program, as in a match, under watch."""
    session = choice.session(
        Setting(
            kind=kind,
            rules=rules,
            seats=seats,
            control=control,
            all_requests=choice.transport is Transport.WEBSOCKET,
        )
    )
    if choice.transport is Transport.WEBSOCKET:
        assert choice.wire.listener is not None
        return WatchedSocket(
            command,
            session,
            choice.wire.listener,
            patience=control.move + control.startup,
            seats=seats,
            name=name,
            control=control,
        )
    assert isinstance(session, UnoOnlineSession)
    if choice.transport is Transport.HTTP:
        return WatchedRoom(command, session, name=name, control=control)
    return WatchedSocketIo(command, session, name=name, control=control)
