"""All in or fold before the flop, for short stacks: what to do in a hand.

`is_short` says when to ask, `push_fold_action` decides, `advise` gives chances and worths. Pass
`Assumption`s about seats whose habits are known: the others' strategies then adapt to them, and
with one for every opponent the result is the best response. Seats of which nothing is known are
taken to count chips: in a field of the classic bots that scores 0.64 instead of 0.53 at six seats
and 0.72 instead of 0.53 at nine (`benchmarks/strength/push_fold_field.py`).

It reads the seat's own cards and what is public. Solutions are cached by stacks; that never
changes a decision.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from pitboss.bots.holdem.classes import class_of
from pitboss.bots.holdem.placement import CHIPS
from pitboss.bots.holdem.push_fold_game import Assumption, Spot
from pitboss.bots.holdem.push_fold_solution import Solution
from pitboss.bots.holdem.push_fold_solver import solve
from pitboss.games.game import Game
from pitboss.games.holdem import CALL, FOLD, PREFLOP, Hand, Tournament
from pitboss.games.rng import Rng

__all__ = ["Advice", "Assumption", "advise", "coming_blinds", "is_short", "push_fold_action"]

SHORT: Final = 15.0
# The share of hands that a seat has which limped or raised, if nothing is assumed about it.
_LIMPED: Final = 0.4
_RAISED: Final = 0.2
_LEAST_HELD: Final = 0.02
# A seat that has put in this part of its chips is taken for all in.
_COMMITTED: Final = 0.45
# The part of its blind that a seat loses on average is about this, times 1 - 2 / seats: so in the
# solutions of equal stacks of 3 to 10 big blinds, counted in chips.
_BIG_BLIND_LOSS: Final = 0.75
_SMALL_BLIND_LOSS: Final = 0.6
_NO_IDEA: Final = Assumption()
# A seat that has withdrawn folds whenever its turn comes.
_GONE: Final = Assumption(push=0.0, call=0.0)
_DRAWS: Final = 1 << 24


class Advice(NamedTuple):
    """What to do with the seat's cards: how often to go all in, and what both ways are worth.

    Worths are in the utility's unit: a score, a chance of first place, or big blinds.
    """

    chance: float
    all_in: float
    fold: float


def is_short(hand: Hand, seat: int, limit: float = SHORT) -> bool:
    """Whether it is before the flop and the seat can't lose `limit` big blinds to anyone."""
    if hand.street != PREFLOP:
        return False
    others = [
        hand.start[other]
        for other in hand.seats_in(hand.live)
        if other != seat and hand.stack[other] + hand.bet[other] > 0
    ]
    return float(min(hand.start[seat], max(others, default=0))) < limit * float(hand.big)


def coming_blinds(game: Game) -> tuple[int, int] | None:
    """The blinds of a tournament's next hand; None in other games."""
    if not isinstance(game, Tournament):
        return None
    hand = game.hand
    small, big = hand.small, hand.big
    for at in range(0, len(game.levels), 3):
        if game.levels[at] <= hand.number + 1:
            small, big = game.levels[at + 1], game.levels[at + 2]
    return small, big


def push_fold_action(
    hand: Hand,
    seat: int,
    utility: int,
    rng: Rng,
    *,
    assumptions: Mapping[int, Assumption] | None = None,
    coming: tuple[int, int] | None = None,
    rivals: int = CHIPS,
) -> int:
    """A legal action for the seat, whose turn it is: all in, the call of an all-in, or fold.

    It checks instead of folding where that is free. `utility` is what the seat counts and `rivals`
    what the others are taken to count, both from placement.py: most players count chips and call
    more than is good for their score. `coming` are the next hand's blinds, if they change.
    """
    advice = advise(hand, seat, utility, assumptions=assumptions, coming=coming, rivals=rivals)
    if float(rng.below(_DRAWS)) >= advice.chance * _DRAWS:
        return CALL if hand.to_call() == 0 else FOLD
    raise_to = hand.max_raise()
    return raise_to if raise_to > 0 else CALL


def advise(
    hand: Hand,
    seat: int,
    utility: int,
    *,
    assumptions: Mapping[int, Assumption] | None = None,
    coming: tuple[int, int] | None = None,
    rivals: int = CHIPS,
) -> Advice:
    """How often to go all in with the seat's cards, and what it and folding are worth."""
    if hand.street != PREFLOP or hand.turn != seat:
        raise ValueError("push or fold is for the seat to act before the flop")
    moment = _Moment(hand, seat, assumptions or {})
    spot = moment.spot(utility, rivals, coming or (hand.small, hand.big))
    solution = solved(spot)
    first, second = hand.hole(seat)
    number = class_of(first, second)
    advices = [
        Advice(
            solution.chance(node, number),
            solution.worth_playing(node, number),
            solution.worth_folding(node),
        )
        for node in moment.nodes(solution)
    ]
    # More than one caller before is more than the game knows: the most careful advice.
    return min(advices)


@lru_cache(maxsize=64)
def solved(spot: Spot) -> Solution:
    """The spot's solution, perhaps from the cache."""
    return solve(spot)


