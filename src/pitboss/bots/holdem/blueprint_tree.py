"""The betting of two players as a public tree: what the blueprint's players may bet, and when.

The tree is flat: nodes have numbers, 0 is the root, the children of a node follow one another.
Chips are hundredths of a big blind. Player 0 has the button and the small blind. Cards are not part
of it.
"""

from typing import Final, final

# What a node is: a decision of player 0 or 1, a hand that ended by a fold, or a showdown.
FOLDED: Final = 2
SHOWDOWN: Final = 3

# What an action of the tree is; anything above is the total of a raise in this street.
FOLD: Final = -1
CALL: Final = 0

BIG_BLIND: Final = 100
DEPTHS: Final = (100, 50, 25, 15)

# Bets and raises, in hundredths of the pot after a call; all-in comes on top.
_PREFLOP_SIZES: Final = (75,)
_BET_SIZES: Final = (50, 100)
_RAISE_SIZES: Final = (50, 100)
# Deeper than this a raise has one size, or the tree would be too large to solve.
_DEEP_RAISE_SIZES: Final = (100,)
_DEEP: Final = 6000
# So many raises of these sizes in a street; the next is all-in.
_PREFLOP_RAISES: Final = 3
_RAISES: Final = 3
# A bet of more than this share of the chips left is all-in instead.
_COMMITTED: Final = 60


class Spot:
    """Where the betting stands at a decision."""

    __slots__ = ("acted", "bets", "paid", "player", "raises", "street")

    def __init__(
        self, street: int, paid: int, bets: tuple[int, int], player: int, raises: int, acted: bool
    ) -> None:
        self.street = street
        # What each player paid in the streets before, and in this one.
        self.paid = paid
        self.bets = bets
        self.player = player
        # Raises of a size of the menu in this street, and whether the street has seen an action.
        self.raises = raises
        self.acted = acted


@final
class Tree:
    """A public tree for two players, with room for every player's buckets at each decision."""

    def __init__(self, buckets: list[int]) -> None:
        """The number of buckets of each street."""
        self.buckets = buckets
        # How many numbers a table over all decisions, buckets and actions has.
        self.size = 0
        self.kinds: list[int] = []
        self.first: list[int] = []
        self.count: list[int] = []
        self.street: list[int] = []
        # Where the numbers of a decision begin, in a table over all of them.
        self.base: list[int] = []
        # What player 0 wins at a fold; what the winner of a showdown wins.
        self.stake: list[int] = []
        # Of each node, the action that led to it.
        self.action: list[int] = []
        # Of the decisions of hold'em, where the betting stands.
        self.spots: dict[int, Spot] = {}

    def add(self, kind: int, action: int, street: int, stake: int = 0) -> int:
        """Add a node; its children, if it is a decision, are set by `open`."""
        self.kinds.append(kind)
        self.first.append(0)
        self.count.append(0)
        self.street.append(street)
        self.base.append(0)
        self.stake.append(stake)
        self.action.append(action)
        return len(self.kinds) - 1

    def open(self, node: int, first: int, count: int) -> None:
        """Make the nodes from `first` on the children of a decision."""
        self.first[node] = first
        self.count[node] = count
        self.base[node] = self.size
        self.size += count * self.buckets[self.street[node]]

    def decisions(self) -> list[int]:
        """The nodes at which somebody decides."""
        return [node for node, kind in enumerate(self.kinds) if kind < FOLDED]

    def children(self, node: int) -> range:
        """The nodes after each action of a decision."""
        return range(self.first[node], self.first[node] + self.count[node])

    def actions(self, node: int) -> list[int]:
        """The actions of a decision, in order."""
        return [self.action[child] for child in self.children(node)]


def menu(spot: Spot, stack: int) -> list[int]:
    """The actions at a spot, for starting stacks of so many hundredths of a big blind."""
    own = spot.bets[spot.player]
    price = max(spot.bets)
    owed = price - own
    all_in = stack - spot.paid
    actions = [FOLD, CALL] if owed > 0 else [CALL]
    if price >= all_in:
        return actions
    preflop = spot.street == 0
    if preflop:
        sizes: tuple[int, ...] = _PREFLOP_SIZES
    elif price > 0:
        sizes = _RAISE_SIZES if stack < _DEEP else _DEEP_RAISE_SIZES
    else:
        sizes = _BET_SIZES
    if spot.raises < (_PREFLOP_RAISES if preflop else _RAISES):
        pot = 2 * (spot.paid + price)
        for size in sizes:
            total = price + pot * size // 100
            if total * 100 <= all_in * _COMMITTED:
                actions.append(total)
    actions.append(all_in)
    return actions


def betting_tree(depth: int, buckets: list[int]) -> Tree:
    """The tree for two stacks of `depth` big blinds."""
    tree = Tree(buckets)
    root = Spot(0, 0, (BIG_BLIND // 2, BIG_BLIND), 0, 0, False)
    _grow(tree, tree.add(0, CALL, 0), root, depth * BIG_BLIND, [])
    return tree


def river_tree(paid: int, stack: int, played: list[int]) -> Tree:
    """The tree of a river on which each player paid so much before, one bucket a decision.

    The actions that were played on the river so far are in it, whatever their size. It has one
    raise fewer than the blueprint's.
    """
    tree = Tree([1, 1, 1, 1])
    root = Spot(3, paid, (0, 0), 1, 1, False)
    _grow(tree, tree.add(1, CALL, 3), root, stack, played)
    return tree


def _grow(tree: Tree, node: int, spot: Spot, stack: int, played: list[int]) -> None:
    tree.spots[node] = spot
    nexts: list[tuple[int, Spot]] = []
    first = len(tree.kinds)
    actions = menu(spot, stack)
    if played and played[0] not in actions:
        actions = sorted([*actions, played[0]])
    for action in actions:
        after = _after(spot, action, stack)
        if after is None:
            kind = FOLDED if action == FOLD else SHOWDOWN
            stake = spot.paid + min(spot.bets) if action == FOLD else spot.paid + max(spot.bets)
            if action == FOLD and spot.player == 0:
                stake = -stake
            tree.add(kind, action, spot.street, stake)
        else:
            nexts.append((tree.add(after.player, action, after.street), after))
    tree.open(node, first, len(actions))
    for child, after in nexts:
        same = len(played) > 0 and tree.action[child] == played[0]
        _grow(tree, child, after, stack, played[1:] if same else [])


def _after(spot: Spot, action: int, stack: int) -> Spot | None:
    """Where the betting stands after an action; None if the hand is over, or nothing but cards
    is to come."""
    player = spot.player
    price = max(spot.bets)
    if action == FOLD:
        return None
    if action > CALL:
        bets = (action, spot.bets[1]) if player == 0 else (spot.bets[0], action)
        return Spot(spot.street, spot.paid, bets, 1 - player, spot.raises + 1, True)
    if not spot.acted:
        # The first check of a street; before the flop the call of the big blind, who may raise.
        return Spot(spot.street, spot.paid, (price, price), 1 - player, spot.raises, True)
    paid = spot.paid + price
    if spot.street == 3 or paid >= stack:
        return None
    return Spot(spot.street + 1, paid, (0, 0), 1, 0, False)
