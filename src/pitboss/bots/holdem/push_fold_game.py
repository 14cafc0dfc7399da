"""The push/fold game of one hand: who may go all in, in which order, and what each end is worth.

Every player acts once: it goes all in or folds. Once one is all in the others call with all their
chips or fold, and at most two call. It is solved in push_fold_solver.py; push_fold.py makes a
`Spot` of a hand.
"""

from typing import Final, NamedTuple

from pitboss.bots.holdem.placement import CHIPS, worth
from pitboss.games.arrays import i64, vec

# The six orders in which three seats may finish.
ORDERS: Final[list[tuple[int, int, int]]] = [
    (0, 1, 2),
    (0, 2, 1),
    (1, 0, 2),
    (1, 2, 0),
    (2, 0, 1),
    (2, 1, 0),
]


class Assumption(NamedTuple):
    """What a seat is believed to do, as shares of all hands, the best first; None if unknown.

    Unknown pushes and calls are those of the equilibrium.
    """

    # All in when nobody has entered before; the call of an all-in.
    push: float | None = None
    call: float | None = None
    # A limp or a raise that is not all in.
    enter: float | None = None


class Spot(NamedTuple):
    """A push/fold game, in big blinds; equal spots have equal solutions.

    The players are in order of action. `openers` is how many of them may be the first to go all
    in. If nobody does, the player `taker` takes the pot, or all players share it if that is -1.
    """

    # What each player had when the hand began, and what of it is in the pot.
    chips: tuple[float, ...]
    paid: tuple[float, ...]
    openers: int
    taker: int
    # The share of hands, best first, that each player can have after what it did before.
    held: tuple[float, ...]
    # The seats that have folded or were out before: what they have left and have paid.
    others: tuple[tuple[float, float], ...]
    # What each player and then each other seat will pay on average to come next hand's blinds.
    costs: tuple[float, ...]
    # The big blind's ante for the whole table.
    ante: float
    # What each player counts: see placement.py.
    utilities: tuple[int, ...]
    assumptions: tuple[Assumption, ...]


class Ends:
    """What the ends of a spot are worth to each player.

    Places in the tables, for player j of n: `folded[j]`; `uncalled[p * n + j]`; of two all in
    `((p * n + c) * 2 + winner) * n + j`; of three `(((p * n + c) * n + d) * 6 + order) * n + j`.
    """

    def __init__(self, spot: Spot) -> None:
        n: i64 = len(spot.chips)
        self.players: i64 = n
        self.spot = spot
        self._starts = [*spot.chips, *[left + paid for left, paid in spot.others]]
        self.folded: vec[float] = vec[float](self._nobody_pushes())
        uncalled = [0.0] * (n * n)
        two = [0.0] * (n * n * 2 * n)
        three = [0.0] * (n * n * n * 6 * n)
        for first in range(spot.openers):
            uncalled[first * n : first * n + n] = self._worths([first])
            for second in range(first + 1, n):
                at = (first * n + second) * 2 * n
                two[at : at + n] = self._worths([first, second])
                two[at + n : at + 2 * n] = self._worths([second, first])
                for third in range(second + 1, n):
                    at = ((first * n + second) * n + third) * 6 * n
                    trio = (first, second, third)
                    for order in ORDERS:
                        three[at : at + n] = self._worths([trio[place] for place in order])
                        at += n
        self.uncalled: vec[float] = vec[float](uncalled)
        self.two: vec[float] = vec[float](two)
        self.three: vec[float] = vec[float](three)

    def _nobody_pushes(self) -> list[float]:
        spot = self.spot
        if spot.taker >= 0:
            return self._after(self._paid_out([spot.taker], False))
        # mypyc takes `sum` of floats for a whole number.
        pot = spot.ante
        for paid in spot.paid:
            pot += paid
        for _, paid in spot.others:
            pot += paid
        share = pot / len(spot.chips)
        left = [chips - paid + share for chips, paid in zip(spot.chips, spot.paid, strict=True)]
        return self._after([*left, *[chips for chips, _ in spot.others]])

    def _worths(self, order: list[int]) -> list[float]:
        """What it is worth to each player if those in `order` are all in and finish like that."""
        return self._after(self._paid_out(order, True))

    def _paid_out(self, order: list[int], all_in: bool) -> list[float]:
        """The stacks after the pots are paid to the players in `order`, the best hand first."""
        spot = self.spot
        stacks: list[float] = []
        pot: list[float] = []
        for player in range(len(spot.chips)):
            chips = spot.chips[player]
            put_in = chips if all_in and player in order else spot.paid[player]
            stacks.append(chips - put_in)
            pot.append(put_in)
        for left, paid in spot.others:
            stacks.append(left)
            pot.append(paid)
        stacks[order[0]] += spot.ante
        for winner in order:
            # From each seat a winner takes no more than it has put in itself.
            level = pot[winner] if all_in else max(pot)
            for seat in range(len(pot)):
                taken = min(pot[seat], level)
                pot[seat] -= taken
                stacks[winner] += taken
        # What nobody at the showdown has matched goes back.
        return [stack + rest for stack, rest in zip(stacks, pot, strict=True)]

    def _after(self, stacks: list[float]) -> list[float]:
        """What the stacks are worth to each player once the next hand's blinds are counted."""
        spot = self.spot
        later = _less_costs(stacks, spot.costs)
        return [
            stacks[player] if utility == CHIPS else worth(utility, later, player, self._starts)
            for player, utility in enumerate(spot.utilities)
        ]


def _less_costs(stacks: list[float], costs: tuple[float, ...]) -> list[float]:
    """The stacks after each seat has paid its cost, which all seats with chips share."""
    left: list[float] = []
    paid = 0.0
    alive = 0.0
    for seat, stack in enumerate(stacks):
        # However short, a seat that pays a blind has a chance: it keeps a half.
        cost = min(costs[seat], 0.5 * stack)
        left.append(stack - cost)
        paid += cost
        if stack > 0.0:
            alive += 1.0
    return [stack + paid / alive if stack > 0.0 else 0.0 for stack in left]
