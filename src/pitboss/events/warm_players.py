"""The players of an event's entrants, kept from game to game, so that programs stay started.

A deck is played once from every seat, so whoever remembers a game knows the cards of the next. So
every program runs once for each rotation, in a lane of its own: lane 2 plays the third game of
every block and nothing else. No process ever sees a deck twice.
"""

import contextlib
import os
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final, Self, TypeAlias

import msgspec

from pitboss import bots
from pitboss.events.bot_command import start_words, typed_by_hand
from pitboss.events.confinement import sandbox_of
from pitboss.events.entrants import Entrant
from pitboss.events.plan import Plan, bot_seed
from pitboss.play.awake_players import AwakePlayers
from pitboss.play.clock import TimeControl
from pitboss.play.player import BlockingPlayer
from pitboss.play.transcript import Transcript
from pitboss.players.connecting import ConnectingPlayer
from pitboss.players.inprocess import InProcessPlayer
from pitboss.players.program import Command, Process
from pitboss.players.program.blocking import BlockingProgram
from pitboss.players.program.proc_files import children_of
from pitboss.players.program.process import check_shortage, close_all, families
from pitboss.players.sandbox import NoSandbox, Sandbox
from pitboss.wires.registry import WrongWire, choose
from pitboss.wires.uno_online.session import UnoOnlineSession
from pitboss.wires.wire import Setting, Transport

# How many programs are kept, unless more sit in one game. At tables with more lanes than that, the
# one kept longest is ended before it is needed again: then every game has fresh programs.
MOST_PROGRAMS: Final = 32
# Seconds in which a program that fails at its first step is expected to have failed. On a busy
# machine it gets as long until it has had a core for that time.
_GLANCE: Final = 0.3
_LONGEST_GLANCE: Final = 5.0
_LOOK: Final = 0.02
_IDLE_LOOKS: Final = 5
_STDERR_BYTES: Final = 2000
# By entrant, who plays for it: made for its seat.
StandIns: TypeAlias = Mapping[int, Callable[[int], BlockingPlayer]]
NOBODY: Final[StandIns] = MappingProxyType({})


def transcribe(player: BlockingPlayer, transcript: Transcript) -> None:
    """Note down from now on what passes between us and a program."""
    if isinstance(player, BlockingProgram):
        player.core.transcript = transcript
    elif isinstance(player, ConnectingPlayer):
        player.transcript = transcript


def transcript_of(player: BlockingPlayer) -> Transcript | None:
    """What was noted down of a player's last game, if anything was."""
    if isinstance(player, BlockingProgram):
        return player.core.transcript
    return player.transcript if isinstance(player, ConnectingPlayer) else None


class CannotSeat(ValueError):
    """An entrant can't play in the event; the message says who, why, and what to do."""


