"""Rules as data: knobs with a meaning, named presets, and their text such as `jedna,stacking=no`.

How knobs are declared, read and written; what they do is up to each game.
"""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any, TypeVar, get_type_hints


class BadRules(ValueError):
    """A text that names no rules; the message says what would."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Rules:
    """The fields of all rules: the preset that they come from, and its version."""

    preset: str
    version: int = 1


R = TypeVar("R", bound=Rules)


def knob(
    default: Any,
    meaning: str,
    *,
    read: Callable[[str], Any] | None = None,
    write: Callable[[Any], str] | None = None,
) -> Any:
    """Declare a knob: a dataclass field with its meaning, for help and documents."""
    return dataclasses.field(
        default=default, metadata={"meaning": meaning, "read": read, "write": write}
    )


def knobs(rules: type[Rules]) -> dict[str, dataclasses.Field[Any]]:
    """The knobs of a rules class by name, in order of declaration."""
    return {field.name: field for field in dataclasses.fields(rules) if field.metadata}


def write_value(rules: Rules, name: str) -> str:
    """A knob's value as text."""
    value = getattr(rules, name)
    write = knobs(type(rules))[name].metadata["write"]
    if write is not None:
        return str(write(value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return str(value.value)
    return str(value)


def choices(rules: type[Rules], name: str) -> list[str]:
    """The values that a knob takes, as texts; empty if they can't be listed."""
    kind = get_type_hints(rules)[name]
    if kind is bool:
        return ["no", "yes"]
    if issubclass(kind, Enum):
        return [str(member.value) for member in kind]
    return []


def _read_value(rules: type[Rules], name: str, text: str) -> Any:
    field = knobs(rules).get(name)
    if field is None:
        raise BadRules(f"there is no knob {name!r}; there are: {', '.join(knobs(rules))}")
    kind = get_type_hints(rules)[name]
    try:
        if field.metadata["read"] is not None:
            return field.metadata["read"](text)
        if kind is bool:
            return {"yes": True, "true": True, "no": False, "false": False}[text.lower()]
        if kind is int:
            return int(text)
        return kind(text)
    except (KeyError, ValueError) as error:
        listed = choices(rules, name)
        wanted = f"one of {', '.join(listed)}" if listed else f"{field.metadata['meaning']}"
        raise BadRules(f"{name}={text!r} will not do: {wanted}") from error


def read_rules(text: str, presets: Mapping[str, R], earlier: Sequence[R] = ()) -> R:
    """The rules that a text names: a preset, then any knobs, as in `official,target=0`.

    `earlier` are former versions of presets, for texts that name one: `official@1`.
    """
    name, *settings = [part.strip() for part in text.split(",")]
    name, _, version = name.partition("@")
    preset = presets.get(name)
    if preset is None:
        raise BadRules(f"there are no rules {name!r}; there are: {', '.join(presets)}")
    if version and version != str(preset.version):
        known = {str(one.version): one for one in earlier if one.preset == name}
        if version not in known:
            raise BadRules(f"{name} is at version {preset.version} here, not {version}")
        preset = known[version]
    changes: dict[str, Any] = {}
    for setting in settings:
        knob_name, equals, value = setting.partition("=")
        if not equals:
            raise BadRules(f"{setting!r} should be knob=value, as in {name},{_example(preset)}")
        changes[knob_name.strip()] = _read_value(type(preset), knob_name.strip(), value.strip())
    try:
        return dataclasses.replace(preset, **changes)
    except ValueError as error:
        raise BadRules(str(error)) from error


def write_rules(rules: R, presets: Mapping[str, R], earlier: Sequence[R] = ()) -> str:
    """The shortest text that `read_rules` reads back as the same rules."""
    named = [one for one in earlier if (one.preset, one.version) == (rules.preset, rules.version)]
    preset = named[0] if named else presets[rules.preset]
    changed = [
        f"{name}={write_value(rules, name)}"
        for name in knobs(type(rules))
        if getattr(rules, name) != getattr(preset, name)
    ]
    return ",".join([f"{rules.preset}@{rules.version}", *changed])


def _example(rules: Rules) -> str:
    name = next(iter(knobs(type(rules))))
    return f"{name}={write_value(rules, name)}"
