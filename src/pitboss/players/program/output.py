"""What a program writes, without I/O: its lines, the tail of its stderr, floods and silences."""

from pitboss.play.fault import Fault, FaultKind
from pitboss.players.program.diagnosis import UNSEEN, Activity, meanwhile, why_silent
from pitboss.players.program.limits import Limits

_SHOWN = 2000


class LineBuffer:
    """Cuts a stream into lines; `overlong` once a line has grown beyond the limit."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.overlong = False
        # The beginning of a line that has not been ended.
        self.rest = b""

    def feed(self, data: bytes) -> list[bytes]:
        """The lines that are complete now, without newlines and without the blank ones."""
        if self.rest:
            data = self.rest + data
        *lines, self.rest = data.split(b"\n")
        if len(data) > self.limit and max(map(len, (*lines, self.rest))) > self.limit:
            self.overlong = True
        return [line for line in lines if line.strip()]


class Tail:
    """The last bytes of a stream."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.total = 0
        self._kept = bytearray()

    def feed(self, data: bytes) -> None:
        """Take in what was written."""
        self.total += len(data)
        self._kept += data
        if len(self._kept) > 2 * self.limit:
            del self._kept[: -self.limit]

    def text(self) -> str:
        """What is kept, as text whatever the bytes."""
        return bytes(self._kept[-self.limit :]).decode("utf-8", "replace")


class ProgramOutput:
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
        """Another game: what nobody asked for in the last one is forgotten."""
        self._unasked = 0
        self._unasked_bytes = 0

    def pass_over(self, lines: list[bytes]) -> None:
        """Count lines that nobody asked for."""
        self._unasked += len(lines)
        for line in lines:
            self._unasked_bytes += len(line)

    def flood(self) -> Fault | None:
        """The fault, if there has been too much."""
        if self.lines.overlong:
            return self._fault(FaultKind.FLOOD, f"a line of more than {self.limits.line} bytes")
        limits = self.limits
        if self._unasked > limits.unasked:
            return self._too_much(f"{limits.unasked} lines")
        if self._unasked_bytes > limits.unasked_bytes:
            return self._too_much(f"{limits.unasked_bytes} bytes")
        return None

    def _too_much(self, most: str) -> Fault:
        return self._fault(FaultKind.FLOOD, f"more than {most} that nobody asked for")

    def crash(self, status: str) -> Fault:
        """The fault of a program that ended, or closed its output; `status` says how."""
        if self.spoke:
            return self._fault(FaultKind.CRASH, status)
        return self._fault(FaultKind.STARTUP, f"{status} before its first answer")

    def silence(self, unread: int, activity: Activity = UNSEEN) -> Fault:
        """The fault of a program that did not answer in time, with so many bytes unread."""
        if self.spoke and unread:
            return self.stall(unread, activity)
        why = why_silent(activity, unread, self.lines.rest, self.tail.text())
        if self.spoke:
            return self._fault(FaultKind.TIMEOUT, "no answer in time" + (f": {why}" if why else ""))
        return self._fault(FaultKind.STARTUP, f"no answer in time: {why or 'it never answered'}")

    def missed(self, named: int, turn: int) -> Fault:
        """The fault of a program that answered another turn than it was asked."""
        what = f"no answer in time: it answered turn {named}, and was asked turn {turn}"
        return self._fault(FaultKind.TIMEOUT if self.spoke else FaultKind.STARTUP, what)

    def stall(self, unread: int, activity: Activity = UNSEEN) -> Fault:
        """The fault of a program that does not read."""
        what = f"it does not read: {unread} bytes wait for it{meanwhile(activity)}"
        return self._fault(FaultKind.STALL, what)

    def _fault(self, kind: FaultKind, message: str) -> Fault:
        stderr = self.tail.text()[-_SHOWN:]
        rest = self.lines.rest[:_SHOWN].decode("utf-8", "replace")
        parts = [f"stderr: {stderr}"] if stderr else []
        parts += [f"half a line: {rest}"] if rest else []
        return Fault(kind, message, "\n".join(parts))
