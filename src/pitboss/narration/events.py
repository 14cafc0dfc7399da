"""An event in words and figures: its heading, standings and faults."""

import re
import shlex
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from pitboss.events.batch import FaultNote, digest
from pitboss.events.bot_text import bot_text
from pitboss.events.entrants import Entrant
from pitboss.events.plan import Plan
from pitboss.events.schedule import FORMATS, Placing, history
from pitboss.games.registry import kind_named
from pitboss.narration.comparison import comparison_document, event_comparison
from pitboss.narration.games import cost_words, fault_sentence, written_by
from pitboss.narration.numbers import PLAIN_NOTHING, plain_amount, plain_span
from pitboss.narration.text import Column, Grid, printable, some_of
from pitboss.statistics.results import Results
from pitboss.statistics.standings import Leaderboard, Row, Standings, standings
from pitboss.store import EventRow, Journal
from pitboss.wires import registry

# Bots for which it is said how to check them.
_CHECKED = 3
_VERSION = re.compile(r"@\d+")
_STDERR_LINES = 5
_LONGEST_LINE = 160
_SENT_SHOWN = 80
# A larger crosstable is unreadable on a terminal.
_CROSSTABLE_MOST = 12


class Heading(NamedTuple):
    """What an event is called, and how it was played."""

    title: str
    facts: str


class FaultGroup(NamedTuple):
    """Faults of one kind by one bot."""

    bot: str
    kind: str
    # How many the journal describes; a batch describes only some of many.
    noted: int
    first: FaultNote
    # The game of the first.
    game: str


def heading(event: EventRow, results: Results, *, show_seed: bool = False) -> Heading:
    """The event's name and rules, and in a line how much of it was played.

    The seed of an event that is not over is shown only on request.
    """
    plan = event.plan
    seed = plan.seed if show_seed else event.seed
    name = f"{event.label}: " if event.label else ""
    games = len(results)
    facts = (
        f"{plan.seats} seats, {plan.schedule.format}, {games:,} games in "
        f"{games // plan.seats:,} {_block_words(plan)}, "
        f"{'' if seed is None else f'seed {seed}, '}event {event.id}"
        f"{f', commitment {event.commitment}' if seed is None and event.commitment else ''}"
    )
    return Heading(printable(f"{name}{plan.rules}"), printable(facts))


def _block_words(plan: Plan) -> str:
    if plan.apart:
        return "blocks of decks mirrored far apart"
    return "mirrored blocks" if plan.mirror else "blocks of fresh decks"


def standings_grid(event_standings: Standings, board: Leaderboard, title: str = "") -> Grid:
    """The standings, a row for each bot."""
    unit = event_standings.unit
    percent = f"{100 * event_standings.confidence:.0f}%"
    columns = [
        Column(""),
        Column("bot", right=False, shrinks=True),
        Column("games", spare=1),
        Column(unit.value),
        Column(f"{percent} interval"),
        Column("wins", spare=4),
        Column("place", spare=5),
        Column("rating", spare=2),
        Column(f"{percent} interval", spare=3),
    ]
    troubled = any(row.faults for row in board.rows)
    if troubled:
        columns += [Column("faults"), Column("forfeits")]
    grid = Grid(columns, title)
    for row in board.rows:
        troubles = [f"{row.faults:,}" if row.faults else "", f"{row.forfeits or ''}"]
        grid.add(
            f"{row.rank}{'=' if row.tied else ' '}" if row.games else "- ",
            row.name,
            f"{row.games:,}",
            plain_amount(row.payoff.estimate, unit),
            plain_span(row.payoff.low, row.payoff.high, unit),
            f"{row.wins:,.0f}",
            PLAIN_NOTHING if row.place.estimate is None else f"{row.place.estimate:.2f}",
            PLAIN_NOTHING if row.rating is None else f"{row.rating:.0f}",
            _rating_span(row),
            *(troubles if troubled else []),
        )
    return grid


