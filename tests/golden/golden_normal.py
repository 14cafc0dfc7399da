"""What no two runs have in common, by the name of its field, and why. All else is kept as it is."""

import re
from typing import Final, NamedTuple

_TEXT: Final = r'"(?:[^"\\]|\\.)*"'
_SID: Final = r'"[\w-]{20}"'
# Other things have an `id` too, such as players, and keep it.
_JOURNAL_ID: Final = r'"live-[a-z2-7]+"'
_SECRET_ROOM: Final = r'"[0-9a-f]{24}"'
_NUMBER: Final = r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?"


class Field(NamedTuple):
    """A field whose value is left out."""

    name: str
    value: str
    reason: str


FIELDS: Final = (
    Field("seconds", _NUMBER, "native `turn`: what is left of the time"),
    Field("timeout_seconds", _NUMBER, "AlgoPoker `action_request`: what is left of the time"),
    Field("timestamp", _TEXT, "uno-online: when the state was asked for"),
    Field("token", _TEXT, "a secret of a seat, drawn anew for each"),
    Field("roomCode", _SECRET_ROOM, "uno-online: the room of a program in a match is its secret"),
    Field("Player 1", _TEXT, "uno-online `tokens`: a secret of a seat"),
    Field("Player 2", _TEXT, "uno-online `tokens`: a secret of a seat"),
    Field("journal", _TEXT, "uno-online: a room's number in the journal, drawn at random"),
    Field("id", _JOURNAL_ID, "`/api/journal`: a game's number, drawn at random"),
    Field("sid", _SID, "Socket.IO: the connection's number, drawn at random"),
    Field("created", _TEXT, "`results`, `/api/journal`: when it began"),
    Field("finished", _TEXT, "`/api/journal`: when it ended"),
    Field("mean", _NUMBER, "`show`: how long a bot thought"),
    Field("longest", _NUMBER, "`show`: how long a bot thought"),
)
# Port numbers are the system's choice; bots are told them, and may be told of them.
_PORT: Final = re.compile(r"(127\.0\.0\.1|localhost):\d+")
# `results`: when the event began, for people.
_BEGUN: Final = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")
# `show`: how long a bot thought, for people.
_THOUGHT: Final = re.compile(r"mean [\d.,]+ \w+, longest [\d.,]+ \w+")
# `compare`: how many games were under way when it was decided.
_UNDER_WAY: Final = re.compile(r"[\d,]+ games (?:decided it|count); .* kept, not counted\.\n")
# The last digits are numpy's, scipy's and the processor's.
_LONG_NUMBER: Final = re.compile(r"-?\d+\.\d{7,}(?:e[-+]?\d+)?")
_PATTERNS: Final = tuple(
    (re.compile(rf'"{field.name}":( ?){field.value}'), rf'"{field.name}":\1"*"') for field in FIELDS
)


def normal(text: str) -> str:
    """The text as it is on every run."""
    for pattern, instead in _PATTERNS:
        text = pattern.sub(instead, text)
    text = _PORT.sub(r"\1:*", text)
    text = _BEGUN.sub("*", text)
    text = _UNDER_WAY.sub("", text)
    text = _THOUGHT.sub("mean *, longest *", text)
    return _LONG_NUMBER.sub(lambda found: f"{float(found[0]):.6g}", text)
