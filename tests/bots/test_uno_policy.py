"""The UNO policy and its weights: what it plays, and that fitting made it stronger."""

import dataclasses
import importlib.util
import statistics
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

from pitboss.bots.bot import Bot
from pitboss.bots.simple_bot import SimpleBot
from pitboss.bots.uno.contest import shares
from pitboss.bots.uno.counter import UnoCounter
from pitboss.bots.uno.policy import WEIGHTS, policy_of
from pitboss.bots.uno.weights import FITTED, FITTED_TO_WIN, nearest_fit, policy_for
from pitboss.games.uno import JEDNA, OFFICIAL, UNO
from pitboss.games.uno.notation import write_action
from pitboss.games.uno.rules import JEDNA_REFERENCE, PRESETS, UNO_ONLINE

ROOT = Path(__file__).parents[2]
PLAYERS = [("official", 2), ("official", 7), ("official", 10), ("uno-online", 2), ("jedna", 5)]


def loaded(path: str) -> ModuleType:
    """A program of the repository, as a module."""
    spec = importlib.util.spec_from_file_location(Path(path).stem, ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def chosen(rules: str, position: str, bot: Callable[[int], Bot] = UnoCounter) -> str:
    """What a bot in seat 0 plays in this position."""
    game = UNO.set_up(PRESETS[rules], position)
    return write_action(bot(0).decide(game, 0))


@pytest.mark.parametrize(("preset", "players"), [*PLAYERS, *FITTED])
def test_the_policy_makes_legal_moves_to_the_end(preset: str, players: int) -> None:
    rules = dataclasses.replace(PRESETS[preset], target=0, max_players=10)
    for seed in range(5):
        game = UNO.new(rules, players, seed)
        while game.actor() >= 0:
            action = UnoCounter(seed).decide(game, game.actor())
            assert action in game.legal()
            game.apply(action)


@pytest.mark.parametrize(
    ("rules", "position", "action"),
    [
        # Skips in a duel, and the last card goes out with it.
        ("jedna", "hands=rs,b5|g1,g2 top=r7", "rs"),
        # A +2 is answered rather than taken.
        ("jedna", "hands=b+2,b5,g1|g1,g2 top=r+2 pending=2 war=1", "b+2"),
        # Both cards at once end the game.
        ("jedna-reference", "hands=r5,r5|g1,g2 top=r7", "r5 twice"),
        ("official", "hands=r5,b2|g1,g2 top=r7", "uno"),
    ],
)
def test_the_policy_sees_what_wins(rules: str, position: str, action: str) -> None:
    assert chosen(rules, position) == action


def test_there_are_weights_for_every_preset() -> None:
    assert {preset for preset, _ in FITTED} == set(PRESETS)
    assert all(len(weights) == WEIGHTS for weights in FITTED.values())


def test_the_weights_of_the_most_similar_rules_are_used() -> None:
    doubles = dataclasses.replace(JEDNA_REFERENCE, hand_size=9, target=200)

    assert nearest_fit(FITTED, doubles.flags, 2) == ("jedna-reference", 2)
    assert nearest_fit(FITTED, UNO_ONLINE.flags, 2) == ("uno-online", 2)
    assert nearest_fit(FITTED, JEDNA.flags, 2) == ("jedna", 2)
    assert nearest_fit(FITTED, OFFICIAL.flags, 10)[0] == "official"
    assert nearest_fit(FITTED, OFFICIAL.flags, 10)[1] > 4


@pytest.mark.parametrize(("preset", "players"), list(FITTED))
def test_fitted_weights_beat_the_first_card(preset: str, players: int) -> None:
    rules = PRESETS[preset].flags
    first_card = policy_of(loaded("training/uno_weights.py").FIRST_CARD)
    # A game to a target is many rounds.
    decks = (200 if rules.target else 1600) // players

    results = shares(rules, players, policy_for(rules, players), first_card, 10**6, decks)

    assert statistics.fmean(results) > 0.51


@pytest.mark.parametrize(("preset", "players"), list(FITTED_TO_WIN))
def test_weights_fitted_to_win_win_more(preset: str, players: int) -> None:
    # Whoever wins the round has points, and all others none.
    rules = dataclasses.replace(PRESETS[preset], target=1).flags
    winner = policy_of(FITTED_TO_WIN[preset, players])

    results = shares(rules, players, winner, policy_of(FITTED[preset, players]), 10**6, 800)

    assert statistics.fmean(results) > 0.505


def test_equals_share_the_score() -> None:
    rules = dataclasses.replace(OFFICIAL, target=0).flags
    policy = policy_for(rules, 3)

    # In each deck every seat plays the same cards once for each side.
    assert shares(rules, 3, policy, policy, 10**6, 20) == pytest.approx([0.5] * 20)


def test_a_fit_is_the_same_from_the_same_seed() -> None:
    training = loaded("training/uno_weights.py")
    rules = dataclasses.replace(JEDNA, target=0).flags

    def fitted(seed: int) -> list[int]:
        start = FITTED["jedna", 2]
        weights: list[int] = training.fit(rules, 2, start, steps=3, games=8, seed=seed)
        return weights

    assert fitted(1) == fitted(1)
    assert fitted(1) != fitted(2)


@pytest.mark.parametrize(
    ("position", "action"),
    [
        # Any skip first.
        ("hands=r1,r2,rs|g1,g2 top=r7", "rs"),
        # Against one card a wild draw four or a +2.
        ("hands=r1,r+2,r2|g1 top=r7", "r+2"),
        ("hands=r1,wd4,r2|g1 top=r7", "wd4r"),
        # Two at once.
        ("hands=r1,r2,r2|g1,g2 top=r7", "r2 twice"),
        # The chain r1, r2, b2, b5 is the longest, whatever else plays.
        ("hands=r1,r2,b2,b5|g1,g2 top=r7", "r1"),
        ("hands=r3,b1,b3,b9|g1,g2 top=b7", "b1"),
        ("hands=b1|g1,g2 top=r7", "draw"),
    ],
)
def test_crushing_is_as_described(position: str, action: str) -> None:
    crushing = loaded("benchmarks/strength/opponents/crushing.py").CrushingBot

    assert chosen("jedna-reference", position, crushing) == action


def test_a_chain_is_as_long_as_can_be() -> None:
    crushing = loaded("benchmarks/strength/opponents/crushing.py")
    red_five, blue_five, blue_six, green_six, green_one = 5, 13 + 5, 13 + 6, 26 + 6, 26 + 1
    hand = sorted([red_five, blue_five, blue_six, green_six, green_one])

    assert len(crushing.longest_chain([red_five], hand)) == 5
    assert len(crushing.longest_chain([blue_six, green_one], hand)) == 5
    assert len(crushing.longest_chain([green_six], hand)) == 4


def test_counter_beats_simple_at_a_table_of_both() -> None:
    rules = dataclasses.replace(JEDNA_REFERENCE, target=0)
    wins = 0
    for seed in range(400):
        game = UNO.new(rules, 2, 10**6 + seed // 2)
        bots: list[Bot] = [UnoCounter(0), SimpleBot(0)]
        if seed % 2:
            bots.reverse()
        while game.actor() >= 0:
            game.apply(bots[game.actor()].decide(game, game.actor()))
        wins += game.result().places[seed % 2] == 1

    assert wins > 205
