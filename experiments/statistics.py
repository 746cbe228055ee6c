"""Intervals and verdicts. All intervals are at 95 %; docs/statistics.md tells what each promises.

`run` needs the intervals at the top only, which cost an import of `scipy.special`; comparisons import
statsmodels when they are made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, isnan, log10, nan, sqrt
from typing import NamedTuple

from scipy.special import ndtri, stdtr, stdtrit

from experiments.tally import Moments, Tally

CONFIDENCE = 0.95
ALPHA = 1 - CONFIDENCE
TAIL = 1 - ALPHA / 2
POWER = 0.9  # with which so many more games bring a verdict
METHODS = {"holm": "holm", "benjamini-hochberg": "fdr_bh"}  # in statsmodels

Sample = Tally | Moments


class Interval(NamedTuple):
    """An estimate with its 95 % interval."""

    mean: float
    low: float
    high: float


def share_interval(shares: Tally, among: int = 1) -> Interval:
    """Wilson's interval for a mean of shares from 0 to 1, such as wins.

    A shared win counts as its part. Such a sample varies less than wins and losses of the same
    mean, so the interval is then slightly wide, never narrow. Of deals played several times it is
    the interval of as many independent games as would vary as much.

    Args:
        among: so many such intervals hold together with 95 % (Bonferroni).
    """
    n, mean = _independent(shares), shares.mean
    if not n:
        return Interval(nan, nan, nan)
    z = float(ndtri(1 - ALPHA * shares.share / (2 * among)))
    middle = (mean + z * z / (2 * n)) / (1 + z * z / n)
    reach = z * sqrt(mean * (1 - mean) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return Interval(mean, max(0.0, middle - reach), min(1.0, middle + reach))


def _independent(shares: Tally) -> float:
    """So many independent games would vary as much; of single games their number."""
    if not shares.clusters:
        return shares.n
    alone = shares.mean * (1 - shares.mean)
    return alone / shares.error**2 if alone and shares.error > 0 else shares.units


def seat_intervals(wins: Sequence[Tally]) -> list[Interval]:
    """Win shares of the seats of a table; the intervals of all seats hold together with 95 %.

    With wins that are not shared they are Goodman's intervals for multinomial proportions.
    """
    return [share_interval(tally, len(wins)) for tally in wins]


def mean_interval(sample: Sample) -> Interval:
    """Student's interval for the mean of a sample; nan bounds below two values."""
    if sample.units < 2:
        return Interval(sample.mean, nan, nan)
    reach = float(stdtrit(sample.units - 1, 1 - ALPHA * sample.share / 2)) * sample.error
    return Interval(sample.mean, sample.mean - reach, sample.mean + reach)


@dataclass(frozen=True)
class Comparison:
    """Metric of design `b` less that of `a`, deal by deal.

    Attributes:
        matters: the smallest difference that matters, stated before playing.
        p: of "no difference" (paired t-test); `p_adjusted` for the number of comparisons of a sweep.
        p_equivalent: of "a difference that matters" (two one-sided t-tests), adjusted likewise.
        deals: on which both have a value.
        saved: how much sharing the deals narrows the variance of the difference, 0 to 1.
        group: players and level at which both played, where these vary.
        deviation: of the difference, from deal to deal.
        more_games: of each design, after which a verdict is expected (`POWER`) if the difference is
            as it looks; 0 if there is one, None if nothing can be said.
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
    group: str = ""
    deviation: float = nan
    more_games: int | None = None

    @property
    def verdict(self) -> str:
        """`equivalent` if the difference is surely too small to matter, else `differs` if there is
        surely one, else `undecided`."""
        if self.p_equivalent < ALPHA:
            return "equivalent"
        return "differs" if self.p_adjusted < ALPHA else "undecided"


def compare(
    metric: str,
    a: str,
    b: str,
    differences: Sample,
    matters: float,
    saved: float = nan,
    group: str = "",
) -> Comparison:
    """A comparison from the differences (b less a, one a deal)."""
    p, p_equivalent = _paired_tests(differences, matters)
    return Comparison(
        metric,
        a,
        b,
        mean_interval(differences),
        matters,
        p,
        p_equivalent,
        differences.units,
        saved,
        group=group,
        deviation=differences.deviation,
    )


def _paired_tests(differences: Sample, matters: float) -> tuple[float, float]:
    """p of "no difference" and of "a difference of `matters` or more".

    Where all deals differ by the same, which a few deals may do by chance, the spread is taken as
    though two more had differed from that by `matters`, one up, one down. Where a run may stop at
    several looks, p is divided by the share of the error that this look may make.
    """
    units, mean, error = differences.units, differences.mean, differences.error
    if units < 2:
        return nan, nan
    error = error or matters * sqrt(2 / (units * (units + 1)))
    p = 2 * stdtr(units - 1, -abs(mean) / error)
    p_equivalent = stdtr(units - 1, (abs(mean) - matters) / error)
    p, p_equivalent = (min(1.0, float(v) / differences.share) for v in (p, p_equivalent))
    return p, p_equivalent


def adjusted(
    comparisons: Sequence[Comparison],
    correction: str = "holm",
    share: float = 1.0,
    games_a_deal: int = 1,
) -> list[Comparison]:
    """The comparisons with their p-values adjusted for their number.

    Args:
        correction: `holm`, which bounds the chance of any error, or `benjamini-hochberg`, which
            bounds the share of errors among the findings.
        share: of the error that the look at which a run stopped may make.
        games_a_deal: of each design, for the number of games that are still needed.
    """
    ps = _adjust([c.p for c in comparisons], correction)
    ps_equivalent = _adjust([c.p_equivalent for c in comparisons], correction)
    told = [
        replace(c, p_adjusted=p, p_equivalent=q)
        for c, p, q in zip(comparisons, ps, ps_equivalent, strict=True)
    ]
    alpha = ALPHA * share / max(1, len(comparisons))
    return [replace(c, more_games=_more_games(c, alpha, games_a_deal)) for c in told]


def _adjust(ps: Sequence[float], correction: str) -> list[float]:
    """Adjusted p-values; nan (nothing to test) stays nan and does not count."""
    real = [p for p in ps if not isnan(p)]
    if len(real) < 2:
        return list(ps)
    from statsmodels.stats.multitest import multipletests

    told = iter(multipletests(real, method=METHODS[correction])[1])
    return [nan if isnan(p) else float(next(told)) for p in ps]


def _more_games(c: Comparison, alpha: float, games_a_deal: int) -> int | None:
    """So many more games a design make a verdict likely, in round numbers.

    The difference and its spread are taken as they look; `alpha` is what the strictest of the
    adjusted tests is held to.
    """
    if c.verdict != "undecided":
        return 0
    if not c.deviation > 0:
        return None
    from statsmodels.stats.power import normal_sample_size_one_tail as deals_for

    apart = abs(c.difference.mean)
    needed = []
    if apart:
        needed.append(deals_for(apart, POWER, alpha / 2, c.deviation))
    if apart < c.matters:
        # on both sides of the limits errors are made, so each may make half
        needed.append(deals_for(c.matters - apart, (1 + POWER) / 2, alpha, c.deviation))
    more = max(min(needed) - c.deals, c.deals / 10)
    return _round_up(more * games_a_deal)


def _round_up(value: float) -> int:
    """The next number of two digits and zeros."""
    step = 10 ** max(0, floor(log10(max(1.0, value))) - 1)
    return ceil(value / step) * step
