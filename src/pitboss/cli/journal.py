"""The journal that `--db` names: opened, with its errors told and the right exit code."""

import os
import shlex
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from pitboss.cli.console import fail
from pitboss.cli.exit_codes import BAD_INPUT, FAILED
from pitboss.cli.options import DATABASE
from pitboss.events.batch import Batch
from pitboss.events.plan import Plan
from pitboss.store import Journal, NotPlayed, StoreError, UnknownEvent

# What is wrong with a journal that was named, and what may be well again soon.
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
    """The journal; what is wrong with it is told, and the exit code says whose fault it is."""
    try:
        journal = _opened(url, writing=writing)
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


def _opened(url: str, *, writing: bool) -> Journal:
    try:
        return Journal.open(url, read_only=not writing)
    except StoreError as error:
        if error.reason != "older":
            raise
    # An older pitboss's journal is brought up to date, by whoever may write to it.
    with suppress(StoreError):
        Journal.open(url).close()
    return Journal.open(url, read_only=True)


def journal_words(journal: Journal) -> str:
    """What a suggested command needs to find this journal too: nothing if it would anyway."""
    usual = os.environ.get("PITBOSS_DB", DATABASE)
    return "" if journal.where == usual else f" --db {shlex.quote(journal.where)}"


def batches_in(url: str, plan: Plan) -> Iterator[Batch]:
    """What a journal has of the event; nothing if there is none, or none that can be read."""
    try:
        journal = Journal.open(url, read_only=True)
    except StoreError:
        # Whoever opens it for writing is told why.
        return
    with journal:
        if any(row.id == plan.id for row in journal.events()):
            yield from journal.batches(plan.id)
