"""A bot's memory is worth nothing: none of its processes ever sees the same deck twice."""

import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest
from runner_rig import plan_of, run
from sandbox_rig import needs_sandbox

from pitboss.events.batch import Batch
from pitboss.events.plan import Block, Confinement, Plan
from pitboss.events.warm_players import NOBODY, StandIns, WarmPlayers
from pitboss.events.worker import Work, play_blocks
from pitboss.play.player import BlockingPlayer
from pitboss.statistics.results import row_type
from pitboss.store import Journal

REMEMBERING = Path(__file__).parents[1] / "agents" / "remembering_bot.py"
BLOCKS = 6
GAMES = ["holdem-cash", "holdem-tournament", "jedna", "official,target=0"]


class OneLane(WarmPlayers):
    """What the players would be without lanes: the same processes in every game of a block."""

    def players(
        self, seated: tuple[int, ...], deck: int, rotation: int, instead: StandIns = NOBODY
    ) -> list[BlockingPlayer]:
        del rotation
        return super().players(seated, deck, 0, instead)


def plan_against(game: str, argument: str, seats: int = 2, *, mirror: bool = True) -> Plan:
    words = f"{sys.executable} {REMEMBERING} {argument}".strip()
    others = ["simple"] if seats == 2 else [f"simple:{seats - 1}"]
    own = f"cmd='{words}' name=it wire=native"
    return plan_of(game, own, *others, blocks=BLOCKS, mirror=mirror)


def played(plan: Plan, lanes: type[WarmPlayers] = WarmPlayers) -> Batch:
    blocks = tuple(Block(number, tuple(range(plan.seats))) for number in range(BLOCKS))
    with lanes(plan) as warm:
        return play_blocks(Work(plan.id, plan, blocks), warm)


def payoff(plan: Plan, batch: Batch) -> float:
    rows = np.frombuffer(batch.rows, row_type(plan.seats))
    return float(rows["payoff"][rows["entrant"] == 0].mean())


@pytest.mark.parametrize("game", GAMES)
def test_remembering_changes_nothing(game: str) -> None:
    knowing, forgetting = plan_against(game, ""), plan_against(game, "forget")

    with_memory, without = played(knowing), played(forgetting)

    assert not with_memory.faults
    assert not without.faults
    assert (with_memory.rows, with_memory.actions) == (without.rows, without.actions)


@pytest.mark.parametrize("game", GAMES)
def test_without_lanes_remembering_would_change_games(game: str) -> None:
    knowing, forgetting = plan_against(game, ""), plan_against(game, "forget")

    assert played(knowing, OneLane).actions != played(forgetting, OneLane).actions


def test_without_lanes_remembering_would_win() -> None:
    knowing, forgetting = plan_against("holdem-cash", ""), plan_against("holdem-cash", "forget")

    gain = payoff(knowing, played(knowing, OneLane)) - payoff(forgetting, played(forgetting))

    assert gain > 500


@pytest.mark.parametrize("game", GAMES)
def test_with_fresh_decks_there_is_nothing_to_remember(game: str) -> None:
    knowing = plan_against(game, "", mirror=False)
    forgetting = plan_against(game, "forget", mirror=False)

    assert played(knowing, OneLane).actions == played(forgetting, OneLane).actions


@needs_sandbox
def test_lanes_pass_on_nothing_in_a_sandbox(tmp_path: Path) -> None:
    forgetting = plan_against("holdem-cash", "forget")
    telling = plan_against("holdem-cash", f"share={tmp_path / 'cards.json'}")
    confined = msgspec.structs.replace(telling, confinement=Confinement(sandbox="require"))

    without_memory, in_sandbox, in_the_open = (
        played(plan) for plan in (forgetting, confined, telling)
    )

    assert in_sandbox.actions == without_memory.actions
    assert payoff(telling, in_the_open) - payoff(forgetting, without_memory) > 500


def test_only_mirrored_games_of_a_block_have_one_deck(tmp_path: Path) -> None:
    plan = plan_of("jedna", "simple", "random", blocks=3, mirror=False)
    mirrored = plan_of("jedna", "simple", "random", blocks=3)
    run(plan, tmp_path / "journal.db")
    with Journal.open(str(tmp_path / "journal.db")) as journal:
        seeds = [journal.record(plan.id, n // 2, n % 2).seed for n in range(6)]

    assert seeds == [str(plan.deck(n // 2, n % 2)) for n in range(6)]
    assert len(set(seeds)) == 6
    assert len({mirrored.deck(0, rotation) for rotation in range(2)}) == 1
    assert plan.id != mirrored.id


def test_with_more_lanes_than_programs_are_kept_each_game_has_fresh_ones() -> None:
    plan = plan_against("jedna", "", seats=5)
    seen = set()
    with WarmPlayers(plan, most=2) as warm:
        for deck in range(3):
            for rotation in range(5):
                (player, *_) = warm.players((0, 1, 2, 3, 4), deck, rotation)
                seen.add(getattr(player, "pid", None))

    assert len(seen) == 15
