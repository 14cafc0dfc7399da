"""The strategies of a push/fold game in the making, and how each looks to the others' hands.

How they are improved is in push_fold_solver.py.
"""

from typing import Final

from pitboss.bots.holdem.classes import CLASSES
from pitboss.bots.holdem.hand_shares import hand_tables, top_hands
from pitboss.bots.holdem.push_fold_game import Spot
from pitboss.games.arrays import i64, vec

_N: Final = CLASSES
# Keeps quotients defined for ranges that nobody plays.
_TINY: Final = 1e-9
# Where the play begins: the share of hands to push, to call, to call after a call.
_FIRST_GUESS: Final[list[float]] = [0.3, 0.15, 0.08]


class Strategies:
    """For each node the average strategy, and the last answer, which moves it.

    A node is a push, numbered by its player; the call of a push; or the call after a call.
    """

    def __init__(self, spot: Spot) -> None:
        n: i64 = len(spot.chips)
        self.spot = spot
        self.players: i64 = n
        self.openers: i64 = spot.openers
        # Numbers of the nodes: p for a push, and by pusher and caller, and by both callers.
        calls = [-1] * (n * n)
        overcalls = [-1] * (n * n * n)
        owners = list(range(spot.openers))
        kinds = [0] * spot.openers
        for p in range(spot.openers):
            for c in range(p + 1, n):
                calls[p * n + c] = len(owners)
                owners.append(c)
                kinds.append(1)
                for d in range(c + 1, n):
                    overcalls[(p * n + c) * n + d] = len(owners)
                    owners.append(d)
                    kinds.append(2)
        self.calls: vec[i64] = vec[i64](calls)
        self.overcalls: vec[i64] = vec[i64](overcalls)
        self.owners: vec[i64] = vec[i64](owners)
        nodes = len(owners)
        size = nodes * _N
        # The average strategy, the last answer, and how both look to each class of the others:
        # the chance that this node's owner plays, and that times the share of the pot against it.
        self.average: vec[float] = vec[float]([0.0] * size)
        self.answer: vec[float] = vec[float]([0.0] * size)
        self.plays: vec[float] = vec[float]([0.0] * size)
        self.beats: vec[float] = vec[float]([0.0] * size)
        self.answer_plays: vec[float] = vec[float]([0.0] * size)
        self.answer_beats: vec[float] = vec[float]([0.0] * size)
        # How often each node's owner plays, over all hands that it can hold.
        self.often: vec[float] = vec[float]([0.0] * nodes)
        self.fixed: vec[i64] = vec[i64]([0] * nodes)
        tables = hand_tables()
        self.chance: vec[float] = tables.chance
        self.share: vec[float] = tables.share
        self.weight: vec[float] = tables.weight
        self._hold(spot)
        for node in range(nodes):
            self._begin(node, kinds[node])

    def _hold(self, spot: Spot) -> None:
        """Set what hands each player can have, and how likely they are to each class."""
        n = len(spot.chips)
        held = [1.0] * (n * _N)
        per = [1.0] * (n * _N)
        weights = [1.0] * n
        for player in range(n):
            if spot.held[player] >= 1.0:
                continue
            top = top_hands(spot.held[player])
            held[player * _N : (player + 1) * _N] = top
            weights[player] = 0.0
            for own in range(_N):
                weights[player] += self.weight[own] * top[own]
                seen = 0.0
                for other in range(_N):
                    seen += self.chance[other * _N + own] * top[other]
                per[player * _N + own] = 1.0 / max(seen, _TINY)
        self.held: vec[float] = vec[float](held)
        self.per_held: vec[float] = vec[float](per)
        self.held_weight: vec[float] = vec[float](weights)

    def _begin(self, node: int, kind: int) -> None:
        """Give a node its first strategy, or the one that is assumed."""
        spot = self.spot
        owner = self.owners[node]
        assumed = spot.assumptions[owner]
        share = assumed.push if kind == 0 else assumed.call
        if spot.chips[owner] <= spot.paid[owner]:
            # All in by a blind or ante: there is nothing to decide.
            share = 1.0
        self.fixed[node] = 0 if share is None else 1
        start = top_hands(_FIRST_GUESS[kind] if share is None else share)
        at: i64 = node * _N
        own: i64
        for own in range(_N):
            if start[own] > 0.0:
                self.switch(node, own, start[own])
            self.average[at + own] = start[own]
        self.mix(node, 1.0)

    def switch(self, node: i64, own: i64, change: float) -> None:
        """Change a node's answer with one class."""
        owner = self.owners[node]
        at = node * _N
        by = owner * _N
        self.answer[at + own] += change
        change *= self.held[by + own]
        if change == 0.0:
            return
        column = own * _N
        chance = self.chance
        share = self.share
        per = self.per_held
        plays = self.answer_plays
        beats = self.answer_beats
        other: i64 = 0
        while other < _N:
            scale = change * per[by + other]
            plays[at + other] += scale * chance[column + other]
            # The tables hold the share of whoever looks, which is what the others ask for.
            beats[at + other] += scale * share[column + other]
            other += 1

    def mix(self, node: i64, step: float) -> None:
        """Move a node's average towards its answer."""
        at = node * _N
        end = at + _N
        by = self.owners[node] * _N - at
        average = self.average
        answer = self.answer
        plays = self.plays
        beats = self.beats
        answer_plays = self.answer_plays
        answer_beats = self.answer_beats
        held = self.held
        weight = self.weight
        often = 0.0
        spot: i64 = at
        while spot < end:
            chance = average[spot] + step * (answer[spot] - average[spot])
            average[spot] = chance
            often += chance * held[by + spot] * weight[spot - at]
            plays[spot] += step * (answer_plays[spot] - plays[spot])
            beats[spot] += step * (answer_beats[spot] - beats[spot])
            spot += 1
        self.often[node] = often / self.held_weight[self.owners[node]]

    def range_share(self, one: i64, other: i64) -> float:
        """The share of the pot of one node's average range against another's."""
        by = self.owners[one] * _N
        at = one * _N
        to = other * _N
        plays = 0.0
        beats = 0.0
        own: i64 = 0
        while own < _N:
            chance = self.average[at + own] * self.held[by + own] * self.weight[own]
            plays += chance * self.plays[to + own]
            beats += chance * self.beats[to + own]
            own += 1
        return (beats + 0.5 * _TINY) / (plays + _TINY)
