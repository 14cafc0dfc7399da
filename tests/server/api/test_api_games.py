"""`/api/games`: lists, details and files; what a stranger is told, and what the organiser."""

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import live_rig
import msgspec
import played_event
import pytest
from api_rig import HOSTILE, LOCAL, PUBLIC, TOKEN, Api, api, enter_event, local, public

from pitboss.games.game import Result
from pitboss.games.holdem.phh import read_histories
from pitboss.games.record import Record, read_json, read_text
from pitboss.games.registry import kind_named
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.policy import Cost, Incident
from pitboss.store import LiveJournal, PlayerNote
from pitboss.store.live_games import pack_moves

__all__ = ["local", "public"]


def one_fault(journal: LiveJournal) -> str:
    """A live game in which somebody with a hostile name sent nonsense."""
    kind = kind_named("uno")
    names = [HOSTILE, "bob"]
    record = Record.begin(kind, kind.rules("jedna"), 2, 5, names)
    players = [PlayerNote(name=HOSTILE, wire="native", sort="connection"), PlayerNote(name="bob")]
    log = journal.begin(record, table="t", players=players, policy="native", now=live_rig.NOON)
    fault = Fault(FaultKind.MALFORMED, "that is no JSON", "bad_json", HOSTILE, "secret detail")
    incidents = [Incident(1, 0, fault, Cost.SUBSTITUTE)]
    log.finished(Result((1, 2), (10, 0), "played out"), incidents, now=live_rig.LATER)
    return log.id


def test_live_games_are_listed_page_by_page(local: Api) -> None:
    played = [live_rig.Played(local.journal, seed=seed) for seed in range(5)]
    for game in played:
        game.finish()

    ids: list[str] = []
    page = local.get("/api/games?limit=2")
    while True:
        ids += [item["id"] for item in page["items"]]
        if "next" not in page:
            break
        page = local.get(f"/api/games?limit=2&after={page['next']}")

    assert sorted(ids) == sorted(game.id for game in played)
    item = local.get("/api/games?limit=1")["items"][0]
    assert (item["table"], item["game"], item["players"]) == ("hall 1", "uno", ["ada", "simple"])
    assert item["state"] == "finished"
    assert sorted(item["places"]) == [1, 2]


def test_lists_are_narrowed_by_state_table_and_player(local: Api) -> None:
    finished, running = live_rig.Played(local.journal, seed=1), live_rig.Played(local.journal)
    finished.finish()
    hostile = one_fault(local.journal)

    def ids(**query: str) -> set[str]:
        answer = local.ask("GET", "/api/games", params=query)
        return {item["id"] for item in answer.json()["items"]}

    assert ids() == {finished.id, running.id, hostile}
    assert ids(state="running") == {running.id}
    assert ids(state="finished", bot="ada") == {finished.id}
    assert ids(table="t") == ids(bot=HOSTILE) == {hostile}
    assert ids(bot="nobody") == set()


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=201",
        "limit=many",
        "after=live-nothing",
        "state=gone",
        "order=oldest",
        "token=x",
    ],
)
def test_a_list_that_makes_no_sense_is_refused(local: Api, query: str) -> None:
    assert local.refusal(f"/api/games?{query}") == "bad_query"


def test_an_events_games_are_listed_from_the_last_block_on(local: Api) -> None:
    plan = enter_event(local.journal, finished=True)

    ids: list[str] = []
    page = local.get(f"/api/games?event={plan.id}&limit=5")
    while True:
        ids += [item["id"] for item in page["items"]]
        if "next" not in page:
            break
        page = local.get(f"/api/games?event=friday&limit=5&after={page['next']}")

    assert ids == [f"{plan.id}-{block}-{turn}" for block in range(5, -1, -1) for turn in (1, 0)]
    steady = local.get(f"/api/games?event={plan.id}&bot=steady")["items"]
    assert {item["id"] for item in steady} == {one for one in ids if int(one.split("-")[1]) % 3 < 2}
    assert all("steady" in item["players"] and item["moves"] for item in steady)
    assert local.get(f"/api/games?event={plan.id}&state=running")["items"] == []
    assert local.refusal("/api/games?event=nothing") == "no_such_event"
    assert local.refusal(f"/api/games?event={plan.id}&after=other-1-0") == "bad_query"


