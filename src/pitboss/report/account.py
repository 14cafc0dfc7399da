"""What a report is made from: an event's journal, counted once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pitboss.events.batch import Thinking
from pitboss.events.plan import Plan
from pitboss.events.schedule.schedule import Placing, placings
from pitboss.report.courses import Course, Spreads, block_means, course, spreads
from pitboss.report.crosstable import Crosstable, crosstable
from pitboss.report.faults import Faults
from pitboss.report.highlights import Highlight, highlights
from pitboss.report.palette import colour_classes
from pitboss.statistics.blocks import Blocks, Floats, blocks_of
from pitboss.statistics.interval import Interval
from pitboss.statistics.results import Results
from pitboss.statistics.standings import Row, Standings, standings


@dataclass(frozen=True, kw_only=True)
class Account:
    """An event as it stands in the journal."""

    plan: Plan
    event: str
    label: str
    # When it began and ended, and when the report is written, as people read it.
    created: str
    finished: str
    written: str
    state: str
    version: str
    # What plays the event again, and then reports on it.
    commands: tuple[str, ...]
    results: Results
    faults: Faults
    thinking: Mapping[int, Thinking]

    @property
    def unit(self) -> str:
        """What payoffs are counted in."""
        return self.results.unit

    @property
    def games(self) -> int:
        """How many were played."""
        return len(self.results.rows)

    @property
    def reference(self) -> float:
        """What everybody would have if all were equal."""
        return 0.5 if self.unit == "score" else 0.0

    def name(self, entrant: int) -> str:
        """What a bot is called."""
        return self.results.names[entrant]

    @cached_property
    def blocks(self) -> Blocks:
        """The complete blocks."""
        return blocks_of(self.results)

    @cached_property
    def means(self) -> list[Floats]:
        """By entrant, the mean of each of its blocks."""
        return block_means(self.blocks)

    @cached_property
    def standings(self) -> Standings:
        """What the results say."""
        return standings(self.results)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The standings of all games, best first."""
        return self.standings.table.rows

    @cached_property
    def clean(self) -> dict[int, Interval]:
        """By entrant, its payoff in blocks without a forfeit; empty where there was none at all."""
        table = self.standings.without_forfeits
        return {} if table is None else {row.entrant: row.payoff for row in table.rows}

    @property
    def order(self) -> list[int]:
        """The entrants from best to worst."""
        return [row.entrant for row in self.rows]

    @cached_property
    def placings(self) -> list[Placing]:
        """Who is where by the format's own measure, such as a knockout's; empty if it has none."""
        return placings(self.plan, self.results) or []

    @cached_property
    def colours(self) -> dict[int, str]:
        """The class of each entrant's marks."""
        return colour_classes(self.order)

    @cached_property
    def courses(self) -> list[Course]:
        """By entrant."""
        return [course(own, self.unit) for own in self.means]

    @cached_property
    def spreads(self) -> Spreads:
        """How each bot's blocks are spread."""
        return spreads(self.means)

    @cached_property
    def crosstable(self) -> Crosstable:
        """Who did how well against whom."""
        return crosstable(self.standings.table, self.results)

    @cached_property
    def highlights(self) -> Sequence[Highlight]:
        """The games worth looking at."""
        return highlights(self.event, self.results, self.faults.notes())
