"""A comparison in words: its verdict, what went wrong, what is left to decide, what is promised."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pitboss.events.batch import FaultNote
from pitboss.events.plan import Plan
from pitboss.events.trial import Question, Trial, question_in
from pitboss.games.unit import Unit
from pitboss.narration.numbers import (
    counted,
    plain_bare_span,
    plain_difference,
    plain_distance,
    rough,
)
from pitboss.narration.text import printable
from pitboss.play.policy import Cost
from pitboss.statistics.comparison import Aim, Comparison, Verdict
from pitboss.statistics.results import Results
from pitboss.statistics.troubles import SideTroubles, Troubles
from pitboss.store import EventRow, Journal

_LONGEST_CAUSE = 120
_LINKS = {"better": "than", "worse": "than", "equal": "to", "undecided": "against"}


class FaultCount(NamedTuple):
    """Described faults of one kind by one entrant: how many, and the first."""

    entrant: int
    noted: int
    first: FaultNote


@dataclass(frozen=True, kw_only=True)
class ComparisonResult:
    """A comparison as it stands, and what went wrong in it."""

    plan: Plan
    question: Question
    aim: Aim
    seen: Comparison
    troubles: Troubles
    # Games in the journal; not all of them need count.
    played: int
    # What each side's forfeits were, or else its faults; empty if there were none.
    new_cause: str = ""
    base_cause: str = ""

    @property
    def unit(self) -> Unit:
        """The unit of leads."""
        return self.plan.kind().unit

    @property
    def games(self) -> int:
        """Games that count."""
        return self.seen.blocks * self.plan.seats

    @property
    def new(self) -> str:
        """What the bot in question is called."""
        return printable(self.plan.entrants[0].name)

    @property
    def base(self) -> str:
        """What the other is called."""
        return printable(self.plan.entrants[1].name)


def comparison_result(
    trial: Trial, *, played: int, faults: Iterable[FaultCount] = ()
) -> ComparisonResult:
    """The result of a trial, with the faults that were described."""
    described = list(faults)
    return ComparisonResult(
        plan=trial.plan,
        question=trial.question,
        aim=trial.test.aim,
        seen=trial.verdict(),
        troubles=trial.troubles(),
        played=played,
        new_cause=_cause([one for one in described if not one.entrant]),
        base_cause=_cause([one for one in described if one.entrant]),
    )


def played_comparison(
    plan: Plan, question: Question, results: Results, faults: Iterable[FaultCount]
) -> ComparisonResult:
    """The comparison from all that was played."""
    trial = Trial(plan, question)
    trial.add_results(results)
    return comparison_result(trial, played=len(results), faults=faults)


def event_comparison(
    journal: Journal, event: EventRow, results: Results
) -> ComparisonResult | None:
    """The comparison that an event is; None if it is none."""
    question = question_in(event.note)
    if question is None:
        return None
    return played_comparison(event.plan, question, results, described_faults(journal, event.id))


def described_faults(journal: Journal, event: str) -> list[FaultCount]:
    """The faults that the journal describes, by bot and kind."""
    counts: dict[tuple[int, str], int] = {}
    first: dict[tuple[int, str], FaultNote] = {}
    for note in journal.faults(event):
        key = (note.entrant, note.kind)
        counts[key] = counts.get(key, 0) + 1
        first.setdefault(key, note)
    return [FaultCount(key[0], counts[key], note) for key, note in first.items()]


def _cause(faults: Sequence[FaultCount]) -> str:
    """What most often went wrong, and cost a game if anything did."""
    # Who was taken out was so for something else.
    own = [one for one in faults if one.first.kind != "removed"] or faults
    costly = [one for one in own if one.first.cost == Cost.FORFEIT.value] or own
    if not costly:
        return ""
    note = max(costly, key=lambda one: one.noted).first
    # A traceback ends with what happened.
    lines = [line.strip() for line in note.stderr.splitlines() if line.strip()]
    words = lines[-1] if lines and note.kind in ("crash", "startup") else note.message
    # What follows is a guess, which has its place where the fault is told.
    text = printable(f"{note.kind}: {words.partition('; ')[0]}")
    return text if len(text) <= _LONGEST_CAUSE else f"{text[:_LONGEST_CAUSE]}..."


def verdict_words(result: ComparisonResult) -> tuple[str, str, str]:
    """The verdict in a sentence, cut into what is before its word, the word, and what follows."""
    seen, unit = result.seen, result.unit
    word = seen.verdict.value
    estimate = seen.estimate
    lead = plain_difference(estimate.estimate, unit)
    if unit.is_win_rate and estimate.estimate is not None:
        lead = f"a win rate of {lead}"
    span = plain_bare_span(estimate.low, estimate.high, unit)
    rest = f"{_LINKS[word]} {result.base}: {lead}"
    rest += f" ({span}, {100 * estimate.confidence:.0f}%)" if span else ""
    return f"{result.new} is ", word, f" {rest}{_because(result)}"


def verdict_sentence(result: ComparisonResult) -> str:
    """The same as one text."""
    return "".join(verdict_words(result))


def _because(result: ComparisonResult) -> str:
    troubles, verdict = result.troubles, result.seen.verdict
    if verdict is Verdict.WORSE and troubles.new.decisive:
        return f", because it {_forfeits(troubles.new, result.games, result.new_cause)}"
    if verdict is Verdict.BETTER and troubles.base.decisive:
        deeds = _forfeits(troubles.base, result.games, result.base_cause)
        return f", because {result.base} {deeds}"
    return ""


def _forfeits(side: SideTroubles, games: int, cause: str) -> str:
    return (
        f"forfeited {side.forfeits:,} of {counted(games, 'game')}{f' ({cause})' if cause else ''}"
    )


def games_words(result: ComparisonResult) -> str:
    """How many games count."""
    blocks = counted(result.seen.blocks, "mirrored block")
    return printable(f"{counted(result.games, 'game')} in {blocks} of {result.plan.rules}")


def spare_sentence(result: ComparisonResult) -> str:
    """What became of games that do not count; empty if all do."""
    more = result.played - result.games
    if more <= 0:
        return ""
    decided = result.seen.verdict is not Verdict.UNDECIDED
    kept = "was under way and is" if more == 1 else "were under way and are"
    return (
        f"{counted(result.games, 'game')} {'decided it' if decided else 'count'}; {more:,} more "
        f"{kept} kept, not counted."
    )


def trouble_lines(result: ComparisonResult) -> list[str]:
    """Forfeits and faults of both sides, and the lead without them; none if all went well."""
    troubles = result.troubles
    if not troubles.any:
        return []
    # What the verdict's own sentence tells is not told again.
    told = bool(_because(result))
    sides = (
        _side(result.new, troubles.new, result.games, result.new_cause * (not told)),
        _side(result.base, troubles.base, result.games, result.base_cause * (not told)),
    )
    return [f"{'; '.join(sides)}.", _without(result)]


def _side(name: str, side: SideTroubles, games: int, cause: str) -> str:
    if not side.faulty:
        return f"{name} had no faults"
    if not side.forfeits:
        reason = f" ({cause})" if cause else ""
        return f"{name} had faults in {side.faulty:,} of {games:,} games, but no forfeits{reason}"
    others = side.faulty - side.forfeits
    more = f", and had faults in {others:,} more" if others else ""
    return f"{name} {_forfeits(side, games, cause)}{more}"


def _without(result: ComparisonResult) -> str:
    """What the games say in which nothing went wrong."""
    troubles = result.troubles
    estimate = troubles.without
    if estimate.estimate is None:
        return "No game was without a fault, so nothing tells how well they play."
    lead = plain_difference(estimate.estimate, result.unit)
    span = plain_bare_span(estimate.low, estimate.high, result.unit)
    if not span or estimate.contains(0.0):
        reading = "too few to say who is better"
    else:
        reading = f"{result.new} is {'better' if estimate.estimate > 0 else 'worse'} in these"
    return (
        f"In the {counted(troubles.games_without, 'game')} without faults: {lead}"
        f"{f' ({span})' if span else ''}, {reading}. They are a selection, which this only "
        "describes; the verdict is over all games."
    )


def remaining_sentence(result: ComparisonResult) -> str:
    """What is left to decide; empty if nothing is."""
    if result.question.fixed:
        return ""
    verdict = result.seen.verdict
    if verdict is Verdict.EQUAL:
        margin = plain_distance(result.aim.margin, result.unit)
        return f"A lead of {margin} or more is ruled out, either way."
    if verdict is not Verdict.UNDECIDED:
        return ""
    more = _more_games(result.seen, result.plan.seats)
    return f"{result.new} {_reach(result)}{f'; {more} at this rate' if more else ''}."


def progress_words(trial: Trial) -> str:
    """How far a comparison is, in a few words."""
    seen, unit = trial.verdict(), trial.plan.kind().unit
    span = plain_bare_span(seen.estimate.low, seen.estimate.high, unit)
    lead = f"{plain_difference(seen.estimate.estimate, unit)} so far"
    more = _more_games(seen, trial.plan.seats)
    return f"{lead}{f' ({span})' if span else ''}{f', {more}' if more else ''}"


def _reach(result: ComparisonResult) -> str:
    """How far off the truth may be."""
    low, high, unit = result.seen.estimate.low, result.seen.estimate.high, result.unit
    if low is None or high is None:
        return "may still be anything: it is too early to say"
    return (
        f"could still be up to {plain_distance(max(high, 0.0), unit)} better, or "
        f"{plain_distance(max(-low, 0.0), unit)} worse"
    )


def _more_games(seen: Comparison, seats: int) -> str:
    return f"about {rough(seen.needed * seats)} games more" if seen.needed else ""


def likelihood_sentence(result: ComparisonResult) -> str:
    """The test's own figures."""
    seen = result.seen
    return (
        f"Log-likelihood ratios, believed at {seen.upper:.2f}: better {seen.better:.2f} "
        f"({seen.percent_better:.0f}%), worse {seen.worse:.2f} ({seen.percent_worse:.0f}%); "
        f"a lead of {plain_distance(result.aim.margin, result.unit)} given up at "
        f"{seen.lower:.2f}: plus {seen.plus:.2f}, minus {seen.minus:.2f} "
        f"(equal {seen.percent_equal:.0f}%)"
    )


