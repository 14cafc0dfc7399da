"""What the bot decides; run by `python3 -m unittest` in this folder."""

import unittest

from bot import decide

FOLD = {"type": "fold"}
CHECK = {"type": "check"}
RAISE = {"type": "raise", "min_amount": 200, "max_amount": 9000}


def call(chips: int) -> dict:
    """The offer to call."""
    return {"type": "call", "amount": chips}


def state(street: str, pot: int, *offered: dict) -> dict:
    """As much of a `game_state` as `decide` looks at."""
    return {"street": street, "pot": {"total": pot}, "valid_actions": list(offered)}


class DecideTest(unittest.TestCase):
    """One decision each."""

    def test_raises_with_a_pair_before_the_flop(self) -> None:
        answer = decide(["7c", "7d"], state("preflop", 150, FOLD, call(50), RAISE))
        self.assertEqual(answer, {"type": "raise", "amount": 200})

    def test_checks_where_that_is_free(self) -> None:
        self.assertEqual(decide(["Ah", "2d"], state("flop", 200, FOLD, CHECK, RAISE)), CHECK)

    def test_calls_what_is_at_most_the_pot(self) -> None:
        answer = decide(["Ah", "2d"], state("flop", 200, FOLD, call(200)))
        self.assertEqual(answer, {"type": "call"})

    def test_folds_to_more_than_the_pot(self) -> None:
        self.assertEqual(decide(["Ah", "2d"], state("flop", 200, FOLD, call(201))), FOLD)


if __name__ == "__main__":
    unittest.main()
