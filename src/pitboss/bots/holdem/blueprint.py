"""Heads-up play by the blueprint: follows a real hand on the tree, and plays the tree's strategy.

A player sees the table only at its own turns. With two players that is enough: what changed between
two turns tells what both did. Bets that the tree does not have are taken for one of their
neighbours, at random, by the pseudo-harmonic mapping of Ganzfried and Sandholm (2013); so is the
depth, by its logarithm, once a hand.
"""

from itertools import pairwise
from math import log
from typing import Final

from pitboss.bots.holdem.abstraction import COMBOS, HAND, combo
from pitboss.bots.holdem.blueprint_table import PARTS, Table, shipped_buckets, shipped_table
from pitboss.bots.holdem.blueprint_tree import (
    BIG_BLIND,
    CALL,
    DEPTHS,
    FOLD,
    FOLDED,
    Spot,
    Tree,
    river_tree,
)
from pitboss.bots.holdem.resolving import RiverSolver
from pitboss.games.holdem.cards import BIT, mask_of
from pitboss.games.holdem.hand import Hand
from pitboss.games.holdem.table import RIVER
from pitboss.games.rng import SEED_BITS, Rng

# A raise that leaves less than this share of the chips is all-in.
_COMMITTED: Final = 0.75
# Where the blueprint never plays an action, a range still keeps this much of a hand.
DOUBT: Final = 0.1
# What a solved river plays more rarely is left out: it had too few iterations to tell.
RARE: Final = 0.03
_SEEDS: Final = 1 << SEED_BITS
_WORD: Final = 1 << 32


def is_heads_up(hand: Hand) -> bool:
    """Whether two players were dealt in, and no more."""
    return sum([chips > 0 for chips in hand.start]) == 2


def opponent_of(hand: Hand, seat: int) -> int:
    """The other of two players."""
    for other in range(hand.count):
        if other != seat and hand.start[other] > 0:
            return other
    raise ValueError("there is no opponent at this table")


def depth_for(hand: Hand, rng: Rng) -> int:
    """One of the blueprint's depths: of the two neighbours, the nearer one is likelier."""
    blinds = min([int(chips) for chips in hand.start if chips > 0]) / hand.big
    if blinds >= DEPTHS[0]:
        return DEPTHS[0]
    for above, below in pairwise(DEPTHS):
        if blinds >= below:
            share = log(blinds / below) / log(above / below)
            return above if chance(rng) < share else below
    return DEPTHS[-1]


def chance(rng: Rng) -> float:
    """A random number from 0 to below 1."""
    return int(rng.next()) / _WORD


def lower_share(low: float, high: float, size: float) -> float:
    """How often a bet of a size between two of the tree's is taken for the lower one."""
    return (high - size) * (1 + low) / ((high - low) * (1 + size))


