"""A server under check: visited once by clients of ours; each scenario tells what they met."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from pitboss.check.scenario import Bench, Failure, Scenario, Skipped
from pitboss.play.transcript import Line

# Seconds for a whole visit; whoever waits longer waits for nothing.
_LONGEST_VISIT: Final = 180.0


class VisitOver(Exception):
    """The visit can't go on; what was not met by then is skipped."""


@dataclass
class Notes:
    """What clients met at a server, by the name of the scenario that it belongs to."""

    failed: dict[str, list[tuple[str, list[Line]]]] = field(default_factory=dict)
    skipped: dict[str, str] = field(default_factory=dict)
    met: set[str] = field(default_factory=set)
    over: str = ""

    def fail(self, name: str, sentence: str, *messages: str) -> None:
        """Something was wrong; the messages show it."""
        lines = [Line(0.0, ">", message) for message in messages]
        self.failed.setdefault(name, []).append((sentence, lines))

    def expect(self, name: str, is_so: bool, sentence: str, *messages: str) -> None:
        """It was met, and is wrong unless it is so."""
        self.met.add(name)
        if not is_so:
            self.fail(name, sentence, *messages)

    def skip(self, name: str, why: str) -> None:
        """The server does not offer it, or there was no occasion."""
        self.skipped.setdefault(name, why)


Visit = Callable[[str, Notes], Awaitable[None]]


class ServerBench(Bench):
    """A server at an address."""

    def __init__(self, url: str, visit: Visit) -> None:
        self.url = url
        self.notes = Notes()
        self._visit = visit
        self._is_visited = False
        self._lines: list[Line] = []

    @property
    def is_fresh(self) -> bool:
        # Nothing is repeated: a second visit would meet the same.
        return True

    def begin(self) -> None:
        self._lines = []

    def renew(self) -> None:
        """Nothing: the server stays as it is."""

    def lines(self) -> Sequence[Line]:
        return self._lines

    def show(self, name: str) -> None:
        """Return if that was met and was well; else `Failure` or `Skipped`."""
        if not self._is_visited:
            self._is_visited = True
            asyncio.run(self._go())
        notes = self.notes
        if notes.over and not notes.met and not notes.failed:
            raise Failure(notes.over, is_final=True)
        if name in notes.failed:
            sentence, self._lines = notes.failed[name][0]
            more = len(notes.failed[name]) - 1
            raise Failure(f"{sentence} (and {more} more of this kind)" if more else sentence)
        if name in notes.skipped:
            raise Skipped(notes.skipped[name])
        if name not in notes.met:
            raise Skipped(notes.over or "there was no occasion for it")

    async def _go(self) -> None:
        notes = self.notes
        try:
            async with asyncio.timeout(_LONGEST_VISIT):
                await self._visit(self.url, notes)
        except VisitOver as over:
            notes.over = str(over)
        except TimeoutError:
            notes.over = f"the visit took longer than {_LONGEST_VISIT:g} s"


def server_scenarios(*those: tuple[str, str]) -> list[Scenario[ServerBench]]:
    """Scenarios of a name and what it is about, numbered in this order."""

    def telling(name: str) -> Callable[[ServerBench], None]:
        return lambda bench: bench.show(name)

    return [
        Scenario(number, name, what, telling(name)) for number, (name, what) in enumerate(those, 1)
    ]
