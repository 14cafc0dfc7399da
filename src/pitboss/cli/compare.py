"""`pitboss compare`: is the new bot better? Plays until that is decided, and no longer."""

from __future__ import annotations

import math
import shlex
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer
from rich.text import Text

from pitboss.cli.completion import complete_game_or_bot
from pitboss.cli.journal import batches_in, journal_at, journal_words
from pitboss.cli.options import (
    DATABASE,
    AsJson,
    Cluster,
    Database,
    Jobs,
    KeepTranscript,
    Label,
    MaxFaults,
    New,
    OptionalGame,
    Policy,
    Rules,
    Sandbox,
    Seats,
    Seed,
    Startup,
    Timeout,
)
from pitboss.cli.output import console, fail, print_json
from pitboss.events.settings import MAX_FAULTS, MOVE_SECONDS, STARTUP_SECONDS, EventSettings
from pitboss.games.unit import Unit
from pitboss.narration.text import printable

if TYPE_CHECKING:
    from pitboss.events.plan import Plan
    from pitboss.events.trial import Question
    from pitboss.narration.comparison import ComparisonResult

# What scripts may rely on; 2 is bad input, as everywhere.
EXITS = {"better": 0, "worse": 1, "equal": 3, "undecided": 4}
_MOST_GAMES = 200_000
# Of every plan that is to be decided, so that a larger --most goes on with the same event.
_PLANNED_GAMES = 10_000_000


_Words: TypeAlias = Annotated[
    list[str],
    typer.Argument(
        metavar="[GAME] NEW BASE",
        help="The game, unless --game names it; the bot in question; and the bot that it is "
        "compared with.",
        autocompletion=complete_game_or_bot,
    ),
]
_Margin: TypeAlias = Annotated[
    float,
    typer.Option(
        min=0.0,
        help="The lead that must not be overlooked: 0.02 is a difference of 2 percentage points; "
        "in hold'em it is NEW's own win rate in bb/100. 0: the usual one.",
    ),
]
_Alpha: TypeAlias = Annotated[
    float,
    typer.Option(min=1e-6, max=0.5, help="How often equal bots may be called better or worse."),
]
_Beta: TypeAlias = Annotated[
    float,
    typer.Option(min=1e-6, max=0.5, help="How often a lead of the margin may be missed."),
]
_Games: TypeAlias = Annotated[
    int, typer.Option("-n", "--games", min=0, help="Play just so many games, instead of deciding.")
]
_Most: TypeAlias = Annotated[
    int, typer.Option("--most", min=4, help="Give up as undecided after so many games.")
]
_Verbose: TypeAlias = Annotated[
    bool, typer.Option("--verbose", "-v", help="Show the test's log-likelihood ratios, too.")
]


