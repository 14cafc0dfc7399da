"""The wire's messages as one JSON Schema; run as a module it prints what the documents hold."""

import json
import sys
from typing import Any, Final

import msgspec

from pitboss.wires.uno_online import messages

MESSAGES: Final = (
    messages.Action,
    messages.GameState,
    messages.StateReply,
    messages.ActionReply,
    messages.ErrorReply,
    messages.RoomOrder,
    messages.RoomMade,
    messages.RoomReply,
    messages.RoomList,
    messages.Join,
    messages.Joined,
    messages.RoomData,
    messages.Said,
    messages.ChatMessage,
    messages.GameOver,
)


def schema() -> dict[str, Any]:
    """Every message under its name in `$defs`."""
    _, parts = msgspec.json.schema_components(MESSAGES, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Pitboss: the uno-online wire",
        "$defs": {name: parts[name] for name in sorted(parts)},
    }


def written() -> str:
    """The schema as the file in the documents has it."""
    return json.dumps(schema(), indent=2) + "\n"


if __name__ == "__main__":
    sys.stdout.write(written())
