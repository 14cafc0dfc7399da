"""What a seat believes about the other hands: whoever drew, or took cards, had nothing that plays;
whoever plays a wild has hardly anything else, and names the colour that it has most of.

How the others' moves are read is in history.py, how worlds are dealt accordingly in worlds.py.
"""

from typing import Final, final

from pitboss.bots.uno.conduct import Conduct, Past
from pitboss.bots.uno.history import (
    AVOIDED,
    DECIDED,
    GOT,
    LACKED,
    NAMED,
    PLAYED_DRAWN,
    what_happened,
)
from pitboss.bots.uno.policy import Policy
from pitboss.games.arrays import i64, vec
from pitboss.games.rng import Rng
from pitboss.games.uno.cards import BIT, COLOUR_BITS, COLOURS
from pitboss.games.uno.game import UnoGame
from pitboss.games.uno.hands import SIZE, STRIDE

# How likely a card is that its owner seems not to have had, compared with any other: players may
# draw although they could play, and may play a wild although something else plays.
_HARDLY: Final = 0.02
_RARELY: Final = 0.15
# The newest pieces of evidence that are kept about each seat.
_KEPT: Final = 6


@final
class Evidence:
    """A seat seemed to lack these cards, or, if it named their colour, to have some of them."""

    __slots__ = ("fresh", "gone", "least", "mask", "named_with", "owner")

    def __init__(self, owner: i64, mask: i64, least: float, named_with: i64 = 0) -> None:
        """`named_with`: how many cards it had when it named the colour."""
        self.owner = owner
        self.mask = mask
        self.least = least
        self.named_with = named_with
        # How many cards it has got since, by and large, and of a named colour played.
        self.fresh = 0.0
        self.gone: i64 = 0

    def chance(self, cards: i64, size: i64) -> float:
        """How likely what was seen is for a hand with so many of the cards, up to a factor."""
        if self.named_with > 0:
            # Nearly everybody names the colour that it has most of.
            fair = float(self.named_with) / COLOURS + 1.0
            share = min(1.0, (float(cards + self.gone) + 0.25) / fair)
            return share * share
        chance = 1.0
        held: i64 = 0
        while held < cards:
            # Each of them must be among the fresh ones.
            chance *= max(self.least, min(1.0, (self.fresh - float(held)) / float(size - held)))
            held += 1
        return chance


@final
class Belief:
    """What one seat has seen of the others in one round."""

    __slots__ = ("action", "before", "evidence", "pasts", "seat", "sizes")

    def __init__(self, seat: int, players: int) -> None:
        self.seat: i64 = seat
        self.evidence: list[Evidence] = []
        # The last decision, and how many cards each had.
        self.before: UnoGame | None = None
        self.action: i64 = 0
        self.sizes = vec[i64]([0] * players)
        # By seat.
        self.pasts: list[Past] = []

    def look(self, game: UnoGame) -> None:
        """The seat is to decide: what have the others shown since it last did?"""
        before = self.before
        if before is None or game.round != before.round or game.moves < before.moves:
            self.evidence = []
            self._begin(game)
            return
        if game.moves == before.moves:
            return
        if game.rules.seven_zero:
            # Hands have changed owners.
            self.evidence = []
            self._begin(game)
            return
        history = what_happened(before, self.action, game, self.seat)
        if history is None:
            self._lose_sight(before, game)
            self._begin(game)
            return
        for owner, kind, fact in history.shown:
            if kind == GOT:
                self._got(owner, fact)
                self.pasts[owner].got(fact)
            elif kind == DECIDED:
                self.pasts[owner].decided(history.decisions[fact])
            elif kind == LACKED:
                self._add(owner, fact, _HARDLY)
            elif kind == AVOIDED:
                self._add(owner, fact, _RARELY)
            elif kind == NAMED:
                self._add(owner, COLOUR_BITS[fact], 1.0, self.sizes[owner])
            else:
                self._played(owner, fact)
                self.pasts[owner].played(fact, kind == PLAYED_DRAWN)

    def _begin(self, game: UnoGame) -> None:
        """What was before is out of sight."""
        self.pasts = []
        seat: i64 = 0
        while seat < game.players:
            self.pasts.append(Past(game.hands[seat * STRIDE + SIZE]))
            seat += 1

    def conducts(self, game: UnoGame, policy: Policy, rng: Rng) -> list[Conduct]:
        """What the decisions of the others say of their hands, if they decide like the policy.

        The cards of each hand are in slots, those of the first seat first.
        """
        found: list[Conduct] = []
        first: i64 = 0
        seat: i64 = 0
        while seat < game.players:
            if seat != self.seat:
                size = game.hands[seat * STRIDE + SIZE]
                past = self.pasts[seat]
                if past.decisions and past.count == size and size > 0:
                    found.append(past.conduct(seat, first, policy, rng))
                first += size
            seat += 1
        return found

    def decided(self, game: UnoGame, action: int) -> None:
        """The seat plays this action now."""
        if not self.pasts:
            self._begin(game)
        # Not what comes of it, which the seat can't know yet.
        self.before = game.copy()
        self.action = action
        seat: i64 = 0
        while seat < game.players:
            self.sizes[seat] = game.hands[seat * STRIDE + SIZE]
            seat += 1

    def _add(self, owner: i64, mask: i64, least: float, named_with: i64 = 0) -> None:
        if mask == 0:
            return
        self.evidence.append(Evidence(owner, mask, least, named_with))
        if sum([1 for known in self.evidence if known.owner == owner]) > _KEPT:
            oldest = [known.owner for known in self.evidence].index(owner)
            del self.evidence[oldest]

    def _got(self, owner: i64, count: i64) -> None:
        self.sizes[owner] += count
        for known in self.evidence:
            if known.owner == owner:
                known.fresh += float(count)

    def _played(self, owner: i64, card: i64) -> None:
        size = self.sizes[owner]
        self.sizes[owner] = size - 1
        if size < 1:
            return
        for known in self.evidence:
            if known.owner == owner:
                if known.named_with > 0 and known.mask & BIT[card]:
                    known.gone += 1
                elif known.mask & BIT[card]:
                    # So it must have come since.
                    known.fresh = max(0.0, known.fresh - 1.0)
                else:
                    known.fresh *= float(size - 1) / float(size)

    def _lose_sight(self, before: UnoGame, game: UnoGame) -> None:
        """It can't be told what the others did: all that they got may be anything."""
        for known in self.evidence:
            at = known.owner * STRIDE
            grown = game.hands[at + SIZE] - before.hands[at + SIZE]
            known.fresh += 1.0 + max(0.0, float(grown))
