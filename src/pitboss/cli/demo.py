"""`pitboss demo`: a first look, in a few seconds."""

from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pitboss.cli.output import AsJson, console, print_json

if TYPE_CHECKING:
    from rich.console import Console

    from pitboss.games.kind import Kind
    from pitboss.records import Record

_HEAD = 14
_TAIL = 6
_NAMES = ("north", "east", "south", "west")
# One round is enough here, and it ends sooner when random players may not draw at will.
_RULES = {"uno": "official,target=0,must_play=yes"}
_MOST_ACTIONS = 100_000
_MEASURED_SECONDS = 0.5
_NEXT = (
    ("pitboss games", "which games there are"),
    ("pitboss rules official,target=0", "every knob of a preset, and how to turn it"),
    ("pitboss equity AhKd 7c7d --board KhQh2c", "how often hands win"),
    ("pitboss replay FILE --verify", "check recorded hands, such as .phhs files"),
)


def demo(
    seed: Annotated[str, typer.Option(help="Any text: another text, other games.")] = "demo",
    as_json: AsJson = False,
) -> None:
    """Play one game of each kind at random, tell it, and measure the engines.

    Examples:

        pitboss demo

        pitboss demo --seed friday

        pitboss demo --json
    """
    from pitboss import COMPILED
    from pitboss.cli.telling import document, record_events
    from pitboss.games.registry import kinds

    records = {name: _random_game(kind, f"{seed}/{name}") for name, kind in kinds().items()}
    if as_json:
        games = [
            {"game": name, "rules": record.rules, "events": document(record_events(record))}
            for name, record in records.items()
        ]
        print_json({"compiled": COMPILED, "games": games, "speed": _speeds()})
        return
    out = console()
    for name, record in records.items():
        _tell(out, kinds()[name], record)
    out.print("[bold]Speed[/bold], random play on one core:")
    for what, speed in _speeds().items():
        out.print(f"  {speed:,} {what} a second")
    engines = "compiled" if COMPILED else "pure Python; an install with a C compiler is faster"
    out.print(f"  The engines are {engines}.\n")
    out.print("[bold]What to try next[/bold]")
    width = max(len(command) for command, _ in _NEXT)
    for command, what in _NEXT:
        out.print(f"  {command:<{width}}  {what}")


def _random_game(kind: "Kind[Any, Any]", label: str) -> "Record":
    from pitboss.games.rng import Rng
    from pitboss.games.seeds import seed_from
    from pitboss.records import Record

    rules = kind.rules(_RULES.get(kind.name, ""))
    seats = min(len(_NAMES), kind.seats(rules)[-1])
    seed = seed_from(label)
    game = kind.new(rules, seats, seed)
    record = Record.begin(kind, rules, seats, seed, list(_NAMES[:seats]))
    rng = Rng(seed, 1)
    while game.actor() >= 0 and len(record.actions) < _MOST_ACTIONS:
        action = game.sample(rng)
        game.apply(action)
        record.actions.append(action)
    return record


def _tell(out: "Console", kind: "Kind[Any, Any]", record: "Record") -> None:
    from pitboss.cli.telling import line, record_events

    out.print(f"[bold]{kind.title}[/bold], rules {record.rules}")
    lines = [line(event, record.players) for event in record_events(record)]
    if len(lines) > _HEAD + _TAIL + 1:
        between = len(lines) - _HEAD - _TAIL
        lines = [*lines[:_HEAD], f"... {between:,} more events ...", *lines[-_TAIL:]]
    for text in lines:
        out.print(f"  {text}", markup=False, soft_wrap=True)
    game = record.replay()
    if game.actor() < 0:
        result = game.result()
        places = sorted(zip(result.places, record.players, result.scores, strict=True))
        told = ", ".join(f"{place}. {name} ({score:,})" for place, name, score in places)
        out.print(f"  Result: {told}", markup=False, soft_wrap=True)
    out.print()


def _speeds() -> dict[str, int]:
    from pitboss.games.holdem.bulk import random_hands
    from pitboss.games.uno import UNO
    from pitboss.games.uno.bulk import random_games

    one_round = UNO.rules(_RULES[UNO.name])

    def hands(count: int) -> None:
        random_hands(count, 2, 1)

    def games(count: int) -> None:
        random_games(one_round.table, count, 2, 1)

    return {"heads-up hold'em hands": _per_second(hands), "UNO rounds for two": _per_second(games)}


def _per_second(play: Callable[[int], None]) -> int:
    """Play more and more until it takes long enough to tell."""
    count = 10
    while True:
        began = perf_counter()
        play(count)
        taken = perf_counter() - began
        if taken >= _MEASURED_SECONDS / 2:
            return round(count / taken)
        count = max(2 * count, int(count * _MEASURED_SECONDS / (taken + 1e-6)))
