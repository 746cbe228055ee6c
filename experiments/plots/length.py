"""How long games last: shares of games by gambits, with a last place for all that are longer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FixedLocator, FuncFormatter, MaxNLocator, PercentFormatter
from scipy.special import ndtri

from experiments.plots.curves import beside, finding
from experiments.plots.scene import Scene
from experiments.plots.sheet import Words
from experiments.plots.style import line
from experiments.statistics import ALPHA
from experiments.summary import Summary
from experiments.tally import Tally
from experiments.words import fixed

MEASURES = ("gambits", "rounds", "turns", "decisions")  # the first that a game counts is shown
BINS_MOST = 24
PLACES_LEAST = 3
TAIL_SHARE = 0.005  # of the games of every design at most lies in the last place


@dataclass(frozen=True)
class Bins:
    """Places of the axis: `width` values each, from `first` on; the last may be open."""

    first: int
    width: int
    n: int
    open: bool

    @property
    def last(self) -> int:
        """The least value of the last place."""
        return self.first + (self.n - 1) * self.width

    def shares(self, tally: Tally) -> np.ndarray:
        """The share of games in each place."""
        place = np.clip((tally.values - self.first) // self.width, 0, self.n - 1).astype(int)
        return np.bincount(place, tally.counts, self.n) / tally.n

    def label(self, place: int) -> str:
        """What stands below a place of the axis: `4`, `21-25`, `11+`."""
        low = self.first + place * self.width
        if self.open and place == self.n - 1:
            return f"{low}+"
        return str(low) if self.width == 1 else f"{low}-{low + self.width - 1}"


def measure(scene: Scene) -> str | None:
    """What the length of these games is counted in."""
    return next((name for name in MEASURES if scene.shared(name)), None)


def length(figure: Figure, scene: Scene) -> Words:
    """Share of games by length, a line a design."""
    name = measure(scene) or ""
    tallies = [summary.tallies[name] for summary in scene.summaries]
    bins = _bins(tallies)
    shares = [bins.shares(tally) for tally in tallies]
    x = np.arange(bins.n)

    def paint(axes: Axes, place: int, small: bool) -> None:
        style = {**line(place), **({"markersize": 1.8} if small else {})}
        low, high = _wilson(shares[place], tallies[place])
        bars = np.clip([shares[place] - low, high - shares[place]], 0, None)
        end = bins.n - bins.open
        for part, joined in ((slice(0, end), style), (slice(end, None), _alone(style))):
            axes.errorbar(
                x[part], shares[place][part], yerr=bars[:, part], elinewidth=0.8, **joined
            )

    means = [f"mean {fixed(tally.mean, 2)}" for tally in tallies]
    labels = list(scene.labels.values())
    lines = [(x, share) for share in shares]
    for axes in beside(figure, labels, paint, lines, means):
        axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0, symbol=""))
        axes.yaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 2.5, 5, 10]))
        axes.xaxis.set_major_locator(FixedLocator(_ticks(bins, axes)))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda at, _: bins.label(int(at))))
        axes.set_ylim(0, None)
    unit = scene.metric(name).unit
    return Words(
        finding(scene, name) or _typical(scene.summaries, name, unit),
        f"Bars: 95 % intervals. {_longer(scene, tallies, bins, unit)}",
        x=f"{unit} in a game",
        y="share of games, %",
    )


def _alone(style: dict[str, Any]) -> dict[str, Any]:
    """The same sign without a line: the open place is no neighbour of the one before."""
    return {**style, "linestyle": "none"}


def _bins(tallies: Sequence[Tally]) -> Bins:
    """Places that leave at most `TAIL_SHARE` of any design's games to the last one."""
    told = [tally for tally in tallies if tally.n]
    first = int(min(tally.values[0] for tally in told))
    longest = int(max(tally.values[-1] for tally in told))
    tail = min(longest, int(max(ceil(tally.quantile(1 - TAIL_SHARE)) for tally in told)) + 1)
    width = max(1, ceil((tail - first) / BINS_MOST))
    first = first // width * width
    tail = max(tail, first + PLACES_LEAST * width)
    return Bins(first, width, (tail - first) // width + 1, tail // width < longest // width)


def _ticks(bins: Bins, axes: Axes) -> list[int]:
    """The places that are named: few enough for the room, the last among them."""
    room = axes.get_position().width
    step = ceil(bins.n * (2 if bins.width == 1 else 5) / (60 * room))
    return [*(at for at in range(0, bins.n, step) if bins.n - 1 - at >= step), bins.n - 1]


def _wilson(share: np.ndarray, tally: Tally) -> tuple[np.ndarray, np.ndarray]:
    """Bounds of Wilson's 95 % interval for shares of the games of a tally."""
    n, z = tally.units, float(ndtri(1 - ALPHA * tally.share / 2))
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    reach = z * np.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return middle - reach, middle + reach


def _longer(scene: Scene, tallies: Sequence[Tally], bins: Bins, unit: str) -> str:
    """What lies in the last place: its share at most, and the longest game."""
    shares = [float(bins.shares(tally)[-1]) for tally in tallies]
    most, longest = max(shares), max(float(tally.values[-1]) for tally in tallies)
    if not bins.open:
        return "No game is longer."
    whose = f" ({scene.label(shares.index(most))})" if len(shares) > 1 else ""
    return (
        f"Last place: {bins.last} {unit} and more, {fixed(100 * most, 2)} % of games at most"
        f"{whose}; the longest has {longest:,.0f}."
    )


def _typical(summaries: Sequence[Summary], name: str, unit: str) -> str:
    """A title where nothing is compared."""
    told = list(_middles(summaries, name))
    low, high = min(low for low, _ in told), max(high for _, high in told)
    span = f"{low:,.0f}" if low == high else f"{low:,.0f} to {high:,.0f}"
    every = ", with every design" if len(told) > 1 else ""
    return f"Nine games of ten last {span} {unit}{every}"


def _middles(summaries: Sequence[Summary], name: str) -> Iterator[tuple[float, float]]:
    for summary in summaries:
        tally = summary.tallies[name]
        yield tally.quantile(0.05), tally.quantile(0.95)
