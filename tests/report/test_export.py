"""`pitboss export`: what is written reads back, and is the same on every run."""

import csv
import io
import os
from pathlib import Path

import pytest
from command_rig import Command
from played_event import keep, played, three_bots

from pitboss.cli.export import export
from pitboss.cli.game_files import load
from pitboss.events.plan import Plan
from pitboss.games.holdem.phh import read_histories, read_history
from pitboss.games.record import read_json, read_text, write_json
from pitboss.report.exports import COLUMNS, FORMS, games_on
from pitboss.store import Journal

BLOCKS = 7


run = Command(export)


@pytest.fixture(scope="module")
def uno(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Plan]:
    path, plan = tmp_path_factory.mktemp("uno") / "uno.db", three_bots()
    keep(path, plan, played(plan, BLOCKS, 3))
    return path, plan


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Plan]:
    path, plan = tmp_path_factory.mktemp("hands") / "hands.db", three_bots("holdem", "hand")
    keep(path, plan, played(plan, BLOCKS, 3))
    return path, plan


def test_records_come_in_the_order_of_blocks_and_replay_to_their_end(
    uno: tuple[Path, Plan],
) -> None:
    path, plan = uno

    lines = run("--db", path).stdout.splitlines()

    records = [read_json(line) for line in lines]
    assert len(records) == BLOCKS * plan.seats
    assert [record.seed for record in records] == [
        str(plan.deck(block, rotation)) for block in range(BLOCKS) for rotation in range(plan.seats)
    ]
    assert all(record.replay().actor() < 0 for record in records)


def test_a_record_is_the_one_that_the_journal_gives(uno: tuple[Path, Plan]) -> None:
    path, plan = uno

    line = run("--db", path, "--games", "6").stdout.strip()

    with Journal.open(str(path), read_only=True) as journal:
        assert line.encode() == write_json(journal.record(plan.id, 2, 1))


@pytest.mark.parametrize("form", ["json", "csv", "text", "phhs"])
def test_the_bytes_are_the_same_on_every_run_and_for_batches_of_any_size(
    hands: tuple[Path, Plan], tmp_path: Path, form: str
) -> None:
    path, plan = hands
    keep(tmp_path / "other.db", plan, played(plan, BLOCKS, 2)[::-1])

    for number, source in enumerate((path, path, tmp_path / "other.db")):
        run("last", "--db", source, "--format", form, "-o", tmp_path / str(number))

    first, again, other = ((tmp_path / str(number)).read_bytes() for number in range(3))
    assert first == again == other != b""


def test_csv_has_a_row_for_each_game_and_seat(uno: tuple[Path, Plan]) -> None:
    path, plan = uno

    rows = list(csv.DictReader(io.StringIO(run("--db", path, "-f", "csv").stdout)))

    with Journal.open(str(path), read_only=True) as journal:
        results = journal.results(plan.id)
    assert tuple(rows[0]) == COLUMNS
    assert len(rows) == results.rows.size * plan.seats
    for number, row in enumerate(rows):
        game, seat = divmod(number, plan.seats)
        expected = results.rows[game]
        assert row["game"] == f"{plan.id}-{expected['block']}-{expected['rotation']}"
        assert row["bot"] == results.names[expected["entrant"][seat]]
        assert int(row["place"]) == expected["place"][seat]
        assert int(row["score"]) == expected["score"][seat]
        assert float(row["payoff"]) == expected["payoff"][seat]
        assert int(row["actions"]) == expected["actions"]


def test_text_reads_back(uno: tuple[Path, Plan]) -> None:
    path, plan = uno

    text = run("--db", path, "-f", "text", "--games", "3").stdout

    with Journal.open(str(path), read_only=True) as journal:
        assert read_text(text) == journal.record(plan.id, 1, 0)


def test_hands_replay_to_the_stacks_that_are_written(
    hands: tuple[Path, Plan], tmp_path: Path
) -> None:
    path, plan = hands
    file = tmp_path / "hands.phhs"

    run("--db", path, "-f", "phhs", "-o", file)

    histories = read_histories(file.read_text())
    assert list(histories) == [str(number) for number in range(1, BLOCKS * plan.seats + 1)]
    assert [source.mismatch() for source in load(file)] == [""] * len(histories)
    assert histories["3"].other["table"] == f"{plan.id}-1-0"


def test_one_hand_is_a_phh_file_and_more_are_refused(
    hands: tuple[Path, Plan], tmp_path: Path
) -> None:
    path, _ = hands

    one = run("--db", path, "-f", "phh", "--games", "2").stdout
    many = run("--db", path, "-f", "phh", "-o", tmp_path / "many.phh", code=2)

    assert read_history(one).players is not None
    assert "phhs" in many.output
    assert list(tmp_path.iterdir()) == []


def test_uno_has_no_hand_histories(uno: tuple[Path, Plan], tmp_path: Path) -> None:
    result = run("--db", uno[0], "-f", "phhs", "-o", tmp_path / "x.phhs", code=2)

    assert "only hold'em" in result.output
    assert list(tmp_path.iterdir()) == []


def test_a_failed_export_leaves_the_older_file_alone(
    uno: tuple[Path, Plan], tmp_path: Path
) -> None:
    file = tmp_path / "games"
    file.write_text("older")

    run("--db", uno[0], "-f", "phhs", "-o", file, code=2)

    assert file.read_text() == "older"


def test_a_link_stays_a_link(uno: tuple[Path, Plan], tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "games")

    run("--db", uno[0], "--games", "1", "-o", link)

    assert link.is_symlink()
    assert (tmp_path / "games").read_text() == run("--db", uno[0], "--games", "1").stdout


def test_a_pipe_is_written_to_and_not_replaced(uno: tuple[Path, Plan], tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)

    run("--db", uno[0], "--games", "1", "-o", pipe)
    read = os.read(reader, 1_000_000)
    os.close(reader)

    assert pipe.is_fifo()
    assert read.decode() == run("--db", uno[0], "--games", "1").stdout


def test_a_folder_that_is_not_there_is_told(uno: tuple[Path, Plan], tmp_path: Path) -> None:
    assert "can't be written" in run("--db", uno[0], "-o", tmp_path / "no" / "x", code=2).output


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1", [1]),
        ("2..4", [2, 3, 4]),
        ("..3", [1, 2, 3]),
        ("13..", [13, 14]),
        ("14..99", [14]),
        ("99..", []),
    ],
)
def test_games_are_chosen_by_number(uno: tuple[Path, Plan], text: str, numbers: list[int]) -> None:
    all_games = run("--db", uno[0]).stdout.splitlines()

    chosen = run("--db", uno[0], "--games", text).stdout.splitlines()

    assert chosen == [all_games[number - 1] for number in numbers]


@pytest.mark.parametrize("text", ["0", "4..2", "..", "one", "1-3"])
def test_numbers_that_name_no_game_are_refused(uno: tuple[Path, Plan], text: str) -> None:
    assert repr(text) in run("--db", uno[0], "--games", text, code=2).output


def test_an_unknown_event_is_named(uno: tuple[Path, Plan]) -> None:
    assert "'nosuch'" in run("nosuch", "--db", uno[0], code=2).output


def test_a_batch_is_not_unpacked_for_games_elsewhere() -> None:
    plan = three_bots()
    (batch,) = played(plan, 2, 2)

    assert list(games_on(batch, plan, range(5, 9))) == []


def test_every_form_is_offered() -> None:
    output = run("--help").output

    assert all(form in output for form in FORMS)
