"""Events that this server plays, each in a process of its own: `pitboss tournament FILE`.

Such a process stops when its standard input ends, so that it never outlives the server. What it
has played is in the journal, and from there anybody can let it go on.
"""

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from pitboss.events.plan import Plan
from pitboss.events.settings_reader import BadSetting
from pitboss.events.tournament_file import read_tournament, to_plan, write_tournament
from pitboss.server import log
from pitboss.server.event_orders import EventOrder, strangers
from pitboss.server.programs import NamedProgram

# How much of what a process wrote is kept, in bytes.
_KEPT: Final = 16 * 1024
# Seconds that a process has to finish the games that are being played, and then to give them up.
_FINISH: Final = 15.0
_GIVE_UP: Final = 5.0
# How a process ends that was interrupted while it played, or before.
_INTERRUPTED: Final = (130, -signal.SIGTERM)
# Bots' programs inherit the environment, and are not to know these.
_SECRETS: Final = ("PITBOSS_ORGANISER_TOKEN", "PITBOSS_DB")


class CannotRun(Exception):
    """An event that can't be played here; says why."""


@dataclass
class _Run:
    """A process that plays an event."""

    process: asyncio.subprocess.Process
    watcher: "asyncio.Task[None] | None" = None
    # Whether it has been told to stop.
    stopping: bool = False
    written: bytes = b""


class EventRuns:
    """The processes of one server."""

    def __init__(
        self, *, db: str, folder: Path | None, programs: Mapping[str, NamedProgram], most: int
    ) -> None:
        """`folder` is where tournament files are kept; None: there is no journal to play into."""
        self._db = db
        self._folder = folder
        self._programs = programs
        self._most = most
        self._runs: dict[str, _Run] = {}
        self._failures: dict[str, str] = {}
        self._starting = asyncio.Lock()
        self.refusing = False

    def is_running(self, event: str) -> bool:
        """Whether this server plays the event."""
        return event in self._runs

    def is_full(self) -> bool:
        """Whether no other event can be played."""
        return len(self._runs) >= self._most

    def failure(self, event: str) -> str:
        """What a process wrote before it failed; empty if it did not."""
        return self._failures.get(event, "")

    def refusal(self, plan: Plan) -> str:
        """Why an event can't be played here; empty if it can."""
        if self._folder is None:
            return "this server keeps no journal"
        if plan.schedule.stages:
            return "bots have joined it late: go on with the command that began it"
        unnamed = strangers(plan, self._programs)
        if not unnamed:
            return ""
        return (
            f"the server's owner has not named {', '.join(unnamed)}: start the server with "
            "--program for each of them"
        )

    async def start(self, order: EventOrder) -> None:
        """Play what is missing of the event; `CannotRun` if it can't be."""
        # Two requests at once start one process.
        async with self._starting:
            await self._start(order)

    async def _start(self, order: EventOrder) -> None:
        plan = order.plan
        if plan.id in self._runs:
            raise CannotRun("this event is being played")
        if self.is_full() or self.refusing:
            raise CannotRun("this server plays no more events")
        if refusal := self.refusal(plan):
            raise CannotRun(refusal)
        file = await asyncio.to_thread(self._write, order)
        self._failures.pop(plan.id, None)
        process = await asyncio.create_subprocess_exec(
            *self._words(file, order.jobs),
            # Our end of its standard input closes when we end, in whatever way.
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
            env=self._environment(order),
            # A group of its own, which can be ended as a whole.
            start_new_session=True,
        )
        if order.secret and process.stdin is not None:
            process.stdin.write(f"{plan.seed}\n".encode())
        run = self._runs[plan.id] = _Run(process)
        run.watcher = asyncio.create_task(self._follow(plan.id, run))
        log.say("event started", id=plan.id, process=process.pid)

    def _words(self, file: Path, jobs: int) -> list[str]:
        words = [sys.executable, "-m", "pitboss", "tournament", str(file), "--jobs", str(jobs)]
        # An address may have a password in it, which others could see among the processes.
        return words if "://" in self._db else [*words, "--db", self._db]

    def _environment(self, order: EventOrder) -> dict[str, str]:
        # Imported here, because all that plays events comes with it, and a server starts quickly.
        from pitboss.events.runner import ENDS_WITH_STDIN, SEED_FROM_STDIN

        kept = {name: value for name, value in os.environ.items() if name not in _SECRETS}
        kept[ENDS_WITH_STDIN] = "1"
        if order.secret:
            kept[SEED_FROM_STDIN] = "1"
        if "://" in self._db:
            kept["PITBOSS_DB"] = self._db
        return kept

    def _write(self, order: EventOrder) -> Path:
        """The event's tournament file, checked to describe the same event."""
        assert self._folder is not None
        plan = msgspec.structs.replace(order.plan, seed="") if order.secret else order.plan
        try:
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path = self._folder / f"{order.plan.id}.toml"
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(write_tournament(plan, order.name, Path.cwd()))
            again = to_plan(read_tournament(path))
        except OSError as error:
            raise CannotRun(f"{self._folder} can't be written: {error.strerror}") from error
        except BadSetting as error:
            raise CannotRun(str(error)) from error
        if again.id != plan.id:
            changed = [
                old.name
                for old, new in zip(plan.entrants, again.entrants, strict=True)
                if old != new
            ]
            raise CannotRun(
                f"{', '.join(changed) or 'the plan'} has changed since: it would be another event"
            )
        return path

    async def _follow(self, event: str, run: _Run) -> None:
        """Keep the end of what a process writes, until it ends."""
        assert run.process.stderr is not None
        with contextlib.suppress(OSError):
            while chunk := await run.process.stderr.read(_KEPT):
                run.written = (run.written + chunk)[-_KEPT:]
        code = await run.process.wait()
        del self._runs[event]
        if code not in (0, *_INTERRUPTED):
            self._failures[event] = run.written.decode(errors="replace").strip() or f"exit {code}"
            log.warn("event failed", id=event, code=code)
        else:
            log.say("event ended", id=event, stopped=code != 0)

    async def stop(self, event: str) -> None:
        """Stop the event; what it has played is kept. Does nothing if it is not played here."""
        run = self._runs.get(event)
        if run is None or run.watcher is None:
            return
        run.stopping = True
        for seconds in (_FINISH, _GIVE_UP):
            # SIGINT may be ignored, if the server was started in the background.
            _send(run.process, signal.SIGTERM)
            await asyncio.wait([run.watcher], timeout=seconds)
            if run.watcher.done():
                return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(run.process.pid, signal.SIGKILL)
        await asyncio.wait([run.watcher], timeout=_GIVE_UP)

    def refuse_new(self) -> None:
        """Start no more events, and let those that run come to a stop."""
        self.refusing = True
        for run in self._runs.values():
            if not run.stopping:
                run.stopping = True
                _send(run.process, signal.SIGTERM)

    async def close(self, seconds: float) -> None:
        """Have all processes end, after so many seconds by force."""
        self.refuse_new()
        runs = [run for run in self._runs.values() if run.watcher is not None]
        if not runs:
            return
        watchers = [run.watcher for run in runs if run.watcher is not None]
        await asyncio.wait(watchers, timeout=seconds)
        for run in runs:
            # The second time it gives up the games that are being played.
            if run.process.returncode is None:
                _send(run.process, signal.SIGTERM)
        await asyncio.wait(watchers, timeout=_GIVE_UP)
        for run in runs:
            if run.process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(run.process.pid, signal.SIGKILL)
        await asyncio.wait(watchers, timeout=_GIVE_UP)


def _send(process: asyncio.subprocess.Process, number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(number)
