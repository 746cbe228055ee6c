"""Scores from shares of wins, deal by deal.

A deal with all its seatings is one observation: its games share the cards and are not independent.
The spread is estimated as though there had been two deals more, one won outright and one lost, so
that a few equal deals are never taken for certainty; means are those of the deals played.
"""

from __future__ import annotations

import numpy as np
from statsmodels.stats.proportion import proportion_confint

from agents import forfeits
from engine.core.problem import Problem
from experiments.failures import Failures
from experiments.plan import Part
from experiments.rotation import Contest, Match
from experiments.statistics import ALPHA, Interval

MASKS = 1 << 6  # sets of up to six seats, as bits
SEATS = 8  # more than there are


class Scores:
    """The winners of each deal in each seating.

    Attributes:
        winners: int8, shape (deals, seatings): bit s is set if seat s won, alone or with others.
        deals: so many are complete, from the first on.
    """

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        self.winners = np.zeros((contest.deals, len(contest.seatings)), np.int8)
        self.failed = np.zeros_like(self.winners)  # of a forfeit: reason * 8 + seat + 1
        self.deals = 0

    def add(self, part: Part, rows: np.ndarray) -> None:
        """Takes in a part; parts come in the order of the plan."""
        numbers = np.arange(part.first, part.first + part.games)
        if not np.array_equal(rows["game"], numbers):
            raise Problem(f"{part.file} was cut by another version: replace the run with --force")
        where = slice(part.first, part.first + part.games), part.variant
        self.winners[where] = rows["winners"]
        if self.contest.plan.variants[part.variant].python:
            self.failed[where] = rows["forfeit_reason"] * SEATS + rows["forfeit_seat"] + 1
        if part.variant == len(self.contest.seatings) - 1:
            self.deals = part.first + part.games

    def cut(self, deals: int) -> None:
        """Leaves out what was played after so many deals."""
        self.deals = min(deals, self.deals)

    def failures(self) -> Failures:
        """The games that agents forfeited, among those of the complete deals."""
        told = Failures()
        for number, variant in enumerate(self.contest.plan.variants):
            failed = self.failed[: self.deals, number]
            rows = np.zeros(self.deals, forfeits.COLUMNS)
            rows["forfeit_reason"] = failed // SEATS
            rows["forfeit_seat"] = failed % SEATS - 1
            told.add(variant, rows)
        return told

    def share(self, seating: int, entrant: int) -> np.ndarray:
        """What the seats of `entrant` won in a numbered seating, 0 to 1: float64 (deals,)."""
        at_table = self.contest.seatings[seating]
        seats = sum(1 << seat for seat, who in enumerate(at_table) if who == entrant)
        return _SHARES[seats][self.winners[: self.deals, seating]]

    def seat_share(self, seating: int, seat: int) -> np.ndarray:
        """What one seat won in a seating, 0 to 1: float64 (deals,)."""
        return _SHARES[1 << seat][self.winners[: self.deals, seating]]

    def in_match(self, match: Match, entrant: int) -> np.ndarray:
        """The mean share of wins of `entrant` over the seatings of a match: float64 (deals,)."""
        total = np.zeros(self.deals)
        for seating in match.seatings:
            total += self.share(self.contest.seatings.index(seating), entrant)
        return total / len(match.seatings)


def _shares() -> np.ndarray:
    """[seats, winners] -> the part of the win that these seats have, both sets as bits."""
    sets = np.arange(MASKS)
    both = np.bitwise_count(sets[:, None] & sets[None, :])
    return both / np.maximum(1, np.bitwise_count(sets))


_SHARES = _shares()


def score(part: np.ndarray, whole: np.ndarray | None = None) -> Interval:
    """The mean of `part` by that of `whole` (each a number a deal; 1 if omitted), at 95 %.

    Wilson's interval for as many independent wins and losses as would vary as much as the deals.
    """
    deals = len(part)
    if not deals:
        return Interval(np.nan, np.nan, np.nan)
    whole = np.ones(deals) if whole is None else whole
    size = whole.mean()
    if not size:
        return Interval(np.nan, 0.0, 1.0)
    mean = part.mean() / size
    part, whole = np.append(part, [size, 0]), np.append(whole, [size, size])
    middle = part.mean() / whole.mean()
    variance = np.mean((part - middle * whole) ** 2) / whole.mean() ** 2
    independent = deals * middle * (1 - middle) / variance
    low, high = proportion_confint(mean * independent, independent, ALPHA, method="wilson")
    return Interval(float(mean), float(low), float(high))
