"""What a replay tells besides the moves: faults, the seed, files; and whom it keeps out: nobody."""

import json
import signal
from pathlib import Path
from typing import Any

import pytest
from axe import violations
from browser_rig import THEMES, Browsing, Size, Theme, fits
from played_games import HOSTILE, library, run
from replay_rig import Games, Replay, games, open_replay
from websockets.sync.client import connect

__all__ = ["games"]

pytestmark = pytest.mark.slow


# What else is known of the game


def test_faults_come_with_what_was_sent_and_written(browser: Browsing, games: Games) -> None:
    replay = open_replay(browser, games.url(games.holdem))
    page = replay.page
    fault = page.locator(".replay-fault").first

    fault.get_by_text("What it sent").click()
    assert '"action": "dance"' in fault.locator("pre").first.inner_text()
    fault.get_by_text("What it wrote for its author").click()
    assert "is <b>mine</b>" in fault.locator("pre").last.inner_text()
    fault.get_by_role("link").click()
    assert replay.current.locator(".telling-fault").inner_text().startswith(HOSTILE)


def test_the_seed_is_checked_against_the_promise(browser: Browsing, games: Games) -> None:
    page = open_replay(browser, games.url(games.uno)).page

    verdict = page.locator(".replay-verdict.good")
    verdict.wait_for()
    assert "is what was promised before the first card" in verdict.inner_text()


def test_a_seed_that_was_not_promised_is_found_out(browser: Browsing, games: Games) -> None:
    page = browser.visitor().new_page()

    def falsify(route: Any) -> None:
        answer = route.fetch()
        details = answer.json()
        details["seed"] = str(int(details["seed"]) ^ 1)
        route.fulfill(response=answer, json=details)

    page.route(f"**/api/games/{games.uno}", falsify)
    page.goto(games.url(games.uno))

    verdict = page.locator(".replay-verdict.bad")
    verdict.wait_for()
    assert "is not what was promised" in verdict.inner_text()


def test_downloads_are_what_export_writes(browser: Browsing, games: Games, tmp_path: Path) -> None:
    page = open_replay(browser, games.url(games.holdem)).page
    event, block, rotation = games.holdem.rsplit("-", 2)
    number = str(int(block) * 2 + int(rotation) + 1)

    for label, form in (
        ("Record (JSON)", "json"),
        ("Text", "text"),
        ("Hand histories (PHH)", "phhs"),
    ):
        with page.expect_download() as waiting:
            page.get_by_role("link", name=label, exact=True).click()
        waiting.value.save_as(tmp_path / form)
        exported = run(
            *("export", event, "--games", number, "--format", form, "--db", games.library.db)
        )

        assert (tmp_path / form).read_text(encoding="utf-8") == exported


def test_the_command_is_copied_and_replays_the_game(browser: Browsing, games: Games) -> None:
    page = browser.visitor(permissions=["clipboard-read", "clipboard-write"]).new_page()
    page.goto(games.url(games.uno, "#4"))
    Replay(page)

    page.get_by_role("button", name="Copy", exact=True).click()
    page.get_by_text("Copied").wait_for()
    command = page.evaluate("navigator.clipboard.readText()")
    page.get_by_role("button", name="Copy a link to this move").click()
    page.get_by_text("Link to move 4 copied").wait_for()

    assert page.evaluate("navigator.clipboard.readText()") == games.url(games.uno, "#4")
    assert command.split()[0] == "pitboss"
    assert "1 as recorded" in run(*command.split()[1:], "--db", games.library.db)


def test_a_game_of_an_event_leads_to_the_event_and_its_bots(
    browser: Browsing, games: Games
) -> None:
    page = open_replay(browser, games.url(games.holdem)).page
    event = games.holdem.split("-")[0]

    assert page.locator(".replay-about a").get_attribute("href") == f"/event/{event}"
    links = page.locator(".replay-players a")
    assert {links.nth(at).inner_text() for at in range(2)} == {"simple", HOSTILE}


# Games that can't be shown


def test_a_game_that_is_not_there_is_told_in_plain_words(browser: Browsing, games: Games) -> None:
    browser.forgive("404")
    page = browser.open(games.url("live-nothere"))

    page.get_by_role("heading", name="There is no such game").wait_for()
    page.get_by_role("link", name="All games").click()
    page.get_by_role("heading", name="Games").wait_for()


