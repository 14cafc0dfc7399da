"""Draws every view of the page, at every size, light and dark: `make pictures`.

    make pictures                                     # all, into build/pictures
    make pictures PICTURES="--views home,uno --sizes phone --themes dark"
    make pictures PICTURES=--docs                     # the few in docs/images/page

A real server is shown, with a journal of real events and games, a running event and live tables.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any
from urllib.parse import quote
from urllib.request import urlopen

from browser_rig import SIZES, THEMES, Browsing, chromium_running, fits, page_server
from serve_rig import Running
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

if TYPE_CHECKING:
    from playwright.sync_api import Page

ROOT = Path(__file__).resolve().parents[2]
EVERYTHING = ROOT / "build" / "pictures"
CHOSEN = ROOT / "docs" / "images" / "page"
# What the documents show: view, size, theme.
IN_DOCUMENTS = (
    ("home", "laptop", "light"),
    ("uno", "laptop", "light"),
    ("uno", "phone", "dark"),
    ("holdem", "laptop", "dark"),
    ("replay", "laptop", "light"),
    ("projector", "projector", "dark"),
)
FINISHED = (
    ["tournament", "--game", "jedna", "simple:3", "random:3", "-n", "40", "--name", "Friday cup"],
    ["play", "holdem-tournament", "simple:2", "random:2", "-n", "40"],
)
RUNNING = ["tournament", "--game", "uno", "simple:4", "random:4", "-n", "40000", "--name", "League"]
TABLES: dict[str, dict[str, Any]] = {
    "north": {"game": "official", "seats": 4, "house": ["simple", "random", "simple"]},
    "south": {"game": "algopoker", "seats": 6, "house": ["simple"] * 3 + ["random"] * 2},
    "east": {"game": "jedna", "seats": 2, "house": ["simple"]},
    "west": {"game": "cash", "seats": 3, "house": ["random", "simple"]},
}
# Seconds that a live table takes for a move.
PACE = 0.8


class Stage:
    """What is to be seen: the server, and the names of what it has."""

    def __init__(self, server: Running, token: str) -> None:
        self.server = server
        self.token = token

    def ask(self, path: str) -> Any:
        with urlopen(f"{self.server.http}{path}", timeout=30) as answer:
            return json.load(answer)

    def event(self, state: str) -> str:
        items = self.ask(f"/api/events?state={state}")["items"]
        return str(items[-1]["id"])

    def game(self, rules: str) -> str:
        for event in self.ask("/api/events?state=finished")["items"]:
            if event["rules"].startswith(rules):
                games = self.ask(f"/api/games?event={event['id']}&limit=5")["items"]
                return str(games[-1]["id"])
        raise LookupError(rules)


def visit(path: Callable[[Stage], str]) -> Callable[["Page", Stage], None]:
    """A view that is there as soon as it is loaded."""

    def show(page: "Page", stage: Stage) -> None:
        page.goto(stage.server.http + path(stage))
        page.locator("main :is(h1, h2)").first.wait_for()

    return show


def play(game: str) -> Callable[["Page", Stage], None]:
    """A game of one's own, started from the home page."""

    def show(page: "Page", stage: Stage) -> None:
        page.goto(stage.server.http)
        page.get_by_role("radio", name=game, exact=True).check()
        page.locator("select[name=seats]").select_option("4")
        page.get_by_role("button", name="Play").click()
        page.wait_for_url("**/table/**")
        page.wait_for_timeout(6000)

    return show


def wait_in_lobby(page: "Page", stage: Stage) -> None:
    page.goto(stage.server.http)
    page.get_by_role("radio", name="anyone with the link").check()
    page.get_by_role("button", name="Play").click()
    page.wait_for_url("**/table/**")


def organise(page: "Page", stage: Stage) -> None:
    page.goto(f"{stage.server.http}/organise#token={stage.token}")


