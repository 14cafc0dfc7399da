"""docs/checking.md works from top to bottom."""

from pathlib import Path

import pytest
from document import ROOT, Session

PAGE = ROOT / "docs" / "checking.md"


@pytest.mark.slow
def test_the_page_works_from_top_to_bottom(tmp_path: Path) -> None:
    assert Session(tmp_path).work_off(PAGE) >= 6
