"""What the golden tests share: a shell, and the digests to compare with."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from golden_record import Golden
from golden_shell import Shell


@pytest.fixture(scope="session")
def shell() -> Iterator[Shell]:
    found = Shell()
    yield found
    found.close()


@pytest.fixture
def golden(tmp_path: Path) -> Golden:
    return Golden(tmp_path)
