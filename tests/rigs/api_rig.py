"""A server with a journal, asked over HTTP; every answer is checked against /api/openapi.json."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import played_event
import pytest
from jsonschema import Draft202012Validator
from uno_online_server import Served, served

from pitboss.events.plan import Plan
from pitboss.server.settings import Settings
from pitboss.store import LiveJournal

HOSTILE = "<img src=x onerror=alert(1)>\x1b[31m\u202e\U0001f47e"
TOKEN = "the-organiser"
LOCAL = Settings()
# Listens on 127.0.0.1 in tests, but trusts nobody there.
PUBLIC = Settings(host="0.0.0.0", organiser_token=TOKEN)


class Api:
    """A client that believes nothing but the description."""

    def __init__(self, server: Served) -> None:
        self.server = server
        self.http = httpx.Client(base_url=server.url, timeout=60)
        self.document: dict[str, Any] = server.http.get("/api/openapi.json").json()
        # What was asked: method, path as in the description, and status.
        self.asked: set[tuple[str, str, int]] = set()

    @property
    def journal(self) -> LiveJournal:
        """The server's own."""
        journal = self.server.api.services.journal
        assert journal is not None
        return journal

    def ask(self, method: str, path: str, token: str = "", **request: Any) -> httpx.Response:
        """Send a request and check the answer against the description."""
        headers = dict(request.pop("headers", {}))
        if token:
            headers["authorization"] = f"Bearer {token}"
        answer = self.http.request(method, path, headers=headers, **request)
        # Not decoded: a slash within a name separates nothing.
        sent = answer.request.url.raw_path.decode().partition("?")[0]
        self._check(method, sent, answer)
        return answer

    def get(self, path: str, token: str = "") -> Any:
        """What a GET that is granted answers."""
        answer = self.ask("GET", path, token)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def refusal(self, path: str, token: str = "", method: str = "GET", **request: Any) -> str:
        """The code with which a request is refused."""
        answer = self.ask(method, path, token, **request)
        assert answer.status_code >= 400, answer.text
        error = answer.json()["error"]
        assert error["message"]
        assert "Traceback" not in answer.text
        code: str = error["code"]
        return code

    def _check(self, method: str, path: str, answer: httpx.Response) -> None:
        template, operation = self._operation(method, path)
        self.asked.add((method, template, answer.status_code))
        if answer.status_code == 304:
            return
        responses = operation["responses"]
        described = responses.get(str(answer.status_code), responses.get("default"))
        assert described is not None, f"{method} {template} answers {answer.status_code}"
        media, content = next(iter(described["content"].items()))
        assert answer.headers["content-type"].partition(";")[0] == media.partition(";")[0]
        if media == "application/json" and answer.content:
            schema = {**content["schema"], "components": self.document["components"]}
            Draft202012Validator(schema).validate(answer.json())

    def _operation(self, method: str, path: str) -> tuple[str, dict[str, Any]]:
        for template, methods in self.document["paths"].items():
            pattern = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(template))
            if re.fullmatch(pattern, path) and method.lower() in methods:
                return template, methods[method.lower()]
        raise AssertionError(f"{method} {path} is not described")


@contextmanager
def api(settings: Settings = LOCAL, folder: Path | None = None) -> Iterator[Api]:
    """A server with these settings; with a folder it keeps its journal there."""
    with served(settings, folder) as server:
        client = Api(server)
        with client.http:
            yield client


def enter_event(
    journal: LiveJournal, *, finished: bool, game: str = "uno", rules: str = "jedna", count: int = 6
) -> Plan:
    """A small event, played for real, with faults in its first batch."""
    plan = played_event.three_bots(game, rules)
    events = journal.events
    events.begin(plan, label="friday", created=played_event.CREATED, note={})
    events.write(played_event.played(plan, count, 2, faults=game == "uno"))
    if finished:
        events.finish(plan.id, "finished", finished="2026-01-31T12:30:00+00:00")
    return plan


@pytest.fixture
def local(tmp_path: Path) -> Iterator[Api]:
    """A server for programs of this machine."""
    with api(LOCAL, tmp_path) as server:
        yield server


@pytest.fixture
def public(tmp_path: Path) -> Iterator[Api]:
    """A server for everybody, with an organiser's token."""
    with api(PUBLIC, tmp_path) as server:
        yield server
