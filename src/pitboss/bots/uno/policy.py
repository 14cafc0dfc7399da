"""A fast policy for the UNO family: each move is a sum of weighted features, the largest is played.

It looks at the own hand, the table and the sizes of the other hands, and at nothing hidden. The
weights are in weights.py; search.py looks further with it.
"""

from typing import Final, final

from pitboss.games.arrays import i64, vec
from pitboss.games.uno.actions import (
    CALL_UNO,
    CATCH,
    CHALLENGE,
    CHOOSE_COLOUR,
    DRAW,
    PASS,
    PLAYS,
    SWAP,
    play,
)
from pitboss.games.uno.cards import (
    BIT,
    CARD_KINDS,
    COLOUR_OF,
    COLOURED_BITS,
    COLOURS,
    DRAW_TWO,
    LANE,
    LOWEST,
    MATCHES,
    NO_COLOUR,
    POPULATION,
    RANK_BITS,
    RANK_OF,
    RANKS,
    REVERSE,
    SKIP,
    WILD,
    WILD_BIT,
    WILD_DRAW_FOUR,
    WORTH,
    nth_card,
    population,
)
from pitboss.games.uno.game import UnoGame
from pitboss.games.uno.hands import FOURS, SIZE, STRIDE, TWICE, WILDS
from pitboss.games.uno.table import (
    AFTER_DRAW,
    CATCH_CHOICE,
    COLOUR_CHOICE,
    SWAP_CHOICE,
)

# What the weights are for, in their order.
COLOUR_LEFT: Final = 0  # for each card of the colour that is left to follow with
COLOUR_GONE: Final = 1  # no card of that colour is left
RANK_LEFT: Final = 2  # for each card of the rank that is left in other colours
WILD_SPENT: Final = 3  # for each wild that is played
FOUR_SPENT: Final = 4  # for each wild draw four
WILD_EARLY: Final = 5  # for each wild of either kind, times the cards that are left
POINTS: Final = 6  # for each point that leaves the hand
POINTS_IN_DANGER: Final = 7  # likewise, when somebody else has one or two cards
DOUBLE: Final = 8  # two cards at once
AGAIN: Final = 9  # the turn comes back at once
ATTACK: Final = 10  # for each card that the next player has to draw
ATTACK_SHORT: Final = 11  # likewise, when that player has one or two cards
SKIP_SHORT: Final = 12  # a player with one or two cards is skipped
NEXT_SIZE: Final = 13  # for each card of whoever moves next, up to seven
OUT_NEXT: Final = 14  # the one card that is left would play now
CHANGE_SHORT: Final = 15  # another colour, when the next player has one or two cards
UNARMED: Final = 16  # the last card that could answer a draw card is played
TAKE: Final = 17  # for each pending card that is taken
HOLD: Final = 18  # a drawn card is kept although it plays
DRAW_ANYWAY: Final = 19  # drawing with a playable card
ACCUSE: Final = 20  # challenging a wild draw four
ACCUSE_EACH: Final = 21  # likewise, for each card of the accused
STUCK: Final = 22  # nothing that is left would play now
AGAIN_STUCK: Final = 23  # likewise, and the turn comes back at once
COLOURS_LEFT: Final = 24  # for each colour that is left
LAST_PAIR: Final = 25  # the two cards that are left play on each other
WEIGHTS: Final = 26

_FEW: Final = 2
_MANY: Final = 7
_WON: Final = 1_000_000_000
_WORST: Final = -1_000_000_000_000


