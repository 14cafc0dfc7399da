"""Events that go on from others: which games are kept, and where none can be."""

from collections import Counter
from itertools import combinations

import msgspec
import pytest
from event_rig import event

from pitboss.events.entrants import Entrant
from pitboss.events.plan import Plan
from pitboss.events.schedule import blocks_of, next_round, total_blocks, total_rounds
from pitboss.events.succession import Succession, is_taken_over, succession


def rounds(plan: Plan) -> list[dict[int, tuple[int, ...]]]:
    """Who sits where in each block, round by round."""
    every = [next_round(plan, number, None) for number in range(total_rounds(plan))]
    assert next_round(plan, len(every), None) is None
    return [{block.number: block.entrants for block in blocks_of(one)} for one in every if one]


def cup(format_name: str, *names: str, seats: int = 2, **settings: int) -> Plan:
    """An event of programs; a bot `red2` is the second version of `red`."""
    entrants = tuple(
        Entrant(name=name[:-1], command=(f"./{name[:-1]}",), version=name[-1]) for name in names
    )
    plan = event(format_name, len(names), seats, blocks=4, **settings)
    return msgspec.structs.replace(plan, entrants=entrants)


def changed(old: Plan, new: Plan) -> Succession:
    found = succession(old, msgspec.structs.replace(new, seed=""))
    assert found is not None
    assert found.plan.seed == old.seed
    return found


@pytest.mark.parametrize(
    ("format_name", "seats", "least"),
    [("round-robin", 2, 2), ("gauntlet", 2, 2), ("round-robin", 3, 3), ("gauntlet", 3, 3)],
)
def test_late_bots_change_nothing_that_was_played(format_name: str, seats: int, least: int) -> None:
    for count in range(least, 7):
        small = event(format_name, count, seats, blocks=4)
        grown = event(format_name, count + 3, seats, blocks=4, stages=(count, count + 2))
        (before,), after = rounds(small), rounds(grown)

        assert after[0] == before
        assert sorted(number for one in after for number in one) == list(range(total_blocks(grown)))
        assert all(max(seated) >= count for seated in after[1].values())
        assert all(max(seated) == count + 2 for seated in after[2].values())
        # Everybody has met as often as if all had been there from the start.
        whole = rounds(event(format_name, count + 3, seats, blocks=4))[0]
        met = [
            Counter(pair for seated in each.values() for pair in combinations(sorted(seated), 2))
            for each in ({**after[0], **after[1], **after[2]}, whole)
        ]
        assert met[0] == met[1]


def test_a_changed_bot_loses_its_games_and_nobody_elses() -> None:
    old = cup("round-robin", "red1", "blue1", "green1")
    found = changed(old, cup("round-robin", "red1", "blue2", "green1"))
    taken_over = is_taken_over(old, found.plan)

    assert (found.news, found.refusal) == ("blue has changed", "")
    assert found.plan.id == cup("round-robin", "red1", "blue2", "green1").id
    kept = {number for number in range(12) if taken_over(number)}
    assert kept == {number for number, seated in rounds(old)[0].items() if 1 not in seated}
    assert len(kept) == 4


def test_late_bots_go_last_wherever_they_are_named_and_again() -> None:
    old = cup("match", "red1", "blue1")
    second = changed(old, cup("round-robin", "amy1", "red1", "blue1"))
    third = changed(second.plan, cup("round-robin", "amy1", "ben1", "red2", "blue1"))

    assert [one.name for one in second.plan.entrants] == ["red", "blue", "amy"]
    assert [one.name for one in third.plan.entrants] == ["red", "blue", "amy", "ben"]
    assert third.plan.schedule.stages == (2, 3)
    assert third.news == "red has changed and ben has joined"
    taken_over = is_taken_over(second.plan, third.plan)
    assert {
        frozenset(seated)
        for one in rounds(third.plan)
        for number, seated in one.items()
        if taken_over(number)
    } == {frozenset((1, 2))}
    # The same bots in another order are the same event.
    same = changed(third.plan, cup("round-robin", "red2", "blue1", "ben1", "amy1"))
    assert (same.plan.id, same.news) == (third.plan.id, "")


def test_a_new_name_is_no_new_bot() -> None:
    old = cup("round-robin", "red1", "blue1", "green1")
    names = [msgspec.structs.replace(one, name=f"{one.name}-bot") for one in old.entrants]

    found = changed(old, msgspec.structs.replace(old, entrants=tuple(reversed(names))))

    assert found.news == ""
    assert [one.name for one in found.plan.entrants] == ["red-bot", "blue-bot", "green-bot"]
    assert all(map(is_taken_over(old, found.plan), range(12)))


@pytest.mark.parametrize(
    ("old", "new", "refusal"),
    [
        (
            cup("swiss", "red1", "blue1", "amy1"),
            cup("swiss", "red2", "blue1", "amy1"),
            "in a swiss event the results decide who meets whom, so that no game can be kept",
        ),
        (
            cup("round-robin", "red1", "blue1", "amy1"),
            cup("round-robin", "red1", "blue1"),
            "amy takes no part any more",
        ),
    ],
)
def test_what_can_not_be_kept_is_said(old: Plan, new: Plan, refusal: str) -> None:
    assert changed(old, new).refusal == refusal


def test_other_settings_and_other_heroes_make_unrelated_events() -> None:
    old = cup("gauntlet", "red1", "blue1", "amy1")

    assert succession(old, msgspec.structs.replace(old, move=1.0)) is None
    assert succession(old, cup("gauntlet", "blue1", "red1", "amy1")) is None
    assert changed(old, cup("gauntlet", "red2", "amy1", "blue1", "zoe1")).refusal == ""
