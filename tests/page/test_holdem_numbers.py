"""What the page makes of hold'em by itself agrees with the engine: ranks, ends of hands, bets."""

import json
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from holdem_positions import HoldemPositions

import pitboss
from pitboss.games.holdem.cards import card_text, cards_text
from pitboss.games.holdem.evaluator import category_number, evaluate
from pitboss.games.rng import Rng

PAGE = Path(pitboss.__file__).parent / "server" / "page"
SCRIPT = Path(__file__).parents[1] / "node" / "holdem_numbers.mjs"

pytestmark = pytest.mark.slow


def answers(*questions: list[Any]) -> list[Any]:
    """What the page's functions say to calls of them: their name and values."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    done = subprocess.run(
        [node, "--no-warnings", str(SCRIPT), str(PAGE)],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    found: list[Any] = json.loads(done.stdout)
    return found


def seven_cards(rng: Rng) -> list[int]:
    deck = list(range(52))
    return [deck.pop(rng.below(len(deck))) for _ in range(7)]


def test_hands_rank_as_in_the_engine() -> None:
    rng = Rng(7)
    dealt = [seven_cards(rng) for _ in range(1500)]
    values = [evaluate(sum(1 << card for card in cards)) for cards in dealt]

    found = answers(*[["bestOf", [card_text(card) for card in cards]] for cards in dealt])

    ranks = [rank["score"] for rank in found]
    assert [rank[0] for rank in ranks] == [category_number(value) for value in values]
    ordered = sorted(range(len(dealt)), key=lambda at: values[at])
    for low, high in pairwise(ordered):
        assert (ranks[low] < ranks[high]) == (values[low] < values[high]), (
            cards_text(dealt[low]),
            cards_text(dealt[high]),
        )


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ah Kd", "ace high"),
        ("Ah Ad", "a pair of aces"),
        ("6h 6d Ks Kd 2c", "two pairs, kings and sixes"),
        ("5h 2d 3s 4d Ac 9c Tc", "a straight to the five"),
        ("Th Jh Qh Kh Ah 2c 2d", "a royal flush"),
        ("Th Td Tc 2h 2d 3s 9c", "a full house, tens over twos"),
        ("Th 4h 9h 2h 7h 3s 9c", "a flush, ten high"),
    ],
)
def test_hands_have_names(cards: str, words: str) -> None:
    [rank] = answers(["bestOf", cards.split()])
    [text] = answers(["rankText", rank])

    assert text == words


def test_a_hand_that_ended_is_put_together_from_its_events() -> None:
    questions = []
    truths = []
    rng = Rng(3)
    for seed in range(12):
        positions = HoldemPositions(-1, seats=2 + seed % 8, seed=seed)
        game = positions.game
        before = positions.position()
        while game.actor() >= 0:
            positions.apply(positions.kind.write_action(game.sample(rng)))
            after = positions.position()
            if game.ended and game.actor() >= 0:
                questions.append(["endedHand", before["view"]["hand"], after["last"]])
                truths.append(game.ended[0])
            before = after

    found = answers(*questions)

    assert len(found) > 100
    for ended, truth in zip(found, truths, strict=True):
        view = truth.view(-1)
        assert ended["number"] == truth.number
        hand = ended["hand"]
        assert hand["won"] == list(view.won)
        assert hand["stacks"] == list(view.stacks)
        assert hand["board"] == [card_text(card) for card in view.board]
        assert hand["folded"] == list(view.folded)
        assert hand["pot"] == view.pot
        assert hand["cards"] == [[card_text(card) for card in cards] for cards in view.cards]
        assert sum(pot["amount"] for pot in hand["pots"]) == view.pot


def test_events_that_do_not_follow_from_the_view_end_nothing() -> None:
    positions = HoldemPositions(-1)
    early, *_, late = positions.play("raise 300", "call", "raise 500", "fold")

    [ended] = answers(["endedHand", early["view"]["hand"], late["last"]])

    assert ended is None


@pytest.mark.parametrize(("low", "high"), [(200, 10_000), (200, 201), (900, 900), (3, 2_000_000)])
@pytest.mark.parametrize("unit", [1, 50])
def test_the_slider_goes_from_the_lowest_to_the_highest_bet(low: int, high: int, unit: int) -> None:
    [stops] = answers(["sliderStops", {"low": low, "high": high}, unit])

    assert stops[0] == low
    assert stops[-1] == high
    assert stops == sorted(set(stops))
    assert len(stops) <= 102


def test_presets_are_parts_of_the_pot_after_a_call_or_nothing() -> None:
    positions = HoldemPositions(0, kind="holdem", setup="stacks=10000,10000")
    *_, position = positions.play("raise 300", "raise 900")
    hand, limits = position["view"], position["question"]["range"]
    short = limits | {"high": 2000}

    [sizes, few] = answers(["presets", hand, 0, limits], ["presets", hand, 0, short])

    # The pot is 1,200; after a call of 600 it would be 1,800.
    assert [size["total"] for size in sizes] == [limits["low"], 1800, 2700, 10_000]
    assert [size["total"] for size in few] == [limits["low"], 1800, None, 2000]


@pytest.mark.parametrize(
    ("text", "chips"),
    [
        *[("1,200", 1200), (" 1 200 ", 1200), ("0600", 600), ("12.5", None), ("1e3", None)],
        *[("", None), ("-5", None), ("٣", None), ("9" * 13, None)],
    ],
)
def test_typed_amounts_are_whole_numbers(text: str, chips: int | None) -> None:
    assert answers(["readChips", text]) == [chips]
