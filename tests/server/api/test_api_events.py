"""`/api/events`: lists, progress, standings and charts, straight from the journal."""

import time
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any
from urllib.parse import quote

import played_event
import pytest
import store_rig
from api_rig import LOCAL, TOKEN, Api, api, local, public
from sqlalchemy import create_engine, text

from pitboss.events.plan import Plan
from pitboss.events.trial import Question
from pitboss.statistics.standings import standings
from pitboss.store import Journal

__all__ = ["local", "public"]

ENDED = "2026-01-31T12:30:00+00:00"
HOSTILE = played_event.HOSTILE


def enter(
    journal: Journal,
    *,
    seed: str = "report",
    count: int = 6,
    label: str = "",
    state: str = "finished",
    game: str = "uno",
    rules: str = "jedna",
) -> Plan:
    """A small event that was really played, with a fault in its first batch."""
    three = played_event.three_bots(game, rules)
    plan = Plan(game=game, rules=rules, seats=2, entrants=three.entrants, seed=seed)
    note = {"command": f"pitboss play uno simple random --seed {seed}"}
    journal.begin(plan, label=label, created=played_event.CREATED, note=note)
    journal.write(played_event.played(plan, count, 2, faults=game == "uno"))
    if state == "finished":
        journal.finish(plan.id, "finished", finished=ENDED)
    elif state == "stopped":
        journal.finish(plan.id, "stopped", finished=ENDED)
    return plan


def until(api: Api, path: str, wanted: Any, seconds: float = 60.0) -> Any:
    """What the path answers, as soon as it is as wanted."""
    end = time.monotonic() + seconds
    while not wanted(answer := api.get(path)):
        assert time.monotonic() < end, answer
        time.sleep(0.05)
    return answer


def test_a_server_without_a_journal_has_no_events() -> None:
    with api(LOCAL) as server:
        assert server.get("/api/events") == {"items": []}
        assert server.refusal("/api/events/k7f3q2ab") == "no_such_event"


def test_events_are_listed_with_their_facts(local: Api) -> None:
    plan = enter(local.journal.events, label="friday")

    listed = until(local, "/api/events", lambda one: one["items"][0]["leader"] is not None)

    [event] = listed["items"]
    assert event["id"] == plan.id
    assert event["name"] == "friday"
    assert event["state"] == "finished"
    assert (event["game"], event["rules"], event["seats"]) == ("uno", "jedna", 2)
    assert event["bots"] == ["steady", "chance", HOSTILE]
    assert event["games"] == 12
    assert event["unit"] == "score"
    assert event["finished"].startswith("2026-01-31T12:30")
    assert event["leader"]["name"] == "steady"
    assert event["rate"] is None


def test_events_are_listed_page_by_page_and_by_state(local: Api) -> None:
    journal = local.journal.events
    plans = [enter(journal, seed=str(seed), count=2) for seed in range(3)]
    stopped = enter(journal, seed="late", count=2, state="stopped")

    first = local.get("/api/events?limit=3")
    rest = local.get(f"/api/events?limit=3&after={first['next']}")

    ids = [item["id"] for page in (first, rest) for item in page["items"]]
    assert sorted(ids) == sorted(plan.id for plan in [*plans, stopped])
    assert "next" not in rest
    [only] = local.get("/api/events?state=stopped")["items"]
    assert only["id"] == stopped.id
    assert local.refusal("/api/events?state=lost") == "bad_query"


def test_a_comparison_is_told_with_its_question(local: Api) -> None:
    plan, journal = store_rig.plan(), local.journal.events
    question = Question(margin=0.1, alpha=0.01, beta=0.05, fixed=False, most=1000)
    journal.begin(plan, label="", created=played_event.CREATED, note=question.note())
    journal.write([store_rig.batch(plan, 0, 5), store_rig.batch(plan, 7, 2)])
    journal.finish(plan.id, "finished", finished=ENDED)

    told = until(local, f"/api/events/{plan.id}", lambda one: one["comparison"] is not None)

    found = told["comparison"]
    assert (found["verdict"], found["margin"], found["alpha"]) == ("undecided", 0.1, 0.01)
    # What lies behind a gap does not count yet.
    assert (found["games"], found["played"]) == (5 * plan.seats, 7 * plan.seats)
    assert found["new"] == plan.entrants[0].name


def test_an_event_that_nobody_plays_any_more_is_stopped(local: Api) -> None:
    # Its last sign of life was long ago.
    plan = enter(local.journal.events, state="running")

    assert local.get(f"/api/events/{plan.id}")["state"] == "stopped"


