"""Live games in words and figures. No card of a running game is shown."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Any

from pitboss.games.game import WITHDRAWAL
from pitboss.games.record import BadRecord
from pitboss.games.registry import UnknownGame, kind_named
from pitboss.narration.games import (
    Line,
    Turn,
    fault_section,
    record_sentences,
    replay_section,
    seat_names,
    turn_documents,
    turn_lines,
)
from pitboss.narration.numbers import counted
from pitboss.store import GameRow


def player_results(row: GameRow) -> Iterator[str]:
    """The players with places, scores and faults, as far as known."""
    order = range(len(row.players))
    if row.places:
        order = sorted(order, key=lambda seat: (row.places[seat], seat))  # type: ignore[assignment]
    for seat in order:
        count = sum(fault.seat == seat for fault in row.faults)
        wrong = f" {counted(count, 'fault')}" if count else ""
        name = row.players[seat].name
        if row.places:
            yield f"{row.places[seat]}. {name} ({row.scores[seat]:,}){wrong}"
        else:
            yield f"{name}{wrong}"


def game_document(row: GameRow) -> dict[str, Any]:
    """A game for programs, without its moves."""
    return {
        "game": row.id,
        "table": row.table,
        "kind": row.game,
        "rules": row.rules,
        "policy": row.policy,
        "state": row.state,
        "ending": row.ending,
        "reason": row.reason,
        "created": row.created,
        "finished": row.finished or None,
        "commitment": row.commitment,
        "seed": row.seed,
        "moves": None if row.state == "running" else row.moves,
        "seats": [
            {
                "bot": player.name,
                "wire": player.wire,
                "sort": player.sort,
                "place": row.places[seat] if row.places else None,
                "score": row.scores[seat] if row.scores else None,
                "faults": sum(fault.seat == seat for fault in row.faults),
            }
            for seat, player in enumerate(row.players)
        ],
    }


def show_document(row: GameRow, turns: Sequence[Turn] | None, replay: str) -> dict[str, Any]:
    """A game for programs; without `turns` if its cards may not or can't be shown."""
    return {
        **game_document(row),
        "record": row.record() if row.deal_is_known else None,
        "events": None if turns is None else turn_documents(turns),
        "actions": row.actions,
        "actors": row.actors,
        "faults": row.faults,
        "replay": replay if row.deal_is_known else None,
    }


def show_lines(
    row: GameRow, turns: Sequence[Turn] | None, replay: str, *, every: bool = False
) -> Iterator[Line]:
    """A game for people; without `turns` if its cards may not or can't be shown.

    `every` fault is told, however many there are.
    """
    names = seat_names(row.names, row.seats)
    yield Line(f"Game {row.id}, {row.ending}", "bold")
    table = f", table {row.table}" if row.table else ""
    yield Line(f"{kind_title(row)}, rules {row.rules}{table}")
    yield Line(
        f"Begun {moment_words(row.created)}"
        + (f", ended {moment_words(row.finished)}" if row.finished else "")
    )
    for seat, player in enumerate(row.players):
        about = ", ".join(part for part in (player.sort, player.wire) if part)
        yield Line(f"  seat {seat}: {player.name}" + (f" ({about})" if about else ""))
    yield Line(f"Commitment {row.commitment}" + ("" if row.seed is None else f", seed {row.seed}"))
    yield Line("")
    if turns is None:
        yield Line(why_no_cards(row))
        for text in game_sentences(row):
            yield Line(f"  {text}")
    else:
        yield from turn_lines(kind_named(row.game), names, turns, row.faults)
    if row.state != "running":
        yield Line("")
        yield Line("Result", "bold")
    if row.state == "finished":
        for seat in sorted(range(row.seats), key=lambda seat: (row.places[seat], seat)):
            yield Line(f"  {row.places[seat]}. {names[seat]} (seat {seat}): {row.scores[seat]:,}")
    elif row.state == "interrupted":
        yield Line(f"  {row.ending[0].upper()}{row.ending[1:]}: {row.reason}")
    yield from fault_section(names, row.faults, every=every)
    if row.deal_is_known:
        yield from replay_section(replay)


def why_no_cards(row: GameRow) -> str:
    """Why a game is shown without its cards."""
    if row.state == "running":
        return "It is still being played: moves and cards are shown when it has ended."
    return (
        "The deal is not known: the server was killed, and its organiser's token has not opened "
        "the seed. These are the moves, without the cards."
    )


def game_sentences(row: GameRow) -> list[str]:
    """A game in words, as far as it may be shown."""
    if row.state == "running":
        return []
    if row.seed is None:
        return _moves(row)
    try:
        return record_sentences(row.record())
    except (BadRecord, UnknownGame) as error:
        # The game's package may not be installed any more.
        return [f"It can't be replayed: {error}"]


def _moves(row: GameRow) -> list[str]:
    """The moves of a game whose deal is not known, as lines."""
    names = seat_names(row.names, row.seats)
    write_action: Callable[[int], str]
    try:
        write_action = kind_named(row.game).write_action
    except UnknownGame:
        write_action = str
    lines = []
    for actor, action in zip(row.actors, row.actions, strict=True):
        if action <= WITHDRAWAL:
            lines.append(f"{names[WITHDRAWAL - action]} leaves")
        else:
            who = f"{names[actor]}: " if 0 <= actor < len(names) else ""
            lines.append(f"{who}{write_action(action)}")
    return lines


def kind_title(row: GameRow) -> str:
    """The title of the kind of game, or its name if it is not installed any more."""
    try:
        return kind_named(row.game).title
    except UnknownGame:
        return row.game


def moment_words(text: str) -> str:
    """A time as people read it, such as `31 January 2026, 12:00 UTC`."""
    moment = datetime.fromisoformat(text)
    return f"{moment.day} {moment:%B %Y, %H:%M} UTC"
