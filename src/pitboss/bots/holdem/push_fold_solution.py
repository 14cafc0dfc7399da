"""What push_fold_solver.py finds: strategies by node and class of hands, and their worth."""

from typing import Final

from pitboss.bots.holdem.classes import CLASSES
from pitboss.games.arrays import i64, vec

_N: Final = CLASSES


class Solution:
    """The solved strategies of a spot. It never changes, so threads may share it."""

    def __init__(
        self,
        players: i64,
        calls: vec[i64],
        overcalls: vec[i64],
        average: vec[float],
        values: vec[float],
        stays: vec[float],
    ) -> None:
        self.players: i64 = players
        self._calls: vec[i64] = calls
        self._overcalls: vec[i64] = overcalls
        self._average: vec[float] = average
        self._values: vec[float] = values
        self._stays: vec[float] = stays

    def call_node(self, pusher: int, caller: int) -> int:
        """The number of the node where `caller` decides whether to call alone."""
        return self._calls[pusher * self.players + caller]

    def overcall_node(self, pusher: int, first: int, caller: int) -> int:
        """The number of the node where `caller` decides whether to call after `first` called."""
        return self._overcalls[(pusher * self.players + first) * self.players + caller]

    def chance(self, node: int, number: int) -> float:
        """How often the node's owner goes all in with a class of hands."""
        return self._average[node * _N + number]

    def worth_playing(self, node: int, number: int) -> float:
        """What going all in with a class of hands is worth to the node's owner."""
        return self._values[node * _N + number]

    def worth_folding(self, node: int) -> float:
        """What folding is worth to the node's owner."""
        return self._stays[node]