class _Moment:
    """A decision in a hand as one of a push/fold game: who plays in it, and who opened."""

    def __init__(self, hand: Hand, seat: int, assumptions: Mapping[int, Assumption]) -> None:
        self.hand = hand
        self.seat = seat
        self.assumptions = assumptions
        around = _around(hand, hand.big_seat)
        live = [other for other in around if hand.live >> other & 1]
        # Those who chose to put chips in, in order of their first turn.
        entered = [other for other in live if hand.acted >> other & 1 and hand.bet[other] > 0]
        raiser = self._all_in_raiser(entered)
        # If the first to enter is all in, all seats from it on play the game from its start.
        self.whole = not entered or raiser == entered[0]
        self.opener = seat if raiser < 0 else raiser
        order = _around(hand, self.opener, whole=True)
        if self.whole:
            # The big blind acts last.
            self.players = order[: order.index(hand.big_seat) + 1]
        else:
            self.players = [other for other in order if other in live]
        self.entered = [other for other in entered if other != self.opener]
        before = self.players[1 : self.players.index(seat)] if self.opener != seat else []
        self.callers = [other for other in before if other in live]

    def _all_in_raiser(self, entered: list[int]) -> int:
        """Who raised last, if it is all in or nearly so; else -1."""
        hand = self.hand
        for other in entered:
            put_in = float(hand.start[other] - hand.stack[other])
            if (
                other != self.seat
                and hand.bet[other] == hand.price
                and (hand.price > hand.big or hand.stack[other] == 0)
                and put_in >= _COMMITTED * float(hand.start[other])
            ):
                return other
        return -1

    def nodes(self, solution: Solution) -> list[int]:
        """The nodes of the solution that this decision is at."""
        if self.opener == self.seat:
            return [0]
        own = self.players.index(self.seat)
        if not self.callers:
            return [solution.call_node(0, own)]
        return [
            solution.overcall_node(0, self.players.index(caller), own) for caller in self.callers
        ]

    def spot(self, utility: int, rivals: int, coming: tuple[int, int]) -> Spot:
        """The game in big blinds, its players in order of action."""
        hand = self.hand
        unit = float(hand.big)
        players = self.players
        others = [other for other in range(hand.count) if other not in players]
        costs = _coming_costs(hand, coming)
        if utility == CHIPS:
            costs = [0.0] * hand.count
        return Spot(
            chips=tuple([self._chips(other) / unit for other in players]),
            paid=tuple([self._paid(other) / unit for other in players]),
            openers=len(players) - 1 if self.whole else 1,
            taker=len(players) - 1 if self.whole else self._taker(),
            held=tuple([self._held(other) for other in players]),
            others=tuple(
                [(float(hand.stack[other]) / unit, self._put_in(other) / unit) for other in others]
            ),
            costs=tuple([costs[other] / unit for other in [*players, *others]]),
            ante=float(hand.dead) / unit,
            utilities=tuple([utility if other == self.seat else rivals for other in players]),
            assumptions=tuple([self._assumption(other) for other in players]),
        )

    def _assumption(self, seat: int) -> Assumption:
        if self.hand.gone >> seat & 1:
            return _GONE
        return self.assumptions.get(seat, _NO_IDEA)

    def _chips(self, seat: int) -> int:
        return self.hand.start[seat] - self._table_ante(seat)

    def _paid(self, seat: int) -> int:
        """What a player of the game had put in when it came to decide about an all-in."""
        answered = self.opener != self.seat and (seat == self.opener or seat in self.callers)
        return self._posted(seat) if self.whole or answered else self._put_in(seat)

    def _table_ante(self, seat: int) -> int:
        return self.hand.dead if seat == self.hand.big_seat else 0

    def _put_in(self, seat: int) -> int:
        return self._chips(seat) - self.hand.stack[seat]

    def _posted(self, seat: int) -> int:
        """What the seat had put in before anyone acted."""
        hand = self.hand
        due: int = hand.ante
        if seat == hand.small_seat:
            due += hand.small
        if seat == hand.big_seat:
            due += hand.big
        return min(due, self._chips(seat))

    def _held(self, seat: int) -> float:
        """The share of hands that the seat can have after what it did before."""
        if seat not in self.entered or seat in self.callers:
            return 1.0
        assumed = self.assumptions.get(seat, _NO_IDEA).enter
        if assumed is not None:
            return max(assumed, _LEAST_HELD)
        return _RAISED if self.hand.bet[seat] > self.hand.big else _LIMPED

    def _taker(self) -> int:
        """Who takes the pot if the opener folds; -1 if the opener may check."""
        hand = self.hand
        if self.opener == self.seat and hand.to_call() == 0:
            return -1
        rest = [other for other in self.players if other != self.opener]
        return self.players.index(max(rest, key=lambda other: hand.bet[other]))


def _around(hand: Hand, seat: int, whole: bool = False) -> list[int]:
    """The seats dealt in, in order from the one after `seat`; or `whole`, from `seat` itself."""
    seats = [(seat + 1 + step) % hand.count for step in range(hand.count)]
    if whole:
        seats = [seats[-1], *seats[:-1]]
    return [other for other in seats if hand.start[other] > 0]


def _coming_costs(hand: Hand, blinds: tuple[int, int]) -> list[float]:
    """What the next hand's blinds will cost each seat on average, in chips."""
    costs = [0.0] * hand.count
    seats = sum([1 for chips in hand.start if chips > 0])
    if seats > 2:
        small_seat = hand.next_dealt(hand.next_dealt(hand.button))
        factor = 1.0 - 2.0 / seats
        costs[small_seat] = factor * _SMALL_BLIND_LOSS * blinds[0]
        costs[hand.next_dealt(small_seat)] = factor * _BIG_BLIND_LOSS * blinds[1]
    return costs
