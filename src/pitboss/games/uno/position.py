"""Whole positions as text: `hands=r5|b2,w top=r7 turn=1 ...`, secrets included."""

from typing import Final

from pitboss.games.kind import BadNotation
from pitboss.games.rng import Rng
from pitboss.games.uno.cards import DECK, DECK_SIZE, NO_CARD, NO_COLOUR
from pitboss.games.uno.game import UnoGame, set_up_game
from pitboss.games.uno.hands import STRIDE, cards_in
from pitboss.games.uno.notation import CARD_TEXTS, read_card, read_table_card, write_card
from pitboss.games.uno.pile import Pile, stacked_pile
from pitboss.games.uno.table import NOBODY, OVER, RuleFlags

# The parts of a position that are single numbers, with the values that are left out.
_NUMBERS: Final = {
    "turn": 0,
    "direction": 1,
    "phase": 0,
    "pending": 0,
    "war": 0,
    "called": 0,
    "offender": NOBODY,
    "resume": 0,
    "four_by": NOBODY,
    "four_on": NO_COLOUR,
    "bluff": 0,
    "idle": 0,
    "moves": 0,
    "round": 0,
    "winner": NOBODY,
    "loser": NOBODY,
    "ending": 0,
}
_FLAGS: Final = ("called", "bluff")


def _write_cards(cards: list[int]) -> str:
    return ",".join(CARD_TEXTS[card] for card in cards)


def _read_cards(text: str) -> list[int]:
    return [read_card(part) for part in text.split(",") if part]


def write_position(game: UnoGame) -> str:
    """The whole position as `name=value` words."""
    pile = game.pile
    hands = "|".join(_write_cards(cards_in(game.hands, s * STRIDE)) for s in range(game.players))
    words = [f"hands={hands}", f"top={write_card(game.top, game.colour)}"]
    for name, usual in _NUMBERS.items():
        value = int(getattr(game, name))
        if value != usual:
            words.append(f"{name}={value}")
    if game.drawn != NO_CARD:
        words.append(f"drawn={CARD_TEXTS[game.drawn]}")
    if game.leavers:
        words.append(f"left={','.join(map(str, game.leavers))}")
    if any(game.scores):
        words.append(f"scores={','.join(map(str, game.scores))}")
    words += [
        f"next={_write_cards(pile.fixed_top())}",
        f"pile={_write_cards(pile.loose_cards())}",
        f"under={_write_cards(pile.fixed_bottom())}",
        f"discards={_write_cards(pile.discards())}",
        f"seed={game.seed}",
        f"rng={','.join(map(str, pile.rng.state()))}",
    ]
    return " ".join(words)


def read_position(rules: RuleFlags, text: str) -> UnoGame:
    """The game that a position describes.

    Only `hands` and `top` are required. Cards not named go into the pile, or into the discards if
    the pile is named, so that there are always 108.
    """
    words: dict[str, str] = {}
    known = {"hands", "top", "drawn", "left", "scores", "next", "pile", "under", "discards", "seed"}
    for word in text.split():
        name, equals, value = word.partition("=")
        if not equals or name not in known | {"rng"} | _NUMBERS.keys():
            raise BadNotation(f"{word!r} is no part of a position such as hands=r5|b2,w top=r7")
        words[name] = value
    if "hands" not in words or "top" not in words:
        raise BadNotation("a position needs at least hands=... and top=...")
    hands = [_read_cards(part) for part in words["hands"].split("|")]
    if not 2 <= len(hands) <= 10:
        raise BadNotation(f"2 to 10 hands are needed, separated by |, not {len(hands)}")
    top, colour = read_table_card(words["top"])
    pile = _read_pile(words, [top, *(card for hand in hands for card in hand)])
    seed = _read_number(words, "seed", 0)
    scores = _read_list(words, "scores", len(hands)) if "scores" in words else [0] * len(hands)
    game = set_up_game(rules, seed, hands, pile, scores)
    game.top = top
    game.colour = colour
    for name, usual in _NUMBERS.items():
        number = _read_number(words, name, usual)
        setattr(game, name, bool(number) if name in _FLAGS else number)
    if "drawn" in words:
        game.drawn = read_card(words["drawn"])
    if "left" in words:
        game.leavers = _read_list(words, "left", None)
        for seat in game.leavers:
            game.left |= 1 << seat
    _check(game)
    game.ask()
    return game


def _read_pile(words: dict[str, str], elsewhere: list[int]) -> Pile:
    top, loose, bottom, discards = (
        _read_cards(words.get(part, "")) for part in ("next", "pile", "under", "discards")
    )
    rest = list(DECK)
    for card in [*elsewhere, *top, *loose, *bottom, *discards]:
        if card not in rest:
            raise BadNotation(f"there are more {CARD_TEXTS[card]} than a deck holds")
        rest.remove(card)
    if "pile" in words:
        discards = [*rest, *discards]
    else:
        loose = [*loose, *rest]
    seed = _read_number(words, "seed", 0)
    try:
        rng = Rng(seed)
    except ValueError as error:
        raise BadNotation(str(error)) from error
    if "rng" in words:
        rng.a, rng.b, rng.c, rng.counter = _read_list(words, "rng", 4)
    return stacked_pile(top, loose, bottom, discards, rng)


def _read_number(words: dict[str, str], name: str, usual: int) -> int:
    text = words.get(name, str(usual))
    if not text.removeprefix("-").isdecimal():
        raise BadNotation(f"{name}={text} should be a whole number")
    return int(text)


def _read_list(words: dict[str, str], name: str, length: int | None) -> list[int]:
    parts = words[name].split(",")
    if not all(part.isdecimal() for part in parts) or length not in (None, len(parts)):
        raise BadNotation(f"{name}={words[name]} should be {length or 'some'} whole numbers")
    return [int(part) for part in parts]


def _check(game: UnoGame) -> None:
    """Refuse positions that the engine cannot play."""
    seats = range(game.players)
    if game.turn not in seats or game.resume not in seats:
        raise BadNotation(f"turn={game.turn}: the seats are 0 to {game.players - 1}")
    if game.direction not in (1, -1):
        raise BadNotation(f"direction={game.direction} should be 1 or -1")
    if not 0 <= game.phase <= OVER:
        raise BadNotation(f"phase={game.phase} should be from 0 to {OVER}")
    if not (0 <= game.pending <= DECK_SIZE and 0 <= game.war <= 2):
        raise BadNotation("pending should be from 0 to 108 and war 0, 1 or 2")
    if (game.pending > 0) != (game.war > 0):
        raise BadNotation("pending and war go together: pending=2 war=1 after a +2")
    for name in ("offender", "four_by", "winner", "loser"):
        if getattr(game, name) not in (NOBODY, *seats):
            raise BadNotation(f"{name}={getattr(game, name)}: no such seat")
    if not NO_COLOUR <= game.four_on < 4 or not 0 <= game.ending <= 5:
        raise BadNotation("four_on should be a colour from 0 to 3, ending from 0 to 5")
    if any(seat not in seats for seat in game.leavers) or game.present() < 1:
        raise BadNotation("left names seats that are not there")
    if game.drawn != NO_CARD and game.drawn not in cards_in(game.hands, game.turn * STRIDE):
        raise BadNotation(f"drawn={CARD_TEXTS[game.drawn]} is not in the hand of seat {game.turn}")
