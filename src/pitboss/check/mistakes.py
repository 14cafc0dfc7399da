"""What a program did wrong, as one sentence that names the cause, from what passed.

The faults of a match say what was wrong with an answer. Here it is also looked at what else was
written, in which notation, and in which protocol's words.
"""

import ast
import json
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from pitboss.check.subject import Subject
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.transcript import FROM_PLAYER, REMARK, TO_PLAYER, Line
from pitboss.wires.jedna.decode import OTHER_DIALECT
from pitboss.wires.jedna.dialect import CARD_CODES, COLOUR_CODES, REFERENCE

TEXT_ON_STDOUT: Final = "it prints other text than answers on stdout"
_SHOWN: Final = 100
# What AlgoPoker tells a bot first, whose answer it can't use.
_FOLDED: Final = "Folded: "
_BOM: Final = "\ufeff"


def quoted(text: str) -> str:
    """What a program wrote, short enough for a sentence."""
    text = text.strip()
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def messages_in(lines: Sequence[Line], way: str) -> list[str]:
    """The texts that went one way."""
    return [line.text for line in lines if line.way == way]


def answers_to_last(lines: Sequence[Line]) -> list[str]:
    """What the program wrote since it was last asked."""
    texts: list[str] = []
    for line in lines:
        if line.way == TO_PLAYER:
            texts = []
        elif line.way == FROM_PLAYER and line.text.strip():
            texts.append(line.text)
    return texts


def title(message: str) -> str:
    """What a message is called, with what it says if that is short."""
    try:
        said = json.loads(message)
    except ValueError:
        return "a line"
    if not isinstance(said, dict):
        return "a line"
    name = str(said.get("type", "message"))
    if isinstance(said.get("message"), str):
        return f'the {name} "{quoted(said["message"])}"'
    if isinstance(said.get("name"), str):
        return f"the {name} {quoted(said['name'])}"
    return f"a {name}" if name[:1] not in "aeiou" else f"an {name}"


def last_words(stderr: str) -> str:
    """The line of stderr that says what went wrong: the last of a traceback, or of all."""
    lines = [line.strip() for line in stderr.strip().splitlines() if line.strip()]
    if not lines:
        return ""
    # Ruby and Node say it first, and go on with where it was.
    for line in reversed(lines):
        name = line.partition(":")[0]
        if name.endswith(("Error", "Exception", "Interrupt")) and " " not in name:
            return quoted(line)
    for line in lines:
        if "Error" in line:
            return quoted(line)
    return quoted(lines[-1])


def explain_answer(fault: Fault, lines: Sequence[Line], subject: Subject) -> str:
    """Why an answer could not be read, or was against the rules."""
    texts = answers_to_last(lines)
    first = texts[0] if texts else fault.said
    if fault.kind is FaultKind.ILLEGAL:
        # Fields that are not known are ignored, so that another protocol's words may be legible.
        return _in_other_words(first, subject) or fault.message
    if fault.detail == OTHER_DIALECT:
        return (
            "it answers in dialect 1 of Jedna lines (double_play), and is spoken to in dialect "
            f"1.0: check it with --game {REFERENCE.rules}"
        )
    found = _notation(first, texts) or _field(first, lines, subject)
    return found or f"its answer is refused: {fault.message.removeprefix(_FOLDED)}"


def _notation(first: str, texts: Sequence[str]) -> str:
    """What is wrong with a line that is no JSON object."""
    if first.startswith(_BOM):
        return "its line begins with a byte order mark (BOM): write UTF-8 without one"
    value = _json(first)
    if isinstance(value, dict):
        return ""
    whole = _json("\n".join(texts))
    if value is None and isinstance(whole, dict) and len(texts) > 1:
        return (
            f"its JSON is spread over {len(texts)} lines: a message is one line, "
            "so write it without indentation"
        )
    if _is_python(first):
        return (
            f"its line is Python notation, with single quotes, and not JSON: {quoted(first)}; "
            "use json.dumps"
        )
    if any(word in first for word in ("NaN", "Infinity")):
        return f"its line has a number that JSON does not know (NaN or Infinity): {quoted(first)}"
    at = first.find("{")
    parts = _objects(first[at:]) if at >= 0 else []
    if len(parts) > 1:
        return f"it writes {len(parts)} messages on one line: {quoted(first)}"
    rest = [text for text in texts[1:] if isinstance(_json(text), dict)]
    if rest or parts:
        return f"{TEXT_ON_STDOUT}: {quoted(first)}; debugging output belongs on stderr"
    if value is not None:
        return f"its line is no JSON object: {quoted(first)}"
    if "�" in first:
        return f"its line is not UTF-8 text: {quoted(first)}"
    return f"its line is no JSON: {quoted(first)}"


