"""The summary of an event that a report shows: standings, faults, and games worth a look."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from pitboss.events.batch import FaultNote, Thinking
from pitboss.events.plan import Plan, game_id
from pitboss.events.schedule import Placing
from pitboss.events.trial import Question
from pitboss.games.unit import Unit
from pitboss.narration.comparison import ComparisonResult, FaultCount, played_comparison
from pitboss.narration.events import removal_sentence, sure_placings
from pitboss.narration.numbers import counted
from pitboss.report.block_means import (
    Histograms,
    RunningMean,
    block_means,
    histograms,
    running_mean,
)
from pitboss.statistics.blocks import Blocks, Floats, blocks_of
from pitboss.statistics.interval import Interval
from pitboss.statistics.results import Results
from pitboss.statistics.standings import Leaderboard, Row, Standings, standings

# The style sheet has this many colours for bots, as many as people can tell apart.
_COLOURS = 8
# How many faults of each bot and kind are shown.
_KEPT = 3
_MOST_FAULTS = 12
_MOST_LOSSES = 40


@dataclass
class Faults:
    """The faults that the journal describes: all counted, a few kept."""

    counts: dict[tuple[int, str], int] = field(default_factory=dict)
    first: dict[tuple[int, str], list[FaultNote]] = field(default_factory=dict)

    def add(self, note: FaultNote) -> None:
        """Count a fault, and keep it if it is among the first few of its bot and kind."""
        key = (note.entrant, note.kind)
        self.counts[key] = self.counts.get(key, 0) + 1
        kept = self.first.setdefault(key, [])
        # Those of a running event don't come in the order of its games.
        if len(kept) < _KEPT or _place(note) < _place(kept[-1]):
            kept.append(note)
            kept.sort(key=_place)
            del kept[_KEPT:]

    def copy(self) -> "Faults":
        """The same faults, to which others can be added."""
        return Faults({**self.counts}, {key: [*kept] for key, kept in self.first.items()})

    def kinds(self) -> list[str]:
        """All kinds of faults, the most frequent first."""
        totals: dict[str, int] = {}
        for (_, kind), count in self.counts.items():
            totals[kind] = totals.get(kind, 0) + count
        return sorted(totals, key=lambda kind: (-totals[kind], kind))

    def notes(self) -> list[FaultNote]:
        """The faults that were kept, in order of the games."""
        kept = [note for notes in self.first.values() for note in notes]
        return sorted(kept, key=_place)

    def of(self, entrant: int) -> list[FaultNote]:
        """The faults of one bot that were kept."""
        return [note for note in self.notes() if note.entrant == entrant]


def _place(note: FaultNote) -> tuple[int, int, int, int]:
    return note.block, note.rotation, note.turn, note.seat


@dataclass(frozen=True)
class Highlight:
    """A game worth a look, with the reason in a few words."""

    game: str
    why: str
    # None: it is about everybody who played.
    entrant: int | None = None


@dataclass(frozen=True)
class Meeting:
    """One entrant's score against another, in the event's unit."""

    score: float
    games: int


# By entrant, and by entrant again; None: they never met.
Crosstable = tuple[tuple[Meeting | None, ...], ...]


@dataclass(frozen=True, kw_only=True)
class EventSummary:
    """An event as it stands in the journal."""

    plan: Plan
    event: str
    label: str
    # When it began and ended, and when the report was written, as text for people.
    created: str
    finished: str
    written: str
    state: str
    version: str
    # None while the seed must stay secret.
    seed: str | None
    # The hash of a seed that was drawn; empty if somebody chose it.
    commitment: str
    # The commands that play the event again and write its report.
    commands: tuple[str, ...]
    results: Results
    faults: Faults
    thinking: Mapping[int, Thinking]
    # Who was taken out of it, by entrant, and why.
    removed: Mapping[int, str] = field(default_factory=dict)
    # What it is to find out, if it is a comparison.
    question: Question | None = None

    @property
    def blocks_called(self) -> str:
        """What its blocks are called."""
        return "mirrored blocks" if self.plan.mirror else "blocks"

    @property
    def unit(self) -> Unit:
        """The unit of payoffs."""
        return self.results.unit

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.results)

    @property
    def reference(self) -> float:
        """The payoff that everybody would get if all were equal."""
        return 0.5 if self.unit.is_share else 0.0

    def name(self, entrant: int) -> str:
        """A bot's name."""
        return self.results.names[entrant]

    @property
    def removals(self) -> list[str]:
        """Who was taken out of the event, in a sentence each."""
        return [removal_sentence(self.name(one), reason) for one, reason in self.removed.items()]

    @cached_property
    def blocks(self) -> Blocks:
        """The complete blocks."""
        return blocks_of(self.results)

    @cached_property
    def means(self) -> list[Floats]:
        """The mean of each block, by entrant."""
        return block_means(self.blocks)

    @cached_property
    def standings(self) -> Standings:
        """The standings of all results."""
        return standings(self.results)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The standings of all games, best first."""
        return self.standings.table.rows

    @cached_property
    def comparison(self) -> ComparisonResult | None:
        """What the comparison found, if it is one."""
        if self.question is None:
            return None
        faults = [
            FaultCount(key[0], count, self.faults.first[key][0])
            for key, count in self.faults.counts.items()
        ]
        return played_comparison(self.plan, self.question, self.results, faults)

    @cached_property
    def clean(self) -> dict[int, Interval]:
        """Payoffs in blocks without a forfeit, by entrant; empty if nobody ever forfeited."""
        table = self.standings.without_forfeits
        return {} if table is None else {row.entrant: row.payoff for row in table.rows}

    @property
    def order(self) -> list[int]:
        """The entrants from best to worst."""
        return [row.entrant for row in self.rows]

    @cached_property
    def placings(self) -> list[Placing]:
        """The order by the format's own measure, such as a knockout's; empty if it has none."""
        return sure_placings(self.plan, self.results, self.standings.table)

    @cached_property
    def colours(self) -> dict[int, str]:
        """The CSS class of each entrant's marks; from the ninth place on bots share one."""
        return {
            entrant: f"c{place}" if place < _COLOURS else "cr"
            for place, entrant in enumerate(self.order)
        }

    @cached_property
    def running_means(self) -> list[RunningMean]:
        """How the mean settled, by entrant."""
        return [running_mean(own, self.unit) for own in self.means]

    @cached_property
    def histograms(self) -> Histograms:
        """The distribution of each bot's blocks."""
        return histograms(self.means)

    @cached_property
    def crosstable(self) -> Crosstable:
        """Everybody's score against everybody."""
        return crosstable(self.standings.table, self.results)

    @cached_property
    def highlights(self) -> Sequence[Highlight]:
        """The games worth looking at."""
        return highlights(self.event, self.results, self.faults.notes())


