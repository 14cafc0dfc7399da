"""Whole games of the UNO family in the browser, through clicks alone."""

from pathlib import Path

import pytest
from axe import violations
from browser_rig import THEMES, Browsing, Theme, fits, settle
from serve_rig import Running, serving
from uno_clicks import click_once, order_at, play_moves, play_out, wait_for_step

pytestmark = pytest.mark.slow

FIXED_SEED = Path(__file__).parents[1] / "golden" / "fixed_seed"
DRAW_CARDS = ":is([data-card$='+2'], [data-card='wd4'])"


def test_one_click_on_the_home_page_begins_a_game_that_clicks_alone_finish(
    browser: Browsing, server: Running
) -> None:
    page = browser.open(f"{server.http}/")

    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/table/*")
    play_out(page)

    result = page.get_by_role("region", name="The result")
    assert "win" in result.get_by_role("heading").inner_text()
    assert result.get_by_role("link", name="Replay").get_attribute("href")
    assert page.locator(".hand-card[aria-disabled=false]").count() == 0


def test_play_again_deals_the_same_game_with_one_click(browser: Browsing, server: Running) -> None:
    page = browser.visitor().new_page()
    order_at(page, server.http, "again", name="ada", game="uno-online", seats=2, house=["simple"])
    play_out(page)
    first = page.get_by_role("link", name="Replay").get_attribute("href")

    page.get_by_role("button", name="Play again").click()
    page.locator(".table-result").wait_for(state="hidden")
    play_out(page)

    assert page.get_by_role("link", name="Replay").get_attribute("href") != first
    assert "UNO, online rules" in page.locator(".table-head").inner_text()


def test_a_three_seat_game_of_jedna_has_a_war(browser: Browsing) -> None:
    stacks: list[int] = []
    with serving(PYTHONPATH=str(FIXED_SEED)) as server:
        page = browser.visitor().new_page()
        house = ["simple", "simple"]
        order_at(page, server.http, "war", name="ada", game="jedna-reference", seats=3, house=house)

        def look() -> None:
            due = page.locator(".due").inner_text() if page.locator(".due:visible").count() else ""
            stacks.append(int(due or 0))

        play_out(page, prefer=DRAW_CARDS, seen=look)
        log = page.locator(".log").inner_text()

    assert max(stacks) >= 4
    assert "takes" in log


@pytest.mark.parametrize("theme", THEMES)
def test_a_game_on_a_phone_fits_and_shuts_nobody_out(
    browser: Browsing, server: Running, node_modules: Path, theme: Theme
) -> None:
    page = browser.visitor(size="phone", theme=theme).new_page()
    table = f"phone-{theme}"
    house = ["simple", "simple", "simple"]
    order_at(page, server.http, table, name="ada", game="official,target=0", seats=4, house=house)
    play_moves(page, 3)
    page.locator(".mine.turn").wait_for()
    # A card on its way is smaller.
    settle(page)

    narrow = page.evaluate(
        "() => [...document.querySelectorAll('.action, .hand-card')].filter((one) => {"
        " const box = one.getBoundingClientRect(); return box.width < 44 || box.height < 44; })"
        ".map((one) => one.outerHTML.slice(0, 80))"
    )
    assert narrow == []
    assert fits(page) == []
    assert violations(page, node_modules) == []
    play_out(page)
    assert fits(page) == []
    assert violations(page, node_modules) == []


@pytest.mark.parametrize("theme", THEMES)
def test_a_full_table_shuts_nobody_out(
    browser: Browsing, server: Running, node_modules: Path, theme: Theme
) -> None:
    page = browser.visitor(theme=theme).new_page()
    order_at(
        page,
        server.http,
        f"full-{theme}",
        name="ada",
        game="official",
        seats=10,
        house=["simple"] * 9,
    )
    play_moves(page, 1)
    page.locator(".mine.turn").wait_for()

    assert page.locator(".seats .seat").count() == 9
    assert fits(page) == []
    assert violations(page, node_modules) == []


def test_keys_alone_play_a_game(browser: Browsing, server: Running) -> None:
    page = browser.visitor().new_page()
    order_at(
        page, server.http, "keys", name="ada", game="official,target=0", seats=2, house=["simple"]
    )
    keys = {"draw": "d", "pass": "p", "uno": "u", "catch": "c", "challenge": "h"}

    for _ in range(400):
        step = wait_for_step(page)
        if step == "over":
            break
        if step == "colour":
            page.keyboard.press("b")
        elif step == "card":
            # From wherever one is, the arrows lead to a card that plays.
            page.evaluate("document.activeElement.blur()")
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
        elif step:
            button = page.locator(".action[aria-disabled=false]").last
            page.keyboard.press(keys[button.get_attribute("data-key") or ""])

    assert page.get_by_role("button", name="Play again").is_visible()


def test_the_focus_stays_where_it_is_when_others_move(browser: Browsing, server: Running) -> None:
    page = browser.visitor().new_page()
    house = ["simple", "simple"]
    order_at(page, server.http, "focus", name="ada", game="jedna", seats=3, house=house, pace=0.2)
    draw = page.locator(".mine.turn .action.draw[aria-disabled=false]")
    # Who has to take cards may not draw.
    wait_for_step(page)
    while not draw.count():
        play_moves(page, 1)
    page.locator(".hand-card").first.focus()
    card = page.evaluate("document.activeElement.dataset.card")

    page.keyboard.press("d")
    page.locator(".action.pass[aria-disabled=false]").wait_for()
    told = page.locator(".log li").count()
    page.keyboard.press("p")
    # From here on nothing can be clicked, until the others have moved.
    wait_for_step(page)

    moves = page.locator(".log li").all_inner_texts()[told:]
    assert any(move.startswith("simple") for move in moves)
    assert page.evaluate("document.activeElement.dataset.card") == card


def test_a_wild_can_be_put_back_before_its_colour_is_named(
    browser: Browsing, server: Running
) -> None:
    page = browser.visitor().new_page()
    # Ten cards each, so that a wild soon comes.
    game = "uno-online,hand_size=10"
    order_at(page, server.http, "wild", name="ada", game=game, seats=2, house=["simple"])
    wild = page.locator(".hand-card[aria-disabled=false]:is([data-card=w], [data-card=wd4])")
    wait_for_step(page)
    while not wild.count():
        if click_once(page, prefer=":not([data-card^=w])") == "over":
            page.get_by_role("button", name="Play again").click()
            page.locator(".table-result").wait_for(state="hidden")
        wait_for_step(page)

    def escape() -> None:
        page.keyboard.press("Escape")

    for put_back in (page.get_by_role("button", name="Cancel").click, escape):
        wild.first.click()
        assert page.locator(".prompt").inner_text() == "Choose a colour"
        put_back()
        assert page.locator(".picker").is_hidden()
        assert page.locator("uno-table.picking").count() == 0
    wild.first.click()
    page.keyboard.press("g")

    page.locator(".log li:has-text('ada plays') .told-g").last.wait_for()
