"""A player whose program connects by WebSocket, over any wire that listens."""

import asyncio
import hmac
import math
import secrets
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from picows import WSUpgradeRequest

from pitboss.games.game import Game
from pitboss.play.answer import Answer, Unusable
from pitboss.play.awake_players import AwakePlayers
from pitboss.play.fault import Fault, FaultKind, shown
from pitboss.play.player import Reply
from pitboss.play.ruling import Ruling, Turn
from pitboss.play.time_control import TimeControl
from pitboss.play.transcript import FROM_PLAYER, TO_PLAYER
from pitboss.players.connecting import ConnectingPlayer, Ended
from pitboss.players.program import Command, Limits
from pitboss.wires.listen import Listener
from pitboss.wires.outbox import GOING_AWAY, POLICY_VIOLATION
from pitboss.wires.session import Session
from pitboss.wires.websocket import Connection, serve

_FRAME: Final = 1 << 16
_HURRY: Final = 200
_FIRST_WORD: Final = 10.0
_MOST_CONNECTIONS: Final = 16
# Random bytes in the address.
_SECRET: Final = 18
# Seconds in which a program that leaves or joins again after a game is expected to do so, and
# those in which it ends, or connects again, when the connection is gone.
_PARTING: Final = 0.25
_RETURN: Final = 1.0


