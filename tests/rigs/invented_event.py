"""Events of any size that nobody played, for what would take too long to play."""

import numpy as np

from pitboss.events.entrants import Entrant
from pitboss.events.plan import Plan
from pitboss.games.unit import Unit
from pitboss.report.summary import EventSummary, Faults
from pitboss.statistics.results import Results, row_type


def invented(bots: int, blocks: int, unit: Unit = Unit.SCORE) -> EventSummary:
    """Everybody against everybody in turn, earlier ones being better."""
    rng = np.random.default_rng(7)
    pairs = np.array([(one, other) for one in range(bots) for other in range(one + 1, bots)])
    table = pairs[np.arange(blocks) % len(pairs)]
    rows = np.zeros(2 * blocks, row_type(2))
    rows["block"] = np.repeat(np.arange(blocks), 2)
    rows["rotation"] = np.tile([0, 1], blocks)
    rows["entrant"][0::2], rows["entrant"][1::2] = table, table[:, ::-1]
    luck = rng.normal(size=2 * blocks) + (rows["entrant"][:, 1] - rows["entrant"][:, 0]) / bots
    rows["place"] = np.where(np.stack([luck > 0, luck <= 0], axis=1), 1, 2)
    rows["payoff"] = (
        2 - rows["place"] if unit == Unit.SCORE else np.stack([luck, -luck], axis=1) * 900
    )
    rows["score"] = rows["payoff"]
    rows["actions"] = rng.integers(10, 90, 2 * blocks)
    names = tuple(f"bot number {number}" for number in range(bots))
    game, rules = ("uno", "official") if unit == Unit.SCORE else ("holdem", "hand")
    plan = Plan(
        game=game,
        rules=rules,
        seats=2,
        entrants=tuple(Entrant(name=name, bot="simple") for name in names),
        seed="invented",
    )
    return EventSummary(
        plan=plan,
        event=plan.id,
        label="",
        created="today",
        finished="",
        written="today",
        state="running",
        version="1",
        commitment="",
        seed="invented",
        commands=("pitboss play",),
        results=Results(names, unit, rows),
        faults=Faults(),
        thinking={},
    )
