"""A game of the journal as a file: a record, our notation, or hands of hold'em in PHH."""

from dataclasses import replace
from typing import Final

from pitboss.games.holdem.game_histories import has_histories, histories_of
from pitboss.games.holdem.phh import write_histories, write_history
from pitboss.games.record import BadRecord, Record, write_json, write_text
from pitboss.server.api.errors import Refusal
from pitboss.server.api.played_games import PlayedGame

JSON: Final = "record.json"
TEXT: Final = "record.txt"
HANDS: Final = "record.phh"
_PLAIN: Final = "text/plain; charset=utf-8"
MEDIA: Final = {JSON: "application/json", TEXT: _PLAIN, HANDS: _PLAIN}


def names_of(game: PlayedGame) -> list[str]:
    """The files that can be had of a game."""
    record = game.record
    if not isinstance(record, Record):
        return []
    names = [JSON, TEXT] if game.is_seed_known else []
    try:
        return [*names, HANDS] if has_histories(record.start()) else names
    except BadRecord:
        # Its package is not installed any more; the bare record is still worth having.
        return names[:1]


def written(game: PlayedGame, name: str) -> tuple[str, bytes]:
    """What to call the file, and what is in it; raises `Refusal` if there is no such file."""
    called = game.facts.id
    try:
        if name == JSON:
            return f"{called}.json", write_json(game.file()) + b"\n"
        if name == TEXT:
            return f"{called}.txt", write_text(game.file()).encode()
        return _hands(game.shown(), called)
    except BadRecord as error:
        raise Refusal("unplayable", f"the game can't be replayed: {error}") from error


def _hands(record: Record, called: str) -> tuple[str, bytes]:
    start = record.start()
    if not has_histories(start):
        raise Refusal("no_such_file", f"only hold'em has hand histories, and this is {record.game}")
    # As `pitboss export` writes them.
    about = {"event": called.partition("-")[0], "table": called}
    hands = [
        replace(hand, other={**hand.other, **about})
        for hand in histories_of(start, record.actions, record.players)
    ]
    if len(hands) == 1:
        return f"{called}.phh", write_history(hands[0]).encode()
    return f"{called}.phhs", write_histories(hands).encode()
