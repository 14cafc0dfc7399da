"""The files beside a script that it is made of, found by a look at its text: nothing is run.

Python's imports are followed exactly as far as names are written out. JavaScript's and Ruby's are
found where they begin with a dot, a shell script's where a word names a file. Only what lies in
the script's folder or below counts: other folders are others' business.
"""

import ast
import itertools
import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Final

# Longer texts were written by programs, and import nothing that another one does not.
_LONGEST: Final = 4 << 20
_JAVASCRIPT: Final = re.compile(r"""\b(?:require|import|from)\s*\(?\s*["'](\.[^"'\n]+)["']""")
_RUBY_RELATIVE: Final = re.compile(r"""\brequire_relative\s*\(?\s*["']([^"'\n]+)["']""")
_RUBY: Final = re.compile(r"""\b(?:require|load)\s*\(?\s*["'](\./[^"'\n]+)["']""")
_SHELL_WORD: Final = re.compile(r"[\w./+-]*\w")
_JAVASCRIPT_ENDS: Final = ("", ".js", ".mjs", ".cjs", ".json", "/index.js")


def imported_files(scripts: Iterable[Path]) -> set[Path]:
    """All that the scripts import from beside them, directly or not; paths from the root."""
    found: set[Path] = set()
    for script in scripts:
        path = script.resolve()
        found |= _followed([path], path.parent)
    return found


def module_files(words: tuple[str, ...], place: Path) -> set[Path]:
    """The files of a module, or a folder, that Python is told to run: `-m mybot`, `mybot/`."""
    found: set[Path] = set()
    for before, word in itertools.pairwise(words):
        if before == "-m":
            found |= _followed(_module(word, place), place)
        elif "\0" not in word and _is_file(place / word / "__main__.py"):
            folder = (place / word).resolve()
            found |= _followed(_python_files(folder), folder)
    return found


def _followed(begin: Iterable[Path], root: Path) -> set[Path]:
    """The files, and all that they import from the root's folder."""
    found: set[Path] = set()
    waiting = list(begin)
    while waiting:
        path = waiting.pop()
        if path in found or not path.is_relative_to(root):
            continue
        found.add(path)
        waiting += _imports(path, root)
    return found


def _imports(path: Path, root: Path) -> list[Path]:
    try:
        if path.stat().st_size > _LONGEST:
            return []
        text = path.read_bytes().decode()
    except (OSError, UnicodeDecodeError):
        return []
    reader = _reader(path, text)
    return [] if reader is None else [found.resolve() for found in reader(path, text, root)]


def _reader(path: Path, text: str) -> "Callable[[Path, str, Path], Iterator[Path]] | None":
    first = text.partition("\n")[0] if text.startswith("#!") else ""
    for suffixes, program, reader in (
        ((".py",), "python", _python),
        ((".js", ".mjs", ".cjs"), "node", _javascript),
        ((".rb",), "ruby", _ruby),
        ((".sh", ".bash"), "sh", _shell),
    ):
        if path.suffix in suffixes or (not path.suffix and program in first):
            return reader
    return None


def _python(path: Path, text: str, root: Path) -> Iterator[Path]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                for name in names:
                    yield from _module(name.name, root)
            case ast.ImportFrom(module=module, names=names, level=level):
                base = path.parents[level - 1] if 0 < level <= len(path.parents) else root
                for name in names:
                    yield from _module(f"{module}.{name.name}" if module else name.name, base)
            case ast.Call(
                func=ast.Name(id="__import__" | "import_module")
                | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield from _module(name, root)


def _module(dotted: str, base: Path) -> Iterator[Path]:
    """What `import a.b` reads below the folder; of a package that is all of its Python files."""
    for part in dotted.split("."):
        if not part.isidentifier():
            return
        if _is_file(base / part / "__init__.py"):
            yield from _python_files(base / part)
            return
        if _is_file(base / f"{part}.py"):
            yield base / f"{part}.py"
            return
        yield from (file for file in base.glob(f"{part}.*so") if file.is_file())
        base /= part


def _python_files(folder: Path) -> Iterator[Path]:
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(each for each in folders if each.isidentifier())
        yield from (Path(here) / name for name in sorted(names) if name.endswith((".py", ".so")))


def _javascript(path: Path, text: str, root: Path) -> Iterator[Path]:  # noqa: ARG001
    for name in _JAVASCRIPT.findall(text):
        tried = (path.parent / f"{name}{end}" for end in _JAVASCRIPT_ENDS)
        yield from [file for file in tried if _is_file(file)][:1]


def _ruby(path: Path, text: str, root: Path) -> Iterator[Path]:
    named = [path.parent / name for name in _RUBY_RELATIVE.findall(text)]
    named += [root / name for name in _RUBY.findall(text)]
    for file in named:
        yield from [each for each in (file, Path(f"{file}.rb")) if _is_file(each)][:1]


def _shell(path: Path, text: str, root: Path) -> Iterator[Path]:
    for word in _SHELL_WORD.findall(text):
        # Most often it begins with what the shell finds out: "$HERE/bot.py".
        parts = word.split("/")
        tails = (Path(*parts[start:]) for start in range(len(parts)) if parts[start])
        near = (base / tail for tail in tails for base in (path.parent, root))
        yield from [file for file in near if _is_file(file)][:1]


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False
