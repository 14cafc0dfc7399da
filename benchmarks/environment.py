"""The environment that holds the peers, apart from the one that holds pitboss."""

import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent
HOME = ROOT / ".venv-peers"
PYTHON = HOME / "bin" / "python"


def wanted() -> list[str]:
    """The requirements of peers.txt."""
    lines = (HERE / "peers.txt").read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def install_peers() -> dict[str, str]:
    """Install what is missing, each peer by itself; tells why each that failed did."""
    if not PYTHON.exists():
        venv.create(HOME, with_pip=True, clear=True)
    missing = [peer for peer in wanted() if not _mark(peer).exists()]
    failed = {}
    for peer in missing:
        print(f"Installing {peer} ...", file=sys.stderr)
        done = subprocess.run(
            [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", peer],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode == 0:
            _mark(peer).touch()
        else:
            failed[peer] = (done.stderr.strip().splitlines() or ["pip failed"])[-1]
    return failed


def _mark(peer: str) -> Path:
    return HOME / f"installed-{peer}"
