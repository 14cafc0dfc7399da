"""The report in a real browser: quiet, alone, sortable, and inside of every screen."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from invented_event import invented

from pitboss.report.page import page

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--disable-dev-shm-usage",
]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt-get install chromium"),
]


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=60_000)
        yield browser
        browser.close()


@pytest.fixture(scope="module", params=[3, 30], ids=["few", "many"])
def file(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("browser") / "report.html"
    summary = invented(request.param, 3000)
    moves = {summary.highlights[0].game: ["somebody plays r5"] * 40}
    path.write_text(page(summary, moves), encoding="utf-8")
    return path


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_is_quiet_alone_and_fits(
    browser: Any, file: Path, width: int, scheme: str
) -> None:
    opened = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    told: list[str] = []
    asked: list[str] = []
    opened.on("console", lambda message: told.append(message.text))
    opened.on("pageerror", lambda error: told.append(str(error)))
    opened.on("request", lambda request: asked.append(request.url))

    opened.goto(file.as_uri())
    opened.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    widest = opened.evaluate("document.documentElement.scrollWidth")
    cut = opened.evaluate(_STICKING_OUT)
    opened.close()

    assert told == []
    assert asked == [file.as_uri()]
    assert widest <= width
    assert cut == []


# Whatever reaches over the edge must be in something that scrolls by itself.
_STICKING_OUT = """
[...document.querySelectorAll('body *')].filter(one => {
  const box = one.getBoundingClientRect();
  return box.width && !one.closest('.scroll, pre') && !one.closest('svg svg')
    && (box.right > innerWidth + 1 || box.left < -1);
}).map(one => one.outerHTML.slice(0, 80))
"""


def test_a_click_on_a_head_sorts_and_another_turns_it_around(browser: Any, file: Path) -> None:
    opened = browser.new_page(viewport={"width": 1280, "height": 800})
    opened.goto(file.as_uri())
    head = opened.locator("#standings thead th", has_text="score")
    cells = opened.locator("#standings tbody td:nth-child(4)")

    head.click()
    down = cells.all_inner_texts()
    head.click()
    up = cells.all_inner_texts()
    opened.close()

    values = [float(text.rstrip("%")) for text in down]
    assert values == sorted(values, reverse=True)
    assert [float(text.rstrip("%")) for text in up] == sorted(values)


def test_everything_is_there_without_scripts(browser: Any, file: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    opened = context.new_page()

    opened.goto(file.as_uri())
    sections = opened.locator("section h2").all_inner_texts()
    context.close()

    assert len(sections) == 9
