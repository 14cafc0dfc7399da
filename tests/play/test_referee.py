"""The referee, its clock and policies; and the same in a live game."""

import asyncio
from typing import Any

import pytest
from stdio import referee

from pitboss import bots
from pitboss.games.game import Game
from pitboss.games.uno.actions import DRAW, PASS
from pitboss.play.answer import Answer
from pitboss.play.clock import Clock, TimeControl
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.live import LiveGame, LivePlayer
from pitboss.play.policy import (
    ALGOPOKER,
    JEDNA,
    JEDNA_REFERENCE,
    JEDNA_STRICT,
    NATIVE,
    POLICIES,
    UNO_ONLINE,
    Cost,
    Policy,
)
from pitboss.play.referee import Referee, Ruling, Turn
from pitboss.players.inprocess import LiveBot

# The clock.


def test_the_first_answer_has_time_to_start_up() -> None:
    clock = Clock(TimeControl(move=5, startup=10), 2)

    assert clock.begin(0, 100.0) == 115.0
    clock.end(0, 112.0)
    assert clock.begin(0, 200.0) == 205.0
    assert clock.begin(1, 300.0) == 315.0


def test_the_bank_pays_for_what_is_beyond_the_move() -> None:
    clock = Clock(TimeControl(move=5, bank=10), 1)

    assert clock.begin(0, 0.0) == 15.0
    assert clock.end(0, 8.0) == 8.0
    assert clock.banks == [7.0]
    clock.begin(0, 10.0)
    clock.end(0, 12.0)
    assert clock.banks == [7.0]
    assert clock.begin(0, 20.0) == 32.0


def test_a_warm_player_has_no_time_to_start_up() -> None:
    clock = Clock(TimeControl(move=5, startup=10), 1)
    clock.warm(0)

    assert clock.begin(0, 0.0) == 5.0


def test_seats_may_have_different_times() -> None:
    quick, slow = TimeControl(move=1), TimeControl(move=5, bank=2)
    clock = Clock([quick, slow], 2)

    assert clock.begin(0, 10.0) == 11.0
    assert clock.begin(1, 10.0) == 17.0


def test_the_clock_keeps_totals() -> None:
    clock = Clock(TimeControl(move=5), 1)
    for took in (1.0, 3.0, 2.0):
        clock.begin(0, 0.0)
        clock.end(0, took)

    assert (clock.spent, clock.longest, clock.answers) == ([6.0], [3.0], [3])


@pytest.mark.parametrize(
    ("took", "bucket"),
    [(0.0, 0), (0.9e-6, 0), (1.5e-6, 1), (3e-6, 2), (1e-3, 10), (1.0, 20), (1e9, 39)],
)
def test_the_clock_counts_answers_by_how_long_they_took(took: float, bucket: int) -> None:
    clock = Clock(TimeControl(move=5), 2)
    clock.begin(1, 0.0)
    clock.end(1, took)

    assert clock.histograms[1][bucket] == 1
    assert sum(clock.histograms[1]) == 1
    assert sum(clock.histograms[0]) == 0


@pytest.mark.parametrize(
    "wrong", [{"move": 0}, {"move": 1, "bank": -1}, {"move": 1, "startup": -1}]
)
def test_a_time_control_without_time_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="seconds"):
        TimeControl(**wrong)


# The policies.


