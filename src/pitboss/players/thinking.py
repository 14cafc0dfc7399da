"""A thread beside the event loop in which bots think at live tables. What they decide is theirs."""

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
        self._lock = threading.Lock()

    def call(self, think: Callable[[], None]) -> None:
        """Have it called soon; it must not raise."""
        with self._lock:
            self._waiting.append(think)
            limit = self._now() - self._patience
            is_there = any(began > limit for began in self._began.values())
            if is_there or len(self._began) == _MOST:
                return
            self._numbers += 1
            number = self._numbers
            self._began[number] = self._now()
        # A daemon: nobody waits for an endless thought when the process ends.
        threading.Thread(target=self._run, args=(number,), name="thinking", daemon=True).start()

    def _run(self, number: int) -> None:
        while True:
            with self._lock:
                if not self._waiting:
                    del self._began[number]
                    return
                think = self._waiting.popleft()
                self._began[number] = self._now()
            think()


# All tables of a process share it.
THREAD: Final = ThinkingThread()
