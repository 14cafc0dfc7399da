"""`pitboss shell`: somebody plays in the terminal, against bots."""

from __future__ import annotations

import math
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from pitboss.cli.commands import INTERRUPTED
from pitboss.cli.options import Bots, GameName, Rules, Seed
from pitboss.cli.output import bad_input, console, fail, whole_file
from pitboss.events.settings import EventSettings
from pitboss.narration.text import excerpt, printable

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.events.plan import Plan
    from pitboss.games.record import Record

_NAME = "human"
_MOST_WORDS = 1000


def shell(
    game: GameName,
    bots: Bots,
    rules: Rules = "",
    name: Annotated[str, typer.Option(help="What you are called at the table.")] = _NAME,
    seed: Seed = "",
    record: Annotated[
        str, typer.Option(metavar="FILE", help="Write the game there, for pitboss replay.")
    ] = "",
) -> None:
    """Play a game against bots, in the terminal.

    You see your hand and the table, and what has happened since your last move; type the number
    of what you want to do, or ? for help. There is no clock for you. Ctrl-D or q leaves the game.

    Examples:

        pitboss shell jedna simple

        pitboss shell holdem-tournament ./mybot.py simple:3 --record evening.jsonl

        pitboss shell uno simple --rules official,target=0 --seed friday
    """
    # Imported here and below, so that --help is quick.
    from pitboss.cli import event_run
    from pitboss.cli.person import Left
    from pitboss.events.entrants import read_entrants
    from pitboss.events.secret_seed import draw_seed
    from pitboss.events.settings_reader import BadSetting
    from pitboss.events.warm_players import CannotSeat, check_start
    from pitboss.games.record import Record
    from pitboss.players.program import Shortage

    with bad_input(BadSetting):
        # A built-in bot keeps the seat free: somebody sits down there instead.
        entrants = read_entrants([{"bot": "simple", "name": name}, *bots], Path.cwd())
    settings = EventSettings(
        game=game, rules=rules, seats=len(entrants), games=len(entrants), seed=seed or draw_seed()
    )
    plan = event_run.planned(settings, entrants)
    kind = plan.kind()
    names = [entrant.name for entrant in plan.entrants]
    played = Record.begin(kind, kind.rules(plan.rules), plan.seats, plan.deck(0, 0), names)
    out = console()
    code = 0
    try:
        check_start(plan)
        out.print(f"{plan.rules}, {plan.seats} seats; ? for help, q to leave", markup=False)
        with event_run.stoppable():
            _play(plan, played, out)
    except (CannotSeat, Shortage) as error:
        fail(str(error))
    except (Left, KeyboardInterrupt) as left:
        out.print("\nYou have left; the game was not played to its end.")
        code = INTERRUPTED if isinstance(left, KeyboardInterrupt) else 0
    out.print()
    if record:
        _write(record, played)
        out.print(f"To look at it again:   pitboss replay {shlex.quote(record)}", markup=False)
    again = event_run.typed_command() + ("" if seed else f" --seed {plan.seed}")
    out.print(f"The same cards again:  {again}", markup=False, soft_wrap=True)
    raise typer.Exit(code)


def _play(plan: Plan, record: Record, out: Console) -> None:
    from pitboss.cli.person import Person
    from pitboss.events.warm_players import WarmPlayers
    from pitboss.play.blocking import play
    from pitboss.play.referee import Referee
    from pitboss.play.time_control import TimeControl

    seated = tuple(range(plan.seats))
    with WarmPlayers(plan) as warm:
        person = Person(plan.kind(), record.players[0], out, sys.stdin, warm.awake)
        players = warm.players(seated, int(record.seed), 0, {0: lambda _: person})
        control = (TimeControl(move=math.inf), *warm.control(seated[1:]))
        outcome = play(Referee(record.start(), record, plan.faults(), control), players)
    for seat in sorted({incident.seat for incident in outcome.incidents}):
        if words := outcome.stderr[seat].strip():
            out.print(Text(f"\n{record.players[seat]} wrote for its author:"))
            out.print(Text(printable(excerpt(words, _MOST_WORDS)), "dim"))


def _write(name: str, record: Record) -> None:
    from pitboss.games.record import write_json

    with whole_file(name) as file:
        file.write(write_json(record) + b"\n")
