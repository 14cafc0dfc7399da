"""What was printed and sent, kept as digests, and compared: says what changed, and where.

`PITBOSS_WRITE_GOLDEN=1` writes the digests anew. `PITBOSS_KEEP_GOLDEN=folder` keeps the texts
themselves: done on two commits, `diff -r` shows every byte that changed.
"""

import fcntl
import hashlib
import json
import os
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

DIGESTS = Path(__file__).parent / "digests.json"
_WRITES = os.environ.get("PITBOSS_WRITE_GOLDEN") == "1"
_KEEP = os.environ.get("PITBOSS_KEEP_GOLDEN", "")
_TYPE = re.compile(r'"type":"(\w+)"')
# At most so many marks for a text, each of a run of lines: enough to say where it differs.
_MARKS = 64
_MARK = 4
_SHA = 16
_SHOWN_LINES = 8
_SHOWN = 400


def digest(text: str) -> dict[str, Any]:
    """A text in a few words: its digest, facts for people, and a mark for every run of lines."""
    lines = text.splitlines(keepends=True)
    step = -(-len(lines) // _MARKS) or 1
    types = Counter(found[1] for line in lines if (found := _TYPE.search(line)))
    told: dict[str, Any] = {"sha256": _sha(text, _SHA), "lines": len(lines), "chars": len(text)}
    if types:
        told["types"] = dict(sorted(types.items()))
    return told | {"step": step, "marks": _marks(lines, step)}


class Golden:
    """The digests of one test's texts."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def compare(self, group: str, texts: Mapping[str, str]) -> None:
        """Fail if one of the group's texts is not what it was, is new, or is missing."""
        found = {f"{group}/{name}": text for name, text in texts.items()}
        if _KEEP:
            _keep(Path(_KEEP), found)
        if _WRITES:
            _write(group, {name: digest(text) for name, text in found.items()})
            return
        stored: dict[str, Any] = json.loads(DIGESTS.read_text()) if DIGESTS.exists() else {}
        kept = {name: told for name, told in stored.items() if name.startswith(f"{group}/")}
        problems = [f"{name}: there is none any more" for name in kept.keys() - found.keys()]
        for name, text in found.items():
            if name not in kept:
                problems.append(f"{name}: not in {DIGESTS.name}")
            elif digest(text) != kept[name]:
                problems.append(self._difference(name, text, kept[name]))
        if problems:
            pytest.fail("\n\n".join(sorted(problems)), pytrace=False)

    def _difference(self, name: str, text: str, kept: Mapping[str, Any]) -> str:
        now = digest(text)
        path = self._folder / (name.replace("/", "-") + ".txt")
        path.write_text(text)
        told = [f"{name} has changed; it is now in {path}"]
        told += [
            f"  {fact}: was {kept.get(fact)}, is {now.get(fact)}"
            for fact in ("lines", "chars", "types")
            if kept.get(fact) != now.get(fact)
        ]
        lines = text.splitlines(keepends=True)
        step = kept["step"]
        was, is_ = kept["marks"], _marks(lines, step)
        same = 0
        while same < min(len(was), len(is_)) and was[: same + _MARK] == is_[: same + _MARK]:
            same += _MARK
        first = same // _MARK * step
        told.append(f"  the first difference is in lines {first + 1} to {first + step}, now:")
        shown = lines[first : first + min(step, _SHOWN_LINES)] or ["(nothing: it ends before)\n"]
        return "\n".join(told + [f"    {line.rstrip()[:_SHOWN]}" for line in shown])


def _sha(text: str, length: int) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:length]


def _marks(lines: list[str], step: int) -> str:
    runs = ("".join(lines[first : first + step]) for first in range(0, len(lines), step))
    return "".join(_sha(run, _MARK) for run in runs)


def _keep(folder: Path, texts: Mapping[str, str]) -> None:
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def _write(group: str, told: Mapping[str, Any]) -> None:
    """Put the group's digests in the place of those it had; several processes may write."""
    with DIGESTS.open("a+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        file.seek(0)
        text = file.read()
        stored: dict[str, Any] = json.loads(text) if text else {}
        kept = {name: one for name, one in stored.items() if not name.startswith(f"{group}/")}
        lines = [
            f"{json.dumps(name)}: {json.dumps(one)}"
            for name, one in sorted({**kept, **told}.items())
        ]
        file.truncate(0)
        file.write("{\n" + ",\n".join(lines) + "\n}\n")
