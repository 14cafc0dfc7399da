"""The replay at /game/ID: steps, links, seats, telling, faults, files; for eyes, keys and ears."""

import json
import re
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from axe import violations
from browser_rig import THEMES, Browsing, Size, Theme, fits
from played_games import HOSTILE, Library, library, run
from websockets.sync.client import connect

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.slow

_RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
_SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


@dataclass(frozen=True)
class Games:
    """A server with three games to look at."""

    library: Library
    # A live game of UNO; two games of an event: a tournament of hold'em with faults; many hands.
    uno: str
    holdem: str
    cash: str

    def url(self, game: str, fragment: str = "") -> str:
        return f"{self.library.server.http}/game/{game}{fragment}"

    def steps(self, game: str, first: int = 0, count: int = 500) -> list[dict[str, Any]]:
        path = f"/api/games/{game}/steps?from={first}&count={count}"
        steps: list[dict[str, Any]] = self.library.get(path)["steps"]
        return steps


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Games]:
    with library(tmp_path_factory.mktemp("journal")) as shelf:
        clumsy = shelf.clumsy(HOSTILE)
        words = ["holdem-tournament", "simple", clumsy, "-n", "2", "--seed", "replay"]
        cash = ["holdem-cash", "simple:3", "--rules", "cash,hands=150", "-n", "3", "--seed", "long"]
        yield Games(
            shelf,
            shelf.play_live("friday", "official,target=0"),
            shelf.play_event(*words)[0],
            shelf.play_event(*cash)[0],
        )


