"""Solves a push/fold game by fictitious play: each in turn answers what the others did on average.

A strategy is, for each node, the chance to go all in with each class of hands. Nodes are: first to
go all in; to call one all-in; to call after another call. Chances of the others' hands are those
left by the own two cards; three-way all-ins are made up of pairs, see hand_shares.py.
"""

from typing import Final

from pitboss.bots.breath import breathe
from pitboss.bots.holdem.classes import CLASSES
from pitboss.bots.holdem.hand_shares import three_way
from pitboss.bots.holdem.push_fold_game import Ends, Spot
from pitboss.bots.holdem.push_fold_solution import Solution
from pitboss.bots.holdem.push_fold_strategies import Strategies
from pitboss.games.arrays import i64, vec

_N: Final = CLASSES
# Keeps equities against a range that nobody plays defined: as against a strong one.
_TINY: Final = 1e-9
_AGAINST_NOTHING: Final = 0.2e-9


class Solver(Strategies):
    """Fictitious play in one spot; `play` goes on for some rounds, `gains` measures the result."""

    def __init__(self, spot: Spot) -> None:
        super().__init__(spot)
        n = self.players
        self.rounds: i64 = 0
        ends = Ends(spot)
        self.folded: vec[float] = ends.folded
        self.uncalled: vec[float] = ends.uncalled
        self.two: vec[float] = ends.two
        self.three: vec[float] = ends.three
        # Equities between whole ranges: pusher and caller; pusher and second caller; both callers.
        self.range_pc: vec[float] = vec[float]([0.5] * (n * n))
        self.range_pd: vec[float] = vec[float]([0.5] * (n * n * n))
        self.range_cd: vec[float] = vec[float]([0.5] * (n * n * n))
        # What it is worth to each player, its own cards aside, when the turn comes to player k:
        # nobody is in; p is in; p and c are in.
        self.worth_open: vec[float] = vec[float]([0.0] * ((n + 1) * n))
        self.worth_pushed: vec[float] = vec[float]([0.0] * (n * (n + 1) * n))
        self.worth_called: vec[float] = vec[float]([0.0] * (n * n * (n + 1) * n))
        self.value: vec[float] = vec[float]([0.0] * _N)
        self.duel: vec[float] = vec[float]([0.0] * _N)
        self.stay: float = 0.0

    # The play

    def play(self, rounds: int) -> None:
        """Go on for so many rounds; later answers count for more."""
        n = self.players
        done: i64 = 0
        while done < rounds:
            self.rounds += 1
            done += 1
            if self.rounds < 4 or self.rounds % 4 == 0:
                self._compare_ranges()
            self._look_on()
            step = 2.0 / float(self.rounds + 2)
            p: i64 = self.openers - 1
            while p >= 0:
                c: i64 = n - 1
                while c > p:
                    d: i64 = n - 1
                    while d > c:
                        node = self.overcalls[(p * n + c) * n + d]
                        if self.fixed[node] == 0:
                            self._value_overcall(p, c, d)
                            self._answer(node, step)
                        d -= 1
                    node = self.calls[p * n + c]
                    if self.fixed[node] == 0:
                        self._value_call(p, c)
                        self._answer(node, step)
                    breathe()
                    c -= 1
                if self.fixed[p] == 0:
                    self._value_push(p)
                    self._answer(p, step)
                p -= 1

    def _answer(self, node: i64, step: float) -> None:
        """Answer the values found last, and mix the answer in."""
        at = node * _N
        value = self.value
        stay = self.stay
        own: i64 = 0
        while own < _N:
            best = 1.0 if value[own] > stay else 0.0
            if self.answer[at + own] != best:
                self.switch(node, own, best - self.answer[at + own])
            own += 1
        self.mix(node, step)

    # What playing a node is worth, by class, in `value`, and what folding is worth, in `stay`

    def _value_push(self, p: i64) -> None:
        n = self.players
        value = self.value
        duel = self.duel
        plays = self.plays
        beats = self.beats
        two = self.two
        three = self.three
        own: i64 = 0
        while own < _N:
            value[own] = self.uncalled[p * n + p]
            own += 1
        c: i64 = n - 1
        while c > p:
            pair = p * n + c
            at = self.calls[pair] * _N
            win = two[pair * 2 * n + p]
            lose = two[(pair * 2 + 1) * n + p]
            own = 0
            while own < _N:
                share = (beats[at + own] + _AGAINST_NOTHING) / (plays[at + own] + _TINY)
                duel[own] = lose + share * (win - lose)
                own += 1
            d: i64 = n - 1
            while d > c:
                trio = pair * n + d
                over = self.overcalls[trio] * _N
                between = self.range_cd[trio]
                own = 0
                while own < _N:
                    chance = plays[over + own]
                    if chance > 0.0:
                        share = (beats[at + own] + _AGAINST_NOTHING) / (plays[at + own] + _TINY)
                        other = (beats[over + own] + _AGAINST_NOTHING) / (chance + _TINY)
                        worth = three_way(three, trio * 6 * n + p, n, share, other, between)
                        duel[own] += chance * (worth - duel[own])
                    own += 1
                d -= 1
            own = 0
            while own < _N:
                value[own] += plays[at + own] * (duel[own] - value[own])
                own += 1
            c -= 1
        self.stay = self.worth_open[(p + 1) * n + p]

    def _value_call(self, p: i64, c: i64) -> None:
        n = self.players
        value = self.value
        plays = self.plays
        beats = self.beats
        three = self.three
        pair = p * n + c
        at = p * _N
        win = self.two[(pair * 2 + 1) * n + c]
        lose = self.two[pair * 2 * n + c]
        own: i64 = 0
        while own < _N:
            share = (beats[at + own] + _AGAINST_NOTHING) / (plays[at + own] + _TINY)
            value[own] = lose + share * (win - lose)
            own += 1
        d: i64 = n - 1
        while d > c:
            trio = pair * n + d
            over = self.overcalls[trio] * _N
            between = self.range_pd[trio]
            own = 0
            while own < _N:
                chance = plays[over + own]
                if chance > 0.0:
                    share = (beats[at + own] + _AGAINST_NOTHING) / (plays[at + own] + _TINY)
                    other = (beats[over + own] + _AGAINST_NOTHING) / (chance + _TINY)
                    worth = three_way(three, trio * 6 * n + c, n, 1.0 - share, between, other)
                    value[own] += chance * (worth - value[own])
                own += 1
            d -= 1
        self.stay = self.worth_pushed[(p * (n + 1) + c + 1) * n + c]

    def _value_overcall(self, p: i64, c: i64, d: i64) -> None:
        n = self.players
        value = self.value
        plays = self.plays
        beats = self.beats
        three = self.three
        pair = p * n + c
        trio = pair * n + d
        at = p * _N
        by = self.calls[pair] * _N
        between = self.range_pc[pair]
        own: i64 = 0
        while own < _N:
            share = (beats[at + own] + _AGAINST_NOTHING) / (plays[at + own] + _TINY)
            other = (beats[by + own] + _AGAINST_NOTHING) / (plays[by + own] + _TINY)
            value[own] = three_way(three, trio * 6 * n + d, n, between, 1.0 - share, 1.0 - other)
            own += 1
        self.stay = self.worth_called[(pair * (n + 1) + d + 1) * n + d]

    # What all that is worth to those who only look on

    def _compare_ranges(self) -> None:
        n = self.players
        p: i64
        for p in range(self.openers):
            c: i64
            for c in range(p + 1, n):
                pair = p * n + c
                caller = self.calls[pair]
                self.range_pc[pair] = self.range_share(p, caller)
                d: i64
                for d in range(c + 1, n):
                    trio = pair * n + d
                    over = self.overcalls[trio]
                    self.range_pd[trio] = self.range_share(p, over)
                    self.range_cd[trio] = self.range_share(caller, over)

    def _look_on(self) -> None:
        """Find what each point of the play is worth to each player, its own cards aside."""
        n = self.players
        seat: i64
        for seat in range(n):
            self.worth_open[self.openers * n + seat] = self.folded[seat]
        p: i64 = self.openers - 1
        while p >= 0:
            to = (p * (n + 1) + n) * n
            for seat in range(n):
                self.worth_pushed[to + seat] = self.uncalled[p * n + seat]
            c: i64 = n - 1
            while c > p:
                self._look_on_call(p, c)
                chance = self.often[self.calls[p * n + c]]
                to = (p * (n + 1) + c) * n
                called = ((p * n + c) * (n + 1) + c + 1) * n
                for seat in range(n):
                    fold = self.worth_pushed[to + n + seat]
                    call = self.worth_called[called + seat]
                    self.worth_pushed[to + seat] = fold + chance * (call - fold)
                c -= 1
            chance = self.often[p]
            for seat in range(n):
                fold = self.worth_open[(p + 1) * n + seat]
                push = self.worth_pushed[(p * (n + 1) + p + 1) * n + seat]
                self.worth_open[p * n + seat] = fold + chance * (push - fold)
            p -= 1

    def _look_on_call(self, p: i64, c: i64) -> None:
        n = self.players
        pair = p * n + c
        share = self.range_pc[pair]
        to = (pair * (n + 1) + n) * n
        seat: i64
        for seat in range(n):
            win = self.two[pair * 2 * n + seat]
            lose = self.two[(pair * 2 + 1) * n + seat]
            self.worth_called[to + seat] = lose + share * (win - lose)
        d: i64 = n - 1
        while d > c:
            trio = pair * n + d
            chance = self.often[self.overcalls[trio]]
            by_d = self.range_pd[trio]
            between = self.range_cd[trio]
            to = (pair * (n + 1) + d) * n
            for seat in range(n):
                fold = self.worth_called[to + n + seat]
                worth = three_way(self.three, trio * 6 * n + seat, n, share, by_d, between)
                self.worth_called[to + seat] = fold + chance * (worth - fold)
            d -= 1

    # The result

    def solution(self) -> Solution:
        """The average strategies and what they are worth, which later rounds don't change."""
        self._compare_ranges()
        self._look_on()
        n = self.players
        values = vec[float]([0.0] * len(self.average))
        stays = vec[float]([0.0] * len(self.owners))
        p: i64
        for p in range(self.openers):
            self._value_push(p)
            self._note(p, values, stays)
            c: i64
            for c in range(p + 1, n):
                self._value_call(p, c)
                self._note(self.calls[p * n + c], values, stays)
                d: i64
                for d in range(c + 1, n):
                    self._value_overcall(p, c, d)
                    self._note(self.overcalls[(p * n + c) * n + d], values, stays)
        return Solution(n, self.calls, self.overcalls, self.average[:], values, stays)

    def _note(self, node: i64, values: vec[float], stays: vec[float]) -> None:
        own: i64
        for own in range(_N):
            values[node * _N + own] = self.value[own]
        stays[node] = self.stay

    def gains(self) -> list[float]:
        """What each player would gain on average by its best answer to the others' strategies."""
        self._compare_ranges()
        self._look_on()
        n = self.players
        gains = [0.0] * n
        reach = 1.0
        p: i64
        for p in range(self.openers):
            self._value_push(p)
            gains[p] += reach * self._gain(p, -1, -1)
            called = reach
            c: i64
            for c in range(p + 1, n):
                node = self.calls[p * n + c]
                self._value_call(p, c)
                gains[c] += called * self._gain(node, p, -1)
                over = called
                d: i64
                for d in range(c + 1, n):
                    second = self.overcalls[(p * n + c) * n + d]
                    self._value_overcall(p, c, d)
                    gains[d] += over * self._gain(second, p, node)
                    over *= 1.0 - self.often[second]
                called *= 1.0 - self.often[node]
            reach *= 1.0 - self.often[p]
        return gains

    def _gain(self, node: i64, pusher: i64, caller: i64) -> float:
        """What the best answer at a node gains, times the chance that its pusher and caller play"""
        if self.fixed[node] != 0:
            return 0.0
        by = self.owners[node] * _N
        gain = 0.0
        own: i64
        for own in range(_N):
            chance = self.weight[own] * self.held[by + own] / self.held_weight[self.owners[node]]
            if pusher >= 0:
                chance *= self.plays[pusher * _N + own]
            if caller >= 0:
                chance *= self.plays[caller * _N + own]
            play = self.value[own] - self.stay
            gain += chance * (max(play, 0.0) - self.average[node * _N + own] * play)
        return gain


# By players: enough that nobody gains 0.5 mbb by deviating heads-up, or 0.001 of score with more.
_ROUNDS: Final[list[int]] = [0, 0, 200, 120, 100, 80, 60, 60, 50, 50]


def rounds_for(players: int) -> int:
    """How many rounds a game of so many players is solved for."""
    return _ROUNDS[players]


def solve(spot: Spot) -> Solution:
    """The solution of a spot after the usual number of rounds."""
    solver = Solver(spot)
    solver.play(rounds_for(len(spot.chips)))
    return solver.solution()
