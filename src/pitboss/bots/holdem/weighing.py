"""Weighing actions in worlds: what folding, calling and some raises are worth, given the rivals."""

from typing import Final

from pitboss.bots.holdem.opponents import RAISES, Opponents, hand_in
from pitboss.bots.holdem.placement import CHIPS
from pitboss.bots.holdem.ranges import ladder_of
from pitboss.bots.holdem.reading import (
    early_fold_share,
    fold_share,
    raise_share,
    ranges_of,
    reraise_share,
)
from pitboss.bots.holdem.worlds import (
    Answers,
    Stakes,
    Worlds,
    worth_of_betting,
    worth_of_folding,
)
from pitboss.games.game import Game
from pitboss.games.holdem import CALL, FOLD, PREFLOP, RIVER, Hand
from pitboss.games.holdem.cards import BIT
from pitboss.games.rng import Rng

# Raises that are compared, as shares of the pot after a call.
_SIZES: Final = (0.5, 1.0)
_EARLY_SIZES: Final = (0.8,)
# All in is compared if it is not more than so many pots.
_ALL_IN: Final = 3.0
# What chips cost besides, as a share of them, for each street to come if a rival stays: rivals bet
# when they have it. Whoever raises has the lead, and pays less.
_TAX: Final = 0.2
_RAISE_TAX: Final = 0.06
# Who has bet in this street folds to a raise so much less.
_YIELDS: Final = 0.55
# How much less the chips of others count while stacks are deep.
_EDGE: Final = 0.8
# Deep is an average stack of so many big blinds.
_DEEP: Final = 50
# A seat that has put in this part of its stack calls a raise.
_COMMITTED: Final = 0.4


def weigh(
    game: Game,
    seat: int,
    opponents: Opponents,
    utility: int,
    samples: int,
    rng: Rng,
    patient: bool = False,
) -> int:
    """The action of the most worth; a patient seat raises on the river only."""
    hand = hand_in(game)
    rivals = [other for other in hand.seats_in(hand.live) if other != seat]
    ranges = ranges_of(hand, seat, rivals, opponents)
    worlds = Worlds(hand.hole(seat), hand.board(), ranges, samples, rng)
    ladder = ladder_of(hand.board())
    places = [one.places(ladder) for one in ranges]
    starts, paid = hand.starting_stacks(), hand.paid()
    stakes = Stakes(utility, seat, rivals, starts, paid, _handicap(hand, utility))
    equity = worlds.equity()
    owed = int(hand.to_call())
    players = sum([chips > 0 for chips in starts])

    bettors = {
        deed.seat for deed in opponents.deeds if deed.what == RAISES and deed.street == hand.street
    }

    def answers(put: int, raising: bool) -> Answers:
        """How the rivals answer when the seat has put in so much in this hand."""
        pot = hand.pot() + put - paid[seat]
        folds, raises = [], []
        for rival in rivals:
            profile = opponents.of(rival)
            price = put - paid[seat] + int(hand.bet[seat]) - int(hand.bet[rival])
            price = min(price, int(hand.stack[rival]))
            waits = raising or hand.todo & BIT[rival] != 0
            yields = _YIELDS if rival in bettors else 1.0
            if price <= 0 or hand.stack[rival] == 0 or not waits:
                folds.append(0.0)
                raises.append(0.0)
            elif hand.street == PREFLOP:
                raised = raising or hand.price > hand.big
                folds.append(yields * early_fold_share(profile, price / pot, players))
                raises.append(raise_share(profile, raised, players))
            else:
                folds.append(yields * fold_share(profile, price / pot))
                raises.append(reraise_share(profile))
        return Answers(places, folds, raises)

    def taxed(put: int, raising: bool) -> float:
        """What it is worth to have put in so much, less what that will cost besides."""
        stands = put >= _COMMITTED * starts[seat] or equity > 0.75
        reply = answers(put, raising)
        worth = worth_of_betting(worlds, stakes, put, reply, stands)
        if hand.street == RIVER or put == paid[seat] or put >= starts[seat]:
            return worth
        tax = (_RAISE_TAX if raising else _TAX) * (RIVER - int(hand.street))
        return worth - tax * (1.0 - reply.all_fold()) * cost_of(stakes, seat, put - paid[seat])

    best, best_worth = FOLD, -1e9
    if owed > 0:
        best_worth = worth_of_folding(worlds, stakes)
    worth = taxed(paid[seat] + owed, False)
    if worth > best_worth:
        best, best_worth = CALL, worth
    if not patient or hand.street == RIVER:
        for total in _raises(hand, seat):
            worth = taxed(paid[seat] + total - int(hand.bet[seat]), True)
            if worth > best_worth:
                best, best_worth = total, worth
    return best


def cost_of(stakes: Stakes, seat: int, chips: int) -> float:
    """What it costs to lose so many chips to nobody in particular."""
    now = [start - paid for start, paid in zip(stakes.starts, stakes.paid, strict=True)]
    before = stakes.worth_of(now)
    now[seat] -= chips
    return before - stakes.worth_of(now)


def _raises(hand: Hand, seat: int) -> list[int]:
    """Some totals to raise to, legal and ascending."""
    low, high = int(hand.min_raise()), int(hand.max_raise())
    if high == 0:
        return []
    pot = hand.pot() + int(hand.to_call())
    totals = set()
    for size in _EARLY_SIZES if hand.street == PREFLOP else _SIZES:
        totals.add(min(max(int(hand.price) + round(size * pot), low), high))
    if high - int(hand.bet[seat]) <= _ALL_IN * pot:
        totals.add(high)
    return sorted(totals)


def _handicap(hand: Hand, utility: int) -> float:
    """How much the chips of others count: less while stacks are deep, with time to outplay them."""
    if utility == CHIPS:
        return 1.0
    players = sum([chips > 0 for chips in hand.starting_stacks()])
    depth = sum(hand.starting_stacks()) / (players * int(hand.big))
    return 1.0 - _EDGE * min(depth / _DEEP, 1.0)
