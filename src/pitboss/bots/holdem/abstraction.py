"""Card buckets: what a player of the blueprint remembers of its cards and the board.

A bucket depends only on the two cards and on the set of the board's cards, whatever the suits are
called. Before the flop it is the class of the hand; on the river its share of the pot against all
hands; between, the mean and the spread of that share over all boards to come. Everything is counted
in full and in integers, so that both builds agree.
"""

from typing import Final, final

from pitboss.bots.holdem.classes import class_of
from pitboss.bots.holdem.ordering import NUMBER, NUMBER_BITS, put_in_order
from pitboss.games.arrays import i64, vec
from pitboss.games.holdem.cards import BIT, LANE
from pitboss.games.holdem.evaluator import evaluate

COMBOS: Final = 1326
# A hand's share on a full board, in half hands: two for each of the 990 that it beats.
FULL_SHARE: Final = 1980
PREFLOP_BUCKETS: Final = 169
BUCKETS: Final = 200

_SPREADS: Final = 5
_LEVELS: Final = BUCKETS // _SPREADS
_CUTS: Final = _SPREADS - 1


def _pairs() -> list[tuple[int, int]]:
    """All hands, the lower card first, so that a hand's number is high * (high - 1) / 2 + low."""
    return [(low, high) for high in range(52) for low in range(high)]


# Of each hand: its cards and their mask.
LOW: Final[vec[i64]] = vec[i64]([low for low, _ in _pairs()])
HIGH: Final[vec[i64]] = vec[i64]([high for _, high in _pairs()])
HAND: Final[vec[i64]] = vec[i64]([2**low | 2**high for low, high in _pairs()])
CLASS: Final[vec[i64]] = vec[i64]([class_of(low, high) for low, high in _pairs()])

# Quantiles (25, 50, 75, 90%) of the variance of a hand's share over the boards to come, by
# twentieths of its mean, over 250 random flops and 1,500 random turns: they tell draws apart.
# fmt: off
_FLOP_VARIANCES: Final = [
    121099, 145513, 183642, 220919, 121099, 145513, 183642, 220919,
    121099, 145513, 183642, 220919, 176023, 219499, 256333, 281924,
    207565, 246915, 293450, 331974, 202422, 256109, 316945, 412936,
    190676, 244153, 323411, 492362, 172379, 223778, 289200, 437047,
    157562, 198830, 280674, 446764, 139726, 165433, 239488, 406547,
    148913, 167605, 212330, 381224, 119485, 139213, 165269, 279637,
    96450, 111264, 134533, 325708, 73793, 85140, 102660, 143477,
    54013, 64073, 76826, 107054, 39433, 45889, 55276, 73231,
    26335, 33298, 42191, 57447, 14989, 27721, 40797, 50475,
    14629, 22938, 31228, 39139, 2438, 5433, 9887, 18487,
]
_TURN_VARIANCES: Final = [
    54496, 54496, 54542, 54542, 65313, 75205, 95488, 115291,
    79059, 106699, 143463, 195314, 95477, 130079, 255221, 344372,
    100550, 146449, 289101, 393103, 100645, 146312, 291220, 465685,
    89254, 129259, 252134, 428609, 85490, 145613, 247708, 405102,
    83238, 113932, 189029, 337243, 98756, 115144, 166881, 310143,
    74202, 93979, 113168, 216272, 69498, 82981, 101512, 170649,
    52844, 64455, 79868, 115596, 37522, 49965, 65897, 83024,
    27729, 35535, 53058, 70217, 18609, 25433, 45673, 67162,
    10785, 16549, 32025, 56877, 7553, 19052, 35631, 61182,
    3865, 7865, 16361, 22509, 1014, 2349, 3185, 4031,
]
# fmt: on
_FLOP_CUTS: Final[vec[i64]] = vec[i64](_FLOP_VARIANCES)
_TURN_CUTS: Final[vec[i64]] = vec[i64](_TURN_VARIANCES)


