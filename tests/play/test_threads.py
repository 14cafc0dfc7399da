"""Two threads may play at tables with the same names: neither hears of the other's."""

import json
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from pitboss.games.registry import kind_named
from pitboss.play.ruling import Ruling
from pitboss.wires.algopoker import AlgoPokerSession
from pitboss.wires.jedna import JednaSession
from pitboss.wires.session import Session

NAMES = ("red", "blue")
MOVES = 500


def heard(kind: str, rules: str, session: Callable[[], Session], seed: int) -> list[list[bytes]]:
    """All that two seats are told."""
    dealer: Any = kind_named(kind)
    seats = [session(), session()]
    game = dealer.new(dealer.rules(rules), 2, seed)
    told = [list(one.begin(game, seat, NAMES)) for seat, one in enumerate(seats)]
    for number in range(MOVES):
        actor = game.actor()
        assert actor >= 0
        told[actor].append(seats[actor].ask(game, number, 5.0))
        action = game.fallback()
        notes: list[tuple[int, ...]] = []
        game.trace = notes
        game.apply(action)
        game.trace = None
        happened = tuple(notes)
        for seat, one in enumerate(seats):
            told[seat] += one.played(game, Ruling(actor, (action,), notes=happened))
    return told


@pytest.mark.parametrize(
    ("kind", "rules", "session"),
    [
        ("uno", "jedna,target=5000", JednaSession),
        ("holdem-cash", "cash,hands=999", AlgoPokerSession),
    ],
)
def test_tables_with_the_same_names(kind: str, rules: str, session: Callable[[], Session]) -> None:
    alone = [heard(kind, rules, session, seed) for seed in range(3)]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)

    try:
        with ThreadPoolExecutor(3) as threads:
            runs = [threads.submit(heard, kind, rules, session, seed) for seed in range(3)]
            together = [run.result() for run in runs]
    finally:
        sys.setswitchinterval(before)

    assert together == alone
    assert all(json.loads(line) for told in together for seat in told for line in seat)
