"""`master` for hold'em: which of its parts decides where.

Against one rival who only calls it waits for the river (patience.py); short stacks go all in or
fold (push_fold.py); an unknown opponent heads-up meets the blueprint (blueprint.py); everything
else is weighed in worlds that fit what the rivals did (weighing.py).
"""

from typing import Final

from pitboss.bots.holdem.blueprint import HeadsUpPlayer
from pitboss.bots.holdem.classes import hand_number
from pitboss.bots.holdem.opponents import Opponents, Profile, hand_in
from pitboss.bots.holdem.patience import chance_to_win
from pitboss.bots.holdem.placement import CHIPS, utility_of
from pitboss.bots.holdem.push_fold import Assumption, coming_blinds, is_short, push_fold_action
from pitboss.bots.holdem.ranges import SURE, ladder_of
from pitboss.bots.holdem.weighing import weigh
from pitboss.games.game import Game
from pitboss.games.holdem import CALL, RIVER, Hand, Tournament
from pitboss.games.rng import Rng

# Parts of the stack that are compared as bets on the river.
_STEPS: Final = 20
# Below so many big blinds it is all in or fold before the flop.
_SHORT: Final = 12.0
# Worlds for a decision. Rivers that the blueprint comes to are solved anew, with an iteration for
# so many of them, up to a number; with fewer than usual they would be too few to do good.
ROLLOUTS: Final = 400
_ROLLOUTS_AN_ITERATION: Final = 10
_MOST_ITERATIONS: Final = 100
# Until it has seen so many decisions of an opponent it plays by the blueprint heads-up, which
# nobody can exploit much; then the counts say more.
_KNOWN: Final = 5
_USUAL_OPENS: Final = 0.3
# The share of hands with which somebody calls an all-in who was never seen to fold.
_STATION_CALLS: Final = 0.9


class HoldemMaster:
    """Solves what can be solved, exploits what it has seen, and weighs the rest in worlds."""

    def __init__(self, seed: int, rollouts: int = ROLLOUTS, wins: bool = False) -> None:
        self._rng = Rng(seed)
        self._rollouts = rollouts
        self._wins = wins
        self._opponents = Opponents()
        self._heads_up = HeadsUpPlayer(seed, river_iterations(rollouts))

    def decide(self, game: Game, seat: int) -> int:
        """A legal action for the seat."""
        self._opponents.look(game, seat)
        action = self._choice(game, seat)
        self._opponents.remember(game, seat, action)
        return action

    def _choice(self, game: Game, seat: int) -> int:
        hand = hand_in(game)
        rivals = [other for other in hand.seats_in(hand.live) if other != seat]
        stations = all(self._opponents.of(rival).is_station for rival in rivals)
        utility = utility_of(game, self._wins)
        heads_up = sum([chips > 0 for chips in hand.starting_stacks()]) == 2
        # With more players left a tournament's chips are worth something else: that is weighed.
        if stations and len(rivals) == 1 and (heads_up or utility == CHIPS):
            return self._value_bet(game, hand, seat, rivals[0])
        if utility != CHIPS and is_short(hand, seat, _SHORT):
            assumptions = {rival: _assumption(self._opponents.of(rival)) for rival in rivals}
            return push_fold_action(
                hand,
                seat,
                utility,
                self._rng,
                assumptions=assumptions,
                coming=coming_blinds(game),
            )
        if heads_up and self._opponents.of(rivals[0]).decisions < _KNOWN:
            return self._heads_up.decide(hand, seat)
        return weigh(game, seat, self._opponents, utility, self._rollouts, self._rng, stations)

    def _value_bet(self, game: Game, hand: Hand, seat: int, rival: int) -> int:
        """Against somebody who only calls: nothing before the river, and there the best bet."""
        high = int(hand.max_raise())
        if hand.street < RIVER or high == 0:
            return CALL
        first, second = hand.hole(seat)
        chance = ladder_of(hand.board()).strength[hand_number(first, second)] / SURE
        chips, pot = int(hand.stack[seat]), hand.pot()
        most = min(chips, int(hand.stack[rival]))
        if not isinstance(game, Tournament):
            return high if chance > 0.5 else CALL
        low = int(hand.min_raise())
        total = sum(hand.starting_stacks())
        best, best_worth = CALL, -1.0
        for step in range(_STEPS + 1):
            bet = most * step // _STEPS
            if 0 < bet < low and bet != high:
                continue
            won = chance_to_win(list(game.levels), hand.number + 1, chips + pot + bet, total)
            lost = chance_to_win(list(game.levels), hand.number + 1, chips - bet, total)
            worth = chance * won + (1 - chance) * lost
            if worth > best_worth:
                best, best_worth = bet, worth
        return best


def river_iterations(rollouts: int) -> int:
    """How often a river is gone through to solve it, with so many rollouts to spend."""
    if rollouts < ROLLOUTS:
        return 0
    return min(rollouts // _ROLLOUTS_AN_ITERATION, _MOST_ITERATIONS)


def _assumption(profile: Profile) -> Assumption:
    """What is assumed of somebody before the flop, once enough was seen."""
    opens = profile.opens(_USUAL_OPENS)
    raises_much = profile.blind_chances >= _KNOWN and opens > 0.5
    return Assumption(
        push=opens if raises_much else None, call=_STATION_CALLS if profile.never_folds else None
    )
