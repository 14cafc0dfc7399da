"""A real Chromium for tests of the page: sizes, themes, and nobody complains.

A test takes the fixture `browser` and opens pages with it:

    def test_the_home_page_has_a_button(browser: Browsing, server: Running) -> None:
        page = browser.open(f"{server.http}/", size="phone", theme="dark")

        assert page.get_by_role("button", name="Play").is_visible()

Errors on the console, exceptions and failed requests fail the test at its end, unless forgiven.
"""

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import pytest
from serve_rig import Running, serving

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS: Final = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--disable-dev-shm-usage",
)
SIZES: Final = {"phone": (360, 740), "laptop": (1280, 800), "projector": (1920, 1080)}
THEMES: Final = ("light", "dark")

Size = Literal["phone", "laptop", "projector"]
Theme = Literal["light", "dark"]

# Its servers deal the same cards every time: no test fails because of a game that is short or odd.
_FIXED_SEED: Final = Path(__file__).parents[1] / "golden" / "fixed_seed"
# Milliseconds; other tests may keep the machine busy meanwhile.
_PATIENCE: Final = 60_000

# A reload or a closed page gives up what it was asking for.
_HARMLESS: Final = ("net::ERR_ABORTED",)


class Browsing:
    """Browsers of people who know nothing of each other, and what their pages complained of."""

    def __init__(self, chromium: "Browser") -> None:
        self._chromium = chromium
        self._contexts: list[BrowserContext] = []
        self._forgiven: list[re.Pattern[str]] = []
        self._complaints: list[str] = []

    def visitor(
        self, *, size: Size = "laptop", theme: Theme = "light", **options: Any
    ) -> "BrowserContext":
        """A browser with storage of its own; `options` are Playwright's."""
        width, height = SIZES[size]
        phone = size == "phone"
        context = self._chromium.new_context(
            viewport={"width": width, "height": height},
            color_scheme=theme,
            has_touch=phone,
            is_mobile=phone,
            **options,
        )
        context.set_default_timeout(_PATIENCE)
        context.on("page", self._listen)
        self._contexts.append(context)
        return context

    def open(
        self, url: str, *, size: Size = "laptop", theme: Theme = "light", **options: Any
    ) -> "Page":
        """A page at that address, in a browser of its own."""
        page = self.visitor(size=size, theme=theme, **options).new_page()
        page.goto(url)
        return page

    def forgive(self, pattern: str) -> None:
        """Let complaints pass in which the pattern is found: a network that is cut on purpose."""
        self._forgiven.append(re.compile(pattern))

    @property
    def complaints(self) -> list[str]:
        """What went wrong on any page, and is not forgiven."""
        return [
            complaint
            for complaint in self._complaints
            if not any(pattern.search(complaint) for pattern in self._forgiven)
        ]

    def close(self) -> None:
        """Close every page."""
        for context in self._contexts:
            with suppress(Exception):
                context.close()
        self._contexts = []

    def _listen(self, page: "Page") -> None:
        complain = self._complaints.append
        page.on(
            "console",
            lambda message: (
                complain(f"console: {message.text} ({message.location.get('url', '')})")
                if message.type in ("error", "warning")
                else None
            ),
        )
        page.on("pageerror", lambda error: complain(f"exception: {error}\n{error.stack}"))
        page.on(
            "requestfailed",
            lambda request: (
                complain(f"failed: {request.method} {request.url}: {request.failure}")
                if request.failure not in _HARMLESS
                else None
            ),
        )
        page.on(
            "response",
            lambda response: (
                complain(f"status {response.status}: {response.request.method} {response.url}")
                if response.status >= 400
                else None
            ),
        )


@contextmanager
def chromium_running(*flags: str) -> Iterator["Browser"]:
    """Chromium as a process, with more flags if wanted; the test is skipped where there is none."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no chromium here: apt-get install chromium")
    with api.sync_playwright() as running:
        browser = running.chromium.launch(
            executable_path=CHROMIUM, args=[*FLAGS, *flags], timeout=_PATIENCE
        )
        try:
            yield browser
        finally:
            browser.close()


# For a module, not for the session: while Playwright runs, no other test may start an event loop.
@pytest.fixture(scope="module")
def chromium() -> Iterator["Browser"]:
    """One Chromium for all tests of a module."""
    with chromium_running() as browser:
        yield browser


@pytest.fixture
def browser(chromium: "Browser") -> Iterator[Browsing]:
    """Opens pages; at the end none of them may have complained."""
    browsing = Browsing(chromium)
    yield browsing
    complaints = browsing.complaints
    browsing.close()
    if complaints:
        pytest.fail("pages complained:\n" + "\n".join(complaints))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with a journal of its own, for all tests of a module."""
    with page_server(tmp_path_factory.mktemp("server")) as running:
        yield running


@contextmanager
def page_server(folder: Path, *options: str) -> Iterator[Running]:
    """`pitboss serve` with a journal in that folder; its secret seeds are always the same one."""
    words = ("--db", str(folder / "pitboss.db"), "--log-level", "warning", *options)
    paths = [str(_FIXED_SEED), *filter(None, [os.environ.get("PYTHONPATH")])]
    with serving(*words, PYTHONPATH=os.pathsep.join(paths)) as running:
        yield running


def settle(page: "Page") -> None:
    """Wait for whatever moves or fades and will soon have done so."""
    page.evaluate(_SETTLED)


_SETTLED: Final = """
async () => {
  const soon = document.getAnimations().filter((one) =>
    (one.effect?.getComputedTiming().endTime ?? 0) - (one.currentTime ?? 0) < 2000);
  const finished = Promise.allSettled(soon.map((one) => one.finished));
  await Promise.race([finished, new Promise((done) => setTimeout(done, 2000))]);
}
"""


def fits(page: "Page") -> list[str]:
    """What reaches over the right or left edge and can't be scrolled to: it should be nothing.

    A card that flies in from a seat at the edge is waited for.
    """
    settle(page)
    found: list[str] = page.evaluate(_STICKING_OUT)
    return found


_STICKING_OUT: Final = """
() => [...document.querySelectorAll('body *')].filter((one) => {
  const box = one.getBoundingClientRect();
  if (!box.width || !box.height || one.closest('svg svg, .unseen, .skip')) return false;
  if (box.right <= innerWidth + 1 && box.left >= -1) return false;
  for (let above = one.parentElement; above; above = above.parentElement) {
    if (getComputedStyle(above).overflowX !== 'visible') return false;
  }
  return true;
}).map((one) => one.outerHTML.slice(0, 120))
"""
