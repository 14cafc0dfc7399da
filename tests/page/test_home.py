"""The home page: one click plays, live tables move, commands are copied, and nothing is cut."""

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.request import urlopen

import pytest
from axe import violations
from browser_rig import Browsing, Size, Theme, fits
from serve_rig import Running
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

pytestmark = pytest.mark.slow

# HTML, a terminal's escape, right-to-left marks, a long word, emoji. A name has 32 characters.
HOSTILE = "<img src=x onerror=alert(1)>"
# To so many points that no game ends while somebody looks.
SEATS = {"game": "official,target=100000", "seats": 2, "house": ["simple"]}
# Seconds for a move, of which a player has 30: what is looked at closely stands still.
STILL = 25.0


@contextmanager
def table(server: Running, name: str, *, player: str = "red", pause: float = 0.1) -> Iterator[None]:
    """A table at which somebody plays slowly, on and on; it has begun."""
    stop, seated = Event(), Event()

    def sit() -> None:
        with suppress(WebSocketException, OSError), connect(server.native(name)) as socket:
            socket.send(json.dumps({"type": "join", "name": player, **SEATS}))
            while not stop.is_set():
                message = json.loads(socket.recv())
                if message["type"] == "turn":
                    seated.set()
                    stop.wait(pause)
                    answer = {"turn": message["turn"], "action": message["legal"][-1]}
                    socket.send(json.dumps({"type": "action", **answer}))

    thread = Thread(target=sit)
    thread.start()
    try:
        seated.wait(60)
        yield
    finally:
        stop.set()
        thread.join()


def ask(server: Running, path: str) -> Any:
    with urlopen(server.http + path, timeout=60) as answer:
        return json.load(answer)


def test_one_click_starts_a_game_of_uno_against_a_built_in_bot(
    browser: Browsing, server: Running
) -> None:
    page = browser.open(f"{server.http}/")

    page.get_by_role("button", name="Play").click()
    page.wait_for_url("**/table/*")
    page.locator("uno-table").wait_for()

    running = [one for one in ask(server, "/api/tables")["items"] if one["state"] == "running"]
    assert any(
        one["rules"].startswith("official") and one["players"][1]["name"] == "simple"
        for one in running
    )


def test_what_was_chosen_is_chosen_the_next_time(browser: Browsing, server: Running) -> None:
    page = browser.open(f"{server.http}/")

    page.get_by_role("radio", name="Jedna").check()
    page.get_by_role("radio", name="random").check()
    page.locator("select[name=seats]").select_option("3")
    page.get_by_role("button", name="Play").click()
    page.wait_for_url("**/table/*")
    page.goto(f"{server.http}/")

    assert page.get_by_role("radio", name="Jedna").is_checked()
    assert page.get_by_role("radio", name="random").is_checked()
    assert page.locator("select[name=seats]").input_value() == "3"


def test_a_person_chooses_a_bot_that_plays_the_game_and_its_level(
    browser: Browsing, server: Running
) -> None:
    page = browser.open(f"{server.http}/")
    against = page.get_by_role("group", name="Against")

    page.get_by_role("radio", name="One hand").check()
    assert against.get_by_role("radio", name="counter").count() == 0
    page.get_by_role("radio", name="UNO", exact=True).check()
    against.get_by_role("radio", name="counter").check()
    assert "weighted features" in against.inner_text()
    assert not page.get_by_label("Level").is_visible()
    against.get_by_role("radio", name="master").check()
    assert page.get_by_label("Level").input_value() == "master"
    page.get_by_label("Level").select_option("quick")
    page.get_by_role("button", name="Play").click()
    page.wait_for_url("**/table/*")
    page.locator("uno-table").wait_for()

    name = page.url.rpartition("/")[2]
    players = ask(server, f"/api/tables/{name}")["players"]
    assert players[1]["name"] == "master:quick"
    page.goto(f"{server.http}/")
    assert against.get_by_role("radio", name="master").is_checked()
    assert page.get_by_label("Level").locator("option:checked").inner_text() == "quick"


def test_a_live_table_is_a_link_with_a_picture_that_moves(
    browser: Browsing, server: Running
) -> None:
    with table(server, "moves", player=HOSTILE):
        page = browser.open(f"{server.http}/")
        tile = page.locator("li.live-tile", has=page.locator("a[href='/table/moves']"))
        picture = tile.locator("uno-table")
        picture.locator(".card").first.wait_for()
        before = picture.inner_html()
        page.wait_for_function(
            "before => document.querySelector('a[href=\"/table/moves\"] uno-table').innerHTML"
            " !== before",
            arg=before,
        )

        assert HOSTILE in tile.inner_text()
        assert page.locator("main img").count() == 0

        tile.get_by_role("link").click()
        page.wait_for_url("**/table/moves")


def test_six_tables_at_most_are_watched_at_once_and_none_after_leaving(
    browser: Browsing, server: Running
) -> None:
    page = browser.visitor(size="projector").new_page()
    sockets: list[Any] = []
    page.on("websocket", lambda socket: sockets.append(socket))

    def watched() -> int:
        return sum(not socket.is_closed() for socket in sockets)

    def wait_for(wanted: int) -> None:
        until = time.monotonic() + 60
        while watched() != wanted:
            assert time.monotonic() < until, f"{watched()} tables are watched"
            page.wait_for_timeout(100)

    with ExitStack() as seats:
        for number in range(8):
            seats.enter_context(table(server, f"many-{number}", pause=0.5))
        page.goto(f"{server.http}/")
        page.locator("li.live-tile uno-table .card").first.wait_for()
        wait_for(6)
        most = 0
        for _ in range(30):
            page.wait_for_timeout(100)
            most = max(most, watched())
        page.get_by_role("link", name="Events", exact=True).click()
        page.wait_for_url("**/events")
        wait_for(0)

    assert most == 6


def test_the_command_to_connect_a_bot_is_copied_by_one_click(
    browser: Browsing, server: Running
) -> None:
    context = browser.visitor(permissions=["clipboard-read", "clipboard-write"])
    page = context.new_page()
    page.goto(f"{server.http}/")

    page.locator(".connect-table input").fill("sunday")
    page.get_by_role("button", name="Copy: pitboss join").click()
    page.get_by_text("Copied").wait_for()
    native = page.evaluate("navigator.clipboard.readText()")
    page.get_by_role("tab", name="AlgoPoker").click()
    poker = page.locator("#connect-panel code").first.inner_text()

    ws = server.http.replace("http", "ws")
    assert native == f"pitboss join {ws}/ws/sunday -- python3 my_bot.py"
    assert poker == f"{server.poker}/sunday"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "laptop", "projector"])
def test_it_fits_and_can_be_used_by_everybody(
    browser: Browsing, server: Running, node_modules: Path, size: Size, theme: Theme
) -> None:
    with table(server, f"seen-{size}-{theme}", player="W" * 32, pause=STILL):
        page = browser.open(f"{server.http}/", size=size, theme=theme)
        # A table is shown once it is in sight, and on a phone it is further down.
        page.locator("li.live-tile").first.scroll_into_view_if_needed()
        page.locator("li.live-tile uno-table .card").first.wait_for()
        page.get_by_text("More choices").click()

        assert fits(page) == []
        assert violations(page, node_modules) == []
