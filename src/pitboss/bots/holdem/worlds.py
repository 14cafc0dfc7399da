"""Worlds: hands of rivals drawn from their ranges, and boards dealt out; what actions win in them.

Nobody bets after the action and the answers to it: the rest is checked down.
"""

from collections.abc import Sequence
from typing import Final

from pitboss.bots.breath import breathe
from pitboss.bots.holdem.classes import COMBOS, HAND_MASK
from pitboss.bots.holdem.placement import CHIPS, WIN
from pitboss.bots.holdem.ranges import SURE, Range
from pitboss.games.arrays import i64, vec
from pitboss.games.holdem.cards import BIT
from pitboss.games.holdem.evaluator import evaluate
from pitboss.games.holdem.pots import share_out
from pitboss.games.rng import Rng

_BOARD: Final = 5
# After so many draws that share a card, any hands that fit are taken.
_PATIENCE: Final = 100
_BREATH: Final = 64


class Worlds:
    """Deals that fit the ranges: in each a hand for every rival, and the value of all hands."""

    def __init__(
        self,
        hole: tuple[int, ...],
        board: tuple[int, ...],
        ranges: Sequence[Range],
        samples: int,
        rng: Rng,
    ) -> None:
        own: i64 = BIT[hole[0]] | BIT[hole[1]]
        common: i64 = 0
        card: i64
        for card in board:
            common |= BIT[card]
        self.rivals: i64 = len(ranges)
        self.samples: i64 = samples
        # By world, the numbers of the rivals' hands.
        self.hands: vec[i64] = vec[i64]([0] * (samples * len(ranges)))
        # By world, the value of the own hand on the final board, then those of the rivals.
        self.values: vec[i64] = vec[i64]([0] * (samples * (len(ranges) + 1)))
        sums: list[vec[i64]] = [_running_sums(one, own | common) for one in ranges]
        missing: i64 = _BOARD - len(board)
        world: i64
        for world in range(self.samples):
            if world % _BREATH == 0:
                breathe()
            used = self._draw_hands(world, sums, own | common, rng)
            full = common
            wanted = missing
            while wanted > 0:
                card = rng.below(52)
                if used & BIT[card] == 0:
                    used |= BIT[card]
                    full |= BIT[card]
                    wanted -= 1
            first: i64 = world * (self.rivals + 1)
            self.values[first] = evaluate(full | own)
            rival: i64
            for rival in range(self.rivals):
                hand = self.hands[world * self.rivals + rival]
                self.values[first + 1 + rival] = evaluate(full | HAND_MASK[hand])

    def _draw_hands(self, world: i64, sums: list[vec[i64]], known: i64, rng: Rng) -> i64:
        """Draw a hand for every rival; returns all cards in use."""
        tries: i64 = 0
        first: i64 = world * self.rivals
        while True:
            used = known
            fits = True
            rival: i64 = 0
            while rival < self.rivals and fits:
                hand = _drawn(sums[rival], rng)
                if tries >= _PATIENCE:
                    while HAND_MASK[hand] & used != 0:
                        hand = rng.below(COMBOS)
                fits = HAND_MASK[hand] & used == 0
                used |= HAND_MASK[hand]
                self.hands[first + rival] = hand
                rival += 1
            if fits:
                return used
            tries += 1

    def equity(self) -> float:
        """The share of the pot that the own hand takes on average."""
        total = 0.0
        size: i64 = self.rivals + 1
        world: i64
        for world in range(self.samples):
            own = self.values[world * size]
            ties: i64 = 1
            rival: i64 = 1
            while rival < size:
                value = self.values[world * size + rival]
                if value > own:
                    ties = 0
                    break
                if value == own:
                    ties += 1
                rival += 1
            if ties > 0:
                total += 1.0 / float(ties)
        return total / float(self.samples)


def _running_sums(one: Range, known: i64) -> vec[i64]:
    """The sums of the weights up to each hand; hands with known cards have none."""
    sums: vec[i64] = vec[i64]([0] * COMBOS)
    total: i64 = 0
    hand: i64
    for hand in range(COMBOS):
        if HAND_MASK[hand] & known == 0:
            total += one.weight[hand]
        sums[hand] = total
    if total == 0:
        # Nothing fits what was seen: anything may be.
        for hand in range(COMBOS):
            if HAND_MASK[hand] & known == 0:
                total += 1
            sums[hand] = total
    return sums


def _drawn(sums: vec[i64], rng: Rng) -> i64:
    """A hand, as likely as its weight."""
    pick: i64 = rng.below(sums[COMBOS - 1])
    low: i64 = 0
    high: i64 = COMBOS - 1
    while low < high:
        middle = (low + high) >> 1
        if sums[middle] > pick:
            high = middle
        else:
            low = middle + 1
    return low


