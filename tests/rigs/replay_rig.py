"""Replays in a browser: a server with three games to look at, and a person who looks."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import pytest
from browser_rig import Browsing
from played_games import HOSTILE, Library, library

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

_UNO_CARD: Final = re.compile(r"([rgby])(\d|s|r|\+2)|(wd4|w)[rgby]?")
_FACES: Final = {"s": "⊘", "r": "⇄", "+2": "+2", "w": "W", "wd4": "+4"}


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
        until = monotonic() + 30
        while monotonic() < until:
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


def uno_cards(text: str) -> list[str]:
    """The cards in a sentence about UNO."""
    return [word for word in text.split() if _UNO_CARD.fullmatch(word)]


def as_shown(text: str) -> str:
    """A sentence about UNO as the page writes it: cards by colour and face."""

    def face(word: str) -> str:
        card = _UNO_CARD.fullmatch(word)
        if card is None:
            return word
        colour, rank, wild = card.groups()
        return _FACES[wild] if wild else colour.upper() + _FACES.get(rank, rank)

    return " ".join(map(face, text.split()))


def open_replay(browser: Browsing, url: str, **options: Any) -> Replay:
    return Replay(browser.open(url, **options))
