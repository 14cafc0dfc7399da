"""The program that is checked: a player as in any match, looked at more closely."""

import time
from collections.abc import Sequence
from typing import Any, Final

from pitboss.games.game import Game
from pitboss.play.answer import Answer
from pitboss.play.fault import Fault, FaultKind
from pitboss.play.ruling import Ruling
from pitboss.play.transcript import Transcript
from pitboss.players.program.blocking import BlockingProgram
from pitboss.players.program.diagnosis import look

# Of a scenario far more is kept than of a game in a match, whose lines are mostly like each other.
_KEPT: Final = 1 << 20
# Milliseconds between looks, and looks in a row after which a program that only waits for more
# input is taken for silent, long before its time is up.
_LOOK: Final = 100
_LOOKS: Final = 10
# Seconds in which the rest of what it has to say is waited for after a mistake.
_REST: Final = 0.15


class CheckedProgram(BlockingProgram):
    """A program whose every line is kept, and whose silence is noticed early."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.core.transcript = Transcript(_KEPT)
        # The last ruling against it.
        self.ruling: Ruling | None = None

    def begin(self, game: Game, seat: int, names: Sequence[str]) -> None:
        self.ruling = None
        super().begin(game, seat, names)

    def _wait(self) -> tuple[Answer | Fault | None, float]:
        process = self.process
        looks = 0
        while process is not None and not self._events.poll(_LOOK):
            if self._stopwatch.patience() <= 0:
                break
            looks = looks + 1 if not process.unread() and look(process).only_reads else 0
            if looks >= _LOOKS:
                self._read_stderr()
                activity = look(process, *self._stopwatch.spent())
                return self.core.silence(0, activity), 0.0
        return super()._wait()

    def refused(self, ruling: Ruling) -> None:
        """Hear the rest of what it has to say, which may explain the mistake."""
        self.ruling = ruling
        fault = ruling.fault
        if fault is not None and fault.kind in (FaultKind.MALFORMED, FaultKind.ILLEGAL):
            self.listen(_REST)
        super().refused(ruling)

    def listen(self, seconds: float) -> bytes:
        """What it writes in this time, which is in the transcript then; nothing is asked."""
        until = time.monotonic() + seconds
        heard = b""
        while self.process is not None and (left := until - time.monotonic()) > 0:
            self._poll_answer(1000 * left)
            data = self.process.read()
            self._read_stderr()
            if data == b"":
                break
            if data:
                heard += data
                self.core.hear(data)
        return heard
