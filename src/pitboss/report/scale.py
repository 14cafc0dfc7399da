"""From numbers to places in a chart, as percentages, so that charts fit whatever is their width."""

import math
from dataclasses import dataclass

_ROUND = (1.0, 2.0, 2.5, 5.0, 10.0)


@dataclass(frozen=True)
class Scale:
    """A linear or logarithmic axis from `low` to `high`."""

    low: float
    high: float
    logarithmic: bool = False

    def at(self, value: float) -> float:
        """Where the value is, from 0 to 100; what lies outside is put at the edge."""
        if self.logarithmic:
            share = math.log(max(value, self.low) / self.low) / math.log(self.high / self.low)
        else:
            share = (value - self.low) / (self.high - self.low)
        return 100 * min(max(share, 0.0), 1.0)

    def ticks(self, most: int = 5) -> list[float]:
        """Round numbers within the axis."""
        return self._decades(most) if self.logarithmic else self._steps(most)

    def _steps(self, most: int) -> list[float]:
        rough = (self.high - self.low) / most
        magnitude = 10.0 ** math.floor(math.log10(rough))
        step = next(size * magnitude for size in _ROUND if size * magnitude >= rough * (1 - 1e-9))
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [number * step for number in range(first, last + 1)]

    def _decades(self, most: int) -> list[float]:
        first = math.floor(math.log10(self.low))
        last = math.ceil(math.log10(self.high))
        powers = [10.0**power for power in range(first, last + 1)]
        for factors in ((1, 2, 5), (1, 3), (1,)):
            found = [
                factor * power
                for power in powers
                for factor in factors
                if self.low * (1 - 1e-9) <= factor * power <= self.high * (1 + 1e-9)
            ]
            if len(found) <= most:
                return found
        return found[:: -(-len(found) // most)]


def scale_for(low: float, high: float, *, within: tuple[float, float] | None = None) -> Scale:
    """An axis that shows all from low to high, with a little room, but nothing impossible."""
    room = 0.04 * (high - low) or max(abs(high), 1.0) * 0.05
    low, high = low - room, high + room
    if within is not None:
        low, high = max(low, within[0]), min(high, within[1])
    return Scale(low, high)


def log_scale(low: float, high: float) -> Scale:
    """A logarithmic axis; at least a decade, so that there is something to read off."""
    return Scale(low, max(high, low * 10), logarithmic=True)
