"""Decisions in hold'em explained: what bets say of a hand, who gives way to one, and habits.

Values are big blinds won or lost in this hand. How others play is a rough model, in two parts:
how likely they act as they did with a hand (`_likelihood`; how much a player's bets mean is learnt
from other games, `Reputation`), and which hands they fold to a raise (`Reputation.timidity`); after
that the hand is checked down.
"""

from collections.abc import Sequence
from typing import Any, ClassVar, Final, NamedTuple

from pitboss.games.analyst import Analyst, Habit
from pitboss.games.game import Decider, play_out
from pitboss.games.holdem.betting import CALL, FOLD
from pitboss.games.holdem.cards import BIT, cards_text
from pitboss.games.holdem.hand import Hand
from pitboss.games.holdem.series import Cash, Tournament
from pitboss.games.holdem.strength import strength
from pitboss.games.holdem.table import PREFLOP, RIVER

# Raises to compare, as shares of the pot after a call.
_SIZES: Final = (0.5, 1.0)
# Somebody may always do anything, with any hand.
_ANYTHING: Final = 0.1
# How much a check says against a strong hand.
_CHECKED: Final = 0.4
_LARGEST_BET: Final = 2.0
# When so many deeds of a player are known, they count as much as what is usual.
_DOUBT: Final = 5
_USUAL_POWER: Final = 2.0
# How many of the hands are folded whose call would make a bluff lose.
_USUAL_FOLDS: Final = 0.9
_ALMOST_ONE: Final = 0.95
# Larger raises than so many pots are hardly ever called, so that few worlds say little of them.
_LARGEST_RAISE: Final = 3

# Shares of all hands that are worse.
_WEAK: Final = 0.6
_WEAK_BEFORE_FLOP: Final = 0.5
_STRONG: Final = 0.85
# A call of at most this share of the pot is a small one: that of half a pot.
_SMALL: Final = 1 / 3

CALLS_RIVER: Final = "calls_river"
CALLS_EARLY: Final = "calls_early"
CALLS_RAISE: Final = "calls_raise"
LIMPS: Final = "limps"
ONLY_CALLS: Final = "only_calls"
CHECKS_STRONG: Final = "checks_strong"
FOLDS_FREE: Final = "folds_free"
FOLDS_SMALL: Final = "folds_small"
FOLDS_STRONG: Final = "folds_strong"
MIN_RAISES: Final = "min_raises"
ALL_IN_WEAK: Final = "all_in_weak"
BETS_WEAK: Final = "bets_weak"

HABITS: Final = (
    Habit(CALLS_RIVER, "calls a bet on the river with a weak hand"),
    Habit(CALLS_EARLY, "calls a bet on the flop or turn with a weak hand"),
    Habit(CALLS_RAISE, "calls a raise before the flop with a weak hand"),
    Habit(LIMPS, "only calls the big blind"),
    Habit(ONLY_CALLS, "only calls with a strong hand"),
    Habit(CHECKS_STRONG, "checks a strong hand"),
    Habit(FOLDS_FREE, "folds though checking is free"),
    Habit(FOLDS_SMALL, "folds to a small bet"),
    Habit(FOLDS_STRONG, "folds a strong hand"),
    Habit(MIN_RAISES, "bets or raises the minimum"),
    Habit(ALL_IN_WEAK, "goes all in with a weak hand"),
    Habit(BETS_WEAK, "bets or raises with a weak hand"),
)


class _Deed(NamedTuple):
    """What a seat did, on which board."""

    seat: int
    board: tuple[int, ...]
    action: int
    # The chips that it put in as a share of the pot; 0 for a check.
    size: float

    @property
    def power(self) -> float:
        """How much better a hand the deed speaks of, as a power of its strength."""
        return 1 + 2 * min(self.size, _LARGEST_BET) if self.action > 0 else 1.0


