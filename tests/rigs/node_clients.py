"""What tests need of npm: socket.io-client 3 and 4, tsc and axe; installed once, or skipped."""

import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

NODE = Path(__file__).parents[1] / "node"
CLIENTS = ("socket.io-client-3", "socket.io-client-4")


@pytest.fixture(scope="session")
def node_modules() -> Path:
    """The packages, installed once for each list of them."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        pytest.skip("node or npm is not installed")
    wanted = (NODE / "package.json").read_bytes()
    mark = hashlib.sha256(wanted).hexdigest()[:12]
    folder = Path(tempfile.gettempdir()) / f"pitboss-node-{os.getuid()}-{mark}"
    if not (folder / "node_modules").is_dir():
        fresh = Path(tempfile.mkdtemp(prefix="pitboss-node-"))
        shutil.copy(NODE / "package.json", fresh)
        try:
            subprocess.run(
                ["npm", "install", "--no-audit", "--no-fund", "--ignore-scripts"],
                cwd=fresh,
                capture_output=True,
                text=True,
                timeout=120,
                check=True,
            )
            fresh.rename(folder)
        except (subprocess.SubprocessError, OSError) as error:
            if not (folder / "node_modules").is_dir():
                told = getattr(error, "stderr", "") or str(error)
                pytest.skip(f"npm could not install what the tests need: {told[-300:]}")
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    return folder / "node_modules"
