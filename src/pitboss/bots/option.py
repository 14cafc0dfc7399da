"""An option of a bot, such as `rollouts`. All that is chosen of a bot is its level (level.py)."""

from dataclasses import dataclass

# What an option may be set to.
Value = int | str


class BadValue(ValueError):
    """A value that an option can't have; the message says what it can."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """Something about a bot that can be chosen: a whole number, or one of some words.

    A bot of any package may have `options = (Option(...), ...)` as a class attribute, and is then
    made as `Class(seed, **values)`.
    """

    name: str
    meaning: str
    # None: what is usual depends on the game; the bot is not told a value unless one is chosen.
    usual: Value | None
    # Without words it is a number, from `least` to `most`.
    words: tuple[str, ...] = ()
    least: int = 1
    most: int = 1_000_000
    # The largest at a live table, where others wait for the same processor; None: any.
    most_live: int | None = None

    @property
    def values(self) -> str:
        """What it may be, for people."""
        if self.words:
            return " or ".join(self.words)
        return f"a whole number from {self.least} to {self.most}"

    def read(self, text: str) -> Value:
        """The value that the text names; `BadValue` if there is none."""
        if self.words and text in self.words:
            return text
        if not self.words and text.isascii() and text.isdigit():
            number = int(text)
            if self.least <= number <= self.most:
                return number
        raise BadValue(f"{self.name} is {text!r}; {self.values} was expected: {self.meaning}")
