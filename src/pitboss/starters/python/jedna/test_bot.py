"""What the bot decides; run by `python3 -m unittest` in this folder."""

import unittest

from bot import decide


def state(hand: list[str], playable: list[str], actions: list[str]) -> dict:
    """As much of a request as `decide` looks at."""
    return {"hand": hand, "playable_cards": playable, "available_actions": actions}


class DecideTest(unittest.TestCase):
    """One decision each."""

    def test_plays_a_card_before_a_wild(self) -> None:
        answer = decide(state(["wd", "r5"], ["wd", "r5"], ["play", "draw"]))
        self.assertEqual(answer, {"action": "play", "card": "r5"})

    def test_asks_for_the_colour_held_most(self) -> None:
        answer = decide(state(["g1", "b2", "b3", "wd"], ["wd"], ["play", "draw"]))
        self.assertEqual(answer, {"action": "play", "card": "wd", "wild_color": "blue"})

    def test_names_a_colour_when_it_holds_only_wilds(self) -> None:
        answer = decide(state(["wd4"], ["wd4"], ["play", "draw"]))
        self.assertEqual(answer["wild_color"], "red")

    def test_draws_when_nothing_fits(self) -> None:
        self.assertEqual(decide(state(["g1"], [], ["draw"])), {"action": "draw"})

    def test_passes_when_it_can_not_draw(self) -> None:
        self.assertEqual(decide(state(["g1"], [], ["pass"])), {"action": "pass"})


if __name__ == "__main__":
    unittest.main()
