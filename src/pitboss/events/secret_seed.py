"""Seeds that nobody chose: drawn for an event, and told when it is over.

Until then there is a commitment, so that everybody can check later that the cards were not chosen
afterwards. The journal keeps the seed, and with it what finds it again: a digest of all else that
decides the event. So the same command goes on with the same event.
"""

import hashlib
import secrets
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from pitboss.events.plan import Plan

# Nobody can find it by trying, neither from an event's id nor from its commitment.
_BYTES: Final = 16
_DIGEST_KEY: Final = "settings"


def draw_seed() -> str:
    """A new seed."""
    return secrets.token_hex(_BYTES)


def commitment(seed: str) -> str:
    """What is published before the first card: the SHA-256 of the seed's text."""
    return hashlib.sha256(seed.encode()).hexdigest()


def note_of(plan: Plan, label: str) -> dict[str, str]:
    """What the journal notes of an event whose seed was drawn."""
    unseeded = msgspec.json.encode(msgspec.structs.replace(plan.anywhere, seed=""))
    digest = hashlib.sha256(unseeded + b"\n" + label.encode()).hexdigest()
    return {_DIGEST_KEY: digest}


def is_of(note: Mapping[str, Any], plan: Plan, label: str) -> bool:
    """Whether a note is that of an event which differs at most in its seed."""
    return note.get(_DIGEST_KEY) == note_of(plan, label)[_DIGEST_KEY]


def was_drawn(note: Mapping[str, Any]) -> bool:
    """Whether the event's seed was drawn. What somebody chose could be guessed from its hash."""
    return _DIGEST_KEY in note
