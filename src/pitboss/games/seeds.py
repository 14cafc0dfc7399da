"""Seeds, from a label or from the operating system's secure source. The generator is in rng.py."""

import hashlib
import secrets

from pitboss.games.rng import SEED_BITS


def seed_from(label: str) -> int:
    """The seed for a label such as `friday/block-12/game-3`, the same on every machine."""
    return int.from_bytes(hashlib.sha256(label.encode()).digest()[: SEED_BITS // 8], "big")


def secret_seed() -> int:
    """A seed nobody can guess, for live games between strangers."""
    return secrets.randbits(SEED_BITS)


def commitment(seed: int) -> str:
    """What to publish before the first card, so that nobody can say the deal was chosen later."""
    return hashlib.sha256(seed.to_bytes(SEED_BITS // 8, "big")).hexdigest()
