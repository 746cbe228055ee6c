"""The Elo scale, at tables of any size.

An agent's strength is w = 10^(Elo / 400), and each seat wins by its strength's share of the table
(Luce's choice, the first step of Plackett and Luce's model). At two seats that is the usual
logistic curve; alone against k - 1 of another, w / (w + k - 1).
"""

from __future__ import annotations

from math import inf, log, nan

from experiments.rotation import Match
from experiments.statistics import Interval

ELO = 400 / log(10)  # Elo points to a unit of log-strength
FAR = 4000.0  # a difference beyond this is told as without end


def expected(match: Match, elo: float) -> float:
    """The score of a match's first entrant against its second, `elo` points stronger."""
    w, first = 10 ** (elo / 400), match.entrants[0]
    counts = [(seating.count(first), len(seating)) for seating in match.seatings]
    return sum(a * w / (a * w + k - a) for a, k in counts) / len(counts)


def difference(match: Match, score: float) -> float:
    """The Elo difference that makes a score; infinite where no difference could."""
    from scipy.optimize import brentq

    if score != score:
        return nan
    if score <= expected(match, -FAR):
        return -inf
    if score >= expected(match, FAR):
        return inf
    return float(brentq(lambda elo: expected(match, elo) - score, -FAR, FAR, xtol=1e-9))


def differences(match: Match, score: Interval) -> Interval:
    """A score and its interval as an Elo difference."""
    return Interval(*(difference(match, value) for value in score))