@dataclass(slots=True)
class Arrival:
    """What is known of a connection: the start of the program that it came after, and its name."""

    run: int
    # Empty until it has joined.
    name: str = ""
    flooded: bool = False


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody has connected and given a name."""

    line: Connection


@dataclass(frozen=True, slots=True)
class Said:
    """A message, and when it arrived."""

    line: Connection
    frame: bytes
    arrived: float


@dataclass(frozen=True, slots=True)
class Left:
    """A connection is gone."""

    line: Connection


class WebSocketPlayer(ConnectingPlayer):
    """One seat's program; `{url}` in its command, and PITBOSS_URL, say where to connect.

    The address ends with a secret, so that no other program takes the seat.
    It joins before each game: on the connection it has, on a new one, or started anew.
    """

    def __init__(
        self,
        command: Command,
        session: Session,
        listener: Listener,
        *,
        patience: float,
        seats: int = 2,
        name: str = "",
        limits: Limits | None = None,
        control: TimeControl | None = None,
        awake: AwakePlayers | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """`patience` is the seconds that it has for connecting and joining."""
        super().__init__(
            command,
            name=name,
            limits=limits or Limits(line=_FRAME),
            control=control,
            awake=awake,
            now=now,
        )
        self.session = session
        self.patience = patience
        self.seats = seats
        self.listener = listener
        self._server: asyncio.Server | None = None
        self._path = f"/{secrets.token_urlsafe(_SECRET)}".encode()
        self._line: Connection | None = None
        # Every connection there is, in the thread of the network.
        self._lines: set[Connection] = set()
        self._queue: list[bytes] = []
        self._unasked = 0
        self._run = 0
        # Whether it waits for us to close the connection after a game.
        self._stays = False

    # The player's side of a game.

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> None:
        self._wake()
        self._queue.clear()
        self._unasked = 0
        if self.transcript is not None:
            self.transcript.begin()
        if self.fault is not None:
            self._hang_up()
            self._end_program(0.0)
        self.start()
        self._await_join()
        self.games += 1
        line = self._line
        if line is None or self.fault is not None:
            return
        self._queue.append(self._waiting(game.seats))
        self._queue += self.session.begin(
            game, seat, _as_known_to(_arrival(line).name, seat, names)
        )
        self._flush()
        self._stopwatch.begin()

    def ask(self, game: Game, turn: Turn) -> Reply:
        self._wake()
        watch = self._stopwatch
        watch.ask(turn)
        while self.fault is None and (event := self._next(0.0)) is not None:
            self._pass_over(event)
        asked = self._now()
        line = self._line
        if self.fault is not None or line is None:
            assert self.fault is not None
            return self.fault, watch.moment_of_fault()
        self._remark(f"turn {turn.place}")
        self._queue.append(self.session.ask(game, turn.number, max(0.0, watch.left())))
        self._flush()
        while (event := self._next_in_turn()) is not None:
            # What arrived before the question can't be its answer.
            if isinstance(event, Said) and event.line is line and event.arrived >= asked:
                said = self._read(event.frame, game, turn.number)
                if said is not None:
                    return said, watch.moment(event.arrived)
                if (flood := self._flood()) is not None:
                    return self._fail(flood)
            else:
                self._pass_over(event)
            if self.fault is not None:
                return self._fail(self.fault)
        return self._fail(self.output.silence(line.unread(), self._activity()))

    def said(self) -> str:
        return shown(self._said)

    def refused(self, ruling: Ruling) -> None:
        self._note_ruling(ruling)
        if self.fault is None:
            self._queue += self.session.refused(ruling)

    def played(self, game: Game, ruling: Ruling) -> None:
        if self.fault is not None:
            return
        self._queue += self.session.played(game, ruling)
        if len(self._queue) > _HURRY:
            self._flush()

    def end(self, game: Game, names: Sequence[str]) -> None:
        super().end(game, names)
        if self.fault is not None:
            return
        self._queue += self.session.end(game, names)
        self._flush()
        if self._stays:
            self._hang_up()

    def drop(self) -> None:
        self._hang_up(POLICY_VIOLATION)
        super().drop()

    # Joining.

    def _launch(self) -> None:
        # Before it runs, so that no connection of its can be taken for an earlier one's.
        self._run += 1
        super()._launch()

    def _await_join(self) -> None:
        """Wait until it has joined; if it has left after its last game, start it anew."""
        deadline = self._now() + self.patience
        # After a game a program may have ended, or be about to, which is its right.
        may_leave = self.seasoned
        until = deadline
        if may_leave:
            until = self._now() + (_PARTING if self._line is not None else _RETURN)
        while self.fault is None:
            event = self._next(min(until, deadline))
            match event:
                case Joined(line=line) if _arrival(line).run == self._run:
                    if line is not self._line:
                        self._hang_up()
                    self._line = line
                    return
                case Said(line=line, frame=frame) if line is self._line:
                    if isinstance(self.listener.read_join(frame), str):
                        return
                case Left(line=line) if line is self._line:
                    self._line = None
                    until = self._now() + _RETURN if may_leave else deadline
                case Ended(program=program) if program is self.program:
                    if not may_leave:
                        self.fault = self._crashed()
                        return
                    may_leave = False
                    deadline = until = self._renew()
                case None if not may_leave:
                    told = f"it did not connect and join within {self.patience:g} s"
                    self.fault = self._faulty(FaultKind.STARTUP, told)
                case None if self._line is not None:
                    # It waits for us to close, as the document says we do.
                    self._stays, until = True, self._now() + _RETURN
                    self._hang_up()
                case None:
                    may_leave = False
                    deadline = until = self._renew()

    def _renew(self) -> float:
        """Start it anew; until when it has to have joined."""
        self._hang_up()
        self._end_program(0.0)
        self._launch()
        return self._now() + self.patience

    def _hang_up(self, code: int = 1000) -> None:
        line, self._line = self._line, None
        if line is not None:
            self.network.call(line.close, code)

    # Listening.

    def _read(self, frame: bytes, game: Game, turn: int) -> Answer | Fault | None:
        self._note(FROM_PLAYER, [frame])
        said = self.session.decode(frame, game)
        if isinstance(said, Unusable):
            if said.code not in self.listener.passed_over:
                self.output.spoke = True
                return Fault(
                    FaultKind.MALFORMED, said.message, said.code, shown(frame, said.message)
                )
            self._queue += self.session.refusal(said.code, said.message, None)
            self._flush()
        elif said.turn is None or said.turn == turn:
            self.output.spoke = True
            self._said = frame
            if said.remark:
                self._remark(said.remark)
            return said
        self._unasked += 1
        return None

    def _pass_over(self, event: Any) -> None:
        """Something that happened when nothing was asked, or that is no answer."""
        if isinstance(event, Said) and event.line is self._line:
            self._note(FROM_PLAYER, [event.frame])
            self._remark("passed over: nothing was asked")
            self._unasked += 1
            self._queue += self.listener.unasked(self.session)
            self.fault = self._flood()
        elif isinstance(event, Left) and event.line is self._line:
            self.fault = self._gone(event.line)
        elif isinstance(event, Joined):
            self._unasked += 1
            # There is one connection to a seat, and it is this game's.
            told = "The game has begun; you are welcome to the next one."
            self.network.call(event.line.send, self.listener.refusal("game_started", told))
            self.network.call(event.line.close, POLICY_VIOLATION)

    def _gone(self, line: Connection) -> Fault:
        """The fault of a program whose connection is gone: most often it has ended, too."""
        if line.stalled:
            return self.output.stall(self.limits.unread)
        if _arrival(line).flooded:
            return self._too_many()
        if line.overlong:
            return self._faulty(FaultKind.FLOOD, f"a message of more than {_FRAME} bytes")
        program = self.program
        if program is not None and program.wait(_RETURN):
            return self._crashed()
        return self._faulty(FaultKind.DISCONNECTED, "the connection is gone")

    def _waiting(self, joined: int) -> bytes:
        # Without a token: whoever loses its connection here is out of the game.
        return self.listener.waiting(joined, 2, self.seats)

    def _flood(self) -> Fault | None:
        if self._unasked <= self.limits.unasked:
            return None
        if self._line is not None:
            self.network.call(self._line.cut)
        return self._too_many()

    def _too_many(self) -> Fault:
        most = self.limits.unasked
        return self._faulty(FaultKind.FLOOD, f"more than {most} messages that nobody asked for")

    def _note(self, way: str, frames: Sequence[bytes]) -> None:
        if self.transcript is not None:
            for frame in frames:
                self.transcript.add(way, frame)

    def _flush(self) -> None:
        if self._line is not None and self._queue:
            self._note(TO_PLAYER, self._queue)
            self.network.call(_send_all, self._line, list(self._queue))
            self._queue.clear()

    # In the thread of the network.

    async def _open(self) -> Mapping[str, str]:
        sock = self._listening()
        # Or the system would hold megabytes for a program that does not read.
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _FRAME)
        self._server = await serve(self._accept, sock, frame=_FRAME)
        return {"url": f"ws://127.0.0.1:{sock.getsockname()[1]}{self._path.decode()}"}

    async def _farewell(self) -> None:
        for line in self._lines:
            line.close(GOING_AWAY)

    async def _shut(self) -> None:
        for line in list(self._lines):
            line.cut()
        if self._server is not None:
            self._server.close()

    def _accept(self, request: WSUpgradeRequest) -> Connection | None:
        path = request.path.partition(b"?")[0].rstrip(b"/")
        if not hmac.compare_digest(path, self._path):
            return None
        if len(self._lines) >= _MOST_CONNECTIONS or self._is_full():
            return None
        # A flood is told by what nobody asked for, so that here no rate is set.
        most = self.limits.unread
        return Connection(self, "", backlog=most, frame=_FRAME, rate=math.inf, burst=math.inf)

    def opened(self, line: Connection) -> None:
        """Somebody has connected, and has a while to join."""
        line.role = Arrival(self._run)
        self._lines.add(line)
        loop = asyncio.get_running_loop()
        line.patience = loop.call_later(_FIRST_WORD, line.close, POLICY_VIOLATION)

    def received(self, line: Connection, message: bytes) -> None:
        """A message: the first joins."""
        arrival = _arrival(line)
        if arrival.name:
            self._inbox.put(Said(line, message, self._now()))
            if self._is_full():
                # More waits than anybody asked for: that is a flood, and is noticed as one.
                arrival.flooded = True
                line.cut()
            return
        name = self.listener.read_join(message)
        if line.patience is not None:
            line.patience.cancel()
        if isinstance(name, Unusable):
            line.send(self.listener.refusal(name.code, name.message))
            line.close(POLICY_VIOLATION)
            return
        arrival.name = name
        line.send(self._waiting(1))
        self._inbox.put(Joined(line))

    def flooded(self, line: Connection) -> None:
        """Never: no rate is set."""

    def closed(self, line: Connection) -> None:
        """A connection is gone."""
        self._lines.discard(line)
        if _arrival(line).name:
            self._inbox.put(Left(line))

    def failed(self, line: Connection, error: Exception) -> None:
        """A mistake of ours: raised where the game is played."""
        self._inbox.put(error)
        line.cut()

    def _is_full(self) -> bool:
        return self._inbox.qsize() > self.limits.unasked + 1


def _arrival(line: Connection) -> Arrival:
    assert isinstance(line.role, Arrival)
    return line.role


def _send_all(line: Connection, frames: Sequence[bytes]) -> None:
    for frame in frames:
        line.queue(frame)
    line.flush()


def _as_known_to(own: str, seat: int, names: Sequence[str]) -> list[str]:
    """The names by seat as a bot expects them: its own is what it joined as, and only its own."""
    told = list(names)
    told[seat] = own
    for other, name in enumerate(told):
        number = 1
        while other != seat and told[other] in (*told[:other], *told[other + 1 :]):
            number += 1
            told[other] = f"{name}-{number}"
    return told
