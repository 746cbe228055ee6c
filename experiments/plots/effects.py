"""What designs do to each metric, and how each comparison ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from experiments.metrics import Metric
from experiments.plots.panels import AROUND, few_ticks, rows, rows_height, stacked
from experiments.plots.scene import Scene, pair
from experiments.plots.sheet import Words
from experiments.plots.style import BLUE, GREY, ORANGE, PALE, SHADE, SMALL, TEXT, TINY, WIDTH
from experiments.statistics import Comparison, Interval
from experiments.words import estimate

ROWS_MOST = 45  # comparisons in one picture
# Told apart by shape and filling; the colours repeat it.
LOOKS: dict[str, dict[str, Any]] = {
    "differs": {"fmt": "o", "color": BLUE, "markerfacecolor": BLUE},
    "equivalent": {"fmt": "s", "color": GREY, "markerfacecolor": "white"},
    "undecided": {"fmt": "x", "color": ORANGE},
}
MEANS = {
    "differs": "differs",
    "equivalent": "no difference that matters",
    "undecided": "not enough games yet",
}


def grid(figure: Figure, scene: Scene) -> Words:
    """A panel a metric, a row a design: its effect against the reference design."""
    names = list(scene.reference)
    labels = [scene.labels[name] for name in names]
    metrics = scene.compared
    across = 1 if len(metrics) == 1 else 2 if len(metrics) in (2, 4) else 3
    down = -(-len(metrics) // across)
    figure.set_size_inches(WIDTH, down * (rows_height(labels) + AROUND + 0.14))
    panels = figure.subplots(down, across, squeeze=False).flat
    for place, axes in enumerate(panels):
        if place >= len(metrics):
            axes.remove()
            continue
        metric = scene.metric(metrics[place])
        effects = scene.effects(metric.name)
        _band(axes, metric, [c for c, _ in effects.values()])
        for row, name in enumerate(names):
            if name in effects:
                _effect(axes, metric, row, *effects[name])
        rows(axes, labels, named=place % across == 0)
        room = 72 * (WIDTH - 1.1) / across - 8
        axes.set_title(stacked(_titled(metric), room), size=SMALL, loc="left", pad=3)
        few_ticks(axes, across)
    _legend(figure, scene.comparisons)
    told = [c for name in metrics for c, _ in scene.effects(name).values()]
    against = scene.base
    return Words(
        _counted(told, f"effects against {against}"),
        f"Effects against {against}, each metric in its own unit, with 95 % intervals. "
        "Shaded: what would not matter.",
    )


def forest(figure: Figure, scene: Scene) -> Words:
    """A panel a metric, a row a comparison; of many, a matrix of the primary metric."""
    told = _rows_told(scene)
    if not told:
        return matrix(figure, scene)
    every = [c for cs in told.values() for c in cs]
    labels = {name: _pairs(scene, cs, every) for name, cs in told.items()}
    heights = [rows_height(names) + AROUND for names in labels.values()]
    figure.set_size_inches(WIDTH, sum(heights) + 0.1)
    panels = figure.subplots(len(told), 1, squeeze=False, height_ratios=heights).flat
    for axes, (name, comparisons) in zip(panels, told.items(), strict=True):
        metric = scene.metric(name)
        _band(axes, metric, comparisons)
        for row, c in enumerate(comparisons):
            _effect(axes, metric, row, c, c.difference)
        rows(axes, labels[name])
        _figures(axes, metric, comparisons)
        axes.set_title(_titled(metric), size=SMALL, loc="left", pad=3)
        few_ticks(axes, 2)
    _legend(figure, every)
    firsts = {c.a for c in every}
    less = scene.labels[firsts.pop()] if len(firsts) == 1 else "the first design"
    note = f"Differences from {less}, with 95 % intervals. Shaded: what would not matter."
    left_out = len(scene.comparisons) - len(every)
    if left_out:
        note += f" {left_out:,} of {len(scene.comparisons):,} comparisons are in the tables alone."
    return Words(_counted(scene.comparisons, "differences"), note)


def _rows_told(scene: Scene) -> dict[str, list[Comparison]]:
    """The comparisons that there is room for, by metric; none if there are too many of one."""
    every = {name: scene.of(name) for name in scene.compared}
    if len(scene.comparisons) <= ROWS_MOST:
        return every
    first = scene.compared[0]
    if len(every[first]) > ROWS_MOST or len(every[first]) > len(scene.reference):
        return {} if len(set(scene.reference.values())) == 1 else {first: every[first][:ROWS_MOST]}
    return {first: every[first]}


def matrix(figure: Figure, scene: Scene) -> Words:
    """A sign for each two designs: whether the row has more or less than the column."""
    name = scene.compared[0]
    metric, told = scene.metric(name), scene.of(name)
    order = list(dict.fromkeys(design for c in told for design in (c.a, c.b)))
    labels = [scene.labels[design] for design in order]
    figure.set_size_inches(WIDTH, rows_height(labels) + 0.75)
    axes = figure.subplots()
    for c in told:
        more = 1 if c.difference.mean > 0 else -1
        for row, column, way in ((c.b, c.a, more), (c.a, c.b, -more)):
            sign, tone = _sign(c.verdict, way)
            axes.text(
                order.index(column),
                order.index(row),
                sign,
                color=tone,
                size=TEXT,
                weight="bold",
                ha="center",
                va="center_baseline",
            )
    rows(axes, labels)
    axes.grid(visible=False)
    axes.plot(range(len(order)), range(len(order)), ".", color=PALE, markersize=2)
    axes.set_xlim(-0.5, len(order) - 0.5)
    axes.set_xticks(range(len(order)), [stacked(label) for label in labels], rotation=90)
    axes.tick_params(axis="x", length=0, labelsize=TINY)
    return Words(
        _counted(told, f"differences in {metric.title}"),
        f"The row has more (+) or less (−) {metric.title} than the column; = no difference that "
        "matters; ? not enough games yet.",
    )


def _sign(verdict: str, way: int) -> tuple[str, str]:
    """The sign and the colour of one cell of the matrix."""
    if verdict == "differs":
        return ("+", BLUE) if way > 0 else ("−", ORANGE)
    return ("=", GREY) if verdict == "equivalent" else ("?", "black")


def _pairs(scene: Scene, told: Sequence[Comparison], every: Sequence[Comparison]) -> list[str]:
    """Names of comparisons: of both designs, unless the first is always the same."""
    if len({c.a for c in every}) == 1 and len(scene.summaries) > 2:
        return [scene.labels[c.b] for c in told]
    return [pair(scene.labels[c.a], scene.labels[c.b]) for c in told]


def _titled(metric: Metric) -> str:
    unit = "points" if metric.unit == "%" else metric.unit
    return metric.title if unit in metric.title else f"{metric.title}, {unit}"


def _band(axes: Axes, metric: Metric, comparisons: Sequence[Comparison]) -> None:
    """The differences that would not matter, shaded around none."""
    limit = metric.scale * max((c.matters for c in comparisons), default=0)
    axes.axvspan(-limit, limit, color=SHADE, linewidth=0, zorder=0)
    axes.axvline(0, color=GREY, linewidth=0.8, zorder=0)


def _effect(axes: Axes, metric: Metric, row: int, c: Comparison, effect: Interval) -> None:
    """One effect with its interval, the sign telling the verdict."""
    mean, low, high = (metric.scale * figure for figure in effect)
    bars = np.nan_to_num([[mean - low], [high - mean]])
    axes.errorbar(
        mean,
        row,
        xerr=bars,
        markersize=3.6,
        capsize=1.5,
        elinewidth=1,
        markeredgewidth=0.9,
        **LOOKS[c.verdict],
    )


def _figures(axes: Axes, metric: Metric, comparisons: Sequence[Comparison]) -> None:
    """The differences in numbers, on the right."""
    told = axes.secondary_yaxis("right")
    texts = [
        ("+" if c.difference.mean > 0 else "") + estimate(c.difference, metric.scale)
        if c.deals
        else "no games to compare"
        for c in comparisons
    ]
    texts = [text.replace("-", "−") for text in texts]
    told.set_yticks(range(len(texts)), texts, size=TINY)
    told.tick_params(length=0)
    told.spines["right"].set_visible(False)


def _legend(figure: Figure, comparisons: Sequence[Comparison]) -> None:
    """The signs of the verdicts that there are, labelled on the first panel."""
    axes = figure.axes[0]
    for verdict in (v for v in LOOKS if any(c.verdict == v for c in comparisons)):
        look = dict(LOOKS[verdict])
        axes.add_artist(
            Line2D(
                [],
                [],
                marker=look.pop("fmt"),
                linestyle="none",
                markersize=4,
                markeredgewidth=0.9,
                label=MEANS[verdict],
                **look,
            )
        )


def _counted(comparisons: Sequence[Comparison], what: str) -> str:
    """The finding: how many comparisons end with each verdict."""
    counts, n = Counter(c.verdict for c in comparisons), len(comparisons)
    if n == 1:
        return {
            "differs": "The designs differ",
            "equivalent": "The designs do not differ by anything that matters",
            "undecided": "Not enough games yet to tell the designs apart",
        }[comparisons[0].verdict]
    if counts["differs"] == n:
        return f"All {n:,} {what} are sure"
    sure, small, more = counts["differs"], counts["equivalent"], counts["undecided"]
    parts = [f"{sure:,} of {n:,} {what} {'is' if sure == 1 else 'are'} sure"]
    if small:
        parts.append(f"{small:,} would not matter")
    if more:
        parts.append(f"{more:,} need{'s' if more == 1 else ''} more games")
    return ", ".join(parts)
