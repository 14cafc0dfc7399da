"""A document read as a session: its files are written, its commands run, their output compared.

A fenced block is one of these, by its language and by the comment on the line before it:

* `<!-- file: mine.py -->`: a file of that name, in the session's folder;
* `console`: lines that begin with `$ ` are commands, the others what they print, where `...`
  stands for anything;
* `sh`: every line is a command, whatever it prints;
* `<!-- needs: ruby -->`: only done where that program is found;
* `<!-- not run: why -->`: left alone.

With `PITBOSS_WRITE_DOCS=1` printed lines are brought up to date, if they still look alike.
"""

import difflib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_BLOCK = re.compile(
    r"(?:^<!-- (?P<mark>[^\n]*?) -->\n)?^```(?P<language>\w*)\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class Command:
    """A command as it is typed, and what it is said to print; None if nothing is said."""

    typed: str
    printed: str | None


@dataclass(frozen=True)
class Block:
    """A fenced block."""

    mark: str
    language: str
    body: str

    @property
    def file(self) -> str:
        """The name of the file that it is; empty if it is none."""
        key, _, name = self.mark.partition(": ")
        return name if key == "file" else ""

    @property
    def run(self) -> bool:
        """Whether something is done with it."""
        key, _, program = self.mark.partition(": ")
        return key != "not run" and (key != "needs" or shutil.which(program) is not None)

    def commands(self) -> Iterator[Command]:
        """Its commands, in order."""
        if self.language == "sh":
            # A line that ends in a backslash goes on, as in a shell.
            for line in self.body.replace("\\\n", " ").splitlines():
                if line.strip() and not line.startswith("#"):
                    yield Command(line, None)
        elif self.language == "console":
            for part in re.split(r"^\$ ", self.body, flags=re.MULTILINE)[1:]:
                typed, _, printed = part.partition("\n")
                yield Command(typed, printed)


def blocks(page: Path) -> list[Block]:
    """All fenced blocks of a document."""
    return [
        Block(found["mark"] or "", found["language"], found["body"])
        for found in _BLOCK.finditer(page.read_text())
    ]


class Session:
    """A folder in which a document's blocks are worked off, from the first to the last."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        # Documents speak of the repository's own files as if it were the current folder.
        for name in ("src", "tests", "benchmarks"):
            (folder / name).symlink_to(ROOT / name)
        self.environment = {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "PYTHONPATH": os.environ.get("PYTHONPATH", ""),
            "HOME": str(folder),
            "LANG": "C.UTF-8",
        }

        # What begins so is left out; no command has a zero byte.
        self._skipped: tuple[str, ...] = ("\0",)

    def skip(self, *beginnings: str) -> None:
        """Leave out commands that begin so."""
        self._skipped += beginnings

    def work_off(self, page: Path) -> int:
        """Do what the page says; the number of commands that were run."""
        count = 0
        writing = bool(os.environ.get("PITBOSS_WRITE_DOCS"))
        for block in blocks(page):
            if not block.run:
                continue
            if block.file:
                path = self.folder / block.file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(block.body)
            for command in block.commands():
                if command.typed.startswith(self._skipped):
                    continue
                count += 1
                if writing and command.printed is not None:
                    printed = _renewed(command.printed, self.type(command.typed))
                    text = page.read_text()
                    before = f"$ {command.typed}\n{command.printed}"
                    page.write_text(text.replace(before, f"$ {command.typed}\n{printed}"))
                else:
                    self.run(command)
        return count

    def type(self, typed: str) -> str:
        """Run a command, whatever it prints."""
        return self.run(Command(typed, None))

    def run(self, command: Command) -> str:
        """Run a command; it must succeed, and print what is said."""
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command.typed],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, f"$ {command.typed}\n{done.stdout}{done.stderr}"
        if command.printed is not None:
            wanted = "\n".join(_lines(command.printed))
            found = "\n".join(_lines(done.stdout))
            told = f"$ {command.typed}\nprinted\n{found}\ninstead of\n{wanted}"
            assert _is_like(wanted, found), told
        return done.stdout


def _lines(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip("\n").splitlines()]


def _is_like(wanted: str, found: str) -> bool:
    pattern = re.escape(wanted).replace(r"\.\.\.", ".*?")
    return re.fullmatch(pattern, found, re.DOTALL) is not None


def _renewed(printed: str, found: str) -> str:
    """The lines that were printed, each as it is now; those that are no more are left out."""
    renewed = []
    lines = _lines(found)
    for line in _lines(printed):
        same = [other for other in lines if line != "..." and _is_like(line, other)]
        near = same[:1] or difflib.get_close_matches(line, lines, 1, 0.5)
        if line == "..." or same:
            renewed.append(line)
        else:
            renewed += near
        if line != "..." and near:
            lines = lines[lines.index(near[0]) + 1 :]
    return "\n".join(renewed) + "\n"
