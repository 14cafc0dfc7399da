"""What passed between us and a player in one game, line by line, within bounds."""

import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final, NamedTuple

from pitboss.play.ruling import Ruling

# Which way a line went: to the player, from it, from its stderr; or it is a remark of ours.
TO_PLAYER: Final = ">"
FROM_PLAYER: Final = "<"
STDERR: Final = "!"
REMARK: Final = "#"

# Bytes that are kept of one game of one seat.
MOST_BYTES: Final = 1 << 16
# What a line costs besides its text, so that empty ones are bounded too.
_LINE: Final = 16
# A single line has at most this part of the bytes, half of it its beginning.
_PART: Final = 8
# What the remark on a gap costs.
_GAP: Final = 80
# How the remark begins with which a turn does.
TURN: Final = "turn "


class Line(NamedTuple):
    """One line, and the seconds since the game began when it passed."""

    at: float
    way: str
    text: str


class _Kept:
    """A line that may have to make room, unless it belongs to a turn with a fault."""

    __slots__ = ("is_faulty", "line")

    def __init__(self, line: Line) -> None:
        self.line = line
        self.is_faulty = False


class Transcript:
    """One seat's lines in one game; of a long game its beginning, its end and its faults are kept.

    A program's output arrives in its own thread where it connects to us, so this may be used from
    several.
    """

    def __init__(
        self, most_bytes: int = MOST_BYTES, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.most_bytes = most_bytes
        # Lines that were not kept, and their bytes.
        self.left_out = 0
        self.bytes_left_out = 0
        self._clock = clock
        self._began = clock()
        self._lock = threading.Lock()
        # A quarter of the bytes is for the beginning, a quarter for turns with faults in between.
        self._first: list[Line] = []
        self._faulty: list[Line] = []
        self._last: deque[_Kept] = deque()
        self._room_first = self._room_faulty = most_bytes // 4
        self._room_last = most_bytes // 2
        # What is left out since the last line of these: lines, bytes, and when it began.
        self._gap = (0, 0, 0.0)
        # The last request and its answer, and how often they were repeated.
        self._exchange = ("", "")
        self._repeats = 0
        # By way, a line that has not been ended, and when it was begun.
        self._open: dict[str, tuple[float, bytes]] = {}

    def begin(self, now: float | None = None) -> None:
        """Another game begins: the last one's lines are forgotten."""
        with self._lock:
            self._began = self._clock() if now is None else now
            self._first.clear()
            self._faulty.clear()
            self._last.clear()
            self._gap = (0, 0, 0.0)
            self._open.clear()
            self._exchange = ("", "")
            self._repeats = 0
            self._room_first = self._room_faulty = self.most_bytes // 4
            self._room_last = self.most_bytes // 2
            self.left_out = self.bytes_left_out = 0

    def add(self, way: str, data: bytes | str, now: float | None = None) -> None:
        """Whole lines passed that way; without a time, now."""
        at = self._at(now)
        text = data if isinstance(data, str) else data.decode("utf-8", "replace")
        with self._lock:
            for line in text.removesuffix("\n").split("\n"):
                self._keep(Line(at, way, line))

    def feed(self, way: str, data: bytes, now: float | None = None) -> None:
        """A piece of a stream passed that way, which may end in the middle of a line."""
        at = self._at(now)
        with self._lock:
            since, rest = self._open.pop(way, (at, b""))
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                self._keep(Line(since, way, line.decode("utf-8", "replace")))
                since = at
            if len(rest) > self.most_bytes // _PART:
                self._keep(Line(since, way, rest.decode("utf-8", "replace")))
            elif rest:
                self._open[way] = since, rest

    def exchange(self, asked: str, told: str, now: float | None = None) -> None:
        """The player asked for something and was told; the same again is only counted."""
        at = self._at(now)
        with self._lock:
            if (asked, told) == self._exchange:
                self._repeats += 1
                return
            self._count_repeats(at)
            self._exchange = asked, told
            self._keep(Line(at, FROM_PLAYER, asked))
            self._keep(Line(at, TO_PLAYER, told))

    def remark(self, text: str, now: float | None = None) -> None:
        """Something that we have to say about it."""
        self.add(REMARK, text, now)

    def ruled(self, ruling: Ruling, now: float | None = None) -> None:
        """What came of a fault; the turn in which it happened is kept where there is room."""
        cost = "refused" if ruling.again else "forfeited" if ruling.forfeited else "played for it"
        fault = ruling.fault
        at = self._at(now)
        with self._lock:
            self._keep(Line(at, REMARK, cost if fault is None else f"{cost}: {fault.message}"))
            for kept in reversed(self._last):
                kept.is_faulty = True
                if kept.line.way == REMARK and kept.line.text.startswith(TURN):
                    break

    def lines(self) -> list[Line]:
        """What was kept, in order; a remark stands for what was left out."""
        with self._lock:
            self._count_repeats(self._at(None))
            last = [kept.line for kept in self._last]
            halves = []
            for way, (at, rest) in sorted(self._open.items(), key=lambda one: one[1]):
                halves.append(Line(at, way, rest.decode("utf-8", "replace")))
                if way == FROM_PLAYER:
                    halves.append(Line(at, REMARK, "only half a line: no newline has come"))
            return [*self._first, *self._faulty, *self._told_gap(), *last, *halves]

    def _at(self, now: float | None) -> float:
        return round((self._clock() if now is None else now) - self._began, 6)

    def _count_repeats(self, at: float) -> None:
        if self._repeats:
            times = "once" if self._repeats == 1 else f"{self._repeats:,} times"
            self._keep(Line(at, REMARK, f"the same request and answer {times} more"))
            self._repeats = 0

    def _told_gap(self) -> list[Line]:
        """The remark on what is left out here; none if nothing is."""
        count, size, at = self._gap
        lines = "1 line" if count == 1 else f"{count:,} lines"
        return [Line(at, REMARK, f"... {lines} ({size:,} bytes) left out ...")] if count else []

    def _keep(self, line: Line) -> None:
        most = self.most_bytes // _PART
        if len(line.text) > most:
            line = line._replace(text=cut_middle(line.text, most))
        size = _size(line)
        if not self._last and size <= self._room_first:
            self._room_first -= size
            self._first.append(line)
            return
        self._last.append(_Kept(line))
        self._room_last -= size
        while self._room_last < 0:
            oldest = self._last.popleft()
            size = _size(oldest.line)
            self._room_last += size
            if oldest.is_faulty and size + _GAP <= self._room_faulty:
                gap = self._told_gap()
                self._faulty += [*gap, oldest.line]
                self._room_faulty -= size + (_GAP if gap else 0)
                self._gap = (0, 0, 0.0)
                continue
            count, left, at = self._gap
            size -= _LINE
            self._gap = (count + 1, left + size, at if count else oldest.line.at)
            self.left_out += 1
            self.bytes_left_out += size


def _size(line: Line) -> int:
    # Most texts are ASCII, of which this is the exact number.
    text = line.text
    return _LINE + (len(text) if text.isascii() else len(text.encode("utf-8", "replace")))


def cut_middle(text: str, most: int) -> str:
    """The text's beginning and end, and between them how much is missing, if it is too long."""
    if len(text) <= most:
        return text
    half = most // 2
    missing = len(text) - 2 * half
    return f"{text[:half]} ... {missing:,} characters ... {text[len(text) - half :]}"
