"""A bot as people type it, for hints that can be copied."""

import shlex
from collections.abc import Iterator
from pathlib import Path

from pitboss.events.bot_command import BadEntrant
from pitboss.events.entrants import Entrant, read_entrants


def bot_text(entrant: Entrant) -> str:
    """The shortest text that names the entrant's program here; empty if there is none."""
    for text in _texts(entrant):
        try:
            found = read_entrants([text], Path())
        except BadEntrant:
            # Not on this machine, or not in this folder.
            continue
        if [_program(one) for one in found] == [_program(entrant)]:
            return text
    return ""


def _program(entrant: Entrant) -> tuple[object, ...]:
    return entrant.command, entrant.folder, entrant.wire


def _texts(entrant: Entrant) -> Iterator[str]:
    typed = shlex.join(entrant.command)
    if entrant.folder:
        yield entrant.folder
    if len(entrant.command) == 1:
        yield entrant.command[0]
    yield typed
    words = [f"cmd={shlex.quote(typed)}"]
    if entrant.folder:
        words.append(f"folder={shlex.quote(entrant.folder)}")
    yield " ".join(words)
    yield " ".join([*words, f"wire={entrant.wire}"])
