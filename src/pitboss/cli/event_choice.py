"""Which event a command means: one of the journal's, one that goes on from it, or a new one.

What is found is said in one line, with the way to have it otherwise.
"""

import os
import sys
from collections.abc import Sequence
from datetime import UTC, datetime

import msgspec

from pitboss.cli.output import fail
from pitboss.events.plan import Plan
from pitboss.events.runner import ENDS_WITH_STDIN, SEED_FROM_STDIN
from pitboss.events.schedule import total_blocks
from pitboss.events.secret_seed import draw_seed, is_of, note_of, was_drawn
from pitboss.events.succession import Succession, succession
from pitboss.narration.live_games import moment_words
from pitboss.store import EventRow, Journal, StoreError
from pitboss.store.event_row import FOLLOWS

# In an event's note: the id of what the command describes, if the event is another one.
_DESCRIBED = "described"


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """The event to play."""

    plan: Plan
    # What the journal notes of it besides the command.
    note: dict[str, str]
    # The event whose games it takes over; empty if there is none.
    follows: str = ""
    # Whether its seed was drawn, and has not been shown with that event.
    secret: bool


def choose_event(
    plan: Plan,
    label: str,
    db: str,
    *,
    finished: bool = False,
    joins: bool = False,
    keep: bool = False,
    new: bool = False,
) -> Choice:
    """The event of the plan; without a seed in the plan it is found in the journal, or drawn.

    That is the newest such event which is not over, or is `finished` as well. `joins`: changed and
    late bots join an event that is not over. `keep`: and one that is. `new`: none is looked for.
    """
    if new and (plan.seed or keep):
        fail(f"--new draws a seed: leave out {'--keep' if keep else 'the seed, or change it'}")
    # A server knows what it wants to have played.
    if not plan.seed and os.environ.get(SEED_FROM_STDIN):
        return _fresh(plan, label, sys.stdin.readline().strip())
    if plan.seed and os.environ.get(ENDS_WITH_STDIN):
        return _fresh(plan, label, plan.seed)
    rows = [] if new else _rows_in(db)
    same = next((row for row in rows if _is_same(row, plan, label, finished=finished)), None)
    if same is not None and (same.follows or not keep):
        return _known(same, plan, label)
    found = _related(rows, plan, label, changed=keep)
    if found is None:
        if keep:
            fail("there is no earlier event to keep games of: run the command without --keep")
        return _fresh(plan, label, plan.seed or draw_seed())
    row, change = found
    over = row.state == "finished"
    if keep or (joins and not over and not change.refusal):
        return _going_on(row, change, plan, label)
    _say_changed(row, change, can_keep=joins)
    return _fresh(plan, label, plan.seed or draw_seed())


def is_over(plan: Plan, db: str) -> bool:
    """Whether all games of the event are in the journal."""
    return any(
        row.id == plan.id and row.state == "finished" and row.blocks >= total_blocks(plan)
        for row in _rows_in(db)
    )


def _fresh(plan: Plan, label: str, seed: str) -> Choice:
    chosen = msgspec.structs.replace(plan, seed=seed)
    return Choice(plan=chosen, note=_seed_note(plan, label), secret=not plan.seed)


def _seed_note(plan: Plan, label: str) -> dict[str, str]:
    return {} if plan.seed else note_of(plan, label)


def _rows_in(url: str) -> list[EventRow]:
    """All events of the journal, the newest first; none if it can't be read."""
    try:
        with Journal.open(url, read_only=True) as journal:
            return journal.events()
    except StoreError:
        # It will be opened for writing, and the error reported then.
        return []


def _is_same(row: EventRow, plan: Plan, label: str, *, finished: bool) -> bool:
    """Whether the event is the one that the same command has begun."""
    if plan.seed:
        return plan.id in (row.id, row.note.get(_DESCRIBED))
    return (finished or row.state != "finished") and is_of(row.note, plan, label)


def _known(row: EventRow, plan: Plan, label: str) -> Choice:
    chosen = msgspec.structs.replace(plan, seed=row.plan.seed)
    change = succession(row.plan, plan) if _DESCRIBED in row.note else None
    if change is not None:
        # Others may have joined it, and its bots may be in another order.
        chosen = change.plan
    if row.blocks:
        _say_known(row, chosen, drawn=not plan.seed)
    note = _seed_note(plan, label)
    return Choice(plan=chosen, note=note, follows=row.follows, secret=not plan.seed)


def _related(
    rows: Sequence[EventRow], plan: Plan, label: str, *, changed: bool
) -> tuple[EventRow, Succession] | None:
    """The newest event that has the same settings, if its bots differ; or that is `changed`."""
    for row in rows:
        drawn = was_drawn(row.note)
        if not row.blocks or row.label != label or drawn == bool(plan.seed):
            continue
        try:
            change = succession(row.plan, plan)
        except StoreError:
            # Somebody else's to repair; it is listed elsewhere.
            continue
        # With other bots altogether it is another event of the same name.
        if change is None or len(change.left) == len(row.plan.entrants):
            continue
        if plan.seed and plan.seed != row.plan.seed:
            continue
        if change.news:
            return row, change
        if not changed:
            return None
    return None


def _going_on(row: EventRow, change: Succession, plan: Plan, label: str) -> Choice:
    if change.refusal:
        fail(f"nothing of event {row.id} can be kept: {change.refusal}; leave out --keep")
    if row.is_played(datetime.now(UTC)):
        fail(
            f"{change.news} since event {row.id}, which is being played, or was a moment ago: stop "
            "it (Ctrl-C) and run this again to go on from there, or add --new for another event"
        )
    over = row.state == "finished"
    known = "; its seed has been shown, so that somebody may know the cards to come"
    _say(
        f"{change.news} since event {row.id} of {_day(row)}: this goes on from there. What others "
        f"played is kept, and only the games of {_listed((*change.changed, *change.joined))} are "
        f"played{known if over else ''}. For another event: --new"
    )
    # The same command finds it by what it describes, whatever the order of its bots.
    described = msgspec.structs.replace(plan, seed=row.plan.seed).id
    note = {**_seed_note(plan, label), FOLLOWS: row.id, _DESCRIBED: described}
    secret = not plan.seed and not over
    return Choice(plan=change.plan, note=note, follows=row.id, secret=secret)


def _say_changed(row: EventRow, change: Succession, *, can_keep: bool) -> None:
    if not change.changed and not can_keep:
        return
    text = f"{change.news} since event {row.id} of {_day(row)}: this is another event"
    if change.refusal and can_keep:
        text += f"; {change.refusal}"
    elif can_keep:
        text += ". To keep what the others played there: --keep"
    _say(text)


def _say_known(row: EventRow, plan: Plan, *, drawn: bool) -> None:
    count = row.blocks * plan.seats
    games = f"{count:,} games of event {row.id}"
    anew = "--new" if drawn else "another seed"
    if row.state != "finished":
        _say(
            f"Going on with event {row.id} of {_day(row)}: {count:,} games are in the journal, and "
            f"count. To begin anew: {anew}"
        )
    elif row.blocks >= total_blocks(plan):
        _say(f"All {games} were played by {_day(row)}, and are shown. To play others: {anew}")
    else:
        _say(f"{games} were played by {_day(row)}, and count here. To play others: {anew}")


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _day(row: EventRow) -> str:
    return moment_words(row.finished or row.updated or row.created)


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