def test_growth_shows_soon_with_its_rate(local: Api, tmp_path: Path) -> None:
    db = str(tmp_path / "pitboss.db")
    plan = store_rig.plan()
    with Journal.open(db) as writer:
        writer.begin(plan, label="", created=played_event.CREATED, note={})
        writer.write([store_rig.batch(plan, 0, 5)])
        path = f"/api/events/{plan.id}"
        assert local.get(path)["games"] == 10

        for first in range(5, 40, 5):
            writer.write([store_rig.batch(plan, first, 5)])
            played = 2 * (first + 5)
            until(local, path, lambda one, played=played: one["games"] == played)
            time.sleep(0.1)

        event = until(local, path, lambda one: one["rate"] is not None)

    assert event["state"] == "running"
    assert event["rate"] > 0
    # The plan is of one block only, so that nothing is left.
    assert event["left"] is None
    standings_now = until(local, f"{path}/standings", lambda one: one["games"] == 80)
    assert standings_now["version"] == 40


def test_standings_are_those_of_the_statistics(local: Api) -> None:
    journal = local.journal.events
    plan = enter(journal, count=30)

    told = local.get(f"/api/events/{plan.id}/standings")

    expected = standings(journal.results(plan.id))
    assert [row["bot"] for row in told["rows"]] == [row.name for row in expected.table.rows]
    for row, one in zip(told["rows"], expected.table.rows, strict=True):
        assert row["payoff"]["estimate"] == pytest.approx(one.payoff.estimate)
        assert row["rating_low"] == pytest.approx(one.rating_low)
        assert (row["rank"], row["tied"], row["faults"]) == (one.rank, one.tied, one.faults)
    assert told["confidence"] == 0.95
    order = [row.entrant for row in expected.table.rows]
    for own, line in zip(order, told["against"], strict=True):
        for other, cell in zip(order, line, strict=True):
            known = expected.table.crosstable[own][other]
            if known is None:
                assert cell is None
                continue
            assert cell["score"] == pytest.approx(known.score)
            assert cell["games"] == known.games
            assert cell["low"] <= cell["score"] <= cell["high"]


def test_standings_have_an_etag_that_changes_with_the_games_and_the_state(
    local: Api, tmp_path: Path
) -> None:
    plan = store_rig.plan()
    with Journal.open(str(tmp_path / "pitboss.db")) as writer:
        writer.begin(plan, label="", created=played_event.CREATED, note={})
        writer.write([store_rig.batch(plan, 0, 5)])
        path = f"/api/events/{plan.id}/standings"
        first = local.ask("GET", path)
        same = local.ask("GET", path, headers={"if-none-match": first.headers["etag"]})
        writer.write([store_rig.batch(plan, 5, 5)])
        until(local, path, lambda one: one["games"] == 20)
        grown = local.ask("GET", path, headers={"if-none-match": first.headers["etag"]})
        writer.finish(plan.id, "finished", finished=ENDED)
        until(local, path, lambda one: one["state"] == "finished")
        over = local.ask("GET", path, headers={"if-none-match": grown.headers["etag"]})

    assert same.status_code == 304
    assert same.content == b""
    assert grown.status_code == 200
    assert over.status_code == 200


def test_an_event_without_games_has_empty_standings(local: Api) -> None:
    plan = store_rig.plan()
    local.journal.events.begin(plan, label="", created=played_event.CREATED, note={})

    told = local.get(f"/api/events/{plan.id}/standings")

    assert (told["rows"], told["games"]) == ([], 0)
    assert local.get(f"/api/events/{plan.id}/charts")["items"] == []
    assert local.get(f"/api/events/{plan.id}/bots/red")["standing"] is None
    assert local.get(f"/api/events/{plan.id}")["rounds"][0]["played"] is False


def test_details_tell_bots_rounds_and_games_worth_a_look(local: Api) -> None:
    plan = enter(local.journal.events, label="cup")

    event = until(local, f"/api/events/{plan.id}", lambda one: one["highlights"])

    assert event["schedule"]["format"] == "match"
    assert [entrant["sort"] for entrant in event["entrants"]] == ["built-in"] * 3
    assert event["warnings"] == [f"{HOSTILE} forfeited 1 of 8 games"]
    assert {one["bot"] for one in event["highlights"]} >= {"steady", None}
    assert local.get("/api/events/cup")["id"] == plan.id


def test_charts_have_classes_and_no_style(local: Api) -> None:
    plan = enter(local.journal.events, count=12)

    items = local.get(f"/api/events/{plan.id}/charts")["items"]

    assert [item["name"] for item in items] == ["course", "spread", "timing"]
    for item in items:
        root = ET.fromstring(item["svg"])
        assert root.tag == "{http://www.w3.org/2000/svg}svg"
        assert not any("style" in element.attrib for element in root.iter())
        assert not any(element.tag.endswith(("style", "script")) for element in root.iter())
        file = local.ask("GET", f"/api/events/{plan.id}/charts/{item['name']}.svg")
        assert file.headers["content-type"] == "image/svg+xml"
        assert ET.fromstring(file.content).tag == root.tag
    assert local.refusal(f"/api/events/{plan.id}/charts/weather.svg") == "no_such_chart"
    assert "svg.plot" in local.ask("GET", "/api/charts.css").text


