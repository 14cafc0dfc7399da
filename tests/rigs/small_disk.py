"""A disk that is soon full, for tests of what happens then."""

import contextlib
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@contextlib.contextmanager
def small_disk(megabytes: int) -> Iterator[Path]:
    """A real file system that is soon full; only root may have one."""
    with tempfile.TemporaryDirectory(prefix="disk") as folder:
        mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", folder]
        if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode:
            pytest.skip("a small disk can't be mounted here; a file's limit is tested instead")
        try:
            yield Path(folder)
        finally:
            subprocess.run(["umount", folder], check=True)
