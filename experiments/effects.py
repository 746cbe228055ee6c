"""What each level of a large grid does to a metric: effects of levels and of pairs of levels.

An axis of a grid is a choice of one of its levels, or of several at once (three colours of six). A
level's effect is the change of a metric when it stands in the place of an average other level of
its axis; the effect of a pair is what both together change beyond the sum of their single effects.
Both are contrasts of a least-squares fit to the variants' means, the same whatever coding is used.

All variants play the same deals, so their means are not independent: what luck does to a colour it
does in every deck that has it. Deals are therefore gathered in batches, each batch gives an estimate
of its own, and an interval is Student's, from the spread between batches. It tells how the estimate
would vary with other deals; the variants are those of the grid, all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import isnan, nan, sqrt
from typing import NamedTuple

import numpy as np
from scipy.special import stdtr, stdtrit

from experiments.grids import TOGETHER
from experiments.statistics import ALPHA, TAIL, Interval

SURE = 1e-8  # how far from a combination of rows a contrast may be and still count as one


class Level(NamedTuple):
    """One level of an axis: (`evil dragons`, `shadow`)."""

    axis: str
    word: str


@dataclass(frozen=True)
class Effect:
    """What a level (or a pair) does to one metric.

    Attributes:
        levels: one level, or the two of a pair.
        variants: how many variants of the grid have it.
        p: of "no effect"; `p_adjusted` by Benjamini-Hochberg over all effects of the screen.
        matters: the smallest effect that matters, nan if none was stated.
        p_equivalent: of "an effect that matters", adjusted likewise; nan if none was stated.
    """

    metric: str
    levels: tuple[Level, ...]
    variants: int
    size: Interval
    p: float
    matters: float = nan
    p_equivalent: float = nan
    p_adjusted: float = nan

    @property
    def name(self) -> str:
        """The levels' words: `shadow`, `red + shadow`."""
        return " + ".join(level.word for level in self.levels)

    @property
    def is_there(self) -> bool:
        """Whether there surely is an effect, however small."""
        return self.p_adjusted < ALPHA

    @property
    def verdict(self) -> str:
        """As of a comparison: `equivalent`, `differs` or `undecided`."""
        if self.p_equivalent < ALPHA:
            return "equivalent"
        return "differs" if self.is_there else "undecided"


class Grid:
    """The levels of a grid's variants, and the contrasts that give their effects.

    Attributes:
        levels: every level, axis by axis in the order met.
        has: (variants, levels) of 0 and 1.
        pairs: the pairs of levels whose effect the grid can tell, by places in `levels`.
    """

    def __init__(self, factors: Sequence[Mapping[str, str]]) -> None:
        told = [tuple(_levels(one)) for one in factors]
        axes = dict.fromkeys(level.axis for levels in told for level in levels)
        known = dict.fromkeys(level for levels in told for level in levels)
        order = {axis: place for place, axis in enumerate(axes)}
        self.levels = sorted(known, key=lambda level: order[level.axis])
        place = {level: i for i, level in enumerate(self.levels)}
        self.has = np.zeros((len(told), len(self.levels)))
        for row, levels in enumerate(told):
            self.has[row, [place[level] for level in levels]] = 1
        self._together = self.has.T @ self.has > 0  # which two levels meet in a variant
        first = np.column_stack([np.ones(len(told)), self.has])
        self.single, sure = _weights(first, self._single_contrasts())
        self.levels = [level for level, ok in zip(self.levels, sure, strict=True) if ok]
        self.has = self.has[:, sure]
        self._together = self._together[np.ix_(sure, sure)]
        self.pairs: list[tuple[int, int]] = []
        self.paired = np.zeros((0, len(told)))
        self._fit_pairs(first)

    def _fit_pairs(self, first: np.ndarray) -> None:
        """Finds which pairs have an effect of their own, and the weights that estimate it."""
        met = [p for p in combinations(range(len(self.levels)), 2) if self._together[p]]
        if not met:
            return
        both = np.column_stack([self.has[:, a] * self.has[:, b] for a, b in met])
        wanted, contrasts = self._pair_contrasts(met)
        if not wanted:
            return
        blank = np.zeros((len(wanted), first.shape[1]))
        weights, sure = _weights(np.column_stack([first, both]), np.hstack([blank, contrasts]))
        self.pairs = [pair for pair, ok in zip(wanted, sure, strict=True) if ok]
        self.paired = weights

    def _axis(self, place: int) -> list[int]:
        axis = self.levels[place].axis
        return [i for i, level in enumerate(self.levels) if level.axis == axis]

    def _single_contrasts(self) -> np.ndarray:
        """A level against the mean of the others of its axis; the constant comes first."""
        contrasts = np.zeros((len(self.levels), 1 + len(self.levels)))
        for i in range(len(self.levels)):
            others = [j for j in self._axis(i) if j != i]
            contrasts[i, 1 + i] = 1
            if others:
                contrasts[i, [1 + j for j in others]] = -1 / len(others)
        return contrasts

    def _pair_contrasts(
        self, met: list[tuple[int, int]]
    ) -> tuple[list[tuple[int, int]], np.ndarray]:
        """Both, less one with another in the other's place, and back: over all such others."""
        place = {frozenset(pair): i for i, pair in enumerate(met)}
        wanted, rows = [], []
        for a, b in met:
            squares = [
                corners
                for c in self._axis(a)
                for d in self._axis(b)
                if len({a, b, c, d}) == 4
                and (corners := self._corners(place, a, b, c, d)) is not None
            ]
            if squares:
                row = np.zeros(len(met))
                for corners in squares:
                    row[corners] += np.array([1, -1, -1, 1]) / len(squares)
                wanted.append((a, b))
                rows.append(row)
        return wanted, np.array(rows)

    @staticmethod
    def _corners(
        place: Mapping[frozenset, int], a: int, b: int, c: int, d: int
    ) -> list[int] | None:
        """Places of the pairs ab, cb, ad, cd; None if two of them never meet."""
        found = [place.get(frozenset(pair)) for pair in ((a, b), (c, b), (a, d), (c, d))]
        return None if None in found else [at for at in found if at is not None]

    def weights(self) -> np.ndarray:
        """What to multiply the variants' means with: (levels and pairs, variants)."""
        return np.vstack([self.single, self.paired])

    def named(self) -> list[tuple[Level, ...]]:
        """The levels of each row of `weights`."""
        singles: list[tuple[Level, ...]] = [(level,) for level in self.levels]
        return singles + [(self.levels[a], self.levels[b]) for a, b in self.pairs]

    def counts(self) -> np.ndarray:
        """How many variants have the levels of each row of `weights`."""
        singles = self.has.sum(axis=0)
        pairs = [float(self.has[:, a] @ self.has[:, b]) for a, b in self.pairs]
        return np.concatenate([singles, pairs]).astype(int)

    @cached_property
    def _bases(self) -> tuple[np.ndarray, np.ndarray]:
        """Orthonormal bases of all means that single effects, and pairs as well, can make."""
        columns = [np.ones(len(self.has)), *self.has.T]
        more = [self.has[:, a] * self.has[:, b] for a, b in self.pairs]
        return _basis(columns), _basis(columns + more)

    def explained(self, batches: np.ndarray, pairs: bool) -> float:
        """Of the variance between variants, the share that single effects (and pairs) explain.

        Args:
            batches: (batches, variants) means of one metric. Deals differ between batches, so what
                two batches have in common is no luck: luck is taken out of both variances.
        """
        basis = self._bases[pairs]
        whole = real_variance(batches)
        fitted = batches @ basis @ basis.T
        return real_variance(fitted) / whole if whole > 0 else nan


