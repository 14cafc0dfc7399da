"""Batches in the form in which the journal stores them, and single games read out of them."""

import contextlib
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from pitboss.events.batch import Batch, Thinking
from pitboss.statistics.results import Rows, row_type
from pitboss.store.errors import StoreError

Fault = TypeVar("Fault", bound=msgspec.Struct)

# Level 6 saves a few percent and takes many times as long.
_LEVEL = 1
_PART = "A part of the journal"


@contextlib.contextmanager
def sound(what: str) -> Iterator[None]:
    """Around the reading of something stored; `StoreError` if it is damaged."""
    try:
        yield
    except (
        zlib.error, msgspec.MsgspecError, ValueError, TypeError, LookupError, OverflowError,
    ) as error:  # fmt: skip
        raise damaged(what, str(error)) from error


def damaged(what: str, why: str) -> StoreError:
    """The error that something stored can't be read."""
    return StoreError("damaged", f"{what} is damaged ({why}). Fetch it from a copy.")


def pack_rows(rows: bytes, seats: int) -> bytes:
    """Rows in stored form, by column, which compresses better and faster."""
    kind = row_type(seats)
    games = np.frombuffer(rows, kind)
    return zlib.compress(b"".join(games[name].tobytes() for name in kind.names or ()), _LEVEL)


def unpack_rows(packed: bytes, seats: int, entrants: int) -> Rows:
    """What `pack_rows` packed, of an event with so many entrants."""
    columns = unpack_columns(packed, seats, entrants)
    games = np.empty(len(columns["block"]), row_type(seats))
    for name, column in columns.items():
        games[name] = column
    return games


def unpack_columns(packed: bytes, seats: int, entrants: int) -> dict[str, NDArray[Any]]:
    """The same by column."""
    kind = row_type(seats)
    games: dict[str, NDArray[Any]] = {}
    with sound(_PART):
        columns = memoryview(zlib.decompress(packed))
        count = len(columns) // kind.itemsize
        start = 0
        for name in kind.names or ():
            column = kind[name]
            end = start + column.itemsize * count
            games[name] = np.frombuffer(columns[start:end], column)
            start = end
        if start != len(columns) or not count:
            raise ValueError("its games end in the middle")
        if games["entrant"].min() < 0 or games["entrant"].max() >= entrants:
            raise ValueError("it has games of bots that do not take part")
        if games["rotation"].min() < 0 or games["rotation"].max() >= seats:
            raise ValueError("it has games that no block has")
    return games


def pack_faults(faults: Sequence[msgspec.Struct]) -> bytes | None:
    """Faults in stored form; None if there are none, as in most batches."""
    return zlib.compress(msgspec.json.encode(faults), _LEVEL) if faults else None


def unpack_faults(packed: bytes | None, faults: type[tuple[Fault, ...]]) -> tuple[Fault, ...]:
    """What `pack_faults` packed."""
    if packed is None:
        return ()
    with sound(_PART):
        return msgspec.json.decode(zlib.decompress(packed), type=faults)


def pack_thinking(thinking: dict[int, Thinking]) -> bytes:
    """Times in stored form."""
    return msgspec.json.encode(thinking)


def unpack_thinking(packed: bytes) -> dict[int, Thinking]:
    """What `pack_thinking` packed."""
    with sound(_PART):
        return msgspec.json.decode(packed, type=dict[int, Thinking])


def add_thinking(sums: dict[int, Thinking], more: dict[int, Thinking]) -> None:
    """Add a batch's times to the sums."""
    for entrant, times in more.items():
        sums.setdefault(entrant, Thinking()).add(times)


def blocks_of(batch: Batch) -> range:
    """The numbers of a batch's blocks."""
    return range(batch.first, batch.first + batch.count)