class WarmPlayers:
    """One worker's players for the entrants of a plan."""

    def __init__(
        self,
        plan: Plan,
        core: int | None = None,
        most: int = MOST_PROGRAMS,
        private: Sequence[str] = (),
    ) -> None:
        """`private` are files that no program in a sandbox may read."""
        self._private = [Path(path) for path in private]
        self.plan = plan
        self.core = core
        self.most = most
        self._kind = plan.kind()
        self._rules = self._kind.rules(plan.rules)
        # By entrant, lane, and which of its seats in the game; the one used last comes last.
        self._kept: OrderedDict[tuple[int, int, int], BlockingPlayer] = OrderedDict()
        self._controls: dict[int, TimeControl] = {}
        # Who is not kept from thinking now.
        self.awake = AwakePlayers()

    def players(
        self,
        seated: tuple[int, ...],
        deck: int,
        rotation: int,
        instead: StandIns = NOBODY,
    ) -> list[BlockingPlayer]:
        """The players of one game, by seat; programs of earlier games are used in the same lane.

        `instead` has those who play for others.
        """
        entrants = self.plan.entrants
        times: dict[int, int] = {}
        keys: set[tuple[int, int, int]] = set()
        seat_players: list[BlockingPlayer] = []
        for seat, number in enumerate(seated):
            entrant = entrants[number]
            if number in instead:
                seat_players.append(instead[number](seat))
                continue
            if entrant.builtin:
                bot = bots.named(entrant.bot, bot_seed(deck, rotation, seat))
                control = self.control_of(number)
                seat_players.append(InProcessPlayer(bot, entrant.name, control, self.awake))
                continue
            key = (number, rotation, times.get(number, 0))
            times[number] = key[2] + 1
            player = self._kept.get(key)
            if player is None:
                player = self._kept[key] = self.player(number)
                if entrant.transcript:
                    transcribe(player, Transcript())
            self._kept.move_to_end(key)
            keys.add(key)
            seat_players.append(player)
        self._make_room(len(keys))
        # All together, so that none waits for another to start up.
        for key in keys:
            player = self._kept[key]
            if isinstance(player, (BlockingProgram, ConnectingPlayer)):
                player.start()
        return seat_players

    def player(self, number: int) -> BlockingPlayer:
        """A new player for an entrant that is a program; `CannotSeat` if its wire can't."""
        entrant = self.plan.entrants[number]
        control = self.control_of(number)
        command = self.command(number)
        try:
            choice = choose(entrant.wire, self._kind, self._rules, self.plan.seats)
        except WrongWire as error:
            raise CannotSeat(f"{entrant.name} can't play: {error}") from error
        session = choice.session(
            Setting(
                kind=self._kind,
                rules=self._kind.write_rules(self._rules),
                seats=self.plan.seats,
                control=control,
                all_requests=choice.transport is Transport.WEBSOCKET,
            )
        )
        if choice.transport is Transport.HTTP:
            from pitboss.players.room import RoomPlayer

            assert isinstance(session, UnoOnlineSession)
            return RoomPlayer(
                command, session, name=entrant.name, control=control, awake=self.awake
            )
        if choice.transport is Transport.SOCKETIO:
            from pitboss.players.socketio import SocketIoPlayer

            assert isinstance(session, UnoOnlineSession)
            return SocketIoPlayer(
                command, session, name=entrant.name, control=control, awake=self.awake
            )
        if choice.transport is Transport.WEBSOCKET:
            from pitboss.players.websocket import WebSocketPlayer

            assert choice.wire.listener is not None
            return WebSocketPlayer(
                command,
                session,
                choice.wire.listener,
                patience=control.move + control.startup,
                seats=self.plan.seats,
                name=entrant.name,
                control=control,
                awake=self.awake,
            )
        return BlockingProgram(
            command, session, name=entrant.name, control=control, awake=self.awake
        )

    def command(self, number: int) -> Command:
        """How an entrant's program is started; `CannotSeat` if there is no sandbox for it."""
        entrant = self.plan.entrants[number]
        try:
            sandbox = sandbox_of(self.plan, number, self._private)
        except NoSandbox as error:
            raise CannotSeat(
                f'{entrant.name} can\'t play: {error}; or, if you trust it, sandbox = "off"'
            ) from error
        return command_of(entrant, self.core, sandbox)

    def control(self, seated: tuple[int, ...]) -> tuple[TimeControl, ...]:
        """The time that each seat has: the event's, or the entrant's own."""
        return tuple([self.control_of(number) for number in seated])

    def control_of(self, number: int) -> TimeControl:
        """The time that an entrant has."""
        control = self._controls.get(number)
        if control is None:
            plan, entrant = self.plan, self.plan.entrants[number]
            control = self._controls[number] = TimeControl(
                move=entrant.seconds(plan.move),
                bank=plan.bank,
                startup=plan.startup if entrant.startup is None else entrant.startup,
                clock=entrant.clock or plan.clock,
                ponder=plan.ponder,
            )
        return control

    def busiest(self) -> tuple[int, int]:
        """The entrant whose programs have started the most processes, and how many those are."""
        counts: dict[int, int] = {}
        for (number, _, _), player in self._kept.items():
            process = getattr(player, "process", None) or getattr(player, "program", None)
            if isinstance(process, Process):
                found = set(families([process]))
                if process.group is not None:
                    found.update(process.group.pids())
                counts[number] = counts.get(number, 0) + len(found)
        return max(counts.items(), key=lambda entry: entry[1], default=(0, 0))

    def close(self) -> None:
        """End every program."""
        while self._kept:
            self._kept.popitem()[1].close()

    def _make_room(self, needed: int) -> None:
        while len(self._kept) > max(self.most, needed):
            self._kept.popitem(last=False)[1].close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def command_of(
    entrant: Entrant, core: int | None = None, sandbox: Sandbox | None = None
) -> Command:
    """How the entrant's program is started."""
    folder = Path(entrant.folder) if entrant.folder else None
    return Command(
        words=start_words(entrant.command, folder or Path()),
        folder=folder,
        core=core,
        forkserver=entrant.nursery,
        sandbox=sandbox,
    )


