"""Programs in a live game: what goes wrong there, and our own mistakes."""

import asyncio
import select
from collections.abc import Callable
from typing import Any

import pytest
from stdio import AGENT, LATER, program, referee

from pitboss import bots
from pitboss.games.game import Game
from pitboss.play.fault import FaultKind
from pitboss.play.live import LiveGame, LivePlayer
from pitboss.play.policy import Cost
from pitboss.play.referee import Referee
from pitboss.play.ruling import Turn
from pitboss.players.inprocess import LiveBot
from pitboss.players.program import Command, Limits
from pitboss.players.program.live import LiveProgram
from pitboss.wires.jedna import JednaSession

pytestmark = pytest.mark.usefixtures("nothing_left")


def run_live(
    hooks: str,
    *,
    move: float = 2.0,
    startup: float = 20.0,
    seats: int = 2,
    command: Command | None = None,
) -> tuple[Referee, list[LiveProgram]]:
    """A live game of a program with hooks, a plain program, and bots."""

    async def main() -> tuple[Referee, list[LiveProgram]]:
        made = referee(seats=seats, move=move, startup=startup)
        limits = Limits(grace=0.3)
        programs = [
            LiveProgram(command or program(AGENT % hooks), JednaSession(), name="a"),
            LiveProgram(program(AGENT % ""), JednaSession(), name="b", limits=limits),
        ]
        others = [LiveBot(bots.named("simple"), f"c{n}") for n in range(seats - 2)]
        live = LiveGame(made, [*programs, *others], [])
        live.start()
        await asyncio.wait_for(live.done.wait(), 90)
        for one in programs:
            await asyncio.wait_for(one.closed.wait(), 60)
        return made, programs

    return asyncio.run(main())


@pytest.mark.parametrize("seats", [2, 4])
def test_programs_play_a_live_game(seats: int) -> None:
    made, programs = run_live("", seats=seats, move=10.0)

    assert made.over()
    assert made.incidents == []
    assert "game_end" in programs[0].stderr()


@pytest.mark.parametrize(
    ("hooks", "kind"),
    [
        ("wrong = lambda state: None" + LATER, FaultKind.TIMEOUT),
        ("wrong = lambda state: os._exit(3)" + LATER, FaultKind.CRASH),
        ("wrong = lambda state: (os.close(1), time.sleep(9))" + LATER, FaultKind.CRASH),
        ("wrong = lambda state: os.fork() and os._exit(4) or time.sleep(60)" + LATER,
         FaultKind.CRASH),
        ("wrong = lambda state: [os.write(1, b'x' * (1 << 20)) for _ in range(64)]" + LATER,
         FaultKind.FLOOD),
        ("wrong = lambda state: say('{}\\n' * 500)" + LATER, FaultKind.FLOOD),
        ("sys.exit(1)", FaultKind.STARTUP),
    ],
)  # fmt: skip
def test_a_program_that_goes_wrong_in_a_live_game_forfeits(hooks: str, kind: FaultKind) -> None:
    made, _ = run_live(hooks)

    assert made.incidents[-1].fault.kind is kind
    assert made.incidents[-1].cost is Cost.FORFEIT
    assert made.game.result().places == (2, 1)


def test_a_program_that_can_not_be_started_forfeits_in_a_live_game() -> None:
    made, _ = run_live("", command=Command(words=("/nonexistent/bot",)))

    assert made.incidents[-1].fault.kind is FaultKind.STARTUP


def test_garbage_in_a_live_game_is_refused_and_then_replaced() -> None:
    hooks = "decide = lambda state: say('?') if count <= 3 else say(json.dumps(simple(state)))"
    made, programs = run_live(hooks, move=10.0)

    costs = [incident.cost for incident in made.incidents]
    assert costs == [Cost.REFUSE, Cost.REFUSE, Cost.SUBSTITUTE]
    assert made.game.result().reason == "went-out"
    assert programs[0].stderr().count('"type":"error"') == 3


def test_two_answers_at_once_in_a_live_game_count_once() -> None:
    twice = 'decide = lambda state: say(json.dumps(simple(state)) + \'\\n{"action": "play"}\')'
    made, _ = run_live(twice, move=10.0)

    assert made.incidents == []