@final
class Policy:
    """Decides by weights; the same position gives the same move."""

    __slots__ = ("weights",)

    def __init__(self, weights: vec[i64]) -> None:
        self.weights = weights

    def decide(self, game: UnoGame, seat: int) -> int:
        """The best legal action for the seat, whose turn it is."""
        return self.choose(game, seat)

    def choose(self, game: UnoGame, seat: i64) -> i64:
        """The same."""
        phase = game.phase
        if phase > AFTER_DRAW:
            return self._choose_other(game, seat)
        if game.rules.uno_call and game.may_call():
            return CALL_UNO
        plays = game.plays
        if plays == 0:
            if game.pending == 0 and phase != AFTER_DRAW:
                return DRAW
            if game.pending == 0 or not game.may_challenge():
                return PASS
        w = self.weights
        best: i64 = _WORST
        action: i64 = PASS
        if phase == AFTER_DRAW:
            best = w[HOLD]
        elif game.pending > 0:
            best = w[TAKE] * game.pending
            if game.may_challenge():
                score = (
                    w[TAKE] * game.pending
                    + w[ACCUSE]
                    + w[ACCUSE_EACH] * game.hands[game.four_by * STRIDE + SIZE]
                )
                if score > best:
                    best = score
                    action = CHALLENGE
        elif not game.rules.must_play:
            best = w[DRAW_ANYWAY]
            action = DRAW
        doubles: i64 = 0
        if game.rules.double_play:
            doubles = game.doubles()
        view = _Outlook(game, seat)
        mask: i64 = plays & COLOURED_BITS
        base: i64 = 0
        while mask != 0:
            lane: i64 = mask & LANE
            while lane != 0:
                card: i64 = base + LOWEST[lane]
                lane &= lane - 1
                score = view.score(w, card, COLOUR_OF[card], 1)
                if score > best:
                    best = score
                    action = card
                if doubles & BIT[card]:
                    score = view.score(w, card, COLOUR_OF[card], 2)
                    if score > best:
                        best = score
                        action = card + PLAYS
            mask >>= RANKS
            base += RANKS
        if plays >= WILD_BIT:
            colour = view.best_colour(w)
            card = WILD
            while card <= WILD_DRAW_FOUR:
                if plays & BIT[card]:
                    score = view.score(w, card, colour, 1)
                    if score > best:
                        best = score
                        action = play(card, colour)
                    if doubles & BIT[card]:
                        score = view.score(w, card, colour, 2)
                        if score > best:
                            best = score
                            action = play(card, colour) + PLAYS
                card += 1
        return action

    def _choose_other(self, game: UnoGame, seat: i64) -> i64:
        phase = game.phase
        if phase == CATCH_CHOICE:
            return CATCH
        if phase == COLOUR_CHOICE:
            return CHOOSE_COLOUR + _Outlook(game, seat).best_colour(self.weights)
        if phase == SWAP_CHOICE:
            return SWAP + shortest_hand(game)
        raise ValueError("the game is over")


def policy_of(weights: list[int]) -> Policy:
    """A policy with these weights."""
    return Policy(vec[i64](list(weights)))


def shortest_hand(game: UnoGame) -> i64:
    """Whoever has the fewest cards of those with whom the actor may swap."""
    best: i64 = -1
    least: i64 = 1000
    seat: i64 = 0
    while seat < game.players:
        size = game.hands[seat * STRIDE + SIZE]
        if game.may_swap_with(seat) and size < least:
            best = seat
            least = size
        seat += 1
    return best


