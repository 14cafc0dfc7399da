"""`pitboss compare`: is the new bot better? Plays until that is decided, and no longer."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer
from rich.markup import escape

from pitboss.cli.journal import batches_in, journal_at, journal_words
from pitboss.cli.options import (
    DATABASE,
    AsJson,
    Cluster,
    Database,
    Game,
    Jobs,
    Label,
    Rules,
    Sandbox,
    Seats,
    Seed,
    Startup,
    Timeout,
)
from pitboss.cli.output import console, fail, print_json
from pitboss.events.settings import MOVE_SECONDS, STARTUP_SECONDS, EventSettings
from pitboss.games.unit import Unit
from pitboss.narration.numbers import plain_difference
from pitboss.narration.text import printable

if TYPE_CHECKING:
    from pitboss.events.plan import Plan
    from pitboss.statistics.comparison import Aim, Comparison

# What scripts may rely on; 2 is bad input, as everywhere.
EXITS = {"better": 0, "worse": 1, "equal": 3, "undecided": 4}
_MOST_GAMES = 200_000
# Of every plan that is to be decided, so that a larger --most goes on with the same event.
_PLANNED_GAMES = 10_000_000


_New: TypeAlias = Annotated[str, typer.Argument(metavar="NEW", help="The bot in question.")]
_Base: TypeAlias = Annotated[
    str, typer.Argument(metavar="BASE", help="The bot that it is compared with.")
]
_Margin: TypeAlias = Annotated[
    float,
    typer.Option(
        min=0.0,
        help="The difference that must not be overlooked: 0.02 is 2 percentage points; "
        "in hold'em bb/100. 0: the usual one.",
    ),
]
_Alpha: TypeAlias = Annotated[
    float,
    typer.Option(min=1e-6, max=0.5, help="How often equal bots may be called better or worse."),
]
_Beta: TypeAlias = Annotated[
    float,
    typer.Option(min=1e-6, max=0.5, help="How often a difference of the margin may be missed."),
]
_Games: TypeAlias = Annotated[
    int, typer.Option("-n", "--games", min=0, help="Play just so many games, instead of deciding.")
]
_Most: TypeAlias = Annotated[
    int, typer.Option("--most", min=4, help="Give up as undecided after so many games.")
]


def compare(
    new: _New,
    base: _Base,
    game: Game,
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
    seed: Seed = "",
    jobs: Jobs = 1,
    cluster: Cluster = "",
    db: Database = DATABASE,
    name: Label = "",
    as_json: AsJson = False,
) -> None:
    """Say in one word whether NEW is better than BASE: better, worse, equal or undecided.

    Every deck is played from every seat; a sequential test looks after each and stops when it is
    sure. Exit code: 0 better, 1 worse, 3 equal, 4 undecided; 2 bad input.
    With more than two seats NEW sits at one of them and BASE at all others.

    Examples:

        pitboss compare simple random --game jedna

        pitboss compare ./new.py ./old.py --game jedna --margin 0.01 --jobs 2

        pitboss compare ./new.py ./old.py --game holdem-cash --most 50000 && echo ship it
    """
    # Imported here, so that --help is quick.
    from pitboss.cli import event_run
    from pitboss.cli.progress import ComparisonBar
    from pitboss.events.entrants import with_distinct_names
    from pitboss.events.trial import Trial
    from pitboss.statistics.comparison import aim_for
    from pitboss.statistics.interval import difference_limits

    seats = seats or 2
    pair = event_run.entrants_from([new, base])
    if len(pair) != 2:
        fail("compare takes one bot and another: NEW and BASE")
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
    )
    plan = event_run.planned(settings, with_distinct_names([pair[0], *[pair[1]] * (seats - 1)]))
    name = name or f"{pair[0].name} against {pair[1].name}"
    plan = event_run.with_seed(plan, name, db)
    check_margin(margin, plan.kind().unit)
    aim = aim_for(
        plan.kind().unit,
        margin=margin or None,
        alpha=alpha,
        beta=beta,
        maximum=-(-(games or most) // seats),
        limits=difference_limits(plan.payoff_limits()),
    )
    trial = Trial(plan, aim, fixed=bool(games))
    for batch in batches_in(db, plan):
        trial.add([batch])
    if not trial.test.finished:
        event_run.play_event(
            plan,
            ComparisonBar(plan, trial),
            db=db,
            jobs=jobs,
            cluster=cluster,
            label=name,
            secret=not seed,
        )
    seen = trial.verdict()
    if as_json:
        print_json(
            {
                "event": plan.id,
                "new": pair[0].name,
                "base": pair[1].name,
                "game": plan.game,
                "rules": plan.rules,
                "unit": plan.kind().unit,
                "seed": plan.seed,
                "games": seen.blocks * seats,
                "margin": aim.margin,
                "alpha": aim.alpha,
                "beta": aim.beta,
                "comparison": seen,
            }
        )
    else:
        with journal_at(db, writing=False) as journal:
            there = journal_words(journal)
        _tell(plan, pair[0].name, pair[1].name, aim, seen, fixed=bool(games), there=there)
    raise typer.Exit(EXITS[seen.verdict.value])


def _tell(
    plan: Plan,
    new: str,
    base: str,
    aim: Aim,
    seen: Comparison,
    *,
    fixed: bool,
    there: str,
) -> None:
    unit = plan.kind().unit
    out = console()
    games = seen.blocks * plan.seats
    estimate, low, high = (
        plain_difference(value, unit)
        for value in (seen.estimate.estimate, seen.estimate.low, seen.estimate.high)
    )
    colour = {"better": "green", "worse": "red"}.get(seen.verdict.value, "yellow")
    out.print(
        f"{escape(printable(new))} is [bold {colour}]{seen.verdict.value}[/] "
        + {"better": "than", "worse": "than", "equal": "to", "undecided": "against"}[
            seen.verdict.value
        ]
        + f" {escape(printable(base))}: {estimate} ({low} to {high}, "
        f"{100 * seen.estimate.confidence:.0f}%)"
    )
    out.print(
        f"{games:,} games in {seen.blocks:,} mirrored blocks of {escape(plan.rules)}; "
        f"seed {escape(printable(plan.seed))}; event {plan.id}"
    )
    if not fixed:
        out.print(
            f"Log-likelihood ratios, believed at {seen.upper:.2f}: better {seen.better:.2f} "
            f"({seen.percent_better:.0f}%), worse {seen.worse:.2f} ({seen.percent_worse:.0f}%); "
            f"a difference of {plain_difference(aim.margin, unit)} given up at {seen.lower:.2f}: "
            f"plus {seen.plus:.2f}, minus {seen.minus:.2f} (equal {seen.percent_equal:.0f}%)"
        )
    out.print(promise(aim, seen, unit), markup=False)
    if seen.verdict.value == "undecided" and not fixed:
        wanted = f": about {seen.needed * plan.seats:,} more" if seen.needed else ""
        out.print(
            f"Not decided within --most games{wanted}. The same seed with a larger --most goes on "
            "from here; a larger --margin decides sooner."
        )
    out.print(
        f"Why it wins and loses:  pitboss report {plan.id}{there}", markup=False, soft_wrap=True
    )


def promise(aim: Aim, seen: Comparison, unit: Unit) -> str:
    """How often such verdicts are wrong, and on which condition."""
    text = (
        f"Equal bots are called better or worse in at most {100 * aim.alpha:g}% of comparisons"
        if seen.verdict.value in ("better", "worse")
        else f"A bot that is better by {plain_difference(aim.margin, unit)} is missed in at most "
        f"{100 * aim.beta:g}% of comparisons"
    )
    caveat = seen.caveat
    if unit.is_share:
        return f"{text}."
    if seen.verdict.value in ("better", "worse") and caveat.possible:
        text += (
            ", unless there are rare disasters that were not seen: a loss of "
            f"{plain_difference(caveat.loss, unit).lstrip('+')} in one of {caveat.one_in:,} blocks "
            "would undo this verdict"
        )
    if caveat.heavy_tails:
        text += (
            f". Beware: a single block makes up {100 * caveat.largest_share:.0f}% of the spread. "
            "With tails so heavy these rates need not hold; play more, or smaller stakes"
        )
    return f"{text}."


def check_margin(margin: float, unit: Unit) -> None:
    """Refuse what nobody can mean, such as 2 for two percentage points."""
    if not math.isfinite(margin):
        fail(f"--margin {margin} is no difference")
    if unit.is_share and margin >= 1:
        fail(
            f"--margin {margin:g} is {100 * margin:g} percentage points, more than a score has; "
            f"{margin / 100:g} is {margin:g} of them"
        )
