"""All that is said of a bot's decisions in one game or many."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from pitboss.explain.decisions import Decision, analyst_of, decisions, observed
from pitboss.explain.habits import HabitSum, is_mistake, sum_up
from pitboss.games.kind import Kind
from pitboss.games.record import Record

# How others play is learnt from so many actions at most.
_MOST_OBSERVED: Final = 10_000

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class GameToExplain:
    """A recorded game, the bot's seat in it, and the turns in which it was played for."""

    name: str
    record: Record
    seat: int
    not_its_own: Collection[int] = ()


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """A bot's decisions in some games, and what its habits cost; numbers are in `unit`."""

    bot: str
    # A word for each game, such as "lost", and what they are, such as "of event k7f3q2ab".
    which: str = ""
    where: str = ""
    game: str
    rules: str
    unit: str
    worlds: int
    games: int
    actions: int
    decisions: list[Decision]
    habits: list[HabitSum]
    remark: str

    @property
    def title(self) -> str:
        """What the game is called."""
        return Record(game=self.game, rules=self.rules, seats=0).kind().title

    @property
    def costliest(self) -> list[Decision]:
        """The decisions for which something better was found: mistakes first, then by cost."""
        costly = [one for one in self.decisions if one.cost > 0]
        return sorted(costly, key=lambda one: (not self._is_mistake(one), -one.cost))

    @property
    def mistakes(self) -> list[Decision]:
        """Those that surely cost something, the costliest first."""
        return [one for one in self.costliest if self._is_mistake(one)]

    def _is_mistake(self, decision: Decision) -> bool:
        return is_mistake(decision, len(self.decisions))


def explain(
    games: Sequence[GameToExplain],
    *,
    bot: str,
    worlds: int,
    which: str = "",
    where: str = "",
    others: Sequence[Record] = (),
    progress: Progress | None = None,
) -> Explanation:
    """Explain the games, which are all of one kind and rules.

    `others` are games from which it is learnt how their players play; a game is explained with
    what was learnt from others only, since its own would tell what the bot could not know.
    """
    first = games[0].record
    total = sum(len(game.record.actions) for game in games)
    half = len(games) // 2
    halves = games[:half], games[half:]
    learnt = [_learnt(first.kind(), halves[1 - at], others) for at in range(2)]
    found: list[Decision] = []
    done = 0
    for at, part in enumerate(halves):
        for game in part:
            for decision in decisions(
                game.record,
                game.seat,
                worlds=worlds,
                known=learnt[at],
                name=game.name,
                not_its_own=game.not_its_own,
            ):
                done += 1
                if decision is not None:
                    found.append(decision)
                if progress is not None:
                    progress(done, total)
    analyst = analyst_of(first, games[0].seat, {})
    return Explanation(
        bot=bot,
        which=which,
        where=where,
        game=first.game,
        rules=first.rules,
        unit=analyst.unit,
        worlds=worlds,
        games=len(games),
        actions=total,
        decisions=found,
        habits=sum_up(found, analyst.habits),
        remark=analyst.remark,
    )


def _learnt(
    kind: Kind[Any, Any], games: Sequence[GameToExplain], others: Sequence[Record]
) -> Mapping[str, Any]:
    # Most kinds learn nothing, and need not be replayed for it.
    if type(kind).observe is Kind.observe:
        return {}
    chosen: list[Record] = []
    actions = 0
    for record in [*(game.record for game in games), *others]:
        actions += len(record.actions)
        if chosen and actions > _MOST_OBSERVED:
            break
        chosen.append(record)
    return observed(chosen)
