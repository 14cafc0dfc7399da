"""What a session makes of a message: an answer to the turn, or the reason why it is none."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Answer:
    """A decision: one action, or several that count as one (an UNO call with its play).

    Whether it is legal is for the rules to say. `turn` is the turn that it answers, where the
    protocol says so.
    """

    actions: tuple[int, ...]
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class Unusable:
    """A message that is no answer: a code for programs, a sentence for the bot's author."""

    code: str
    message: str
