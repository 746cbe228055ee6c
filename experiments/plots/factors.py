"""How a result depends on one factor - the level of play, the number of players - and on two."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from experiments.metrics import Metric
from experiments.plots.panels import AROUND, multiples, rows, rows_height, shape, stacked
from experiments.plots.scene import Scene, without
from experiments.plots.sheet import Words
from experiments.plots.style import GREY, SHADE, SMALL, TINY, WIDTH, lightness, line
from experiments.statistics import Interval, mean_interval
from experiments.words import digits_for, fixed, titled

PANELS_MOST = 6
SERIES_MOST = 7  # lines that are told apart in one panel
CELLS_MOST = 160  # of all heat maps in a picture
ROOM = 0.55  # of a place on the axis, taken by the lines' points side by side
TWO_LINES = 5  # from so many columns on a heat map's cell has its interval in a second line


@dataclass(frozen=True)
class Series:
    """The designs that differ in nothing but one factor, one a level; a design may be missing."""

    label: str
    names: tuple[str | None, ...]


def levels_of(scene: Scene, factor: str) -> list[str]:
    """The levels of a factor, in the order of the designs."""
    told = (scene.factors[name].get(factor) for name in scene.labels)
    return list(dict.fromkeys(level for level in told if level is not None))


def series_of(scene: Scene, factor: str) -> list[Series]:
    """All series over a factor: designs that are alike but for its level."""
    found: dict[str, dict[str, str]] = {}
    for name, label in scene.labels.items():
        level = scene.factors[name].get(factor)
        if level is not None:
            found.setdefault(without(label, [level]), {})[level] = name
    levels = levels_of(scene, factor)
    return [Series(label, tuple(map(by.get, levels))) for label, by in found.items()]


def varied(scene: Scene) -> list[str]:
    """The factors that have two levels or more."""
    names = dict.fromkeys(factor for told in scene.factors.values() for factor in told)
    return [factor for factor in names if len(levels_of(scene, factor)) > 1]


def over(factor: str, figure: Figure, scene: Scene) -> Words:
    """A panel a metric, a line a series over the levels of a factor."""
    levels, series = levels_of(scene, factor), series_of(scene, factor)
    metrics = [scene.metric(name) for name in scene.told][:PANELS_MOST]
    effects = bool(scene.comparisons)
    shown = [s for s in series if not effects or any(n in scene.reference for n in s.names)]
    across = shape(len(metrics))[1]
    panels = multiples(figure, len(metrics), 1.35 if len(metrics) > 2 else 1.7)
    for axes, metric in zip(panels, metrics, strict=True):
        if effects:
            _band(axes, scene, metric)
        for place, one in enumerate(shown[:SERIES_MOST]):
            shift = ROOM * ((place + 0.5) / min(len(shown), SERIES_MOST) - 0.5)
            _line(axes, scene, metric, one, place, shift, len(shown) > 1)
        axes.set_xlim(-0.5, len(levels) - 0.5)
        room = 72 * (WIDTH - 0.4) / across
        axes.set_xticks(
            range(len(levels)),
            [stacked(_short(level), max(24, room / len(levels) - 4), TINY) for level in levels],
            size=TINY,
        )
        axes.yaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 2.5, 5, 10]))
        unit = "points" if metric.unit == "%" and effects else metric.unit
        told = metric.title if unit in metric.title else f"{metric.title}, {unit}"
        axes.set_title(stacked(told, room - 20), size=SMALL, loc="left", pad=3)
    what = f"Effects against {scene.base}" if effects else "Means"
    note = f"{what}, with 95 % intervals."
    if effects:
        note += " Shaded: what would not matter."
    if len(shown) > SERIES_MOST:
        note += f" {len(shown) - SERIES_MOST} of {len(shown)} designs are in the tables alone."
    title = _same_everywhere(scene, metrics[0], shown, levels) if effects else ""
    return Words(title or _from_to(scene, metrics[0], shown[0], levels), note, x=AXES[factor])


AXES = {"level": "who plays", "players": "players at the table"}


def _short(level: str) -> str:
    """A level with places where its line may break."""
    return level.replace(":", ": ").replace(",", ", ")


def _band(axes: Axes, scene: Scene, metric: Metric) -> None:
    limit = metric.scale * max((c.matters for c in scene.of(metric.name)), default=0)
    axes.axhspan(-limit, limit, color=SHADE, linewidth=0, zorder=0)
    axes.axhline(0, color=GREY, linewidth=0.8, zorder=0)


def _line(
    axes: Axes, scene: Scene, metric: Metric, one: Series, place: int, shift: float, named: bool
) -> None:
    """A series in one panel: points with intervals, joined."""
    points = [(at, _value(scene, metric, name)) for at, name in enumerate(one.names)]
    told = [(at, value) for at, value in points if value is not None]
    if not told:
        return
    x = np.array([at for at, _ in told]) + shift
    mean, low, high = metric.scale * np.array([value for _, value in told]).T
    bars = np.nan_to_num([mean - low, high - mean])
    axes.errorbar(
        x,
        mean,
        yerr=bars,
        capsize=1.5,
        elinewidth=0.9,
        label=one.label if named else None,
        **{**line(place), "linewidth": 0.9},
    )


def _value(scene: Scene, metric: Metric, name: str | None) -> Interval | None:
    """The effect of a design, or its mean where nothing is compared."""
    if name is None:
        return None
    if scene.comparisons:
        found = scene.effects(metric.name).get(name)
        return found[1] if found else None
    tally = scene.by_name[name].tallies.get(metric.name)
    return mean_interval(tally) if tally and tally.n else None


def _same_everywhere(
    scene: Scene, metric: Metric, series: Sequence[Series], levels: Sequence[str]
) -> str:
    """The finding: whether the verdicts on the primary metric depend on the level."""
    effects = scene.effects(metric.name)
    verdicts = [[effects[n][0].verdict for n in s.names if n in effects] for s in series]
    mixed = [s for s, told in zip(series, verdicts, strict=True) if len(set(told)) > 1]
    if not mixed:
        return f"{titled(metric)}: the same verdicts with {_every(levels)}"
    if len(series) > 1:
        return f"{titled(metric)}: {len(mixed)} of {len(series)} verdicts depend on the level"
    told = dict(zip(levels, verdicts[0], strict=False))
    differs = [_short(level) for level, verdict in told.items() if verdict == "differs"]
    if not differs:
        return f"{titled(metric)}: no difference for sure at any level"
    if len(differs) == 1:
        return f"{titled(metric)}: a sure difference with {differs[0]} only"
    return f"{titled(metric)}: a sure difference at {len(differs)} of {len(levels)} levels"


def _every(levels: Sequence[str]) -> str:
    """All levels in words."""
    names = [level.partition(":")[0] for level in levels]
    if len(set(names)) < len(names):
        return f"all {len(levels)} levels"
    return f"{', '.join(names[:-1])} and {names[-1]}"


def _from_to(scene: Scene, metric: Metric, one: Series, levels: Sequence[str]) -> str:
    """The finding where nothing is compared: the primary metric at both ends."""
    values = [_value(scene, metric, name) for name in one.names]
    told = [(level, v) for level, v in zip(levels, values, strict=True) if v is not None]
    (first, low), (last, high) = told[0], told[-1]
    digits = digits_for(metric.scale * (high.high - high.low) / 2)
    numbers = [fixed(metric.scale * value.mean, min(2, digits)) for value in (low, high)]
    return f"{titled(metric)}: {numbers[0]} with {first}, {numbers[1]} with {last}"


# --- two factors


def heat_axis(scene: Scene) -> str | None:
    """The factor that heat maps have as columns: the one with most levels that fit."""
    fits = [
        factor
        for factor in varied(scene)
        if len(levels_of(scene, factor)) <= 8
        and 1 < len(series_of(scene, factor)) <= 24
        and len(scene.labels) <= CELLS_MOST
    ]
    return max(fits, key=lambda factor: len(levels_of(scene, factor)), default=None)


def heat(figure: Figure, scene: Scene) -> Words:
    """A heat map a metric: a row a series, a column a level; the cells tell means."""
    factor = heat_axis(scene) or ""
    levels, series = levels_of(scene, factor), series_of(scene, factor)
    labels = [one.label for one in series]
    many = len(levels) >= TWO_LINES
    tall = rows_height(labels) * (1.5 if many else 1.15)
    room = max(1, CELLS_MOST // (len(levels) * len(series)))
    metrics = [scene.metric(name) for name in scene.told][: min(4, room)]
    figure.set_size_inches(WIDTH, len(metrics) * (tall + AROUND + 0.1))
    panels = figure.subplots(len(metrics), 1, squeeze=False).flat
    for axes, metric in zip(panels, metrics, strict=True):
        _map(axes, scene, metric, series, many)
        rows(axes, labels)
        axes.set_xticks(range(len(levels)), [stacked(_short(level), 60) for level in levels])
        axes.tick_params(length=0)
        axes.grid(visible=False)
        axes.spines[:].set_visible(False)
        unit = "" if metric.unit in metric.title else f", {metric.unit}"
        axes.set_title(f"{metric.title}{unit}", size=SMALL, loc="left", pad=3)
    x = AXES.get(factor, factor)
    note = "Cells: means ± half the 95 % interval. Dark is little, light is much, in each map."
    return Words(_extremes(scene, metrics[0]), note, x=x)


def _map(axes: Axes, scene: Scene, metric: Metric, series: Sequence[Series], many: bool) -> None:
    cells = [[_mean(scene, metric, name) for name in one.names] for one in series]
    values = np.array([[c.mean if c else np.nan for c in row] for row in cells])
    colours = mpl.colormaps["cividis"]
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    norm = mpl.colors.Normalize(low, high if high > low else low + 1)
    axes.imshow(values, cmap=colours, norm=norm, aspect="auto")
    for y, row in enumerate(cells):
        for x, cell in enumerate(row):
            if cell is None:
                continue
            reach = metric.scale * (cell.high - cell.low) / 2
            digits = digits_for(reach)
            text = f"{fixed(metric.scale * cell.mean, digits)}{chr(10) if many else ' '}"
            text += f"±{fixed(reach, digits)}"
            dark = lightness(colours(norm(cell.mean))) < 0.45
            axes.text(
                x, y, text, ha="center", va="center", size=TINY, color="white" if dark else "black"
            )


def _mean(scene: Scene, metric: Metric, name: str | None) -> Interval | None:
    tally = scene.by_name[name].tallies.get(metric.name) if name else None
    return mean_interval(tally) if tally and tally.n else None


def _extremes(scene: Scene, metric: Metric) -> str:
    """The finding: where the primary metric is largest and smallest."""
    told = {n: _mean(scene, metric, n) for n in scene.labels}
    means = {name: value.mean for name, value in told.items() if value}
    most, least = max(means, key=means.__getitem__), min(means, key=means.__getitem__)
    numbers = [fixed(metric.scale * means[name], 2) for name in (least, most)]
    return (
        f"{titled(metric)}: from {numbers[0]} ({scene.labels[least]}) "
        f"to {numbers[1]} ({scene.labels[most]})"
    )
