"""The page's modules agree on their types: TypeScript reads their JSDoc."""

import shutil
import subprocess
from pathlib import Path

import pytest

import pitboss

PAGE = Path(pitboss.__file__).parent / "server" / "page"
HERE = Path(__file__).parent


@pytest.mark.slow
def test_the_types_of_the_page_hold(node_modules: Path, tmp_path: Path) -> None:
    # As it is installed, not as it is in the source.
    shutil.copytree(PAGE, tmp_path / "page")
    config = (HERE / "tsconfig.json").read_text(encoding="utf-8")
    (tmp_path / "tsconfig.json").write_text(config.replace("../../src/pitboss/server/", ""))

    done = subprocess.run(
        [str(node_modules / ".bin" / "tsc"), "--project", str(tmp_path), "--pretty", "false"],
        capture_output=True,
        text=True,
        timeout=120,
    )

    assert done.stdout == ""
    assert done.returncode == 0
