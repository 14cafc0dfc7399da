"""What docs/http-api.md says is what a server answers.

`PITBOSS_WRITE_DOCS=1 pytest tests/docs/test_http_api_docs.py` brings its tables up to date.
"""

import os
import re
import shlex
from dataclasses import replace
from pathlib import Path
from typing import Any

import live_rig
import pytest
from api_rig import LOCAL, Api, api
from document import ROOT, Command, blocks
from played_event import CREATED, three_bots
from played_event import played as batches

from pitboss.server.api.errors import ERRORS

PAGE = ROOT / "docs" / "http-api.md"
SHOWN = "live-f3q2"
SHOWN_EVENT = "k7f3q2ab"


def played(server: Api) -> str:
    """What the page tells of: a table where somebody waits, and a game; its id."""
    server.ask(
        "POST",
        "/api/tables",
        json={"name": "friday", "game": "jedna", "seats": 3, "house": ["simple"]},
    )
    game = live_rig.Played(server.journal)
    game.finish()
    return game.id


def played_event(server: Api) -> str:
    """An event that is over; its id."""
    plan = three_bots()
    events = server.journal.events
    events.begin(plan, label="cup", created=CREATED, note={})
    events.write(batches(plan, 6, 2))
    events.finish(plan.id, "finished", finished=CREATED)
    return plan.id


def answer(server: Api, typed: str) -> str:
    """What curl would print."""
    words = iter(shlex.split(typed))
    assert next(words) == "curl"
    method, path = "GET", ""
    headers: dict[str, str] = {}
    content: str | None = None
    for word in words:
        match word:
            case "-X":
                method = next(words)
            case "-H":
                name, _, value = next(words).partition(": ")
                headers[name] = value
            case "-d":
                content = next(words)
            case _:
                path = word.removeprefix("http://localhost:5000")
    answered = server.ask(method, path, headers=headers, content=content)
    assert answered.status_code < 300, answered.text
    return answered.text


def is_like(wanted: str, found: str) -> bool:
    """Whether it is what the page shows, where `...` stands for anything."""
    pattern = re.escape(wanted.strip()).replace(r"\.\.\.", ".*?")
    return re.fullmatch(pattern, found.strip(), re.DOTALL) is not None


def test_the_examples_are_answered_as_the_page_says(tmp_path: Path) -> None:
    commands: list[Command] = [command for block in blocks(PAGE) for command in block.commands()]
    assert len(commands) >= 8
    with api(replace(LOCAL, organiser_token="SECRET"), tmp_path) as server:
        game, event = played(server), played_event(server)
        for command in commands:
            typed = command.typed.replace(SHOWN, game).replace(SHOWN_EVENT, event)
            found = answer(server, typed).replace(event, SHOWN_EVENT)
            found = found.replace(game, SHOWN).replace(server.server.url, "http://localhost:5000")
            found = found.replace("ws://127.0.0.1:8765", "ws://localhost:8765")
            assert command.printed is not None
            assert is_like(command.printed, found), f"$ {command.typed}\n{found[:2000]}"


def table(name: str, document: dict[str, Any]) -> str:
    """A table of the page as it should be."""
    if name == "errors":
        rows = [("code", "status", "meaning"), ("---", "---", "---")]
        rows += [(f"`{code}`", str(kind.status), kind.meaning) for code, kind in ERRORS.items()]
    else:
        rows = [("", "what it is for", "who may"), ("---", "---", "---")]
        for path, methods in document["paths"].items():
            for method, operation in methods.items():
                who = "organiser" if "security" in operation else ""
                rows.append((f"`{method.upper()} {path}`", operation["summary"], who))
    return "".join(f"| {' | '.join(row)} |\n".replace("|  |", "| |") for row in rows)


@pytest.mark.parametrize("name", ["operations", "errors"])
def test_the_tables_are_up_to_date(name: str) -> None:
    mark = f"<!-- {name}, kept equal to the code by tests/docs/test_http_api_docs.py -->\n"
    before, begin, rest = PAGE.read_text().partition(mark)
    shown, end, after = rest.partition(f"<!-- end of {name} -->\n")
    assert begin
    assert end
    with api() as server:
        wanted = table(name, server.document)

    if os.environ.get("PITBOSS_WRITE_DOCS"):
        PAGE.write_text(f"{before}{begin}\n{wanted}\n{end}{after}")
    else:
        assert shown.strip() == wanted.strip()
