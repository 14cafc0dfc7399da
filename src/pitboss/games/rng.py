"""The random number generator: sfc32 with exact bounded draws, the same in every release.

Seeds come from seeds.py; nothing here reads the clock or the system.
"""

from typing import Final

from pitboss.games.arrays import i64
from pitboss.games.relabelling import RELABELLINGS

SEED_BITS: Final = 96
_MASK: Final = 0xFFFFFFFF
_MIXING_ROUNDS: Final = 12


class Rng:
    """A small, fast generator; the same seed and stream give the same draws everywhere."""

    __slots__ = ("a", "b", "c", "counter", "relabelling")

    def __init__(self, seed: int, stream: int = 0, mixing: int = _MIXING_ROUNDS) -> None:
        if seed < 0 or seed >> SEED_BITS != 0:
            if not 0 <= seed < RELABELLINGS << SEED_BITS:
                raise ValueError(
                    f"seed must be from 0 to {RELABELLINGS} * 2**{SEED_BITS} - 1, not {seed}"
                )
            # It changes what the cards are called, not what is drawn.
            self.relabelling: i64 = seed >> SEED_BITS
        else:
            self.relabelling = 0
        a: i64 = seed & _MASK
        b: i64 = (seed >> 32) & _MASK
        c: i64 = (seed >> 64) & _MASK
        counter: i64 = (stream + 1) & _MASK
        for _ in range(mixing):
            out: i64 = (a + b + counter) & _MASK
            counter += 1
            a = b ^ (b >> 9)
            b = c * 9 & _MASK
            c = (((c << 21) | (c >> 11)) + out) & _MASK
        self.a = a
        self.b = b
        self.c = c
        self.counter = counter

    def next(self) -> i64:
        """The next 32 random bits."""
        b = self.b
        c = self.c
        out: i64 = (self.a + b + self.counter) & _MASK
        self.counter += 1
        self.a = b ^ (b >> 9)
        self.b = c * 9 & _MASK
        self.c = (((c << 21) | (c >> 11)) + out) & _MASK
        return out

    def below(self, n: i64) -> i64:
        """A whole number from 0 to n - 1, all exactly equally likely; n up to 2**31."""
        # Multiply and reject (Lemire, 2019): the high word of the product is the result, and the
        # few low words that would favour some results are rejected.
        b = self.b
        c = self.c
        # `next` is inlined by hand: interpreted, the call would double the cost.
        out: i64 = (self.a + b + self.counter) & _MASK
        self.counter += 1
        self.a = b ^ (b >> 9)
        self.b = c * 9 & _MASK
        self.c = (((c << 21) | (c >> 11)) + out) & _MASK
        product: i64 = out * n
        if product & _MASK < n:
            uneven: i64 = (_MASK + 1) % n
            while product & _MASK < uneven:
                product = self.next() * n
        return product >> 32

    def copy(self) -> "Rng":
        """A generator that continues from the same point."""
        twin = Rng(0, 0, 0)
        twin.a = self.a
        twin.b = self.b
        twin.c = self.c
        twin.counter = self.counter
        twin.relabelling = self.relabelling
        return twin

    def state(self) -> tuple[int, int, int, int]:
        """The whole state: generators with equal states draw the same numbers."""
        return (self.a, self.b, self.c, self.counter & _MASK)
