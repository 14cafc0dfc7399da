"""A thread beside the event loop in which bots think at live tables. What they decide is theirs."""

import math
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Final

# Seconds after which a thought keeps others waiting no longer: they get another thread.
_PATIENCE: Final = 5.0
# Threads for thoughts that have no end, and one for the others.
_MOST: Final = 4


class ThinkingThread:
    """Calls what it is given, one after the other, in a thread that ends with the last of them.

    Two threads at once would not decide sooner, since only one holds the interpreter's lock; and
    the event loop would have to wait for both.
    """

    def __init__(
        self, patience: float = _PATIENCE, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._patience = patience
        self._now = now
        self._waiting: deque[Callable[[], None]] = deque()
        # When the thought began that each thread is at.
        self._began: dict[int, float] = {}
        self._numbers = 0
        # Looks again when the thread that others wait for has been at its thought for too long.
        self._watch: threading.Timer | None = None
        self._lock = threading.Lock()

    def call(self, think: Callable[[], None]) -> None:
        """Have it called soon; it must not raise."""
        with self._lock:
            self._waiting.append(think)
            self._see_to_it()

    def _see_to_it(self) -> None:
        """Have a thread for what waits: one that will soon be free, or another."""
        if not self._waiting or len(self._began) == _MOST:
            return
        now = self._now()
        late = max(self._began.values(), default=-math.inf) + self._patience
        # Daemons: nobody waits for an endless thought when the process ends.
        if late <= now:
            self._numbers += 1
            self._began[self._numbers] = now
            run = threading.Thread(target=self._run, args=(self._numbers,), name="thinking")
            run.daemon = True
            run.start()
        elif self._watch is None:
            self._watch = threading.Timer(late - now, self._look_again)
            self._watch.daemon = True
            self._watch.start()

    def _look_again(self) -> None:
        with self._lock:
            self._watch = None
            self._see_to_it()

    def _run(self, number: int) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    del self._began[number]
                    if self._watch is not None:
                        self._watch.cancel()
                        self._watch = None
                    return
                think = self._waiting.popleft()
                self._began[number] = self._now()
                self._see_to_it()
            think()


# All tables of a process share it.
THREAD: Final = ThinkingThread()
