"""The projector: an event that another process plays, whatever happens to that or to the server."""

import random
import re
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from browser_rig import Browsing, page_server
from tournament_rig import Tournament, hurry, slow_bot, standings_of, wait_until

pytestmark = pytest.mark.slow

SEED = "told-to-nobody-before-the-end-5309"


@pytest.fixture
def tournament(tmp_path: Path) -> Iterator[Tournament]:
    bots = [slow_bot(tmp_path, "turtle"), slow_bot(tmp_path, "snail"), "simple", "random"]
    options = ("--game", "jedna", "-n", "6", "--seed", SEED, "--name", "Friday night")
    running = Tournament(tmp_path / "pitboss.db", bots, *options)
    yield running
    running.kill()


def free_port() -> int:
    """A port for two servers, one after the other.

    None of those that the system gives to whoever wants any: nobody takes it between the two.
    """
    while True:
        port = random.randrange(20_000, 32_000)
        with socket.socket() as found, suppress(OSError):
            found.bind(("127.0.0.1", port))
            return port


def event_of(http: str) -> dict[str, Any] | None:
    items = httpx.get(f"{http}/api/events", timeout=60).json()["items"]
    return items[0] if items else None


def games_on(page: Any) -> int:
    found = re.match(r"[\d,]+", page.locator(".played").inner_text())
    return int(found[0].replace(",", "")) if found else 0


def test_the_projector_survives_that_the_runner_is_killed_and_resumed(
    browser: Browsing, tmp_path: Path, tournament: Tournament
) -> None:
    received: list[tuple[str, str]] = []

    def keep(response: Any) -> None:
        received.append((response.url, response.text()))

    with page_server(tmp_path) as server:
        tournament.start()
        wait_until(lambda: event_of(server.http))
        event = event_of(server.http)
        assert event is not None
        page = browser.visitor(size="projector").new_page()
        page.on("requestfinished", lambda request: keep(request.response()))
        page.goto(f"{server.http}/event/{event['id']}/projector")
        page.get_by_role("heading", name="Friday night").wait_for()
        wait_until(lambda: games_on(page) > 0)

        tournament.kill()
        page.wait_for_timeout(2500)
        seen = games_on(page)
        tournament.start()
        wait_until(lambda: games_on(page) > seen)
        before = list(received)
        assert tournament.is_running
        hurry(tmp_path)
        tournament.wait()
        page.get_by_text("Final standings").wait_for()
        page.wait_for_timeout(500)
        page.get_by_text(f"Seed: {SEED}").wait_for()
        lines = page.locator(".ranking li").all_inner_texts()

    assert 0 < seen < 36
    board = standings_of(event["id"], tmp_path / "pitboss.db")["standings"]["table"]["rows"]
    assert [line.split() for line in lines] == [
        [
            f"{row['rank']}{'=' if row['tied'] else ''}",
            row["name"],
            f"{100 * row['payoff']['estimate']:.1f}%",
        ]
        for row in board
    ]
    assert any("/standings" in url for url, _ in before)
    assert any("/steps" in url for url, _ in before)
    assert [url for url, body in before if SEED in body or '"seed":"' in body] == []


def test_standings_are_called_final_only_when_all_games_are_in_them(
    browser: Browsing, tmp_path: Path
) -> None:
    quick = Tournament(tmp_path / "pitboss.db", ["simple", "random"], "--game", "jedna", "-n", "6")
    quick.start()
    quick.wait()
    lags = True

    def answer(route: Any) -> None:
        response = route.fetch()
        standings = response.json()
        if lags:
            standings["games"] -= 2
            standings["version"] -= 1
        route.fulfill(response=response, json=standings)

    with page_server(tmp_path) as server:
        event = event_of(server.http)
        assert event is not None
        page = browser.visitor(size="projector").new_page()
        page.route("**/standings", answer)
        page.goto(f"{server.http}/event/{event['id']}/projector")
        page.locator(".ranking li").first.wait_for()
        assert page.get_by_text("Final standings").count() == 0
        lags = False

        page.get_by_text("Final standings").wait_for()


def test_the_projector_comes_back_when_the_server_does(
    browser: Browsing, tmp_path: Path, tournament: Tournament
) -> None:
    # However far a request has come when the server goes away.
    browser.forgive("net::ERR_|status 503")
    port = free_port()
    with page_server(tmp_path, "--port", str(port)) as server:
        tournament.start()
        wait_until(lambda: event_of(server.http))
        event = event_of(server.http)
        assert event is not None
        page = browser.open(f"{server.http}/event/{event['id']}/projector", size="projector")
        wait_until(lambda: games_on(page) > 0)
        rows = page.locator(".ranking li").count()
        server.process.kill()
        page.get_by_text("The server is away").wait_for()
        assert page.locator(".ranking li").count() == rows
    hurry(tmp_path)
    tournament.wait()
    with page_server(tmp_path, "--port", str(port)):
        page.get_by_text("Final standings").wait_for()
        wait_until(lambda: games_on(page) == 36)
        assert page.get_by_text("The server is away").count() == 0


def test_a_live_table_is_shown_while_somebody_plays_there(
    browser: Browsing, tmp_path: Path
) -> None:
    bots = Tournament(tmp_path / "pitboss.db", ["simple", "random"], "--game", "jedna", "-n", "4")
    bots.start()
    bots.wait()
    with page_server(tmp_path) as server:
        # So many hands that it is never over by itself.
        game = {"game": "cash,hands=500", "house": ["simple", "random"]}
        wish = {"name": "final", **game, "pace": 1}
        api = httpx.Client(base_url=server.http, timeout=60)
        api.post("/api/tables", json=wish).raise_for_status()
        api.post("/api/tables/final/start").raise_for_status()
        event = event_of(server.http)
        assert event is not None
        projector = f"{server.http}/event/{event['id']}/projector"
        page = browser.open(f"{projector}?table=final", size="projector")

        page.locator("holdem-table").wait_for()
        api.delete("/api/tables/final").raise_for_status()
        page.locator("uno-table").wait_for()
        api.close()