def _basis(columns: Sequence[np.ndarray]) -> np.ndarray:
    basis, heights, _ = np.linalg.svd(np.column_stack(columns), full_matrices=False)
    return basis[:, heights > SURE * heights[0]]


def real_variance(batches: np.ndarray) -> float:
    """Variance between variants without what luck adds, from (batches, variants) means."""
    n = len(batches)
    apart = batches - batches.mean(axis=1, keepdims=True)
    free = batches.shape[1] - 1
    whole = float((apart.mean(axis=0) ** 2).sum()) / free
    within = float((apart**2).sum()) / free / n
    return (n * whole - within) / (n - 1)


def _levels(factors: Mapping[str, str]) -> Iterable[Level]:
    for axis, chosen in factors.items():
        for word in chosen.split(TOGETHER):
            yield Level(axis, word)


def _weights(design: np.ndarray, contrasts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows that turn means into contrasts of the fitted coefficients, and which can be told.

    A contrast can be told if it is a combination of the design's rows; others are left out.
    """
    inverse = np.linalg.pinv(design, rcond=1e-10)
    sure = np.abs(contrasts @ inverse @ design - contrasts).max(axis=1) < SURE
    sure &= np.abs(contrasts).sum(axis=1) > 1  # a level without another is no contrast
    return contrasts[sure] @ inverse, sure


def effects(
    grid: Grid, batches: Mapping[str, np.ndarray], matters: Mapping[str, float]
) -> list[Effect]:
    """All effects on all metrics, p-values adjusted for their number (Benjamini-Hochberg).

    Args:
        batches: metric -> means, shape (batches, variants).
        matters: metric -> the smallest effect that matters, where one is stated.
    """
    weights, names, counts = grid.weights(), grid.named(), grid.counts().tolist()
    found = []
    for metric, means in batches.items():
        limit = matters.get(metric, nan)
        for sample, levels, count in zip(weights @ means.T, names, counts, strict=True):
            found.append(_effect(metric, levels, count, sample, limit))
    return _adjusted(found)


def _effect(
    metric: str, levels: tuple[Level, ...], count: int, sample: np.ndarray, limit: float
) -> Effect:
    """One effect from its estimates batch by batch."""
    n, mean = len(sample), float(sample.mean())
    error = float(sample.std(ddof=1)) / sqrt(n) if n > 1 else nan
    if isnan(error) or error <= 1e-12 * max(1.0, abs(mean)):
        return Effect(metric, levels, count, Interval(mean, nan, nan), nan, limit)
    reach = float(stdtrit(n - 1, TAIL)) * error
    p = 2 * float(stdtr(n - 1, -abs(mean) / error))
    p_equivalent = nan if isnan(limit) else float(stdtr(n - 1, (abs(mean) - limit) / error))
    return Effect(
        metric, levels, count, Interval(mean, mean - reach, mean + reach), p, limit, p_equivalent
    )


def _adjusted(found: Sequence[Effect]) -> list[Effect]:
    ps = adjust([e.p for e in found], "fdr_bh")
    qs = adjust([e.p_equivalent for e in found], "fdr_bh")
    return [replace(e, p_adjusted=p, p_equivalent=q) for e, p, q in zip(found, ps, qs, strict=True)]


def adjust(ps: Sequence[float], method: str) -> list[float]:
    """p-values adjusted for their number; nan (nothing to test) stays nan and does not count.

    Args:
        method: as statsmodels calls it: `holm`, `fdr_bh` (Benjamini-Hochberg).
    """
    real = [p for p in ps if not isnan(p)]
    if not real:
        return list(ps)
    from statsmodels.stats.multitest import multipletests

    told = iter(multipletests(real, method=method)[1])
    return [nan if isnan(p) else float(next(told)) for p in ps]
