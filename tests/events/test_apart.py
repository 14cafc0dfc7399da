"""Decks whose games are far apart in the event, in other suits each time."""

import sys
from pathlib import Path

import numpy as np
import pytest
from runner_rig import Onlooker, plan_of, run
from test_lanes import REMEMBERING, OneLane, payoff, played

from pitboss.events.plan import Plan
from pitboss.events.planner import BadPlan
from pitboss.games.rng import SEED_BITS
from pitboss.statistics.blocks import blocks_of
from pitboss.statistics.standings import standings
from pitboss.store import Journal

SEED_MASK = (1 << SEED_BITS) - 1


def decks(plan: Plan, blocks: int) -> dict[int, list[int]]:
    """The blocks in which each deck is played, whatever its suits are."""
    places: dict[int, list[int]] = {}
    for block in range(blocks):
        for rotation in range(plan.seats):
            places.setdefault(plan.deck(block, rotation) & SEED_MASK, []).append(block)
    return places


@pytest.mark.parametrize(
    ("bots", "seats", "blocks", "apart"), [(2, 2, 10, 5), (4, 2, 6, 18), (3, 3, 6, 2)]
)
def test_each_deck_is_played_once_from_every_seat_far_apart(
    bots: int, seats: int, blocks: int, apart: int
) -> None:
    form = "match" if bots == seats else "round-robin"
    plan = plan_of("jedna", f"random:{bots}", blocks=blocks, format=form, mirror="apart")

    played_in = decks(plan, plan.apart * seats)

    assert plan.apart == apart
    assert all(len(set(numbers)) == seats for numbers in played_in.values())
    for numbers in played_in.values():
        gaps = np.diff(sorted(numbers))
        assert gaps.min() >= apart


def test_suits_differ_from_game_to_game() -> None:
    plan = plan_of("holdem-cash", "random:2", blocks=40, mirror="apart")
    seeds = [plan.deck(block, rotation) for block in range(40) for rotation in range(2)]

    assert len(set(seeds)) > 70
    assert len({seed & SEED_MASK for seed in seeds}) == 40


@pytest.mark.parametrize("blocks", [20, 22])
def test_the_statistics_put_decks_together_when_all_are_played(tmp_path: Path, blocks: int) -> None:
    plan = plan_of("jedna", "simple", "random", "random", blocks=blocks, mirror="apart")
    run(plan, tmp_path / "journal.db")
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        results = journal.results(plan.id)
        seeds = {
            (block, rotation): int(journal.record(plan.id, block, rotation).seed) & SEED_MASK
            for block, rotation in zip(
                results.column("block").tolist(), results.column("rotation").tolist(), strict=True
            )
        }

    decks = blocks_of(results)

    assert len(decks) == 3 * blocks
    for rows in decks.rows:
        games = results.rows[rows]
        keys = zip(games["block"].tolist(), games["rotation"].tolist(), strict=True)
        assert len({seeds[key] for key in keys}) == 1
        assert len(set(games["block"].tolist())) == 2
    assert standings(results).table.left_out == 0


def test_an_event_in_its_first_half_has_standings_too(tmp_path: Path) -> None:
    plan = plan_of("jedna", "simple", "random", blocks=400, mirror="apart")
    run(plan, tmp_path / "journal.db", onlooker=Onlooker(most=8))
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        results = journal.results(plan.id)

    table = standings(results).table

    assert len(results.rows) < 400 * 2
    assert (table.left_out, table.rows[0].name) == (0, "simple")


def test_a_bot_that_remembers_its_last_game_gains_nothing() -> None:
    gains = {}
    for mirror in (True, "apart"):
        payoffs = []
        for argument in ("", "forget"):
            words = f"{sys.executable} {REMEMBERING} {argument}".strip()
            own = f"cmd='{words}' name=it wire=native"
            plan = plan_of("holdem-cash", own, "simple", blocks=6, mirror=mirror)
            payoffs.append(payoff(plan, played(plan, OneLane)))
        gains[mirror] = payoffs[0] - payoffs[1]

    # Now and then it takes a hand for one that it knows.
    assert gains[True] > 500
    assert abs(gains["apart"]) < 150


@pytest.mark.parametrize(
    ("form", "blocks", "says"),
    [("swiss", 4, "match, round-robin and gauntlet"), ("round-robin", 5, "multiple of the 2")],
)
def test_what_can_not_be_played_apart_is_refused(form: str, blocks: int, says: str) -> None:
    with pytest.raises(BadPlan, match=says):
        plan_of("jedna", "random:4", blocks=blocks, format=form, mirror="apart")
