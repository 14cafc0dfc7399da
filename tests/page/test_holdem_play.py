"""Hold'em at live tables, in a browser: against a built-in bot, against another wire, watched."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
from axe import violations
from browser_rig import Browsing, Size, fits, page_server
from serve_rig import Running

import pitboss

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow

ORGANISER = "the-organisers-word"
BOT = Path(pitboss.__file__).parent / "examples" / "poker_websocket.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("holdem")
    options = ("--lobby-wait", "1", "--action-timeout", "300")
    with page_server(folder, *options, "--organiser-token", ORGANISER) as running:
        yield running


def order(page: "Page", server: Running, table: str, game: str, seats: int, pace: float) -> None:
    """Sit down at a table with built-in bots, as the home page does it."""
    words = {"game": game, "seats": seats, "house": ["simple"] * (seats - 1), "pace": pace}
    page.add_init_script(
        f"sessionStorage.setItem('order:{table}', JSON.stringify({words | {'name': 'ann'}}))"
    )
    page.goto(f"{server.http}/table/{table}")
    page.locator("holdem-table").wait_for()


def await_table(server: Running, table: str) -> None:
    """Wait until somebody is there."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if httpx.get(f"{server.http}/api/tables/{table}", timeout=60).status_code == 200:
            return
        time.sleep(0.1)
    raise AssertionError(f"nobody came to {table}")


# What is to be clicked next: all-in where that is possible. What leads on to the next hand goes
# away by itself after a while, so it is clicked in the moment in which it is seen.
CLICK = """
() => {
  const over = document.querySelector('.table-result:not([hidden])');
  if (over) return 'over';
  const may = (one) => one && one.checkVisibility() && one.getAttribute('aria-disabled') !== 'true';
  const find = (name) => document.querySelector(`holdem-controls ${name}`);
  const all = '.preset:nth-of-type(4):not([aria-pressed=true])';
  if (may(find('.onward'))) {
    find('.onward').click();
    return 'onward';
  }
  return [all, '.raise', '.call'].find((name) => may(find(name))) ?? '';
}
"""


def play_on(page: "Page", most: int = 400) -> int:
    """Click until the game is over; the number of clicks."""
    for clicks in range(most):
        what = page.wait_for_function(CLICK).json_value()
        if what == "over":
            return clicks
        if what != "onward":
            page.locator(f"holdem-controls {what}").click()
    raise AssertionError(f"the game is not over after {most} clicks")


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_a_heads_up_tournament_is_played_to_its_end_by_clicks(
    browser: Browsing, server: Running, size: Size
) -> None:
    page = browser.visitor(size=size).new_page()
    order(page, server, f"duel-{size}", "holdem-tournament", 2, 0)

    clicks = play_on(page)

    assert clicks > 1
    # The hand before may still be shown for a while.
    page.locator("holdem-table .middle").get_by_text("wins the tournament").wait_for()
    places = page.locator("holdem-table .place").all_inner_texts()
    assert sorted(places) == ["1st", "2nd"]
    assert fits(page) == []


def test_an_algopoker_bot_and_a_person_play_at_the_same_table(
    browser: Browsing, server: Running
) -> None:
    url = f"{server.poker}/friday"
    bot = subprocess.Popen([sys.executable, str(BOT), url, "websocket-bot"])
    try:
        page = browser.visitor().new_page()
        await_table(server, "friday")
        page.goto(f"{server.http}/table/friday")
        page.get_by_role("textbox", name="Your name").fill("ann")
        page.get_by_role("button", name="Take a seat").click()
        page.locator("holdem-table").wait_for()

        play_on(page)

        assert bot.wait(timeout=60) == 0
    finally:
        bot.kill()
        bot.wait()
    page.locator("holdem-table .middle").get_by_text("wins the tournament").wait_for()
    assert "websocket-bot" in page.inner_text("holdem-table .seats")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_organiser_sees_nine_hands_and_their_equity(
    browser: Browsing, server: Running, node_modules: Path, theme: str
) -> None:
    player = browser.visitor().new_page()
    table = f"nine-{theme}"
    order(player, server, table, "holdem-tournament", 9, 0.5)
    # Nothing changes while everybody waits for her.
    player.locator("holdem-controls .call:not([aria-disabled=true])").wait_for()
    watcher = browser.open(
        f"{server.http}/table/{table}", theme="dark" if theme == "dark" else "light"
    )
    watcher.locator("holdem-table .plate").first.wait_for()
    organiser = browser.open(f"{server.http}/table/{table}#token={ORGANISER}", size="projector")
    organiser.locator("holdem-table .plate").first.wait_for()
    down = "A card, face down"

    organiser.wait_for_function("() => document.querySelector('.equity:not([hidden])')")
    shares = organiser.locator(".equity:not([hidden])").all_inner_texts()

    # Each of them is rounded.
    assert abs(sum(int(share.rstrip("%")) for share in shares) - 100) <= len(shares) / 2
    assert organiser.get_by_role("img", name=down).count() == 0
    assert watcher.locator(".equity:not([hidden])").count() == 0
    playing = organiser.locator("holdem-table .seat:not(.folded, .out)").count()
    assert len(shares) == playing > 1
    hidden = watcher.locator("holdem-table .hole").get_by_role("img", name=down)
    assert hidden.count() == 2 * playing
    assert player.get_by_role("img", name=down).count() == 2 * (playing - 1)
    assert violations(watcher, node_modules) == []
    assert violations(organiser, node_modules) == []


def test_a_reload_in_the_middle_of_a_hand_brings_the_question_back(
    browser: Browsing, server: Running
) -> None:
    page = browser.visitor().new_page()
    order(page, server, "reload", "holdem", 2, 0)
    call = page.locator("holdem-controls .call:not([aria-disabled=true])")
    call.wait_for()
    before = page.locator("holdem-table .own .hole").inner_html()

    page.reload()
    call.wait_for()

    assert page.locator("holdem-table .own .hole").inner_html() == before
    play_on(page)
