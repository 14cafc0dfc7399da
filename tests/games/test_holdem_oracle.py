"""The money agrees with PokerKit, hand by hand; every disagreement has a name and a reason."""

import random
import warnings
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest
from phevaluator.evaluator import evaluate_cards
from pokerkit import Automation, Mode, NoLimitTexasHoldem

from pitboss.games.holdem.cards import card_text
from pitboss.games.holdem.hand import CALL, FOLD, Hand
from pitboss.games.holdem.notes import WON
from pitboss.games.holdem.rules import HandRules

# How many hands are compared with PokerKit, not counting those where it differs.
HANDS = 5_000
CHUNKS = 5
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)

# Where PokerKit differs, and why.
DISAGREEMENTS = {
    "short big blind": "PokerKit's price is the highest bet posted; while others can be won from"
    " a short big blind does not lower the price here, nor move the first turn",
    "asked for nothing": "PokerKit asks the last seat with chips, which owes nothing and whom"
    " nobody could answer; here the hand runs out",
    "reopened by a short all-in": "PokerKit counts a street's first all-in as a full raise even"
    " when it is none; TDA rule 47 A does not reopen the betting for it",
    "short all-ins counted afresh": "PokerKit forgets short all-ins once they made a full raise"
    " and then counts the next by itself; TDA rule 47 A asks what a player faces in all",
    "raise above every stack": "PokerKit refuses a raise that the others could only call for"
    " less; it is legal, and what nobody calls goes back",
    "side pots split together": "PokerKit sets the losing hands aside first, which joins side"
    " pots that the same players win; TDA rule 21 splits each side pot separately",
}


@dataclass
class Twin:
    """One hand, played in both engines."""

    ours: Hand
    theirs: Any
    deck: list[int]
    seen: Counter[str] = field(default_factory=Counter)

    def seat(self, index: int) -> int:
        """PokerKit counts from the button's left."""
        return (self.ours.button + 1 + index) % self.ours.seats

    def text(self, *cards: int) -> str:
        return "".join(card_text(card) for card in cards)

    def deal_theirs(self) -> None:
        """Let PokerKit deal whatever is due, from the same cards."""
        count = self.ours.seats
        board = self.deck[2 * count :]
        while True:
            if self.theirs.can_deal_hole():
                seat = self.seat(self.theirs.hole_dealee_index)
                self.theirs.deal_hole(self.text(*self.deck[2 * seat : 2 * seat + 2]))
            elif self.theirs.can_deal_board():
                opened = sum(1 for _ in self.theirs.get_board_cards(0))
                self.theirs.deal_board(self.text(*board[opened : 3 if not opened else opened + 1]))
            elif self.theirs.actor_index is not None and (
                self.seat(self.theirs.actor_index) != self.ours.actor()
            ):
                assert self.theirs.checking_or_calling_amount == 0
                assert len(self.ours.seats_in(self.ours.able)) <= 1
                self.seen["asked for nothing"] += 1
                self.theirs.check_or_call()
            else:
                return

    def compare_choices(self) -> bool:
        """Whether PokerKit can follow any choice that is legal here."""
        assert self.seat(self.theirs.actor_index) == self.ours.actor()
        assert self.theirs.checking_or_calling_amount == self.ours.to_call()
        low = self.theirs.min_completion_betting_or_raising_to_amount
        high = self.theirs.max_completion_betting_or_raising_to_amount
        ours = (self.ours.min_raise(), self.ours.max_raise())
        if (low or 0, high or 0) == ours:
            return True
        seat = self.ours.actor()
        owed = max(self.ours.bets()) - self.ours.bets()[seat]
        acted = seat in self.ours.seats_in(self.ours.acted)
        if ours == (0, 0) and owed < self.ours.last_raise:
            assert acted
            self.seen["reopened by a short all-in"] += 1
            return True
        assert low is None, (low, high, ours)
        if self.hopeless():
            self.seen["raise above every stack"] += 1
            return True
        assert acted
        assert owed >= self.ours.last_raise
        self.seen["short all-ins counted afresh"] += 1
        return False

    def hopeless(self) -> bool:
        """Whether no opponent could match more than the bet there is."""
        ours = self.ours
        most = max(ours.bets())
        rivals = [seat for seat in ours.seats_in(ours.live) if seat != ours.actor()]
        return all(ours.stacks()[seat] + ours.bets()[seat] <= most for seat in rivals)

    def play(self, action: int) -> None:
        if action == FOLD:
            self.theirs.fold()
        elif action == CALL or self.hopeless():
            self.theirs.check_or_call()
        else:
            self.theirs.complete_bet_or_raise_to(action)
        self.ours.apply(action)

    def their_nets(self) -> tuple[int, ...]:
        nets = [0] * self.ours.seats
        for index, chips in enumerate(self.theirs.payoffs):
            nets[self.seat(index)] = chips
        return tuple(nets)


def random_rules(dice: random.Random) -> HandRules:
    kind = dice.random()
    return HandRules(
        preset="hand",
        ante=dice.choice([5, 10, 25]) if kind < 0.25 else 0,
        big_blind_ante=100 if kind > 0.9 else 0,
    )


