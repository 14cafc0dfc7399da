"""`/api/openapi.json` describes every operation, and every operation answers as described."""

import json
import re
from typing import Any

import live_rig
from api_rig import Api, enter_event, local
from jsonschema import Draft202012Validator

__all__ = ["local"]

# What starts and stops processes is tested with them.
ELSEWHERE = {
    ("POST", "/api/events"),
    ("POST", "/api/events/{id}/stop"),
    ("POST", "/api/events/{id}/continue"),
}


def operations(document: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    return {
        (method.upper(), path): operation
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }


def test_the_description_is_sound(local: Api) -> None:
    document = local.document
    text = json.dumps(document)
    schemas = document["components"]["schemas"]
    described = operations(document)

    assert document["openapi"] == "3.1.0"
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)
    for name in re.findall(r'"#/components/schemas/([^"]+)"', text):
        assert name in schemas
    names = [operation["operationId"] for operation in described.values()]
    assert len(names) == len(set(names))
    for (_, path), operation in described.items():
        parts = [one["name"] for one in operation.get("parameters", []) if one["in"] == "path"]
        assert parts == re.findall(r"\{(\w+)\}", path)
        assert operation["summary"].endswith(".")


def test_every_operation_answers_as_described(local: Api) -> None:
    game = live_rig.Played(local.journal, game="holdem-tournament", rules="")
    game.finish()
    plan = enter_event(local.journal, finished=True)

    for path in (
        "/api/server",
        "/api/openapi.json",
        "/api/rules/jedna",
        "/api/rooms",
        "/api/journal",
        f"/api/journal/{game.id}",
        "/api/tables",
        "/api/games",
        f"/api/games?event={plan.id}",
        f"/api/games/{game.id}",
        f"/api/games/{plan.id}-1-0",
        f"/api/games/{game.id}/steps",
        f"/api/games/{plan.id}-1-0/steps",
        "/api/events",
        f"/api/events/{plan.id}",
        f"/api/events/{plan.id}/standings",
        f"/api/events/{plan.id}/bots/steady",
    ):
        local.get(path)
    (chart, *_) = local.get(f"/api/events/{plan.id}/charts")["items"]
    for path in ("/api/charts.css", f"/api/events/{plan.id}/charts/{chart['name']}.svg"):
        assert local.ask("GET", path).status_code == 200
    for name in ("record.json", "record.txt", "record.phh"):
        assert local.ask("GET", f"/api/games/{game.id}/{name}").status_code == 200
    room = local.ask("POST", "/api/rooms", json={}).json()
    path = f"/api/rooms/{room['room']['roomCode']}"
    local.get(path)
    token = room["tokens"]["Player 1"]
    assert local.ask("DELETE", path, token).status_code == 200
    local.ask("POST", "/api/tables", json={"name": "t", "house": ["simple", "random"]})
    local.get("/api/tables/t")
    assert local.ask("POST", "/api/tables/t/start").status_code == 200
    assert local.ask("DELETE", "/api/tables/t").status_code == 200

    answered = {(method, path) for method, path, status in local.asked if status < 300}
    assert set(operations(local.document)) - ELSEWHERE <= answered
