"""A worker's warm: who is kept warm, who is closed, who can't be seated at all."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from leftovers import watch

from pitboss.events.entrants import Entrant, read_entrants
from pitboss.events.plan import Plan
from pitboss.events.planner import make_plan
from pitboss.events.settings import EventSettings
from pitboss.events.warm_players import CannotSeat, WarmPlayers, check_start
from pitboss.games.record import Record
from pitboss.play.blocking import Outcome, play
from pitboss.play.clock import TimeControl
from pitboss.play.player import BlockingPlayer
from pitboss.play.referee import Referee
from pitboss.players.inprocess import InProcessPlayer
from pitboss.players.program.blocking import BlockingProgram
from pitboss.wires.algopoker import AlgoPokerSession
from pitboss.wires.jedna import JednaSession
from pitboss.wires.native import NativeSession

EXAMPLES = Path(__file__).parents[2] / "src" / "pitboss" / "examples"
JEDNA = str(EXAMPLES / "jedna_simple.py")


@pytest.fixture(autouse=True)
def nothing_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("OF", str(os.getpid()))
    with watch():
        yield


def plan_for(*texts: str, **fields: Any) -> Plan:
    usual: dict[str, Any] = {"game": "uno", "rules": "jedna", "seats": 2, "seed": "test"}
    return Plan(entrants=tuple(read_entrants(texts, Path())), **(usual | fields))


def played(warm: WarmPlayers, seated: tuple[int, ...], deck: int = 1, rotation: int = 0) -> Outcome:
    plan = warm.plan
    kind = plan.kind()
    rules: Any = kind.rules(plan.rules)
    players = warm.players(seated, deck, rotation)
    record = Record.begin(kind, rules, plan.seats, deck, [player.name for player in players])
    game = kind.new(rules, plan.seats, deck)
    return play(Referee(game, record, plan.faults(), warm.control(seated)), players)


def pid_of(player: BlockingPlayer) -> int:
    assert isinstance(player, BlockingProgram)
    assert player.pid is not None
    return player.pid


def session_of(plan: Plan) -> Any:
    with WarmPlayers(plan) as warm:
        (player,) = warm.players((0,), 1, 0)
        assert isinstance(player, BlockingProgram)
        return player.core.session


# Who sits down.


def test_built_in_bots_are_new_in_each_game_and_follow_from_its_deal() -> None:
    with WarmPlayers(plan_for("random:2"), None) as warm:
        one, again = played(warm, (0, 1), deck=5), played(warm, (0, 1), deck=5)
        other = played(warm, (0, 1), deck=5, rotation=1)

        assert one.record.actions == again.record.actions
        assert one.record.actions != other.record.actions
        assert warm.players((0, 1), 5, 0)[0] is not warm.players((0, 1), 5, 0)[0]


def test_a_program_stays_from_deck_to_deck_in_its_lane() -> None:
    with WarmPlayers(plan_for(f"cmd='{JEDNA}' name=agent", "simple")) as warm:
        first = warm.players((0, 1), 1, 0)
        mirrored = warm.players((1, 0), 1, 1)
        again = warm.players((0, 1), 2, 0)

        assert first[0] is again[0]
        assert first[0] is not mirrored[1]
        assert pid_of(first[0]) != pid_of(mirrored[1])
        assert first[0].name == "agent"
        assert played(warm, (0, 1)).incidents == ()


def test_an_entrant_that_meets_itself_has_a_program_for_each_seat() -> None:
    with WarmPlayers(plan_for(JEDNA)) as warm:
        one, two = warm.players((0, 0), 1, 0)

        assert pid_of(one) != pid_of(two)
        assert played(warm, (0, 0)).incidents == ()
        assert warm.players((0, 0), 2, 0) == [one, two]


def test_the_program_not_used_for_longest_makes_way() -> None:
    with WarmPlayers(plan_for(*["cat"] * 4, "simple"), most=2) as warm:
        first, *_ = warm.players((0, 4), 1, 0)
        second, *_ = warm.players((1, 4), 1, 0)
        pids = pid_of(first), pid_of(second)
        assert warm.players((0, 4), 1, 0)[0] is first

        third, *_ = warm.players((2, 4), 1, 0)

        assert not Path(f"/proc/{pids[1]}").exists()
        assert Path(f"/proc/{pids[0]}").exists()
        assert warm.players((0, 2), 1, 0) == [first, third]


def test_a_game_of_more_programs_than_are_kept_has_them_all() -> None:
    with WarmPlayers(plan_for("cat:3", "simple", seats=3), most=1) as warm:
        players = warm.players((0, 1, 2), 1, 0)

        assert len({pid_of(player) for player in players}) == 3


def test_a_program_runs_in_its_folder_on_its_core(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        f"import runpy; runpy.run_path({JEDNA!r}, run_name='__main__')"
    )
    core = min(os.sched_getaffinity(0))
    with WarmPlayers(plan_for(f"cmd=bot.py folder={tmp_path}", "simple"), core) as warm:
        player, _ = warm.players((0, 1), 1, 0)

        assert os.sched_getaffinity(pid_of(player)) == {core}
        assert Path(f"/proc/{pid_of(player)}/cwd").resolve() == tmp_path.resolve()
        assert played(warm, (0, 1)).incidents == ()


def test_closing_ends_everything_and_may_be_done_twice() -> None:
    warm = WarmPlayers(plan_for("cat", "simple"))
    pid = pid_of(warm.players((0, 1), 1, 0)[0])

    warm.close()
    warm.close()

    assert not Path(f"/proc/{pid}").exists()


# Time.


def test_an_entrants_own_timeout_counts_for_its_seat_alone() -> None:
    plan = plan_for("cmd=cat timeout=2", "simple", move=7.0, bank=3.0, startup=1.0)
    with WarmPlayers(plan) as warm:
        assert warm.control((1, 0)) == (
            TimeControl(move=7.0, bank=3.0, startup=1.0, clock="cpu", ponder=False),
            TimeControl(move=2.0, bank=3.0, startup=1.0, clock="cpu", ponder=False),
        )


def test_an_entrants_own_clock_counts_for_its_seat_alone() -> None:
    plan = plan_for("cmd=cat clock=wall", "cmd=cat", ponder=True)
    with WarmPlayers(plan) as warm:
        assert [(one.clock, one.ponder) for one in warm.control((1, 0))] == [
            ("cpu", True),
            ("wall", True),
        ]


def test_an_entrants_own_startup_counts_for_its_seat_alone() -> None:
    for typed, seconds in (("startup=0", 0.0), ("startup=2.5", 2.5), ("timeout=7", 1.0)):
        plan = plan_for(f"cmd=cat {typed}", "simple", move=7.0, startup=1.0)
        with WarmPlayers(plan) as warm:
            assert [one.startup for one in warm.control((1, 0))] == [1.0, seconds]


# Which protocol.


@pytest.mark.parametrize(
    ("fields", "kind"),
    [
        ({"rules": "jedna"}, JednaSession),
        ({"rules": "official,target=0"}, NativeSession),
        ({"game": "holdem-tournament", "rules": ""}, AlgoPokerSession),
        ({"game": "holdem", "rules": ""}, AlgoPokerSession),
        ({"game": "holdem-cash", "rules": ""}, AlgoPokerSession),
    ],
)
def test_a_program_is_spoken_to_in_its_games_own_protocol(
    fields: dict[str, Any], kind: type
) -> None:
    assert isinstance(session_of(plan_for("cat", **fields)), kind)


def test_the_reference_rules_have_the_reference_dialect() -> None:
    assert session_of(plan_for("cat", rules="jedna-reference")).dialect.name == "1"
    assert session_of(plan_for("cmd=cat dialect=1")).dialect.name == "1"
    assert session_of(plan_for("cmd=cat dialect=1.0")).dialect.name == "1.0"


def test_a_native_bot_is_told_its_own_time() -> None:
    session = session_of(plan_for("cmd=cat wire=native timeout=2", bank=4.0, startup=5.0))

    assert (session.time.move, session.time.bank, session.time.startup) == (2.0, 4.0, 5.0)


@pytest.mark.parametrize(
    ("text", "fields", "said"),
    [
        ("cmd=cat wire=jedna", {"game": "holdem", "rules": ""}, "cat can't play: .* for uno"),
        ("cmd=cat wire=jedna", {"rules": "uno-online"}, "has no words for a call of UNO"),
        ("cmd=cat wire=algopoker", {}, "algopoker is for hold'em, not for uno; use native"),
        ("cmd=cat wire=http", {"seats": 3}, "uno with 2 seats, not for uno with 3"),
    ],
)
def test_a_wire_that_does_not_fit_the_game_is_refused(
    text: str, fields: dict[str, Any], said: str
) -> None:
    with (
        WarmPlayers(plan_for(text, "simple", **fields)) as warm,
        pytest.raises(CannotSeat, match=said),
    ):
        warm.players((0, 1), 1, 0)


# Before an event.


def test_programs_that_start_pass_the_check() -> None:
    websocket = f"cmd='{sys.executable} {EXAMPLES / 'native_random.py'}' wire=websocket"

    check_start(plan_for(f"'{JEDNA}'", "cat:2", "simple", websocket))


@pytest.mark.parametrize("wire", ["auto", "websocket", "http"])
def test_a_program_that_can_not_be_started_is_named(tmp_path: Path, wire: str) -> None:
    broken = tmp_path / "broken"
    broken.write_text("#!/no/such/interpreter\n")
    broken.chmod(0o755)

    with pytest.raises(
        CannotSeat, match=r"mine can't be started: No such file.*try by hand: .*oken"
    ):
        check_start(plan_for(f"cmd={broken} name=mine wire={wire}", rules="jedna"))


@pytest.mark.parametrize("wire", ["auto", "websocket", "http"])
def test_a_program_that_fails_at_once_is_named_with_what_it_said(wire: str) -> None:
    words = (sys.executable, "-S", "-c", "import nothing_like_it")
    failing = Entrant(name="mine", command=words, wire=wire)
    plan = Plan(game="uno", rules="jedna", seats=2, entrants=(failing,), seed="test")

    with pytest.raises(
        CannotSeat, match=r"(?s)exited with status 1 at once; it said:.*No module named"
    ):
        check_start(plan)


def test_a_wrong_wire_is_found_before_an_event() -> None:
    with pytest.raises(CannotSeat, match="can't play"):
        check_start(plan_for("simple", "cmd=cat wire=algopoker"))


def test_of_equal_programs_one_is_started(tmp_path: Path) -> None:
    bot = tmp_path / "bot"
    bot.write_text(f"#!/bin/sh\necho x >> {tmp_path}/starts\nexec cat\n")
    bot.chmod(0o755)

    check_start(plan_for(f"{bot}:5"))

    assert (tmp_path / "starts").read_text() == "x\n"


def test_a_built_in_bot_needs_no_process() -> None:
    with WarmPlayers(plan_for("simple")) as warm:
        assert isinstance(warm.players((0,), 1, 0)[0], InProcessPlayer)


def test_the_usual_clock_makes_no_other_event_however_it_is_written() -> None:
    plans = [
        make_plan(EventSettings(game="jedna", clock=clock), read_entrants(["simple:2"], Path()))
        for clock in ("cpu", "".join(["c", "pu"]), "wall")
    ]

    assert plans[0].id == plans[1].id != plans[2].id


def test_what_to_try_by_hand_can_be_run_as_it_is_printed(tmp_path: Path) -> None:
    bot = tmp_path / "my bots" / "broken.py"
    bot.parent.mkdir()
    bot.write_text("raise SystemExit('broken for good')\n")

    with pytest.raises(CannotSeat) as refused:
        check_start(plan_for(f"cmd=./broken.py folder='{bot.parent}'", "simple"))

    line = str(refused.value).partition("(try by hand: ")[2].removesuffix(")")
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True)
    assert "broken for good" in done.stderr
