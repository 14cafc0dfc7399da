"""What the bot decides; run by `python3 -m unittest` in this folder."""

import unittest

from bot import decide


class DecideTest(unittest.TestCase):
    """One decision each."""

    def test_plays_the_first_card(self) -> None:
        self.assertEqual(decide({"legal": ["draw", "r5", "b5"]}), "r5")

    def test_calls_uno_first(self) -> None:
        self.assertEqual(decide({"legal": ["r5", "draw", "uno"]}), "uno")

    def test_calls_rather_than_folds(self) -> None:
        self.assertEqual(decide({"legal": ["fold", "call"]}), "call")

    def test_draws_when_nothing_else_is_legal(self) -> None:
        self.assertEqual(decide({"legal": ["draw"]}), "draw")


if __name__ == "__main__":
    unittest.main()
