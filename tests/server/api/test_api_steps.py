"""`/api/games/{id}/steps`: a game move by move, as it was played, in pages that fit together."""

from typing import Any

import live_rig
import pytest
from api_rig import HOSTILE, TOKEN, Api, enter_event, local, public

from pitboss.games.record import Record
from pitboss.games.registry import kind_named
from pitboss.games.rng import Rng
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.policy import Cost, Incident
from pitboss.store import LiveJournal, PlayerNote

__all__ = ["local", "public"]


def steps_of(server: Api, game: str, count: int = 500) -> list[dict[str, Any]]:
    """All steps, fetched page by page."""
    steps: list[dict[str, Any]] = []
    while True:
        page = server.get(f"/api/games/{game}/steps?from={len(steps)}&count={count}")
        assert page["first"] == len(steps)
        steps += page["steps"]
        if len(steps) >= page["total"]:
            assert [step["number"] for step in steps] == list(range(page["total"]))
            return steps


def long_game(journal: LiveJournal, moves: int) -> str:
    """A cash session of random play with at least so many moves, as far as it got."""
    kind = kind_named("holdem-cash")
    rules = kind.rules("cash,hands=100000")
    record = Record.begin(kind, rules, 2, 5, ["ada", "bob"])
    game, rng = kind.new(rules, 2, 5), Rng(9)
    players = [PlayerNote(name=name) for name in record.players]
    log = journal.begin(record, table="t", players=players, policy="native", now=live_rig.NOON)
    for _ in range(moves):
        if game.actor() < 0:
            break
        seat, action = game.actor(), game.sample(rng)
        game.apply(action)
        log.moved((action,), (), seat=seat)
    log.interrupted("stopped", now=live_rig.LATER)
    return log.id


@pytest.mark.parametrize(("game", "rules"), [("uno", "jedna"), ("holdem-cash", "cash,hands=30")])
def test_steps_are_the_moves_of_the_record(public: Api, game: str, rules: str) -> None:
    played = live_rig.Played(public.journal, game=game, rules=rules)
    played.finish()
    kind = played.record.kind()

    steps = steps_of(public, played.id)

    acted = [(step["actor"], step["action"]) for step in steps if step["actor"] >= 0]
    assert acted == [(seat, kind.write_action(action)) for seat, action, _ in played.record.steps()]
    assert (steps[0]["actor"], steps[0]["action"], steps[0]["turn"]) == (-1, None, 1)
    assert steps[-1]["turn"] == len(played.record.actions) + 1
    assert all(event["text"] for step in steps for event in step["events"])


def test_the_last_step_is_the_end_of_the_game(public: Api) -> None:
    played = live_rig.Played(public.journal)
    played.finish()
    result = played.game.result()

    page = public.get(f"/api/games/{played.id}/steps")

    assert page["result"] == {
        "places": list(result.places),
        "scores": list(result.scores),
        "reason": result.reason,
    }
    assert (page["kind"], page["names"]) == ("uno", ["ada", "simple"])


@pytest.mark.parametrize("count", [1, 7, 1000])
def test_pages_of_any_size_fit_together(local: Api, count: int) -> None:
    played = live_rig.Played(local.journal, game="holdem-cash", rules="cash")
    played.moves(30)
    played.log.interrupted("stopped", now=live_rig.LATER)

    assert steps_of(local, played.id, count) == steps_of(local, played.id)
    assert local.get(f"/api/games/{played.id}/steps?from=100000")["steps"] == []


def test_a_hand_is_told_with_what_it_is_worth_to_each_seat(public: Api) -> None:
    played = live_rig.Played(public.journal, game="holdem-tournament", rules="")
    played.finish()

    steps = steps_of(public, played.id)

    assert sum(steps[0]["figures"]["equity"]) == pytest.approx(1, abs=0.01)


def test_a_running_game_shows_no_step(local: Api) -> None:
    played = live_rig.Played(local.journal)
    played.moves(5)

    assert local.refusal(f"/api/games/{played.id}/steps") == "not_finished"
    played.finish()
    assert local.get(f"/api/games/{played.id}/steps")["total"] > 5


def test_a_game_of_a_running_event_is_shown_without_its_seed(public: Api) -> None:
    plan = enter_event(public.journal, finished=False)

    answer = public.ask("GET", f"/api/games/{plan.id}-3-0/steps")

    assert answer.status_code == 200
    assert str(plan.deck(3, 0)) not in answer.text
    assert plan.seed not in answer.text


def test_a_fault_stands_at_the_step_that_came_of_it(public: Api) -> None:
    played = live_rig.Played(public.journal)
    played.moves(9)
    seat = [seat for seat, _, _ in played.record.steps()][4]
    fault = Fault(FaultKind.ILLEGAL, "not in your hand", said=HOSTILE)
    incidents = [Incident(5, seat, fault, Cost.SUBSTITUTE)]
    played.log.interrupted("stopped", incidents, now=live_rig.LATER)

    page = public.get(f"/api/games/{played.id}/steps")
    (noted,) = page["steps"][5]["faults"]

    assert (noted["message"], noted["said"]) == ("not in your hand", None)
    assert page["result"] is None
    assert {"step": 5, "kind": "fault"}.items() <= page["marks"][-1].items()
    assert public.get(f"/api/games/{played.id}")["faults"] == [noted]
    told = public.get(f"/api/games/{played.id}/steps", TOKEN)["steps"][5]["faults"]
    assert told[0]["said"] == HOSTILE


def test_who_has_a_page_is_not_sent_it_again(public: Api) -> None:
    played = live_rig.Played(public.journal)
    played.finish()
    path = f"/api/games/{played.id}/steps"
    etag = public.ask("GET", path).headers["etag"]

    again = public.ask("GET", path, headers={"if-none-match": etag})
    other = public.ask("GET", f"{path}?from=1", headers={"if-none-match": etag})
    organiser = public.ask("GET", path, TOKEN, headers={"if-none-match": etag})

    assert (again.status_code, again.content) == (304, b"")
    assert other.status_code == organiser.status_code == 200


@pytest.mark.parametrize("query", ["from=-1", "count=0", "count=1001", "from=x", "first=3"])
def test_steps_that_make_no_sense_are_refused(local: Api, query: str) -> None:
    assert local.refusal(f"/api/games/live-x/steps?{query}") == "bad_query"


@pytest.mark.slow
def test_a_game_of_tens_of_thousands_of_moves_is_shown_page_by_page(local: Api) -> None:
    game = long_game(local.journal, 30_000)
    late = local.get(f"/api/games/{game}/steps?from=29000&count=500")
    early = local.get(f"/api/games/{game}/steps?from=10000&count=500")

    assert late["total"] == early["total"] > 30_000
    assert [step["number"] for step in late["steps"]] == list(range(29_000, 29_500))
    assert [step["number"] for step in early["steps"]] == list(range(10_000, 10_500))