VIEWS: dict[str, Callable[["Page", Stage], None]] = {
    "home": visit(lambda _: "/"),
    "uno": play("UNO"),
    "holdem": play("Hold'em tournament"),
    "lobby": wait_in_lobby,
    "watch-uno": visit(lambda _: "/table/north"),
    "watch-holdem": visit(lambda _: "/table/south"),
    "games": visit(lambda _: "/games"),
    "replay": visit(lambda stage: f"/game/{stage.game('jedna')}#12"),
    "replay-holdem": visit(lambda stage: f"/game/{stage.game('algopoker')}#20"),
    "events": visit(lambda _: "/events"),
    "event": visit(lambda stage: f"/event/{stage.event('finished')}"),
    "event-running": visit(lambda stage: f"/event/{stage.event('running')}"),
    "bot": visit(lambda stage: f"/event/{stage.event('finished')}/bot/{quote('simple-2')}"),
    "projector": visit(lambda stage: f"/event/{stage.event('running')}/projector"),
    "organise": organise,
    "missing": visit(lambda _: "/event/nothing"),
}


@contextmanager
def staged() -> Iterator[Stage]:
    """A server with something to see, until the end of the block."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        database = str(folder / "pitboss.db")
        for words in FINISHED:
            _pitboss(*words, "--db", database).wait()
        token = "see-all"
        options = ("--organiser-token", token, "--action-timeout", "60")
        server = stack.enter_context(page_server(folder, *options))
        running = _pitboss(*RUNNING, "--db", database, "-j", "1", "--seed", "league")
        stack.callback(running.wait)
        stack.callback(running.kill)
        for order in TABLES.values():
            _play(server, "warm-up", {**order, "pace": 0}, 0)
        for table, order in TABLES.items():
            Thread(target=_keep_playing, args=(server, table, order), daemon=True).start()
        time.sleep(8)
        yield Stage(server, token)


def _pitboss(*words: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "pitboss", *words]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, stdout=quiet, stderr=quiet)


def _keep_playing(server: Running, table: str, order: dict[str, Any]) -> None:
    """One client at a table, game after game, until the server is gone."""
    with suppress(OSError, WebSocketException, EOFError):
        while True:
            _play(server, table, {**order, "pace": PACE}, PACE)


def _play(server: Running, table: str, order: dict[str, Any], pause: float) -> None:
    with connect(server.native(table)) as socket:
        socket.send(json.dumps({"type": "join", "name": "visitor", **order}))
        for frame in socket:
            message = json.loads(frame)
            if message["type"] == "turn":
                time.sleep(pause)
                legal = message["legal"]
                action = next((one for one in legal if one not in ("draw", "fold")), legal[0])
                answer = {"type": "action", "turn": message["turn"], "action": action}
                socket.send(json.dumps(answer))


def draw(wanted: list[tuple[str, Any, Any]], folder: Path, *, whole: bool) -> list[str]:
    """Draw these; what pages complained of, and what did not fit."""
    folder.mkdir(parents=True, exist_ok=True)
    problems: list[str] = []
    with staged() as stage, chromium_running() as chromium:
        for view, size, theme in wanted:
            browsing = Browsing(chromium)
            page = browsing.visitor(size=size, theme=theme).new_page()
            name = f"{view}-{size}-{theme}"
            VIEWS[view](page, stage)
            page.wait_for_timeout(1500)
            problems += [f"{name}: sticks out: {one}" for one in fits(page)]
            page.screenshot(
                path=folder / f"{name}.png", full_page=whole and size != "projector", timeout=60_000
            )
            if view != "missing":
                problems += [f"{name}: {one}" for one in browsing.complaints]
            browsing.close()
    return problems


def main() -> None:
    """Draw what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--views", default=",".join(VIEWS))
    parser.add_argument("--sizes", default=",".join(SIZES))
    parser.add_argument("--themes", default=",".join(THEMES))
    parser.add_argument("--docs", action="store_true", help="the few in docs/images/page")
    parser.add_argument("--whole", action="store_true", help="the page from top to bottom")
    asked = parser.parse_args()
    wanted: list[tuple[str, Any, Any]] = [
        (view, size, theme)
        for view in asked.views.split(",")
        for size in asked.sizes.split(",")
        for theme in asked.themes.split(",")
    ]
    problems = draw(
        list(IN_DOCUMENTS) if asked.docs else wanted,
        CHOSEN if asked.docs else EVERYTHING,
        whole=asked.whole,
    )
    print("\n".join(problems) or "Nothing sticks out, and no page complained.")


if __name__ == "__main__":
    main()
