"""What a session makes of a message: an answer to the turn, or the reason why it is none.

Structs rather than dataclasses: one is made for every decision, and a frozen dataclass is slow.
"""

import msgspec


class Answer(msgspec.Struct, frozen=True, gc=False):
    """A decision: one action, or several that count as one (an UNO call with its play).

    Whether it is legal is for the rules to say. `turn` is the turn that it answers, where the
    protocol says so.
    """

    actions: tuple[int, ...]
    turn: int | None = None


class Unusable(msgspec.Struct, frozen=True, gc=False):
    """A message that is no answer: a code for programs, a sentence for the bot's author."""

    code: str
    message: str
