"""A bot as it would be typed: whatever names the same program again."""

from pathlib import Path

import msgspec
import pytest

from pitboss.events.bot_text import bot_text
from pitboss.events.entrants import read_entrants


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("bot.py", "my bot.py", "own/bot.py", "own/bot.toml", "other/a.py", "other/b.py"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text('cmd = "./bot.py"' if name.endswith("toml") else "print()")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("here")
@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("bot.py", "./bot.py"),
        ("cmd=bot.py timeout=2 name=x", "./bot.py"),
        ("'my bot.py' -v", "'./my bot.py' -v"),
        ("own", "own"),
        ("cmd=./a.py folder=other", "cmd=./a.py folder=other"),
        ("cmd=bot.py wire=native", "cmd=./bot.py wire=native"),
    ],
)
def test_the_shortest_text_names_the_same_program(typed: str, text: str) -> None:
    assert bot_text(read_entrants([typed], Path())[0]) == text


def test_what_is_not_here_has_no_text(here: Path) -> None:
    entrant = read_entrants(["bot.py"], Path())[0]
    (here / "bot.py").unlink()

    assert bot_text(entrant) == ""
    assert bot_text(msgspec.structs.replace(entrant, folder="nowhere")) == ""
