"""Sixty recorded games of Jedna's reference engine, as our games, positions and actions."""

import gzip
import json
from pathlib import Path
from typing import Any

from pitboss.games.uno import JEDNA_REFERENCE, UNO, UnoGame
from pitboss.games.uno.actions import DRAW, PASS, play
from pitboss.games.uno.cards import WILD
from pitboss.games.uno.notation import COLOUR_LETTERS, read_card
from pitboss.games.uno.table import OVER

RECORDING = Path(__file__).parents[1] / "data" / "jedna-reference-60.jsonl.gz"
GAMES = [json.loads(line) for line in gzip.decompress(RECORDING.read_bytes()).splitlines()]

# The reference paints a wild in the hand before it notices that only the drawn one may be played.
# With two wilds in hand it paints the first, refuses the play, and leaves the painted card in the
# hand as `wy`, which is no card. We play the drawn wild.
PAINTED_WILD_QUIRK = {(8, 3), (8, 4)}


def set_up(full: dict[str, Any], players: list[str]) -> UnoGame:
    """Our game in a recorded position."""
    order = [players.index(name) for name in full["order"]]
    forward = (order[0] + 1) % len(players) == order[1] or len(players) == 2
    hands = "|".join(",".join(map(plain, full["hands"][name])) for name in players)
    discards = ",".join(map(plain, full["discard"][:-1]))
    war = full["state"] - 1 if full["state"] > 1 else 0
    return UNO.set_up(
        JEDNA_REFERENCE,
        f"hands={hands} top={full['discard'][-1]} turn={order[0]} direction={1 if forward else -1}"
        f" next={','.join(full['draw_pile'])} pile= discards={discards}"
        f" pending={full['stacked']} war={war}",
    )


def plain(card: str) -> str:
    """A card without the colour that a wild named."""
    return card.rstrip("rgby") if card[0] == "w" else card


def our_action(action: dict[str, Any]) -> int:
    """The recorded answer as our action; -1 if it is none."""
    match action["action"]:
        case "draw":
            return DRAW
        case "pass":
            return PASS
        case "play":
            try:
                card = read_card(action["card"])
            except ValueError:
                return -1
            if card >= WILD and "wild_color" not in action:
                return -1
            colour = COLOUR_LETTERS.index(action["wild_color"][0]) if card >= WILD else -1
            return play(card, colour, 2 if action.get("double_play") else 1)
    return -1


def recover(game: UnoGame) -> None:
    """What the reference does for a player whose answer it refused: draw, then pass."""
    seat, moves = game.turn, 0
    while game.turn == seat and game.phase != OVER and moves < 2:
        before = game.phase
        game.apply(game.fallback())
        moves += 1
        if before == 1 or game.phase != 1:
            break
