"""`<holdem-table>` in a browser: what it shows of a position, and what it sends."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from axe import violations
from browser_rig import THEMES, Browsing, Size, Theme, fits
from holdem_positions import HoldemPositions
from serve_rig import Running

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

pytestmark = pytest.mark.slow

# A page of the server's with nothing on it.
BLANK = """<!doctype html><html lang="en"><title>A table</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="/page/icon.svg"><link rel="stylesheet" href="/page/base.css">
<body><main><h1 class="unseen">A table</h1></main></body></html>"""
MOUNT = """
async () => {
  await Promise.all([import("/page/holdem-table.js"), import("/page/holdem-controls.js")]);
  const table = document.createElement("holdem-table");
  document.querySelector("main").append(table);
  window.sent = [];
  table.addEventListener("act", (event) => window.sent.push(event.detail.action));
  window.table = table;
}
"""
SHOW = """
(position) => {
  const { seconds } = position;
  position.deadline = seconds === null ? null : performance.now() + 1000 * seconds;
  window.shown = position;
  window.table.show(position);
}
"""


class Shown:
    """A page with nothing but a table on it."""

    def __init__(self, page: "Page") -> None:
        self.page = page
        page.evaluate(MOUNT)

    def show(self, *positions: dict[str, Any]) -> "Shown":
        for position in positions:
            self.page.evaluate(SHOW, position)
        return self

    @property
    def sent(self) -> list[str]:
        sent: list[str] = self.page.evaluate("window.sent")
        return sent

    def button(self, name: str, *, exact: bool = False) -> "Locator":
        return self.page.get_by_role("button", name=name, exact=exact)

    def seat(self, number: int) -> "Locator":
        return self.page.locator("holdem-table .seat").nth(number)

    @property
    def raising(self) -> "Locator":
        return self.page.locator("holdem-controls .raise")

    @property
    def amount(self) -> "Locator":
        return self.page.get_by_label("Raise to, in chips")


class Tables:
    """Opens pages with a table."""

    def __init__(self, browser: Browsing, server: Running) -> None:
        self._browser = browser
        self._server = server

    def __call__(self, size: Size = "laptop", theme: Theme = "light", **options: Any) -> Shown:
        # Calm: nothing moves while a test looks.
        options.setdefault("reduced_motion", "reduce")
        page = self._browser.visitor(size=size, theme=theme, **options).new_page()
        page.route("**/blank", lambda route: route.fulfill(body=BLANK, content_type="text/html"))
        page.goto(f"{self._server.http}/blank")
        return Shown(page)


@pytest.fixture
def open_table(browser: Browsing, server: Running) -> Tables:
    return Tables(browser, server)


def my_turn(**options: Any) -> dict[str, Any]:
    """Heads-up on the flop: 400 to call for a pot of 1,000."""
    cards = "cards=AhKd,7c7d next=Jc3d5c4s4h hand=3"
    positions = HoldemPositions(0, setup=f"stacks=10000,9500 button=0 {cards}", **options)
    *_, position = positions.play("raise 300", "call", "raise 400")
    return position


def chips(text: str | None) -> int:
    """The number in a label such as `Raise to 1,200`."""
    assert text is not None
    return int("".join(letter for letter in text if letter.isdigit()))


def test_presets_send_what_is_shown(open_table: Tables) -> None:
    expected = {"Min": 800, "½ pot": 1100, "Pot": 1800, "All-in": 9700}
    table = open_table()

    for turn, (name, total) in enumerate(expected.items(), start=1):
        position = my_turn()
        position["question"]["turn"] = turn
        table.show(position)
        table.page.locator(".presets").get_by_role("button", name=name, exact=True).click()

        assert chips(table.raising.locator("span").text_content()) == total
        assert table.amount.input_value() == f"{total:,}"
        table.raising.click()
        assert table.sent[-1] == f"raise {total}"

    assert len(table.sent) == len(expected)


def test_the_slider_sends_what_is_shown_at_every_stop(open_table: Tables) -> None:
    table = open_table().show(my_turn())
    slider = table.page.get_by_role("slider")
    totals = []

    slider.focus()
    for key in ["Home", *["ArrowRight"] * 30, "PageUp", "End"]:
        slider.press(key)
        totals.append(chips(table.raising.locator("span").text_content()))
        assert table.amount.input_value() == f"{totals[-1]:,}"
        assert slider.get_attribute("aria-valuetext") == f"{totals[-1]:,}"
    slider.press("Enter")

    assert totals[0] == 800
    assert totals[-1] == 9700
    assert totals == sorted(totals)
    assert table.sent == ["raise 9700"]


@pytest.mark.parametrize("typed", ["1234", "1,234", "800", "9700"])
def test_a_typed_amount_is_sent_as_it_is(open_table: Tables, typed: str) -> None:
    table = open_table().show(my_turn())

    table.amount.fill(typed)
    table.amount.press("Enter")

    assert table.sent == [f"raise {typed.replace(',', '')}"]


@pytest.mark.parametrize(
    "typed", ["799", "9701", "0", "-900", "1e3", "900.5", "all", "", "99999999999999"]
)
def test_an_amount_that_is_not_allowed_can_not_be_sent(open_table: Tables, typed: str) -> None:
    table = open_table().show(my_turn())

    table.amount.fill(typed)
    table.amount.press("Enter")
    table.raising.click(force=True)

    assert table.sent == []
    assert table.amount.get_attribute("aria-invalid") == "true"
    assert table.raising.get_attribute("aria-disabled") == "true"
    assert "800 to 9,700" in (table.page.locator(".range").text_content() or "")


def test_each_action_is_sent_once_and_only_when_it_is_ones_turn(open_table: Tables) -> None:
    table = open_table().show(my_turn())

    table.button("Call 400").dblclick()
    table.page.keyboard.press("f")

    assert table.sent == ["call"]
    assert table.button("Fold").get_attribute("aria-disabled") == "true"


def test_keys_play(open_table: Tables) -> None:
    table = open_table()
    for turn, keys in enumerate(["f", "c", "a Enter", "2 Enter", "r Enter", "1 f"], start=1):
        position = my_turn()
        position["question"]["turn"] = turn
        table.show(position)
        table.page.evaluate("document.activeElement.blur()")
        for key in keys.split():
            table.page.keyboard.press(key)

    assert table.sent == ["fold", "call", "raise 9700", "raise 1100", "raise 800", "fold"]


def test_without_a_range_nothing_can_be_raised(open_table: Tables) -> None:
    positions = HoldemPositions(1, kind="holdem", setup="stacks=10000,900 button=0")
    *_, position = positions.play("raise 5000")
    table = open_table().show(position)

    for key in ["a", "r", "1", "Enter"]:
        table.page.keyboard.press(key)
    table.raising.click(force=True)
    table.page.locator(".presets button").first.click(force=True)
    table.button("Call 800").click()

    assert table.sent == ["call"]


def test_what_is_typed_and_the_focus_stay_while_the_question_is_the_same(
    open_table: Tables,
) -> None:
    position = my_turn()
    table = open_table().show(position)
    table.amount.fill("12")
    table.amount.press("End")

    again = position | {"view": position["view"] | {}, "last": [], "seats": []}
    table.show(again)
    table.amount.press_sequentially("34")

    assert table.amount.input_value() == "1234"
    assert table.page.evaluate("document.activeElement.className").startswith("amount")


def test_a_refused_answer_is_asked_again_with_the_same_amount(open_table: Tables) -> None:
    position = my_turn()
    table = open_table().show(position)
    table.amount.fill("1234")
    table.raising.click()

    table.show(position | {"question": None, "last": []})
    table.show(position)
    table.raising.click()

    assert table.sent == ["raise 1234", "raise 1234"]


def test_a_hand_that_is_over_stays_until_who_plays_goes_on(open_table: Tables) -> None:
    setup = "stacks=10000,9500 button=0 cards=AhKd,7c7d next=Jc3d5c4s4h hand=3"
    positions = HoldemPositions(0, setup=setup)
    *_, last = positions.play("raise 300", *["call"] * 7)
    table = open_table().show(*_, last)

    assert "blue wins 600 with two pairs, sevens and fours" in table.page.inner_text(".middle")
    assert "Hand 3" in table.page.inner_text(".facts")
    assert table.seat(1).get_by_role("img", name="7 of clubs").count() == 1
    table.button("Next hand").click()

    assert "Hand 4" in table.page.inner_text(".facts")
    assert (
        table.page.inner_text(".before") == "Hand 3: blue wins 600 with two pairs, sevens and fours"
    )
    assert table.seat(1).get_by_role("img", name="7 of clubs").count() == 0


def test_who_watches_sees_the_next_move_at_once(open_table: Tables) -> None:
    positions = HoldemPositions(-1, setup="stacks=10000,9500 button=0 hand=3")
    *before, ended, onward = positions.play("raise 300", "fold", "raise 400")
    table = open_table().show(*before, ended)

    assert "red wins 200" in table.page.inner_text(".middle")
    table.show(onward)

    assert "Hand 4" in table.page.inner_text(".facts")
    assert "raises to 400" in table.seat(1).inner_text()


def test_side_pots_say_who_can_win_them(open_table: Tables) -> None:
    positions = HoldemPositions(
        1, kind="holdem", setup="stacks=1500,6000,12000,800,15000,5500 button=2"
    )
    raises = ["raise 800", "raise 1600", "call", "call", "call", "raise 5500", "call", "call"]
    *_, position = positions.play(*raises, "call")
    pots = open_table().show(position).page.locator(".pots li")

    assert pots.first.inner_text().startswith("Pot 24,300")
    assert pots.nth(1).get_attribute("title") == (
        "can be won by red, blue, green, simple, a name that is rather long, caller"
    )
    assert pots.nth(3).get_attribute("title") == (
        "can be won by blue, green, a name that is rather long, caller"
    )


def test_seats_that_are_out_have_their_place(open_table: Tables) -> None:
    positions = HoldemPositions(
        0, setup="stacks=10000,0,9500,0 out=0,4,0,3 button=0 hand=3", seats=4
    )
    table = open_table().show(positions.position())

    assert "out" in table.seat(1).inner_text()
    assert "4th" in table.seat(1).inner_text()
    assert "3rd" in table.seat(3).inner_text()
    assert table.seat(1).locator(".hole > *").count() == 0


def test_what_the_organiser_sees_and_what_a_seat_sees(open_table: Tables) -> None:
    positions = HoldemPositions(-1, seats=9, all_cards=True)
    positions.equity = [0.25, None, *[0.1] * 7]
    table = open_table().show(positions.position())
    backs = table.page.get_by_role("img", name="A card, face down")

    assert backs.count() == 0
    assert "25%" in table.seat(0).inner_text()
    assert table.seat(1).locator(".equity").is_hidden()
    table.page.evaluate("window.table.seenFrom = 4")

    assert backs.count() == 16
    assert table.seat(4).locator(".bottom").count() == 0
    assert "bottom" in (table.seat(4).get_attribute("class") or "")


def test_pot_odds_are_told_to_who_has_to_call(open_table: Tables) -> None:
    table = open_table().show(my_turn())

    assert "400 to call for a pot of 1,000: pot odds 29%." in table.page.inner_text(".situation")
    assert "You have ace high." in table.page.inner_text(".situation")


def test_big_blinds_are_remembered(open_table: Tables) -> None:
    position = my_turn()
    table = open_table().show(position)

    table.button("BB", exact=True).click()
    assert "97 BB" in table.seat(0).inner_text()
    table.page.reload()
    table = Shown(table.page).show(position)

    assert "97 BB" in table.seat(0).inner_text()
    assert table.amount.input_value() == "800"
    assert table.raising.inner_text() == "Raise to 800 (8 BB)"


@pytest.mark.parametrize("size", ["phone", "laptop", "projector"])
def test_every_number_of_seats_fits_every_screen(open_table: Tables, size: Size) -> None:
    table = open_table(size)
    for seats in range(2, 10):
        positions = HoldemPositions(0, seats=seats)
        for position in positions.play(*["call"] * (seats + 1)):
            table.show(position)
            assert table.page.evaluate(OVERLAPS) == [], seats

        assert fits(table.page) == []


# Plates of different seats, and the bets in front of them.
OVERLAPS = """
() => {
  const parts = [...document.querySelectorAll('.plate, .bet:not([hidden]), .board')];
  const boxes = parts.map((part) => part.getBoundingClientRect());
  const name = (part) => `${part.className} ${part.closest('.seat')?.innerText}`;
  const found = [];
  boxes.forEach((one, at) => boxes.slice(at + 1).forEach((other, more) => {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (across > 2 && down > 2) found.push([parts[at], parts[at + 1 + more]].map(name));
  }));
  return found;
}
"""


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_axe_finds_nothing(
    open_table: Tables, node_modules: Path, theme: Theme, size: Size
) -> None:
    table = open_table(size, theme)
    table.show(my_turn())
    found = violations(table.page, node_modules)

    positions = HoldemPositions(-1, seats=9, all_cards=True)
    positions.equity = [0.1] * 9
    for position in positions.play("raise 300", "call", "fold", "call", "raise 2000", "fold"):
        table.show(position)
    found += violations(table.page, node_modules)

    assert found == []