def _rating_span(row: Row) -> str:
    return rating_span(row) or PLAIN_NOTHING


def rating_span(row: Row) -> str:
    """Where the rating lies; who won or lost everything has only one limit."""
    low, high = row.rating_low, row.rating_high
    if low is not None and high is not None:
        return f"{low:.0f} to {high:.0f}"
    if low is not None:
        return f"over {low:.0f}"
    return "" if high is None else f"under {high:.0f}"


def crosstable_grid(board: Leaderboard) -> Grid | None:
    """Scores against each other; None with two bots, or too many for a terminal."""
    order = [row.entrant for row in board.rows]
    if not 2 < len(order) <= _CROSSTABLE_MOST:
        return None
    numbers = range(1, len(order) + 1)
    columns = [Column("", right=False, shrinks=True), *(Column(str(number)) for number in numbers)]
    grid = Grid(columns, "Against each other")
    for number, row in zip(numbers, board.rows, strict=True):
        cells = [board.crosstable[row.entrant][other] for other in order]
        scores = ["" if cell is None else f"{100 * cell.score:.0f}%" for cell in cells]
        grid.add(f"{number} {row.name}", *scores)
    return grid


def result_grid(plan: Plan, results: Results, board: Leaderboard) -> Grid | None:
    """The result by the format's own measure, such as points or rounds.

    None if it has none, or no round is over.
    """
    placed = _placed(plan, results)
    if not placed.placings:
        return None
    columns = [
        Column(""),
        Column("bot", right=False, shrinks=True),
        Column("result", right=False),
        Column("by all games", spare=1),
    ]
    grid = Grid(columns, placed.title)
    ranks = _ranks(board)
    for place, entrant, note in placed.placings:
        rank = _span_of_ranks(*ranks[entrant]) if entrant in ranks else PLAIN_NOTHING
        grid.add(f"{place} ", plan.entrants[entrant].name, note, rank)
    return grid


def result_sentence(plan: Plan) -> str:
    """Which of two rankings counts, and what the other is for; empty if there is only one."""
    format_ = FORMATS[plan.schedule.format]
    if not format_.measure:
        return ""
    return (
        f"The result of a {format_.name} tournament goes by {format_.measure}; the standings of "
        "all games estimate how strong each bot is, and may order them otherwise, as not all met "
        "the same opponents."
    )


class _Placed(NamedTuple):
    """The places by the format's own measure, and after how many rounds; none before the first."""

    title: str = ""
    placings: Sequence[Placing] = ()


def _placed(plan: Plan, results: Results) -> _Placed:
    format_ = FORMATS[plan.schedule.format]
    if not format_.measure:
        return _Placed()
    played, coming = history(plan, results)
    if not played:
        return _Placed()
    title = f"Result of the {format_.name}"
    if coming is not None:
        title = f"The {format_.name} after {played[-1].round.title}"
    return _Placed(title, format_.placings(plan, played) or ())


def result_title(plan: Plan, results: Results) -> str:
    """What the places by the format's own measure are, and after which round."""
    return _placed(plan, results).title


def leading_words(plan: Plan, results: Results) -> str:
    """Who leads by the format's own measure after its last whole round; may be empty."""
    format_ = FORMATS[plan.schedule.format]
    leading = format_.leading(_placed(plan, results).placings)
    names = [plan.entrants[one.entrant].name for one in leading]
    return f"{format_.ahead}: {some_of(names)}" if names else ""


def sure_placings(plan: Plan, results: Results, board: Leaderboard) -> list[Placing]:
    """The places by the format's own measure, with a note on which ranks all games leave open."""
    ranks = _ranks(board)
    return [
        one._replace(note=f"{one.note}; {_open_ranks(*ranks[one.entrant])}")
        if one.entrant in ranks
        else one
        for one in _placed(plan, results).placings
    ]