class Reputation(NamedTuple):
    """What a player's bets and calls meant in games of the past, and how easily it folded."""

    deeds: int = 0
    # The sums of the strength that it had, and of what its deeds spoke of by the usual measure.
    strength: float = 0.0
    power: float = 0.0
    # The sum of the shares of hands that could be folded to the bets it faced, and its folds.
    pressure: float = 0.0
    folds: int = 0

    @property
    def timidity(self) -> float:
        """Which part of the hands it folds that it could."""
        pressure = _DOUBT / 2
        return min(1.0, (self.folds + _USUAL_FOLDS * pressure) / (self.pressure + pressure))

    @property
    def truth(self) -> float:
        """How much its bets mean: 1 is usual, 0 nothing at all."""
        deeds = self.deeds + _DOUBT
        power = (self.power + _DOUBT * _USUAL_POWER) / deeds
        # The mean of a hand's strength where hands are as likely as its strength to the power.
        usual = (_USUAL_POWER + 1) / (_USUAL_POWER + 2)
        mean = min((self.strength + _DOUBT * usual) / deeds, _ALMOST_ONE)
        return max(0.0, (2 * mean - 1) / (1 - mean) / power)


def hand_in(game: Hand | Cash | Tournament) -> Hand:
    """The hand in progress."""
    return game if isinstance(game, Hand) else game.hand


class HoldemAnalyst(Analyst[Any]):
    """Knows that who bets has something, more or less."""

    habits: ClassVar[Sequence[Habit]] = HABITS
    remark: ClassVar[str] = (
        "Whoever bets or calls is taken to have cards for it, more for larger bets, as far as its "
        "other games say so; to a raise the worse hands are folded, and then all is checked down."
    )

    def __init__(
        self, kind: Any, rules: Any, seat: int, bots: list[Decider], known: Sequence[Any]
    ) -> None:
        super().__init__(kind, rules, seat, bots, known)
        reputations = [one or Reputation() for one in known] or [Reputation()] * len(bots)
        self._truth = [one.truth for one in reputations]
        self._timidity = [one.timidity for one in reputations]
        self._hand = -1
        self._deeds: list[_Deed] = []

    @property
    def unit(self) -> str:
        """Big blinds, in a tournament too."""
        return "bb"

    # Worlds that fit.

    def watch(self, game: Any, action: int) -> None:
        """Remember what others do in this hand."""
        hand = hand_in(game)
        if hand.number != self._hand:
            self._hand = hand.number
            self._deeds = []
        if hand.actor() != self.seat and action != FOLD:
            self._deeds.append(_deed(hand, action))

    def world(self, game: Any, seed: int) -> Hand:
        """The hand alone: what comes after it is the same whatever happens in it."""
        return hand_in(game).redeal(self.seat, seed)

    @property
    def is_informed(self) -> bool:
        """Whether others have acted in this hand."""
        return bool(self._deeds)

    def weight(self, world: Hand) -> float:
        """How likely those still in would have acted as they did with these cards."""
        weight = 1.0
        live = world.live
        for deed in self._deeds:
            if live & BIT[deed.seat]:
                own = _strength_of(world, deed.seat, deed.board)
                weight *= _likelihood(deed, own, self._truth[deed.seat])
        return weight

    # Values.

    def alternatives(self, game: Any, played: int) -> list[int]:
        """Fold, call, raises of some sizes, all in, and what was played."""
        hand = hand_in(game)
        actions = [played, CALL]
        if hand.to_call() > 0:
            actions.append(FOLD)
        high = int(hand.max_raise())
        if high > 0:
            pot = hand.pot() + int(hand.to_call())
            for size in _SIZES:
                total = int(hand.price) + round(size * pot)
                actions.append(min(max(total, int(hand.min_raise())), high))
            if high - int(hand.bet[self.seat]) <= _LARGEST_RAISE * pot:
                actions.append(high)
        return [*dict.fromkeys(actions)]

    def worth(self, world: Hand, action: int) -> float:
        """Big blinds won in the hand."""
        seat, big, street = self.seat, int(world.big), world.street
        board = world.board()
        raised = action > 0
        world.apply(action)
        while raised and world.turn >= 0 and world.street == street:
            other = int(world.turn)
            below = self._timidity[other] * _pressure(world)
            folds = other != seat and _strength_of(world, other, board) < below
            world.apply(FOLD if folds else CALL)
        if action != FOLD:
            play_out(world, self.bots, [])
        return float(world.nets()[seat] / big)

    # Habits.

    def habits_in(self, game: Any, action: int) -> set[str]:
        """What the action shows of its player."""
        hand = hand_in(game)
        own = _strength_of(hand, self.seat, hand.board())
        owed, high = int(hand.to_call()), int(hand.max_raise())
        weak = own < (_WEAK_BEFORE_FLOP if hand.street == PREFLOP else _WEAK)
        shown = set()
        if action == FOLD:
            if owed == 0:
                shown.add(FOLDS_FREE)
            elif own >= _STRONG:
                shown.add(FOLDS_STRONG)
            elif hand.street > PREFLOP and owed <= _SMALL * hand.pot():
                shown.add(FOLDS_SMALL)
        elif action == CALL and owed > 0:
            if hand.street == PREFLOP and hand.price <= hand.big:
                shown.add(LIMPS)
            elif weak and hand.street == RIVER:
                shown.add(CALLS_RIVER)
            elif weak:
                shown.add(CALLS_RAISE if hand.street == PREFLOP else CALLS_EARLY)
            elif own >= _STRONG and high > 0:
                shown.add(ONLY_CALLS)
        elif action == CALL:
            if own >= _STRONG and high > 0 and hand.street > PREFLOP:
                shown.add(CHECKS_STRONG)
        elif weak:
            shown.add(ALL_IN_WEAK if action == high else BETS_WEAK)
        elif action == hand.min_raise() < high:
            shown.add(MIN_RAISES)
        return shown

    # Words.

    def spelled(self, game: Any, action: int) -> str:
        """With the chips that it takes."""
        hand = hand_in(game)
        owed = int(hand.to_call())
        if action == FOLD:
            return "fold"
        if action == CALL:
            return f"call {owed:,}" if owed else "check"
        if action == hand.max_raise():
            return f"all in, {action:,}"
        return f"raise to {action:,}" if hand.price > 0 else f"bet {action:,}"

    def situation(self, game: Any) -> str:
        """The cards and the pot."""
        hand = hand_in(game)
        board = cards_text(list(hand.board()))
        where = f"on {board}" if board else "before the flop"
        number = "" if game is hand else f" of hand {hand.number}"
        hole = cards_text(list(hand.hole(self.seat)))
        return f"holding {hole} {where}{number}, pot {hand.pot():,}"