def promise(result: ComparisonResult) -> str:
    """How often such verdicts are wrong, and on which condition."""
    aim, seen, unit = result.aim, result.seen, result.unit
    differs = seen.verdict in (Verdict.BETTER, Verdict.WORSE)
    text = (
        f"Equal bots are called better or worse in at most {100 * aim.alpha:g}% of comparisons"
        if differs
        else f"A bot that is better by {plain_distance(aim.margin, unit)} is missed in at most "
        f"{100 * aim.beta:g}% of comparisons"
    )
    caveat = seen.caveat
    if unit.is_share:
        return f"{text}."
    if differs and caveat.possible:
        text += (
            ", unless there are rare disasters that were not seen: a loss of "
            f"{plain_distance(caveat.loss, unit)} in one of {caveat.one_in:,} blocks "
            "would undo this verdict"
        )
    if caveat.heavy_tails:
        text += (
            f". Beware: a single block makes up {100 * caveat.largest_share:.0f}% of the spread. "
            "With tails so heavy these rates need not hold; play more, or smaller stakes"
        )
    return f"{text}."


def aim_sentence(result: ComparisonResult) -> str:
    """What was asked."""
    question, aim = result.question, result.aim
    how = (
        f"All of {result.question.most * result.plan.seats:,} games were to be played."
        if question.fixed
        else "It was played until that was decided, and no longer."
    )
    return (
        f"Is {result.new} better or worse than {result.base}? A lead of "
        f"{plain_distance(aim.margin, result.unit)} (the margin) must not be overlooked; alpha "
        f"{aim.alpha:g}, beta {aim.beta:g}. {how}"
    )


