"""How far long work is: a line redrawn on a terminal, or written now and then to a log."""

import sys
import threading
from collections.abc import Callable
from time import monotonic
from typing import Self

from rich.console import Console
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table as RichTable
from rich.text import Text

# On a terminal: seconds until the line is shown, and until it is drawn again.
_PATIENCE_SECONDS = 1.0
_DRAWING_SECONDS = 0.2
# Without a terminal, such as in a log: seconds until the first line, and between lines.
_FIRST_LINE_SECONDS = 10.0
_LINE_SECONDS = 30.0
# A terminal with room for a long bar, and the widths of a bar.
_WIDE = 110
_LONG_BAR = 40
_SHORT_BAR = 10
# Less of what else there is to tell says nothing.
_LEAST_MORE = 12


class Waiting:
    """Shows percent, counts, speed and the time left, once the work has taken a second.

    A thread shows them, so that they are there even if a single step takes long.
    """

    def __init__(
        self,
        what: str,
        noun: str = "",
        *,
        hidden: bool = False,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """`noun` is what is counted, if that is worth telling. `hidden`: show nothing."""
        self.what = what
        # What else there is to tell, where there is room.
        self.more = ""
        # Whether the work may end before the total is reached.
        self.at_most = False
        self._noun = noun
        self._hidden = hidden
        self._clock = clock
        self._began = self._moved_at = clock()
        self._shown_at = 0.0
        # Done before we began, by now, and in all; 0: nobody knows how much there is.
        self._first = 0
        self._done = 0
        self._total = 0
        self._live: Live | None = None
        self._teller: threading.Thread | None = None
        self._over = threading.Event()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def is_long(self) -> bool:
        """Whether the work has taken so long that it is shown."""
        return self._clock() - self._began >= _PATIENCE_SECONDS

    def start(self, first: int = 0) -> None:
        """Begin to tell; so much was done before, which says nothing about the speed."""
        if self._teller is not None or self._hidden:
            return
        self._first = self._done = first
        self._began = self._moved_at = self._clock()
        self._teller = threading.Thread(target=self._tell_on, name="progress", daemon=True)
        self._teller.start()

    def turn_to(self, what: str) -> None:
        """Go on with other work, whose speed is another."""
        self.what = what
        self._first = self._done = self._total = 0
        self._began = self._moved_at = self._clock()

    def tell(self, done: int, total: int) -> None:
        """Say how far the work is."""
        if done != self._done:
            self._moved_at = self._clock()
        self._done = done
        self._total = total

    def say(self, line: str) -> None:
        """Print a line of its own."""
        if self._live is not None:
            self._live.console.print(line, markup=False, highlight=False)
        else:
            print(line, file=sys.stderr, flush=True)

    def close(self) -> None:
        """Take the line away."""
        self._over.set()
        if self._teller is not None:
            self._teller.join()
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _tell_on(self) -> None:
        terminal = sys.stderr.isatty()
        while not self._over.wait(_DRAWING_SECONDS):
            try:
                if terminal:
                    self._draw()
                else:
                    self._write()
            except OSError:
                # The terminal was closed; the work goes on, or is told so by others.
                return

    def _draw(self) -> None:
        if not self.is_long:
            return
        if self._live is None:
            self._live = Live(
                console=Console(stderr=True),
                auto_refresh=False,
                transient=True,
                # What else is printed to this terminal goes above the line.
                redirect_stdout=sys.stdout.isatty(),
            )
            self._live.start()
        self._live.update(self.line(self._live.console.width), refresh=True)

    def _write(self) -> None:
        """Print a line now and then, for a log."""
        now = self._clock()
        since = now - (self._shown_at or self._began)
        if since < (_LINE_SECONDS if self._shown_at else _FIRST_LINE_SECONDS):
            return
        self._shown_at = now
        percent, counts, speed, left = self._figures()
        told = f"{counts} ({percent})" if counts else percent or left
        parts = [told, *([speed] if speed else []), *([left] if left and told != left else [])]
        line = f"{self.what}: {', '.join(parts)}{f'; {self.more}' if self.more else ''}"
        print(line, file=sys.stderr, flush=True)

    def line(self, width: int) -> RichTable:
        """The line, as far as it fits: who leads is least important, then the speed."""
        what = self.what
        percent, counts, speed, left = self._figures()
        room = width - len(what)
        for part in (percent, left):
            room -= len(part) + 1 if part else 0
        shown = []
        for part in (counts, speed):
            fits = bool(part) and len(part) + 1 <= room
            shown.append(part if fits else "")
            room -= len(part) + 1 if fits else 0
        bar = _LONG_BAR if width >= _WIDE else _SHORT_BAR
        bar = bar if self._total and bar + 1 <= room else 0
        room -= bar + 1 if bar else 0
        whole = Text(self.more)
        more = whole.copy()
        more.truncate(max(room - 1, 0), overflow="ellipsis")
        cells: list[Text | ProgressBar] = [Text(what)]
        if bar:
            cells.append(ProgressBar(self._total, min(self._done, self._total), width=bar))
        # Names are among them, and are no markup.
        cells += [Text(part) for part in (percent, *shown, left) if part]
        if more.cell_len >= min(whole.cell_len, _LEAST_MORE):
            cells.append(more)
        grid = RichTable.grid(padding=(0, 1, 0, 0))
        for _ in cells:
            grid.add_column(no_wrap=True)
        grid.add_row(*cells)
        return grid

    def _figures(self) -> tuple[str, str, str, str]:
        """Percent, counts, speed and the time left, each empty if unknown."""
        now = self._clock()
        seconds = now - self._began
        done, total = self._done, self._total
        if not total:
            return "", "", "", _hours(seconds)
        most = "at most " if self.at_most else ""
        # Not 100% before the end.
        percent = f"{100 if done >= total else min(100 * done // total, 99)}%"
        counts = f"{done:,} of {most}{total:,} {self._noun}" if self._noun else ""
        # Work comes in lumps: between them the time left runs down, and nothing gets slower.
        lull = min(now - self._moved_at, seconds / 2)
        rate = (done - self._first) / max(seconds - lull, 1e-6)
        if rate <= 0:
            return percent, counts, "", ""
        speed = f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}"
        left = f"{most}{_hours(max((total - done) / rate - lull, 0))} left"
        return percent, counts, f"{speed} {self._noun}/s" if self._noun else "", left


def _hours(seconds: float) -> str:
    minutes, rest = divmod(int(seconds + 0.5), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"