def _strength_of(hand: Hand, seat: int, board: tuple[int, ...]) -> float:
    return strength(hand.cards[2 * seat], hand.cards[2 * seat + 1], board)


def _deed(hand: Hand, action: int) -> _Deed:
    """What the actor is about to do."""
    actor = hand.actor()
    chips = action - hand.bet[actor] if action > 0 else hand.to_call()
    return _Deed(actor, hand.board(), action, float(chips / hand.pot()))


def observe(known: Reputation | None, game: Any, action: int) -> Reputation:
    """What is known of the actor once it has done this, with its cards on the table."""
    hand = hand_in(game)
    known = known or Reputation()
    if hand.to_call() > 0 and hand.street > PREFLOP:
        # Before the flop blinds are given up, which says little of how bets are answered.
        folds = known.folds + (action == FOLD)
        known = known._replace(pressure=known.pressure + _pressure(hand), folds=folds)
    if action == FOLD or (action == CALL and hand.to_call() == 0):
        return known
    deed = _deed(hand, action)
    return known._replace(
        deeds=known.deeds + 1,
        strength=known.strength + _strength_of(hand, deed.seat, deed.board),
        power=known.power + deed.power,
    )


def _likelihood(deed: _Deed, own: float, truth: float) -> float:
    """How likely a seat does this with a hand that beats such a share of others."""
    if deed.size == 0:
        return 1 - _CHECKED * min(truth, 1.0) * own
    return float(_ANYTHING + (1 - _ANYTHING) * own ** (truth * deed.power))


def _pressure(hand: Hand) -> float:
    """The share of hands that the actor could fold to what it owes without making bluffs pay."""
    return float(hand.to_call() / hand.pot())
