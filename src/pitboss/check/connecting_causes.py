"""Why a bot that connects failed, in one sentence that names the cause."""

import json
import re
from typing import Any, Final

from pitboss.check.connecting_players import OTHER_TURN, Guest, Visit, WatchedSocket
from pitboss.check.scenario import Failure
from pitboss.play.fault import Fault, FaultKind
from pitboss.wires.algopoker.wire import ALGOPOKER

_SHOWN: Final = 160
# Of the time that it had, what a program uses that does nothing but compute.
_BUSY: Final = 0.5
_SOME: Final = 0.1
_REFUSED: Final = ("refused", "ECONNREFUSED", "Connect call failed")
_JOIN: Final = '{"type":"join","name":"..."}'
_ACTION: Final = '{"type":"action","action":{"type":"call"}}'
_SENT: Final = re.compile(r"\{.*\}")
# Names that others give to `amount`.
_OTHER_AMOUNTS: Final = ("value", "size", "chips", "bet", "raise_to", "to", "total", "min_amount")


def shown(data: bytes | str) -> str:
    """A message, short enough for a sentence."""
    text = data.decode("utf-8", "replace") if isinstance(data, bytes) else data
    text = " ".join(text.split())
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def last_line(stderr: str) -> str:
    """What a program says last; of a traceback, the error itself."""
    lines = [line.strip() for line in stderr.splitlines() if line.strip()]
    errors = [line for line in lines if re.match(r"(\w+\.)*\w*(Error|Exception|Refused)\b", line)]
    return shown((errors or lines or [""])[-1])


def failure(guest: Guest, fault: Fault) -> Failure:
    """What is raised for a fault in a game."""
    silent = fault.kind in (FaultKind.STARTUP, FaultKind.TIMEOUT, FaultKind.STALL)
    never_there = isinstance(guest, WatchedSocket) and not guest.visit.names
    return failed(sentence(guest, fault), is_silence=silent, is_final=silent and never_there)


def failed(what: str, *, is_silence: bool = False, is_final: bool = False) -> Failure:
    """A failure; those that differ only in what was sent have one cause."""
    cause = _SENT.sub("{}", what)
    return Failure(what, cause=cause, is_silence=is_silence, is_final=is_final)


def in_game(found: Failure, number: int, games: int) -> Failure:
    """A failure in one of many games."""
    return Failure(
        f"in game {number + 1} of {games}, {found.sentence}",
        cause=found.cause,
        is_silence=found.is_silence,
    )


def sentence(guest: Guest, fault: Fault) -> str:
    """The cause of a fault."""
    visit = guest.visit
    if isinstance(guest, WatchedSocket):
        if not visit.names:
            return _not_joined(guest, fault)
        is_poker = guest.listener is ALGOPOKER.listener
    else:
        is_poker = False
        if not visit.requests and not visit.connections:
            return _never_asked(guest, fault)
    if fault.kind is FaultKind.CRASH or "before its first answer" in fault.message:
        return _ended(guest, fault)
    if visit.passed_over:
        frame, why = visit.passed_over[-1]
        if why == OTHER_TURN:
            return f"it sent {shown(frame)} for another turn: it answers each turn message once"
        return _no_answer(frame, is_poker)
    if fault.kind is FaultKind.MALFORMED:
        return _malformed(visit, fault, is_poker)
    if fault.kind is FaultKind.ILLEGAL:
        return f"it sent {shown(visit.last_said)}, which the rules forbid here: {fault.message}"
    if fault.kind is FaultKind.FLOOD:
        said = f", such as {shown(visit.unasked[-1])}" if visit.unasked else ""
        return f"it sends without being asked: {fault.message}{said}"
    if fault.kind is FaultKind.DISCONNECTED:
        return f"it closed its connection in the middle of a game{_after(visit)}, and runs on"
    if fault.kind in (FaultKind.TIMEOUT, FaultKind.STARTUP, FaultKind.STALL):
        return _silent(guest, fault, is_poker)
    return fault.message


def _not_joined(guest: WatchedSocket, fault: Fault) -> str:
    visit = guest.visit
    if visit.refused:
        message, why = visit.refused[0]
        return _wrong_join(message, why)
    if visit.connections:
        ended = _how_it_ended(guest, fault)
        return f"it connected and did not join: its first message has to be {_JOIN}{ended}"
    if visit.wrong_paths:
        return (
            f"it connected to the path {shown(visit.wrong_paths[0])}, which is not the one that "
            "it was given: the address counts with its path, as it stands in {url}"
        )
    return _never_connected(guest, fault)


def _wrong_join(message: bytes, why: str) -> str:
    value = _object(message)
    if value is None:
        return f"its first message is no JSON: {shown(message)}; it has to be {_JOIN}"
    if value.get("type") == "join":
        return f"its join is refused: {why.rstrip('.')}; it sent {shown(message)}"
    return f"its first message is {shown(message)}; it has to be {_JOIN}"


def _never_connected(guest: Guest, fault: Fault) -> str:
    said = guest.stderr()
    told = f": {last_line(said)}" if said.strip() else ""
    given = _given(guest)
    if guest.visit.elsewhere:
        return (
            f"it connected to port {guest.visit.elsewhere}, where such servers usually are, and "
            f"not to the address that it was given; {given}"
        )
    if any(word in said for word in _REFUSED):
        return f"it tried to connect elsewhere{told}; {given}"
    if told and "did not connect" not in fault.message:
        return f"it ended before it connected{told}"
    return f"it never connected{told or f': {fault.message}'}; {given}"


