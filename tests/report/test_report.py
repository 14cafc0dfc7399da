"""The report: one file that stands alone, says what the standings say, and obeys no bot."""

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from command_rig import Command
from invented_event import invented
from played_event import HOSTILE, MESSAGE, keep, played, three_bots

from pitboss.cli.report import report
from pitboss.events.entrants import Entrant
from pitboss.events.plan import Plan, Schedule
from pitboss.events.runner import Runner
from pitboss.events.schedule import placings
from pitboss.events.workers import ThisProcess
from pitboss.games.unit import Unit
from pitboss.narration.numbers import amount, seconds, signed, there_were
from pitboss.report.charts import Scale, log_scale
from pitboss.report.page import page
from pitboss.statistics.results import Results
from pitboss.statistics.standings import standings
from pitboss.store import Journal

_VOID = {"meta", "br", "col"}


run = Command(report)


class Reader(HTMLParser):
    """Sees that elements are closed in order, and collects what is in them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append((self.open[-1] if self.open else "", data))

    def said(self, tag: str) -> list[str]:
        return [text for place, text in self.texts if place == tag]


@pytest.fixture(scope="module")
def event(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Plan]:
    path, plan = tmp_path_factory.mktemp("report") / "report.db", three_bots()
    keep(path, plan, played(plan, 60, 20, faults=True), label=f"Cup of {HOSTILE}")
    return path, plan


@pytest.fixture(scope="module")
def written(event: tuple[Path, Plan], tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("page") / "cup.html"
    run("--db", event[0], "-o", file)
    return file.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def read(written: str) -> Reader:
    return Reader(written)


def test_the_page_is_well_formed(read: Reader) -> None:
    assert read.open == []


def test_nothing_is_fetched_from_anywhere(written: str, read: Reader) -> None:
    links = [attrs[name] for _, attrs in read.tags for name in ("href", "src") if name in attrs]

    assert links
    assert all(link is not None and link.startswith("#") for link in links)
    assert not re.search(r"https?://|//[a-z]|url\(|@import", written)
    assert {"iframe", "img", "link", "object"}.isdisjoint(tag for tag, _ in read.tags)


def test_every_link_leads_somewhere(read: Reader) -> None:
    ids = {attrs["id"] for _, attrs in read.tags if "id" in attrs}

    assert {f"#{name}" for name in ids} >= {
        attrs["href"] for _, attrs in read.tags if "href" in attrs
    }


def test_what_bots_write_never_becomes_markup(written: str, read: Reader) -> None:
    assert [tag for tag, _ in read.tags].count("script") == 1
    assert not any(name.startswith("on") for _, attrs in read.tags for name in attrs)
    assert HOSTILE not in written
    assert any(HOSTILE in text for text in read.said("td"))
    assert any(MESSAGE in text for text in read.said("div"))
    assert any("</pre><script>alert(3)" in text for text in read.said("pre"))
    assert "\x1b" not in written
    assert "\u202e" not in written


def test_only_the_pages_own_script_may_run(read: Reader) -> None:
    (policy,) = [
        attrs["content"]
        for tag, attrs in read.tags
        if tag == "meta" and attrs.get("http-equiv") == "Content-Security-Policy"
    ]

    assert policy is not None
    assert "default-src 'none'" in policy
    assert re.search(r"script-src 'sha256-[^']+'", policy)


def test_the_numbers_are_those_of_the_standings(event: tuple[Path, Plan], read: Reader) -> None:
    path, plan = event
    with Journal.open(str(path), read_only=True) as journal:
        table = standings(journal.results(plan.id)).table

    cells = read.said("td")

    for row in table.rows:
        assert row.name in cells
        assert amount(row.payoff.estimate, Unit.SCORE) in cells
        assert f"{row.rank}=" in cells if row.tied else f"{row.rank}" in cells
    titles = [attrs.get("title") for _, attrs in read.tags]
    cell = table.crosstable[0][1]
    assert cell is not None
    expected = f"steady against chance: {amount(cell.score, Unit.SCORE)}, {cell.games} games"
    assert expected in titles


def test_the_head_says_what_was_played(written: str) -> None:
    for fact in ("jedna", "report", "31 January 2026, 12:00", "pitboss play --seed x"):
        assert fact in written


def test_games_worth_a_look_are_in_the_journal_and_some_are_told(
    event: tuple[Path, Plan], read: Reader
) -> None:
    path, plan = event
    commands = [text for text in read.said("code") if text.startswith("pitboss show ")]

    with Journal.open(str(path), read_only=True) as journal:
        for command in commands:
            name, block, rotation = command.removeprefix("pitboss show ").split("-")
            assert name == plan.id
            assert journal.record(name, int(block), int(rotation)).actions

    assert len(commands) >= 6
    assert any(line.startswith("The game is over") for line in read.said("li"))


def test_json_gives_the_same_numbers(event: tuple[Path, Plan], tmp_path: Path) -> None:
    path, plan = event
    file = tmp_path / "cup.html"

    document: Any = json.loads(run("--db", path, "-o", file, "--json").stdout)

    assert document["event"] == plan.id
    assert document["bytes"] == len(file.read_bytes())
    assert document["standings"]["table"]["rows"][0]["name"] == "steady"
    assert document["faults"] == [{"bot": HOSTILE, "kind": "crash", "count": 1}]


class _Onlooker:
    """Sees nothing, stops nothing."""

    def begins(self, round_: object, missing: int) -> None:
        pass

    def counted(self, pages: object) -> bool:  # noqa: ARG002
        return False

    def wants(self, left: int) -> int:
        return left

    def waits(self, reason: str, seconds: float) -> None:
        pass

    def removes(self, name: str, reason: str) -> None:
        pass

    def notes(self, text: str) -> None:
        pass


def test_a_knockout_is_won_by_its_own_rules(tmp_path: Path) -> None:
    plan = Plan(
        game="uno",
        rules="jedna",
        seats=2,
        entrants=tuple(Entrant(name=f"bot-{number}", bot="simple") for number in range(4)),
        seed="cup",
        schedule=Schedule(format="knockout", blocks=3),
    )
    path = tmp_path / "cup.db"
    keep(path, plan, [])
    with Journal.open(str(path)) as journal:
        workers = ThisProcess()
        Runner(plan, journal, workers, _Onlooker()).run()
        workers.close()
        placed = placings(plan, journal.results(plan.id))

    run("--db", path, "-o", tmp_path / "cup.html")

    said = Reader((tmp_path / "cup.html").read_text(encoding="utf-8"))
    assert placed is not None
    winner = plan.entrants[placed[0].entrant].name
    assert any(text.startswith(f"{winner} won the knockout") for text in said.said("p"))
    assert "Result of the knockout" in said.said("h3")
    assert any("goes by the round reached; the standings" in text for text in said.said("p"))


def test_an_unknown_event_is_named(event: tuple[Path, Plan]) -> None:
    assert "'nosuch'" in run("nosuch", "--db", event[0], code=2).output


@pytest.mark.parametrize("unit", [Unit.SCORE, Unit.BIG_BLINDS])
def test_an_event_without_faults_or_times_says_so(unit: Unit) -> None:
    written = page(invented(4, 300, unit), {})

    Reader(written)
    assert "Nobody committed one" in written
    assert "No times were taken" in written


@pytest.mark.parametrize("blocks", [0, 1, 2])
def test_an_event_that_has_hardly_begun_has_a_page(blocks: int) -> None:
    summary = invented(2, 2)
    summary = replace(
        summary,
        results=Results(summary.results.names, Unit.SCORE, summary.results.rows[: 2 * blocks]),
    )

    Reader(page(summary, {}))


def test_the_page_of_five_hundred_bots_stays_below_five_megabytes() -> None:
    written = page(invented(500, 20_000), {})

    assert len(written.encode()) < 5_000_000
    assert "The best 100 bots. Each cell" in written


@pytest.mark.slow
def test_a_million_games_of_thirty_bots_are_a_small_page() -> None:
    written = page(invented(30, 500_000), {})

    assert len(written.encode()) < 600_000


def test_the_page_is_the_same_on_every_run() -> None:
    assert page(invented(3, 50), {}) == page(invented(3, 50), {})


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (3.2e-7, "0.32 µs"), (1.5e-3, "1.50 ms"), (0.0123, "12.3 ms"), (12.0, "12.0 s")],
)
def test_times_have_three_digits(value: float, text: str) -> None:
    assert seconds(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(12.34, "+12.3"), (-12.36, "\N{MINUS SIGN}12.4"), (-0.01, "0.0")]
)
def test_amounts_have_their_sign(value: float, text: str) -> None:
    assert signed(value) == text


@pytest.mark.parametrize(
    "scale",
    [
        *(Scale(0, 1), Scale(-0.031, 0.027), Scale(-900, 12_000), Scale(0.4999, 0.5001)),
        *(log_scale(1, 7), log_scale(1, 1_000_000), log_scale(37, 500)),
    ],
    ids=str,
)
def test_ticks_are_few_and_within_the_axis(scale: Scale) -> None:
    ticks = scale.ticks(5)

    assert 1 <= len(ticks) <= 7
    assert all(scale.low - 1e-9 <= tick <= scale.high + 1e-9 for tick in ticks)
    assert ticks == sorted(set(ticks))


def test_one_fault_is_counted_in_the_singular() -> None:
    assert there_were(1, "fault") == "There was 1 fault"
    assert there_were(1200, "fault") == "There were 1,200 faults"
