"""Why a program that waits for more input has not answered: what it does if it gets more, or none.

From outside an answer that is not flushed, a program that reads to the end of its input, and one
that does not know the question all look alike.
"""

from collections.abc import Sequence
from typing import Any, Final

from pitboss.check.subject import Subject
from pitboss.check.trial import Trial
from pitboss.games.registry import kind_named
from pitboss.play.answer import Answer
from pitboss.play.time_control import TimeControl
from pitboss.wires.registry import choose
from pitboss.wires.wire import Setting

# The buffers of most languages hold 4 to 64 KB, and the shortest answer has 17 bytes.
_QUESTIONS: Final = 4000
# Seconds without progress after which nothing more is expected.
_PATIENCE: Final = 1.0
_BUFFERED: Final = (
    "its answers are not flushed: they come only when its output buffer is full; "
    "flush standard output after each line"
)
_WHOLE_INPUT: Final = (
    "it reads to the end of its input before it answers; read and answer line by line"
)
# Wires over lines with a game for each.
_WIRES: Final = (
    ("jedna", "uno", "jedna", "jedna", "Jedna lines"),
    ("algopoker", "holdem-tournament", "", "holdem-tournament", "AlgoPoker lines"),
    ("native", "uno", "jedna", "jedna", "native lines"),
)


def why_it_waits(subject: Subject, told: Sequence[str]) -> str:
    """The cause of a silence after it was told this; nothing if it stays a riddle."""
    data = "".join(f"{line}\n" for line in told).encode()
    question = f"{told[-1]}\n".encode() if told else b""
    with Trial(subject) as trial:
        if trial.tell(data + question * _QUESTIONS, _PATIENCE):
            return _BUFFERED
        if trial.hang_up(_PATIENCE):
            return _WHOLE_INPUT
    return _other_wire(subject)


def _other_wire(subject: Subject) -> str:
    for word, game, text, typed, name in _WIRES:
        if word == subject.choice.dialect:
            continue
        kind = kind_named(game)
        rules: Any = kind.rules(text)
        control = TimeControl(move=subject.control.move)
        setting = Setting(kind=kind, rules=kind.write_rules(rules), seats=2, control=control)
        session = choose(word, kind, rules, 2).session(setting)
        table = kind.new(rules, 2, 1)
        seat = table.actor()
        lines = [*session.begin(table, seat, ["player1", "player2"]), session.ask(table, 1, 5.0)]
        with Trial(subject) as trial:
            first = trial.tell(b"\n".join(lines) + b"\n", _PATIENCE).split(b"\n")[0]
        if first and isinstance(session.decode(first, table), Answer):
            how = "" if word != "native" else f' "cmd=... wire={word}"'
            return (
                f"it does not answer {subject.speaks}, but it answers {name}: "
                f"check it with{how} --game {typed}"
            )
    return ""