def comparison_lines(result: ComparisonResult) -> list[str]:
    """All but the verdict's own sentence, for a report."""
    lines = [
        *trouble_lines(result),
        f"{games_words(result)}. {spare_sentence(result)}".rstrip(),
        remaining_sentence(result),
        aim_sentence(result),
        promise(result),
    ]
    return [line for line in lines if line]


def comparison_document(result: ComparisonResult) -> dict[str, Any]:
    """A comparison for programs."""
    troubles = result.troubles
    return {
        "new": result.plan.entrants[0].name,
        "base": result.plan.entrants[1].name,
        "unit": result.unit,
        # What estimates, intervals and the margin are.
        "measure": "win rate of new" if result.unit.is_win_rate else "difference of new and base",
        "games": result.games,
        "played": result.played,
        "margin": result.aim.margin,
        "alpha": result.aim.alpha,
        "beta": result.aim.beta,
        "sentence": verdict_sentence(result),
        "promise": promise(result),
        "comparison": result.seen,
        "troubles": {
            "new": _side_document(troubles.new, result.new_cause),
            "base": _side_document(troubles.base, result.base_cause),
            # Descriptive: games in which nothing went wrong are a selection.
            "without": {"games": troubles.games_without, "estimate": troubles.without},
        },
    }


def _side_document(side: SideTroubles, cause: str) -> dict[str, Any]:
    return {
        "forfeits": side.forfeits,
        "games_with_faults": side.faulty,
        "faults": side.faults,
        "cause": cause,
        "decisive": side.decisive,
    }
