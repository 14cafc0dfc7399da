"""What is played at a poker table that nobody ordered: the operator's rules, as they are typed.

A text such as `stack=5000,blinds=1:25/50+10:50/100,seats=2-6,action_time=10` has knobs of the game,
and settings of the table itself.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from pitboss.games.holdem import TOURNAMENT
from pitboss.games.kind import Kind
from pitboss.games.registry import UnknownGame, find
from pitboss.games.rules import BadRules
from pitboss.wires.algopoker.messages import MAX_PLAYERS, MIN_PLAYERS
from pitboss.wires.algopoker.wire import ALGOPOKER

_LONGEST: Final = 86_400.0


class BadTable(ValueError):
    """A text that describes no table; the message says what would."""


@dataclass(frozen=True, kw_only=True)
class TableRules:
    """A poker table: its game, who may sit there, its times."""

    kind: Kind[Any, Any] = TOURNAMENT
    rules: Any = TOURNAMENT.presets["algopoker"]
    least: int = MIN_PLAYERS
    most: int = MAX_PLAYERS
    # Seconds for an action, and from the moment when enough are there to the first card; None: as
    # the server is set.
    action_time: float | None = None
    lobby_wait: float | None = None
    # Whether those who are still connected at the end play again.
    repeat: bool = False


def read_table_rules(text: str, base: TableRules | None = None) -> TableRules:
    """The table that the text describes, or `BadTable`; `base` is what it leaves open.

    A first word without `=` names other rules than a tournament's.
    """
    base = base or TableRules()
    parts = [part.strip() for part in text.split(",") if part.strip()]
    changes: dict[str, Any] = {}
    knobs: list[str] = []
    for part in parts:
        name, _, value = part.partition("=")
        if name in _SETTINGS:
            changes |= _SETTINGS[name](name, value)
        else:
            knobs.append(part)
    if knobs:
        changes |= _game(knobs, base)
    table = replace(base, **changes)
    possible = table.kind.seats(table.rules)
    for seats in (table.least, table.most):
        if seats not in possible or seats > MAX_PLAYERS:
            raise BadTable(f"seats: {possible[0]} to {MAX_PLAYERS} may play, not {seats}")
    if table.least > table.most:
        raise BadTable(f"seats: from the fewest to the most, not {table.least}-{table.most}")
    return table


def read_tables(texts: Sequence[str], base: TableRules) -> dict[str, TableRules]:
    """Tables by name, from texts such as `friday=stack=5000`, or `BadTable`."""
    tables: dict[str, TableRules] = {}
    for text in texts:
        name, equals, rules = text.partition("=")
        name = name.strip().strip("/")
        if not equals or not name:
            raise BadTable(f"{text}: it is NAME=RULES, such as friday=stack=5000")
        if name in tables:
            raise BadTable(f"{name} is described twice")
        try:
            tables[name] = read_table_rules(rules, base)
        except BadTable as error:
            raise BadTable(f"{name}: {error}") from error
    return tables


def _game(knobs: list[str], base: TableRules) -> dict[str, Any]:
    text = ",".join(knobs)
    if "=" in knobs[0]:
        text = f"{base.kind.write_rules(base.rules)},{text}"
    try:
        kind, rules_text = find(text)
        rules = kind.rules(rules_text)
    except (UnknownGame, BadRules) as error:
        raise BadTable(str(error)) from error
    if reason := ALGOPOKER.supports(kind, rules, MAX_PLAYERS):
        raise BadTable(f"{knobs[0]}: the poker port {reason}")
    return {"kind": kind, "rules": rules}


def _seats(name: str, value: str) -> dict[str, Any]:
    low, dash, high = value.partition("-")
    try:
        most = int(high or low)
        return {"least": int(low) if dash else MIN_PLAYERS, "most": most}
    except ValueError:
        raise BadTable(f"{name}={value} will not do: the most that play, or a range: 2-6") from None


def _seconds(name: str, value: str) -> dict[str, Any]:
    try:
        seconds = float(value)
    except ValueError:
        seconds = math.nan
    low = 0.01 if name == "action_time" else 0.0
    if not low <= seconds <= _LONGEST:
        raise BadTable(f"{name}={value} will not do: seconds, from {low:g} to {_LONGEST:g}")
    return {name: seconds}


def _yes(name: str, value: str) -> dict[str, Any]:
    if value not in ("yes", "no"):
        raise BadTable(f"{name}={value} will not do: yes or no")
    return {name: value == "yes"}


_SETTINGS: Final[dict[str, Callable[[str, str], dict[str, Any]]]] = {
    "seats": _seats,
    "action_time": _seconds,
    "lobby_wait": _seconds,
    "repeat": _yes,
}
