"""Seven-card evaluators: phevaluator and eval7 (C), treys (Python), on hands dealt beforehand."""

from collections.abc import Callable
from random import Random
from typing import TypeVar

import eval7
import phevaluator
import treys
from measure import Loop, main
from phevaluator import _pheval

Cards = TypeVar("Cards")
HANDS = 4096


def dealt(spell: Callable[[list[str]], Cards]) -> list[Cards]:
    """The same random hands for all, each spelled as its evaluator likes best."""
    rng = Random(7)
    deck = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
    return [spell(rng.sample(deck, 7)) for _ in range(HANDS)]


def evaluate_phevaluator(_: int) -> Loop:
    hands = dealt(lambda cards: tuple(phevaluator.Card(card).id_ for card in cards))
    # The C function itself: the public one spends ten times as long on checking its cards.
    evaluate = _pheval.evaluate_7cards

    def loop(count: int) -> int:
        for at in range(count):
            evaluate(*hands[at % HANDS])
        return 0

    return loop


def evaluate_eval7(_: int) -> Loop:
    hands = dealt(lambda cards: [eval7.Card(card) for card in cards])
    evaluate = eval7.evaluate

    def loop(count: int) -> int:
        for at in range(count):
            evaluate(hands[at % HANDS])
        return 0

    return loop


def evaluate_treys(_: int) -> Loop:
    hands = dealt(lambda cards: [treys.Card.new(card) for card in cards])
    evaluate = treys.Evaluator()._seven

    def loop(count: int) -> int:
        for at in range(count):
            evaluate(hands[at % HANDS])
        return 0

    return loop


if __name__ == "__main__":
    main(phevaluator=evaluate_phevaluator, eval7=evaluate_eval7, treys=evaluate_treys)
