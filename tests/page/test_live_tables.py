"""Live tables in the browser: coming in, waiting, watching, coming back, hostile names."""

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from axe import violations
from browser_rig import THEMES, Browsing, Theme, fits, page_server
from relay import relay_to
from serve_rig import Running
from uno_clicks import click_once, next_step, order_at, play_moves, play_out
from websockets.sync.client import ClientConnection, connect

pytestmark = pytest.mark.slow

TWO = {"game": "official,target=0", "seats": 2}


@contextmanager
def bot_at(server: Running, table: str, name: str, **order: Any) -> Iterator[ClientConnection]:
    """A program at a table, over a socket of its own."""
    with connect(server.native(table)) as socket:
        socket.send(json.dumps({"type": "join", "name": name, **order}))
        # Only then does everybody know that it is there.
        socket.recv(timeout=60)
        yield socket


def waits(page: Any) -> None:
    """The page waits for other players."""
    page.get_by_role("heading", name="Waiting for").wait_for()


def test_two_browsers_meet_and_one_that_loses_its_network_goes_on(
    browser: Browsing, tmp_path: Path
) -> None:
    # However long the way back takes, bob's turn waits.
    patient = ("--reconnect-grace", "120", "--action-timeout", "120")
    with page_server(tmp_path, *patient) as server, relay_to(server.http) as relay:
        far = f"http://127.0.0.1:{relay.port}"
        browser.forgive(rf"127\.0\.0\.1:{relay.port}")
        ada, bob = browser.visitor().new_page(), browser.visitor().new_page()
        order_at(ada, server.http, "two", name="ada", **TWO)
        waits(ada)
        bob.goto(f"{far}/table/two")
        bob.get_by_label("Your name").fill("bob")
        bob.get_by_role("button", name="Take a seat").click()
        for page in (ada, bob):
            page.locator("uno-table").wait_for()
        click_some(ada, bob, 4)

        relay.down()
        bob.get_by_text("The connection is lost").wait_for()
        ada.locator(".seat-note[data-note=away]").wait_for()
        # Long enough to try again in vain.
        bob.wait_for_timeout(5000)
        relay.up()
        bob.get_by_text("The connection is lost").wait_for(state="hidden")
        ada.locator(".seat-note[data-note=away]").wait_for(state="hidden")
        click_some(ada, bob, 1000)

        headings = [page.locator(".table-result h2").inner_text() for page in (ada, bob)]
        assert headings.count("You win!") == 1


def click_some(one: Any, other: Any, clicks: int) -> None:
    """Let two people click in turn, so often or until the game is over."""
    for _ in range(clicks):
        if click_once(who_is_asked(one, other)) == "over":
            other.locator(".table-result h2").wait_for()
            one.locator(".table-result h2").wait_for()
            return


def who_is_asked(one: Any, other: Any) -> Any:
    """Wait until one of two people can click something."""
    until = monotonic() + 60
    while monotonic() < until:
        for page in (one, other):
            if next_step(page):
                return page
        one.wait_for_timeout(30)
    raise AssertionError("neither could click anything")


def test_two_people_meet_again_by_playing_again(browser: Browsing, server: Running) -> None:
    ada, bob = browser.visitor().new_page(), browser.visitor().new_page()
    order_at(ada, server.http, "rematch", name="ada", **TWO)
    waits(ada)
    bob.goto(f"{server.http}/table/rematch")
    bob.get_by_label("Your name").fill("bob")
    bob.get_by_role("button", name="Take a seat").click()
    ada.locator("uno-table").wait_for()
    click_some(ada, bob, 1000)

    ada.get_by_role("button", name="Play again").click()
    waits(ada)
    bob.get_by_role("button", name="Play again").click()

    for page in (ada, bob):
        page.locator("uno-table .mine .hand-card").first.wait_for()
        assert page.locator(".table-result").is_hidden()