def crosstable(board: Leaderboard, results: Results) -> Crosstable:
    """For scores, how often one placed ahead of the other; for chips, half of what it won more."""
    if not results.unit.is_share:
        return _winnings(results)
    return tuple(
        tuple(None if cell is None else Meeting(cell.score, cell.games) for cell in row)
        for row in board.crosstable
    )


def _winnings(results: Results) -> Crosstable:
    # How often a bot wins says little where the amount counts.
    size = len(results.names)
    entrants = results.column("entrant").astype(np.int64)
    payoffs = results.column("payoff")
    sums = np.zeros(size * size)
    games = np.zeros(size * size, np.int64)
    for one in range(results.seats):
        for other in range(results.seats):
            if one != other:
                pair = entrants[:, one] * size + entrants[:, other]
                # With two seats, half the difference is what one won from the other.
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


def highlights(event: str, results: Results, faults: Sequence[FaultNote]) -> list[Highlight]:
    """The longest and the most one-sided game, each bot's first loss, each kind of fault."""
    if not len(results):
        return []
    return [
        _longest(event, results),
        _one_sided(event, results),
        *_faults(event, faults),
        *_first_losses(event, results),
    ]


def _id(event: str, results: Results, row: int) -> str:
    game = results.rows[row]
    return game_id(event, int(game["block"]), int(game["rotation"]))


def _longest(event: str, results: Results) -> Highlight:
    actions = results.column("actions")
    row = int(actions.argmax())
    return Highlight(_id(event, results, row), f"longest: {counted(int(actions[row]), 'action')}")


def _one_sided(event: str, results: Results) -> Highlight:
    ordered = np.sort(results.column("score"), axis=1)
    margins = ordered[:, -1] - ordered[:, -2]
    row = int(margins.argmax())
    winner = int(results.column("entrant")[row][results.column("score")[row].argmax()])
    return Highlight(
        _id(event, results, row),
        f"most one-sided: ahead of the next by {int(margins[row]):,}",
        winner,
    )


def _first_losses(event: str, results: Results) -> list[Highlight]:
    """A loss is the last place, shared or not, unless everybody shares it."""
    places = results.column("place")
    last = (places == places.max(axis=1, keepdims=True)) & (places > 1)
    row, seat = np.nonzero(last)
    entrants, first = np.unique(results.column("entrant")[row, seat], return_index=True)
    return [
        Highlight(_id(event, results, int(row[at])), "first loss", int(entrant))
        for entrant, at in list(zip(entrants, first, strict=True))[:_MOST_LOSSES]
    ]


def _faults(event: str, faults: Sequence[FaultNote]) -> list[Highlight]:
    """The first fault of each bot and kind."""
    seen: dict[tuple[int, str], Highlight] = {}
    for fault in faults:
        key = (fault.entrant, fault.kind)
        if key not in seen:
            game = game_id(event, fault.block, fault.rotation)
            seen[key] = Highlight(game, f"first {fault.kind}: {fault.message}", fault.entrant)
    return list(seen.values())[:_MOST_FAULTS]
