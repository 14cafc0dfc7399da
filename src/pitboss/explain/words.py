"""An explanation in words, and for programs."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from pitboss.explain.decisions import PLAYS_ON, Decision
from pitboss.explain.explanation import Explanation
from pitboss.explain.habits import HabitSum
from pitboss.narration.numbers import counted
from pitboss.narration.text import Column, Grid

# Alternatives in a line; there may be a dozen of them.
_ALTERNATIVES: Final = 4
_MANY_DECISIONS: Final = 100
_UNITS: Final = {"points": "percentage points of score", "bb": "big blinds won in the hand"}


def heading(explained: Explanation) -> list[str]:
    """What was looked at."""
    which = f"{explained.which} game" if explained.which else "game"
    games = explained.where if explained.games == 1 and not explained.which else ""
    what = games or f"{counted(explained.games, which)} {explained.where}".strip()
    looked_at = counted(len(explained.decisions), "decision")
    worlds = counted(explained.worlds, "world")
    return [
        f"{explained.bot} in {what}: {explained.title}, rules {explained.rules}",
        f"{looked_at} with a choice, each in {worlds} that fit what it saw",
    ]


def meaning(explained: Explanation) -> str:
    """What the numbers mean, and their limits."""
    unit = _UNITS.get(explained.unit, explained.unit)
    then = explained.remark or f"Then everybody plays on like the built-in {PLAYS_ON}."
    return (
        f"A cost is what the other action would have brought more on average, in {unit}, with its "
        f"standard error. {then} Against others it may be otherwise. What may be chance, after so "
        "many looks, is not called a mistake."
    )


def cost_text(cost: float, error: float, digits: int = 1) -> str:
    """What something cost, with its standard error."""
    return f"{_signed(-cost, digits)} ± {error:.{digits}f}"


def total_text(cost: float) -> str:
    """What something cost in all."""
    return _signed(-cost, 0)


def _signed(value: float, digits: int) -> str:
    text = f"{value:+,.{digits}f}"
    # What rounds to nothing has no sign.
    return text if text.strip("+-0.") else text[1:]


def habit_grid(sums: Sequence[HabitSum], unit: str) -> Grid:
    """Habits with what they cost."""
    grid = Grid(
        [
            Column("habit", right=False, shrinks=True),
            Column("times"),
            Column(f"{unit} a time"),
            Column("in all"),
        ]
    )
    for one in sums:
        grid.add(
            one.title, f"{one.times:,}", cost_text(one.each, one.each_error), total_text(one.total)
        )
    return grid


def habit_sections(explained: Explanation) -> Iterator[tuple[str, list[HabitSum]]]:
    """Habits that cost something, by how sure that is, each list under a heading."""
    # In a short game nothing is shown often enough to be a habit.
    if explained.games == 1 and len(explained.decisions) < _MANY_DECISIONS:
        return
    sure = [one for one in explained.habits if one.is_sure and not one.within]
    unsure = [one for one in explained.habits if not one.is_sure and one.total > 0]
    if sure:
        yield "What cost most", sure
    if unsure:
        yield "What may have cost something, or be chance", unsure


def decision_sections(
    explained: Explanation, most: int
) -> Iterator[tuple[str, list[Decision], int]]:
    """At most so many decisions, or all if 0: each list with a heading, and how many are left."""
    costly = explained.costliest
    mistakes = explained.mistakes
    rest = costly[len(mistakes) :]
    fine = [one for one in explained.decisions if one.cost <= 0] if most == 0 else []
    left = most or len(explained.decisions)
    for heading, part in (
        ("Mistakes, the costliest first", mistakes),
        ("Decisions that may have cost something, or not", rest),
        ("Decisions that cost nothing, for all we know", fine),
    ):
        if part and left > 0:
            yield heading, part[:left], max(0, len(part) - left)
            left -= len(part)


def action_and_situation(decision: Decision) -> str:
    """What was done, and what the bot saw."""
    return f"{decision.text}, {decision.situation}" if decision.situation else decision.text


def decision_lines(decision: Decision, explained: Explanation) -> Iterator[str]:
    """A decision: where, what was done, and what else was worth how much."""
    turn = f"{decision.game}, turn" if explained.games > 1 else "Turn"
    cost = ""
    if decision.cost > 0:
        cost = f": {cost_text(decision.cost, decision.cost_error)} {explained.unit}"
        cost += f" against {decision.best}"
    yield f"{turn} {decision.turn}: {action_and_situation(decision)}{cost}"
    others = [one for one in decision.alternatives if one.text != decision.best or not cost]
    shown = [f"{one.text} {cost_text(-one.gain, one.error)}" for one in others[:_ALTERNATIVES]]
    if shown:
        more = f", and {len(others) - len(shown)} more" if len(others) > len(shown) else ""
        yield f"others, compared with {decision.text}: {', '.join(shown)}{more}"


def document(explained: Explanation) -> dict[str, Any]:
    """For programs: all decisions in order."""
    fields = msgspec.structs.asdict(explained)
    mistakes = [{"game": one.game, "turn": one.turn} for one in explained.mistakes]
    return {**fields, "mistakes": mistakes}