def test_a_reload_in_the_middle_keeps_seat_and_position(browser: Browsing, server: Running) -> None:
    page = browser.visitor().new_page()
    order_at(page, server.http, "reload", name="ada", house=["simple"], **TWO)
    play_moves(page, 3)
    page.locator(".mine.turn .action[aria-disabled=false]").first.wait_for()
    before = position_of(page)

    page.reload()
    page.locator(".mine.turn .action[aria-disabled=false]").first.wait_for()

    assert position_of(page) == before
    assert page.locator(".log li").count() > 3
    play_out(page)


def position_of(page: Any) -> list[str]:
    shown: list[str] = page.evaluate(
        "() => [...document.querySelectorAll("
        "'.hand-card svg, .discard-card:last-child svg, .seat-count')]"
        ".map((one) => one.getAttribute('aria-label') ?? one.textContent)"
    )
    return shown


def test_who_watches_late_sees_the_table_and_what_happened(
    browser: Browsing, server: Running
) -> None:
    ada = browser.visitor().new_page()
    order_at(ada, server.http, "late", name="ada", house=["simple"], **TWO)
    play_moves(ada, 4)
    while "ada plays" not in ada.locator(".log").inner_text():
        play_moves(ada, 1)

    watcher = browser.open(f"{server.http}/table/late")
    watcher.locator("uno-table .seat").first.wait_for()

    top = ".discard-card:last-child svg"
    assert watcher.locator(top).get_attribute("aria-label") == ada.locator(top).get_attribute(
        "aria-label"
    )
    assert watcher.locator(".hand-card:visible, .action:visible").count() == 0
    assert "ada plays" in watcher.locator(".log").inner_text()
    assert watcher.locator(".fan .uno-card").count() == 0
    play_out(ada)
    watcher.get_by_role("button", name="Watch the next game").wait_for()


def test_a_reload_in_the_waiting_room_waits_on(browser: Browsing, server: Running) -> None:
    page = browser.visitor().new_page()
    order_at(page, server.http, "patience", name="ada", **TWO)
    waits(page)

    page.reload()

    waits(page)
    assert page.locator(".room-seats li").all_inner_texts()[0].startswith("ada")


def test_the_organiser_sees_all_cards(browser: Browsing, tmp_path: Path) -> None:
    with page_server(tmp_path, "--organiser-token", "boss") as server:
        ada = browser.visitor().new_page()
        order_at(ada, server.http, "open", name="ada", house=["simple"], **TWO)
        ada.locator(".mine.turn").wait_for()

        boss = browser.open(f"{server.http}/table/open#token=boss")
        boss.locator("uno-table .seat.open").first.wait_for()

        mine = ada.locator(".hand-card svg").evaluate_all("all => all.map((one) => one.ariaLabel)")
        shown = boss.locator(".seat").first.locator(".fan svg[role=img]")
        assert shown.evaluate_all("all => all.map((one) => one.ariaLabel)") == mine


def test_nobody_is_there_so_a_table_is_opened(browser: Browsing, server: Running) -> None:
    page = browser.open(f"{server.http}/table/fresh")
    page.get_by_label("Your name").fill("ada")
    page.locator("select[name=game]").select_option("jedna")
    page.locator("select[name=seats]").select_option("3")
    page.locator("select[name=bots]").select_option("2")

    page.get_by_role("button", name="Open the table").click()
    page.locator("uno-table .mine .hand-card").first.wait_for()

    assert page.locator(".seats .seat").count() == 2
    assert "Jedna" in page.locator(".table-head").inner_text()


def test_a_bot_takes_the_seat_that_waits_for_it(browser: Browsing, server: Running) -> None:
    page = browser.visitor().new_page()
    order_at(page, server.http, "guest", name="ada", **TWO)
    waits(page)
    assert "/ws/guest -- python3" in page.locator(".table-invite").inner_text()
    assert f"{server.http}/table/guest" in page.locator(".table-invite").inner_text()

    with bot_at(server, "guest", "robot"):
        page.locator("uno-table .mine .hand-card").first.wait_for()
        page.locator(".players").get_by_text("native").wait_for()
        assert page.locator(".seat-name").first.inner_text() == "robot"
    page.locator(".players .chip", has_text="away").wait_for()


