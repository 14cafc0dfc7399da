"""Ratings against an independent library, choix."""

import choix
import numpy as np
import pytest
from statistics_rig import everybody, made_up

from pitboss.statistics.blocks import blocks_of
from pitboss.statistics.ratings import pair_wins, strengths


@pytest.mark.parametrize("coarse", [0.0, 1.0])
def test_ratings_agree_with_choix(coarse: float) -> None:
    results = made_up(
        everybody(7, 2, 30),
        np.random.default_rng(4),
        strengths=np.linspace(-1, 1, 7),
        coarse=coarse,
    )
    wins = pair_wins(blocks_of(results))

    found = strengths(wins, prior=0)

    assert found == pytest.approx(choix.ilsr_pairwise_dense(wins, tol=1e-12), abs=1e-6)


def test_placings_of_four_agree_with_a_full_plackett_luce_fit() -> None:
    truth = np.linspace(-1, 1, 5)
    results = made_up(everybody(5, 4, 200), np.random.default_rng(5), strengths=truth)
    seats = np.argsort(results.column("place"), axis=1)
    rankings = np.take_along_axis(results.column("entrant"), seats, axis=1)

    found = strengths(pair_wins(blocks_of(results)), prior=0)

    full = choix.ilsr_rankings(5, [tuple(map(int, ranking)) for ranking in rankings])
    assert found == pytest.approx(full, abs=0.05)
