"""The replay at /game/ID: from step to step, by links, in long games, as each seat sees it."""

from time import monotonic

import pytest
from browser_rig import Browsing
from played_games import HOSTILE
from replay_rig import Games, Replay, as_shown, games, open_replay, uno_cards

__all__ = ["games"]

pytestmark = pytest.mark.slow

_RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
_SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}


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
    lines = replay.current.locator(".telling-line").all_inner_texts()
    assert lines == [as_shown(event["text"]) for event in step["events"]]
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
    # The address changes before the page hears of it.
    replay.wait(lambda step: step == 12)

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
    # A long one: it must not be over before it is stopped.
    replay = open_replay(browser, games.url(games.cash))
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
    # Slowly, so that the first steps are seen.
    page.get_by_label("Speed").select_option("1")
    page.locator("h1").click()
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
        outer, inner = telling.bounding_box(), replay.current.bounding_box()
        assert outer is not None
        assert inner is not None
        return outer["y"] <= inner["y"] <= outer["y"] + outer["height"]

    def stays(seen: bool) -> bool:
        """Whether it comes into sight, or out of it, and what is drawn later changes nothing."""
        calm, until = 0, monotonic() + 30
        while calm < 6 and monotonic() < until:
            page.wait_for_timeout(100)
            calm = calm + 1 if in_sight() == seen else 0
        return calm == 6

    assert stays(True)
    replay.press("f")
    assert stays(True)
    replay.press("f", "ArrowRight")
    assert stays(True)
    # Who scrolls away by hand is left there.
    telling.hover()
    page.mouse.wheel(0, 5000)
    assert stays(False)
    replay.press("ArrowLeft")
    assert stays(True)


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
        if event["name"] == "drew"
        and event["seat"] == 0
        # Nothing else in the row has cards.
        and sum(len(uno_cards(event["text"])) for event in step["events"])
        == len(event["facts"]["cards"])
    )

    replay = open_replay(browser, games.url(games.uno, f"#{number}@0"))
    row = replay.page.locator(f".telling-step[data-step='{number}']")

    assert row.locator("[role=img]").count() == len(event["facts"]["cards"])
    replay.press("2")
    replay.address("@1$")
    assert row.locator("[role=img]").count() == 0
    assert HOSTILE in row.inner_text()