def test_a_fault_is_told_as_it_happens(browser: Browsing, server: Running) -> None:
    with bot_at(server, "faulty", "robot", **TWO) as bot:
        page = browser.open(f"{server.http}/table/faulty")
        page.get_by_label("Your name").fill("ada")
        page.get_by_role("button", name="Take a seat").click()
        page.locator("uno-table").wait_for()
        # Whoever came first begins, unless the first card decides otherwise.
        turn = next_turn(bot, page)
        bot.send(json.dumps({"type": "action", "turn": turn, "action": "nonsense"}))

        page.locator(".log .fault").wait_for()

        assert page.locator(".log .fault").inner_text().startswith("robot: ")
        assert (
            page.locator(".players li", has_text="robot").locator(".chip").inner_text() == "1 fault"
        )


def next_turn(bot: ClientConnection, page: Any) -> int:
    """The number of the bot's next turn; the person plays until then."""
    while True:
        try:
            message = json.loads(bot.recv(timeout=0.3))
        except TimeoutError:
            if next_step(page):
                click_once(page)
            continue
        if message["type"] == "turn":
            return int(message["turn"])


HOSTILE = [
    "<img src=x onerror=alert(1)>",
    "</script><b>bold</b>",
    "اسم من اليمين إلى اليسار",
    "👩‍👩‍👧‍👦 family 🃏" if "👩‍👩‍👧‍👦".isprintable() else "🦊🃏 fox",
    "w" * 32,
]


@pytest.mark.parametrize("theme", THEMES)
def test_hostile_names_are_only_text(
    browser: Browsing, server: Running, node_modules: Path, theme: Theme
) -> None:
    table = f"hostile-{theme}"
    page = browser.visitor(size="phone", theme=theme).new_page()
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    order_at(page, server.http, table, name="ada", game="jedna", seats=1 + len(HOSTILE))
    waits(page)

    with ExitStack() as bots:
        for name in HOSTILE:
            bots.enter_context(bot_at(server, table, name))
            page.locator(".table-main").get_by_text(name, exact=True).first.wait_for()
            assert fits(page) == []
        page.locator("uno-table .mine .hand-card").first.wait_for()

        names = page.locator(".seat-name").all_inner_texts()
        assert [name for name in HOSTILE if name not in names] == []
        assert page.locator(".table-view b, .table-view img").locator("visible=true").count() == 1
        assert fits(page) == []
        assert violations(page, node_modules) == []


def test_a_name_that_the_server_refuses_can_be_changed(browser: Browsing, server: Running) -> None:
    page = browser.visitor().new_page()
    order_at(page, server.http, "marks", name="a\u202eb\x1b[31m", **TWO)

    page.locator("#main").get_by_text("printable characters").wait_for()
    page.get_by_role("button", name="Try again").click()
    page.get_by_label("Your name").fill("ada")
    page.get_by_role("button", name="Open the table").click()

    waits(page)


@pytest.mark.parametrize("theme", THEMES)
def test_rooms_and_forms_shut_nobody_out(
    browser: Browsing, server: Running, node_modules: Path, theme: Theme
) -> None:
    form = browser.open(f"{server.http}/table/empty-{theme}", theme=theme)
    form.get_by_role("button", name="Open the table").wait_for()
    assert violations(form, node_modules) == []

    form.get_by_role("button", name="Open the table").click()
    waits(form)
    assert violations(form, node_modules) == []

    guest = browser.open(f"{server.http}/table/empty-{theme}", theme=theme, size="phone")
    guest.get_by_role("button", name="Take a seat").wait_for()
    assert fits(guest) == []
    assert violations(guest, node_modules) == []
