"""The sandboxes of an event's programs: which has one, and what each may read there.

A bot that is a folder sees it. Another program sees the folder of its script, and the one in which
it runs. Where something else of the event lies there, a bot sees the files of which it is made, and
no others.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

from pitboss.events.bot_command import named_files
from pitboss.events.bot_version import unnamed_files
from pitboss.events.entrants import Entrant
from pitboss.events.plan import Plan
from pitboss.players.sandbox import NoSandbox, Sandbox, check_sandbox

_MEGABYTE: Final = 1 << 20


def sandbox_of(plan: Plan, number: int, private: Sequence[Path] = ()) -> Sandbox | None:
    """The sandbox of an entrant that is a program; `NoSandbox` if it needs one and can't have it.

    `private` is what no program may read, such as the journal.
    """
    entrant, usual = plan.entrants[number], plan.confinement
    if not is_confined(entrant.sandbox or usual.sandbox):
        return None
    hidden = [*(file for other in plan.entrants for file in _files(other)), *private]
    return Sandbox(
        memory=(entrant.memory or usual.memory) * _MEGABYTE,
        processes=entrant.processes or usual.processes,
        temporary=(entrant.temporary or usual.temporary) * _MEGABYTE,
        readable=(
            *(
                readable_folder(entrant.command, Path(entrant.folder), hidden, entrant.files)
                if entrant.whole
                else readable(entrant.command, Path(entrant.folder), hidden)
            ),
            *(_plain(Path(entrant.folder) / path) for path in entrant.readable),
        ),
    )


def is_confined(wanted: str) -> bool:
    """Whether `off`, `auto` or `require` means a sandbox here; `NoSandbox` if it can't be had."""
    if wanted == "off":
        return False
    try:
        check_sandbox()
    except NoSandbox:
        if wanted == "require":
            raise
        return False
    return True


def missing_sandbox(plan: Plan) -> str:
    """Why programs that should have a sandbox if possible have none; empty if all have theirs."""
    usual = plan.confinement.sandbox
    try:
        if any(not one.builtin and (one.sandbox or usual) == "auto" for one in plan.entrants):
            check_sandbox()
    except NoSandbox as error:
        return str(error)
    return ""


def readable(words: tuple[str, ...], folder: Path, private: Iterable[Path]) -> tuple[Path, ...]:
    """What of the files around it a program may read."""
    place = _plain(folder)
    own = [_plain(file) for file in named_files(words, folder)]
    # A program from elsewhere is installed there, and is no part of the bot.
    own = [file for file in own if file != _plain(folder / words[0]) or place in file.parents]
    # Our own folder has the journal in it, most often, and a home folder anything.
    kept = {Path.cwd(), Path.home(), *(path.resolve() for path in private)}
    kept -= {file.resolve() for file in own}
    shown = [
        each
        for each in dict.fromkeys([place, *(file.parent for file in own)])
        if not any(path.is_relative_to(each.resolve()) for path in kept)
    ]
    modules = [file for file in unnamed_files(words, folder) if file not in kept]
    alone = [
        file
        for file in dict.fromkeys([*own, *sorted(modules)])
        if not any(each in file.parents for each in shown)
    ]
    return (*shown, *alone)


def readable_folder(
    words: tuple[str, ...], folder: Path, private: Iterable[Path], files: Sequence[str] = ()
) -> tuple[Path, ...]:
    """What a bot that is a folder may read: the folder, or its files if not all there is its own.

    What its command names elsewhere is not shown: the command may be the bot's own words.
    """
    place = _plain(folder)
    kept = {path.resolve() for path in private}
    kept -= {file.resolve() for file in named_files(words, folder)}
    if not any(path.is_relative_to(place.resolve()) for path in kept):
        return (place,)
    own = {*named_files(words, place.resolve())}
    own |= unnamed_files(words, folder, whole=True, files=files)
    return tuple(
        file
        for file in sorted(_plain(file) for file in own)
        if file.is_relative_to(place.resolve()) and file not in kept and not file.is_symlink()
    )


def _plain(path: Path) -> Path:
    """The path from the root, without dots; links in it stay what they are."""
    return Path(os.path.normpath(path.absolute()))


def _files(entrant: Entrant) -> Iterator[Path]:
    if not entrant.builtin:
        yield from named_files(entrant.command, Path(entrant.folder))