def _given(guest: Guest) -> str:
    """Where the bot finds the address, and whether its command hands it on."""
    where = "the address is {url} in its command, and PITBOSS_URL in its environment"
    if not any("{url}" in word for word in guest.command.words):
        return f"{where}, and its command has no {{url}}"
    return where


def _never_asked(guest: Guest, fault: Fault) -> str:
    said = guest.stderr()
    if any(word in said for word in _REFUSED) or not said.strip():
        return _never_connected(guest, fault)
    return f"it never asked for the state: {last_line(said)}"


def _how_it_ended(guest: Guest, fault: Fault) -> str:
    said = guest.stderr()
    if fault.kind is FaultKind.CRASH or "before its first answer" in fault.message:
        return f" (it ended: {last_line(said)})" if said.strip() else " (it ended)"
    return ""


def _ended(guest: Guest, fault: Fault) -> str:
    said = guest.stderr()
    why = f": {last_line(said)}" if said.strip() else ""
    how = fault.message.removesuffix(" before its first answer")
    return f"it ended{_after(guest.visit)} ({how}){why}"


def _after(visit: Visit) -> str:
    """What it had been sent last."""
    value = _object(visit.last_sent)
    kind = value.get("type") if value else None
    if isinstance(kind, str):
        code = value.get("code", "") if value else ""
        return f" after {kind} {code}".rstrip()
    if value and value.get("success") is False:
        return f" after the refusal {value.get('error')}"
    return ""


def _malformed(visit: Visit, fault: Fault, is_poker: bool) -> str:
    sent = shown(fault.said or visit.last_said)
    if is_poker:
        value = _object(fault.said.encode() or visit.last_said) or {}
        action = value.get("action")
        if isinstance(action, str):
            return f"its action is a text: it sent {sent}, where {_ACTION} is an answer"
        if isinstance(action, dict):
            return _wrong_action(action, sent, fault)
        return f"its answer has no action: it sent {sent}, where {_ACTION} is an answer"
    return f"it sent {sent}: {fault.message} ({fault.detail})"


def _wrong_action(action: dict[str, Any], sent: str, fault: Fault) -> str:
    if action.get("type") == "raise" and "amount" not in action:
        named = [name for name in _OTHER_AMOUNTS if name in action]
        if named:
            return f"its raise has {named[0]!r} where 'amount' belongs: it sent {sent}"
        return f"its raise has no 'amount', which is the total of the bet: it sent {sent}"
    why = fault.message.removeprefix("Folded: ").rstrip(".")
    return f"it sent {sent}, but {why}"


def _silent(guest: Guest, fault: Fault, is_poker: bool) -> str:
    visit = guest.visit
    if any(one.status >= 400 for one in visit.requests):
        return _asked_only(visit)
    # On a busy machine it gets little of what it wants.
    is_busy = visit.wants_a_core or visit.used > _BUSY * visit.waited
    if is_busy and visit.used > _SOME:
        return (
            f"it did not answer, and used {visit.used:.1f} s of processor time meanwhile: "
            "an endless loop?"
        )
    if visit.unread or fault.kind is FaultKind.STALL:
        return "it does not read what it is sent"
    if visit.unasked and is_poker:
        return (
            f"it did not answer when it was asked; it had sent {shown(visit.unasked[-1])} before, "
            "when it was not"
        )
    if is_poker:
        name = visit.names[-1]
        return (
            f"it got its action_request and sent nothing: it answers when actor_seat is its seat, "
            f"which is where its name {name!r} stands in player_names"
        )
    if visit.requests:
        return _asked_only(visit)
    return f"it did not answer: {fault.message}"


def _asked_only(visit: Visit) -> str:
    bad = [one for one in visit.requests if one.status >= 400]
    if bad:
        last = bad[-1]
        sent = f" with {shown(last.body)}" if last.body else ""
        return f"its request {last.method} {shown(last.path)}{sent} was refused with {last.status}"
    if any(one.method == "POST" for one in visit.requests):
        return "it did not act when it was its turn, though it did before"
    return (
        "it asks for the state and never acts: it is its turn when botContext.isMyTurn is true, "
        "that is, when game.currentTurn is 'Player 2'"
    )


def _no_answer(frame: bytes, is_poker: bool) -> str:
    """What is wrong with a message that was passed over where an answer belongs."""
    right = _ACTION if is_poker else '{"action":"draw"}'
    value = _object(frame)
    if value is None:
        text = frame.decode("utf-8", "replace").strip()
        if re.fullmatch(
            r"(act|action|fold|check|call|raise|bet|play|draw)\b.*", text, re.IGNORECASE
        ):
            return f"it answers with a line of text, {shown(text)!r}; an answer is {right}"
        return f"it answers with something that is no JSON: {shown(frame)}; an answer is {right}"
    word = value.get("action")
    if is_poker and value.get("type") == "action" and "turn" in value:
        return f"it speaks the native wire: it sent {shown(frame)}; an answer is {right}"
    if is_poker and word in ("play", "draw", "pass"):
        return f"it speaks Jedna, a protocol for UNO: it sent {shown(frame)}; an answer is {right}"
    if is_poker and value.get("type") in ("fold", "check", "call", "raise", "bet"):
        return (
            f"its answer is the bare action: it sent {shown(frame)}, which belongs under 'action' "
            f"in {right}"
        )
    if is_poker and "type" not in value:
        return f"its answer has no 'type': it sent {shown(frame)}; an answer is {right}"
    return f"it answers with {shown(frame)}; an answer is {right}"


def _object(data: bytes) -> dict[str, Any] | None:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
