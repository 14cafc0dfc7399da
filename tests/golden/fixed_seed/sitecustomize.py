"""For the servers of the golden tests: every secret seed is the same one, so that deals are.

A seed has 96 bits, and nothing else that is drawn has. Python reads this file when it starts.
"""

import random

_SEED = 0x676F6C64656E5F736565645F
_BITS = 96
_drawn = random.SystemRandom.getrandbits


def _getrandbits(self: random.SystemRandom, k: int) -> int:
    return _SEED if k == _BITS else _drawn(self, k)


random.SystemRandom.getrandbits = _getrandbits  # type: ignore[method-assign]
