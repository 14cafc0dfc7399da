"""The formats in which results decide who meets next: Swiss, knockout, ladder."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import ceil, log2

import pytest
from event_rig import by_chance, by_number, event, none_played, play_event
from hypothesis import given, settings
from hypothesis import strategies as st

from pitboss.events.schedule import (
    Placing,
    bracket,
    ladder_order,
    next_round,
    placings,
    swiss_scores,
)

SEEDS = st.integers(0, 2**32)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 40), SEEDS, st.data())
def test_swiss_never_repeats_a_pairing_in_half_as_many_rounds_as_entrants(
    entrants: int, seed: int, data: st.DataObject
) -> None:
    # So long everybody has half of the others left, with which all can be paired (Dirac, 1952).
    rounds = data.draw(st.integers(1, max(1, entrants // 2)))

    played, _ = play_event(event("swiss", entrants, rounds=rounds), by_chance(seed))

    met = Counter(frozenset(table) for round_ in played for table in round_.groups)
    assert set(met.values()) == {1}


def pairings(entrants: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    if not entrants:
        yield []
        return
    first, *others = entrants
    for other in others:
        for rest in pairings([each for each in others if each != other]):
            yield [(first, other), *rest]


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 8), st.integers(1, 9), SEEDS)
def test_swiss_has_as_few_rematches_as_any_pairing(entrants: int, rounds: int, seed: int) -> None:
    played, _ = play_event(event("swiss", entrants, rounds=rounds), by_chance(seed))

    met: set[frozenset[int]] = set()
    byes = Counter(dict.fromkeys(range(entrants), 0))
    for round_ in played:
        fewest = min(byes.values())
        sitting = [{one} for one in byes if byes[one] == fewest] if entrants % 2 else [set()]
        least = min(
            sum(frozenset(pair) in met for pair in pairing)
            for out in sitting
            for pairing in pairings([one for one in range(entrants) if one not in out])
        )
        assert sum(frozenset(table) in met for table in round_.groups) == least
        met |= {frozenset(table) for table in round_.groups}
        byes.update(round_.byes)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 9), st.integers(0, 20), st.integers(1, 9), SEEDS)
def test_swiss_byes_are_at_most_one_apart(seats: int, more: int, rounds: int, seed: int) -> None:
    plan = event("swiss", seats + more, seats, rounds=rounds)

    played, _ = play_event(plan, by_chance(seed))

    byes = Counter(dict.fromkeys(range(seats + more), 0))
    for round_ in played:
        assert len(round_.byes) == (seats + more) % seats
        byes.update(round_.byes)
    assert max(byes.values()) - min(byes.values()) <= 1


@pytest.mark.parametrize(("entrants", "seats"), [(16, 3), (27, 3), (24, 4), (40, 4), (40, 5)])
def test_swiss_tables_of_a_second_round_are_new(entrants: int, seats: int) -> None:
    played, _ = play_event(event("swiss", entrants, seats, rounds=2), by_chance(7))

    met = Counter(
        pair
        for round_ in played
        for table in round_.groups
        for pair in combinations(sorted(table), 2)
    )
    assert set(met.values()) == {1}


def test_swiss_pairs_the_upper_half_with_the_lower_then_by_points() -> None:
    plan = event("swiss", 8, rounds=2)

    rounds, results = play_event(plan, by_number)

    assert rounds[0].groups == ((0, 4), (1, 5), (2, 6), (3, 7))
    assert {frozenset(table) for table in rounds[1].groups} == {
        frozenset(table) for table in ((0, 2), (1, 3), (4, 6), (5, 7))
    }
    scores = {score.entrant: score for score in swiss_scores(plan, results)}
    # Twice the opponents beaten; 0 beat 4, who won once, and 2, who won once.
    assert (scores[0].points, scores[0].buchholz) == (4, 4)
    assert scores[6].points == 0


def test_a_swiss_bye_counts_as_a_win() -> None:
    plan = event("swiss", 3, rounds=1)

    rounds, results = play_event(plan, by_number)

    assert rounds[0].byes == (2,)
    told = placings(plan, results)
    assert told is not None
    assert {placing.entrant: placing.note.split(",")[0] for placing in told} == {
        0: "points 1",
        2: "points 1",
        1: "points 0",
    }


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 40), SEEDS)
def test_knockout_has_one_winner_after_as_many_rounds_as_halvings(entrants: int, seed: int) -> None:
    plan = event("knockout", entrants)

    rounds, results = play_event(plan, by_chance(seed))

    assert {round_.number for round_ in rounds} == set(range(1, ceil(log2(entrants)) + 1))
    told = placings(plan, results)
    assert told is not None
    assert [placing.note for placing in told].count("winner") == 1
    assert sorted(placing.entrant for placing in told) == list(range(entrants))
    assert bracket(plan, results)[-1][0].winner == told[0].entrant
    assert sum(len(round_.groups) for round_ in rounds if not round_.extra) == entrants - 1


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 9), st.integers(0, 8), SEEDS)
def test_knockout_at_larger_tables_has_one_winner(seats: int, more: int, seed: int) -> None:
    plan = event("knockout", seats + more * (seats - 1), seats)

    rounds, results = play_event(plan, by_chance(seed))

    assert bracket(plan, results)[-1][0].winner is not None
    assert sum(len(round_.groups) for round_ in rounds if not round_.extra) == more + 1


def test_knockout_gives_byes_to_the_first_and_lets_them_meet_last() -> None:
    plan = event("knockout", 6)

    rounds, results = play_event(plan, by_number)

    assert rounds[0].byes == (0, 1)
    assert [round_.groups for round_ in rounds] == [((3, 4), (2, 5)), ((0, 3), (1, 2)), ((0, 1),)]
    assert placings(plan, results) == [
        Placing(1, 0, "winner"),
        Placing(2, 1, "out in the final"),
        Placing(3, 2, "out in round 2 of 3"),
        Placing(3, 3, "out in round 2 of 3"),
        Placing(5, 4, "out in round 1 of 3"),
        Placing(5, 5, "out in round 1 of 3"),
    ]


def test_a_bracket_is_there_before_it_begins() -> None:
    plan = event("knockout", 3)

    first, final = bracket(plan, none_played(plan))

    assert [(meeting.entrants, meeting.winner) for meeting in first] == [((0,), 0), ((1, 2), None)]
    assert [(meeting.entrants, meeting.winner) for meeting in final] == [((0, None), None)]


def test_a_level_knockout_is_played_on_and_then_goes_to_the_earlier_entrant() -> None:
    plan = event("knockout", 2, extras=2, blocks=3)

    rounds, results = play_event(plan, lambda seating: [0.5] * len(seating))

    assert [(round_.extra, round_.count) for round_ in rounds] == [(0, 3), (1, 3), (2, 3)]
    (final,) = bracket(plan, results)[-1]
    assert (final.winner, final.settled) == (0, "order of entry")


def test_extra_blocks_settle_a_knockout_that_was_level() -> None:
    plan = event("knockout", 2, extras=2)
    games = iter([[0.5, 0.5], [0.5, 0.5]])

    rounds, results = play_event(
        plan, lambda seating: next(games, [float(entrant) for entrant in seating])
    )

    assert len(rounds) == 2
    (final,) = bracket(plan, results)[-1]
    assert (final.winner, final.settled) == (1, "extra blocks")


@settings(max_examples=40, deadline=None)
@given(st.permutations(range(9)), st.integers(2, 9))
def test_a_ladder_of_pairs_is_sorted_in_as_many_rounds_as_rungs(
    strengths: list[int], entrants: int
) -> None:
    plan = event("ladder", entrants)

    _, results = play_event(plan, lambda seating: [float(strengths[one]) for one in seating])

    order = ladder_order(plan, results)
    assert order == sorted(range(entrants), key=lambda one: -strengths[one])


@pytest.mark.parametrize(("entrants", "seats"), [(7, 3), (8, 3), (9, 3), (9, 4), (10, 5), (4, 4)])
def test_the_best_climbs_a_ladder_of_larger_tables(entrants: int, seats: int) -> None:
    plan = event("ladder", entrants, seats)

    rounds, results = play_event(plan, lambda seating: [float(one) for one in seating])

    assert ladder_order(plan, results)[0] == entrants - 1
    assert all(round_.groups for round_ in rounds)


def test_who_is_level_keeps_the_rung() -> None:
    plan = event("ladder", 4)

    _, results = play_event(plan, lambda seating: [0.5] * len(seating))

    assert placings(plan, results) == [Placing(n + 1, n, "where it began") for n in range(4)]


@pytest.mark.parametrize(
    ("ask", "told"),
    [(bracket, "only a knockout"), (swiss_scores, "only a Swiss"), (ladder_order, "only a ladder")],
)
def test_only_its_own_format_has_a_table(ask: object, told: str) -> None:
    plan = event("match", 2)
    assert callable(ask)

    with pytest.raises(ValueError, match=told):
        ask(plan, none_played(plan))


def test_the_first_round_needs_no_results() -> None:
    for name in ("swiss", "knockout", "ladder"):
        assert next_round(event(name, 5), 0, None) is not None
