"""`<uno-table>` alone: every legal action can be clicked, and nothing else can."""

from collections.abc import Iterator
from typing import Any

import pytest
from browser_rig import Browsing
from serve_rig import Running

from pitboss.games.uno.kind import UNO

pytestmark = pytest.mark.slow

POSITIONS = {
    "doubles": (
        "jedna-reference",
        "hands=r5,r5,r+2,b3,w,w,wd4,wd4,g1,g5|b2,b3|y6,y7,r2 top=g5",
    ),
    "a war": (
        "jedna-reference",
        "hands=r5,r+2,r+2,wd4,g1|b2,b3|y6,y7,r2 top=g+2 pending=4 war=1",
    ),
    "UNO": ("official", "hands=r5,w|b2|y6,y7,r2 top=r7"),
    "the drawn card": ("official", "hands=r5,w|b2|y6,y7,r2 top=r7 phase=1 drawn=r5"),
    "a challenge": (
        "official",
        "hands=r5,r9|b2,b4|y6,b1 top=wd4b pending=4 war=2 four_by=2 four_on=0 bluff=1",
    ),
    "a catch": ("official", "hands=r5,r9|b2,b4|y6 top=r7 offender=2 phase=4"),
    "a swap": ("official,seven_zero=yes", "hands=r5,r9|b2,b4|y6|b7 top=r7 phase=3"),
    "a first wild": ("official", "hands=r5,r9|b2,b4 top=w phase=2"),
}

_SHOW = """
async (position) => {
  await import('/page/uno-table.js');
  window.acted = [];
  const table = document.createElement('uno-table');
  table.addEventListener('act', (event) => window.acted.push(event.detail.action));
  document.getElementById('main').replaceChildren(table);
  table.show(position);
}
"""


def position_of(rules: str, text: str, *more: str) -> dict[str, Any]:
    """A position as seat 0 sees it, which is asked; `more` are actions that the page can't know."""
    game = UNO.set_up(UNO.rules(rules), text)
    assert game.actor() == 0
    codes = [int(action) for action in game.legal().actions]
    names = ["ada", "bob", "cleo", "dan"][: game.seats]
    return {
        "kind": "uno",
        "game": "uno",
        "rules": UNO.write_rules(UNO.rules(rules)),
        "names": names,
        "seats": [{"name": name, "sort": "", "wire": "", "here": True} for name in names],
        "viewer": 0,
        "view": UNO.view_json(
            game.view(0), lambda kind, values: dict(zip(kind._fields, values, strict=True))
        ),
        "actor": 0,
        "turn": 1,
        "deadline": None,
        "move": 30,
        "question": {
            "turn": 1,
            "legal": [*(UNO.write_action(code) for code in codes), *more],
            "codes": codes,
            "range": None,
        },
        "result": None,
        "figures": None,
        "log": [],
        "last": [],
    }


@pytest.fixture(scope="module")
def page(chromium: Any, server: Running) -> Iterator[Any]:
    browsing = Browsing(chromium)
    opened = browsing.open(f"{server.http}/organise")
    opened.get_by_role("heading", level=1).wait_for()
    yield opened
    complaints = browsing.complaints
    browsing.close()
    assert complaints == []


def clickable(page: Any) -> list[Any]:
    """What can be clicked; a wild, alone or twice, once for each colour."""
    found = page.locator(
        "uno-table :is(button.hand-card, .action)[aria-disabled=false],"
        " uno-table :is(.pair, .seat-target, .pick):visible"
    )
    return list(found.all())


@pytest.mark.parametrize("name", POSITIONS)
def test_every_legal_action_can_be_clicked_and_no_other(page: Any, name: str) -> None:
    position = position_of(*POSITIONS[name])
    acted: set[str] = set()
    page.evaluate(_SHOW, position)
    count = len(clickable(page))

    for at in range(count):
        page.evaluate(_SHOW, position)
        clickable(page)[at].click()
        # A wild asks for its colour.
        for colour in "rgby" if not page.evaluate("window.acted.length") else "":
            page.evaluate(_SHOW, position)
            clickable(page)[at].click()
            page.locator(f".pick[data-colour={colour}]").click()
            acted.update(page.evaluate("window.acted"))
        acted.update(page.evaluate("window.acted"))

    assert sorted(acted) == sorted(position["question"]["legal"])


def test_an_action_that_the_page_does_not_know_is_a_plain_button(page: Any) -> None:
    page.evaluate(_SHOW, position_of(*POSITIONS["UNO"], "jump in <b>now</b>"))

    page.get_by_role("button", name="jump in <b>now</b>").click()

    assert page.evaluate("window.acted") == ["jump in <b>now</b>"]


def test_an_answer_is_given_once(page: Any) -> None:
    page.evaluate(_SHOW, position_of(*POSITIONS["UNO"]))

    page.locator(".hand-card[data-card=r5]").click()
    page.locator(".hand-card[data-card=r5]").click(force=True)
    page.keyboard.press("d")

    assert page.evaluate("window.acted") == ["r5"]