def combo(first: i64, second: i64) -> i64:
    """The number of a hand of two cards, from 0 to 1325."""
    if first > second:
        return first * (first - 1) // 2 + second
    return second * (second - 1) // 2 + first


@final
class Shares:
    """Every hand's share of the pot against all others: on one full board, or on all to come."""

    def __init__(self) -> None:
        # By hand: the share on the last full board, -1 for hands that the board blocks.
        self.share: vec[i64] = vec[i64]([-1] * COMBOS)
        # The value, shifted, and the hand, in order of value.
        self.ranked: vec[i64] = vec[i64]([0] * COMBOS)
        self.count: i64 = 0
        # By hand: over the boards to come, their number, and the sums of shares and of squares.
        self.boards: vec[i64] = vec[i64]([0] * COMBOS)
        self.sums: vec[i64] = vec[i64]([0] * COMBOS)
        self.squares: vec[i64] = vec[i64]([0] * COMBOS)
        self._below: vec[i64] = vec[i64]([0] * 52)
        self._tied: vec[i64] = vec[i64]([0] * 52)

    def rank(self, board: i64) -> None:
        """Order all hands on a full board."""
        ranked = self.ranked
        count: i64 = 0
        hand: i64
        for hand in range(COMBOS):
            cards = HAND[hand]
            if cards & board == 0:
                ranked[count] = (evaluate(cards | board) << NUMBER_BITS) | hand
                count += 1
        self.count = count
        put_in_order(ranked, count)

    def score(self, board: i64) -> None:
        """Set each hand's share on a full board; hands that share a card do not meet."""
        self.rank(board)
        share = self.share
        ranked = self.ranked
        below = self._below
        tied = self._tied
        count = self.count
        at: i64
        for at in range(COMBOS):
            share[at] = -1
        for at in range(52):
            below[at] = 0
            tied[at] = 0
        start: i64 = 0
        while start < count:
            value = ranked[start] >> NUMBER_BITS
            end = start
            while end < count and ranked[end] >> NUMBER_BITS == value:
                hand = ranked[end] & NUMBER
                tied[LOW[hand]] += 1
                tied[HIGH[hand]] += 1
                end += 1
            size = end - start
            for at in range(start, end):
                hand = ranked[at] & NUMBER
                low = LOW[hand]
                high = HIGH[hand]
                worse = start - below[low] - below[high]
                # The hand itself is counted with both of its cards.
                share[hand] = 2 * worse + size - tied[low] - tied[high] + 1
            for at in range(start, end):
                hand = ranked[at] & NUMBER
                low = LOW[hand]
                high = HIGH[hand]
                below[low] += tied[low]
                tied[low] = 0
                below[high] += tied[high]
                tied[high] = 0
            start = end

    def look_ahead(self, board: i64, missing: i64) -> None:
        """Sum every hand's shares over all full boards that complete this one."""
        at: i64
        for at in range(COMBOS):
            self.boards[at] = 0
            self.sums[at] = 0
            self.squares[at] = 0
        self._complete(board, missing, 0)

    def versus(self, hand: i64, boards: list[int]) -> tuple[list[int], list[int]]:
        """For each other hand, on how many of the boards both can be, and the halves that one hand
        wins of it there: two for a win, one for a tie."""
        met = vec[i64]([0] * COMBOS)
        halves = vec[i64]([0] * COMBOS)
        own = HAND[hand]
        rival: i64
        board: i64
        for board in boards:
            if own & board != 0:
                continue
            blocked = own | board
            value = evaluate(blocked)
            for rival in range(COMBOS):
                cards = HAND[rival]
                if cards & blocked == 0:
                    met[rival] += 1
                    other = evaluate(cards | board)
                    if other < value:
                        halves[rival] += 2
                    elif other == value:
                        halves[rival] += 1
        return list(met), list(halves)

    def _complete(self, board: i64, missing: i64, start: i64) -> None:
        at: i64
        if missing > 0:
            for at in range(start, 52):
                if board & BIT[at] == 0:
                    self._complete(board | BIT[at], missing - 1, at + 1)
            return
        self.score(board)
        share = self.share
        boards = self.boards
        sums = self.sums
        squares = self.squares
        for at in range(COMBOS):
            part = share[at]
            if part >= 0:
                boards[at] += 1
                sums[at] += part
                squares[at] += part * part