def _ranks(board: Leaderboard) -> dict[int, tuple[int, int]]:
    """By entrant, the ranks that all games leave open."""
    return {row.entrant: (row.rank, row.last_rank) for row in board.rows if row.games}


def _open_ranks(first: int, last: int) -> str:
    return f"{'surely ' if first == last else ''}{_span_of_ranks(first, last)} by all games"


def _span_of_ranks(first: int, last: int) -> str:
    return f"{first}" if first == last else f"{first} to {last}"


def mirroring_sentence(plan: Plan, board: Leaderboard) -> str:
    """What mirroring did for the intervals; may be empty."""
    if not plan.mirror:
        return "Every game had a deck of its own: nothing was mirrored."
    reading = board.mirroring.overall.reading
    return f"{reading[0].upper()}{reading[1:]}." if reading else ""


def fault_groups(journal: Journal, plan: Plan) -> list[FaultGroup]:
    """The faults that the journal describes, by bot and kind."""
    counts: Counter[tuple[int, str]] = Counter()
    first: dict[tuple[int, str], FaultNote] = {}
    for note in journal.faults(plan.id):
        key = (note.entrant, note.kind)
        counts[key] += 1
        first.setdefault(key, note)
    return [
        FaultGroup(
            plan.entrants[entrant].name,
            kind,
            count,
            first[entrant, kind],
            f"{plan.id}-{first[entrant, kind].block}-{first[entrant, kind].rotation}",
        )
        # In the order in which each was first seen: causes come before what follows from them.
        for (entrant, kind), count in counts.items()
    ]


def fault_lines(journal: Journal, plan: Plan, board: Leaderboard) -> list[str]:
    """What went wrong, by bot and kind, each with the first of them."""
    totals = {row.name: row.faults for row in board.rows}
    if not any(totals.values()):
        return []
    groups = fault_groups(journal, plan)
    noted: Counter[str] = Counter()
    for group in groups:
        noted[group.bot] += group.noted
    lines = []
    for group in groups:
        note = group.first
        least = "" if noted[group.bot] == totals[group.bot] else "at least "
        times = "once" if not least and group.noted == 1 else f"{least}{group.noted:,} times"
        line = (
            f"  {group.bot}: {group.kind} {times}, first in {group.game}, turn {note.turn} "
            f"({cost_words(note)}): {fault_sentence(note, _SENT_SHOWN)}"
        )
        output = written_by(note).splitlines()
        lines += [line, *(f"      {line[:_LONGEST_LINE]}" for line in output[-_STDERR_LINES:])]
    return [printable(line) for line in lines]


def check_lines(journal: Journal, plan: Plan) -> list[str]:
    """What finds out why programs made mistakes, to be typed; for the first few of them."""
    kind = kind_named(plan.game)
    short = _VERSION.sub("", plan.rules)
    game = short if kind.write_rules(kind.rules(short)) == plan.rules else plan.rules
    faulty = dict.fromkeys(note.entrant for note in journal.faults(plan.id))
    texts = [bot_text(plan.entrants[one]) for one in faulty if not plan.entrants[one].builtin]
    return [
        f"  find out why: pitboss check {shlex.quote(text)} --game {shlex.quote(game)}"
        for text in [text for text in texts if text][:_CHECKED]
    ]


def wire_advice(journal: Journal, plan: Plan) -> list[tuple[str, str]]:
    """Bots that seem to be in the wrong game or on the wrong wire, and what would fit."""
    refused: dict[int, list[tuple[str, str]]] = {}
    for note in journal.faults(plan.id):
        refused.setdefault(note.entrant, []).append((note.detail or note.message, note.said))
    kind = kind_named(plan.game)
    rules = kind.rules(plan.rules)
    told = []
    for entrant, faults in sorted(refused.items()):
        bot = plan.entrants[entrant]
        if bot.builtin:
            continue
        try:
            choice = registry.choose(bot.wire, kind, rules, plan.seats)
        except registry.WrongWire:
            # A wire of a package that is not installed here.
            continue
        if advice := choice.wire.advice(choice.dialect, rules, faults):
            told.append((bot.name, advice))
    return told


