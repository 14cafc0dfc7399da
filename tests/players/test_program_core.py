"""What a program's bytes mean, without any program: answers, late ones, floods, faults."""

import pytest
from stdio import referee

from pitboss.games.uno.actions import DRAW
from pitboss.play.answer import Answer
from pitboss.play.fault import Fault, FaultKind
from pitboss.players.program import Limits
from pitboss.players.program.core import ProgramCore
from pitboss.wires.jedna import JednaSession

GAME = referee(seed=1).game
DRAWS = b'{"action": "draw"}\n'
TOLD = b"nothing was asked of you"


class Numbered(JednaSession):
    """As protocols are in which an answer names its turn: all that is decoded answers turn 1."""

    def decode(self, line: bytes, game: object) -> Answer:  # noqa: ARG002
        return Answer((DRAW,), 1)


def begun(session: JednaSession | None = None, limits: Limits | None = None) -> ProgramCore:
    """A program that has been told of a game."""
    core = ProgramCore(session or JednaSession(), limits or Limits())
    core.start()
    core.begin(GAME, 0, ["a", "b"])
    core.outgoing()
    core.sent(b"")
    return core


def asked(
    session: JednaSession | None = None, limits: Limits | None = None, turn: int = 1
) -> ProgramCore:
    """A program that has been asked."""
    core = begun(session, limits)
    core.ask(GAME, turn, 5.0)
    core.outgoing()
    core.sent(b"")
    return core


def fault_of(reply: object) -> tuple[FaultKind, str]:
    assert isinstance(reply, Fault)
    return reply.kind, reply.message


@pytest.mark.parametrize(
    "pieces", [[DRAWS], [DRAWS[:5], DRAWS[5:]], [b"\n\r\n" + DRAWS], [b"\r\n", b" \n", DRAWS]]
)
def test_a_whole_line_is_an_answer_and_blank_ones_are_none(pieces: list[bytes]) -> None:
    core = asked()

    replies = [core.hear(piece) for piece in pieces]

    assert replies == [None] * (len(pieces) - 1) + [Answer((DRAW,))]
    assert core.output.spoke


def test_an_answer_counts_only_once_all_of_the_question_is_written() -> None:
    core = begun()
    core.ask(GAME, 1, 5.0)
    data = core.outgoing()
    core.sent(data[10:])

    assert core.hear(DRAWS) is None
    assert core.outgoing().startswith(data[10:])
    core.sent(b"")
    assert core.hear(DRAWS) == Answer((DRAW,))


def test_lines_that_nobody_asked_for_are_passed_over_and_told_once() -> None:
    core = begun()

    assert core.hear(2 * DRAWS) is None
    assert core.outgoing().count(TOLD) == 1


def test_what_follows_an_answer_in_the_same_breath_is_passed_over() -> None:
    core = asked()

    assert core.hear(3 * DRAWS) == Answer((DRAW,))
    assert core.outgoing().count(TOLD) == 1


def test_the_answer_to_an_earlier_turn_is_none_to_this_one_and_nobody_is_told() -> None:
    core = asked(Numbered(), turn=2)

    assert core.hear(DRAWS) is None
    assert core.hear(2 * DRAWS) is None
    assert core.outgoing() == b""


def test_an_answer_after_the_time_is_up_is_passed_over() -> None:
    core = asked()
    core.hear(b"{}\n")
    core.ask(GAME, 2, 5.0)
    core.outgoing()
    core.sent(b"")

    assert fault_of(core.silence(0)) == (FaultKind.TIMEOUT, "no answer in time")
    assert core.hear(DRAWS) is None
    assert TOLD in core.outgoing()
    assert core.fault is None


def test_what_is_no_answer_is_malformed_and_kept() -> None:
    reply = asked().hear(b"I draw\n")

    assert isinstance(reply, Fault)
    assert (reply.kind, reply.said) == (FaultKind.MALFORMED, "I draw")


