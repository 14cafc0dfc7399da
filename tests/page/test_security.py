"""What a browser keeps others from: scripts, frames, other sites, tokens in addresses, seats."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
from browser_rig import Browsing, chromium_running, page_server
from serve_rig import Running
from websockets.sync.client import connect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

TOKEN = "the-organiser-s-secret"


@pytest.fixture(scope="module")
def chromium() -> Iterator["Browser"]:
    """One that lets a page of another site reach this machine, as older ones do."""
    with chromium_running("--disable-features=LocalNetworkAccessChecks") as browser:
        yield browser


# Headers


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/play", "/games", "/game/live-x", "/table/friday", "/events", "/event/x"),
        *("/event/x/bot/y", "/event/x/projector", "/organise"),
        # What is no document has headers of its own: tests/server/test_page_files.py.
        *("/page/icon.svg", "/page/nothing.js", "/nothing"),
    ],
)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_whatever_a_browser_shows_comes_with_the_policy(
    server: Running, path: str, method: str
) -> None:
    headers = httpx.request(method, server.http + path, timeout=60).headers
    policy = dict(
        part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
    )

    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == "'self'"
    assert policy["style-src"] == "'self'"
    assert policy["connect-src"] == "'self'"
    assert policy["form-action"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "camera=()" in headers["permissions-policy"]


@pytest.mark.parametrize(
    "path", ["/api/server", "/api/games", "/api/games/live-x", "/api/nothing", "/health"]
)
def test_what_programs_read_is_never_taken_for_a_page(server: Running, path: str) -> None:
    answer = httpx.get(server.http + path, timeout=60)

    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-type"].startswith("application/json")
    assert "no-" in answer.headers["cache-control"]


# The policy at work


def test_the_policy_blocks_scripts_and_styles_in_the_markup(
    browser: Browsing, server: Running
) -> None:
    browser.forgive("Content Security Policy|alert")
    page = browser.open(f"{server.http}/")
    page.get_by_role("heading", level=1).wait_for()

    page.evaluate(
        """() => {
          const place = document.createElement("div");
          document.body.append(place);
          place.innerHTML = '<img src="data:," onerror="window.broken = 1">'
            + '<p id="styled" style="position: fixed">x</p>';
          const script = document.createElement("script");
          script.textContent = "window.broken = 2";
          place.append(script);
          const frame = document.createElement("iframe");
          frame.srcdoc = "<script>top.broken = 3</script>";
          place.append(frame);
        }"""
    )
    page.wait_for_timeout(500)

    assert page.evaluate("() => window.broken ?? null") is None
    assert page.evaluate("() => getComputedStyle(document.getElementById('styled')).position") == (
        "static"
    )


def test_the_policy_blocks_whatever_is_elsewhere(browser: Browsing, server: Running) -> None:
    browser.forgive("Content Security Policy|failed:|Failed to fetch")
    page = browser.open(f"{server.http}/")
    page.get_by_role("heading", level=1).wait_for()
    asked: list[str] = []
    page.on("requestfinished", lambda request: asked.append(request.url))

    fetched = page.evaluate(
        "(url) => fetch(url).then(() => 'sent', () => 'blocked')",
        f"{server.poker}/".replace("ws", "http"),
    )

    assert fetched == "blocked"
    assert [url for url in asked if not url.startswith(server.http)] == []


# Pages from elsewhere


EVIL = "http://evil.example/"


def open_elsewhere(browser: Browsing) -> "Page":
    """A page of another site, which is not on this machine."""
    browser.forgive("CORS|failed:|Failed to load|status 4|frame|WebSocket|ERR_|Refused|violates")
    context = browser.visitor()
    context.route(
        f"{EVIL}**",
        lambda route: route.fulfill(body="<h1>Free cards!</h1>", content_type="text/html"),
    )
    page = context.new_page()
    page.goto(EVIL)
    assert page.evaluate("() => location.origin") == EVIL.rstrip("/")
    return page


ATTACKS = """
async (server) => {
  const table = JSON.stringify({ name: "theirs", game: "jedna", seats: 2 });
  const tries = {};
  const send = async (name, path, options) => {
    try {
      const answer = await fetch(server + path, options);
      tries[name] = answer.type === "opaque" ? "opaque" : answer.status;
    } catch {
      tries[name] = "blocked";
    }
  };
  // What a browser sends without asking first, and what it asks about.
  await send("simple", "/api/tables", { method: "POST", mode: "no-cors", body: table });
  await send("typed", "/api/tables",
    { method: "POST", body: table, headers: { "content-type": "application/json" } });
  await send("delete", "/api/tables/ours", { method: "DELETE" });
  await send("start", "/api/tables/ours/start", { method: "POST", mode: "no-cors" });
  await send("event", "/api/events", { method: "POST", mode: "no-cors", body: "{}" });
  await send("room", "/api/rooms", { method: "POST", mode: "no-cors" });
  tries.socket = await new Promise((resolve) => {
    const socket = new WebSocket(server.replace("http", "ws") + "/ws/theirs");
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: "join", name: "them", game: "jedna", house: ["simple"] }));
    };
    socket.onmessage = () => resolve("heard");
    socket.onclose = () => resolve("closed");
  });
  tries.framed = await new Promise((resolve) => {
    const frame = document.createElement("iframe");
    frame.src = server;
    frame.onload = () => {
      try { resolve(frame.contentDocument ? "empty" : "refused"); } catch { resolve("refused"); }
    };
    document.body.append(frame);
  });
  return tries;
}
"""


def test_a_page_from_elsewhere_changes_nothing_on_this_machine(
    browser: Browsing, server: Running
) -> None:
    ours = {"name": "ours", "game": "jedna", "seats": 3}
    made = httpx.post(f"{server.http}/api/tables", json=ours, timeout=60)
    assert made.status_code == 201
    before = httpx.get(f"{server.http}/api/tables", timeout=60).json()

    tries = open_elsewhere(browser).evaluate(ATTACKS, server.http)

    # The browser lets them through to the server, which is what refuses them.
    assert tries["room"] == "opaque"
    assert tries["socket"] == "closed"
    assert tries["framed"] == "refused"
    assert {tries[name] for name in ("typed", "delete")} == {"blocked"}
    assert httpx.get(f"{server.http}/api/tables", timeout=60).json() == before
    assert httpx.get(f"{server.http}/api/rooms", timeout=60).json()["rooms"] == []
    assert httpx.get(f"{server.http}/api/events", timeout=60).json()["items"] == []


def test_a_page_from_elsewhere_reads_nothing(browser: Browsing, server: Running) -> None:
    page = open_elsewhere(browser)

    read = page.evaluate(
        """async (server) => Promise.all(["/api/server", "/api/games", "/api/tables", "/"].map(
          (path) => fetch(server + path).then((answer) => answer.text(), () => "blocked")))""",
        server.http,
    )

    assert set(read) == {"blocked"}


def test_a_page_of_another_port_of_this_machine_does_not_organise(
    browser: Browsing, server: Running, tmp_path: Path
) -> None:
    browser.forgive("status 4|Failed to load")
    with page_server(tmp_path) as other:
        page = browser.open(f"{other.http}/health")

        answers = page.evaluate(
            """async (server) => {
              const seen = await (await fetch(server + "/api/server")).json();
              const options = { method: "POST", headers: { "content-type": "application/json" } };
              const made = await fetch(server + "/api/tables", { ...options, body: "{}" });
              return [seen.organiser, made.status];
            }""",
            server.http,
        )

    assert answers == [False, 403]


# Tokens


def test_tokens_stay_out_of_addresses_that_are_logged(browser: Browsing, tmp_path: Path) -> None:
    with page_server(tmp_path, "--organiser-token", TOKEN, "--log-level", "debug") as server:
        page = browser.visitor().new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.on("websocket", lambda socket: asked.append(socket.url))

        page.goto(f"{server.http}/organise#token={TOKEN}")
        page.get_by_role("heading", level=1).wait_for()
        assert TOKEN not in page.url
        page.goto(f"{server.http}/table/friday")
        page.get_by_role("heading", level=1).wait_for()
        page.wait_for_timeout(500)
        _, log = server.stop()

    assert asked
    assert [url for url in asked if TOKEN in url.partition("#")[0]] == []
    assert TOKEN not in log


# Seats


def test_nobody_takes_a_seat_over_without_its_token(browser: Browsing, server: Running) -> None:
    with connect(server.native("seat")) as owner:
        join = {"type": "join", "name": "ada", "game": "jedna", "seats": 2, "house": ["simple"]}
        owner.send(json.dumps(join))
        first = json.loads(owner.recv())
        token = first["token"]
        while json.loads(owner.recv())["type"] != "turn":
            pass

        page = browser.open(f"{server.http}/")
        page.get_by_role("heading", level=1).wait_for()
        answers = page.evaluate(
            """async (url) => {
              const told = async (first) => new Promise((resolve) => {
                const socket = new WebSocket(url);
                socket.onopen = () => socket.send(JSON.stringify(first));
                socket.onmessage = (event) => { resolve(JSON.parse(event.data)); socket.close(); };
                socket.onclose = () => resolve({ type: "closed" });
              });
              const join = { type: "join", name: "ada" };
              return [
                await told(join),
                await told({ ...join, token: "guess" }),
                await told({ ...join, token: "", since: 0 }),
                await told({ type: "watch" }),
              ];
            }""",
            server.native("seat"),
        )
        *others, watching = answers

        assert {answer["type"] for answer in others} == {"error"}
        assert watching["type"] == "hello"
        assert watching["seat"] == -1
        assert token not in json.dumps(answers)
        # The owner is still there, and comes back with the token.
        with connect(server.native("seat")) as again:
            again.send(json.dumps({"type": "join", "name": "ada", "token": token, "since": 0}))
            assert json.loads(again.recv())["seat"] == 0
