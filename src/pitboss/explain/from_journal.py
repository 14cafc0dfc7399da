"""A bot's games in the journal, chosen to be explained."""

from typing import Final

import numpy as np

from pitboss.events.plan import Plan, game_id
from pitboss.explain.explanation import Explanation, GameToExplain, Progress, explain
from pitboss.games.record import Record
from pitboss.games.unit import Unit
from pitboss.narration.recorded_games import RecordedGame, recorded_games
from pitboss.play.policy import Cost
from pitboss.statistics.results import Results
from pitboss.store import Journal

# So many other games are looked at to learn how their players play.
_MOST_OTHERS: Final = 200
# In a report so many lost games are explained in all, of each bot at least and at most so many.
_GAMES_IN_ALL: Final = 200
_LEAST_GAMES: Final = 3
_MOST_GAMES: Final = 30
_WORLDS: Final = 60


def games_of(
    journal: Journal, plan: Plan, entrant: int, *, most: int, lost_only: bool
) -> tuple[list[GameToExplain], int]:
    """The last games of an entrant, in order, and how many such games there are in all."""
    places = _places(journal.results(plan.id), entrant, lost_only=lost_only)
    wanted = set(places[-most:])
    games = sorted(recorded_games(journal, plan, wanted), key=lambda game: game[:2])
    return [to_explain(plan, game, entrant) for game in games], len(places)


def explain_event(
    journal: Journal, plan: Plan, progress: Progress | None = None
) -> dict[int, Explanation]:
    """Some lost games of every entrant explained, by entrant; without those who lost none."""
    most = min(_MOST_GAMES, max(_LEAST_GAMES, _GAMES_IN_ALL // len(plan.entrants)))
    explained: dict[int, Explanation] = {}
    for number, entrant in enumerate(plan.entrants):
        if progress is not None:
            progress(number, len(plan.entrants))
        games, total = games_of(journal, plan, number, most=most, lost_only=True)
        if any(game.record.actions for game in games):
            where = f"(the last of {total:,})" if len(games) < total else ""
            explained[number] = explain(
                games, bot=entrant.name, worlds=_WORLDS, which="lost", where=where
            )
    return explained


def other_games(journal: Journal, plan: Plan, entrant: int, but: tuple[int, int]) -> list[Record]:
    """Other games of an entrant than this one, from which it is learnt how its opponents play."""
    # A deck is dealt once to each seat: a game of the same block has the same cards.
    places = [
        place
        for place in _places(journal.results(plan.id), entrant, lost_only=False)
        if place[0] != but[0]
    ]
    wanted = set(places[-_MOST_OTHERS:])
    return [game.record for game in recorded_games(journal, plan, wanted)]


def to_explain(plan: Plan, game: RecordedGame, entrant: int) -> GameToExplain:
    """A game from the seat of an entrant."""
    seat = game.entrants.index(entrant)
    substituted = {
        note.turn for note in game.faults if note.seat == seat and note.cost != Cost.REFUSE.value
    }
    return GameToExplain(
        game_id(plan.id, game.block, game.rotation), game.record, seat, substituted
    )


def _places(results: Results, entrant: int, *, lost_only: bool) -> list[tuple[int, int]]:
    """The blocks and rotations of its games; a game is lost in which it got less than equals."""
    own = results.column("entrant") == entrant
    chosen = own.any(axis=1)
    if lost_only:
        equals = 0.5 if results.unit is Unit.SCORE else 0.0
        payoffs = np.where(own, results.column("payoff"), np.inf).min(axis=1)
        chosen &= payoffs < equals
    blocks, rotations = results.column("block")[chosen], results.column("rotation")[chosen]
    return [(int(block), int(rotation)) for block, rotation in zip(blocks, rotations, strict=True)]
