"""A tally: how often each value of a sample came.

Tallies are exact and can be merged, so a run of any length is summed up part by part in flat memory
and the figures do not depend on how the work was cut. Nearly everything a game counts takes a few
hundred values at most. Of a sample that is only averaged `Moments` are enough.

Intervals ask a sample for its `mean`, the standard `error` of that, the number of independent
`units`, and the `share` of the error that they may make.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import floor, fsum, isnan, sqrt

import numpy as np

DENSE = 1 << 16  # integer samples that span less are counted in an array, without sorting


def _nothing(dtype: type) -> np.ndarray:
    return np.empty(0, dtype)


@dataclass
class Clusters:
    """Sums over deals that were played several times, for the error of the mean of their games.

    The games of a deal share their cards and are not independent; the deals are. With S the sum of a
    deal's values and m their number, the mean is the ratio of both sums and its error that of a
    ratio (linearised; Cochran, "Sampling Techniques", 1977, chapter 6).
    """

    deals: int = 0
    games: float = 0.0  # sum of m
    total: float = 0.0  # sum of S
    games_squared: float = 0.0
    total_squared: float = 0.0
    product: float = 0.0

    def add(self, values: np.ndarray) -> None:
        """Takes in the values of some deals, shape (seatings, deals), nan for "no value"."""
        real = ~np.isnan(values)
        number = real.sum(axis=0).astype(np.float64)
        total = np.where(real, values, 0.0).sum(axis=0)
        self.deals += int((number > 0).sum())
        self.games += float(number.sum())
        self.total += float(total.sum())
        self.games_squared += float(np.square(number).sum())
        self.total_squared += float(np.square(total).sum())
        self.product += float((number * total).sum())

    @property
    def error(self) -> float:
        """Standard error of the mean; nan below two deals."""
        if self.deals < 2:
            return float("nan")
        mean = self.total / self.games
        spread = self.total_squared - 2 * mean * self.product + mean**2 * self.games_squared
        return sqrt(max(0.0, spread) * self.deals / (self.deals - 1)) / self.games


@dataclass
class Moments:
    """Size, mean and squared deviations of a sample, exact enough and quick (Chan et al., 1979).

    Attributes:
        share: of the error that an interval of it may make; less than 1 where a run may stop early.
    """

    n: int = 0
    mean: float = float("nan")
    squares: float = 0.0  # of the deviations from the mean, added up
    share: float = 1.0

    def add(self, sample: np.ndarray) -> None:
        """Takes in a sample, float64 (n,); nan is left out."""
        mean = float(sample.sum()) / max(1, sample.size)
        if isnan(mean):
            sample = sample[~np.isnan(sample)]
            mean = float(sample.sum()) / max(1, sample.size)
        if not sample.size:
            return
        squares = float(np.square(sample - mean).sum())
        whole = self.n + sample.size
        apart = mean - self.mean if self.n else 0.0
        self.squares += squares + apart**2 * self.n * sample.size / whole
        self.mean = self.mean + apart * sample.size / whole if self.n else mean
        self.n = whole

    @property
    def deviation(self) -> float:
        """Standard deviation of the sample (n - 1); nan below two values."""
        return sqrt(self.squares / (self.n - 1)) if self.n > 1 else float("nan")

    @property
    def units(self) -> int:
        """Independent observations."""
        return self.n

    @property
    def error(self) -> float:
        """Standard error of the mean."""
        return self.deviation / sqrt(self.n) if self.n else float("nan")


@dataclass
class Tally:
    """Distinct `values` (float64, rising) of a sample and the `counts` (int64) of each.

    Attributes:
        clusters: of a sample whose games come deal by deal, several of each.
        share: of the error that an interval of it may make; less than 1 where a run may stop early.
    """

    values: np.ndarray = field(default_factory=lambda: _nothing(np.float64))
    counts: np.ndarray = field(default_factory=lambda: _nothing(np.int64))
    clusters: Clusters | None = None
    share: float = 1.0

    @classmethod
    def of(cls, sample: np.ndarray, per: int = 1) -> Tally:
        """Counts a one-dimensional sample; nan means "no value here" and is left out.

        A value is so many `per`-ths: whole numbers are counted faster than fractions.
        """
        if sample.dtype.kind in "iub" and sample.size:
            low, high = int(sample.min()), int(sample.max())
            if high - low < DENSE:
                counts = np.bincount(sample.astype(np.int64) - low)
                seen = np.flatnonzero(counts)
                return cls((seen + low) / per, counts[seen].astype(np.int64))
        values, counts = np.unique(sample.astype(np.float64), return_counts=True)
        real = ~np.isnan(values)
        return cls(values[real] / per, counts[real].astype(np.int64))

    def add(self, other: Tally) -> None:
        """Takes in another tally."""
        values, place = np.unique(np.concatenate([self.values, other.values]), return_inverse=True)
        counts = np.zeros(values.size, np.int64)
        np.add.at(counts, place, np.concatenate([self.counts, other.counts]))
        self.values, self.counts = values, counts

    @property
    def n(self) -> int:
        """Size of the sample."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float:
        """Mean, summed without rounding error; nan of an empty sample."""
        return fsum(self.values * self.counts) / self.n if self.n else float("nan")

    @property
    def deviation(self) -> float:
        """Standard deviation of the sample (n - 1); nan below two values."""
        if self.n < 2:
            return float("nan")
        return sqrt(fsum((self.values - self.mean) ** 2 * self.counts) / (self.n - 1))

    @property
    def units(self) -> int:
        """Independent observations: games, or deals where each was played several times."""
        return self.clusters.deals if self.clusters else self.n

    @property
    def error(self) -> float:
        """Standard error of the mean; nan below two units."""
        if self.clusters:
            return self.clusters.error
        return self.deviation / sqrt(self.n) if self.n else float("nan")

    def quantile(self, share: float) -> float:
        """Quantile by linear interpolation, the default of `numpy.quantile`."""
        if not self.n:
            return float("nan")
        place = share * (self.n - 1)
        below = floor(place)
        low, high = (self._ranked(min(rank, self.n - 1)) for rank in (below, below + 1))
        return low + (high - low) * (place - below)

    def _ranked(self, rank: int) -> float:
        """The value at a rank (0 = smallest) of the sorted sample."""
        return float(self.values[np.searchsorted(np.cumsum(self.counts), rank, side="right")])
