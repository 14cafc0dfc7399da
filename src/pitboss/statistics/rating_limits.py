"""The limits of ratings: inverted score tests, which hold for who wins or loses nearly all games.

A strength is possible if the wins of the entrant are not too far from what that strength would
lead to, measured by the variance that they would then have (for two entrants and independent games
this is E. Wilson's interval). The others' strengths are fitted anew for every strength that is
tried.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import expit, stdtrit

from pitboss.statistics.blocks import Floats, Ints

# Up to so many entrants, the others are fitted anew. With more, one hardly moves the rest.
_FITTED = 12
# With less information than this about an entrant, its blocks can't show that they vary less than
# independent games would.
_SPARSE = 20.0
# Everybody but the one whose limits are sought has so many drawn games against an average one.
_PRIOR = 0.1
# Beyond this, odds are a thousand million to one, and nobody knows.
_FARTHEST = 21.0
_LOOKS = 40
_CLOSE = 1e-3


@dataclass(frozen=True)
class Evidence:
    """What an event tells about the strengths of those who played."""

    # By pair, how often the first placed ahead.
    wins: Floats
    # The likeliest log strengths, with mean 0.
    best: Floats
    # The variance of everybody's wins, as its blocks show it, and the blocks that this rests on.
    variance: Floats
    freedom: Ints
    seats: int

    @property
    def games(self) -> Floats:
        """By pair, how often they met."""
        return self.wins + self.wins.T

    def information(self) -> Floats:
        """What the games tell of the strengths, by pair."""
        best = self.best
        return information(self.games, expit(best[:, np.newaxis] - best))

    def least_dispersion(self, known: Floats) -> Floats:
        """The variance of wins over that of independent pairs, at least, where little is known."""
        # An entrant's pairs of one game depend on one another: at most so much in Plackett and
        # Luce's model, for the weakest.
        pairs = self.seats / 2
        least: Floats = pairs * np.minimum(1, _SPARSE / np.maximum(known, 1e-300))
        return least


def information(games: Floats, chance: Floats) -> Floats:
    """What so many games, won with these chances, tell of the strengths, by pair."""
    bend = games * chance * (1 - chance)
    known: Floats = np.diag(bend.sum(axis=1)) - bend
    return known


def limits(evidence: Evidence, confidence: float) -> tuple[Floats, Floats]:
    """The lowest and highest strength of each entrant, over the mean of all."""
    players = len(evidence.best)
    if players < 2:
        unknown = np.full(players, np.inf)
        return -unknown, unknown
    quantile = stdtrit(evidence.freedom, (1 + confidence) / 2)
    tested = _ScoreTest(evidence)
    # A strength over the mean of the others is this much larger than over the mean of all.
    scale = players / (players - 1)
    start = scale * evidence.best
    found = tested.crossings(
        np.tile(np.arange(players), 2),
        np.tile(start, 2),
        np.concatenate([quantile, -quantile]),
    )
    low, high = found.reshape(2, players) / scale
    return low, high


class _ScoreTest:
    """How far each entrant's wins are from those that a strength would lead to."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._games = evidence.games
        self._won = evidence.wins.sum(axis=1)
        known = evidence.information()
        own = np.diagonal(known)
        self._dispersion = evidence.variance / np.maximum(own, 1e-300)
        # What is unknown about the mean of the others is mostly due to the least known of them.
        widest = np.maximum(self._dispersion, evidence.least_dispersion(own))
        weight = 1 / np.maximum(own, 1e-6)
        left = np.maximum(weight.sum() - weight, 1e-300)
        self._others = ((widest * weight).sum() - widest * weight) / left
        self._fitted = len(own) <= _FITTED
        self._share = _efficient_share(known)
        # Roughly the error of a strength, where to begin to look for limits.
        self._error = np.minimum(np.sqrt(widest * weight / np.maximum(self._share, 0.1)), 2)

    def crossings(self, who: Ints, start: Floats, wanted: Floats) -> Floats:
        """Where the test gives the wanted value, which falls with the strength; may be infinite."""
        others = np.tile(self._evidence.best, (len(who), 1))
        others[np.arange(len(who)), who] = 0
        others -= others.sum(axis=1, keepdims=True) / (others.shape[1] - 1)
        outward = -np.sign(wanted)
        inner, outer, step = start.copy(), start.copy(), np.abs(wanted) * self._error[who]
        # Near the likeliest strength the test gives 0.
        at_inner, at_outer = np.abs(wanted), np.full(len(who), np.nan)
        for _ in range(_LOOKS):
            beyond = at_outer <= 0
            open_ = ~beyond & (np.abs(outer) < _FARTHEST)
            if not open_.any():
                break
            outer = np.where(open_, np.clip(inner + outward * step, -_FARTHEST, _FARTHEST), outer)
            found, others = self._values(who, outer, others)
            found = (found - wanted) * outward
            at_outer = np.where(open_, found, at_outer)
            inside = open_ & (at_outer > 0)
            inner, at_inner = np.where(inside, outer, inner), np.where(inside, found, at_inner)
            step = np.where(open_, 2 * step, step)
        known = at_outer <= 0
        # Regula falsi with halved ends (the Illinois method).
        for _ in range(_LOOKS):
            if not (known & (np.abs(outer - inner) > _CLOSE)).any():
                break
            share = np.where(known, at_inner / np.where(known, at_inner - at_outer, 1), 0.5)
            middle = inner + np.clip(share, 0.02, 0.98) * (outer - inner)
            found, others = self._values(who, middle, others)
            found = (found - wanted) * outward
            inside = found > 0
            at_outer = np.where(inside, at_outer / 2, found)
            at_inner = np.where(inside, found, at_inner / 2)
            inner, outer = np.where(inside, middle, inner), np.where(inside, outer, middle)
        crossing: Floats = np.where(known, (inner + outer) / 2, outward * np.inf)
        return crossing

    def _values(self, who: Ints, own: Floats, others: Floats) -> tuple[Floats, Floats]:
        """The test's values at these strengths over the mean of the others, and the others'."""
        rows = np.arange(len(who))
        if self._fitted and others.shape[1] > 2:
            others = others + self._step(who, own, others)
        chance = expit(own[:, np.newaxis] - others)
        games = self._games[who]
        surplus = self._won[who] - (games * chance).sum(axis=1)
        bend = games * chance * (1 - chance)
        known = bend.sum(axis=1)
        share = self._share[who]
        if self._fitted and others.shape[1] > 2:
            theta = others.copy()
            theta[rows, who] = own
            inverse_bend = self._solved(who, theta, bend)
            share = 1 - (bend * inverse_bend).sum(axis=1) / np.maximum(known, 1e-300)
        dispersion = np.maximum(self._dispersion[who], self._evidence.least_dispersion(known))
        share = np.clip(share, 1e-6, 1)
        dispersion = share * dispersion + (1 - share) * self._others[who]
        error = np.sqrt(np.maximum(dispersion * known * share, 1e-300))
        return surplus / error, others

    def _step(self, who: Ints, own: Floats, others: Floats) -> Floats:
        """A step of Newton's method for the others, whose mean stays 0."""
        rows = np.arange(len(who))
        theta = others.copy()
        theta[rows, who] = own
        chance = expit(theta[:, :, np.newaxis] - theta[:, np.newaxis])
        gradient = self._won - (self._games * chance).sum(axis=2) + _PRIOR * (0.5 - expit(others))
        step = self._solved(who, theta, gradient, chance)
        largest = np.abs(step).max(axis=1, keepdims=True)
        limited: Floats = step / np.maximum(largest, 1)
        return limited

    def _solved(
        self, who: Ints, theta: Floats, side: Floats, chance: Floats | None = None
    ) -> Floats:
        """The others' information, inverted, times this; the result's mean over them is 0."""
        rows, players = np.arange(len(who)), theta.shape[1]
        if chance is None:
            chance = expit(theta[:, :, np.newaxis] - theta[:, np.newaxis])
        bend = self._games * chance * (1 - chance)
        slope = -bend
        at = np.arange(players)
        slope[:, at, at] = bend.sum(axis=2) + _PRIOR / 4
        slope[rows, who, :] = slope[rows, :, who] = 0
        slope[rows, who, who] = 1
        ones = np.ones((len(who), players))
        sides = np.stack([side, ones], axis=2)
        sides[rows, who] = 0
        solved = np.linalg.solve(slope, sides)
        totals = solved.sum(axis=1)
        balanced: Floats = solved[:, :, 0] - solved[:, :, 1] * (totals[:, :1] / totals[:, 1:])
        return balanced


def _efficient_share(known: Floats) -> Floats:
    """Which share of an entrant's information is left if the others' strengths are unknown."""
    players = len(known)
    inverse = np.linalg.inv(known + np.eye(players) * _PRIOR / 4)
    own, rows = np.diagonal(inverse), inverse.sum(axis=1)
    # The variance of a strength over the mean of the others.
    rest = (own.copy() - 2 * rows + inverse.sum()) / (players - 1) ** 2
    variance = own - 2 * (rows - own) / (players - 1) + rest
    share: Floats = np.clip(1 / (variance * np.maximum(np.diagonal(known), 1e-300)), 0, 1)
    return share
