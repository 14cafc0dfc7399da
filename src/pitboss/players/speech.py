"""What a program says, watched over: lines, floods, its end, its silence. No I/O."""

from pitboss.play.fault import Fault, FaultKind
from pitboss.players.limits import Limits
from pitboss.players.line_buffer import LineBuffer, Tail
from pitboss.players.program import Program

__all__ = ["Limits", "Speech"]

_SHOWN = 2000


class Speech:
    """One run's output, from its start to its end."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.lines = LineBuffer(limits.line)
        self.tail = Tail(limits.stderr)
        # Whether it ever answered.
        self.spoke = False
        self._unasked = 0
        self._unasked_bytes = 0

    def begin(self) -> None:
        """Another game: what nobody asked for in the last one is forgiven."""
        self._unasked = 0
        self._unasked_bytes = 0

    def pass_over(self, lines: list[bytes]) -> None:
        """Note lines that nobody asked for."""
        self._unasked += len(lines)
        for line in lines:
            self._unasked_bytes += len(line)

    def is_clear(self) -> bool:
        """Whether no line has been begun, so that what comes next begins one."""
        return not self.lines.rest

    def flood(self) -> Fault | None:
        """The fault, if it has said too much."""
        if self.lines.overlong:
            return self._fault(FaultKind.FLOOD, f"a line of more than {self.limits.line} bytes")
        limits = self.limits
        if self._unasked > limits.unasked:
            return self._unasked_for(f"{limits.unasked} lines")
        if self._unasked_bytes > limits.unasked_bytes:
            return self._unasked_for(f"{limits.unasked_bytes} bytes")
        return None

    def _unasked_for(self, most: str) -> Fault:
        return self._fault(FaultKind.FLOOD, f"more than {most} that nobody asked for")

    def crash(self, program: Program) -> Fault:
        """The fault of a program that ended, or closed its output."""
        kind = FaultKind.CRASH if self.spoke else FaultKind.STARTUP
        message = program.status()
        if not self.spoke:
            message += " before its first answer"
        return self._fault(kind, message)

    def silence(self, unread: int) -> Fault:
        """The fault of a program that did not answer in time, with so many bytes unread."""
        if not self.spoke:
            what = "it has not even read the question" if unread else "it never answered"
            return self._fault(FaultKind.STARTUP, f"no answer in time: {what}")
        if unread:
            return self.stall(unread)
        half = ", only half a line" if self.lines.rest else ""
        return self._fault(FaultKind.TIMEOUT, f"no answer in time{half}")

    def stall(self, unread: int) -> Fault:
        """The fault of a program that does not read."""
        return self._fault(FaultKind.STALL, f"it does not read: {unread} bytes wait for it")

    def _fault(self, kind: FaultKind, message: str) -> Fault:
        said = self.tail.text()[-_SHOWN:]
        rest = self.lines.rest[:_SHOWN].decode("utf-8", "replace")
        parts = [f"stderr: {said}"] if said else []
        parts += [f"half a line: {rest}"] if rest else []
        return Fault(kind, message, "\n".join(parts))
