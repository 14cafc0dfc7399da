"""Organise: the token, tables made, started and closed, events started, stopped and continued."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser_rig import Browsing, fits, page_server
from serve_rig import Running
from tournament_rig import wait_until

pytestmark = pytest.mark.slow


def section(page: Any, name: str) -> Any:
    return page.get_by_role("region", name=name, exact=True)


def test_a_table_is_made_started_and_closed_by_clicks(browser: Browsing, server: Running) -> None:
    page = browser.open(f"{server.http}/organise")
    form = section(page, "Make a table")
    form.get_by_label("Name").fill("friday")
    form.get_by_label("simple").fill("1")
    form.get_by_label("random").fill("1")
    form.get_by_label("Pace of built-in bots").fill("3")

    form.get_by_role("button", name="Make the table").click()
    line = section(page, "Tables").get_by_role("listitem").filter(has_text="friday")
    line.wait_for()
    line.get_by_role("button", name="Start").click()
    line.get_by_text("playing").wait_for()
    line.get_by_role("button", name="Close").click()
    line.wait_for(state="detached")

    assert section(page, "Tables").get_by_text("Nobody plays or waits").is_visible()


def test_an_event_is_started_stopped_and_continued_by_clicks(
    browser: Browsing, server: Running
) -> None:
    page = browser.open(f"{server.http}/organise")
    form = section(page, "Start an event")
    form.get_by_label("Name").fill("From the form")
    form.get_by_label("Games in a meeting").fill("400000")

    form.get_by_role("button", name="Start the event").click()
    line = section(page, "Events").get_by_role("listitem").filter(has_text="From the form")
    line.get_by_text("running").wait_for()
    line.get_by_role("button", name="Stop").click()
    line.get_by_text("stopped", exact=True).wait_for()
    stopped = games_in(line)
    line.get_by_role("button", name="Continue").click()
    line.get_by_text("running").wait_for()
    wait_until(lambda: games_in(line) > stopped)
    line.get_by_role("button", name="Stop").click()
    line.get_by_text("stopped", exact=True).wait_for()

    assert stopped < 2_400_000


def games_in(line: Any) -> int:
    found = re.search(r"([\d,]+) of [\d,]+ games", line.inner_text())
    assert found is not None
    return int(found[1].replace(",", ""))


def test_a_tournaments_file_starts_an_event_and_its_errors_name_the_line(
    browser: Browsing, server: Running
) -> None:
    browser.forgive("status 400|status of 400")
    page = browser.open(f"{server.http}/organise")
    form = section(page, "Start an event")
    form.get_by_text("From a tournament's file").click()
    area = form.get_by_label("The file")

    area.fill('name = "By file"\ngame = "jedna"\ngamse = 4\n[[bot]]\nbot = "simple"\ncount = 2\n')
    form.get_by_role("button", name="Start it").click()
    wrong = form.locator("[data-field=toml] .error")
    wrong.get_by_text("gamse").wait_for()
    line = wrong.inner_text()
    area.fill('name = "By file"\ngame = "jedna"\ngames = 4\n[[bot]]\nbot = "simple"\ncount = 2\n')
    form.get_by_role("button", name="Start it").click()
    done = section(page, "Events").get_by_role("listitem").filter(has_text="By file")
    done.get_by_text("finished").wait_for()

    assert ":3" in line


def test_what_is_wrong_is_said_beside_the_field(browser: Browsing, server: Running) -> None:
    browser.forgive("status 400|status of 400")
    page = browser.open(f"{server.http}/organise")
    form = section(page, "Make a table")
    rules = form.get_by_label("Rules", exact=True)

    rules.fill("official,taget=0")
    rules.press("Tab")
    form.locator("[data-field=rules]").get_by_text("'taget'").wait_for()
    rules.fill("official")
    rules.press("Tab")
    form.locator("[data-field=rules] .error:empty").wait_for(state="attached")
    form.get_by_label("Name").fill("not a name!")
    form.get_by_role("button", name="Make the table").click()
    wrong = form.locator("[data-field=name] .error")
    wrong.get_by_text("name").wait_for()

    assert form.get_by_label("Name").get_attribute("aria-invalid") == "true"


def test_knobs_are_turned_one_by_one(browser: Browsing, server: Running) -> None:
    page = browser.open(f"{server.http}/organise")
    form = section(page, "Make a table")
    form.get_by_text("All knobs").click()

    form.get_by_label("seven_zero").select_option("yes")
    form.locator(".knob.turned").wait_for()

    assert form.get_by_label("Rules", exact=True).input_value() == "official,seven_zero=yes"


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[Running]:
    """A server that wants a token even from its own machine: it listens for all."""
    with page_server(tmp_path, "--host", "0.0.0.0", "--organiser-token", "se/cret") as running:
        yield running


def test_the_token_is_asked_for_kept_in_the_tab_and_forgotten(
    browser: Browsing, guarded: Running
) -> None:
    page = browser.open(f"{guarded.http}/organise")
    field = page.get_by_label("Organiser's token")

    field.fill("wrong")
    page.get_by_role("button", name="Go on").click()
    page.get_by_text("That is not the organiser's token.").wait_for()
    field.fill("se/cret")
    page.get_by_role("button", name="Go on").click()
    section(page, "Make a table").wait_for()
    kept = page.evaluate(
        "[sessionStorage.getItem('organiser-token'), JSON.stringify({...localStorage})]"
    )
    page.get_by_role("button", name="Forget the token").click()
    field.wait_for()

    assert kept[0] == "se/cret"
    assert "se/cret" not in kept[1]
    assert page.evaluate("sessionStorage.getItem('organiser-token')") is None


def test_a_token_in_the_fragment_opens_the_page(browser: Browsing, guarded: Running) -> None:
    page = browser.open(f"{guarded.http}/organise#token=se%2Fcret")
    section(page, "Make a table").wait_for()

    assert page.url == f"{guarded.http}/organise"


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_forms_fit_a_phone(browser: Browsing, server: Running, theme: Any) -> None:
    page = browser.open(f"{server.http}/organise", size="phone", theme=theme)
    section(page, "Start an event").wait_for()
    for closed in page.locator("details").all():
        closed.evaluate("element => { element.open = true }")

    assert fits(page) == []
