"""What was typed, made into the plan of an event."""

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pitboss.cli.output import bad_input

if TYPE_CHECKING:
    from pitboss.events.entrant import Entrant
    from pitboss.events.plan import Plan


def seed_or_new(seed: str) -> str:
    """The seed that was given, or a short one drawn at random, to be printed."""
    return seed or secrets.token_hex(4)


def entrants_from(bots: Sequence[str]) -> "list[Entrant]":
    """The bots that were typed."""
    from pitboss.events.bot_spec import BadEntrant, read_entrants

    with bad_input(BadEntrant):
        return read_entrants(bots, Path.cwd())


def planned(
    game: str,
    entrants: "Sequence[Entrant]",
    *,
    rules: str,
    seats: int,
    timeout: float,
    startup: float,
    seed: str,
    games: int,
    format: str = "",  # noqa: A002
    rounds: int = 0,
    heroes: int = 0,
) -> "Plan":
    """The plan; without a format all sit at one table, or meet in pairs where they don't fit.

    Games are for each meeting, and are rounded up to whole blocks.
    """
    from pitboss.events.planning import BadPlan, make_plan, read_game

    with bad_input(BadPlan):
        kind, text = read_game(game, rules)
        possible = kind.seats(kind.rules(text))
        if not seats:
            fits = not format or format == "match"
            seats = len(entrants) if fits and len(entrants) in possible else possible[0]
        return make_plan(
            game,
            rules,
            entrants,
            seats=seats,
            seed=seed,
            format=format or None,
            blocks=-(-games // seats),
            rounds=rounds or None,
            heroes=heroes or None,
            move=timeout,
            startup=startup,
        )
