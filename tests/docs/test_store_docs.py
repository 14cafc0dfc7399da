"""What docs/journal.md says is what the journal does: its examples run, its tables are complete."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import store_rig as rig

import pitboss.store
from pitboss.store import GameRow, Journal
from pitboss.store.schema import METADATA, VERSION

PAGE = (Path(__file__).parents[2] / "docs" / "journal.md").read_text()
SOURCES = Path(pitboss.store.__file__).parent


LIVE = GameRow(
    id="live-abc",
    table="hall",
    game="uno",
    rules="jedna",
    seats=2,
    players=(),
    created=rig.CREATED,
    state="interrupted",
    reason="enough",
    version="0.1.0",
)


def examples(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in, with a journal."""
    plan = rig.plan()
    with Journal.open(str(tmp_path / "pitboss.db")) as journal:
        rig.begun(journal, plan, "friday")
        journal.write([rig.real_batch(plan, 0, 3), rig.batch(plan, 3, 5)])
        journal.finish(plan.id, "finished", finished=rig.CREATED)
        journal.live.keep([LIVE])
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_examples_in_sql_run(filled: Path) -> None:
    with closing(sqlite3.connect(filled / "pitboss.db")) as connection:
        found = [
            connection.execute(statement).fetchall()
            for example in examples("sql")
            for statement in example.split(";")
        ]

    event = rig.plan().id
    assert found[0] == [(event, "friday", "finished", rig.CREATED)]
    assert found[2] == [("live-abc", "hall", "interrupted", 0, "enough")]
    assert found[4] == [(event, 8, 0.625)]
    assert found[6] == [(event, "red"), (event, "blue")]


def test_the_examples_in_python_run(filled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asking, live, moving = examples("python")

    for example in (asking, live, moving):
        exec(example, {})

    told = capsys.readouterr().out
    assert told.startswith("friday finished 8 blocks\n('red', 'blue')")
    assert "blue timeout too late in block 5" in told
    assert "live-abc hall [] interrupted at the deal enough" in told
    with Journal.open("archive.db") as archive, Journal.open("pitboss.db") as journal:
        assert archive.events() == journal.events()
        assert archive.rows(rig.plan().id) == journal.rows(rig.plan().id)
    assert sorted(path.name for path in filled.iterdir()) == ["archive.db", "pitboss.db"]


@pytest.mark.parametrize("name", ["events", "pages", "games"])
def test_every_column_is_explained(name: str) -> None:
    _, _, section = PAGE.partition(f"\n`{name}`, ")
    rows, _, _ = section.partition("| column |")[2].partition("\n\n")

    explained = re.findall(r"^\| `(\w+)` \|", rows, re.MULTILINE)

    assert explained == [column.name for column in METADATA.tables[name].columns]


def test_every_version_and_every_reason_is_listed() -> None:
    sources = (SOURCES / "errors.py").read_text()
    given = set(re.findall(r'^ *\(?"(?:\w+)": \(\s*"(\w+)",', sources, re.MULTILINE))
    for path in SOURCES.glob("*.py"):
        text = path.read_text()
        given |= set(
            re.findall(r'(?:StoreError|UnknownEvent|NotPlayed)\(\s*"(\w+)"', text, re.MULTILINE)
        )

    versions = re.findall(r"^\| (\d+) \|", PAGE, re.MULTILINE)

    assert versions == [str(number) for number in range(1, VERSION + 1)]
    _, _, section = PAGE.partition("| reason |")
    table, _, _ = section.partition("\n\n")
    listed = set(re.findall(r"`(\w+)`", "".join(re.findall(r"^\| (`.*?) \|", table, re.MULTILINE))))
    assert given - listed == set()
    assert listed - given <= {"older", "unreachable", "failed"}
