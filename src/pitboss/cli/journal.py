"""The journal that `--db` names: opened, with errors in words and the right exit code."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from pitboss.cli.commands import BAD_INPUT, FAILED
from pitboss.cli.options import DATABASE
from pitboss.cli.output import fail

# The store is imported where it is used, so that --help is quick.
if TYPE_CHECKING:
    from pitboss.events.batch import Batch
    from pitboss.events.plan import Plan
    from pitboss.store import Journal

# Reasons for which a journal that was named will not do; others may be gone soon.
_BAD_JOURNAL = (
    "driver",
    "forbidden",
    "missing",
    "newer",
    "no_database",
    "older",
    "password",
    "url",
)


@contextmanager
def journal_at(url: str, *, writing: bool) -> Iterator[Journal]:
    """The journal; an error of it ends the command, with a code that says whose fault it is."""
    from pitboss.store import NotPlayed, StoreError, UnknownEvent

    try:
        journal = _open(url, writing=writing)
    except StoreError as error:
        fail(str(error), BAD_INPUT if error.reason in _BAD_JOURNAL else FAILED)
    try:
        yield journal
    except (UnknownEvent, NotPlayed) as error:
        fail(str(error))
    except StoreError as error:
        fail(str(error), FAILED)
    finally:
        journal.close()


def _open(url: str, *, writing: bool) -> Journal:
    from pitboss.store import Journal, StoreError

    try:
        return Journal.open(url, read_only=not writing)
    except StoreError as error:
        if error.reason != "older":
            raise
    # The journal of an older pitboss is brought up to date, if we may write to it.
    with suppress(StoreError):
        Journal.open(url).close()
    return Journal.open(url, read_only=True)


def journal_words(journal: Journal) -> str:
    """What a suggested command needs to find this journal: nothing if it does so anyway."""
    usual = os.environ.get("PITBOSS_DB", DATABASE)
    return "" if journal.where == usual else f" --db {shlex.quote(journal.where)}"


def batches_in(url: str, plan: Plan) -> Iterator[Batch]:
    """The batches of the event in a journal; none if the journal can't be read."""
    from pitboss.store import Journal, StoreError

    try:
        journal = Journal.open(url, read_only=True)
    except StoreError:
        # It will be opened for writing, and the error reported then.
        return
    with journal:
        if any(row.id == plan.id for row in journal.events()):
            yield from journal.batches(plan.id)
