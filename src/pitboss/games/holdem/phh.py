"""The poker hand history format: a hand of no-limit hold'em as TOML (`.phh`), or many (`.phhs`).

Only the format is here; the history itself, and its replay, is in history.py.
Specification: https://phh.readthedocs.io
"""

import tomllib
from collections.abc import Mapping, Sequence
from datetime import date, time
from decimal import Decimal
from typing import Any

from pitboss.games.holdem.history import Amount, BadHistory, HandHistory

VARIANT = "NT"

# In the order in which they are written.
_REQUIRED = ("antes", "blinds_or_straddles", "min_bet", "starting_stacks", "actions")
_OPTIONAL = (
    *("author", "event", "url", "venue", "address", "city", "region", "postal_code", "country"),
    *("time", "time_zone", "time_zone_abbreviation", "day", "month", "year", "hand", "level"),
    *("seats", "seat_count", "table", "players", "finishing_stacks", "winnings", "currency"),
    *("currency_symbol", "time_limit", "time_banks"),
)
_OURS = {"variant", "ante_trimming_status", *_REQUIRED, "hand", "players", "finishing_stacks"}


def read_histories(text: str) -> dict[str, HandHistory]:
    """The hands of a `.phhs` file by section name, or the one of a `.phh` file, named ''."""
    try:
        document = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise BadHistory(f"not TOML: {error}") from error
    if not document:
        raise BadHistory("there is no hand in it")
    if "variant" in document:
        return {"": _history(document)}
    histories: dict[str, HandHistory] = {}
    for name, fields in document.items():
        if not isinstance(fields, dict):
            raise BadHistory(f"{name!r} is no hand: expected a file with `variant`, or sections")
        try:
            histories[name] = _history(fields)
        except BadHistory as error:
            raise BadHistory(f"hand [{name}]: {error}") from error
    return histories


def read_history(text: str) -> HandHistory:
    """The hand of a `.phh` file."""
    histories = read_histories(text)
    if "" not in histories:
        raise BadHistory("these are many hands (.phhs), not one (.phh)")
    return histories[""]


def _history(fields: Mapping[str, Any]) -> HandHistory:
    variant = fields.get("variant")
    if variant != VARIANT:
        raise BadHistory(f"variant is {variant!r}, and only {VARIANT!r} is played here")
    for name in _REQUIRED:
        if name not in fields:
            raise BadHistory(f"{name} is missing")
    stacks = _amounts(fields, "starting_stacks")
    seats = len(stacks)
    if seats < 2:
        raise BadHistory(f"starting_stacks is for {seats} players, but 2 or more play")
    hand = fields.get("hand")
    trimming = fields.get("ante_trimming_status")
    if not isinstance(trimming, bool | None):
        raise BadHistory(f"ante_trimming_status is {trimming!r}, but should be true or false")
    history = HandHistory(
        antes=_amounts(fields, "antes", seats),
        blinds_or_straddles=_amounts(fields, "blinds_or_straddles", seats),
        min_bet=_number(fields["min_bet"], "min_bet"),
        starting_stacks=stacks,
        actions=_texts(fields, "actions"),
        ante_trimming_status=trimming,
        hand=hand if isinstance(hand, int | str) else None,
        players=_texts(fields, "players", seats) if "players" in fields else None,
        finishing_stacks=(
            _amounts(fields, "finishing_stacks", seats) if "finishing_stacks" in fields else None
        ),
        other={name: value for name, value in fields.items() if name not in _OURS},
    )
    # Bad actions are reported now, not when the hand is replayed.
    _ = history.steps
    return history


def _number(value: object, name: str) -> Amount:
    if isinstance(value, int | Decimal) and not isinstance(value, bool):
        return value
    raise BadHistory(f"{name} has {value!r}, which is no number")


def _listed(fields: Mapping[str, Any], name: str, seats: int | None) -> list[Any]:
    values = fields[name]
    if not isinstance(values, list):
        raise BadHistory(f"{name} is {values!r}, but should be an array")
    if seats is not None and len(values) != seats:
        raise BadHistory(f"{name} is for {len(values)} players, but starting_stacks for {seats}")
    return values


def _amounts(fields: Mapping[str, Any], name: str, seats: int | None = None) -> tuple[Amount, ...]:
    return tuple(_number(value, name) for value in _listed(fields, name, seats))


def _texts(fields: Mapping[str, Any], name: str, seats: int | None = None) -> tuple[str, ...]:
    values = _listed(fields, name, seats)
    for value in values:
        if not isinstance(value, str):
            raise BadHistory(f"{name} has {value!r}, which is no text")
    return tuple(values)


def write_history(history: HandHistory) -> str:
    """The text of a `.phh` file that `read_history` reads back as an equal history."""
    fields: dict[str, Any] = {"variant": VARIANT}
    if history.ante_trimming_status is not None:
        fields["ante_trimming_status"] = history.ante_trimming_status
    fields |= {name: getattr(history, name) for name in _REQUIRED}
    known: dict[str, Any] = {
        "hand": history.hand,
        "players": history.players,
        "finishing_stacks": history.finishing_stacks,
        **history.other,
    }
    order = [*_OPTIONAL, *(name for name in history.other if name not in _OPTIONAL)]
    fields |= {name: known[name] for name in order if known.get(name) is not None}
    return "".join(f"{_key(name)} = {_value(value)}\n" for name, value in fields.items())


def write_histories(histories: Sequence[HandHistory]) -> str:
    """The text of a `.phhs` file, its sections numbered from 1."""
    return "".join(
        f"[{number}]\n{write_history(history)}\n"
        for number, history in enumerate(histories, start=1)
    )


def _key(name: str) -> str:
    bare = name.replace("_", "").replace("-", "")
    return name if bare.isascii() and bare.isalnum() else _text(name)


def _text(text: str) -> str:
    if "'" not in text and text.isprintable():
        return f"'{text}'"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in escaped) + '"'


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Decimal):
        # A decimal that looks whole would read back as an integer.
        text = str(value).lower().replace("infinity", "inf")
        return text if value.is_infinite() or "." in text or "e" in text else f"{text}.0"
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_key(k)} = {_value(v)}" for k, v in value.items()) + "}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(_value(item) for item in value) + "]"
    return str(value)