def random_stack(dice: random.Random) -> int:
    low, high = dice.choice([(1, 120), (101, 250), (101, 600), (300, 3000), (300, 3000)])
    return dice.randint(low, high)


def random_action(hand: Hand, dice: random.Random) -> int:
    low, high = hand.min_raise(), hand.max_raise()
    weights = [1 if hand.to_call() else 0.1, 5, 3 if high else 0]
    action = dice.choices([FOLD, CALL, high], weights)[0]
    if action != high or high == 0:
        return action
    return dice.choice([low, low, high, dice.randint(low, high)])


def begin(dice: random.Random) -> Twin:
    count = dice.choice([2, 2, 3, 3, 4, 4, 5, 6, 7, 8, 9])
    rules = random_rules(dice)
    stacks = [random_stack(dice) for _ in range(count)]
    button = dice.randrange(count)
    deck = dice.sample(range(52), 2 * count + 5)
    ours = Hand(rules, stacks, button, deck=deck)
    ours.trace = []
    order = [(button + 1 + index) % count for index in range(count)]
    theirs = NoLimitTexasHoldem.create_state(
        AUTOMATIONS,
        rules.big_blind_ante == 0,
        {1: rules.big_blind_ante} if rules.big_blind_ante else rules.ante,
        (rules.small_blind, rules.big_blind),
        rules.big_blind,
        [stacks[seat] for seat in order],
        count,
        mode=Mode.CASH_GAME,
    )
    return Twin(ours, theirs, deck)


def is_big_blind_short(hand: Hand) -> bool:
    antes = hand.ante + hand.big_ante
    return hand.starting_stacks()[hand.big_seat] < antes + hand.big


def chip_by_chip(hand: Hand, deck: list[int]) -> tuple[int, ...]:
    """The nets of a finished hand in a slower way, chip by chip."""
    paid = list(hand.paid())
    paid[hand.big_seat] -= hand.dead
    live = hand.seats_in(hand.live)
    pots: Counter[tuple[int, ...]] = Counter()
    for height in range(max(paid)):
        able = tuple(seat for seat in live if paid[seat] > height)
        pots[able] += sum(1 for chips in paid if chips > height)
    assert () not in pots
    pots[live] += hand.dead
    nets = [-chips for chips in hand.paid()]
    board = deck[2 * hand.seats :]
    order = [(hand.button + 1 + step) % hand.seats for step in range(hand.seats)]
    for able, amount in pots.items():
        ranks = {}
        for seat in able:
            cards = [*deck[2 * seat : 2 * seat + 2], *board]
            ranks[seat] = evaluate_cards(*map(card_text, cards)) if len(live) > 1 else 0
        winners = [seat for seat in order if seat in able and ranks[seat] == min(ranks.values())]
        for place, seat in enumerate(winners):
            nets[seat] += amount // len(winners) + (amount % len(winners) if place == 0 else 0)
    return tuple(nets)


def split_pots(hand: Hand) -> int:
    """How many pots have several winners."""
    assert hand.trace is not None
    pots = Counter(note[3] for note in hand.trace if note[0] == WON)
    return sum(1 for winners in pots.values() if winners >= 2)


def play_one(dice: random.Random) -> Counter[str]:
    twin = begin(dice)
    hand = twin.ours
    if is_big_blind_short(hand) and hand.seats > 2:
        while hand.actor() >= 0:
            hand.apply(random_action(hand, dice))
        assert hand.nets() == chip_by_chip(hand, twin.deck)
        return Counter(["short big blind"])
    twin.deal_theirs()
    while hand.actor() >= 0:
        can_follow = twin.compare_choices()
        action = random_action(hand, dice)
        twin.play(action if can_follow else min(action, CALL))
        twin.deal_theirs()
    assert not twin.theirs.status
    if hand.nets() != twin.their_nets():
        assert hand.nets() == chip_by_chip(hand, twin.deck)
        differences = [a - b for a, b in zip(hand.nets(), twin.their_nets(), strict=True)]
        assert sum(differences) == 0
        # All the odd chips of a pot are fewer than its winners.
        assert sum(map(abs, differences)) < 2 * hand.seats * len(hand.pots())
        assert split_pots(hand) >= 2
        twin.seen["side pots split together"] += 1
    return Counter(set(twin.seen))


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_money_agrees_with_pokerkit(chunk: int) -> None:
    dice = random.Random(f"holdem oracle {chunk}")
    disagreements: Counter[str] = Counter()

    compared = 0
    with warnings.catch_warnings():
        # PokerKit warns of a fold where checking is free.
        warnings.simplefilter("ignore")
        while compared < HANDS // CHUNKS:
            named = play_one(dice)
            disagreements += named
            compared += "short big blind" not in named

    assert set(disagreements) <= set(DISAGREEMENTS)
    assert disagreements["short big blind"] < compared / 3
    # The others are rare, so that the comparison means something.
    assert disagreements.total() - disagreements["short big blind"] < compared / 5
