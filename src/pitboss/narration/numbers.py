"""Numbers as people read them.

`plain_` functions keep to ASCII, for terminals and logs; the others use typographic signs.
"""

from pitboss.games.unit import Unit

MINUS = "\N{MINUS SIGN}"
NOTHING = "\N{EN DASH}"
PLAIN_NOTHING = "-"
_STEPS = ((1e-6, "µs", 1e6), (1e-3, "ms", 1e3), (1.0, "s", 1.0))


def amount(value: float | None, unit: Unit) -> str:
    """A payoff: a share as a percentage, anything else with its sign."""
    if value is None:
        return NOTHING
    return f"{100 * value:.1f}%" if unit.is_share else signed(value)


def bare(value: float | None, unit: Unit) -> str:
    """The same, as short as fits into a small cell."""
    if value is None:
        return NOTHING
    if unit.is_share:
        return f"{100 * value:.0f}"
    return signed(value, 0 if abs(value) >= 10 else 1)


def signed(value: float, digits: int = 1) -> str:
    """With its sign, unless it rounds to nothing."""
    text = f"{abs(value):,.{digits}f}"
    if not text.strip("0.,"):
        return text
    return (MINUS if value < 0 else "+") + text


def span(low: float | None, high: float | None, unit: Unit) -> str:
    """An interval."""
    if low is None or high is None:
        return "unknown"
    return f"{amount(low, unit)} to {amount(high, unit)}"


def plain_amount(value: float | None, unit: Unit) -> str:
    """A payoff, in ASCII."""
    if value is None:
        return PLAIN_NOTHING
    return f"{100 * value:.1f}%" if unit.is_share else f"{value:+.1f}"


def plain_span(low: float | None, high: float | None, unit: Unit) -> str:
    """An interval of payoffs, in ASCII."""
    if low is None or high is None:
        return PLAIN_NOTHING
    least = f"{100 * low:.1f}" if unit.is_share else plain_amount(low, unit)
    return f"{least} to {plain_amount(high, unit)}"


def plain_difference(value: float | None, unit: Unit) -> str:
    """How much more one got than another, in ASCII; shares differ by percentage points."""
    if value is None:
        return "unknown"
    return f"{100 * value:+.2f} points" if unit.is_share else f"{value:+.1f} {unit}"


def plain_distance(value: float, unit: Unit) -> str:
    """The same without a sign, and without noughts that say nothing."""
    text = f"{100 * value:,.2f}" if unit.is_share else f"{value:,.1f}"
    return f"{text.rstrip('0').rstrip('.')} {'points' if unit.is_share else unit}"


def plain_bare_span(low: float | None, high: float | None, unit: Unit) -> str:
    """An interval of differences without its unit, in ASCII; empty if it is unknown."""
    if low is None or high is None:
        return ""
    ends = (f"{100 * end:+.2f}" if unit.is_share else f"{end:+.1f}" for end in (low, high))
    return " to ".join(ends)


def rough(value: int) -> str:
    """A whole number in two digits: more would look as if it were known."""
    digits = 10 ** max(len(str(value)) - 2, 0)
    return f"{-(-value // digits) * digits:,}"


def count(value: int) -> str:
    """A whole number."""
    return f"{value:,}"


def counted(value: int, noun: str) -> str:
    """So many of something."""
    return f"{value:,} {noun}" if value == 1 else f"{value:,} {noun}s"


def there_were(value: int, noun: str) -> str:
    """The beginning of a sentence that counts something."""
    return f"There {'was' if value == 1 else 'were'} {counted(value, noun)}"


def seconds(value: float) -> str:
    """A time span in three digits."""
    if value <= 0:
        return "0"
    for limit, name, factor in reversed(_STEPS):
        if value >= limit or limit == _STEPS[0][0]:
            shown = value * factor
            digits = 0 if shown >= 99.5 else 1 if shown >= 9.95 else 2
            return f"{shown:,.{digits}f} {name}"
    raise AssertionError
