"""A person who plays UNO in the browser: clicks on what can be clicked, and nothing else."""

import json
from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

Step = Literal["colour", "swap", "call", "card", "word", "over", ""]

# What is to be done next, by what the page offers; the first that applies.
_OFFERS: Final = {
    "over": ".table-result button.primary",
    "colour": ".pick:not(.cancel)",
    "swap": ".seat-target",
    "call": ".action.urgent[aria-disabled=false]",
    "card": ".hand-card[aria-disabled=false]",
    "word": ".action[aria-disabled=false]",
}
_NEXT: Final = """
(offers) => Object.keys(offers).find((step) =>
  [...document.querySelectorAll(offers[step])].some((one) => one.offsetParent !== null)) ?? ''
"""


def order_at(page: "Page", http: str, table: str, **order: object) -> None:
    """Go to a table with an order, as the home page does it."""
    key, text = json.dumps(f"order:{table}"), json.dumps(json.dumps(order))
    # Once, so that a reload does not order again.
    page.add_init_script(
        f"if (!sessionStorage.ordered) sessionStorage.setItem({key}, {text});"
        " sessionStorage.ordered = 'yes';"
    )
    page.goto(f"{http}/table/{table}")


def next_step(page: "Page") -> Step:
    """What the page offers at this moment."""
    step: Step = page.evaluate(_NEXT, _OFFERS)
    return step


def wait_for_step(page: "Page", patience: float = 60.0) -> Step:
    """Wait until the page offers something."""
    until = monotonic() + patience
    while monotonic() < until:
        step = next_step(page)
        if step:
            return step
        page.wait_for_timeout(25)
    raise AssertionError(f"nothing could be clicked for {patience} s")


def click_once(page: "Page", *, prefer: str = "") -> Step:
    """Wait until something can be clicked, and click it; `prefer` is a selector among the cards."""
    step = wait_for_step(page)
    if step != "over":
        _choose(page, step, prefer).click()
    return step


def play_moves(page: "Page", moves: int) -> None:
    """Play so many moves by clicks, and wait for the next turn: nothing changes until it is taken.

    A click that only asks for a colour is no move.
    """
    for _ in range(moves):
        while (step := click_once(page)) == "card" and page.locator(".picker").is_visible():
            pass
        assert step != "over", "the game was over too soon"
    assert wait_for_step(page) != "over", "the game was over too soon"


def _choose(page: "Page", step: Step, prefer: str) -> "Locator":
    offered = page.locator(_OFFERS[step]).locator("visible=true")
    if step == "card" and prefer:
        wanted = page.locator(f"{_OFFERS[step]}{prefer}")
        if wanted.count():
            return wanted.first
    return offered.first


def play_out(
    page: "Page", *, prefer: str = "", seen: Callable[[], None] = lambda: None, most: int = 400
) -> int:
    """Click until the game is over; returns the number of clicks.

    `seen` is called before each, while the page waits for it.
    """
    for clicks in range(most):
        wait_for_step(page)
        seen()
        if click_once(page, prefer=prefer) == "over":
            return clicks
    raise AssertionError(f"the game is not over after {most} clicks")