@pytest.mark.parametrize(
    ("policy", "kind", "cost"),
    [
        (JEDNA, FaultKind.TIMEOUT, Cost.FORFEIT),
        (JEDNA, FaultKind.CRASH, Cost.FORFEIT),
        (JEDNA, FaultKind.FLOOD, Cost.FORFEIT),
        (JEDNA, FaultKind.STALL, Cost.FORFEIT),
        (JEDNA, FaultKind.STARTUP, Cost.FORFEIT),
        (JEDNA, FaultKind.MALFORMED, Cost.REFUSE),
        (JEDNA, FaultKind.ILLEGAL, Cost.REFUSE),
        (JEDNA_STRICT, FaultKind.ILLEGAL, Cost.FORFEIT),
        (JEDNA_REFERENCE, FaultKind.MALFORMED, Cost.SUBSTITUTE),
        (ALGOPOKER, FaultKind.TIMEOUT, Cost.SUBSTITUTE),
        (ALGOPOKER, FaultKind.DISCONNECTED, Cost.SUBSTITUTE),
        (UNO_ONLINE, FaultKind.ILLEGAL, Cost.REFUSE),
        (NATIVE, FaultKind.TIMEOUT, Cost.SUBSTITUTE),
        (NATIVE, FaultKind.CRASH, Cost.FORFEIT),
    ],
)
def test_each_policy_has_its_prices(policy: Policy, kind: FaultKind, cost: Cost) -> None:
    assert policy.cost(kind) is cost
    assert POLICIES[policy.name] is policy


# The referee.


def ready(policy: Policy = JEDNA, seats: int = 2) -> tuple[Referee, Turn]:
    made = referee(policy=policy, seats=seats, move=5, startup=0)
    return made, made.ask(0.0)


BAD = Fault(FaultKind.MALFORMED, "what?")


def test_an_answer_in_time_is_played_and_recorded() -> None:
    made, turn = ready()

    ruling = made.take(Answer((DRAW,)), 5.0)

    assert ruling.actions == (DRAW,)
    assert ruling.fault is None
    assert made.record.actions == [DRAW]
    assert made.turn is None
    assert turn.deadline == 5.0


def test_an_answer_after_the_deadline_is_a_timeout() -> None:
    made, turn = ready()

    ruling = made.take(Answer((DRAW,)), 5.001)

    assert ruling.forfeited
    assert ruling.fault
    assert ruling.fault.kind is FaultKind.TIMEOUT
    assert made.game.result().places[turn.seat] == 2
    assert made.clock.answers[turn.seat] == 1


def test_asking_again_gives_the_same_turn_and_deadline() -> None:
    made, turn = ready()

    assert made.take(BAD, 1.0).again
    assert made.ask(2.0) is turn


def test_the_third_unusable_answer_in_a_turn_plays_the_fallback() -> None:
    made, _ = ready()

    rulings = [made.take(BAD, 1.0), made.take(Answer((PASS,)), 2.0), made.take(BAD, 3.0)]

    assert [ruling.again for ruling in rulings] == [True, True, False]
    assert rulings[1].illegal
    assert rulings[1].illegal.reason == "pass_before_draw"
    assert rulings[2].substituted
    assert rulings[2].actions == (DRAW,)


def test_patience_is_renewed_with_each_turn() -> None:
    made, _ = ready()
    made.take(BAD, 1.0)
    made.take(BAD, 1.0)
    made.take(Answer((DRAW,)), 1.0)
    made.ask(1.0)

    assert made.take(BAD, 1.0).again


def test_several_actions_are_played_all_or_none() -> None:
    made, _ = ready()
    before = made.game.state()

    assert made.take(Answer((DRAW, DRAW)), 1.0).again
    assert made.game.state() == before
    assert made.take(Answer((DRAW, PASS)), 1.0).actions == (DRAW, PASS)


def test_with_three_players_a_forfeit_leaves_two() -> None:
    made, turn = ready(seats=3)

    ruling = made.take(Fault(FaultKind.CRASH, "gone"), 1.0)

    assert ruling.forfeited
    assert not made.over()
    assert made.game.actor() != turn.seat
    assert made.record.replay().state() == made.game.state()


def test_nobody_can_answer_before_being_asked_or_after_the_end() -> None:
    made = referee()
    with pytest.raises(ValueError, match="nobody was asked"):
        made.take(BAD, 0.0)
    made.ask(0.0)
    made.take(Fault(FaultKind.CRASH, ""), 0.0)
    with pytest.raises(ValueError, match="over"):
        made.ask(0.0)


