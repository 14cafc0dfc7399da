"""Organising events over HTTP: real runner processes, stopped, killed and continued."""

import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import pytest
import serve_rig
from api_rig import PUBLIC, TOKEN, api
from journal_rig import wait_for_a_batch
from postgres import Server, postgres
from tournament_rig import hurry, slow_bot

from pitboss import COMPILED
from pitboss.store import Journal

__all__ = ["postgres"]

pytestmark = pytest.mark.slow

SEED = "not-for-your-eyes"
# Long enough to be stopped in the middle.
LONG: dict[str, Any] = {
    "game": "jedna",
    "games": 200_000 if COMPILED else 8000,
    "jobs": 1,
    "bot": [{"bot": "simple"}, {"bot": "random"}],
}
# Of a program that is slow until it has to hurry, so that they are not over too soon.
SOME = 200
SLOW = LONG | {"games": SOME, "bot": [{"bot": "slow"}, {"bot": "simple"}]}
SHORT = LONG | {"games": 20}
BOT = """
import sys
for line in sys.stdin:
    pass
"""


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "pitboss.db"


class Client:
    """An organiser at the server's machine."""

    def __init__(self, server: serve_rig.Running) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.http, timeout=120)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def post(self, path: str, body: Any = None) -> Any:
        answer = self.http.post(path, json={} if body is None else body)
        assert answer.status_code < 300, answer.text
        return answer.json()

    def refusal(self, path: str, body: Any) -> tuple[str, str]:
        answer = self.http.post(path, json=body)
        assert answer.status_code >= 400, answer.text
        error = answer.json()["error"]
        return error["code"], error["message"]

    def event(self, event: str) -> Any:
        answer = self.http.get(f"/api/events/{event}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def wait(self, event: str, state: str, seconds: float = 600) -> Any:
        end = time.monotonic() + seconds
        while (shown := self.event(event))["state"] != state:
            assert time.monotonic() < end, shown
            time.sleep(0.1)
        return shown


Serve = Callable[..., Client]


@pytest.fixture
def serve(db: Path) -> Iterator[Serve]:
    """Starts servers on the journal, and gives their organisers; all are ended."""
    with ExitStack() as stack:

        def start(*options: str) -> Client:
            server = stack.enter_context(serve_rig.serving("--db", str(db), *options))
            return stack.enter_context(Client(server))

        yield start


def slow_program(folder: Path) -> tuple[str, str]:
    """The options with which a server knows the program of a slow event."""
    return "--program", f"slow={sys.executable} {slow_bot(folder, 'slow')}"


def runners(event: str) -> list[int]:
    """The processes that play an event."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if b"tournament" in words and any(event.encode() in word for word in words):
            found.append(int(path.parent.name))
    return found


def wait_until(wanted: Callable[[], bool], seconds: float = 120) -> None:
    end = time.monotonic() + seconds
    while not wanted():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_an_event_is_started_and_played_to_its_end(serve: Serve) -> None:
    client = serve()

    began = client.post("/api/events", SHORT | {"name": "friday"})
    ended = client.wait(began["id"], "finished")

    assert (ended["name"], ended["games"], ended["planned"]) == ("friday", 20, 20)
    assert ended["played_here"] is False
    assert len(ended["seed"]) == 32
    assert ended["commitment"] == sha256(ended["seed"].encode()).hexdigest()


def test_games_are_rounded_up_to_whole_blocks(serve: Serve) -> None:
    client = serve()

    began = client.post("/api/events", SHORT | {"games": 5})

    assert client.wait(began["id"], "finished")["games"] == 6


def test_a_tournaments_file_is_played(serve: Serve) -> None:
    client = serve()
    text = (
        'name = "cup"\ngame = "uno"\nformat = "knockout"\nblocks = 2\njobs = 1\n'
        '[rules]\npreset = "jedna"\n[[bot]]\nbot = "simple"\ncount = 2\n'
        '[[bot]]\nbot = "random"\nname = "dice"\ncount = 2\n'
    )

    began = client.post("/api/events", {"toml": text})
    ended = client.wait(began["id"], "finished")

    assert (ended["name"], ended["format"]) == ("cup", "knockout")
    assert ended["bots"] == ["simple", "simple-2", "dice", "dice-2"]
    wait_until(lambda: bool(client.event(began["id"])["rounds"]))
    assert [one["played"] for one in client.event(began["id"])["rounds"]][:2] == [True, True]


def test_a_stopped_event_goes_on_where_it_was(serve: Serve, db: Path, tmp_path: Path) -> None:
    client = serve(*slow_program(tmp_path))
    event = client.post("/api/events", SLOW | {"seed": SEED})["id"]
    wait_for_a_batch(db)

    stopped = client.post(f"/api/events/{event}/stop")
    assert stopped["state"] == "stopped"
    assert stopped["can_continue"]
    assert runners(event) == []
    going = client.post(f"/api/events/{event}/continue")
    assert going["state"] == "running"
    assert going["games"] >= stopped["games"] > 0
    assert client.refusal(f"/api/events/{event}/continue", {})[0] == "event_running"
    hurry(tmp_path)
    ended = client.wait(event, "finished")

    assert ended["games"] == SOME
    assert ended["seed"] == SEED
    assert client.refusal(f"/api/events/{event}/continue", {})[0] == "event_over"
    assert client.refusal("/api/events", SLOW | {"seed": SEED})[0] == "event_over"
    assert client.refusal(f"/api/events/{event}/stop", {})[0] == "event_stopped"


def test_nothing_about_a_running_event_tells_its_seed(serve: Serve, db: Path) -> None:
    client = serve()
    event = client.post("/api/events", LONG | {"seed": SEED})["id"]
    wait_for_a_batch(db)

    paths = ["", "/standings", "/charts", "/bots/simple", "/bots/random"]
    answers = [client.http.get(f"/api/events/{event}{path}").text for path in paths]
    answers.append(client.http.post(f"/api/events/{event}/stop").text)

    assert not any(SEED in answer for answer in answers)
    [file] = db.with_name("pitboss.db-live").glob("events/*.toml")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_killed_runner_shows_as_stopped_and_goes_on(serve: Serve, db: Path) -> None:
    client = serve()
    event = client.post("/api/events", LONG)["id"]
    wait_for_a_batch(db)

    for runner in runners(event):
        os.kill(runner, signal.SIGKILL)
    stopped = client.wait(event, "stopped")
    client.post(f"/api/events/{event}/continue")

    assert 0 < stopped["games"] < LONG["games"]
    assert "exit -9" in stopped["error"]
    ended = client.wait(event, "finished")
    assert ended["games"] == LONG["games"]
    assert stopped["commitment"] == sha256(ended["seed"].encode()).hexdigest()
    [file] = db.with_name("pitboss.db-live").glob("events/*.toml")
    assert ended["seed"] not in file.read_text()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_no_event_outlives_its_server_and_the_next_one_continues_it(
    serve: Serve, db: Path, tmp_path: Path, number: int
) -> None:
    client = serve(*slow_program(tmp_path))
    event = client.post("/api/events", SLOW | {"name": "friday"})["id"]
    wait_for_a_batch(db)

    client.server.process.send_signal(number)
    client.server.process.wait(120)
    wait_until(lambda: not runners(event))
    again = serve(*slow_program(tmp_path))
    stopped = again.wait(event, "stopped")
    hurry(tmp_path)
    again.post(f"/api/events/{event}/continue")

    assert stopped["name"] == "friday"
    assert 0 < stopped["games"] < SOME
    assert again.wait(event, "finished")["games"] == SOME


def test_an_event_of_another_process_is_shown_but_not_stopped(serve: Serve, db: Path) -> None:
    client = serve()
    words = ["tournament", "--game", "jedna", "simple", "random", "-n", "1000000", "--jobs", "1"]
    runner = subprocess.Popen(
        [sys.executable, "-m", "pitboss", *words, "--seed", SEED, "--db", str(db)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_for_a_batch(db)
        [event] = client.http.get("/api/events").json()["items"]
        assert event["state"] == "running"
        assert client.refusal(f"/api/events/{event['id']}/stop", {})[0] == "event_elsewhere"
        assert client.refusal(f"/api/events/{event['id']}/continue", {})[0] == "event_running"

        def is_seen_to_grow() -> bool:
            later = client.event(event["id"])
            return later["games"] > event["games"] and later["rate"] is not None

        wait_until(is_seen_to_grow)
        later = client.event(event["id"])
        assert later["games"] > event["games"]
        assert later["rate"] > 0
        assert later["left"] > 0
        assert SEED not in str(later)
    finally:
        runner.kill()
        runner.wait()
    assert client.wait(event["id"], "stopped")["seed"] is None


def test_only_named_programs_take_part(serve: Serve, tmp_path: Path) -> None:
    (tmp_path / "submitted").mkdir()
    (tmp_path / "submitted" / "bot.py").write_text(BOT)
    # A folder is a bot.
    client = serve("--program", f"mine={tmp_path / 'submitted'}")
    body = SHORT | {"games": 2, "timeout": 1, "startup": 1}

    code, message = client.refusal(
        "/api/events", body | {"bot": [{"bot": "yours"}, {"bot": "mine"}]}
    )
    assert code == "bad_event"
    assert "mine" in message
    assert (
        client.refusal("/api/events", body | {"bot": [{"cmd": "sh"}, {"bot": "mine"}]})[0]
        == "bad_body"
    )
    toml = 'game = "jedna"\n[[bot]]\ncmd = "touch /tmp/x"\n[[bot]]\nbot = "mine"\n'
    code, message = client.refusal("/api/events", {"toml": toml})
    assert code == "bad_event"
    assert message.startswith("tournament.toml:3: bot 1: bots are called by name here")
    event = client.post("/api/events", body | {"bot": [{"bot": "mine"}, {"bot": "simple"}]})["id"]
    ended = client.wait(event, "finished")

    assert ended["bots"] == ["mine", "simple"]
    page = client.http.get(f"/api/events/{event}/bots/mine").json()
    assert page["faults"][0]["count"] > 0


def test_an_event_whose_program_is_not_named_any_more_does_not_go_on(
    serve: Serve, tmp_path: Path, db: Path
) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(BOT)
    first = serve("--program", f"mine={sys.executable} {bot}")
    body = LONG | {"timeout": 0.05, "startup": 0.5, "bot": [{"bot": "mine"}, {"bot": "simple"}]}
    event = first.post("/api/events", body)["id"]
    wait_for_a_batch(db)
    first.server.stop()

    without = serve()
    stopped = without.wait(event, "stopped")
    assert not stopped["can_continue"]
    code, message = without.refusal(f"/api/events/{event}/continue", {})
    assert code == "event_failed"
    assert "mine" in message
    bot.write_text(f"{BOT}\n# changed")
    changed = serve("--program", f"mine={sys.executable} {bot}")
    code, message = changed.refusal(f"/api/events/{event}/continue", {})
    assert code == "event_failed"
    assert "mine has changed since" in message


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"game": "chess"}, "game"),
        ({"seats": 99}, "seats"),
        ({"format": "league"}, "format"),
        ({"rules": "jedna,weather=1"}, "rules"),
        ({"games": 10**9}, "games"),
        ({"bot": [{"bot": "simple", "count": 300}]}, "bot"),
        ({"bot": []}, "bot"),
        ({"name": "n" * 200}, "name"),
        ({"timeout": -1}, "timeout"),
    ],
)
def test_what_is_wrong_with_an_order_is_told(tmp_path: Path, change: Any, wrong: str) -> None:
    with api(PUBLIC, tmp_path) as server:
        answer = server.ask("POST", "/api/events", TOKEN, json=SHORT | change)

    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "bad_event"
    assert wrong in answer.json()["error"]["message"]


def test_strangers_start_and_stop_nothing(tmp_path: Path) -> None:
    with api(PUBLIC, tmp_path) as server:
        for path in ("/api/events", "/api/events/k7f3q2ab/stop", "/api/events/k7f3q2ab/continue"):
            assert server.refusal(path, method="POST", json=SHORT) == "token_required"
            assert server.refusal(path, "guess", method="POST", json=SHORT) == "bad_token"


def test_without_a_journal_no_event_is_started() -> None:
    with api(PUBLIC) as server:
        code = server.refusal("/api/events", TOKEN, method="POST", json=SHORT)

    assert code == "no_journal"


def test_events_are_organised_in_postgresql_too(
    postgres: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.database()
    # The server keeps files in its folder.
    monkeypatch.chdir(tmp_path)
    options = ("--db", url, *slow_program(tmp_path))
    with serve_rig.serving(*options) as server, Client(server) as client:
        event = client.post("/api/events", SLOW)["id"]
        client.wait(event, "running")
        stopped = client.post(f"/api/events/{event}/stop")
        going = client.post(f"/api/events/{event}/continue")
        hurry(tmp_path)
        ended = client.wait(event, "finished")
        table = client.http.get(f"/api/events/{event}/standings").json()

    assert (stopped["state"], going["state"]) == ("stopped", "running")
    assert ended["games"] == table["games"] == SOME
    with Journal.open(url) as journal:
        assert journal.event(event).state == "finished"
