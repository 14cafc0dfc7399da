"""A journal that another process writes, looked into from outside."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path


def wait_for_a_batch(db: Path, seconds: float = 300.0) -> None:
    """Wait until something has been played and written down."""
    until = time.monotonic() + seconds
    while not _batches(db):
        assert time.monotonic() < until, "nothing is written down"
        time.sleep(0.02)


def _batches(db: Path) -> int:
    try:
        with closing(sqlite3.connect(f"file:{db}?mode=ro", uri=True)) as found:
            return int(found.execute("select count(*) from pages").fetchone()[0])
    except sqlite3.OperationalError:
        # Not there yet, or without its tables.
        return 0
