"""UNO positions in short notation, and what their players hold and may do."""

from pitboss.games.uno import UNO, UnoGame
from pitboss.games.uno.hands import SIZE, STRIDE, cards_in
from pitboss.games.uno.notation import write_card
from pitboss.games.uno.rules import UnoRules

ROUND = UNO.rules("official,target=0")


def uno(hands: str, top: str, rules: UnoRules, **rest: str | int) -> UnoGame:
    """A position: hands like `rr r5 | b2`, and anything else that matters."""
    words = [f"hands={'|'.join(','.join(hand.split()) for hand in hands.split('|'))}", f"top={top}"]
    words += [f"{name}={value}" for name, value in rest.items()]
    return UNO.set_up(rules, " ".join(words))


def do(game: UnoGame, *texts: str) -> UnoGame:
    for text in texts:
        game.apply(UNO.read_action(text))
    return game


def hand(game: UnoGame, seat: int) -> list[str]:
    return [write_card(card) for card in cards_in(game.hands, seat * STRIDE)]


def size(game: UnoGame, seat: int) -> int:
    return game.hands[seat * STRIDE + SIZE]


def options(game: UnoGame) -> list[str]:
    return [UNO.write_action(action) for action in game.legal()]


def offered(game: UnoGame) -> list[str]:
    """The cards that may be played, each once, whatever colour a wild would name."""
    singles = [text for text in options(game) if text[:1] in "rgbyw" and " " not in text]
    return list(dict.fromkeys(t.rstrip("rgby") if t[0] == "w" else t for t in singles))
