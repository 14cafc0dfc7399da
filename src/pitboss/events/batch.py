"""A batch: some blocks that one worker played in one go, packed for the journal."""

import array
import hashlib
import sys
import zlib
from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from pitboss.events.giving_up import Streak
from pitboss.play.outcome import Timing
from pitboss.play.transcript import Line

# Buckets of answer times: the n-th holds those below 2**n microseconds.
BUCKETS = 40


class FaultNote(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A fault, for the bot's author to look up."""

    block: int
    rotation: int
    seat: int
    entrant: int
    turn: int
    kind: str
    cost: str
    message: str
    # Of an answer the code of what is wrong with it; else what was found out besides.
    detail: str = ""
    # What the bot sent, where that was no answer or a forbidden one.
    said: str = ""
    # The last that it had written for its author by then.
    stderr: str = ""


class RemarkNote(msgspec.Struct, frozen=True, kw_only=True):
    """Something to know about an answer that was no fault, such as that a raise was clamped."""

    block: int
    rotation: int
    seat: int
    entrant: int
    turn: int
    text: str


class GameTranscript(msgspec.Struct, frozen=True, kw_only=True):
    """What passed between us and one seat's program in one game."""

    block: int
    rotation: int
    seat: int
    # By `pack_lines`.
    lines: bytes


class Thinking(msgspec.Struct, kw_only=True):
    """How long an entrant thought, over all its answers in a batch, in seconds."""

    answers: int = 0
    total: float = 0.0
    longest: float = 0.0
    histogram: list[int] = msgspec.field(default_factory=lambda: [0] * BUCKETS)

    def add(self, more: "Thinking | Timing") -> None:
        """Count these times too."""
        self.answers += more.answers
        self.total += more.total
        self.longest = max(self.longest, more.longest)
        for bucket, count in enumerate(more.histogram):
            self.histogram[bucket] += count


class Batch(msgspec.Struct, frozen=True, kw_only=True):
    """What a worker returns. `rows`, `actions` and `faults` are the same on every run."""

    event: str
    # The blocks from `first` on, `count` of them, without a gap.
    first: int
    count: int
    # Rows as in statistics/results.py, uncompressed.
    rows: bytes
    # Every game's actions, by `pack_actions`.
    actions: bytes
    faults: tuple[FaultNote, ...] = ()
    remarks: tuple[RemarkNote, ...] = ()
    # Of the bots whose transcript was asked for.
    transcripts: tuple[GameTranscript, ...] = ()
    # By entrant.
    thinking: dict[int, Thinking] = {}
    seconds: float = 0.0
    # For the runner, not kept: by entrant, how its last games were lost, and why who was given up
    # forfeited the rest of the batch.
    streaks: dict[int, Streak] = {}
    given_up: dict[int, str] = {}


def pack_actions(games: Sequence[Sequence[int]]) -> bytes:
    """All games' actions, in order."""
    numbers = array.array("i", [len(games), *map(len, games)])
    for game in games:
        numbers.extend(game)
    return zlib.compress(_little(numbers).tobytes(), 1)


def unpack_actions(packed: bytes) -> list[list[int]]:
    """What `pack_actions` packed."""
    numbers = array.array("i", zlib.decompress(packed))
    numbers = _little(numbers)
    count = numbers[0]
    ends = [count + 1]
    for length in numbers[1 : count + 1]:
        ends.append(ends[-1] + length)
    return [numbers[start:end].tolist() for start, end in pairwise(ends)]


def pack_lines(lines: Sequence[Line]) -> bytes:
    """The lines of a transcript."""
    return zlib.compress(msgspec.msgpack.encode(lines), 6)


def unpack_lines(packed: bytes) -> list[Line]:
    """What `pack_lines` packed."""
    return msgspec.msgpack.decode(zlib.decompress(packed), type=list[Line])


def _little(numbers: "array.array[int]") -> "array.array[int]":
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def digest(batches: Iterable[Batch]) -> str:
    """A fingerprint of all games of an event; its batches are in order, and may be of any size."""
    rows = hashlib.sha256()
    actions = hashlib.sha256()
    for batch in batches:
        rows.update(batch.rows)
        numbers = zlib.decompress(batch.actions)
        # The number of games and their lengths are in the rows too.
        actions.update(numbers[4 * (1 + int.from_bytes(numbers[:4], "little")) :])
    return hashlib.sha256(rows.digest() + actions.digest()).hexdigest()
