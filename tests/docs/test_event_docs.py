"""docs/running-an-event.md works from top to bottom."""

import json
from pathlib import Path

import pytest
from document import ROOT, Session

PAGE = ROOT / "docs" / "running-an-event.md"


@pytest.mark.slow
def test_an_evening_goes_as_the_page_says(tmp_path: Path) -> None:
    session = Session(tmp_path)

    count = session.work_off(PAGE)

    assert count >= 12
    found = json.loads((tmp_path / "friday.json").read_text())
    assert found["state"] == "finished"
    assert found["games"] == 6 * 40
    assert len(found["digest"]) == 64
    again = json.loads(session.type("pitboss tournament friday.toml --json"))
    assert again["digest"] == found["digest"]