def test_the_policys_substitute_is_played_where_it_is_legal() -> None:
    made = referee("", game="holdem", policy=ALGOPOKER)
    made.ask(0.0)

    assert made.take(Fault(FaultKind.TIMEOUT, ""), 9.0).actions == (-1,)


# Live games.


class Log:
    """A watcher that notes what it is told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def begin(self, live: LiveGame) -> None:  # noqa: ARG002
        self.told.append("begun")

    def asked(self, live: LiveGame, turn: Turn) -> None:  # noqa: ARG002
        self.told.append("asked")

    def played(self, live: LiveGame, ruling: Ruling) -> None:  # noqa: ARG002
        self.told.append("played")

    def settled(self, live: LiveGame) -> None:
        pass

    def end(self, live: LiveGame) -> None:  # noqa: ARG002
        self.told.append("ended")


class Mute(LivePlayer):
    """A seat that never answers."""

    name = "mute"

    def ask(self, game: Game, turn: Turn) -> None:
        pass


class Nonsense:
    """A bot whose answers are never legal."""

    name = "nonsense"
    honest = True

    def decide(self, game: Game, seat: int) -> int:  # noqa: ARG002
        return 999


def test_a_live_game_between_bots_runs_to_its_end() -> None:
    async def main() -> tuple[Referee, Log]:
        made, log = referee(seats=3), Log()
        live = LiveGame(made, [LiveBot(bots.named("simple")) for _ in range(3)], [log])
        live.start()
        await asyncio.wait_for(live.done.wait(), 10)
        return made, log

    made, log = asyncio.run(main())

    assert made.over()
    assert made.incidents == []
    assert log.told[0] == "begun"
    assert log.told[-1] == "ended"
    assert log.told.count("asked") == log.told.count("played")


def test_a_bot_that_is_refused_in_a_live_game_plays_the_fallback_and_never_loops() -> None:
    async def main() -> Referee:
        made = referee(policy=UNO_ONLINE)
        live = LiveGame(made, [LiveBot(Nonsense()), LiveBot(bots.named("simple"))], [])
        live.start()
        await asyncio.wait_for(live.done.wait(), 10)
        return made

    made = asyncio.run(main())

    assert made.over()
    assert {incident.cost for incident in made.incidents} == {Cost.REFUSE}


def test_a_silent_seat_in_a_live_game_times_out() -> None:
    async def main() -> Referee:
        made = referee(move=0.05, startup=0)
        live = LiveGame(made, [Mute(), LiveBot(bots.named("simple"))], [])
        live.start()
        await asyncio.wait_for(live.done.wait(), 10)
        return made

    made = asyncio.run(main())

    assert made.game.result().places == (2, 1)
    assert made.incidents[0].fault.kind is FaultKind.TIMEOUT


def test_an_answer_out_of_turn_or_to_an_old_turn_changes_nothing() -> None:
    async def main() -> None:
        made = referee()
        live = LiveGame(made, [Mute(), Mute()], [])
        live.start()
        turn = made.turn
        assert turn
        assert live.answer(1 - turn.seat, Answer((DRAW,))) is None
        assert live.answer(turn.seat, Answer((DRAW,), turn=turn.number - 1)) is None
        assert made.record.actions == []
        assert live.answer(turn.seat, Answer((DRAW,), turn=turn.number))
        live.stop()
        assert live.answer(turn.seat, Answer((PASS,))) is None

    asyncio.run(main())


def test_a_seat_that_left_is_out_when_its_turn_comes() -> None:
    async def main() -> Referee:
        made = referee(seats=3)
        live = LiveGame(
            made, [LiveBot(bots.named("simple")), Mute(), LiveBot(bots.named("simple"))], []
        )
        live.leave(1, Fault(FaultKind.DISCONNECTED, "gone"))
        live.start()
        await asyncio.wait_for(live.done.wait(), 10)
        return made

    assert asyncio.run(main()).game.result().places[1] == 3
