"""Fixtures that tests of several folders use, and what tests may leave."""

import os
import signal
from collections.abc import Iterator

import pytest
from builds import compiled_python, pure_python

__all__ = ["compiled_python", "nothing_left", "pure_python"]

# Who starts us in the background has us ignore interrupts, and so would all that the tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def nothing_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No process, thread or descriptor is left of whatever the test starts."""
    from leftovers import watch

    monkeypatch.setenv("OF", str(os.getpid()))
    with watch():
        yield
