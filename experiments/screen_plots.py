"""Pictures of a screen: a map of levels and metrics, and a map of the pairs for one metric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import nan

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from matplotlib.figure import Figure
from matplotlib.image import AxesImage

from experiments.effects import Effect, Level
from experiments.metrics import Metric
from experiments.plots.panels import stacked
from experiments.plots.sheet import Picture, Words, sheet
from experiments.plots.style import GREY, SMALL, TINY
from experiments.words import digits_for, fixed

ROW = 0.165  # inches a level
HEAD = 0.95  # inches for the names of columns and the bar of colours
HEAD_ROOM = 56  # points for the name of a column, which stands upright
COLOURS = "PuOr_r"  # two hues that nobody confuses: purple less, orange more
LIMIT = 3  # where colours end, in smallest effects that matter


def pictures(
    played: str,
    effects: Sequence[Effect],
    metrics: Mapping[str, Metric],
    matters: Mapping[str, float],
) -> list[Picture]:
    """Both pictures, as far as there is something to show.

    Args:
        played: what was played, for the captions.
        matters: the metrics to show, the primary one first, with the smallest effect that matters.
    """
    shown = {name: limit for name, limit in matters.items() if name in metrics}
    single = [e for e in effects if len(e.levels) == 1 and e.metric in shown]
    primary = next(iter(shown), None)
    pairs = [e for e in effects if len(e.levels) == 2 and e.metric == primary]
    drawn = [effects_map(played, single, metrics, shown)] if single else []
    if pairs and primary:
        drawn.append(pairs_map(played, pairs, metrics[primary]))
    return drawn


def effects_map(
    played: str,
    effects: Sequence[Effect],
    metrics: Mapping[str, Metric],
    matters: Mapping[str, float],
) -> Picture:
    """Each level's effect on each metric: colour by what matters, the number in the cell."""
    levels = list(dict.fromkeys(e.levels[0] for e in effects))
    at = {(e.levels[0], e.metric): e for e in effects}

    def fill(figure: Figure) -> Words:
        figure.set_figheight(HEAD + ROW * len(levels))
        axes = figure.add_subplot()
        table = np.array(
            [[at[level, name].size.mean / matters[name] for name in matters] for level in levels]
        )
        image = _image(axes, table, LIMIT)
        for (row, column), shade in np.ndenumerate(table):
            name = list(matters)[column]
            _number(axes, (column, row), at[levels[row], name], metrics[name], float(shade))
        heads = [stacked(_head(metrics[name]), HEAD_ROOM) for name in matters]
        axes.set_xticks(range(len(heads)), heads, rotation=90)
        axes.xaxis.tick_top()
        _rows(axes, levels)
        _lines_between(axes, levels)
        _bar(figure, axes, image)
        strongest = max(effects, key=lambda e: abs(e.size.mean) / matters[e.metric])
        note = "Change with a level in an average other one's place; bold: surely there, and may matter"
        return Words(finding(strongest, metrics[strongest.metric]), note)

    return sheet("effects", "What each level of the grid does to each metric", played, fill)


def pairs_map(played: str, pairs: Sequence[Effect], metric: Metric) -> Picture:
    """What each pair of levels does to one metric beyond the sum of their effects."""
    levels = list(dict.fromkeys(level for e in pairs for level in e.levels))
    place = {level: i for i, level in enumerate(levels)}
    limit = pairs[0].matters if pairs[0].matters > 0 else 1.0

    def fill(figure: Figure) -> Words:
        figure.set_figheight(HEAD + ROW * len(levels))
        axes = figure.add_subplot()
        table = np.full((len(levels), len(levels)), nan)
        for e in pairs:
            low, high = sorted(place[level] for level in e.levels)
            table[high, low] = e.size.mean / limit
            if e.verdict == "differs":
                axes.plot(low, high, "o", color="black", markersize=2.2, markeredgewidth=0)
        image = _image(axes, table, max(1.0, float(np.nanmax(np.abs(table)))))
        axes.set_xticks(range(len(levels)), [level.word for level in levels], rotation=90)
        _rows(axes, levels)
        _bar(figure, axes, image)
        strongest = max(pairs, key=lambda e: abs(e.size.mean))
        note = "Change by both together beyond the sum of their effects; dot: surely there, and may matter"
        return Words(finding(strongest, metric), note)

    return sheet("pairs", "What each pair of levels does together", played, fill)


def finding(effect: Effect, metric: Metric) -> str:
    """The strongest effect as a title; of pairs, that none matters if none does."""
    size = f"{_signed(effect, metric)} {_unit(metric)}".rstrip()
    about = f"{metric.title[:1].upper()}{metric.title[1:]}"
    if len(effect.levels) == 1:
        return f"{about}: {effect.name} does most ({size})"
    if abs(effect.size.mean) < effect.matters or effect.verdict != "differs":
        limit = f"{metric.scale * effect.matters:g} {_unit(metric)}".rstrip()
        return f"{about}: no pair surely does more than {limit} beyond the sum of its two"
    return f"{about}: {effect.name} do most beyond their sum ({size})"


def _unit(metric: Metric) -> str:
    return "points" if metric.unit == "%" else metric.unit


def _signed(effect: Effect, metric: Metric) -> str:
    value = metric.scale * effect.size.mean
    reach = metric.scale * (effect.size.high - effect.size.low) / 2
    return f"{'+' if value >= 0 else '−'}{fixed(abs(value), digits_for(reach))}"


def _image(axes: Axes, table: np.ndarray, limit: float) -> AxesImage:
    axes.grid(False)
    return axes.imshow(table, COLOURS, norm=Normalize(-limit, limit), aspect="auto", zorder=0)


def _number(axes: Axes, at: tuple[int, int], effect: Effect, metric: Metric, shade: float) -> None:
    value = metric.scale * effect.size.mean
    sure = effect.verdict == "differs"
    axes.text(
        *at,
        f"{value:+.{1 if abs(value) >= 1 else 2}f}",
        ha="center",
        va="center",
        size=TINY,
        weight="bold" if sure else "normal",
        color="white" if abs(shade) > 0.75 * LIMIT else "black" if sure else GREY,
    )


def _head(metric: Metric) -> str:
    unit = _unit(metric)
    return metric.title if not unit or unit in metric.title else f"{metric.title} ({unit})"


def _rows(axes: Axes, levels: Sequence[Level]) -> None:
    axes.set_yticks(range(len(levels)), [level.word for level in levels])
    axes.tick_params(length=0, labelsize=SMALL)
    for spine in axes.spines.values():
        spine.set_visible(False)


def _lines_between(axes: Axes, levels: Sequence[Level]) -> None:
    """White lines between axes of the grid, whose levels are compared among themselves."""
    for row in range(1, len(levels)):
        if levels[row].axis != levels[row - 1].axis:
            axes.axhline(row - 0.5, color="white", linewidth=2.5)


def _bar(figure: Figure, axes: Axes, image: AxesImage) -> None:
    bar = figure.colorbar(image, ax=axes, location="bottom", shrink=0.6, aspect=32, pad=0.02)
    bar.set_label("change, in smallest changes that matter", size=SMALL)
    bar.ax.tick_params(labelsize=SMALL, length=1.5)
    bar.outline.set_visible(False)
