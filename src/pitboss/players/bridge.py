"""A program that talks over its pipes, at a table of a server elsewhere.

The connection is a native one. A program that speaks another wire has its lines within native
messages; they are taken out and put in here. A lost connection is made anew, and the program
notices nothing of it.
"""

import asyncio
import contextlib
import os
import secrets
from collections.abc import Callable
from typing import Any, Final

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from pitboss.players.program.limits import Limits
from pitboss.players.program.output import LineBuffer
from pitboss.players.program.process import Command, Process
from pitboss.wires.native.messages import Line, Result

# Seconds between attempts to reach the server, growing.
_FIRST_PAUSE: Final = 0.25
_LONGEST_PAUSE: Final = 5.0
_LARGEST_FRAME: Final = 4 << 20
_STDERR: Final = 2
_encode: Final = msgspec.json.Encoder().encode
# Told to a connection whose seat somebody else has now, or whose game can't go on.
_ENDS: Final = ("replaced", "server_stopping", "internal_error", "table_closed")


class JoinRefused(ValueError):
    """The server did not let us take that seat."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class GameLost(RuntimeError):
    """The game could not be played to its end."""


class ProgramLost(GameLost):
    """The program can't play on."""


class Bridge:
    """One game of a program at a table; `tell` is given what its owner may want to know."""

    def __init__(
        self,
        url: str,
        join: dict[str, Any],
        command: Command,
        *,
        patience: float = 30.0,
        limits: Limits | None = None,
        tell: Callable[[str], None] = lambda _: None,
    ) -> None:
        """`patience` is the seconds in which a lost server has to be reached again."""
        self._url = url
        # It opens our seat from the first moment on, whatever of the server's words is lost.
        self._join = {**join, "secret": secrets.token_urlsafe(24)}
        self._command = command
        self._patience = patience
        self._limits = limits or Limits()
        self._tell = tell
        # Where the program sits; -1 until the game has begun.
        self.seat = -1
        self._token = ""
        self._last = 0
        self._began = False
        self._result: Result | None = None
        self._refusal: JoinRefused | None = None
        self._socket: ClientConnection | None = None
        # The wire of the lines within messages; empty: the messages themselves are the lines.
        self.wire = ""
        # The turn that the program was asked for last.
        self._turn = 0
        # The last answer of the program, until the server has said something after it.
        self._answer: bytes | None = None
        self._sending: set[asyncio.Task[None]] = set()

    async def play(self) -> Result:
        """Play to the end; `JoinRefused` or `GameLost` if that can't be done."""
        try:
            pipes = _Pipes(self._command, self._limits, self._say)
        except OSError as error:
            raise ProgramLost(f"the program can't be started: {error}") from error
        try:
            playing = asyncio.create_task(self._play(pipes))
            first: list[asyncio.Future[Any]] = [playing, pipes.over]
            await asyncio.wait(first, return_when=asyncio.FIRST_COMPLETED)
            if not playing.done():
                # Its end and the game's may come together.
                await asyncio.wait([playing], timeout=1.0 if self._result else 0.0)
            if playing.done():
                return playing.result()
            playing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await playing
            raise ProgramLost(pipes.over.result())
        finally:
            pipes.close()

    async def _play(self, pipes: "_Pipes") -> Result:
        clock = asyncio.get_running_loop().time
        pause, until = _FIRST_PAUSE, clock() + self._patience
        while True:
            why = "the server closed the connection"
            try:
                async with connect(
                    self._url, max_size=_LARGEST_FRAME, open_timeout=10, close_timeout=1
                ) as socket:
                    await self._listen(socket, pipes)
                pause, until = _FIRST_PAUSE, clock() + self._patience
            except InvalidURI as error:
                raise JoinRefused("bad_url", f"{self._url} is no address of a table") from error
            except (ConnectionClosed, InvalidHandshake, OSError, TimeoutError) as error:
                why = str(error) or type(error).__name__
            finally:
                self._socket = None
            if self._result is not None:
                return self._result
            if self._refusal is not None:
                if self._began:
                    raise GameLost(str(self._refusal))
                raise self._refusal
            if clock() >= until:
                raise GameLost(f"the server can't be reached: {why}")
            self._tell(f"{why}; trying again")
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def _listen(self, socket: ClientConnection, pipes: "_Pipes") -> None:
        join = dict(self._join)
        if self._token:
            join |= {"token": self._token, "since": self._last}
        await socket.send(msgspec.json.encode(join).decode())
        if self._answer is not None:
            await socket.send(self._answer.decode(errors="replace"))
        self._socket = socket
        async for frame in socket:
            line = frame.encode() if isinstance(frame, str) else frame
            self._take(line, pipes)
            if self._refusal is not None:
                return

    def _take(self, line: bytes, pipes: "_Pipes") -> None:
        message = msgspec.json.decode(line)
        self._last = message.get("seq", self._last)
        kind = message.get("type")
        if kind == "waiting":
            self._wait(message)
            return
        if kind == "error" and (not self._began or message["code"] in _ENDS):
            self._refusal = JoinRefused(message["code"], message["message"])
            return
        self._answer = None
        if kind == "hello":
            self._began = True
            self.seat = message["seat"]
            self.wire = message.get("wire", "")
        elif kind == "result":
            self._result = msgspec.convert(message, Result, strict=False)
        if kind == "line":
            self._turn = message["turn"] or self._turn
            pipes.write(message["text"].encode() + b"\n")
        elif not self.wire:
            pipes.write(line + b"\n")

    def _wait(self, message: dict[str, Any]) -> None:
        if self._began:
            self._refusal = JoinRefused("game_over", "the game ended while nobody was connected")
            return
        self._token = message.get("token", self._token)
        if message["joined"] < message["seats"]:
            self._tell(f"waiting: {message['joined']} of {message['seats']} are there")

    def _say(self, line: bytes) -> None:
        """A line of the program, to the server or kept until it is there again."""
        if self.wire:
            line = _encode(Line(line.decode(errors="replace"), self._turn))
        self._answer = line
        if self._socket is not None:
            sending = asyncio.create_task(self._send(self._socket, line))
            self._sending.add(sending)
            sending.add_done_callback(self._sending.discard)

    async def _send(self, socket: ClientConnection, line: bytes) -> None:
        with contextlib.suppress(ConnectionClosed):
            await socket.send(line.decode(errors="replace"))


