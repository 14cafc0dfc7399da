"""Reading settings: values into records, and what is wrong with a value in words."""

import difflib
import math
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import UnionType
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Meta

from pitboss.events.settings import BotSettings, EventSettings

_TYPE_NAMES = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "yes or no",
}
_WORDS_OF_TRUTH = {"yes": True, "no": False}

Record = TypeVar("Record", EventSettings, BotSettings)


class BadSetting(ValueError):
    """A setting that will not do; says what is wrong, what was expected, what may be meant."""

    def __init__(self, message: str, key: str = "") -> None:
        """`key` is the setting that is wrong, as files spell it."""
        super().__init__(message)
        self.key = key


class Setting(NamedTuple):
    """One field of a record, as options, files and documents show it."""

    name: str
    # As `msgspec.convert` takes it.
    type: Any
    meta: Meta

    @property
    def meaning(self) -> str:
        """What it is, as the end of a sentence."""
        return self.meta.description or ""

    @property
    def usual(self) -> str:
        """What is taken if it is left out; empty if it must not be."""
        return str(self._extra("usual"))

    @property
    def example(self) -> Any:
        """A value to show."""
        return self._extra("example")

    @property
    def help(self) -> str:
        """What it is, as the help text of an option."""
        return str(self._extra("option")) or f"{self.meaning[0].upper()}{self.meaning[1:]}."

    @property
    def least(self) -> float | None:
        """The smallest value."""
        return self.meta.ge

    @property
    def expected(self) -> str:
        """What values there are, in words."""
        if words := str(self._extra("expected")):
            return words
        if self.meta.pattern:
            return "a text that is not empty"
        return next(_TYPE_NAMES[each] for each in _members(self.type) if each in _TYPE_NAMES)

    @property
    def limits(self) -> str:
        """From where to where, in words."""
        meta = self.meta
        if meta.le is None:
            return f"at least {meta.ge:g}"
        if meta.gt is not None:
            return f"more than {meta.gt:g} and at most {meta.le:g}"
        return f"a number from {meta.ge:g} to {meta.le:g}"

    def _extra(self, key: str) -> Any:
        return (self.meta.extra or {})[key]


@cache
def settings_of(record: type[msgspec.Struct]) -> dict[str, Setting]:
    """The settings of a record by name, in order."""
    return {
        field.name: Setting(field.name, field.type, next(_metas(field.type)))
        for field in msgspec.structs.fields(record)
    }


def read_settings(
    source: Mapping[str, Any], record: type[Record], *, numbers_as_text: bool = False
) -> Record:
    """The record that the keys and values describe; `BadSetting` if they describe none."""
    known = settings_of(record)
    values = {}
    for key, value in source.items():
        if key not in known:
            raise BadSetting(unknown("key", key, known), key)
        values[key] = _value(known[key], value, numbers_as_text and isinstance(value, str))
    return record(**values)


def check(settings: EventSettings) -> None:
    """Raise `BadSetting` if a value that code has set is beyond its limits."""
    for name, setting in settings_of(EventSettings).items():
        _value(setting, getattr(settings, name), as_text=False)


def unknown(what: str, name: str, known: Iterable[str]) -> str:
    """The sentence that there is none of that name, what there is, and what may be meant."""
    names = list(known)
    return f"there is no {what} {name!r}; there are: {', '.join(names)}{did_you_mean(name, names)}"


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A question that names the nearest of what there is; empty if nothing is near."""
    near = difflib.get_close_matches(word, list(known), 1, 0.6)
    return f": did you mean {near[0]}?" if near else ""


def show(value: Any) -> str:
    """A value as a message quotes it."""
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _value(setting: Setting, value: Any, as_text: bool) -> Any:
    if as_text and bool in _members(setting.type):
        value = _WORDS_OF_TRUTH.get(value, value)
    try:
        converted = msgspec.convert(value, setting.type, strict=not as_text)
    except msgspec.ValidationError as error:
        # msgspec says "Expected `int`, got `str`" of a type, and "Expected `int` >= 2" of a limit.
        if ", got `" in str(error) or setting.meta.pattern:
            raise _bad(setting, show(value), setting.expected) from error
        raise _bad(setting, str(value), setting.limits) from error
    if isinstance(converted, float) and not math.isfinite(converted):
        raise _bad(setting, str(value), setting.limits)
    return converted


def _bad(setting: Setting, value: str, expected: str) -> BadSetting:
    name, meaning = setting.name, setting.meaning
    return BadSetting(f"{name} is {value}; {expected} was expected: {meaning}", name)


def _metas(kind: Any) -> Iterator[Meta]:
    if get_origin(kind) is Annotated:
        yield from (each for each in get_args(kind)[1:] if isinstance(each, Meta))
    elif get_origin(kind) in (Union, UnionType):
        for each in get_args(kind):
            yield from _metas(each)


def _members(kind: Any) -> Iterator[Any]:
    """The plain types of which a value may be."""
    if get_origin(kind) is Annotated:
        yield from _members(get_args(kind)[0])
    elif get_origin(kind) in (Union, UnionType):
        for each in get_args(kind):
            yield from _members(each)
    else:
        yield kind
