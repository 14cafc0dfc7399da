"""Who did how well against whom: shares as the standings have them, anything else as it was won."""

from dataclasses import dataclass

import numpy as np

from pitboss.statistics.results import Results
from pitboss.statistics.standings import Table


@dataclass(frozen=True)
class Meeting:
    """What one entrant got against another, in the event's unit."""

    score: float
    games: int


# By entrant, and by entrant again; None: they never met.
Crosstable = tuple[tuple[Meeting | None, ...], ...]


def crosstable(table: Table, results: Results) -> Crosstable:
    """For a score, how often the one placed ahead; for chips, half of what it won more."""
    if results.unit != "score":
        return _winnings(results)
    return tuple(
        tuple(None if cell is None else Meeting(cell.score, cell.games) for cell in row)
        for row in table.crosstable
    )


def _winnings(results: Results) -> Crosstable:
    # How often a bot wins says little where it matters how much.
    size = len(results.names)
    entrants = results.column("entrant").astype(np.int64)
    payoffs = results.column("payoff")
    sums = np.zeros(size * size)
    games = np.zeros(size * size, np.int64)
    for one in range(results.seats):
        for other in range(results.seats):
            if one != other:
                pair = entrants[:, one] * size + entrants[:, other]
                # Of two at a table, half the difference is what the one won from the other.
                won = (payoffs[:, one] - payoffs[:, other]) / 2
                sums += np.bincount(pair, won, size * size)
                games += np.bincount(pair, minlength=size * size)
    return tuple(
        tuple(
            Meeting(float(sums[at]) / int(games[at]), int(games[at])) if games[at] else None
            for at in range(one * size, (one + 1) * size)
        )
        for one in range(size)
    )
