"""Events on the page: the list, one event, a bot; the numbers are those of the commands."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from axe import violations
from browser_rig import Browsing, Theme, fits, page_server
from serve_rig import Running
from tournament_rig import Tournament, slow_bot, standings_of

pytestmark = pytest.mark.slow

# Names and what they would do to a careless page.
HOSTILE: Final = (
    "<img src=x onerror=boom()>",
    "\u05e9\u05dc\u05d5\u05dd \U0001f0cf",
    "&lt;b&gt; 'x' %2F ../..",
    "a/b?c#d",
)
SEED: Final = "told-at-the-end"


class Played:
    """A server whose journal has a finished event."""

    def __init__(self, server: Running, db: Path, event: str) -> None:
        self.server = server
        self.db = db
        self.event = event
        self.url = f"{server.http}/event/{event}"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    folder = tmp_path_factory.mktemp("events")
    db = folder / "pitboss.db"
    quick = slow_bot(folder, "quick", 0)
    faulty = folder / "faulty.py"
    faulty.write_text(_FAULTY, encoding="utf-8")
    bots = [
        *(f"bot=simple name={_quoted(name)}" for name in HOSTILE),
        "random",
        quick,
        f"cmd='python3 {faulty}' name=faulty",
    ]
    options = ("--game", "jedna", "-n", "8", "--seed", SEED, "--name", "<b>Friday</b> & co")
    tournament = Tournament(db, bots, *options)
    tournament.start()
    try:
        tournament.wait(300)
    finally:
        tournament.kill()
    with page_server(folder) as server:
        yield Played(server, db, str(standings_of("last", db)["event"]))


# Now and then it says what nobody understands, and mutters.
_FAULTY: Final = """\
import json
import sys

turns = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "game_end":
        break
    if message["type"] != "request_action":
        continue
    turns += 1
    state = message["state"]
    if turns % 5 == 0:
        print("<script>muttering</script>", file=sys.stderr, flush=True)
        print("{<i>no json", flush=True)
    elif state["playable_cards"]:
        card = state["playable_cards"][0]
        answer = {"action": "play", "card": card}
        if card[0] == "w":
            answer["wild_color"] = "red"
        print(json.dumps(answer), flush=True)
    else:
        action = "draw" if "draw" in state["available_actions"] else "pass"
        print(json.dumps({"action": action}), flush=True)
"""


def _quoted(name: str) -> str:
    return '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _percent(value: float) -> str:
    return f"{100 * value:.1f}"


def test_standings_are_those_of_the_command(browser: Browsing, played: Played) -> None:
    page = browser.open(played.url)
    page.locator(".standings tbody tr").first.wait_for()

    shown = [
        [" ".join(cell.split()) for cell in row.locator("th, td:not(.strip)").all_inner_texts()]
        for row in page.locator("standings-table tbody tr").all()
    ]

    rows = standings_of(played.event, played.db)["standings"]["table"]["rows"]
    assert shown == [
        [
            f"{row['rank']}{'=' if row['tied'] else ''}",
            " ".join(row["name"].split()),
            (
                f"{_percent(row['payoff']['estimate'])}% {_percent(row['payoff']['low'])} to "
                f"{_percent(row['payoff']['high'])}%"
            ),
            f"{row['rating']:.0f}",
            f"{row['wins']:g}",
            f"{row['games']:,}",
            f"{row['faults']:,}" if row["faults"] else "",
        ]
        for row in rows
    ]


def test_names_from_outside_are_only_ever_text(browser: Browsing, played: Played) -> None:
    page = browser.open(f"{played.server.http}/events")
    page.get_by_role("link", name="<b>Friday</b> & co").click()
    page.get_by_role("heading", level=1, name="<b>Friday</b> & co").wait_for()
    page.locator(".chart-part").first.wait_for()

    for name in HOSTILE:
        page.locator("standings-table").get_by_role("link", name=name, exact=True).click()
        page.get_by_role("heading", level=1, name=name, exact=True).wait_for()
        assert page.locator("main img, main script, main b b").count() == 0
        page.go_back()
        page.locator("standings-table tbody tr").first.wait_for()


def test_a_bots_page_has_its_faults_with_lines_and_stderr(
    browser: Browsing, played: Played
) -> None:
    page = browser.open(f"{played.url}/bot/faulty")
    faults = page.get_by_role("region", name="Faults")
    faults.get_by_role("heading", name=re.compile("malformed")).wait_for()

    for closed in faults.locator("details").all():
        closed.locator("summary").click()

    assert faults.get_by_text("{<i>no json").first.is_visible()
    assert faults.get_by_text("<script>muttering</script>").first.is_visible()
    assert page.get_by_role("region", name="By opponent").locator("tbody tr").count() == 6
    assert page.get_by_role("region", name="By seat").locator("tbody tr").count() == 2
    assert page.get_by_role("region", name="Style").get_by_text("cards drawn").is_visible()
    lost = page.get_by_role("region", name="Games it lost").get_by_role("link").first
    lost.click()
    page.wait_for_url("**/game/*")


def test_who_beats_whom_is_a_table_that_scrolls_beside_its_names(
    browser: Browsing, played: Played
) -> None:
    page = browser.open(played.url, size="phone")
    cross = page.locator("cross-table")
    cross.locator("tbody tr").first.wait_for()
    first = cross.locator("tbody th").first
    before = first.bounding_box()

    cross.locator(".scroll").evaluate("element => element.scrollTo(200, 0)")
    after = first.bounding_box()

    assert before is not None
    assert after is not None
    assert before["x"] == after["x"]
    assert cross.locator("tbody tr").count() == 7
    assert cross.get_by_role("rowheader", name=HOSTILE[0]).count() == 1


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "laptop"])
@pytest.mark.parametrize("view", ["events", "event", "bot", "projector", "organise"])
def test_views_fit_and_are_accessible(
    browser: Browsing, played: Played, node_modules: Path, view: str, size: Any, theme: Theme
) -> None:
    address, there = {
        "events": (f"{played.server.http}/events", ".event-card"),
        "event": (played.url, ".chart-part"),
        "bot": (f"{played.url}/bot/faulty", ".fault-note"),
        "projector": (f"{played.url}/projector", "uno-table"),
        "organise": (f"{played.server.http}/organise", ".knob"),
    }[view]
    # What is on its way from one colour to another has neither.
    page = browser.open(address, size=size, theme=theme, reduced_motion="reduce")
    page.locator(there).first.wait_for(state="attached")
    for closed in page.locator("main details").all():
        closed.evaluate("element => { element.open = true }")

    assert fits(page) == []
    assert violations(page, node_modules) == []
