"""What docs/protocols says of the line protocols is what the code does.

`PITBOSS_WRITE_DOCS=1 pytest tests/docs/test_protocol_docs.py` brings the schemas up to date.
"""

import json
import os
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pitboss.wires.jedna import JednaClient
from pitboss.wires.jedna import messages as jedna
from pitboss.wires.jedna.messages import FromAgent
from pitboss.wires.jedna.messages import ToAgent as JednaToAgent
from pitboss.wires.native import messages as native
from pitboss.wires.native.messages import FromBot, ToBot

PAGES = Path(__file__).parents[2] / "docs" / "protocols"
SCHEMAS: dict[str, tuple[Any, Any]] = {
    "jedna": (JednaToAgent, FromAgent),
    "native": (ToBot, FromBot),
}


def schema(name: str) -> str:
    """The schema of a protocol as its file has it."""
    whole = jedna.schema() if name == "jedna" else native.schema()
    return json.dumps(whole, indent=2) + "\n"


@pytest.mark.parametrize("name", SCHEMAS)
def test_the_schema_is_up_to_date(name: str) -> None:
    path = PAGES / f"{name}.schema.json"

    if os.environ.get("PITBOSS_WRITE_DOCS"):
        path.write_text(schema(name))
    else:
        assert path.read_text() == schema(name)


def examples(name: str) -> list[str]:
    text = (PAGES / f"{name}.md").read_text()
    blocks = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.strip()]


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_example_in_the_page_is_a_message(name: str) -> None:
    lines = examples(name)

    assert len(lines) >= 6
    for line in lines:
        sent, answered = SCHEMAS[name]
        ours = ('"type":"action"', '"type":"join"', '"type":"watch"')
        mine = '"type"' not in line or any(word in line for word in ours)
        msgspec.json.decode(line, type=answered if mine else sent)


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_message_and_field_is_on_the_page(name: str) -> None:
    page = (PAGES / f"{name}.md").read_text()
    _, parts = msgspec.json.schema_components(list(SCHEMAS[name]))

    for title, part in parts.items():
        for field, value in part.get("properties", {}).items():
            assert f"`{field}`" in page or f'"{field}"' in page, f"{title}.{field}"
            for word in value.get("enum", []):
                if isinstance(word, str):
                    assert word in page, f"{title}.{field} = {word}"


def test_the_client_reads_the_pages_examples() -> None:
    requests = [line for line in examples("jedna") if "request_action" in line]

    assert requests
    for line in requests:
        JednaClient().receive(line)