class Replay:
    """An open replay, as a person uses it."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        self.current.wait_for()

    @property
    def current(self) -> "Locator":
        return self.page.locator(".telling-step[aria-current=step]")

    @property
    def step(self) -> int:
        """The step that is shown; what tells it agrees."""
        slider = self.page.get_by_role("slider", name="Move")
        number = int(slider.input_value())
        self.page.locator(f".telling-step[aria-current=step][data-step='{number}']").wait_for()
        count = self.page.locator(".step-count").inner_text()
        assert count.replace(",", "").startswith(f"{number} /")
        return number

    def wait(self, wanted: Callable[[int], bool]) -> None:
        """Until a step is shown that is wanted."""
        slider = self.page.get_by_role("slider", name="Move")
        for _ in range(150):
            if wanted(int(slider.input_value())):
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"still at step {slider.input_value()}")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def address(self, pattern: str) -> None:
        self.page.wait_for_url(re.compile(pattern))

    def told(self) -> str:
        """What a screen reader was told last."""
        return self.page.locator("#announcer p").last.inner_text()


def open_replay(browser: Browsing, url: str, **options: Any) -> Replay:
    return Replay(browser.open(url, **options))


# Going from step to step


def test_keys_step_through_a_game(browser: Browsing, games: Games) -> None:
    replay = open_replay(browser, games.url(games.uno))
    last = games.library.get(f"/api/games/{games.uno}/steps?from=0&count=1")["total"] - 1

    assert replay.step == 0
    replay.press("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft")
    assert replay.step == 2
    replay.press("ArrowDown")
    assert replay.step == last
    replay.press("ArrowRight")
    assert replay.step == last
    replay.press("ArrowUp", "ArrowLeft")
    assert replay.step == 0
    replay.press("End")
    assert replay.step == last
    replay.press("Home")
    assert replay.step == 0


def test_buttons_and_the_telling_lead_to_steps_too(browser: Browsing, games: Games) -> None:
    replay = open_replay(browser, games.url(games.holdem), size="phone")
    page = replay.page

    page.get_by_role("button", name="One move forward").tap()
    page.get_by_role("button", name="One move forward").tap()
    page.get_by_role("button", name="One move back").tap()
    assert replay.step == 1
    page.locator(".telling-step[data-step='5']").tap()
    assert replay.step == 5
    page.get_by_role("button", name="To the end").tap()
    assert replay.step > 100
    page.get_by_role("button", name="To the start").tap()
    assert replay.step == 0
    page.get_by_role("slider", name="Move").fill("30")
    assert replay.step == 30


def test_a_link_opens_the_move_that_it_names(browser: Browsing, games: Games) -> None:
    replay = open_replay(browser, games.url(games.uno, "#7"))
    step = games.steps(games.uno)[7]

    assert replay.step == 7
    for event in step["events"]:
        assert event["text"].split()[-2] in replay.current.inner_text()
    replay.press("ArrowRight")
    replay.address(r"#8$")
    replay.page.reload()
    assert Replay(replay.page).step == 8


def test_an_edited_address_is_followed_and_the_past_is_left_alone(
    browser: Browsing, games: Games
) -> None:
    replay = open_replay(browser, games.url(games.uno))
    page = replay.page
    page.evaluate("window.marked = true")
    history = page.evaluate("history.length")

    replay.press(*["ArrowRight"] * 5)
    replay.address(r"#5$")
    assert page.evaluate("history.length") == history
    page.evaluate("location.hash = '#12@1'")
    replay.address(r"#12@1$")

    assert replay.step == 12
    assert page.get_by_label("Seen from").input_value() == "1"
    assert page.evaluate("window.marked") is True


@pytest.mark.parametrize("fragment", ["#99999999", "#-1", "#x", "#3@77", "#token"])
def test_a_link_that_names_no_move_still_shows_the_game(
    browser: Browsing, games: Games, fragment: str
) -> None:
    replay = open_replay(browser, games.url(games.uno, fragment))

    assert replay.step >= 0


def test_a_game_plays_by_itself_until_it_is_stopped(browser: Browsing, games: Games) -> None:
    replay = open_replay(browser, games.url(games.uno))
    page = replay.page

    page.get_by_label("Speed").select_option("8")
    page.locator("h1").click()
    replay.press(" ")
    page.get_by_role("button", name="Pause").wait_for()
    replay.wait(lambda step: step > 5)
    replay.press(" ")
    page.get_by_role("button", name="Play", exact=True).wait_for()
    stopped = replay.step
    page.wait_for_timeout(400)

    assert replay.step == stopped
    # What goes by that fast is not read aloud.
    assert page.locator("#announcer p").count() == 0


def test_at_the_end_it_stops_and_play_begins_anew(browser: Browsing, games: Games) -> None:
    replay = open_replay(browser, games.url(games.uno))
    page = replay.page

    page.get_by_label("Speed").select_option("8")
    page.locator("h1").click()
    replay.press("End")
    last = replay.step
    replay.press("ArrowLeft", " ")
    replay.wait(lambda step: step == last)
    page.get_by_role("button", name="Play", exact=True).wait_for()
    replay.press(" ")
    replay.wait(lambda step: 0 < step < 9)


def test_marks_are_where_hands_begin_and_faults_were(browser: Browsing, games: Games) -> None:
    replay = open_replay(browser, games.url(games.holdem))
    marks = games.library.get(f"/api/games/{games.holdem}/steps?from=0&count=1")["marks"]
    steps = sorted({mark["step"] for mark in marks})

    assert {"hand", "fault"} <= {mark["kind"] for mark in marks}
    replay.press(".")
    assert replay.step == steps[0]
    replay.press(".", ".")
    assert replay.step == steps[2]
    replay.press(",")
    assert replay.step == steps[1]
    assert replay.page.locator(".tick-fault").count() > 0


def test_a_hand_s_end_is_shown_before_the_next_deal(browser: Browsing, games: Games) -> None:
    marks = games.library.get(f"/api/games/{games.holdem}/steps?from=0&count=1")["marks"]
    first = next(mark["step"] for mark in marks if mark["kind"] == "hand")

    replay = open_replay(browser, games.url(games.holdem, f"#{first - 1}"))

    board = replay.page.locator("holdem-table")
    assert "Hand 1" in board.inner_text()
    assert "wins" in board.inner_text()
    replay.press("ArrowRight")
    board.get_by_text("Hand 2").first.wait_for()


# A long game


def test_a_long_game_is_fetched_as_it_is_looked_at(browser: Browsing, games: Games) -> None:
    page = browser.visitor().new_page()
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if "/steps" in one.url else None)
    total = games.library.get(f"/api/games/{games.cash}/steps?from=0&count=1")["total"]
    assert total > 1500

    page.goto(games.url(games.cash, "#700"))
    replay = Replay(page)
    assert replay.step == 700
    assert len(asked) < 4
    replay.press("ArrowDown")
    replay.press("ArrowLeft")
    replay.wait(lambda step: step == total - 2)
    assert replay.step == total - 2
    rows = page.locator(".telling-step").count()
    replay.press("Home")
    assert replay.step == 0

    assert rows < 700
    assert all("count=500" in url for url in asked)


@pytest.mark.parametrize("fragment", ["#1", "#799", "#1200@1"])
def test_the_telling_keeps_the_move_in_sight(
    browser: Browsing, games: Games, fragment: str
) -> None:
    replay = open_replay(browser, games.url(games.cash, fragment))
    page = replay.page
    telling = page.get_by_role("region", name="What happened")

    def in_sight() -> bool:
        page.wait_for_timeout(300)
        outer, inner = telling.bounding_box(), replay.current.bounding_box()
        assert outer is not None
        assert inner is not None
        return outer["y"] <= inner["y"] <= outer["y"] + outer["height"]

    assert in_sight()
    replay.press("f")
    assert in_sight()
    replay.press("f", "ArrowRight")
    assert in_sight()
    # Who scrolls away by hand is left there.
    telling.hover()
    page.mouse.wheel(0, 5000)
    page.wait_for_timeout(300)
    assert not in_sight()
    replay.press("ArrowLeft")
    assert in_sight()


def test_a_lost_connection_is_told_and_can_be_tried_again(browser: Browsing, games: Games) -> None:
    replay = open_replay(browser, games.url(games.cash))
    page = replay.page
    page.wait_for_load_state("networkidle")
    browser.forgive("ERR_INTERNET_DISCONNECTED|failed: GET")

    page.context.set_offline(True)
    replay.press("End")
    page.get_by_role("alert").get_by_text("could not be loaded").wait_for()
    page.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()

    assert replay.step > 1500


# Whose cards are seen


def spoken(card: str) -> str:
    return f"{_RANKS.get(card[0], card[0])} of {_SUITS[card[1]]}"


def test_a_seat_sees_no_card_of_another(browser: Browsing, games: Games) -> None:
    replay = open_replay(browser, games.url(games.holdem, "#3"))
    page = replay.page
    own, other = games.steps(games.holdem, 3, 1)[0]["view"]["hand"]["cards"]

    board = page.locator("holdem-table")
    dealt = page.locator(".telling-step[data-step='0']")

    def seen(cards: list[str]) -> list[bool]:
        names = [spoken(card) for card in cards]
        return [place.get_by_label(name).count() > 0 for place in (board, dealt) for name in names]

    assert all(seen(own) + seen(other))
    page.get_by_label("Seen from").select_option("0")
    replay.address("#3@0$")
    assert all(seen(own))
    assert not any(seen(other))
    page.locator("h1").click()
    replay.press("f")
    replay.address("#3@1$")
    assert all(seen(other))
    assert not any(seen(own))
    replay.press("f")
    replay.address("#3$")
    assert all(seen(own) + seen(other))


def test_a_seat_is_told_no_card_that_another_draws(browser: Browsing, games: Games) -> None:
    steps = games.steps(games.uno)
    number, event = next(
        (step["number"], event)
        for step in steps
        for event in step["events"]
        if event["name"] == "drew" and event["seat"] == 0
    )

    replay = open_replay(browser, games.url(games.uno, f"#{number}@0"))
    row = replay.page.locator(f".telling-step[data-step='{number}']")

    assert row.locator("[role=img]").count() == len(event["facts"]["cards"])
    replay.press("2")
    replay.address("@1$")
    assert row.locator("[role=img]").count() == 0
    assert HOSTILE in row.inner_text()


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

    with library(tmp_path) as again:
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
