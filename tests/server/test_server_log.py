"""What a server logs: the story at the usual level, in one form, and no more than is bearable."""

import asyncio
import json
import logging
import time
from contextlib import ExitStack

import httpx
import pytest
from poker_rig import run, shove
from poker_rig import serving as poker
from serve_rig import serving
from websockets.sync.client import connect

from pitboss.server import log


def test_the_log_tells_the_story_of_a_table() -> None:
    options = ("--log", "json", "--lobby-wait", "0.1", "--stop-grace", "0.1", "--seat", "simple")
    with serving(*options) as server, ExitStack() as lines:
        with connect(f"{server.poker}/friday") as first:
            first.send(json.dumps({"type": "join", "name": "eve\x1b"}))
            first.recv()
        for stays in (False, True):
            socket = lines.enter_context(connect(f"{server.poker}/{'stays' if stays else 'goes'}"))
            socket.send(json.dumps({"type": "join", "name": "ann"}))
            while json.loads(socket.recv())["type"] != "game_start":
                pass
            if not stays:
                socket.close()
        with connect(server.native("x")) as native:
            native.send(b"\xff\xfe")
        with connect(server.native("x")) as native:
            native.send("{}")
            native.recv()
        begun = time.monotonic()
        for _ in range(50):
            httpx.get(
                f"{server.http}/api/game/none/state", headers={"Host": "elsewhere"}, timeout=60
            )
        took = time.monotonic() - begun
        code, text = server.stop()

    told = [json.loads(line) for line in text.splitlines()]
    events = [line["event"] for line in told]
    assert code == 0
    for wanted in ("listening", "joined", "game started", "left", "refused", "stopping", "stopped"):
        assert wanted in events, text
    assert {line["reason"] for line in told if line["event"] == "refused"} >= {"bad_host"}
    # Fifty refusals are a line or two, and as many again for every ten seconds that they take.
    assert sum(line.get("reason") == "bad_host" for line in told) <= 2 + 2 * (took // 10)
    (stopping,) = (line for line in told if line["event"] == "stopping")
    assert "stays" in stopping["waits_for"]
    assert "traceback" not in text


def test_results_faults_and_details_are_told(caplog: pytest.LogCaptureFixture) -> None:
    async def scene() -> None:
        async with poker() as rig:
            clients = await rig.join_all("Ann", "Bob")
            await asyncio.gather(*(client.play(shove) for client in clients))

    logger = logging.getLogger("pitboss")
    before, logger.propagate = logger.propagate, True
    try:
        with caplog.at_level(logging.DEBUG, logger="pitboss"):
            run(scene())
    finally:
        logger.propagate = before

    told = [record.getMessage() for record in caplog.records]
    facts = [getattr(record, "facts", {}) for record in caplog.records]
    assert "game over" in told
    assert any("wins" in str(fact.get("what", "")) for fact in facts)


def test_what_strangers_name_themselves_cannot_forge_a_line() -> None:
    line = log._Line(json=False)
    record = logging.LogRecord("pitboss", logging.INFO, "", 0, "joined", (), None)
    record.facts = {"player": "eve\n12:00:00 error   all is lost\x1b[2J\u202e", "table": "a b"}

    text = line.format(record)

    assert "\n" not in text
    assert "\x1b" not in text
    assert "\u202e" not in text
    assert 'table="a b"' in text


def test_a_flood_of_lines_is_summed_up(caplog: pytest.LogCaptureFixture) -> None:
    logger = logging.getLogger("pitboss")
    before, logger.propagate = logger.propagate, True
    log.tell_sums()
    try:
        with caplog.at_level(logging.INFO, logger="pitboss"):
            for _ in range(1000):
                log.refuse("nonsense")
            log.tell_sums()
    finally:
        logger.propagate = before

    told = [record.facts for record in caplog.records if record.getMessage() == "refused"]  # type: ignore[attr-defined]
    assert told == [{"reason": "nonsense"}, {"reason": "nonsense", "times": 999}]