@final
class Buckets:
    """The buckets of all hands on a board, worked out once for each board that is the same but for
    the names of its suits."""

    def __init__(self, flops: dict[int, bytes], most: int) -> None:
        """Flops that are known already; how many other boards to remember."""
        self._flops = flops
        self._boards: dict[int, bytes] = {}
        self._most: i64 = most
        self._shares = Shares()
        # Where each suit of the last board went.
        self._suits: vec[i64] = vec[i64]([0] * 4)

    def of(self, board: i64, size: i64, hand: i64) -> i64:
        """The bucket of a hand on a board of 0, 3, 4 or 5 cards."""
        if size == 0:
            return CLASS[hand]
        row = self._row(self._rename(board), size)
        return row[self._renamed(hand)]

    def of_all(self, board: i64, size: i64) -> list[int]:
        """The buckets of all hands; what hands that the board blocks get means nothing."""
        if size == 0:
            return [CLASS[hand] for hand in range(COMBOS)]
        row = self._row(self._rename(board), size)
        return [row[self._renamed(hand)] for hand in range(COMBOS)]

    def flop_row(self, board: i64) -> bytes:
        """The buckets of all hands on a flop whose suits are in order."""
        return self._row(self._rename(board), 3)

    def canonical(self, board: i64) -> int:
        """The board with its suits in order."""
        return self._rename(board)

    def _rename(self, board: i64) -> i64:
        """Order the suits by their cards, the highest lane first, and note where each one went."""
        suits = self._suits
        ordered: i64 = 0
        suit: i64
        other: i64
        for suit in range(4):
            lane = (board >> (suit * 13)) & LANE
            place: i64 = 0
            for other in range(4):
                rival = (board >> (other * 13)) & LANE
                if rival > lane or (rival == lane and other < suit):
                    place += 1
            suits[suit] = place
            ordered |= lane << (place * 13)
        return ordered

    def _renamed(self, hand: i64) -> i64:
        low = LOW[hand]
        high = HIGH[hand]
        suits = self._suits
        return combo(suits[low // 13] * 13 + low % 13, suits[high // 13] * 13 + high % 13)

    def _row(self, board: i64, size: i64) -> bytes:
        if size == 3:
            row = self._flops.get(board)
        else:
            row = self._boards.get(board)
        if row is None:
            row = self._work_out(board, size)
            if size == 3:
                self._flops[board] = row
            else:
                # What is forgotten is worked out again, to the same end.
                if len(self._boards) >= self._most:
                    self._boards.clear()
                self._boards[board] = row
        return row

    def _work_out(self, board: i64, size: i64) -> bytes:
        shares = self._shares
        row: list[int] = [0] * COMBOS
        hand: i64
        if size == 5:
            shares.score(board)
            for hand in range(COMBOS):
                if shares.share[hand] >= 0:
                    row[hand] = shares.share[hand] * BUCKETS // (FULL_SHARE + 1)
            return bytes(row)
        shares.look_ahead(board, 5 - size)
        cuts = _TURN_CUTS
        if size == 3:
            cuts = _FLOP_CUTS
        for hand in range(COMBOS):
            boards = shares.boards[hand]
            if boards == 0:
                continue
            total = shares.sums[hand]
            mean = total // boards
            variance = (boards * shares.squares[hand] - total * total) // (boards * boards)
            at = mean * 20 // (FULL_SHARE + 1) * _CUTS
            spread: i64 = 0
            while spread < _CUTS and variance >= cuts[at + spread]:
                spread += 1
            row[hand] = mean * _LEVELS // (FULL_SHARE + 1) * _SPREADS + spread
        return bytes(row)
