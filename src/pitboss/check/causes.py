"""From what went wrong in a game to a sentence that names the cause."""

import re
from collections.abc import Sequence
from typing import Final

from pitboss.check.mistakes import (
    TEXT_ON_STDOUT,
    answers_to_last,
    explain_answer,
    is_object,
    last_words,
    messages_in,
    quoted,
    title,
    unasked_line,
)
from pitboss.check.scenario import Failure
from pitboss.check.silence import why_it_waits
from pitboss.check.slow_motion import Moment, replay
from pitboss.check.subject import Subject
from pitboss.games.game import IllegalAction
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.transcript import TO_PLAYER, Line

_SILENT: Final = "no answer in time"
_UNREAD: Final = re.compile(r"it does not read: \d+ bytes wait for it")
_WAITS: Final = re.compile(r"it has read .*(waits for (?:more input|something to happen))")


def explain(
    fault: Fault,
    lines: Sequence[Line],
    stderr: str,
    subject: Subject,
    *,
    spoke: bool,
    illegal: IllegalAction | None = None,
) -> Failure:
    """The failure that a fault is; `spoke` is whether the program has ever answered.

    `illegal` is why the rules refused its answer, if they did.
    """
    message = fault.message
    if fault.kind in (FaultKind.MALFORMED, FaultKind.ILLEGAL):
        early = _answer_to_no_question(lines, subject)
        if early is not None:
            return early
        sentence = explain_answer(fault, lines, subject)
        if illegal is not None:
            return Failure(sentence, cause=illegal.reason)
        # Whatever it wrote, it is the same mistake.
        said = [quoted(text) for text in answers_to_last(lines)[:1]]
        cause = sentence.replace(said[0], "") if said else ""
        return Failure(sentence, cause=cause)
    if fault.kind is FaultKind.FLOOD:
        return Failure(f"it writes too much: {message}")
    if message.startswith(_SILENT) or fault.kind is FaultKind.STALL:
        return _silence(message, lines, subject, spoke)
    if message == "the program can't be started":
        return Failure(f"it can't be started: {fault.detail}", is_final=True)
    return _crash(message, lines, stderr, subject, spoke)


def _silence(message: str, lines: Sequence[Line], subject: Subject, spoke: bool) -> Failure:
    why = message.removeprefix(_SILENT).removeprefix(": ")
    if _UNREAD.match(why):
        sentence = _UNREAD.sub("it does not read what it is sent", why)
        return Failure(sentence, is_silence=True, is_final=not spoke)
    told = messages_in(lines, TO_PLAYER)
    if waits := _WAITS.match(why):
        found = "" if spoke else why_it_waits(subject, told)
        question = title(told[-1]) if told else "anything"
        sentence = found or (
            f"it does not answer {question}: it reads it, writes nothing, and {waits[1]}"
        )
    else:
        sentence = f"it does not answer in time: {why}" if why else "it does not answer in time"
    return Failure(sentence, is_silence=True, is_final=not spoke)


def _crash(
    status: str, lines: Sequence[Line], stderr: str, subject: Subject, spoke: bool
) -> Failure:
    words = last_words(stderr)
    why = f": {words}" if words else ", and writes nothing to stderr"
    how = status.removeprefix("the program ").removesuffix(" before its first answer")
    if how.startswith("exited with status 0"):
        how = "exits"
    elif how.startswith("exited"):
        how = f"crashes ({how})"
    moment = replay(subject, lines)
    if moment is not None and not moment.message:
        return Failure(f"it {how} at once, before it is told anything{why}", is_final=not spoke)
    if moment is not None and moment.ended:
        return Failure(f"it {how} at {title(moment.message)}{why}", is_final=not spoke)
    if not spoke:
        return Failure(f"it {how} before its first answer{why}", is_final=True)
    return Failure(f"it {how} in the middle of a game{why}")


def _answer_to_no_question(lines: Sequence[Line], subject: Subject) -> Failure | None:
    """The failure of an answer to what was told before the question; None if it was none."""
    texts = answers_to_last(lines)
    if len(texts) < 2 or not all(is_object(text) for text in texts):
        return None
    asked = max(index for index, line in enumerate(lines) if line.way == TO_PLAYER)
    moment = replay(subject, lines[: asked + 1])
    if moment is None or moment.is_question or not moment.said:
        return None
    return _unasked(moment)


def _unasked(moment: Moment) -> Failure:
    return Failure(
        f"it answers {title(moment.message)}, though only questions are answered: {moment.said[0]}",
        cause="answers what is no question",
    )


def explain_unasked(lines: Sequence[Line], subject: Subject) -> Failure | None:
    """The failure of having said something that nobody asked for; None if there was nothing."""
    found = unasked_line(lines)
    if found is None:
        return None
    until, sentence = found
    if sentence.startswith(TEXT_ON_STDOUT):
        return Failure(sentence, cause=TEXT_ON_STDOUT)
    moment = replay(subject, lines[:until])
    if moment is None or not moment.said:
        return Failure(sentence)
    if moment.is_question:
        count = len(moment.said)
        return Failure(
            f"it answers {count} times to one question: {moment.said[-1]}", cause="answers twice"
        )
    return _unasked(moment)
