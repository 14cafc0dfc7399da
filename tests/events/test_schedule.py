"""What every format keeps, and the formats that are known before they begin."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from event_rig import by_chance, event, none_played, play_event, with_rows
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.events.plan import Plan
from pitboss.events.schedule import (
    FORMATS,
    Round,
    blocks_of,
    history,
    next_round,
    placings,
    total_blocks,
    total_rounds,
)
from pitboss.events.schedule.fixed_formats import FEW, all_play_all
from pitboss.events.schedule.round import arrangements


@st.composite
def plans(draw: st.DrawFn, most: int = 40) -> Plan:
    """A plan of any format that can be played."""
    seats = draw(st.integers(2, 9))
    name = draw(st.sampled_from(list(FORMATS)))
    entrants = draw(st.integers(seats, max(seats, most // (1 + (seats > 4)))))
    if name == "match":
        entrants = seats
    if name == "knockout":
        entrants = seats + (entrants - seats) // (seats - 1) * (seats - 1)
    heroes = draw(st.integers(1, 2)) if name == "gauntlet" and entrants > seats else 1
    if name in ("round-robin", "gauntlet") and seats > 4:
        # Larger designs take a while to be found; they are tested below.
        entrants = min(entrants, seats + 3)
    rounds = draw(st.integers(0, 6)) if name in ("swiss", "ladder") else 0
    return event(
        name, entrants, seats, blocks=draw(st.integers(1, 2)), rounds=rounds, heroes=heroes
    )


@settings(max_examples=60, deadline=None)
@given(plans(), st.integers(0, 2**32))
def test_every_block_number_comes_once_without_a_gap(plan: Plan, seed: int) -> None:
    rounds, results = play_event(plan, by_chance(seed))

    numbers = [block.number for round_ in rounds for block in blocks_of(round_)]
    assert numbers == list(range(len(numbers)))
    assert len(results.rows) == len(numbers) * plan.seats
    regular = sum(round_.count for round_ in rounds if not round_.extra)
    assert regular == total_blocks(plan)
    assert {round_.number for round_ in rounds} == set(range(1, total_rounds(plan) + 1))


@settings(max_examples=60, deadline=None)
@given(plans(), st.integers(0, 2**32))
def test_nobody_sits_twice_in_an_adaptive_round_nor_is_forgotten(plan: Plan, seed: int) -> None:
    rounds, _ = play_event(plan, by_chance(seed))

    for round_ in rounds:
        assert all(len(set(table)) == plan.seats for table in round_.groups)
        if plan.schedule.format in ("swiss", "ladder"):
            seated = [entrant for table in round_.groups for entrant in table]
            assert sorted([*seated, *round_.byes]) == list(range(len(plan.entrants)))


@settings(max_examples=40, deadline=None)
@given(plans(20), st.integers(0, 2**32))
def test_a_schedule_depends_on_results_alone_and_not_on_their_order(plan: Plan, seed: int) -> None:
    rounds, results = play_event(plan, by_chance(seed))
    shuffled = with_rows(plan, np.random.default_rng(seed).permutation(results.rows))

    again, following = history(plan, shuffled)

    assert following is None
    assert [played.round for played in again] == rounds
    assert [next_round(plan, number, shuffled) for number in range(len(rounds) + 1)] == [
        *rounds,
        None,
    ]
    assert placings(plan, shuffled) == placings(plan, results)


@settings(max_examples=30, deadline=None)
@given(plans(20), st.integers(0, 2**32), st.data())
def test_games_of_a_round_that_is_not_over_change_nothing(
    plan: Plan, seed: int, data: st.DataObject
) -> None:
    rounds, results = play_event(plan, by_chance(seed))
    kept = data.draw(st.integers(0, len(results.rows) - 1))

    played, following = history(plan, with_rows(plan, results.rows[:kept]))

    assert following == rounds[len(played)]
    assert following.first * plan.seats <= kept < following.end * plan.seats


@pytest.mark.parametrize("seats", range(2, 11))
def test_around_the_table_everyone_is_everyones_neighbour_equally_often(seats: int) -> None:
    behind = Counter(
        (order[place - 1], order[place]) for order in arrangements(seats) for place in range(seats)
    )

    assert len(behind) == seats * (seats - 1)
    assert len(set(behind.values())) == 1


def test_who_begins_alternates() -> None:
    round_ = Round(number=1, rounds=1, first=10, groups=((0, 1), (2, 3)), blocks=3)

    seatings = [block.entrants for block in blocks_of(round_)]

    assert seatings == [(0, 1), (3, 2), (1, 0), (2, 3), (0, 1), (3, 2)]
    with pytest.raises(IndexError, match="no block 16"):
        round_.block(16)


def test_half_a_million_blocks_are_a_range() -> None:
    round_ = next_round(event("match", 2, blocks=500_000), 0, None)

    assert round_ is not None
    assert round_.numbers() == range(500_000)
    assert round_.block(499_999).number == 499_999
    assert next_round(event("match", 2, blocks=500_000), 1, None) is None


@pytest.mark.parametrize("entrants", range(2, 41))
def test_in_a_round_robin_every_pair_meets_once(entrants: int) -> None:
    tables = all_play_all(entrants, 2)

    assert sorted(tuple(sorted(table)) for table in tables) == list(
        combinations(range(entrants), 2)
    )


@pytest.mark.parametrize(
    ("entrants", "seats"),
    [
        *((entrants, 3) for entrants in (6, 12, 13, 25, 40)),
        *((entrants, 4) for entrants in (7, 12, 16, 25, 40)),
        *((entrants, 5) for entrants in (10, 21, 40)),
        *((entrants, 6) for entrants in (16, 31, 40)),
        *((15, 7), (20, 8), (13, 9), (19, 9)),
    ],
)
def test_larger_tables_are_balanced(entrants: int, seats: int) -> None:
    tables = all_play_all(entrants, seats)

    games = Counter(entrant for table in tables for entrant in table)
    meetings = Counter(pair for table in tables for pair in combinations(sorted(table), 2))
    met = [meetings[pair] for pair in combinations(range(entrants), 2)]
    assert len(set(games.values())) == 1
    assert min(met) >= 1
    assert max(met) - min(met) <= 2
    assert len(tables) <= max(FEW, entrants * entrants // 2)


def test_stopping_a_round_robin_early_leaves_it_balanced() -> None:
    round_ = next_round(event("round-robin", 7, blocks=10), 0, None)
    assert round_ is not None

    first = Counter(entrant for number in range(50) for entrant in round_.block(number).entrants)

    assert max(first.values()) - min(first.values()) <= 2


@pytest.mark.parametrize(("entrants", "seats", "heroes"), [(5, 2, 1), (6, 2, 2), (6, 3, 2)])
def test_in_a_gauntlet_each_hero_meets_all_others(entrants: int, seats: int, heroes: int) -> None:
    round_ = next_round(event("gauntlet", entrants, seats, heroes=heroes), 0, None)

    assert round_ is not None
    met = Counter((table[0], other) for table in round_.groups for other in table[1:])
    assert set(met) == {
        (hero, other) for hero in range(heroes) for other in range(heroes, entrants)
    }
    assert len(set(met.values())) == 1


@pytest.mark.parametrize("name", ["match", "round-robin", "gauntlet"])
def test_statistics_rank_where_the_format_does_not(name: str) -> None:
    plan = event(name, 2)

    assert placings(plan, none_played(plan)) is None


def test_a_later_round_needs_the_results_of_earlier_ones() -> None:
    plan = event("swiss", 6)

    with pytest.raises(ValueError, match="depends on the results"):
        next_round(plan, 1, None)
    with pytest.raises(ValueError, match="games of round 1 are missing"):
        next_round(plan, 1, none_played(plan))


@pytest.mark.parametrize(
    ("round_", "told"),
    [
        (Round(number=1, rounds=1, first=0, groups=((0, 1),), blocks=1), "1 table, 1 block"),
        (
            Round(number=3, rounds=5, first=9, groups=((0, 1), (2, 3)), blocks=2000, byes=(4,)),
            "round 3 of 5: 2 tables, 2,000 blocks each, 1 bye",
        ),
        (
            Round(number=2, rounds=2, first=9, groups=((0, 1),), blocks=5, extra=1),
            "round 2 of 2, level, extra 1: 1 table, 5 blocks",
        ),
    ],
)
def test_a_round_tells_what_it_is(round_: Round, told: str) -> None:
    assert str(round_) == told
