"""What the documents say about rules is what the code does.

`PITBOSS_WRITE_DOCS=1 pytest tests/test_docs.py` brings the tables up to date.
"""

import os
from pathlib import Path

import pytest

from pitboss.games.registry import kinds
from pitboss.games.rules import choices, knobs, write_value

DOCS = Path(__file__).parent.parent / "docs"
END = "<!-- end of knobs -->\n"
PAGES = [("rules/uno.md", "uno")]


def table(kind_name: str) -> str:
    kind = kinds()[kind_name]
    presets = list(kind.presets.values())
    names = [f"`{rules.preset}@{rules.version}`" for rules in presets]
    rows = [["knob", "meaning", "values", *names], ["---"] * (3 + len(presets))]
    for name, field in knobs(type(presets[0])).items():
        values = " ".join(f"`{text}`" for text in choices(type(presets[0]), name)) or "number"
        if field.metadata["read"] is not None:
            values = "text"
        settings = [write_value(rules, name) for rules in presets]
        rows.append([f"`{name}`", field.metadata["meaning"], values, *settings])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


@pytest.mark.parametrize(("page", "name"), PAGES)
def test_the_table_of_knobs_is_up_to_date(page: str, name: str) -> None:
    path = DOCS / page
    mark = f"<!-- knobs of {name}, kept equal to the code by tests/test_docs.py -->\n"
    before, begin, rest = path.read_text().partition(mark)
    shown, end, after = rest.partition(END)
    assert begin, f"{page} has no line {mark!r}"
    assert end, f"{page} has no line {END!r} after it"

    if os.environ.get("PITBOSS_WRITE_DOCS"):
        path.write_text(f"{before}{begin}\n{table(name)}\n{end}{after}")
    else:
        assert shown.strip() == table(name).strip()
