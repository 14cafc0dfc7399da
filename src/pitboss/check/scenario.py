"""A scenario of a check: a number, what it shows, and what is done to show it."""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from pitboss.play.transcript import Line


def tell_nobody(done: int, total: int) -> None:
    """Say nothing of how far a scenario is."""


class Bench(ABC):
    """What scenarios are run on: somebody who is checked, and what passed meanwhile."""

    # Told how much of a long scenario is done, and how much there is.
    tell: Callable[[int, int], None] = staticmethod(tell_nobody)

    @abstractmethod
    def begin(self) -> None:
        """A scenario begins: what passed before is forgotten."""

    @property
    @abstractmethod
    def is_fresh(self) -> bool:
        """Whether whoever is checked has done nothing yet since it was started."""

    @abstractmethod
    def renew(self) -> None:
        """Start whoever is checked anew, for the next scenario."""

    @abstractmethod
    def lines(self) -> Sequence[Line]:
        """What passed in this scenario."""

    def stderr(self) -> str:
        """What it wrote for its author, where there is such a thing."""
        return ""

    def close(self) -> None:  # noqa: B027
        """There are no more scenarios."""


_NUMBER: Final = re.compile(r"\d+")
B = TypeVar("B", bound=Bench)


@dataclass(frozen=True, slots=True)
class Scenario(Generic[B]):
    """`run` returns if all was well, and raises `Failure`, `Advice` or `Skipped` if not."""

    number: int
    # Short, for a line of a list: "a war of draw twos".
    name: str
    # What is sent, and what is expected.
    what: str
    run: Callable[[B], None]


class Failure(Exception):
    """What was wrong, as one sentence that names the cause."""

    def __init__(
        self,
        sentence: str,
        *,
        cause: str = "",
        is_silence: bool = False,
        is_final: bool = False,
    ) -> None:
        """Failures of one cause are told once; by it, or else by the sentence.

        Of a silence more are not waited for; after what is final nothing else is tried.
        """
        super().__init__(sentence)
        self.sentence = sentence
        self.cause = _NUMBER.sub("0", cause or sentence)
        self.is_silence = is_silence
        self.is_final = is_final


class Advice(Exception):
    """Something that the protocol does not demand, as one sentence."""


class Skipped(Exception):
    """Why a scenario does not apply."""