def _field(first: str, lines: Sequence[Line], subject: Subject) -> str:
    """What is wrong with an object that is no answer here."""
    said = _json(first)
    if not isinstance(said, dict):
        return ""
    return _in_other_words(first, subject) or _card(said, lines, subject)


def _in_other_words(text: str, subject: Subject) -> str:
    foreign = foreign_words(text, subject)
    if foreign is None:
        return ""
    return f"it answers in {foreign}, and is spoken to in {subject.speaks}: {quoted(text)}"


def _card(said: dict[str, Any], lines: Sequence[Line], subject: Subject) -> str:
    if subject.choice.wire.name != "jedna" or said.get("action") != "play":
        return ""
    card = said.get("card")
    if not isinstance(card, str):
        return f"it plays without naming a card: {quoted(json.dumps(said))}"
    if card not in CARD_CODES:
        if card.lower() in CARD_CODES:
            return f"it spells the card {card} in capitals: it is {card.lower()}"
        return f"it plays a card that there is not: {quoted(json.dumps(card))}"
    colour = said.get("wild_color")
    if not CARD_CODES[card][0] >= CARD_CODES["wd"][0]:
        return ""
    if colour is None or colour == "":
        how = json.dumps({"wild_color": colour})[1:-1] if "wild_color" in said else "no wild_color"
        when = " when it holds only wilds" if _holds_only_wilds(lines) else ""
        return f"it plays the wild {card} without a colour{when} ({how})"
    if isinstance(colour, str) and colour not in COLOUR_CODES:
        return f"it spells the colour of a wild {colour!r}: it is red, blue, green or yellow"
    return ""


def _holds_only_wilds(lines: Sequence[Line]) -> bool:
    for text in reversed(messages_in(lines, TO_PLAYER)):
        message = _json(text)
        state = message.get("state") if isinstance(message, dict) else None
        if isinstance(state, dict):
            return all(str(card).startswith("w") for card in state.get("hand", ["r"]))
    return False


def foreign_words(text: str, subject: Subject) -> str | None:
    """The protocol in whose words an answer is, if that is another than it should be."""
    said = _json(text)
    if not isinstance(said, dict):
        return None
    found = _protocol(said)
    if found is None or found[0] == subject.choice.wire.name:
        return None
    return found[1]


def _protocol(said: dict[str, Any]) -> tuple[str, str] | None:
    """The wire of an answer by its shape, and what it is called."""
    kind, action = said.get("type"), said.get("action")
    if kind in ("join", "spectate", "watch"):
        return "", "the words of a client that connects to a server"
    if kind == "action" and isinstance(action, dict):
        return "algopoker", "AlgoPoker lines"
    if kind == "action" and "turn" in said:
        return "native", "native lines"
    if kind is None and "callUno" in said:
        return "uno-online", "the words of uno-online"
    if kind is None and action in ("play", "draw", "pass"):
        return "jedna", "Jedna lines"
    return None


def unasked_line(lines: Sequence[Line]) -> tuple[int, str] | None:
    """Where the first line is that nobody asked for, and what is wrong with it."""
    for index, line in enumerate(lines):
        if line.way != REMARK or not line.text.startswith("passed over: nothing was asked"):
            continue
        texts = messages_in(lines[:index], FROM_PLAYER)
        extra = texts[-1] if texts else ""
        if isinstance(_json(extra), dict):
            return index, f"it writes a line that nobody asked for: {quoted(extra)}"
        return index, (f"{TEXT_ON_STDOUT}: {quoted(extra)}; debugging output belongs on stderr")
    return None


def is_object(text: str) -> bool:
    """Whether a line is a JSON object, as messages are."""
    return isinstance(_json(text), dict)


def _json(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None


def _objects(text: str) -> list[Any]:
    """The JSON objects that follow each other in a text."""
    found: list[Any] = []
    decoder = json.JSONDecoder()
    at = 0
    while at < len(text):
        try:
            value, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            break
        found.append(value)
        while at < len(text) and text[at] in " \t,\r":
            at += 1
    return [value for value in found if isinstance(value, dict)]


def _is_python(text: str) -> bool:
    if not text.strip().startswith("{"):
        return False
    try:
        return isinstance(ast.literal_eval(text.strip()), dict)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return False