class Line:
    """One hand as the tree has it: where it stands, and how it came there."""

    def __init__(self, table: Table, player: int, rng: Rng) -> None:
        self.table = table
        self.player = player
        self.node = 0
        # The decisions so far, of both players, each with the number of the action taken.
        self.path: list[tuple[int, int]] = []
        # The real actions that stand for the tree's at this turn.
        self.plan: dict[int, int] = {}
        # What was played on the real river so far, checks and calls as CALL.
        self.river: list[int] = []
        self._rng = rng
        self._last: _Look | None = None

    def look(self, hand: Hand, seat: int) -> None:
        """Bring the line up to a turn of the player."""
        look = _Look(hand, seat)
        if self._last is not None and self._last.state == look.state:
            return
        tree = self.table.tree
        known = self._follow(look)
        node = self.node
        if not known or tree.kinds[node] != self.player or tree.street[node] != look.street:
            self.node = self._nearest(look)
            self.path = [step for step in self.path if tree.street[step[0]] < look.street]
        self.plan = {}
        if look.street == RIVER:
            self._note_river(look)
        self._last = look

    def _note_river(self, look: "_Look") -> None:
        last = self._last
        if last is not None and last.street == RIVER:
            self.river.append(look.own if look.own > last.price else CALL)
            self.river.append(look.other)
        elif self.player == 0 and not look.acted:
            self.river.append(look.other if look.other > 0 else CALL)

    def _follow(self, look: "_Look") -> bool:
        """Take the actions since the last look; False if the tree has none like them."""
        tree = self.table.tree
        last = self._last
        street, price, pot = 0, look.big, look.before + 2 * look.big
        if last is not None:
            street, price, pot = last.street, last.price, last.pot
            paid = look.paid if look.street == street else look.paid - look.own
            raised = paid - last.paid - last.owed
            if raised > 0:
                price += raised
                if price in self.plan:
                    self._take(self.plan[price])
                else:
                    self._take_raise(raised / pot, price >= look.all_in)
                pot += 2 * raised
            elif not self._take(CALL):
                return False
        elif look.acted or look.street > 0:
            return False
        while tree.kinds[self.node] == 1 - self.player:
            if tree.street[self.node] > street:
                street, price, pot = tree.street[self.node], 0, look.before
            if street < look.street or look.other <= price:
                if street > look.street or not self._take(CALL):
                    return False
            else:
                self._take_raise((look.other - price) / max(pot, 1), look.other >= look.all_in)
                break
        return tree.kinds[self.node] < FOLDED

    def _take(self, action: int) -> bool:
        tree = self.table.tree
        actions = tree.actions(self.node)
        if action not in actions:
            return False
        at = actions.index(action)
        self.path.append((self.node, at))
        self.node = tree.first[self.node] + at
        return tree.kinds[self.node] < FOLDED

    def _take_raise(self, size: float, all_in: bool) -> None:
        """Take a raise by a share of the pot for one that the tree has."""
        tree = self.table.tree
        actions = tree.actions(self.node)
        spot = tree.spots[self.node]
        sizes = [(share_of_pot(spot, action), action) for action in actions if action > CALL]
        called = tree.first[self.node] + actions.index(CALL)
        if tree.kinds[called] == 1 - spot.player and tree.street[called] == spot.street:
            # A tiny bet is like a check.
            sizes.insert(0, (0.0, CALL))
        if not sizes:
            self._take(CALL)
            return
        if all_in or size >= sizes[-1][0]:
            self._take(sizes[-1][1])
            return
        pick = sizes[0][1]
        for (low, lower), (high, higher) in pairwise(sizes):
            if low <= size < high:
                share = lower_share(low, high, size)
                pick = lower if chance(self._rng) < share else higher
        self._take(pick)

    def _nearest(self, look: "_Look") -> int:
        """The decision of this player and street most like the real one, where the tree is left."""
        scale = BIG_BLIND / look.big
        owed, pot = look.owed * scale, look.pot * scale
        best, nearest = 0.0, -1
        for node, spot in self.table.tree.spots.items():
            if spot.player != self.player or spot.street != look.street:
                continue
            price = max(spot.bets)
            due = price - spot.bets[spot.player]
            if (due > 0) != (owed > 0):
                continue
            size = 2 * (spot.paid + price)
            apart = abs(log(size / pot)) + abs(due / size - owed / pot)
            if nearest < 0 or apart < best:
                best, nearest = apart, node
        return nearest


class _Look:
    """What a seat sees of the chips at its turn."""

    def __init__(self, hand: Hand, seat: int) -> None:
        other = opponent_of(hand, seat)
        self.street: int = hand.street
        self.big: int = hand.big
        self.price: int = hand.price
        self.own: int = hand.bet[seat]
        self.other: int = hand.bet[other]
        self.paid: int = hand.start[seat] - hand.stack[seat]
        self.owed: int = hand.to_call()
        self.pot: int = pot_after_call(hand)
        # The pot without the bets of this street.
        self.before: int = self.pot - self.owed - self.own - self.other
        # The total in this street at which one of the two has no chips left.
        self.all_in = min(self.own + int(hand.stack[seat]), self.other + int(hand.stack[other]))
        self.acted = hand.acted & BIT[seat] != 0
        self.state = (self.street, self.paid, self.own, self.other)


def pot_after_call(hand: Hand) -> int:
    """All chips in the middle, with what the actor owes."""
    return sum(hand.start) - sum(hand.stack) + hand.to_call()


def share_of_pot(spot: Spot, action: int) -> float:
    """A raise of the tree as a share of the pot after a call."""
    price = max(spot.bets)
    return (action - price) / (2 * (spot.paid + price))


def real_action(hand: Hand, spot: Spot, action: int, all_in: bool) -> int:
    """The legal action of a real hand that is like one of the tree."""
    if action == FOLD:
        return CALL if hand.to_call() == 0 else FOLD
    high = hand.max_raise()
    if action == CALL or high == 0:
        return CALL
    seat = hand.turn
    other = opponent_of(hand, seat)
    own: int = hand.bet[seat]
    most = min(int(high), int(hand.bet[other] + hand.stack[other]))
    total = int(hand.price) + round(share_of_pot(spot, action) * pot_after_call(hand))
    if all_in or total - own > _COMMITTED * (most - own):
        total = most
    return min(max(total, int(hand.min_raise())), int(high))


