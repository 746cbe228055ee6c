"""A tally: how often each value of a sample came.

Tallies are exact and can be merged, so a run of any length is summed up part by part in flat memory
and the figures do not depend on how the work was cut. Nearly everything a game counts takes a few
hundred values at most.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import floor, fsum, sqrt

import numpy as np

DENSE = 1 << 16  # integer samples that span less are counted in an array, without sorting


def _nothing(dtype: type) -> np.ndarray:
    return np.empty(0, dtype)


@dataclass
class Tally:
    """Distinct `values` (float64, rising) of a sample and the `counts` (int64) of each."""

    values: np.ndarray = field(default_factory=lambda: _nothing(np.float64))
    counts: np.ndarray = field(default_factory=lambda: _nothing(np.int64))

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
