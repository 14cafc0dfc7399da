"""A player whose program connects to us: its life, and the inbox where all that it does arrives.

The network is served in a thread of its own; the game stays in the driver's. What they hand each
other are messages.
"""

import asyncio
import contextlib
import math
import os
import queue
import socket
import threading
import time
from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

from pitboss.games.game import Game
from pitboss.play.awake_players import AwakePlayers
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.player import BlockingPlayer, Reply
from pitboss.play.ruling import Ruling
from pitboss.play.time_control import TimeControl
from pitboss.play.transcript import STDERR, Transcript
from pitboss.players.program import Command, Limits, Process
from pitboss.players.program.diagnosis import Activity
from pitboss.players.program.output import ProgramOutput
from pitboss.players.program.process import check_shortage, group_limits
from pitboss.players.program.process_tree import ProcessTree
from pitboss.players.program.stopwatch import Stopwatch
from pitboss.players.sandbox.network import PrivateNetwork

_BY_THE_WALL: Final = TimeControl(move=1.0)
# Seconds for an answer in which the others are left running.
_QUICK: Final = 0.01
_CHUNK: Final = 1 << 16
_SHOWN: Final = 2000

T = TypeVar("T")


class LoopThread:
    """An event loop in a thread of its own, until it is closed."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._work, name=f"network-{name}", daemon=True)
        self._thread.start()

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run it there and wait for its result."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result()

    def call(self, function: Callable[..., object], *args: object) -> None:
        """Have it called there, soon."""
        # Closed by another thread, as when the whole process ends: there is nobody to tell.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(function, *args)

    def close(self) -> None:
        """End whatever goes on there, and the thread."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()

    def _work(self) -> None:
        asyncio.set_event_loop(self._loop)
        try:
            self._loop.run_forever()
            left = asyncio.all_tasks(self._loop)
            for task in left:
                task.cancel()
            if left:
                self._loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
            self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        finally:
            asyncio.set_event_loop(None)
            self._loop.close()


@dataclass(frozen=True, slots=True)
class Ended:
    """A program has ended."""

    program: Process