@pytest.mark.parametrize(
    ("written", "message"),
    [
        (4 * DRAWS, "more than 2 lines that nobody asked for"),
        (b"x" * 60 + b"\n" + b"y" * 60 + b"\n", "more than 100 bytes that nobody asked for"),
        (b"x" * 201, "a line of more than 200 bytes"),
        (DRAWS + b"x" * 200, None),
    ],
)
def test_too_much_is_a_flood_and_lasts(written: bytes, message: str | None) -> None:
    core = begun(limits=Limits(line=200, unasked=2, unasked_bytes=100))

    reply = core.hear(written)

    if message is None:
        assert reply is None
    else:
        assert fault_of(reply) == (FaultKind.FLOOD, message)
        assert core.fault is reply


def test_a_line_begun_before_the_question_is_no_answer_and_the_program_is_told() -> None:
    core = begun()
    assert core.hear(DRAWS[:5]) is None
    core.ask(GAME, 1, 5.0)
    core.outgoing()
    core.sent(b"")

    assert core.hear(DRAWS[5:]) is None
    assert TOLD in core.outgoing()
    assert core.hear(DRAWS) == Answer((DRAW,))


def test_a_flood_behind_an_answer_is_a_flood() -> None:
    core = asked(limits=Limits(unasked=2))

    assert fault_of(core.hear(4 * DRAWS))[0] is FaultKind.FLOOD


def test_what_nobody_asked_for_is_forgotten_in_the_next_game() -> None:
    core = begun(limits=Limits(unasked=2))
    core.hear(2 * DRAWS)
    core.end(GAME, ["a", "b"])
    core.begin(GAME, 0, ["a", "b"])

    assert core.hear(2 * DRAWS) is None


@pytest.mark.parametrize(
    ("heard", "unread", "kind", "message"),
    [
        (b"", 0, FaultKind.STARTUP, "no answer in time: it never answered"),
        (b"", 9, FaultKind.STARTUP, "no answer in time: it has not even read the question"),
        (b"?\n", 0, FaultKind.TIMEOUT, "no answer in time"),
        (b"?\n", 9, FaultKind.STALL, "it does not read: 9 bytes wait for it"),
        (
            b"?\n{",
            0,
            FaultKind.TIMEOUT,
            "no answer in time: only half a line came, without a newline at its end",
        ),
    ],
)
def test_silence_has_a_reason(heard: bytes, unread: int, kind: FaultKind, message: str) -> None:
    core = asked()
    core.hear(heard)

    assert fault_of(core.silence(unread)) == (kind, message)
    assert (core.fault is None) == (kind is not FaultKind.STARTUP)


def test_bytes_that_the_pipe_did_not_take_are_a_stall_when_the_time_is_up() -> None:
    core = begun()
    core.ask(GAME, 1, 5.0)
    core.sent(core.outgoing()[-7:])

    assert fault_of(core.silence(0)) == (FaultKind.STALL, "it does not read: 7 bytes wait for it")


def test_too_many_bytes_that_the_pipe_did_not_take_are_a_stall_that_lasts() -> None:
    core = begun(limits=Limits(unread=10))
    core.ask(GAME, 1, 5.0)

    fault = core.sent(core.outgoing())

    assert fault_of(fault)[0] is FaultKind.STALL
    assert core.fault is fault


def test_who_ends_before_its_first_answer_did_not_start_up() -> None:
    core = asked()
    core.hear_stderr(b"no such model")

    fault = core.crash("the program exited with status 1")

    assert fault_of(fault) == (
        FaultKind.STARTUP,
        "the program exited with status 1 before its first answer",
    )
    assert fault.detail == "stderr: no such model"
    assert not core.may_be_replaced(fault)


def test_who_left_after_a_game_is_replaced_and_its_successor_is_told_all_of_the_next() -> None:
    core = asked()
    core.hear(DRAWS)
    core.end(GAME, ["a", "b"])
    core.outgoing()
    core.begin(GAME, 0, ["a", "b"])
    core.ask(GAME, 7, 5.0)
    told = core.outgoing()
    core.sent(b"")

    fault = core.crash("the program exited with status 0")
    assert core.may_be_replaced(fault)
    core.stop()
    core.replace()

    assert core.fault is None
    assert core.outgoing() == told
    core.sent(b"")
    assert core.hear(DRAWS) == Answer((DRAW,))
    assert not core.may_be_replaced(core.crash("the program exited with status 0"))


def test_a_program_that_is_gone_is_told_nothing() -> None:
    core = begun()
    core.stop()
    core.end(GAME, ["a", "b"])

    assert core.outgoing() == b""