def compare(
    words: _Words,
    game: OptionalGame = "",
    margin: _Margin = 0.0,
    alpha: _Alpha = 0.05,
    beta: _Beta = 0.05,
    games: _Games = 0,
    most: _Most = _MOST_GAMES,
    rules: Rules = "",
    seats: Seats = 0,
    timeout: Timeout = MOVE_SECONDS,
    startup: Startup = STARTUP_SECONDS,
    sandbox: Sandbox = "off",
    policy: Policy = "",
    max_faults: MaxFaults = MAX_FAULTS,
    transcript: KeepTranscript = False,
    seed: Seed = "",
    anew: New = False,
    jobs: Jobs = 1,
    cluster: Cluster = "",
    db: Database = DATABASE,
    name: Label = "",
    verbose: _Verbose = False,
    as_json: AsJson = False,
) -> None:
    """Say in one word whether NEW is better than BASE: better, worse, equal or undecided.

    Every deck is played from every seat; a sequential test looks after each and stops when it is
    sure. Exit code: 0 better, 1 worse, 3 equal, 4 undecided; 2 bad input.
    With more than two seats NEW sits at one of them and BASE at all others.

    Examples:

        pitboss compare jedna simple random

        pitboss compare simple random --game jedna

        pitboss compare ./new.py ./old.py --game jedna --margin 0.01 --jobs 2

        pitboss compare ./new.py ./old.py --game holdem-cash --most 50000 && echo ship it
    """
    # Imported here, so that --help is quick.
    from pitboss.cli import event_run
    from pitboss.cli.game_words import game_and_bots
    from pitboss.cli.progress import ComparisonBar
    from pitboss.events.entrants import with_distinct_names
    from pitboss.events.trial import Question, Trial
    from pitboss.narration.comparison import (
        comparison_document,
        comparison_result,
        described_faults,
    )
    from pitboss.statistics.comparison import usual_margin

    game, bots = game_and_bots("compare", words, game)
    seats = seats or 2
    pair = event_run.entrants_from(bots)
    if len(pair) != 2:
        fail(
            f"compare takes one bot and another, NEW and BASE, not {len(pair)}; more seats are "
            "filled with BASE by --seats"
        )
    settings = EventSettings(
        game=game,
        rules=rules,
        seats=seats,
        format="match",
        games=games or max(most, _PLANNED_GAMES),
        seed=seed,
        timeout=timeout,
        startup=startup,
        sandbox=sandbox,
        policy=policy,
        max_faults=max_faults,
        transcript=transcript,
    )
    plan = event_run.planned(settings, with_distinct_names([pair[0], *[pair[1]] * (seats - 1)]))
    name = name or f"{pair[0].name} against {pair[1].name}"
    plan = event_run.with_seed(plan, name, db, new=anew)
    unit = plan.kind().unit
    check_margin(margin, unit)
    question = Question(
        margin=margin or usual_margin(unit),
        alpha=alpha,
        beta=beta,
        fixed=bool(games),
        most=-(-(games or most) // seats),
    )
    trial = Trial(plan, question)
    for batch in batches_in(db, plan):
        trial.add([batch])
    if trial.test.finished:
        _remember(db, plan, question)
    else:
        event_run.play_event(
            plan,
            ComparisonBar(plan, trial),
            db=db,
            jobs=jobs,
            cluster=cluster,
            label=name,
            secret=not seed,
            note=question.note(),
        )
    with journal_at(db, writing=False) as journal:
        there = journal_words(journal)
        played = journal.event(plan.id).blocks * seats
        faults = described_faults(journal, plan.id) if trial.troubles().any else []
    result = comparison_result(trial, played=played, faults=faults)
    if as_json:
        print_json(
            {
                "event": plan.id,
                "game": plan.game,
                "rules": plan.rules,
                "seed": plan.seed,
                **comparison_document(result),
            }
        )
    else:
        _tell(result, there=there, verbose=verbose)
    raise typer.Exit(EXITS[result.seen.verdict.value])


def _remember(db: str, plan: Plan, question: Question) -> None:
    """Note in the journal what was asked last: the report answers that."""
    from pitboss.events.trial import question_in
    from pitboss.store import Journal, StoreError

    # A journal that can't be written to, or none at all, goes on telling what it did.
    with suppress(StoreError), Journal.open(db, read_only=True) as journal:
        rows = [row for row in journal.events() if row.id == plan.id]
        if not rows or question_in(rows[0].note) == question:
            return
        with Journal.open(db) as writing:
            writing.annotate(plan.id, question.note())


def _tell(result: ComparisonResult, *, there: str, verbose: bool) -> None:
    from pitboss.narration import comparison as words

    out = console()
    plan, verdict = result.plan, result.seen.verdict.value
    before, word, after = words.verdict_words(result)
    colour = {"better": "green", "worse": "red"}.get(verdict, "yellow")
    out.print(Text.assemble(before, (word, f"bold {colour}"), after), soft_wrap=True)
    for line in words.trouble_lines(result):
        out.print(line, markup=False, soft_wrap=True)
    out.print(
        f"{words.games_words(result)}; seed {printable(plan.seed)}; event {plan.id}",
        markup=False,
    )
    for line in (words.spare_sentence(result), words.remaining_sentence(result)):
        if line:
            out.print(line, markup=False)
    if verbose and not result.question.fixed:
        out.print(words.likelihood_sentence(result), markup=False)
    out.print(words.promise(result), markup=False)
    if verdict == "undecided" and not result.question.fixed:
        out.print(
            "Not decided within --most games. The same seed with a larger --most goes on from "
            "here; a larger --margin decides sooner."
        )
    name = shlex.quote(plan.entrants[0].name)
    out.print(
        f"Why it wins and loses:  pitboss report {plan.id}{there}   "
        f"pitboss explain {plan.id} --bot {name}{there}",
        markup=False,
        soft_wrap=True,
    )


def check_margin(margin: float, unit: Unit) -> None:
    """Refuse what nobody can mean, such as 2 for two percentage points."""
    if not math.isfinite(margin):
        fail(f"--margin {margin} is no difference")
    if unit.is_share and margin >= 1:
        fail(
            f"--margin {margin:g} is {100 * margin:g} percentage points, more than a score has; "
            f"{margin / 100:g} is {margin:g} of them"
        )