def check_start(plan: Plan, private: Sequence[str] = (), only: int | None = None) -> None:
    """Start every program once, and end it; `CannotSeat` names the first that fails at once.

    `Shortage` if the machine has too little for that. `only` is the one entrant to start.
    """
    programs = [one for one in _programs(plan) if only in (None, one[0])]
    with WarmPlayers(plan, private=private) as warm:
        # Not all at once: several hundred would have more descriptors than a process may have.
        for first in range(0, len(programs), MOST_PROGRAMS):
            _check_start(warm, programs[first : first + MOST_PROGRAMS])


def _check_start(warm: WarmPlayers, programs: Sequence[tuple[int, Entrant]]) -> None:
    with contextlib.ExitStack() as running:
        plain: list[Process] = []
        running.callback(close_all, plain)
        started: list[tuple[Entrant, Process, Callable[[], str]]] = []
        for number, entrant in programs:
            player = warm.player(number)
            if isinstance(player, ConnectingPlayer):
                # It connects as soon as it runs, so somebody has to listen.
                running.enter_context(player)
                try:
                    player.start()
                except NoSandbox as error:
                    raise _failed(entrant, str(error)) from error
                if player.program is None:
                    raise _failed(entrant, player.fault.detail if player.fault else "")
                started.append((entrant, player.program, player.last_words))
                continue
            try:
                program = Process(warm.command(number))
            except OSError as error:
                check_shortage(error)
                raise _failed(entrant, error.strerror or str(error)) from error
            plain.append(program)
            started.append((entrant, program, partial(_last_words, program)))
        began = time.monotonic()
        for entrant, program, stderr in started:
            if _ends(program, began):
                status = program.status()
                # It may end when it likes; one that fails before the first line is broken.
                if not status.endswith("status 0"):
                    output = stderr().strip()
                    quoted = f"; it said:\n{output}\n" if output else ""
                    raise _failed(entrant, f"{status} at once{quoted}{_shown(warm, entrant)}")


def _shown(warm: WarmPlayers, entrant: Entrant) -> str:
    """What it may read, if it is in a sandbox: that may be what it misses."""
    sandbox = warm.command(warm.plan.entrants.index(entrant)).sandbox
    if sandbox is None:
        return ""
    paths = ", ".join(map(str, sandbox.readable)) or "nothing"
    return f"; of the files around it, its sandbox shows it {paths}"


def _ends(program: Process, began: float) -> bool:
    """Whether the program ends within the glance, or as long as it is kept from starting."""
    if program.wait(max(0.0, began + _GLANCE - time.monotonic())):
        return True
    # Starting up, too, is a matter of waiting now and then.
    idle = 0
    while idle < _IDLE_LOOKS and time.monotonic() < began + _LONGEST_GLANCE:
        idle = 0 if _is_starting(program.program_pid) else idle + 1
        if program.wait(_LOOK):
            return True
    return program.ended()


def _is_starting(pid: int) -> bool:
    """Whether it, or what it waits for, wants the disk or a core, and had less than a glance."""
    if any(_is_starting(child) for child in children_of(pid)):
        # A script may find the interpreter, and be only its shell.
        return True
    try:
        # The name is in brackets, and may hold any character; state and times are behind it.
        state, *fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return False
    used = (int(fields[10]) + int(fields[11])) / os.sysconf("SC_CLK_TCK")
    return state in ("R", "D") and used < _GLANCE


def _programs(plan: Plan) -> Iterator[tuple[int, Entrant]]:
    """One of each: several entrants may be the same program."""
    seen = set()
    for number, entrant in enumerate(plan.entrants):
        alike = msgspec.structs.replace(entrant, name="", timeout=0.0, startup=None)
        if not entrant.builtin and alike not in seen:
            seen.add(alike)
            yield number, entrant


def _failed(entrant: Entrant, why: str) -> CannotSeat:
    line = typed_by_hand(entrant.command, Path(entrant.folder))
    # Where to connect is told to the program alone.
    places = ", with something to connect to" if "{" in line else ""
    return CannotSeat(f"{entrant.name} can't be started: {why} (try by hand{places}: {line})")


def _last_words(program: Process) -> str:
    try:
        return os.read(program.stderr, _STDERR_BYTES).decode("utf-8", "replace")
    except BlockingIOError:
        return ""
