"""The blueprint's file: its format, its writer and its reader.

The first line is JSON: `format`, `version`, `sections` (of each its name and its bytes, packed and
unpacked) and `sha256`, of all that follows the line. Then come the sections, each compressed by
lzma. `flops` are the buckets of all hands, a byte each, on the flops whose suits are in order, by
mask. A section named after a depth has, for each decision of its tree, for each action but the
last, for each bucket, the action's probability in fifteenths, two to a byte, the first in the low
half. The last action has what is missing to 15.
"""

import hashlib
import json
import lzma
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Final

from pitboss.bots.holdem.abstraction import BUCKETS, COMBOS, PREFLOP_BUCKETS, Buckets
from pitboss.bots.holdem.blueprint_tree import DEPTHS, FOLDED, Tree, betting_tree

FILE: Final = "blueprint.bin"
FORMAT: Final = "pitboss blueprint"
VERSION: Final = 1
STREET_BUCKETS: Final = [PREFLOP_BUCKETS, BUCKETS, BUCKETS, BUCKETS]
PARTS: Final = 15
# Boards to remember: of a turn or a river, each about 1.4 kB.
_BOARDS: Final = 2000


class BadBlueprint(Exception):
    """The file of the blueprint can't be used; the message says why."""


def write_file(sections: dict[str, bytes]) -> bytes:
    """The whole file, of the unpacked sections."""
    packed = {name: lzma.compress(data, preset=9) for name, data in sections.items()}
    payload = b"".join(packed.values())
    header = {
        "format": FORMAT,
        "version": VERSION,
        "sections": [[name, len(packed[name]), len(sections[name])] for name in sections],
        "sha256": hashlib.sha256(payload).hexdigest(),
    }
    return json.dumps(header).encode() + b"\n" + payload


def read_file(data: bytes) -> dict[str, bytes]:
    """The sections of a file, still packed, after a check of its version and its checksum."""
    line, _, payload = data.partition(b"\n")
    try:
        header = json.loads(line)
        form, version = header["format"], header["version"]
        sections, digest = header["sections"], header["sha256"]
    except (ValueError, KeyError, TypeError):
        raise BadBlueprint("the blueprint's file does not begin with its header") from None
    if (form, version) != (FORMAT, VERSION):
        raise BadBlueprint(f"expected {FORMAT} version {VERSION}, not {form} version {version}")
    if hashlib.sha256(payload).hexdigest() != digest:
        raise BadBlueprint("the blueprint's file is damaged: its checksum is wrong")
    parts: dict[str, bytes] = {}
    at = 0
    for name, size, _ in sections:
        parts[name] = payload[at : at + size]
        at += size
    return parts


@cache
def _shipped() -> dict[str, bytes]:
    return read_file(files(__package__).joinpath(FILE).read_bytes())


def all_flops(buckets: Buckets) -> list[int]:
    """The flops whose suits are in order, as masks, lowest first."""
    masks = {
        buckets.canonical(2**one | 2**two | 2**three)
        for one, two, three in combinations(range(52), 3)
    }
    return sorted(masks)


@cache
def shipped_buckets() -> Buckets:
    """Buckets that know every flop."""
    flops: dict[int, bytes] = {}
    buckets = Buckets(flops, _BOARDS)
    rows = lzma.decompress(_shipped()["flops"])
    for number, mask in enumerate(all_flops(buckets)):
        flops[mask] = rows[number * COMBOS : (number + 1) * COMBOS]
    return buckets


class Table:
    """The strategy of one depth: its tree, and every action's probability."""

    def __init__(self, tree: Tree, data: bytes) -> None:
        self.tree = tree
        self._data = data
        # Where each decision's probabilities begin.
        self._starts = [0] * len(tree.kinds)
        at = 0
        for node, kind in enumerate(tree.kinds):
            if kind < FOLDED:
                self._starts[node] = at
                at += (tree.count[node] - 1) * tree.buckets[tree.street[node]]
        if len(data) != (at + 1) // 2:
            raise BadBlueprint(f"expected {(at + 1) // 2} bytes of probabilities, not {len(data)}")

    def parts(self, node: int, bucket: int) -> list[int]:
        """The probability of each action of a decision, in fifteenths."""
        tree = self.tree
        width = tree.buckets[tree.street[node]]
        at = self._starts[node] + bucket
        parts: list[int] = []
        rest = PARTS
        for _ in range(tree.count[node] - 1):
            byte = self._data[at >> 1]
            part = byte >> 4 if at & 1 else byte & PARTS
            parts.append(part)
            rest -= part
            at += width
        parts.append(rest)
        return parts


@cache
def shipped_table(depth: int) -> Table:
    """The shipped strategy of one of the DEPTHS."""
    if depth not in DEPTHS:
        raise ValueError(f"there is no blueprint for {depth} big blinds; there are: {DEPTHS}")
    data = lzma.decompress(_shipped()[str(depth)])
    return Table(betting_tree(depth, STREET_BUCKETS), data)
