"""What the documents say about rules is what the code does.

`PITBOSS_WRITE_DOCS=1 pytest tests/test_docs.py` brings the tables up to date.
"""

import os
from pathlib import Path

import pytest

from pitboss.games.registry import kinds
from pitboss.games.rules import choices, knobs, write_value

DOCS = Path(__file__).parent.parent / "docs"
BEGIN = "<!-- knobs: kept equal to the code by tests/test_docs.py -->\n"
END = "<!-- end of knobs -->\n"
PAGES = {"rules/uno.md": ["uno"], "rules/holdem.md": ["holdem", "holdem-tournament", "holdem-cash"]}


def table(kind_name: str) -> str:
    kind = kinds()[kind_name]
    presets = list(kind.presets.values())
    head = [
        "knob",
        "meaning",
        "values",
        *(f"`{rules.preset}@{rules.version}`" for rules in presets),
    ]
    rows = [head, ["---"] * len(head)]
    for name, field in knobs(type(presets[0])).items():
        values = " ".join(f"`{text}`" for text in choices(type(presets[0]), name)) or "number"
        if field.metadata["read"] is not None:
            values = "text"
        settings = [write_value(rules, name) for rules in presets]
        rows.append([f"`{name}`", field.metadata["meaning"], values, *settings])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


@pytest.mark.parametrize(("page", "names"), PAGES.items())
def test_the_table_of_knobs_is_up_to_date(page: str, names: list[str]) -> None:
    path = DOCS / page
    text = path.read_text()
    for name in names:
        before, begin, rest = text.partition(
            BEGIN
            if len(names) == 1
            else f"{BEGIN[:10]}{name}: kept equal to the code by tests/test_docs.py -->\n"
        )
        shown, end, after = rest.partition(END)
        assert begin and end, f"{page} has no place for the knobs of {name}"
        if os.environ.get("PITBOSS_WRITE_DOCS"):
            text = before + begin + "\n" + table(name) + "\n" + end + after
            path.write_text(text)
        else:
            assert shown.strip() == table(name).strip()
