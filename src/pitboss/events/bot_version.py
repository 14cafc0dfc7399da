"""A bot's version: a digest of the files that it is made of, so that a changed bot is another bot.

Of a folder that is a bot these are all its files, within limits. A script that lies anywhere is
itself, the other files that its command names, and what it imports from beside it. `files` says
it better where neither is right.
"""

import fnmatch
import hashlib
import os
import stat
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from pitboss.events.bot_command import LEFT_OUT_FOLDERS, BadEntrant, named_files
from pitboss.events.bot_modules import imported_files, module_files

# Of a folder; more takes longer than people like to wait for a game to begin.
MOST_FILES: Final = 2000
MOST_MEGABYTES: Final = 64
# What others have made of a bot's files, or of its games.
LEFT_OUT_FILES: Final = ("*.db", "*.db-*", "*.html", "*.log", "*.pyc")

_DIGEST: Final = 12
_CHUNK: Final = 1 << 20
_MEGABYTE: Final = 1 << 20


def version_of(
    words: tuple[str, ...], place: Path, *, whole: bool = False, files: Sequence[str] = ()
) -> str:
    """A short digest of the files of a bot whose command runs in `place`; empty if it has none.

    `whole`: the folder is the bot. `files` are globs that choose among what lies there.
    """
    named = list(named_files(words, place))
    digest = hashlib.sha256()
    for path in named:
        _add(digest, path)
    others = unnamed_files(words, place, whole=whole, files=files)
    others -= {path.resolve() for path in named}
    for name, path in sorted((_name(path, place), path) for path in others):
        # Where a file lies is part of what it is; the same folder elsewhere is the same bot.
        digest.update(len(name).to_bytes(8, "big") + os.fsencode(name))
        if path.is_symlink():
            digest.update(os.fsencode(path.readlink()))
        else:
            _add(digest, path)
    return digest.hexdigest()[:_DIGEST] if named or others else ""


def unnamed_files(
    words: tuple[str, ...], place: Path, *, whole: bool = False, files: Sequence[str] = ()
) -> set[Path]:
    """What makes the bot besides the files that its command names; paths from the root."""
    root = place.resolve()
    if files:
        return _chosen(root, files)
    if whole:
        return set(folder_files(root))
    found = {*imported_files(named_files(words, place)), *module_files(words, root)}
    if len(found) > MOST_FILES:
        raise BadEntrant(
            f"{' '.join(words)} imports more than {MOST_FILES:,} files from beside it; say which "
            "of them make the bot: files='*.py'",
            "files",
        )
    return found


def folder_files(folder: Path) -> list[Path]:
    """The files of a folder that is a bot, without what is left out; `BadEntrant` if too many."""
    found: list[Path] = []
    size = 0
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(each for each in folders if not _is_left_out(each, LEFT_OUT_FOLDERS))
        for name in sorted(names):
            if _is_left_out(name, LEFT_OUT_FILES):
                continue
            path = Path(here) / name
            if not _is_kept(path):
                continue
            size += path.lstat().st_size
            found.append(path)
            if len(found) > MOST_FILES or size > MOST_MEGABYTES * _MEGABYTE:
                raise BadEntrant(
                    f"{folder} has more than {MOST_FILES:,} files or {MOST_MEGABYTES} MB, too much "
                    "to tell its version by; say which of them make the bot, in its bot.toml: "
                    'files = ["*.py", "weights/*"]',
                    "files",
                )
    return found


def _chosen(root: Path, globs: Iterable[str]) -> set[Path]:
    chosen: set[Path] = set()
    for pattern in globs:
        if Path(pattern).is_absolute() or ".." in Path(pattern).parts:
            raise BadEntrant(f"files: {pattern} leads out of the bot's folder, {root}", "files")
        try:
            found = {path for path in root.glob(pattern) if _is_kept(path)}
        except (ValueError, NotImplementedError) as error:
            raise BadEntrant(f"files: {pattern!r} is no pattern: {error}", "files") from error
        if not found:
            raise BadEntrant(f"files: nothing in {root} is called {pattern}", "files")
        chosen |= found
    return chosen


def _is_kept(path: Path) -> bool:
    """Whether it is a file or a link, rather than a folder, a pipe, a device or gone."""
    try:
        mode = path.lstat().st_mode
    except OSError:
        return False
    return stat.S_ISREG(mode) or stat.S_ISLNK(mode)


def _is_left_out(name: str, patterns: Sequence[str]) -> bool:
    return name.startswith(".") or any(fnmatch.fnmatch(name, pattern) for pattern in patterns)


def _name(path: Path, place: Path) -> str:
    """The file's path from where the command runs, the same on every machine."""
    return Path(os.path.relpath(path, place.resolve())).as_posix()


def _add(digest: "hashlib._Hash", path: Path) -> None:
    try:
        with path.open("rb") as file:
            # The length keeps the end of one file from passing for the beginning of the next.
            digest.update(os.fstat(file.fileno()).st_size.to_bytes(8, "big"))
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
    except OSError as error:
        raise BadEntrant(f"{path} can't be read: {error.strerror}") from error