class ConnectingPlayer(BlockingPlayer):
    """What all players that connect to us have in common."""

    def __init__(
        self,
        command: Command,
        *,
        name: str = "",
        limits: Limits | None = None,
        control: TimeControl | None = None,
        awake: AwakePlayers | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """The control says what time is counted; those in `awake` rest while this one thinks."""
        self.name = name or command.words[0]
        self.command = command
        self.limits = limits or Limits()
        # Why there is no use in asking it any more in this game.
        self.fault: Fault | None = None
        self.games = 0
        # Whether this run of the program has played a game to its end: then it may leave.
        self.seasoned = False
        self.program: Process | None = None
        self.output = ProgramOutput(self.limits)
        # Where what passes is noted down, if anybody wants that.
        self.transcript: Transcript | None = None
        # What it answered last, as it sent it.
        self._said = b""
        self._now = now
        self._tree = ProcessTree(group_limits(command))
        control = control or _BY_THE_WALL
        self._stopwatch = Stopwatch(control, now, self._used, self._wants_a_core)
        self._awake = awake or AwakePlayers()
        self._may_rest = not control.ponder
        self._network: LoopThread | None = None
        # In a sandbox: the only way out of it.
        self._private: PrivateNetwork | None = None
        self._inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self.places: Mapping[str, str] = {}

    @property
    def pid(self) -> int | None:
        """The program's process number, while there is one."""
        return self.program.pid if self.program is not None else None

    @property
    def network(self) -> LoopThread:
        """The thread that serves it."""
        assert self._network is not None, "start it first"
        return self._network

    # What the wires fill in.

    async def _open(self) -> Mapping[str, str]:
        """Begin to listen; what stands for `{url}` and so on in the command."""
        raise NotImplementedError

    async def _farewell(self) -> None:
        """Tell whoever is connected that there are no more games."""

    async def _shut(self) -> None:
        """Listen no more; the program has ended."""
        raise NotImplementedError

    # The program's life.

    def start(self) -> None:
        """Start the program ahead of its first game, so that it has time to connect."""
        if self._network is None:
            try:
                if self.command.sandbox is not None and self._private is None:
                    self._private = PrivateNetwork()
                self._network = LoopThread(self.name)
                self.places = self._network.run(self._open())
            except OSError as error:
                check_shortage(error)
                raise
        if self.program is None:
            self._launch()

    def _listening(self) -> socket.socket:
        """The socket on which its connections arrive."""
        if self._private is not None:
            return self._private.socket
        # Named as TCP, or asyncio does not see that it is, and lets small replies wait.
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        found.bind(("127.0.0.1", 0))
        return found

    def _launch(self) -> None:
        self.fault = None
        self.seasoned = False
        self.output = ProgramOutput(self.limits)
        try:
            self._wake()
            command = _placed(self.command, self.places, self._private)
            self.program = program = Process(command, group=self._tree.group())
        except OSError as error:
            check_shortage(error)
            told = error.strerror or str(error)
            self.fault = Fault(FaultKind.STARTUP, "the program can't be started", told)
            return
        self.network.call(self._watch, program, self.output)

    def _end_program(self, grace: float) -> None:
        program, self.program = self.program, None
        if program is None:
            return
        self._wake()
        program.hang_up()
        program.wait(grace)
        self.network.run(self._unwatch(program, self.output))
        program.close()
        self._tree.kill()

    def rest(self) -> None:
        if self._may_rest and not self._tree.is_frozen:
            self._tree.freeze(self._roots())

    def _wake(self) -> None:
        if self._tree.is_frozen:
            self._tree.thaw()
        if self._may_rest:
            self._awake.add(self)

    def _roots(self) -> list[Process]:
        return [] if self.program is None else [self.program]

    def _used(self) -> float:
        return self._tree.seconds(self.program)

    def _wants_a_core(self) -> bool:
        return self._tree.wants_a_core(self._roots())

    def end(self, game: Game, names: Sequence[str]) -> None:  # noqa: ARG002
        self._wake()
        self.seasoned = self.fault is None

    def close(self) -> None:
        network = self._network
        if network is None:
            return
        network.run(self._farewell())
        self._end_program(self.limits.grace)
        network.run(self._shut())
        self._network = None
        network.close()
        if self._private is not None:
            self._private.close()
            self._private = None
        self._awake.discard(self)
        self._tree.close()

    def drop(self) -> None:
        self._end_program(0.0)

    def stderr(self) -> str:
        return self.output.tail.text()

    def last_words(self) -> str:
        """All that a program that has ended wrote for its author."""
        if self.program is not None:
            self.network.run(self._unwatch(self.program, self.output))
        return self.stderr()

    # In the thread of the network: the program's own output is for its author.

    def _watch(self, program: Process, output: ProgramOutput) -> None:
        loop = asyncio.get_running_loop()
        for pipe in (program.stdout, program.stderr):
            loop.add_reader(pipe, self._take_output, loop, pipe, output)
        if program.end >= 0:
            loop.add_reader(program.end, self._tell_end, loop, program)

    def _take_output(
        self, loop: asyncio.AbstractEventLoop, pipe: int, output: ProgramOutput
    ) -> None:
        try:
            data = os.read(pipe, _CHUNK)
        except BlockingIOError:
            return
        if data:
            output.tail.feed(data)
            if self.transcript is not None:
                self.transcript.feed(STDERR, data)
        else:
            loop.remove_reader(pipe)

    def _tell_end(self, loop: asyncio.AbstractEventLoop, program: Process) -> None:
        loop.remove_reader(program.end)
        self._inbox.put(Ended(program))

    async def _unwatch(self, program: Process, output: ProgramOutput) -> None:
        loop = asyncio.get_running_loop()
        for pipe in (program.stdout, program.stderr, program.end):
            if pipe >= 0:
                loop.remove_reader(pipe)
        for pipe in (program.stdout, program.stderr):
            with contextlib.suppress(BlockingIOError):
                for _ in range(16):
                    data = os.read(pipe, _CHUNK)
                    output.tail.feed(data)
                    if self.transcript is not None and data:
                        self.transcript.feed(STDERR, data)

    # What is noted down.

    def _remark(self, text: str) -> None:
        if self.transcript is not None:
            self.transcript.remark(text)

    def _note_ruling(self, ruling: Ruling) -> None:
        if self.transcript is not None:
            self.transcript.ruled(ruling)

    # Faults.

    def _next(self, deadline: float) -> Any:
        """What happens next; None if nothing does until then."""
        left = deadline - self._now()
        try:
            event = self._inbox.get(timeout=left) if left > 0 else self._inbox.get_nowait()
        except queue.Empty:
            return None
        if isinstance(event, Exception):
            # A mistake of ours in the thread of the network.
            raise event
        return event

    def _next_in_turn(self, until: float = math.inf) -> Any:
        """What happens next while it is asked; None if its time is up, or nothing does until then.

        If it takes a while, all others rest.
        """
        now = self._now()
        if self._inbox.empty() and until > now:
            event = self._next(min(now + _QUICK, self._stopwatch.until, until))
            if event is not None:
                return event
            self._awake.rest_others(self)
        while (left := self._stopwatch.patience()) > 0:
            event = self._next(min(self._now() + left, until))
            if event is not None or self._now() >= until:
                return event
        return None

    def _fail(self, fault: Fault) -> Reply:
        # What was a matter of time may pass; who crashed or flooded is gone for this game.
        if fault.kind not in (FaultKind.TIMEOUT, FaultKind.STALL):
            self.fault = fault
        return fault, self._stopwatch.moment_of_fault()

    def _faulty(self, kind: FaultKind, message: str) -> Fault:
        said = self.output.tail.text()[-_SHOWN:]
        return Fault(kind, message, f"stderr: {said}" if said else "")

    def _activity(self) -> Activity:
        """Whether it was busy, by its processor time: who polls runs now and then, too."""
        used, waited = self._stopwatch.spent()
        return Activity(used=used, waited=waited)

    def _crashed(self) -> Fault:
        assert self.program is not None
        self.last_words()
        return self.output.crash(self.program.status())


def _placed(command: Command, places: Mapping[str, str], private: PrivateNetwork | None) -> Command:
    """The command with `{url}` and so on filled in; the environment has PITBOSS_URL and so on."""
    words = []
    for word in command.words:
        for place, value in places.items():
            word = word.replace(f"{{{place}}}", value)
        words.append(word)
    told = {f"PITBOSS_{place.upper()}": value for place, value in places.items()}
    sandbox = command.sandbox
    if sandbox is not None and private is not None:
        sandbox = replace(sandbox, entrance=private.entrance)
    return replace(
        command,
        words=tuple(words),
        environment={**command.environment, **told},
        sandbox=sandbox,
    )
