"""A game told once more to a fresh program, line by line: which message makes it do what it did.

In a game a question is sent together with what happened before it, so that from what a program
did nobody can tell which of the lines it was.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from pitboss.check.subject import Subject
from pitboss.check.trial import Trial
from pitboss.play.transcript import FROM_PLAYER, REMARK, TO_PLAYER, Line

# Seconds for an answer that came before, and those in which nothing is expected to happen.
_ANSWER: Final = 10.0
_QUIET: Final = 0.15
_LONGEST: Final = 40
# Of the lines before the last answer, so many are told slowly enough for a second answer to come.
_LATEST: Final = 8


class Moment(NamedTuple):
    """A message, and what the program did when it had it alone; empty before it had any."""

    message: str
    is_question: bool
    said: tuple[str, ...]
    ended: bool


def replay(subject: Subject, lines: Sequence[Line]) -> Moment | None:
    """The first message at which something came that should not; None if nothing did.

    `lines` is what passed up to then; what came before the last answer is told in one go.
    """
    answered = [index for index, line in enumerate(lines) if line.way == FROM_PLAYER]
    # The unasked line itself is the last of them, if it was one.
    start = next(
        (at + 1 for at in reversed(answered) if any(_told(line) for line in lines[at + 1 :])), 0
    )
    slow = [line for line in lines[start:] if line.way in (TO_PLAYER, REMARK)]
    told = [line.text for line in slow if line.way == TO_PLAYER]
    asked = any(line.way == REMARK and line.text.startswith("turn ") for line in slow)
    if not told or len(told) > _LONGEST:
        return None
    with Trial(subject) as trial:
        if not trial.settle(_ANSWER):
            return Moment("", False, (), True)
        question = ""
        for index, line in enumerate(lines[:start]):
            if line.way == TO_PLAYER:
                question = line.text
                trial.write(f"{question}\n".encode(), _ANSWER)
            elif line.way == FROM_PLAYER and question:
                said = trial.hear(_ANSWER)
                if index + _LATEST >= start:
                    said += trial.hear(_QUIET)
                if len(said) != 1:
                    return Moment(question, True, tuple(said), False) if said else None
                question = ""
        for index, text in enumerate(told):
            is_question = asked and index == len(told) - 1
            heard = trial.tell(f"{text}\n".encode(), _ANSWER if is_question else _QUIET)
            texts = [one for one in heard.decode("utf-8", "replace").split("\n") if one.strip()]
            if texts and not trial.process.ended():
                texts += trial.hear(_QUIET)
            ended = trial.process.wait(_QUIET if is_question else 0.0)
            if ended or len(texts) > (1 if is_question else 0):
                return Moment(text, is_question, tuple(texts), ended)
    return None


def _told(line: Line) -> bool:
    return line.way == TO_PLAYER