def test_garbage_in_a_live_game_is_kept_with_the_fault() -> None:
    hooks = "decide = lambda state: say('?') if count == 1 else say(json.dumps(simple(state)))"
    made, _ = run_live(hooks, move=10.0)

    assert [incident.fault.said for incident in made.incidents] == ["?"]


class _Waiting(LiveBot):
    """A bot that does not move before the other one has been told that nobody asked it."""

    def __init__(self, other: LiveProgram) -> None:
        super().__init__(bots.named("simple"))
        self.other = other

    def ask(self, game: Game, turn: Turn) -> None:
        assert self.live is not None
        if "nothing was asked of you" in self.other.stderr():
            super().ask(game, turn)
        elif self.live.referee.turn is turn:
            self.live.call_later(0.01, self.ask, game, turn)


def test_a_line_out_of_turn_in_a_live_game_is_passed_over_and_the_program_is_told() -> None:
    async def main() -> tuple[Referee, LiveProgram]:
        made = referee(seed=1)
        hasty = LiveProgram(program(AGENT % "say('{}')"), JednaSession(), name="hasty")
        live = LiveGame(made, [_Waiting(hasty), hasty], [])
        live.start()
        await asyncio.wait_for(live.done.wait(), 90)
        await asyncio.wait_for(hasty.closed.wait(), 60)
        return made, hasty

    made, hasty = asyncio.run(main())

    assert made.incidents == []
    assert hasty.stderr().count("nothing was asked of you") == 1


def test_what_waits_in_the_pipe_when_a_live_game_asks_is_no_answer() -> None:
    async def main() -> tuple[Referee, LiveProgram]:
        made = referee(seed=1)
        hook = """say('{"action":"draw"}')"""
        hasty = LiveProgram(program(AGENT % hook), JednaSession(), name="hasty")
        assert hasty.process is not None
        # Waits without reading it.
        assert select.select([hasty.process.stdout], [], [], 60)[0]
        players: list[LivePlayer] = [LiveBot(bots.named("simple"), "simple")]
        players.insert(made.game.actor(), hasty)
        live = LiveGame(made, players, [])
        live.start()
        await asyncio.wait_for(live.done.wait(), 90)
        await asyncio.wait_for(hasty.closed.wait(), 60)
        return made, hasty

    made, hasty = asyncio.run(main())

    assert made.incidents == []
    assert hasty.stderr().count("nothing was asked of you") == 1


def test_a_program_that_never_answers_in_a_live_game_did_not_start_up() -> None:
    made, _ = run_live("decide = lambda state: None", startup=1.0)

    fault = made.incidents[-1].fault
    assert fault.kind is FaultKind.STARTUP
    assert "no answer in time: it has read the question, wrote nothing" in fault.message
    assert "request_action" in fault.detail


def test_half_a_line_in_a_live_game_is_no_answer() -> None:
    half = "wrong = lambda state: (sys.stdout.write('{\"action\"'), sys.stdout.flush())" + LATER
    made, _ = run_live(half)

    fault = made.incidents[-1].fault
    assert (fault.kind, fault.message) == (
        FaultKind.TIMEOUT,
        "no answer in time: only half a line came, without a newline at its end",
    )


def test_a_program_that_does_not_read_in_a_live_game_stalls() -> None:
    class Wordy(JednaSession):
        def ask(self, game: Game, turn: int, seconds: float) -> bytes:
            return super().ask(game, turn, seconds) + b" " * (1 << 18)

    async def main() -> Referee:
        made = referee(move=0.4, startup=0.1)
        deaf = LiveProgram(program("import time\ntime.sleep(60)"), Wordy(), name="deaf")
        live = LiveGame(made, [deaf, LiveBot(bots.named("simple"))], [])
        live.start()
        await asyncio.wait_for(live.done.wait(), 90)
        await asyncio.wait_for(deaf.closed.wait(), 60)
        return made

    fault = asyncio.run(main()).incidents[-1].fault

    assert fault.kind is FaultKind.STALL
    assert "does not read" in fault.message


# Game after game.


def play_on(hooks: str, games: int) -> tuple[list[Referee], list[int | None]]:
    """Live games that one program plays, and the process that played each."""

    async def main() -> tuple[list[Referee], list[int | None]]:
        kept = LiveProgram(program(AGENT % hooks), JednaSession(), name="kept", keep=True)
        played, pids = [], []
        for seed in range(games):
            made = referee(seed=seed)
            live = LiveGame(made, [kept, LiveBot(bots.named("simple"))], [])
            live.start()
            await asyncio.wait_for(live.done.wait(), 90)
            played.append(made)
            pids.append(kept.pid)
        kept.close()
        return played, pids

    return asyncio.run(main())


