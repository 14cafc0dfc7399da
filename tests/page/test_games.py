"""The list of games at /games: newest first, chosen by who played where, as long as wanted."""

from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest
from axe import violations
from browser_rig import THEMES, Browsing, Theme, fits
from played_games import HOSTILE, Library, library

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with library(tmp_path_factory.mktemp("journal")) as games:
        games.play_event(
            "jedna", "simple", "random", "-n", "140", "--seed", "many", "--name", "cup"
        )
        games.play_live("friday", "official,target=0")
        games.play_live("monday", "jedna", "Ada")
        yield games


def test_live_games_come_newest_first_and_open_their_replay(
    browser: Browsing, shelf: Library
) -> None:
    page = browser.open(f"{shelf.server.http}/games")
    rows = page.locator(".games-row")
    rows.first.wait_for()

    assert rows.count() == 2
    assert "Ada" in rows.nth(0).inner_text()
    assert HOSTILE in rows.nth(1).inner_text()
    rows.nth(0).click()
    page.locator(".telling-step[aria-current]").wait_for()
    assert "/game/live-" in page.url


def test_games_are_chosen_by_player_table_and_event(browser: Browsing, shelf: Library) -> None:
    page = browser.open(f"{shelf.server.http}/games")
    rows = page.locator(".games-row")
    page.get_by_role("searchbox", name="By").fill("Ada")
    page.get_by_role("button", name="Show").click()
    page.wait_for_url("**/games?bot=Ada")
    rows.first.wait_for()

    assert rows.count() == 1
    page.get_by_role("link", name="Show all").click()
    page.get_by_role("searchbox", name="Table").fill("friday")
    page.get_by_role("searchbox", name="Table").press("Enter")
    page.wait_for_url("**/games?table=friday")
    rows.first.wait_for()
    assert rows.count() == 1
    assert HOSTILE in rows.inner_text()
    page.get_by_label("Played").select_option("in event cup")
    page.wait_for_url("**/games?event=*")
    rows.nth(49).wait_for()
    assert page.get_by_role("searchbox", name="Table").count() == 0


def test_the_list_grows_as_it_is_scrolled(browser: Browsing, shelf: Library) -> None:
    page = browser.open(f"{shelf.server.http}/games?event=cup")
    rows = page.locator(".games-row")
    rows.nth(49).wait_for()

    until = monotonic() + 60
    while rows.count() < 140 and monotonic() < until:
        page.mouse.wheel(0, 4000)
        page.wait_for_timeout(50)

    assert rows.count() == 140
    hrefs = [rows.nth(at).get_attribute("href") for at in range(140)]
    assert len(set(hrefs)) == 140
    page.get_by_text("That is all.").wait_for()


def test_a_choice_that_fits_no_game_says_so(browser: Browsing, shelf: Library) -> None:
    page = browser.open(f"{shelf.server.http}/games?bot=nobody-at-all")

    page.get_by_text("No game is like that.").wait_for()


@pytest.mark.parametrize("theme", THEMES)
def test_nobody_is_kept_out_of_the_list(
    browser: Browsing, shelf: Library, node_modules: Path, theme: Theme
) -> None:
    for size in ("phone", "laptop"):
        page = browser.open(f"{shelf.server.http}/games", size=size, theme=theme)
        page.locator(".games-row").first.wait_for()

        assert violations(page, node_modules) == []
        assert fits(page) == []
        assert page.locator("img").count() == 0
