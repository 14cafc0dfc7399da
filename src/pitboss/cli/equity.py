"""`pitboss equity`: how often hold'em hands win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table as RichTable

from pitboss.cli.options import AsJson
from pitboss.cli.output import bad_input, console, fail, print_json
from pitboss.cli.waiting import Waiting
from pitboss.games.rng import SEED_BITS

if TYPE_CHECKING:
    from pitboss.games.holdem.equity import Equity

_DEFAULT_SAMPLES = 100_000


def equity(
    hands: Annotated[
        list[str],
        typer.Argument(help="Two to nine hands: AhKd, Ah?? or random.", metavar="HAND"),
    ],
    board: Annotated[str, typer.Option(help="Cards on the board: KhQh2c.")] = "",
    dead: Annotated[str, typer.Option(help="Cards that nobody can get: 2c2d.")] = "",
    samples: Annotated[
        int | None,
        typer.Option(help="Draw this many random boards instead of counting every one.", min=1),
    ] = None,
    seed: Annotated[int, typer.Option(help="Chooses the random boards.", min=0)] = 0,
    as_json: AsJson = False,
) -> None:
    """Show how often each hand wins, ties, and what share of the pot it takes.

    Every board is counted when all cards are known; otherwise boards and cards are sampled.

    Examples:

        pitboss equity AhKd 7c7d

        pitboss equity AhKd 7c7d --board KhQh2c

        pitboss equity AhKd random random --samples 1000000 --seed 7
    """
    # Imported here, so that --help is quick.
    from pitboss.games.holdem.cards import read_cards
    from pitboss.games.holdem.equity import BadDeal, exact_equity, read_hole, sampled_equity
    from pitboss.games.kind import BadNotation

    if seed >> SEED_BITS:
        fail(f"--seed is below 2**{SEED_BITS}")
    with bad_input(BadNotation, BadDeal), Waiting("dealing boards") as waiting:
        holes = [read_hole(hand) for hand in hands]
        shown, gone = read_cards(board), read_cards(dead)
        if samples is None and all(len(hole) == 2 for hole in holes):
            odds = exact_equity(holes, shown, gone, waiting.tell)
        else:
            count = samples or _DEFAULT_SAMPLES
            odds = sampled_equity(
                holes, shown, gone, samples=count, seed=seed, progress=waiting.tell
            )
    if as_json:
        print_json(_document(hands, odds))
        return
    out = console()
    grid = RichTable("hand", box=None, pad_edge=False)
    for name in ["equity", "win", "tie", *([] if odds.exact else ["standard error"])]:
        grid.add_column(name, justify="right")
    for at, (hand, result) in enumerate(zip(hands, odds.hands, strict=True)):
        row = [hand, f"{result.equity:.3%}", f"{result.win:.3%}", f"{result.tie:.3%}"]
        grid.add_row(*row, *([] if odds.exact else [f"{odds.standard_error(at):.3%}"]))
    out.print(grid)
    out.print(
        f"\nevery one of {odds.boards:,} boards"
        if odds.exact
        else f"\n{odds.boards:,} random boards, seed {seed}"
    )


def _document(hands: list[str], odds: Equity) -> dict[str, object]:
    return {
        "exact": odds.exact,
        "boards": odds.boards,
        "hands": [
            {
                "hand": hand,
                "equity": result.equity,
                "win": result.win,
                "tie": result.tie,
                "wins": result.wins,
                "ties": result.ties,
                "standard_error": odds.standard_error(at),
            }
            for at, (hand, result) in enumerate(zip(hands, odds.hands, strict=True))
        ],
    }
