"""Transcripts for people and for programs: what passed between us and bots, line by line."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from pitboss.events.plan import Plan
from pitboss.games.record import Record
from pitboss.narration.games import Line, seat_names
from pitboss.play import transcript
from pitboss.play.transcript import REMARK, STDERR, TURN, cut_middle

# Of a longer line its beginning and end are shown.
_LONGEST: Final = 200


def transcript_lines(
    record: Record, kept: Mapping[int, Sequence[transcript.Line]], *, full: bool = False
) -> Iterator[Line]:
    """Every line with its time and its way; `full` cuts none."""
    names = seat_names(record.players, record.seats)
    yield Line(
        "Seconds since the game began;  > to the bot  < from it  ! its stderr  # our remarks"
    )
    cut = False
    for seat, lines in kept.items():
        yield Line("")
        yield Line(f"{names[seat]}, seat {seat}", "bold")
        for at, way, text in lines:
            is_turn = way == REMARK and text.startswith(TURN)
            if is_turn:
                yield Line("")
            cut = cut or len(text) > _LONGEST
            shown = text if full else cut_middle(text, _LONGEST)
            style = "bold" if is_turn else "dim" if way in (REMARK, STDERR) else ""
            yield Line(f"{at:10.3f} {way} {shown}", style)
    if cut and not full:
        yield Line("")
        yield Line("Long lines are cut in the middle: --full shows all of them.")


def transcript_document(
    record: Record, kept: Mapping[int, Sequence[transcript.Line]]
) -> list[dict[str, Any]]:
    """For programs, by seat."""
    names = seat_names(record.players, record.seats)
    return [
        {"seat": seat, "bot": names[seat], "lines": [line._asdict() for line in lines]}
        for seat, lines in kept.items()
    ]


def no_transcript(plan: Plan, record: Record, seats: Sequence[int]) -> str:
    """Why there is none, and what to do about it."""
    bots = {entrant.name: entrant for entrant in plan.entrants}
    names = [record.players[seat] for seat in seats]
    if all(bots[name].builtin for name in names):
        return f"nothing passes between us and {' or '.join(names)}: built in, they play here"
    return (
        "no transcript was kept of this game. Play the event with --transcript, or one bot with "
        "transcript=yes; games that are in the journal are not played again, so choose another "
        "--seed or --db. An event keeps 100 MB of them at most"
    )