def test_a_running_game_leads_to_its_table(browser: Browsing, games: Games) -> None:
    with connect(games.library.server.native("running")) as socket:
        join = {"type": "join", "name": "a", "game": "jedna", "seats": 2, "house": ["simple"]}
        socket.send(json.dumps(join))
        assert any(json.loads(frame)["type"] == "hello" for frame in socket)
        [game] = games.library.get("/api/games?table=running")["items"]
        page = browser.open(games.url(game["id"]))

        page.get_by_role("heading", name="This game is still being played").wait_for()
        link = page.get_by_role("link", name="Watch it live")

        assert link.get_attribute("href") == "/table/running"
        assert "SHA-256" in page.locator(".replay-facts").inner_text()


def test_a_game_whose_deal_is_lost_is_told_in_plain_words(
    browser: Browsing, tmp_path: Path
) -> None:
    with library(tmp_path) as killed, connect(killed.server.native("lost")) as socket:
        join = {"type": "join", "name": "a", "game": "jedna", "seats": 2, "house": ["simple"]}
        socket.send(json.dumps(join))
        turn = next(one for one in map(json.loads, socket) if one["type"] == "turn")
        action = {"type": "action", "turn": turn["turn"], "action": turn["legal"][0]}
        socket.send(json.dumps(action))
        assert any(json.loads(frame)["type"] == "turn" for frame in socket)
        killed.server.stop(signal.SIGKILL)

    with library(tmp_path, "--organiser-token", "another") as again:
        [game] = again.get("/api/games?table=lost")["items"]
        page = browser.open(f"{again.server.http}/game/{game['id']}")

        page.get_by_role("heading", name="This game can't be shown with its cards").wait_for()
        notice = page.locator(".notice").inner_text()
        assert "The cards are not known: the server was killed in mid-game." in notice
        assert f"pitboss show {game['id']}" in notice
        assert page.locator(".replay-players").inner_text().split("\n")[0] == "a"


# For everybody


def test_a_screen_reader_is_told_each_step(browser: Browsing, games: Games) -> None:
    replay = open_replay(browser, games.url(games.holdem))
    page = replay.page
    steps = games.steps(games.holdem)

    replay.press("ArrowRight")
    assert replay.told() == ". ".join(event["text"] for event in steps[1]["events"])
    slider = page.get_by_role("slider", name="Move")
    assert (slider.get_attribute("aria-valuetext") or "").startswith("Move 1 of ")
    replay.press("f")
    assert replay.told() == f"As {HOSTILE}"


def test_keys_are_listed_and_leave_fields_alone(browser: Browsing, games: Games) -> None:
    replay = open_replay(browser, games.url(games.uno))
    page = replay.page

    replay.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    dialog.wait_for()
    replay.press("ArrowRight")
    assert replay.step == 0
    replay.press("Escape")
    dialog.wait_for(state="hidden")
    page.get_by_label("Speed").focus()
    replay.press("ArrowDown")
    assert replay.step == 0
    page.get_by_role("button", name="One move forward").focus()
    replay.press(" ")
    assert replay.step == 1
    replay.press("ArrowRight")
    assert replay.step == 2


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", ["phone", "laptop", "projector"])
def test_nobody_is_kept_out_and_nothing_sticks_out(
    browser: Browsing, games: Games, node_modules: Path, size: Size, theme: Theme
) -> None:
    for game in (games.uno, games.holdem):
        page = open_replay(browser, games.url(game, "#9"), size=size, theme=theme).page
        page.locator(".replay-part").last.wait_for()
        page.wait_for_timeout(500)

        assert violations(page, node_modules) == []
        assert fits(page) == []
        assert page.locator("img").count() == 0


def test_hostile_names_are_only_text(browser: Browsing, games: Games) -> None:
    page = open_replay(browser, games.url(games.holdem)).page

    assert HOSTILE in page.locator("h1").inner_text()
    assert HOSTILE in page.title()
    assert page.locator("img").count() == 0
    assert page.locator("h1 bdi").count() == 2
