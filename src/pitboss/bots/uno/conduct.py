"""What the others decided, and how well a hand explains it: would the policy have played the same?

A hand changes after a decision. Cards that its owner has played since were in it; of those that it
has now, some came later, and which is not known: that is drawn at random for each search.
"""

from typing import Final, final

from pitboss.bots.uno.policy import Policy
from pitboss.games.arrays import i64, vec
from pitboss.games.rng import Rng
from pitboss.games.uno.game import UnoGame
from pitboss.games.uno.hands import STRIDE, add_card

# How an owner may decide: as the policy does with such a chance, otherwise in any of so many ways.
# Each is as likely as the others before anything was seen.
_LIKE_US: Final = (0.9, 0.5, 0.0)
_WAYS: Final = 4.0
# The newest decisions of each owner that are kept.
_KEPT: Final = 6


@final
class Decision:
    """An action of another seat, and the position as far as everybody saw it."""

    __slots__ = ("action", "game")

    def __init__(self, game: UnoGame, action: i64) -> None:
        self.game = game
        self.action = action


@final
class Past:
    """What happened to the hand of one seat since the round began, or it was last in sight."""

    __slots__ = ("count", "decisions", "steps", "times")

    def __init__(self, size: i64) -> None:
        # Cards that came, or, below zero, the card that was played: -1 is card 0, and so on. The
        # card that was drawn and played at once is not among them.
        self.steps: list[int] = [size]
        self.count: i64 = size
        self.decisions: list[Decision] = []
        # After how many steps each of them was made.
        self.times: list[int] = []

    def got(self, cards: i64) -> None:
        """So many cards came."""
        self.steps.append(cards)
        self.count += cards

    def played(self, card: i64, just_drawn: bool) -> None:
        """A card was played, perhaps the one that came last."""
        if just_drawn and self.steps[-1] > 0:
            self.steps[-1] -= 1
        else:
            self.steps.append(-1 - card)
        self.count -= 1

    def decided(self, decision: Decision) -> None:
        """Its owner is about to play."""
        self.decisions.append(decision)
        self.times.append(len(self.steps))
        if len(self.decisions) > _KEPT:
            del self.decisions[0]
            del self.times[0]

    def conduct(self, owner: i64, first: i64, policy: Policy, rng: Rng) -> "Conduct":
        """Its decisions, to be compared with hands whose cards begin in slot `first`."""
        # When each card that is held came; when each that was played came and went, and what it is.
        came: list[int] = []
        lives: list[tuple[int, int, int]] = []
        time = 0
        for step in self.steps:
            time += 1
            if step >= 0:
                came += [time] * step
            elif came:
                lives.append((came.pop(rng.below(len(came))), time, -1 - step))
        found = Conduct(owner, policy)
        for index in range(len(self.decisions)):
            then = self.times[index]
            known = vec[i64]([0] * STRIDE)
            for begin, end, card in lives:
                if begin <= then < end:
                    add_card(known, 0, card)
            slots = [first + held for held in range(len(came)) if came[held] <= then]
            found.cases.append(_Case(self.decisions[index], known, slots))
        found.weigh()
        return found


@final
class Conduct:
    """The decisions of one owner, as a measure of its hand."""

    __slots__ = ("cases", "chances", "compared", "matches", "owner", "policy")

    def __init__(self, owner: i64, policy: Policy) -> None:
        self.owner = owner
        self.policy = policy
        self.cases: list[_Case] = []
        # How likely all decisions are, if the policy explains so many of them.
        self.chances: list[float] = []
        # How many it explains with the hand as it is, and with the one that was compared last.
        self.matches: i64 = 0
        self.compared: i64 = 0

    def weigh(self) -> None:
        """Work out the chances."""
        total = len(self.cases)
        for matches in range(total + 1):
            chance = 0.0
            for like_us in _LIKE_US:
                other = (1.0 - like_us) / _WAYS
                product = 1.0
                for index in range(total):
                    product *= like_us + other if index < matches else other
                chance += product
            self.chances.append(chance)

    def chance(self, hand: list[int]) -> float:
        """How likely the decisions are, if these are the owner's cards, and all that are hidden.

        Which of them came first is not known, so each is tried as the first.
        """
        total = 0.0
        for first in range(len(hand)):
            cards = vec[i64]([card for card in hand[first:] + hand[:first]])
            total += self.chances[self.count(cards)]
        return total / float(len(hand))

    def compare(self, cards: vec[i64]) -> float:
        """By what factor the cards explain the decisions better than the hand as it is."""
        self.compared = self.count(cards)
        return self.chances[self.compared] / self.chances[self.matches]

    def count(self, cards: vec[i64]) -> i64:
        """How many decisions the policy explains, with the cards in the owner's slots."""
        found: i64 = 0
        for case in self.cases:
            if case.fits(self.policy, self.owner, cards):
                found += 1
        return found


@final
class _Case:
    """A decision, and what of the hand of then is known."""

    __slots__ = ("action", "game", "known", "slots")

    def __init__(self, decision: Decision, known: vec[i64], slots: list[int]) -> None:
        self.game = decision.game
        self.action = decision.action
        self.known = known
        self.slots = vec[i64]([slot for slot in slots])

    def fits(self, policy: Policy, owner: i64, cards: vec[i64]) -> bool:
        """Whether the policy would have decided the same."""
        game = self.game
        hands = game.hands
        at: i64 = owner * STRIDE
        word: i64 = 0
        while word < STRIDE:
            hands[at + word] = self.known[word]
            word += 1
        index: i64 = 0
        slots: i64 = len(self.slots)
        while index < slots:
            add_card(hands, at, cards[self.slots[index]])
            index += 1
        game.ask()
        return policy.choose(game, owner) == self.action