def advice_lines(journal: Journal, plan: Plan) -> list[str]:
    """The same as sentences."""
    return [printable(f"{name} {advice}.") for name, advice in wire_advice(journal, plan)]


def succession_lines(journal: Journal, event: EventRow) -> list[str]:
    """Where games of an event come from, and where they went."""
    lines = [
        f"It went on as event {one.id}." for one in journal.events() if one.follows == event.id
    ]
    if event.follows:
        lines.insert(
            0, f"It went on from event {event.follows}; what unchanged bots played there is kept."
        )
    return lines


def removal_sentence(name: str, reason: str) -> str:
    """That a bot was taken out of an event, and why."""
    end = "" if reason.endswith((".", "?")) else "."
    return f"{name} was {reason}{end} What was left of its games is forfeited."


def removal_lines(journal: Journal, plan: Plan) -> list[str]:
    """Who was taken out of the event, and what its author may try."""
    removals = journal.removals(plan.id)
    return [line for one in removals for line in removal_advice(plan, one.entrant, one.reason)]


def removal_advice(plan: Plan, entrant: int, reason: str) -> list[str]:
    """That a bot was taken out, and a command that tells more."""
    bot = plan.entrants[entrant]
    lines = [removal_sentence(bot.name, reason)]
    if not bot.builtin:
        lines.append(f"  To look into it:  {check_command(plan, bot)}")
    return [printable(line) for line in lines]


def check_command(plan: Plan, bot: Entrant) -> str:
    """The command that checks an entrant's program by itself."""
    typed = shlex.join(bot.command)
    if bot.whole:
        typed = bot.folder or "."
    elif bot.folder or bot.wire != "auto":
        keys = {"cmd": typed, "folder": bot.folder, "wire": bot.wire if bot.wire != "auto" else ""}
        typed = " ".join(f"{key}={shlex.quote(value)}" for key, value in keys.items() if value)
    # A preset's name is a game's name, too.
    game = plan.rules if "," in plan.rules else plan.rules.partition("@")[0]
    return shlex.join(["pitboss", "check", typed, "--game", game])


def event_document(
    journal: Journal, event: EventRow, results: Results, *, show_seed: bool = False
) -> dict[str, Any]:
    """All that is known of an event, for programs."""
    plan = event.plan
    found = standings(results) if len(results) else None
    comparison = event_comparison(journal, event, results)
    removed = [
        {"bot": plan.entrants[one.entrant].name, "block": one.block, "reason": one.reason}
        for one in journal.removals(plan.id)
    ]
    return {
        "event": event.id,
        "name": event.label,
        "state": event.state,
        "game": plan.game,
        "rules": plan.rules,
        "seats": plan.seats,
        "seed": plan.seed if show_seed else event.seed,
        # Of a seed that was drawn.
        **({"commitment": event.commitment} if event.commitment else {}),
        **({"follows": event.follows} if event.follows else {}),
        "format": plan.schedule.format,
        "bots": plan.entrants,
        "games": len(results),
        # The same for the same games, however they were played.
        "digest": digest(journal.batches(event.id)),
        # Which of the two below is the event's result.
        "result": "placings" if FORMATS[plan.schedule.format].measure else "standings",
        "standings": found,
        **({"comparison": comparison_document(comparison)} if comparison else {}),
        "placings": [
            {"place": place, "bot": plan.entrants[entrant].name, "note": note}
            for place, entrant, note in (
                [] if found is None else sure_placings(plan, results, found.table)
            )
        ],
        "faults": [group._asdict() for group in fault_groups(journal, plan)],
        **({"advice": dict(advice)} if (advice := wire_advice(journal, plan)) else {}),
        **({"removed": removed} if removed else {}),
        "command": event.note.get("command", "") if show_seed else event.command,
    }