class HeadsUpPlayer:
    """Plays one game heads-up by the blueprint; the same seed and turns give the same play."""

    def __init__(self, seed: int, river_iterations: int = 0) -> None:
        """With iterations, rivers are solved anew without buckets."""
        self._seed = seed % _SEEDS
        self._river_iterations = river_iterations
        self._number = -1
        self._rng = Rng(self._seed)
        self._line: Line | None = None

    def decide(self, hand: Hand, seat: int) -> int:
        """An action for the seat, whose turn it is."""
        options = self.probabilities(hand, seat)
        aim = chance(self._rng)
        for action, share in options:
            aim -= share
            if aim < 0:
                return action
        return options[-1][0]

    def probabilities(self, hand: Hand, seat: int) -> list[tuple[int, float]]:
        """The legal actions that it plays here, and how often each."""
        line = self.line(hand, seat)
        if hand.street == RIVER and self._river_iterations > 0:
            solved = self._solve_river(hand, seat, line)
            if solved:
                return solved
        node = line.node
        parts = line.table.parts(node, bucket_of(hand, seat))
        return self._options(hand, line, line.table.tree, node, [part / PARTS for part in parts])

    def _options(
        self, hand: Hand, line: Line, tree: Tree, node: int, shares: list[float]
    ) -> list[tuple[int, float]]:
        """The real actions for those of a decision on a tree."""
        spot = tree.spots[node]
        options: dict[int, float] = {}
        actions = tree.actions(node)
        for action, share in zip(actions, shares, strict=True):
            if share > 0:
                all_in = action > CALL and action == actions[-1]
                real = real_action(hand, spot, action, all_in)
                options[real] = options.get(real, 0.0) + share
                if tree is line.table.tree:
                    line.plan.setdefault(real, action)
        return list(options.items())

    def _solve_river(self, hand: Hand, seat: int, line: Line) -> list[tuple[int, float]]:
        """The solution of the whole river at this turn; nothing if the line was not seen."""
        scale = BIG_BLIND / hand.big
        other = opponent_of(hand, seat)
        before = pot_after_call(hand) - int(hand.to_call() + hand.bet[seat] + hand.bet[other])
        paid = round(before * scale / 2)
        behind = min(int(hand.stack[at] + hand.bet[at]) for at in (seat, other))
        played = [round(total * scale) for total in line.river]
        tree = river_tree(paid, paid + round(behind * scale), played)
        node = 0
        for action in played:
            actions = tree.actions(node)
            if action not in actions:
                return []
            node = tree.first[node] + actions.index(action)
            if tree.kinds[node] >= FOLDED:
                return []
        if tree.kinds[node] != line.player:
            return []
        own, rival = self.ranges(hand, seat)
        ranges = (own, rival) if line.player == 0 else (rival, own)
        solver = RiverSolver(tree, mask_of(list(hand.board())), ranges)
        solver.run(self._river_iterations)
        cards = combo(hand.cards[2 * seat], hand.cards[2 * seat + 1])
        shares = solver.strategy(tree.base[node], tree.count[node], cards)
        shares = [share if share >= RARE else 0.0 for share in shares]
        total = sum(shares)
        if total == 0.0:
            return []
        return self._options(hand, line, tree, node, [share / total for share in shares])

    def line(self, hand: Hand, seat: int) -> Line:
        """The hand as the tree has it, up to this turn."""
        line = self._line
        if line is None or hand.number != self._number:
            self._number = hand.number
            self._rng = Rng(self._seed, hand.number)
            player = 0 if seat == hand.small_seat else 1
            line = Line(shipped_table(depth_for(hand, self._rng)), player, self._rng)
            self._line = line
        line.look(hand, seat)
        return line

    def ranges(self, hand: Hand, seat: int) -> tuple[list[float], list[float]]:
        """How likely each hand of two cards was before the river, of the seat and its opponent."""
        line = self.line(hand, seat)
        board = list(hand.board())
        taken = mask_of(board)
        weights = [[0.0 if HAND[at] & taken else 1.0 for at in range(COMBOS)] for _ in range(2)]
        buckets = shipped_buckets()
        tree = line.table.tree
        rows: dict[int, list[int]] = {}
        for node, action in line.path:
            street = tree.street[node]
            if street == RIVER:
                break
            size = street + 2 if street else 0
            if street not in rows:
                rows[street] = buckets.of_all(mask_of(board[:size]), size)
            width = tree.buckets[street]
            shares = [max(line.table.parts(node, bucket)[action], DOUBT) for bucket in range(width)]
            row = rows[street]
            own = weights[tree.kinds[node]]
            for at in range(COMBOS):
                own[at] *= shares[row[at]]
        return weights[line.player], weights[1 - line.player]


def bucket_of(hand: Hand, seat: int) -> int:
    """The bucket of the seat's own cards."""
    board = list(hand.board())
    own = combo(hand.cards[2 * seat], hand.cards[2 * seat + 1])
    return shipped_buckets().of(mask_of(board), len(board), own)
