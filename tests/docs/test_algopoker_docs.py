"""The page and the schemas of the AlgoPoker wire are what the code does.

`PITBOSS_WRITE_DOCS=1 pytest tests/docs/test_algopoker_docs.py` brings the schemas up to date.
"""

import json
import os
import re
from pathlib import Path

from pitboss.server.settings import Settings
from pitboss.wires.algopoker.messages import ErrorCode, schema

PAGE = Path(__file__).parents[2] / "docs" / "protocols" / "algopoker.md"
SCHEMA = PAGE.with_suffix(".schema.json")


def test_the_schemas_are_up_to_date() -> None:
    text = json.dumps(schema(), indent=2) + "\n"

    if os.environ.get("PITBOSS_WRITE_DOCS"):
        SCHEMA.write_text(text)
    assert SCHEMA.read_text() == text


def test_the_page_lists_every_error_code_and_no_other() -> None:
    errors = PAGE.read_text().partition("<!-- codes")[2]

    assert re.findall(r"^\| `([A-Z_]+)` \|", errors, re.MULTILINE) == list(ErrorCode)


def test_the_page_names_every_message_and_field() -> None:
    page = PAGE.read_text()

    for name, record in schema()["$defs"].items():
        for field, what in record["properties"].items():
            if field == "type" and "enum" in what and len(what["enum"]) == 1:
                assert f"`{what['enum'][0]}`" in page, name
            else:
                assert re.search(rf"[`.]{field}[`.]", page), f"{name}.{field}"


def test_the_limits_on_the_page_are_the_defaults() -> None:
    page = PAGE.read_text()
    settings = Settings()

    for line in page.partition("## Limits")[2].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        names = re.findall(r"`(\w+)`", cells[-1])
        if names:
            numbers = [float(number) for number in cells[1].split(";")]
            assert numbers == [getattr(settings, name) for name in names], line
