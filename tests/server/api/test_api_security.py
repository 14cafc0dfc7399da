"""Pages from elsewhere change nothing, bodies are bounded, and tokens are not logged."""

import json
import logging
from dataclasses import replace
from typing import Any

import httpx
import pytest
from api_rig import LOCAL, PUBLIC, TOKEN, Api, api, local, public
from serve_rig import serving
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

__all__ = ["local", "public"]

FOREIGN = ["https://evil.example", "null", "http://localhost.evil.example", "http://127.0.0.1:1"]


def origin(server: Api) -> str:
    """The page's own."""
    return server.server.url


@pytest.mark.parametrize("foreign", FOREIGN)
def test_a_page_from_elsewhere_changes_nothing(local: Api, foreign: str) -> None:
    headers = {"origin": foreign}

    code = local.refusal("/api/tables", method="POST", json={}, headers=headers)

    assert code == "foreign_origin"
    assert local.get("/api/tables")["items"] == []


def test_a_page_from_elsewhere_makes_no_room_with_a_request_that_browsers_send_unasked(
    local: Api,
) -> None:
    refused = local.http.post("/api/rooms", headers={"origin": "https://evil.example"})

    assert refused.status_code == 403
    assert local.http.get("/api/rooms").json()["rooms"] == []
    granted = local.http.post("/api/rooms", headers={"origin": "http://localhost:3000"})
    assert granted.status_code == 201


def test_what_a_browser_says_of_another_site_counts_without_an_origin(local: Api) -> None:
    headers = {"sec-fetch-site": "cross-site"}

    assert local.refusal("/api/tables", method="POST", json={}, headers=headers) == "foreign_origin"


def test_our_own_page_and_programs_of_this_machine_organise_on_loopback(local: Api) -> None:
    own = {"origin": origin(local), "sec-fetch-site": "same-origin"}

    assert local.ask("POST", "/api/tables", json={}, headers=own).status_code == 201
    assert local.ask("POST", "/api/tables", json={}).status_code == 201
    assert local.get("/api/server")["organiser"] is True


@pytest.mark.parametrize("host", ["evil.example", "evil.example:5000", "localhost.evil.example"])
def test_a_name_that_was_made_to_point_here_is_turned_away(local: Api, host: str) -> None:
    answer = local.http.post("/api/tables", json={}, headers={"host": host})

    assert (answer.status_code, answer.json()["error"]) == (400, "bad_host")
    assert local.get("/api/tables")["items"] == []


def test_a_proxy_on_this_machine_does_not_make_strangers_organisers(local: Api) -> None:
    headers = {"x-forwarded-for": "203.0.113.9"}

    answer = local.ask("GET", "/api/server", headers=headers)

    assert answer.json()["organiser"] is False
    assert local.refusal("/api/tables", method="POST", json={}, headers=headers) == "token_required"


def test_the_organisers_token_counts_from_everywhere(public: Api) -> None:
    headers = {"origin": "https://elsewhere.example"}

    made = public.ask("POST", "/api/tables", TOKEN, json={}, headers=headers)

    assert made.status_code == 201
    assert public.get("/api/server", TOKEN)["organiser"] is True
    assert public.get("/api/server")["organiser"] is False
    assert public.get("/api/server", "wrong")["organiser"] is False


def test_who_lacks_the_token_is_told_which_kind_is_wanted(public: Api) -> None:
    answer = public.ask("POST", "/api/tables", json={})

    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")


@pytest.mark.parametrize(
    ("content", "media", "code", "status"),
    [
        (b"{}", "text/plain", "bad_content_type", 415),
        (b"{}", "", "bad_content_type", 415),
        (b"x" * 70_000, "application/json", "too_large", 413),
        (b"{", "application/json", "bad_json", 400),
        (b"\xff", "application/json", "bad_json", 400),
        (b"[" * 60_000, "application/json", "bad_body", 400),
        (b"[1]", "application/json; charset=utf-8", "bad_body", 400),
        (b'{"time": {"move": 5, "extra": 1}}', "application/json", "bad_body", 400),
    ],
)
def test_a_body_is_json_of_the_right_kind_and_size(
    local: Api, content: bytes, media: str, code: str, status: int
) -> None:
    headers = {"content-type": media} if media else {}

    answer = local.ask("POST", "/api/tables", content=content, headers=headers)

    assert (answer.json()["error"]["code"], answer.status_code) == (code, status)


