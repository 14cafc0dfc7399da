"""`<plain-table>`: a game that the page knows nothing of can be seen and played."""

import pytest
from browser_rig import Browsing
from serve_rig import Running

pytestmark = pytest.mark.slow

SHOW = """
async () => {
  await import("/page/plain-table.js");
  const table = document.createElement("plain-table");
  window.acts = [];
  table.addEventListener("act", (event) => window.acts.push(event.detail.action));
  document.querySelector("main").replaceChildren(table);
  table.show({
    kind: "ten", game: "ten", rules: "ten@1", names: ["red", "<b>blue</b>"], seats: [], viewer: 0,
    view: { sum: 7, taken: [3, 4], last: { seat: 1 } }, actor: 1, turn: 3, deadline: null, move: 30,
    question: {
      turn: 3, legal: ["take", "pass"], codes: [1, 2],
      range: { low: 2, high: 9, text: ["add 2", "add 9"] },
    },
    result: null, figures: null, log: [], last: [],
  });
}
"""


def test_a_game_of_another_package_is_shown_as_a_list_and_played_by_buttons(
    browser: Browsing, server: Running
) -> None:
    page = browser.open(f"{server.http}/")
    page.get_by_role("heading", level=1).wait_for()
    page.evaluate(SHOW)
    table = page.locator("plain-table")

    table.get_by_role("button", name="pass").click()
    table.get_by_role("spinbutton").fill("5")
    table.get_by_role("button", name="Play").click()

    assert page.evaluate("window.acts") == ["pass", "add 5"]
    assert "<b>blue</b> is to move" in table.inner_text()
    assert table.locator("dd").all_inner_texts() == ["7", "3 4", "seat: 1"]