@final
class _Outlook:
    """What a seat sees when it decides, worked out once for all its moves."""

    __slots__ = (
        "colour",
        "danger",
        "duel",
        "fours",
        "game",
        "held",
        "next_size",
        "other_size",
        "size",
        "twice",
        "wilds",
    )

    def __init__(self, game: UnoGame, seat: i64) -> None:
        hands = game.hands
        at: i64 = seat * STRIDE
        self.game = game
        self.held: i64 = hands[at]
        self.twice: i64 = hands[at + TWICE]
        self.wilds: i64 = hands[at + WILDS]
        self.fours: i64 = hands[at + FOURS]
        self.size: i64 = hands[at + SIZE]
        self.colour: i64 = game.colour
        self.duel = game.present() == 2
        after = game.after(seat, 1)
        self.next_size: i64 = hands[after * STRIDE + SIZE]
        # Of whoever moves if the next player is skipped.
        self.other_size: i64 = self.size
        least = self.next_size
        if not self.duel:
            self.other_size = hands[game.after(seat, 2) * STRIDE + SIZE]
            other: i64 = 0
            while other < game.players:
                if other != seat and game.left & BIT[other] == 0:
                    size = hands[other * STRIDE + SIZE]
                    if size < least:
                        least = size
                other += 1
        self.danger = least <= _FEW

    def count(self, colour: i64) -> i64:
        """How many cards of a colour the hand has."""
        shift: i64 = RANKS * colour
        return POPULATION[(self.held >> shift) & LANE] + POPULATION[(self.twice >> shift) & LANE]

    def best_colour(self, w: vec[i64]) -> i64:
        """The colour to name with a wild."""
        best: i64 = 0
        most: i64 = -1
        colour: i64 = 0
        while colour < COLOURS:
            # Of equals another colour than now, if whoever comes next is short of cards.
            count = 2 * self.count(colour)
            if colour != self.colour and self.next_size <= _FEW and w[CHANGE_SHORT] > 0:
                count += 1
            if count > most:
                most = count
                best = colour
            colour += 1
        return best

    def score(self, w: vec[i64], card: i64, colour: i64, copies: i64) -> i64:
        """What a play is worth."""
        left = self.size - copies
        if left == 0:
            return _WON
        game = self.game
        rank = RANK_OF[card]
        score: i64 = 0
        follow = self.count(colour)
        if card < WILD:
            follow -= copies
            ranks: i64 = population(self.held & RANK_BITS[rank])
            if copies == 2 or self.twice & BIT[card] == 0:
                ranks -= 1
            score += w[RANK_LEFT] * ranks
        elif card == WILD:
            score += (w[WILD_SPENT] + w[WILD_EARLY] * left) * copies
        else:
            score += (w[FOUR_SPENT] + w[WILD_EARLY] * left) * copies
        score += w[COLOUR_LEFT] * follow
        if follow == 0:
            score += w[COLOUR_GONE]
        points = WORTH[card] * copies
        score += w[POINTS] * points
        if self.danger:
            score += w[POINTS_IN_DANGER] * points
        if copies == 2:
            score += w[DOUBLE]
        rest: i64 = self.held
        if not self._is_left(card, copies):
            rest &= ~BIT[card]
        again = self.duel and self._comes_back(rank, copies)
        if colour != NO_COLOUR and rest & MATCHES[colour * CARD_KINDS + card] == 0:
            score += w[STUCK]
            if again:
                score += w[AGAIN_STUCK]
        lanes: i64 = rest & COLOURED_BITS
        while lanes != 0:
            if lanes & LANE != 0:
                score += w[COLOURS_LEFT]
            lanes >>= RANKS
        if left == 2 and self._is_pair(rest):
            score += w[LAST_PAIR]
        score += self._turn_order(w, rank, copies)
        if colour != self.colour and self.next_size <= _FEW:
            score += w[CHANGE_SHORT]
        if left == 1 and (colour == NO_COLOUR or rest & MATCHES[colour * CARD_KINDS + card] != 0):
            score += w[OUT_NEXT]
        rules = game.rules
        if rules.two_waits or rules.four_waits:
            answers = self.held & (rules.answers_to_two | rules.answers_to_four)
            last = answers & BIT[card] != 0 and answers & ~BIT[card] == 0
            if last and not self._is_left(card, copies):
                score += w[UNARMED]
        return score

    def _turn_order(self, w: vec[i64], rank: i64, copies: i64) -> i64:
        """What it is worth that others draw, are skipped, or come next."""
        game = self.game
        rules = game.rules
        adds: i64 = 0
        waits = False
        skips = rank == SKIP
        if rank == DRAW_TWO:
            adds = 2 * copies
            waits = rules.two_waits
            skips = not waits
        elif rank == RANK_OF[WILD_DRAW_FOUR]:
            adds = 4 * copies
            waits = rules.four_waits
            skips = not waits
        elif rank == REVERSE and self.duel:
            skips = rules.reverse_skips
        # A card that answers a draw sends all of it on.
        if adds > 0 or (game.pending > 0 and rank == REVERSE):
            adds += game.pending
        score: i64 = 0
        victim = self.next_size
        if rank == REVERSE and not self.duel and not skips and copies == 1:
            back = game.after(game.turn, game.players - 1 - len(game.leavers))
            victim = game.hands[back * STRIDE + SIZE]
        if adds > 0:
            score += w[ATTACK] * adds
            if victim <= _FEW:
                score += w[ATTACK_SHORT] * adds
        if skips:
            if self.duel:
                score += w[AGAIN]
            elif victim <= _FEW:
                score += w[SKIP_SHORT]
            victim = self.other_size
        if rank == REVERSE and copies == 2 and not self.duel:
            score += w[AGAIN]
        elif not (skips and self.duel):
            if victim > _MANY:
                victim = _MANY
            score += w[NEXT_SIZE] * victim
        return score

    def _is_left(self, card: i64, copies: i64) -> bool:
        """Whether the hand has another one of the card after so many are played."""
        if card == WILD:
            return self.wilds > copies
        if card == WILD_DRAW_FOUR:
            return self.fours > copies
        return copies == 1 and self.twice & BIT[card] != 0

    def _comes_back(self, rank: i64, copies: i64) -> bool:
        """Whether the turn comes back at once, with two players."""
        rules = self.game.rules
        if rank == SKIP:
            return copies == 1
        if rank == REVERSE:
            return rules.reverse_skips or copies == 2
        if rank == DRAW_TWO:
            return not rules.two_waits
        return rank == RANK_OF[WILD_DRAW_FOUR] and not rules.four_waits

    def _is_pair(self, rest: i64) -> bool:
        """Whether two cards, as a mask, play on each other."""
        if rest >= WILD_BIT:
            return True
        other: i64 = rest & (rest - 1)
        if other == 0:
            # Two of the same.
            return True
        card = nth_card(rest, 0)
        return other & MATCHES[COLOUR_OF[card] * CARD_KINDS + card] != 0