def test_a_body_without_a_length_is_bounded_too(local: Api) -> None:
    def chunks() -> Any:
        for _ in range(100):
            yield b"x" * 1000

    headers = {"content-type": "application/json"}
    answer = local.ask("POST", "/api/tables", content=chunks(), headers=headers)

    assert answer.json()["error"]["code"] == "too_large"


def test_a_body_that_never_comes_is_given_up() -> None:
    with api(replace(LOCAL, request_timeout=0.2)) as server, connect_raw(server) as socket:
        socket.sendall(
            b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n"
            b"Content-Type: application/json\r\n\r\n{"
        )
        answer = socket.recv(4096)

    assert b" 408 " in answer.splitlines()[0]


def connect_raw(server: Api) -> Any:
    """A bare connection."""
    import socket

    return socket.create_connection(("127.0.0.1", server.server.port), timeout=60)


def test_other_methods_are_refused_and_the_right_ones_named(local: Api) -> None:
    put = local.http.put("/api/tables", json={})
    patch = local.http.patch("/api/games/live-x")
    head = local.http.head("/api/server")

    assert (put.status_code, put.headers["allow"]) == (405, "GET, POST, HEAD")
    assert put.json()["error"]["code"] == "bad_method"
    assert (patch.status_code, patch.headers["allow"]) == (405, "GET, HEAD")
    assert (head.status_code, head.content) == (200, b"")


@pytest.mark.parametrize("path", ["/api/server", "/api/tables", "/api/openapi.json"])
def test_answers_are_data_and_nothing_else(public: Api, path: str) -> None:
    headers = public.ask("GET", path).headers

    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "access-control-allow-origin" not in headers


def test_an_unknown_path_of_the_api_is_refused_as_before(local: Api) -> None:
    answer = local.http.get("/api/nothing")

    assert (answer.status_code, answer.json()["error"]) == (404, "not_found")


def test_a_mistake_of_ours_tells_nothing_of_itself(
    local: Api, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise RuntimeError("secret path /home/somebody")

    monkeypatch.setattr(type(local.journal), "listed", fail)

    with caplog.at_level(logging.ERROR):
        answer = local.ask("GET", "/api/games")

    assert answer.json()["error"]["code"] == "internal_error"
    assert "secret" not in answer.text


def test_no_token_is_logged() -> None:
    with serving("--log-level", "debug", PITBOSS_ORGANISER_TOKEN=TOKEN) as server:
        headers = {"authorization": f"Bearer {TOKEN}"}
        made = httpx.post(
            f"{server.http}/api/tables", json={"name": "t"}, headers=headers, timeout=60
        )
        httpx.delete(f"{server.http}/api/tables/t?token={TOKEN}", timeout=60)
        httpx.get(f"{server.http}/api/games?token={TOKEN}", timeout=60)
        _, log = server.stop()

    assert made.status_code == 201
    assert TOKEN not in log


def test_seats_can_not_be_taken_over(public: Api) -> None:
    url = f"{public.server.url.replace('http', 'ws')}/ws/friday"
    with connect(url) as mine:
        mine.send(json.dumps({"type": "join", "name": "ada", "house": ["simple"]}))
        token = json.loads(mine.recv(60))["token"]
        answer = public.ask("GET", "/api/tables/friday")
        assert token not in answer.text

        with connect(url) as other:
            other.send(json.dumps({"type": "join", "name": "ada", "token": "guess"}))
            assert json.loads(other.recv(60))["type"] == "error"
            with pytest.raises(ConnectionClosed):
                other.recv(60)


def test_a_public_server_believes_no_host_and_no_origin(public: Api) -> None:
    assert not PUBLIC.loopback
    headers = {"host": "localhost", "origin": "http://localhost"}

    assert (
        public.refusal("/api/tables", method="POST", json={}, headers=headers) == "token_required"
    )
