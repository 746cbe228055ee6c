"""Intervals and verdicts. All intervals are at 95 %.

`run` needs the two intervals at the top only, which cost an import of `scipy.special`; comparisons
import statsmodels when they are made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isnan, nan, sqrt
from typing import NamedTuple

from scipy.special import ndtri, stdtrit

from experiments.tally import Tally

CONFIDENCE = 0.95
ALPHA = 1 - CONFIDENCE
TAIL = 1 - ALPHA / 2


class Interval(NamedTuple):
    """An estimate with its 95 % interval."""

    mean: float
    low: float
    high: float


def share_interval(shares: Tally) -> Interval:
    """Wilson's interval for a mean of shares from 0 to 1, such as wins.

    A shared win counts as its part. Such a sample varies less than wins and losses of the same
    mean, so the interval is then slightly wide, never narrow.
    """
    n, mean = shares.n, shares.mean
    if not n:
        return Interval(nan, nan, nan)
    z = float(ndtri(TAIL))
    middle = (mean + z * z / (2 * n)) / (1 + z * z / n)
    reach = z * sqrt(mean * (1 - mean) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return Interval(mean, max(0.0, middle - reach), min(1.0, middle + reach))


def mean_interval(sample: Tally) -> Interval:
    """Student's interval for the mean of a sample; nan bounds below two values."""
    if sample.n < 2:
        return Interval(sample.mean, nan, nan)
    reach = float(stdtrit(sample.n - 1, TAIL)) * sample.deviation / sqrt(sample.n)
    return Interval(sample.mean, sample.mean - reach, sample.mean + reach)


@dataclass(frozen=True)
class Comparison:
    """Metric of variant `b` less that of `a`, deal by deal.

    Attributes:
        matters: the smallest difference that matters, stated before playing.
        p: of "no difference" (paired t-test); `p_adjusted` by Holm over the comparisons of a sweep.
        p_equivalent: of "a difference that matters" (two one-sided t-tests), adjusted likewise.
        saved: how much sharing the deals narrows the variance of the difference, 0 to 1.
    """

    metric: str
    a: str
    b: str
    difference: Interval
    matters: float
    p: float
    p_equivalent: float
    deals: int
    saved: float
    p_adjusted: float = nan

    @property
    def verdict(self) -> str:
        """`equivalent` if the difference is surely too small to matter, else `differs` if there is
        surely one, else `undecided`."""
        if self.p_equivalent < ALPHA:
            return "equivalent"
        return "differs" if self.p_adjusted < ALPHA else "undecided"


def compare(
    metric: str, a: str, b: str, differences: Tally, matters: float, saved: float = nan
) -> Comparison:
    """A comparison from the tally of differences (b less a, one a deal)."""
    p, p_equivalent = _paired_tests(differences, matters)
    return Comparison(
        metric, a, b, mean_interval(differences), matters, p, p_equivalent, differences.n, saved
    )


def _paired_tests(differences: Tally, matters: float) -> tuple[float, float]:
    """p of "no difference" and of "a difference of `matters` or more"."""
    if differences.n < 2:
        return nan, nan
    if not differences.deviation:  # every deal differs by the same: the t-tests divide by zero
        mean = differences.mean
        return float(mean == 0), float(abs(mean) >= matters)
    from statsmodels.stats.weightstats import DescrStatsW

    sample = DescrStatsW(differences.values, weights=differences.counts)
    _, p, _ = sample.ttest_mean(0.0)
    p_equivalent, _, _ = sample.ttost_mean(-matters, matters)
    return float(p), float(p_equivalent)


def adjusted(comparisons: Sequence[Comparison]) -> list[Comparison]:
    """The comparisons with their p-values adjusted for their number (Holm)."""
    ps = _holm([c.p for c in comparisons])
    ps_equivalent = _holm([c.p_equivalent for c in comparisons])
    return [
        replace(c, p_adjusted=p, p_equivalent=q)
        for c, p, q in zip(comparisons, ps, ps_equivalent, strict=True)
    ]


def _holm(ps: Sequence[float]) -> list[float]:
    """Holm's adjustment; nan (nothing to test) stays nan and does not count."""
    real = [p for p in ps if not isnan(p)]
    if not real:
        return list(ps)
    from statsmodels.stats.multitest import multipletests

    holm = iter(multipletests(real, method="holm")[1])
    return [nan if isnan(p) else float(next(holm)) for p in ps]