def test_without_a_journal_there_are_no_games() -> None:
    with api(LOCAL) as server:
        assert server.get("/api/games") == {"items": []}
        assert server.get("/api/games?event=last") == {"items": []}
        assert server.refusal("/api/games/live-abc") == "no_such_game"


def test_a_finished_game_is_told_to_everybody(public: Api) -> None:
    played = live_rig.Played(public.journal)
    played.finish()

    details = public.get(f"/api/games/{played.id}")

    assert details["seed"] == str(live_rig.SEED)
    assert details["commitment"]
    assert details["players"][0] == {"name": "ada", "sort": "connection", "wire": "native"}
    assert [result["place"] for result in details["results"]] == details["places"]
    assert details["has_steps"]
    assert played.id in details["replay"]
    assert [file["name"] for file in details["downloads"]] == ["record.json", "record.txt"]


def test_a_running_game_tells_no_seed_no_moves_and_has_no_files(local: Api) -> None:
    played = live_rig.Played(local.journal)
    played.moves(5)

    details = local.get(f"/api/games/{played.id}")

    assert (details["state"], details["seed"], details["moves"]) == ("running", None, None)
    assert (details["downloads"], details["has_steps"]) == ([], False)
    assert "still being played" in details["why_not"]
    assert str(live_rig.SEED) not in json.dumps(details)
    for name in ("record.json", "record.txt", "record.phh"):
        assert local.refusal(f"/api/games/{played.id}/{name}") == "not_finished"


def test_what_a_bot_sent_is_for_the_organiser(public: Api) -> None:
    game = one_fault(public.journal)

    (told,) = public.get(f"/api/games/{game}")["faults"]
    (all_of_it,) = public.get(f"/api/games/{game}", TOKEN)["faults"]

    assert (told["said"], told["written"]) == (None, None)
    assert told["message"] == "that is no JSON"
    assert (all_of_it["said"], all_of_it["written"]) == (HOSTILE, "secret detail")
    assert public.get(f"/api/games/{game}", "wrong")["faults"] == [told]


def test_hostile_names_pass_as_they_are(public: Api) -> None:
    game = one_fault(public.journal)

    details = public.get(f"/api/games/{game}")

    assert details["players"][0]["name"] == HOSTILE
    answer = public.ask("GET", f"/api/games/{game}")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["content-type"] == "application/json"


def test_a_game_of_a_running_event_is_told_without_a_seed(public: Api) -> None:
    plan = enter_event(public.journal, finished=False)
    game = f"{plan.id}-2-1"
    deck = str(plan.deck(2, 0))

    answer = public.ask("GET", f"/api/games/{game}", TOKEN)
    details = answer.json()

    assert details["has_steps"]
    assert (details["seed"], details["replay"], details["downloads"]) == (None, None, [])
    assert deck not in answer.text
    assert public.refusal(f"/api/games/{game}/record.json", TOKEN) == "not_finished"
    assert public.refusal(f"/api/games/{game}/record.txt", TOKEN) == "not_finished"


def test_a_game_of_a_finished_event_is_told_whole(public: Api) -> None:
    plan = enter_event(public.journal, finished=True)

    details = public.get(f"/api/games/{plan.id}-0-1")

    assert details["seed"] == str(plan.deck(0, 0))
    assert details["event"] == plan.id
    assert {player["sort"] for player in details["players"]} == {"built-in"}
    assert len(details["results"]) == 2
    assert f"pitboss export {plan.id} --games 2" in details["replay"]
    (fault,) = public.get(f"/api/games/{plan.id}-1-0", TOKEN)["faults"]
    assert fault["bot"] == played_event.HOSTILE
    assert fault["written"] == played_event.STDERR
    assert public.get(f"/api/games/{plan.id}-1-0")["faults"][0]["written"] is None