class _Pipes:
    """The program's pipes, watched by the event loop; `over` is how it ended, in words."""

    def __init__(self, command: Command, limits: Limits, say: Callable[[bytes], None]) -> None:
        self._limits = limits
        self._say = say
        self._lines = LineBuffer(limits.line)
        self._unsent = b""
        self._loop = asyncio.get_running_loop()
        self.over: asyncio.Future[str] = self._loop.create_future()
        self._process = process = Process(command)
        self._loop.add_reader(process.stdout, self._read)
        self._loop.add_reader(process.stderr, self._pass_on)

    def write(self, data: bytes) -> None:
        """Send to the program, or keep what its pipe does not take yet."""
        waiting = bool(self._unsent)
        self._unsent += data
        if len(self._unsent) > self._limits.unread:
            self._end("the program does not read what it is sent")
        elif not waiting:
            self._flush()

    def close(self) -> None:
        """Give the program a moment to end by itself, then end it for certain."""
        process = self._process
        if self._unsent:
            self._loop.remove_writer(process.stdin)
            self._unsent = b""
        for descriptor in (process.stdout, process.stderr):
            self._loop.remove_reader(descriptor)
        process.hang_up()
        process.wait(self._limits.grace)
        self._pass_on()
        process.close()

    def _flush(self) -> None:
        process = self._process
        self._loop.remove_writer(process.stdin)
        try:
            self._unsent = self._unsent[os.write(process.stdin, self._unsent) :]
        except BlockingIOError:
            pass
        except OSError:
            self._unsent = b""
        if self._unsent:
            self._loop.add_writer(process.stdin, self._flush)

    def _read(self) -> None:
        data = self._process.read()
        if data is None:
            return
        if not data:
            self._loop.remove_reader(self._process.stdout)
            self._process.wait(self._limits.grace)
            self._end(self._process.status())
            return
        for line in self._lines.feed(data):
            self._say(line)
        if self._lines.overlong:
            self._end(f"the program wrote a line of more than {self._limits.line} bytes")

    def _pass_on(self) -> None:
        """What the program writes for its author is shown to him."""
        data = self._process.read_stderr()
        if data:
            os.write(_STDERR, data)
        elif data is not None:
            self._loop.remove_reader(self._process.stderr)

    def _end(self, why: str) -> None:
        if not self.over.done():
            self.over.set_result(why)
