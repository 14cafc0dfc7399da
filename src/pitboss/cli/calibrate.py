"""`pitboss calibrate`: are the intervals and verdicts as sure as they say?"""

from typing import Annotated, TypeAlias

import typer
from rich.markup import escape
from rich.table import Table as RichTable

from pitboss.cli.commands import MISMATCH
from pitboss.cli.compare import check_margin
from pitboss.cli.completion import complete_bot
from pitboss.cli.journal import journal_at
from pitboss.cli.options import (
    DATABASE,
    AsJson,
    Cluster,
    Database,
    Game,
    Jobs,
    Rules,
    Seed,
    Startup,
    Timeout,
)
from pitboss.cli.output import console, fail, print_json
from pitboss.events.settings import MOVE_SECONDS, STARTUP_SECONDS, EventSettings

_Bot: TypeAlias = Annotated[
    str,
    typer.Argument(metavar="BOT", help="Plays against itself.", autocompletion=complete_bot),
]
_Games: TypeAlias = Annotated[int, typer.Option("-n", "--games", min=8, help="Games to play.")]
_Runs: TypeAlias = Annotated[int, typer.Option(min=100, help="Comparisons made from them.")]
_Margin: TypeAlias = Annotated[
    float, typer.Option(min=0.0, help="As in compare; 0: the usual one.")
]
_Risk: TypeAlias = Annotated[float, typer.Option(min=1e-6, max=0.5, help="As in compare.")]


def calibrate(
    bot: _Bot,
    game: Game,
    games: _Games = 4000,
    runs: _Runs = 1000,
    margin: _Margin = 0.0,
    alpha: _Risk = 0.05,
    beta: _Risk = 0.05,
    rules: Rules = "",
    timeout: Timeout = MOVE_SECONDS,
    startup: Startup = STARTUP_SECONDS,
    seed: Seed = "calibrate",
    jobs: Jobs = 1,
    cluster: Cluster = "",
    db: Database = DATABASE,
    as_json: AsJson = False,
) -> None:
    """Play a bot against itself, and count how often our own statistics are wrong.

    The blocks of one such match give thousands of comparisons between equals. The command shows
    how often `compare` would call one side better, and how often intervals contain the truth,
    beside what is promised. Exit code 1 if a promise is not kept.

    Examples:

        pitboss calibrate simple --game jedna

        pitboss calibrate ./mybot.py --game holdem-cash --rules cash,hands=20 -n 2000
    """
    # Imported here, so that --help is quick.
    import numpy as np

    from pitboss.cli import event_run
    from pitboss.cli.progress import Bar
    from pitboss.cli.waiting import Waiting
    from pitboss.events.entrants import with_distinct_names
    from pitboss.events.trial import block_means, game_leads
    from pitboss.statistics.calibration import calibrate as measure
    from pitboss.statistics.comparison import aim_for, lead_limits
    from pitboss.statistics.results import row_type

    one = event_run.entrants_from([bot])
    if len(one) != 1:
        fail(f"calibrate takes one bot, not {len(one)}: it is seated against itself")
    settings = EventSettings(
        game=game,
        rules=rules,
        seats=2,
        format="match",
        games=games,
        seed=seed,
        timeout=timeout,
        startup=startup,
    )
    label = f"calibration of {one[0].name}"
    plan = event_run.planned(settings, with_distinct_names([*one, *one]))
    plan = event_run.with_seed(plan, label, db)
    unit = plan.kind().unit
    check_margin(margin, unit)
    aim = aim_for(
        unit,
        margin=margin or None,
        alpha=alpha,
        beta=beta,
        limits=lead_limits(unit, plan.payoff_limits()),
    )
    event_run.play_event(
        plan,
        Bar(plan, "Playing"),
        db=db,
        jobs=jobs,
        cluster=cluster,
        label=label,
        secret=not seed,
    )
    with journal_at(db, writing=False) as journal:
        rows = np.frombuffer(b"".join(journal.rows(plan.id)), row_type(plan.seats))
    leads = block_means(game_leads(rows, unit), plan.seats)
    with Waiting("measuring") as waiting:
        rates = measure(leads, unit=unit, aim=aim, runs=runs, tell=waiting.tell)
    if as_json:
        print_json({"event": plan.id, "unit": unit, "games": games, "calibration": rates})
    else:
        out = console()
        grid = RichTable(
            title=f"{rates.runs:,} comparisons of {escape(one[0].name)} with itself, "
            f"{escape(plan.rules)}",
            title_justify="left",
            box=None,
            pad_edge=False,
        )
        longest = max(len(word) for rate in rates.rates for word in rate.name.split())
        grid.add_column("what", min_width=longest)
        for head in ("measured", "95% interval", "promised", "kept"):
            grid.add_column(head, justify="right")
        for rate in rates.rates:
            promised = (
                f"at least {100 * rate.least:.1f}%"
                if rate.least > 0
                else f"at most {100 * rate.most:.1f}%"
            )
            grid.add_row(
                rate.name,
                f"{100 * rate.rate:.1f}%",
                f"{100 * rate.low:.1f} to {100 * rate.high:.1f}%",
                promised,
                "yes" if rate.kept else "[bold red]no[/]",
            )
        out.print(grid)
        if rates.margin > aim.margin:
            out.print(
                f"Looked for leads of {rates.margin:.3g} rather than {aim.margin:.3g}: at "
                "that size a comparison of these bots takes too many games to be repeated so often."
            )
        out.print(
            f"A block's lead has a standard deviation of {rates.deviation:.3g}; equals are "
            f"called equal after {rates.median_blocks * plan.seats:,} games (median)."
        )
        if not rates.deviation:
            out.print(
                "Every block was level: this bot always plays alike, so that its mirrored games "
                "cancel out. A bot that leaves something to chance tells more."
            )
    if not rates.kept:
        raise typer.Exit(MISMATCH)
