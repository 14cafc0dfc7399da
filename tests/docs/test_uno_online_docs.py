"""The document of the uno-online wire says what the code does.

`PITBOSS_WRITE_DOCS=1 pytest tests/docs/test_uno_online_docs.py` brings the schemas up to date.
"""

import json
import os
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss import bots
from pitboss.server.settings import Settings
from pitboss.wires.uno_online import ERRORS, messages
from pitboss.wires.uno_online.encode import CODES
from pitboss.wires.uno_online.messages import schema

DOCS = Path(__file__).parents[2] / "docs" / "protocols"
PAGE = (DOCS / "uno-online.md").read_text()


def test_the_schema_file_is_up_to_date() -> None:
    path = DOCS / "uno-online.schema.json"
    text = json.dumps(schema(), indent=2) + "\n"

    if os.environ.get("PITBOSS_WRITE_DOCS"):
        path.write_text(text)
    assert path.read_text() == text


def test_every_reference_in_the_schema_leads_somewhere() -> None:
    parts = schema()["$defs"]
    wanted = set(re.findall(r'"#/\$defs/(\w+)"', json.dumps(schema())))

    assert wanted <= set(parts)
    assert "GameState" in wanted


def test_every_error_code_is_in_the_table_with_its_status_and_meaning() -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d{3}) \| (.+) \|$", PAGE, re.MULTILINE)

    assert rows == [(code, str(kind.status), kind.meaning) for code, kind in ERRORS.items()]


@pytest.mark.parametrize(
    "record",
    [
        messages.GameInfo,
        messages.BotContext,
        messages.CardInfo,
        messages.PlayerInfo,
        messages.RecentAction,
        messages.GameState,
        messages.Action,
        messages.RoomOrder,
        messages.Join,
        messages.Joined,
        messages.GameOver,
        messages.ChatMessage,
        messages.User,
    ],
)
def test_every_field_is_mentioned(record: Any) -> None:
    for field in msgspec.structs.fields(record):
        assert re.search(rf"[`\".]{field.encode_name}[`\"]|`{field.encode_name}\.", PAGE), field


def test_every_action_card_and_built_in_bot_is_mentioned() -> None:
    for word in messages.Word.__args__:  # type: ignore[attr-defined]
        assert f'"action": "{word}"' in PAGE
    for code in CODES:
        assert code[:-1].isdecimal() or f"`{code}`" in PAGE
    for name in bots.names("uno"):
        assert f"`{name}`" in PAGE


def test_the_numbers_in_the_text_are_the_settings() -> None:
    settings = Settings()

    assert f"port {settings.port} " in PAGE
    assert settings.max_frame == 64 * 1024
    assert f"{settings.max_requests:g} requests a second" in PAGE
    assert f"{settings.max_rate:g} messages a second" in PAGE
    assert settings.idle_timeout == 600
    assert f"seconds for each move | {settings.action_timeout:g} |" in PAGE
