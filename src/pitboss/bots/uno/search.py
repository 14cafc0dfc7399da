"""Search for the UNO family: the policy's move, unless rollouts show that another is better.

Worlds are dealt that fit what the seat knows; in each of them every move that is still in question
is tried, and the round is played on by the policy. Again and again the worse half is dropped.
"""

import math
from typing import Final, final

from pitboss.bots.breath import breathe
from pitboss.bots.uno.belief import Belief
from pitboss.bots.uno.policy import Policy
from pitboss.bots.uno.rollout import play_on, worth_of
from pitboss.bots.uno.worlds import Worlds
from pitboss.games.rng import Rng
from pitboss.games.uno.game import UnoGame
from pitboss.games.uno.round import ROUND_LIMIT

# Standard errors by which another move must be better than the policy's: so many for each player
# with so many rollouts. With fewer, chance is more often the reason, and more is asked.
_ENOUGH: Final = 0.25
_ROLLOUTS: Final = 3000.0
_MOST: Final = 2.0
# Standard errors by which a move is so much better or worse that no more rollouts are needed.
_SURE: Final = 3.0
# The fewest samples by which moves are compared: of worlds, and of all hands that are enumerated.
_FEWEST_WORLDS: Final = 24
_FEWEST_PASSES: Final = 8


@final
class Search:
    """One seat's search; the same seed, budget and games give the same moves."""

    __slots__ = ("belief", "played", "rng", "rollouts", "wins")

    def __init__(self, rollouts: int, seed: int, wins: bool) -> None:
        """`wins`: only the first place counts; otherwise the share of opponents beaten."""
        self.rollouts = rollouts
        self.rng = Rng(seed)
        self.wins = wins
        self.belief: Belief | None = None
        # The games that were played out for the last decision.
        self.played = 0

    def choose(self, game: UnoGame, seat: int, policy: Policy) -> int:
        """The best action for the seat, whose turn it is; the policy is what all play by."""
        belief = self.belief
        if belief is None or belief.seat != seat:
            belief = self.belief = Belief(seat, game.players)
        belief.look(game)
        action = self._choose(game, seat, policy, belief)
        belief.decided(game, action)
        return action

    def _choose(self, game: UnoGame, seat: int, policy: Policy, belief: Belief) -> int:
        self.played = 0
        usual: int = policy.choose(game, seat)
        moves = [usual]
        moves += [action for action in game.legal().actions if action != usual]
        if len(moves) == 1:
            return usual
        conducts = belief.conducts(game, policy, self.rng)
        worlds = Worlds(game, seat, belief.evidence, conducts, self.rng)
        trial = Trial(worlds, seat, moves, [policy] * game.players, self.wins)
        stages = max(1, math.ceil(math.log2(len(moves))))
        if worlds.enumerate_hands():
            fewest = len(worlds.hands) * _FEWEST_PASSES * len(moves)
            trial.exact = fewest <= 2 * (self.rollouts // stages)
        alive = list(range(len(moves)))
        for stage in range(stages):
            # What was not spent on moves that are surely worse is left for the others.
            alive = self._stage(trial, alive, (self.rollouts - trial.played) // (stages - stage))
            if trial.is_decided(alive):
                break
            alive = trial.better_half(alive)
        self.played = trial.played
        enough = _ENOUGH * float(game.players) * math.sqrt(_ROLLOUTS / self.rollouts)
        return moves[trial.verdict(alive, min(enough, _MOST))]

    def _stage(self, trial: "Trial", alive: list[int], rollouts: int) -> list[int]:
        """Try the moves as long as there is doubt and budget; returns those in doubt."""
        fewest = _FEWEST_PASSES if trial.exact else _FEWEST_WORLDS
        end = trial.played + rollouts
        samples = max(rollouts // (len(alive) * trial.hands()), fewest)
        while samples > 0 and not trial.is_decided(alive):
            trial.run(alive, min(samples, fewest))
            alive = trial.not_surely_worse(alive)
            samples = (end - trial.played) // (len(alive) * trial.hands())
        return alive


@final
class Trial:
    """Moves of one decision, and how they did."""

    __slots__ = (
        "exact",
        "moves",
        "played",
        "policies",
        "samples",
        "seat",
        "squares",
        "sums",
        "wins",
        "worlds",
    )

    def __init__(
        self, worlds: Worlds, seat: int, moves: list[int], policies: list[Policy], wins: bool
    ) -> None:
        self.worlds = worlds
        self.seat = seat
        self.moves = moves
        self.policies = policies
        self.wins = wins
        self.exact = False
        self.samples = 0
        self.played = 0
        # Against the first move: the sum of differences and of their squares, for each.
        self.sums = [0.0] * len(moves)
        self.squares = [0.0] * len(moves)

    def hands(self) -> int:
        """How many worlds are a sample."""
        return len(self.worlds.hands) if self.exact else 1

    def run(self, alive: list[int], samples: int) -> None:
        """Try the moves, and always the first, in so many more samples."""
        deals = self.worlds
        for _ in range(samples):
            values = [0.0] * len(self.moves)
            if not self.exact:
                self._try(deals.sample(), 1.0, alive, values)
            else:
                # All hands together are one sample: only the draws differ from the next.
                for number in range(len(deals.hands)):
                    self._try(deals.with_hand(number), deals.weights[number], alive, values)
            usual = values[0]
            for index in alive:
                difference = values[index] - usual
                self.sums[index] += difference
                self.squares[index] += difference * difference
        self.samples += samples

    def _try(self, world: UnoGame, weight: float, alive: list[int], values: list[float]) -> None:
        # The rollouts end with the round.
        world.round = ROUND_LIMIT
        for index in alive:
            twin = world.copy()
            twin.apply(self.moves[index])
            play_on(twin, self.policies)
            values[index] += weight * worth_of(twin, self.seat, self.wins)
        self.played += len(alive)
        breathe()

    def better_half(self, alive: list[int]) -> list[int]:
        """The first move and the better half of the others."""
        others = alive[1:]
        others.sort(key=self._rank)
        return [0, *others[: (len(others) + 1) // 2]]

    def not_surely_worse(self, alive: list[int]) -> list[int]:
        """The first move, and those that are not surely worse."""
        return [0, *[index for index in alive[1:] if self._lead(index) > -_SURE]]

    def _rank(self, index: int) -> tuple[float, int]:
        return (-self.sums[index], index)

    def _lead(self, index: int) -> float:
        """By how many standard errors a move is better than the first."""
        mean = self.sums[index] / self.samples
        spread = self.squares[index] / self.samples - mean * mean
        error = math.sqrt(max(spread, 1e-12) / self.samples)
        return mean / error

    def is_decided(self, alive: list[int]) -> bool:
        """Whether no other move is left, or just one, which is surely better."""
        if len(alive) > 2 or self.samples == 0:
            return False
        return len(alive) == 1 or self._lead(alive[1]) >= _SURE

    def verdict(self, alive: list[int], enough: float) -> int:
        """The first move, unless another is better by more than so many standard errors."""
        best = 0
        for index in alive[1:]:
            if self._lead(index) > enough and (best == 0 or self.sums[index] > self.sums[best]):
                best = index
        return best