@pytest.mark.parametrize(
    "name", ["live-nothing", "live-", "nothing-1-0", "x", "a-b-c", "friday-99-0", "friday-0-7"]
)
def test_a_game_that_is_not_there_is_not_found(local: Api, name: str) -> None:
    enter_event(local.journal, finished=True)

    assert local.refusal(f"/api/games/{name}") == "no_such_game"


def test_files_are_what_replay_reads(local: Api) -> None:
    played = live_rig.Played(local.journal)
    played.finish()

    record = local.ask("GET", f"/api/games/{played.id}/record.json")
    text = local.ask("GET", f"/api/games/{played.id}/record.txt")

    assert read_json(record.content) == played.record
    assert read_text(text.text) == played.record
    assert record.headers["content-disposition"] == f'attachment; filename="{played.id}.json"'
    assert local.refusal(f"/api/games/{played.id}/record.phh") == "no_such_file"


def test_hands_of_a_running_event_can_be_had(local: Api) -> None:
    plan = enter_event(local.journal, finished=False, game="holdem", rules="")
    several = live_rig.Played(local.journal, game="holdem-tournament", rules="")
    several.finish()

    one = local.ask("GET", f"/api/games/{plan.id}-0-0/record.phh")
    many = local.ask("GET", f"/api/games/{several.id}/record.phh")

    assert list(read_histories(one.text)) == [""]
    assert one.headers["content-disposition"].endswith('.phh"')
    assert len(read_histories(many.text)) > 1
    assert many.headers["content-disposition"].endswith('.phhs"')


def test_who_hears_of_games_later_hears_of_their_ends_later(tmp_path: Path) -> None:
    settings = replace(PUBLIC, spectator_delay=60.0)
    with api(settings, tmp_path) as server:
        old, new = live_rig.Played(server.journal, seed=1), live_rig.Played(server.journal)
        old.finish()
        while new.game.actor() >= 0:
            new.move()
        new.log.finished(new.game.result(), (), now=datetime.now(UTC))

        def listed(token: str, state: str) -> list[str]:
            items = server.get(f"/api/games?state={state}", token)["items"]
            return [item["id"] for item in items]

        answer = server.ask("GET", f"/api/games/{new.id}")
        organiser = server.get(f"/api/games/{new.id}", TOKEN)
        # What the organiser has looked at is not shown to others.
        server.get(f"/api/games/{new.id}/steps", TOKEN)

        assert answer.json()["state"] == "running"
        assert str(live_rig.SEED) not in answer.text
        assert (organiser["state"], organiser["seed"]) == ("finished", str(live_rig.SEED))
        assert server.refusal(f"/api/games/{new.id}/steps") == "not_finished"
        assert server.refusal(f"/api/games/{new.id}/record.json") == "not_finished"
        assert (listed("", "running"), listed("", "finished")) == ([new.id], [old.id])
        assert set(listed(TOKEN, "finished")) == {new.id, old.id}
        assert server.get(f"/api/games/{old.id}/steps")["total"] > 1


def test_a_game_whose_deal_is_lost_shows_no_cards(local: Api) -> None:
    played = live_rig.Played(local.journal)
    played.moves(5)
    played.log.interrupted("killed", now=live_rig.LATER)
    row = local.journal.find(played.id)
    lost = msgspec.structs.replace(
        row, id="live-lost", seed=None, packed=pack_moves(row.actions, [0] * 5)
    )
    local.journal.events.live.keep([lost])

    details = local.get("/api/games/live-lost")

    assert (details["state"], details["seed"], details["has_steps"]) == ("interrupted", None, False)
    assert details["why_not"]
    assert local.refusal("/api/games/live-lost/steps") == "deal_unknown"
    assert local.refusal("/api/games/live-lost/record.json") == "deal_unknown"