def test_a_plan_of_a_newer_pitboss_spoils_no_list(local: Api, tmp_path: Path) -> None:
    plan = enter(local.journal.events, count=2)
    other = enter(local.journal.events, seed="newer", count=2)
    engine = create_engine(f"sqlite:///{tmp_path / 'pitboss.db'}")
    with engine.begin() as connection:
        change = text("UPDATE events SET plan = '{\"weather\": 1}' WHERE id = :id")
        connection.execute(change, {"id": other.id})
    engine.dispose()

    listed = {item["id"]: item for item in local.get("/api/events")["items"]}

    assert listed[plan.id]["games"] == 4
    assert listed[other.id]["bots"] == []
    assert local.refusal(f"/api/events/{other.id}") == "no_such_event"


def test_a_bots_page_has_results_by_opponent_and_seat(local: Api) -> None:
    plan = enter(local.journal.events, count=30)

    bot = local.get(f"/api/events/{plan.id}/bots/steady")

    assert bot["standing"]["bot"] == "steady"
    assert {one["bot"] for one in bot["opponents"]} == {"chance", HOSTILE}
    for one in bot["opponents"]:
        assert one["against"]["games"] == 20
        assert one["against"]["low"] <= one["against"]["score"] <= one["against"]["high"]
    assert [seat["games"] for seat in bot["seats"]] == [20, 20]
    mean = sum(seat["payoff"]["estimate"] for seat in bot["seats"]) / 2
    assert mean == pytest.approx(bot["standing"]["payoff"]["estimate"])
    assert bot["style"]["games"] == 40
    names = [figure["name"] for figure in bot["style"]["figures"]]
    assert names == ["draws", "wilds_kept", "uno_forgotten"]
    assert bot["thinking"]["answers"] == 100
    for game in [*bot["won"], *bot["lost"]]:
        assert local.get(f"/api/games/{game}")["event"] == plan.id
    assert local.refusal(f"/api/events/{plan.id}/bots/nobody") == "no_such_bot"


def test_a_bots_style_at_holdem_counts_hands(local: Api) -> None:
    plan = enter(local.journal.events, game="holdem", rules="", count=30)

    style = local.get(f"/api/events/{plan.id}/bots/steady")["style"]

    figures = {figure["name"]: figure for figure in style["figures"]}
    assert [*figures] == ["vpip", "pfr", "aggression", "showdown", "won_showdown"]
    assert figures["vpip"]["chances"] == 40
    assert 0 <= figures["pfr"]["value"] <= figures["vpip"]["value"] <= 1


def test_what_a_bot_wrote_is_for_the_organiser(public: Api) -> None:
    plan = enter(public.journal.events)
    path = f"/api/events/{plan.id}/bots/{quote(HOSTILE, safe='')}"

    stranger = public.get(path)["faults"]
    organiser = public.get(path, TOKEN)["faults"]

    assert [(one["kind"], one["count"]) for one in stranger] == [("crash", 1)]
    assert stranger[0]["first"][0]["written"] == ""
    assert "Traceback" in organiser[0]["first"][0]["written"]
    assert public.get(f"/api/events/{plan.id}")["command"] == ""
    assert public.get(f"/api/events/{plan.id}", TOKEN)["command"].startswith("pitboss play")


@pytest.mark.parametrize("state", ["running", "stopped"])
def test_no_answer_tells_the_seed_of_what_is_not_over(public: Api, state: str) -> None:
    seed = "not-for-your-eyes"
    plan = enter(public.journal.events, seed=seed, state=state)
    secrets = [seed, *(str(plan.deck(block, 0)) for block in range(8))]
    games = [f"{plan.id}-{block}-{rotation}" for block in range(6) for rotation in range(2)]
    paths = [
        "/api/events",
        f"/api/events/{plan.id}",
        f"/api/events/{plan.id}/standings",
        f"/api/events/{plan.id}/charts",
        f"/api/events/{plan.id}/charts/course.svg",
        f"/api/events/{plan.id}/bots/steady",
        f"/api/games?event={plan.id}",
        *(f"/api/games/{game}" for game in games),
        *(f"/api/games/{game}/steps" for game in games),
        *(f"/api/games/{game}/record.{kind}" for game in games for kind in ("json", "txt")),
        "/api/games",
        "/api/tables",
        "/api/server",
    ]

    for path in paths:
        for token in ("", TOKEN):
            answer = public.ask("GET", path, token)
            assert not [secret for secret in secrets if secret in answer.text], path


def test_the_seed_is_told_when_the_event_is_over(public: Api) -> None:
    plan = enter(public.journal.events, seed="told-at-last")

    assert public.get(f"/api/events/{plan.id}")["seed"] == "told-at-last"
    assert "told-at-last" in public.get(f"/api/events/{plan.id}", TOKEN)["command"]
