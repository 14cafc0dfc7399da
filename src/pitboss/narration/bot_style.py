"""How a bot plays, in its game's own figures: counted by replaying the last of its games."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from pitboss.events.plan import Plan
from pitboss.games.record import Record
from pitboss.games.style import StyleCounts, StyleFigure
from pitboss.narration.recorded_games import recorded_games
from pitboss.statistics.results import Rows
from pitboss.store import Journal

# A replay takes time: so many games are looked at, or fewer if they are long.
MOST_GAMES = 300
_MOST_ACTIONS = 40_000


@dataclass(frozen=True)
class BotStyle:
    """A bot's style figures over its last games."""

    games: int
    figures: tuple[tuple[StyleFigure, float | None, int], ...]


def bot_style(journal: Journal, plan: Plan, entrant: int, rows: Rows) -> BotStyle:
    """The style of an entrant; `rows` are all games of the event in order."""
    kind = plan.kind()
    sums = StyleCounts()
    games = 0
    if kind.style_figures:
        for record, seat in _last_games(journal, plan, entrant, rows):
            games += 1
            sums.add(record.style()[seat])
    values = sums.values()
    figures = tuple(
        (figure, values.get(figure.name), sums.chances.get(figure.name, 0))
        for figure in kind.style_figures
    )
    return BotStyle(games, figures)


def _last_games(
    journal: Journal, plan: Plan, entrant: int, rows: Rows
) -> Iterator[tuple[Record, int]]:
    """The last games of an entrant, and its seat in each."""
    own = np.flatnonzero((rows["entrant"] == entrant).any(axis=1))[::-1][:MOST_GAMES]
    allowed = np.cumsum(rows["actions"][own]) <= _MOST_ACTIONS
    # One game is always looked at.
    allowed[:1] = True
    wanted = {(int(rows["block"][at]), int(rows["rotation"][at])) for at in own[allowed]}
    for game in recorded_games(journal, plan, wanted):
        yield game.record, game.entrants.index(entrant)
