"""How somebody plays, in a few figures: each is how often something happened, of how many chances.

What a game counts is in its own folder; narration/bot_style.py adds games up.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class StyleFigure:
    """A figure of a player's style: `times / chances` over many games."""

    name: str
    title: str
    meaning: str
    # Whether it is a share, to be shown as a percentage, and not a mean or a ratio.
    is_share: bool = True


@dataclass(slots=True)
class StyleCounts:
    """One player's counts, by the name of the figure."""

    times: dict[str, int] = field(default_factory=dict)
    chances: dict[str, int] = field(default_factory=dict)

    def count(self, name: str, times: int, chances: int) -> None:
        """Count so many times of so many chances."""
        self.times[name] = self.times.get(name, 0) + times
        self.chances[name] = self.chances.get(name, 0) + chances

    def add(self, other: "StyleCounts") -> None:
        """Count another game's too."""
        for name in other.chances:
            self.count(name, other.times[name], other.chances[name])

    def values(self) -> Mapping[str, float | None]:
        """The figures; None where there was no chance."""
        return {
            name: self.times[name] / chances if chances else None
            for name, chances in self.chances.items()
        }
