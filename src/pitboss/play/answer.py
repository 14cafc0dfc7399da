"""What a session makes of a message: an answer to the turn, or the reason why it is none.

Plain classes, which mypyc compiles: one is made for every decision. Nobody changes them.
"""


class Answer:
    """A decision: one action, or several that count as one (an UNO call with its play).

    Whether it is legal is for the rules to say. `turn` is the turn that it answers, where the
    protocol says so. `remark` is what its author should know of how it was read.
    """

    __slots__ = ("actions", "remark", "turn")

    def __init__(self, actions: tuple[int, ...], turn: int | None = None, remark: str = "") -> None:
        self.actions = actions
        self.turn = turn
        self.remark = remark

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Answer):
            return NotImplemented
        return self.actions == other.actions and self.turn == other.turn

    def __hash__(self) -> int:
        return hash((self.actions, self.turn))

    def __repr__(self) -> str:
        return f"Answer(actions={self.actions}, turn={self.turn})"


class Unusable:
    """A message that is no answer: a code for programs, a sentence for the bot's author."""

    __slots__ = ("code", "message")

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        self.message = message

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Unusable):
            return NotImplemented
        return self.code == other.code and self.message == other.message

    def __hash__(self) -> int:
        return hash((self.code, self.message))

    def __repr__(self) -> str:
        return f"Unusable(code={self.code!r}, message={self.message!r})"