class Stakes:
    """The chips on the table, and what they are worth: see placement.py.

    With a handicap below 1 the chips of others count less: the seat expects to outplay them.
    """

    def __init__(
        self,
        utility: int,
        seat: int,
        rivals: Sequence[int],
        starts: Sequence[int],
        paid: Sequence[int],
        handicap: float = 1.0,
    ) -> None:
        self.utility: i64 = utility
        self.seat: i64 = seat
        self.count: i64 = len(starts)
        self.rivals: vec[i64] = vec[i64](list(rivals))
        self.starts: vec[i64] = vec[i64](list(starts))
        self.paid: vec[i64] = vec[i64](list(paid))
        self.handicap = handicap

    def worth_of(self, stacks: Sequence[int]) -> float:
        """The same for a sequence of any kind."""
        return self.worth(vec[i64](list(stacks)))

    def worth(self, stacks: vec[i64]) -> float:
        """What the stacks are worth to the seat after the hand."""
        own = float(stacks[self.seat])
        if self.utility == CHIPS:
            return own
        total = 0.0
        beaten = 0.0
        other: i64
        for other in range(self.count):
            if other == self.seat:
                continue
            chips = float(stacks[other]) * self.handicap
            total += chips
            if own > 0.0 or chips > 0.0:
                beaten += own / (own + chips)
            elif self.starts[other] == self.starts[self.seat]:
                beaten += 0.5
            elif self.starts[other] < self.starts[self.seat]:
                beaten += 1.0
        if self.utility == WIN:
            return own / (own + total)
        return beaten / float(self.count - 1)


class Answers:
    """How the rivals answer an action, by where their hands are in their ranges."""

    def __init__(
        self, places: Sequence[vec[i64]], folds: Sequence[float], raises: Sequence[float]
    ) -> None:
        # Of each rival the places of its hands, in parts of SURE; below `folds` it gives up, and
        # at or above `raises` it goes all in.
        self.places: list[vec[i64]] = list(places)
        self.folds: vec[i64] = vec[i64]([int(share * SURE) for share in folds])
        self.raises: vec[i64] = vec[i64]([int((1 - share) * SURE) for share in raises])

    def all_fold(self) -> float:
        """How likely it is that nobody stays."""
        chance = 1.0
        share: i64
        for share in self.folds:
            chance *= float(share) / float(SURE)
        return chance


def worth_of_folding(worlds: Worlds, stakes: Stakes) -> float:
    """What is left after a fold, when the rivals check the hand down."""
    total = 0.0
    world: i64
    for world in range(worlds.samples):
        total += _outcome(worlds, stakes, world, -1, 0, stakes.paid)
    return total / float(worlds.samples)


def worth_of_betting(
    worlds: Worlds, stakes: Stakes, put: int, answers: Answers, stands: bool
) -> float:
    """What it is worth to have put in `put` chips of this hand in all, and then check.

    If a rival raises, the seat calls if it `stands`, else it folds.
    """
    total = 0.0
    count: i64 = stakes.count
    seat: i64 = stakes.seat
    own: i64 = put
    most: i64 = stakes.starts[seat]
    paid: vec[i64] = vec[i64]([0] * count)
    world: i64
    other: i64
    at: i64
    for world in range(worlds.samples):
        for other in range(count):
            paid[other] = stakes.paid[other]
        paid[seat] = own
        live: i64 = 0
        price = own
        raised = False
        for at in range(worlds.rivals):
            other = stakes.rivals[at]
            place = answers.places[at][worlds.hands[world * worlds.rivals + at]]
            if place < answers.folds[at]:
                continue
            live |= BIT[at]
            chips = stakes.starts[other]
            if place >= answers.raises[at] and chips > price:
                raised = True
                price = chips
        if raised:
            if price > most:
                price = most
            if stands:
                paid[seat] = price
        for at in range(worlds.rivals):
            other = stakes.rivals[at]
            if live & BIT[at] != 0 and paid[other] < price:
                chips = stakes.starts[other]
                paid[other] = min(price, chips)
        total += _outcome(worlds, stakes, world, 0 if raised and not stands else 1, live, paid)
    return total / float(worlds.samples)


def _outcome(
    worlds: Worlds, stakes: Stakes, world: i64, stays: i64, live: i64, paid: vec[i64]
) -> float:
    """The worth of the stacks after a showdown among those who stay; -1: all rivals do."""
    count: i64 = stakes.count
    values: vec[i64] = vec[i64]([0] * count)
    won: vec[i64] = vec[i64]([0] * count)
    first: i64 = world * (worlds.rivals + 1)
    seats: i64 = 0
    at: i64
    for at in range(worlds.rivals):
        if stays < 0 or live & BIT[at] != 0:
            seats |= BIT[stakes.rivals[at]]
            values[stakes.rivals[at]] = worlds.values[first + 1 + at]
    if stays > 0:
        seats |= BIT[stakes.seat]
        values[stakes.seat] = worlds.values[first]
    share_out(paid, seats, 0, values, 0, won, None)
    for at in range(count):
        won[at] += stakes.starts[at] - paid[at]
    return stakes.worth(won)
