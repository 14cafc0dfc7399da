"""The game and the bots that were typed: the game comes first, or behind --game."""

import shlex
from collections.abc import Sequence
from pathlib import Path

from pitboss import bots
from pitboss.cli.output import fail
from pitboss.events.planner import BadPlan, read_game
from pitboss.games.registry import kinds


def game_and_bots(command: str, words: Sequence[str], game: str) -> tuple[str, list[str]]:
    """The game's name and the bots; `game` is what --game says, if anything."""
    if game:
        if words and _is_game(words[0]) and not _may_be_bot(words[0]):
            fail(f"two games are named, {words[0]} and behind --game {game}: leave out one of them")
        return game, [*words]
    if _is_game(words[0]):
        return words[0], [*words[1:]]
    for word in words[1:]:
        if _is_game(word) and not _may_be_bot(word):
            others = [other for other in words if other != word]
            better = shlex.join(["pitboss", command, word, *others])
            fail(f"the game comes first, or behind --game:  {better}")
    if _may_be_bot(words[0]):
        better = shlex.join(["pitboss", command, "jedna", *words])
        fail(
            f"which game? {words[0]} is a bot. Name the game first, such as  {better}  or behind "
            f"--game; there are: {', '.join(_names())}"
        )
    # The planner says what games there are.
    return words[0], [*words[1:]]


def _is_game(word: str) -> bool:
    """Whether the word names a game, a preset, or either with knobs."""
    try:
        read_game(word, "")
    except BadPlan as error:
        # Of a game that is known, something else may be wrong.
        return error.key != "game"
    return True


def _may_be_bot(word: str) -> bool:
    """Whether the word is a built-in bot, several of them, a file, a command line or settings."""
    name, _, _ = word.partition(":")
    return (
        name in bots.names()
        or "/" in word
        or any(mark in word for mark in " =")
        or Path(word).exists()
    )


def _names() -> list[str]:
    return list(
        dict.fromkeys([*kinds(), *(name for kind in kinds().values() for name in kind.presets)])
    )
