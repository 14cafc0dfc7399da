"""What the bot decides; run by `python3 -m unittest` in this folder."""

import unittest

from bot import decide


def card(code: str) -> dict:
    """A card as the server describes it."""
    if code == "W":
        return {"code": code, "type": "wild", "color": None, "value": "wild"}
    return {"code": code, "type": "number", "color": code[-1], "value": code[:-1]}


def state(cards: str, playable: str, *, uno: bool = False, actions: tuple = ("draw",)) -> dict:
    """As much of a `gameState` as `decide` looks at."""
    own = {
        "cards": [card(code) for code in cards.split()],
        "playableCards": [card(code) for code in playable.split()],
    }
    context = {"canPlay": bool(playable), "shouldCallUno": uno, "actions": list(actions)}
    return {"player1": {}, "player2": own, "botContext": context}


class DecideTest(unittest.TestCase):
    """One decision each."""

    def test_plays_a_card_before_a_wild(self) -> None:
        answer = decide(state("W 4R 5R", "W 4R"))
        self.assertEqual(answer, {"action": "play", "card": "4R", "callUno": False})

    def test_asks_for_the_colour_held_most(self) -> None:
        answer = decide(state("4G 5B 6B W", "W"))
        self.assertEqual((answer["card"], answer["color"]), ("W", "B"))

    def test_calls_uno_when_it_should(self) -> None:
        self.assertTrue(decide(state("4R 5R", "4R", uno=True))["callUno"])

    def test_draws_when_nothing_fits(self) -> None:
        self.assertEqual(decide(state("4G", ""))["action"], "draw")

    def test_passes_when_it_can_not_draw(self) -> None:
        self.assertEqual(decide(state("4G", "", actions=("pass",)))["action"], "pass")


if __name__ == "__main__":
    unittest.main()