def gaps(wanted: range, taken: Iterable[range]) -> list[range]:
    """The parts of `wanted` that no range of `taken` covers; `taken` is in order."""
    missing = []
    start = wanted.start
    for blocks in taken:
        if blocks.start > start:
            missing.append(range(start, min(blocks.start, wanted.stop)))
        start = max(start, blocks.stop)
    if start < wanted.stop:
        missing.append(range(start, wanted.stop))
    return missing


def runs(numbers: Iterable[int]) -> list[range]:
    """Ascending numbers as ranges without a gap."""
    found: list[range] = []
    for number in numbers:
        if found and found[-1].stop == number:
            found[-1] = range(found[-1].start, number + 1)
        else:
            found.append(range(number, number + 1))
    return found


def check(batch: Batch, seats: int) -> None:
    """Check that a batch has the blocks that it claims; `ValueError` if not."""
    kind = row_type(seats)
    if batch.first < 0 or batch.count < 1:
        raise ValueError(f"a batch can't have {batch.count} blocks from {batch.first} on")
    if len(batch.rows) % kind.itemsize or not batch.rows:
        raise ValueError(f"rows of {len(batch.rows)} bytes are not for {seats} seats")
    blocks = np.frombuffer(batch.rows, kind)["block"]
    if blocks.min() != batch.first or blocks.max() != batch.first + batch.count - 1:
        raise ValueError(
            f"a batch of blocks {batch.first} to {batch.first + batch.count - 1} has rows of "
            f"blocks {blocks.min()} to {blocks.max()}"
        )


def cut(batch: Batch, pieces: Sequence[range], seats: int) -> Iterator[Batch]:
    """Some of a batch's blocks as batches of their own.

    Thinking times are known for the whole batch only, so the first piece gets them all.
    """
    rows = np.frombuffer(batch.rows, row_type(seats))
    lengths, actions = _games(batch.actions)
    for number, blocks in enumerate(pieces):
        kept = (rows["block"] >= blocks.start) & (rows["block"] < blocks.stop)
        numbers = np.concatenate(
            [
                np.array([kept.sum()], np.int32),
                lengths[kept],
                actions[np.repeat(kept, lengths)],
            ]
        )
        yield Batch(
            event=batch.event,
            first=blocks.start,
            count=len(blocks),
            rows=rows[kept].tobytes(),
            actions=zlib.compress(numbers.astype("<i4").tobytes(), _LEVEL),
            faults=tuple(fault for fault in batch.faults if fault.block in blocks),
            remarks=tuple(remark for remark in batch.remarks if remark.block in blocks),
            thinking={} if number else batch.thinking,
            seconds=0.0 if number else batch.seconds,
        )


def with_transcripts(piece: Batch, batch: Batch) -> Batch:
    """A piece of the batch with the transcripts of its games."""
    blocks = blocks_of(piece)
    kept = tuple(one for one in batch.transcripts if one.block in blocks)
    return msgspec.structs.replace(piece, transcripts=kept)


def actions_of(packed: bytes, game: int) -> list[int]:
    """One game's actions out of what `pack_actions` packed, without a list for every other."""
    with sound(_PART):
        lengths, actions = _games(packed)
        start = int(lengths[:game].sum())
        chosen: list[int] = actions[start : start + int(lengths[game])].tolist()
        return chosen


def check_actions(packed: bytes, games: int) -> None:
    """Check that packed actions are those of so many games."""
    with sound(_PART):
        lengths, _ = _games(packed)
        if len(lengths) != games:
            raise ValueError(f"it has the moves of {len(lengths)} games and the ends of {games}")


def _games(packed: bytes) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Every game's length, and all their actions."""
    numbers = np.frombuffer(zlib.decompress(packed), "<i4")
    games = int(numbers[0])
    lengths, actions = numbers[1 : games + 1], numbers[games + 1 :]
    if len(lengths) != games or (games and lengths.min() < 0) or lengths.sum() != len(actions):
        raise ValueError("its moves end in the middle")
    return lengths, actions