def test_a_program_that_is_kept_plays_one_live_game_after_another() -> None:
    played, pids = play_on("", 3)

    assert [made.incidents for made in played] == [[], [], []]
    assert len(set(pids)) == 1


def test_a_kept_program_that_leaves_after_a_live_game_has_a_successor_in_the_next() -> None:
    played, _ = play_on("closing = lambda message: (time.sleep(0.1), os._exit(0))", 3)

    assert [made.incidents for made in played] == [[], [], []]
    assert all(made.over() for made in played)


def test_a_kept_program_that_crashed_is_started_anew_for_the_next_live_game() -> None:
    played, _ = play_on("wrong = lambda state: os._exit(1)" + LATER, 2)

    for made in played:
        assert [incident.fault.kind for incident in made.incidents] == [FaultKind.CRASH]


# Our own mistakes.


class _Ours(Exception):
    """A mistake of ours."""


def _breaking(name: str) -> type[LiveProgram]:
    """A program one of whose callbacks raises when it is called for the first time."""
    found: Callable[..., Any] = getattr(LiveProgram, name)
    broken: list[LiveProgram] = []

    def call(self: LiveProgram, *args: object) -> object:
        if not broken:
            broken.append(self)
            raise _Ours(name)
        return found(self, *args)

    return type("Breaking", (LiveProgram,), {name: call})


class _Wordy(JednaSession):
    def begin(self, game: Game, seat: int, names: Any) -> list[bytes]:
        return [line + b" " * (1 << 18) for line in super().begin(game, seat, names)]


@pytest.mark.parametrize(
    ("callback", "hooks"),
    [
        ("_on_output", ""),
        ("_on_stderr", ""),
        ("_on_room", ""),
        ("_on_end", "wrong = lambda state: os._exit(3)" + LATER),
        ("_on_loss", "wrong = lambda state: (os.close(1), time.sleep(9))" + LATER),
        ("close", ""),
    ],
)
def test_our_mistake_in_a_callback_ends_that_live_game_and_no_other(
    callback: str, hooks: str
) -> None:
    async def main() -> tuple[Referee, list[Exception], Referee]:
        hurt, fine = referee(seed=1), referee(seed=2)
        session = _Wordy() if callback == "_on_room" else JednaSession()
        limits = Limits(grace=0.1)
        broken = _breaking(callback)(program(AGENT % hooks), session, name="a", limits=limits)
        plain = LiveProgram(program(AGENT % ""), JednaSession(), name="b", limits=limits)
        games = [
            LiveGame(made, [one, LiveBot(bots.named("simple"))], [])
            for made, one in ((hurt, broken), (fine, plain))
        ]
        errors: list[Exception] = []
        failed = asyncio.Event()

        def note(error: Exception) -> None:
            errors.append(error)
            games[0].stop()
            failed.set()

        games[0].failed = note
        for live in games:
            live.start()
        await asyncio.wait_for(failed.wait(), 90)
        for live, one in zip(games, (broken, plain), strict=True):
            await asyncio.wait_for(live.done.wait(), 90)
            await asyncio.wait_for(one.closed.wait(), 60)
        return hurt, errors, fine

    hurt, errors, fine = asyncio.run(main())

    assert [(type(error), str(error)) for error in errors] == [(_Ours, callback)]
    assert hurt.record.replay().state() == hurt.game.state()
    assert fine.over()
    assert fine.incidents == []


def test_our_mistake_ends_the_live_game_even_if_nobody_asked_to_be_told() -> None:
    async def main() -> tuple[bool, list[Any]]:
        told: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(
            lambda _, context: told.append(context["exception"])
        )
        broken = _breaking("_on_output")(program(AGENT % ""), JednaSession(), name="a")
        live = LiveGame(referee(), [broken, LiveBot(bots.named("simple"))], [])
        live.start()
        await asyncio.wait_for(live.done.wait(), 90)
        await asyncio.wait_for(broken.closed.wait(), 60)
        return live.stopped, told

    stopped, told = asyncio.run(main())

    assert stopped
    assert [str(error) for error in told] == ["_on_output"]
