"""A claim's effect and its verdict: a difference of means or ratios over shared deals.

A value is a ratio of two totals over games (a mean is one by the number of games). Its interval
comes from what each game adds to it, so that several gambits of one game are no independent cases,
and a difference is taken deal by deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isnan, nan, sqrt

import numpy as np
from scipy.special import ndtr, ndtri, stdtr, stdtrit

from experiments.effects import adjust
from experiments.statistics import ALPHA, TAIL, Interval

HOLDS, FAILS, UNDECIDED = "holds", "does not hold", "undecided"
GAMES_MIN = 30  # fewer games that have a case decide nothing


@dataclass(frozen=True)
class Sample:
    """Game by game: what is counted, and of how many; shape (games,) each."""

    top: np.ndarray
    per: np.ndarray

    @property
    def cases(self) -> float:
        """How many cases there are in all."""
        return float(self.per.sum())

    @property
    def games(self) -> int:
        """How many games have a case."""
        return int(np.count_nonzero(self.per))

    @property
    def value(self) -> float:
        """The ratio of the totals; nan without any case."""
        return float(self.top.sum()) / self.cases if self.cases else nan

    def off(self, middle: float) -> Sample:
        """How far off a number each game's mean is, whichever way."""
        return Sample(np.abs(self.top - middle * self.per), self.per)

    @property
    def influence(self) -> np.ndarray:
        """What each game adds to the value, less the value: mean 0 over games."""
        return (self.top - self.value * self.per) / self.per.mean()

    @property
    def is_share(self) -> bool:
        """Whether each case counts at most once."""
        return bool(np.all(self.top <= self.per) and np.all(self.top >= 0))


@dataclass(frozen=True)
class Effect:
    """An estimate, and how sure it is to lie above or below what the claim asks.

    Attributes:
        p: of "exactly at the limit", two-sided; `p_adjusted` by Holm over the claims of a level.
        beyond: whether the estimate lies where the claim says.
    """

    size: Interval
    beyond: bool
    p: float
    p_adjusted: float = nan

    @property
    def verdict(self) -> str:
        """`holds`, `does not hold` or `undecided`."""
        if not self.p_adjusted < ALPHA:
            return UNDECIDED
        return HOLDS if self.beyond else FAILS


def effect(
    value: Sample, less: Sequence[Sample], than: Sequence[Sample], more: bool, limit: float
) -> Effect:
    """The effect of a claim.

    Args:
        less: the value is taken less the mean of these.
        than: or less each of these; the one that says least for the claim counts, and the claim
            holds only if it holds against every one.
        more: the claim says "more than limit", else "less than -limit" of a difference and "less
            than limit" of a value alone.
    """
    samples = (value, *less, *than)
    if min(sample.games for sample in samples) < GAMES_MIN:
        others = [sample.value for sample in (less or than[:1])]
        mean = value.value - (sum(others) / len(others) if others else 0.0)
        return Effect(Interval(mean, nan, nan), False, nan)
    if not less and not than:
        return _alone(value, more, limit)
    bound = limit if more else -limit
    if less:
        return _difference(value, less, [1 / len(less)] * len(less), more, bound)
    found = [_difference(value, [other], [1.0], more, bound) for other in than]
    return _least(found, more)


def _least(found: Sequence[Effect], more: bool) -> Effect:
    """Of several differences the least, with a p-value for all of them together."""
    least = min(found, key=lambda e: e.size.mean if more else -e.size.mean)
    if all(e.beyond for e in found):
        return replace(least, p=max(e.p for e in found))
    against = [e.p for e in found if not e.beyond]
    return replace(least, beyond=False, p=min(1.0, len(found) * min(against)))


def _difference(
    value: Sample, others: Sequence[Sample], weights: Sequence[float], more: bool, bound: float
) -> Effect:
    mean = value.value - sum(w * o.value for w, o in zip(weights, others, strict=True))
    spread = value.influence - sum(w * o.influence for w, o in zip(weights, others, strict=True))
    return _student(mean, spread, more, bound)


def _student(mean: float, influence: np.ndarray, more: bool, bound: float) -> Effect:
    """Student's interval and test, a game an observation."""
    n = len(influence)
    error = float(influence.std(ddof=1)) / sqrt(n) if n > 1 else nan
    beyond = mean > bound if more else mean < bound
    if isnan(error) or not error:
        return Effect(Interval(mean, nan, nan), beyond, nan)
    reach = float(stdtrit(n - 1, TAIL)) * error
    p = 2 * float(stdtr(n - 1, -abs(mean - bound) / error))
    return Effect(Interval(mean, mean - reach, mean + reach), beyond, p)


def _alone(value: Sample, more: bool, limit: float) -> Effect:
    if not value.is_share:
        return _student(value.value, value.influence, more, limit)
    return share(value.value, _cases_worth(value), more, limit)


def _cases_worth(value: Sample) -> float:
    """How many independent cases would tell a share as well as these, which share games."""
    share, n = value.value, len(value.top)
    error = float(value.influence.std(ddof=1)) / sqrt(n)
    return min(value.cases, share * (1 - share) / error**2) if error else value.cases


def share(mean: float, cases: float, more: bool, limit: float) -> Effect:
    """Wilson's interval and the score test, which a share of 0 or 1 does not upset."""
    z = float(ndtri(TAIL))
    middle = (mean + z * z / (2 * cases)) / (1 + z * z / cases)
    reach = z * sqrt(mean * (1 - mean) / cases + z * z / (4 * cases**2)) / (1 + z * z / cases)
    size = Interval(mean, max(0.0, middle - reach), min(1.0, middle + reach))
    beyond = mean > limit if more else mean < limit
    if not 0 < limit < 1:
        return Effect(size, beyond, nan)
    p = 2 * float(ndtr(-abs(mean - limit) / sqrt(limit * (1 - limit) / cases)))
    return Effect(size, beyond, p)


def adjusted(effects: Sequence[Effect]) -> list[Effect]:
    """The effects with their p-values adjusted for their number (Holm)."""
    ps = adjust([e.p for e in effects], "holm")
    return [replace(e, p_adjusted=p) for e, p in zip(effects, ps, strict=True)]
