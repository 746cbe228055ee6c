"""Curves through a game, gambit by gambit: cards in hands, gold in hoards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from experiments.plots.panels import multiples, stacked
from experiments.plots.scene import Scene
from experiments.plots.sheet import Words
from experiments.plots.style import PALE, SMALL, WIDTH, colour, line
from experiments.statistics import mean_interval
from experiments.tally import Tally
from experiments.words import fixed, headline

REACHED_MIN = 0.02  # a gambit that a smaller share of the games reaches is left out of curves
TOGETHER = 3  # lines of more designs are drawn in a panel each, the others behind in grey
NEARLY_SAME = 2  # gold
MIDDLE_HALF = (0.25, 0.75)
LINES = "Lines: means with 95 % intervals. Bands:"
Line = tuple[Sequence[float] | np.ndarray, Sequence[float] | np.ndarray]
Paint = Callable[[Axes, int, bool], None]  # panel, place of the design, whether it is small


def beside(
    figure: Figure,
    labels: Sequence[str],
    paint: Paint,
    lines: Sequence[Line],
    remarks: Sequence[str] = (),
) -> list[Axes]:
    """Lines of designs in one panel, or of many designs in a panel each with the others in grey.

    Args:
        lines: of each design, to be seen behind the others.
        remarks: a few words more on each design.
    """
    if len(labels) <= TOGETHER:
        figure.set_size_inches(WIDTH, 2.0)
        axes = figure.subplots()
        for place, label in enumerate(labels):
            paint(axes, place, False)
            remark = f" ({remarks[place]})" if remarks else ""
            if len(labels) > 1:
                axes.plot([], [], label=f"{label}{remark}", **line(place))
        return [axes]
    panels = multiples(figure, len(labels), 0.98, sharex=True, sharey=True)
    room = 72 * WIDTH / max(2, round(len(labels) ** 0.5)) - 30
    for own, (axes, label) in enumerate(zip(panels, labels, strict=True)):
        for other, (x, y) in enumerate(lines):
            if other != own:
                axes.plot(x, y, color=PALE, linewidth=0.6, zorder=0)
        paint(axes, own, True)
        remark = f"\n{remarks[own]}" if remarks else ""
        axes.set_title(f"{stacked(label, room)}{remark}", size=SMALL, loc="left", pad=2)
    return panels


def hands(figure: Figure, scene: Scene) -> Words:
    """Cards in a hand when each gambit begins."""
    about = [name for name in scene.compared if name.startswith("hand_size")]
    title = finding(scene, about[0]) if about else ""
    kept, left_out = _curves(figure, scene, [s.hands for s in scene.summaries])
    return Words(
        title or _through(scene, kept),
        f"{LINES} the middle half of games.{left_out}",
        x="gambit",
        y="cards in a hand as the gambit begins",
    )


def gold(figure: Figure, scene: Scene) -> Words:
    """Gold in a hoard when each gambit begins."""
    kept, left_out = _curves(figure, scene, [s.gold for s in scene.summaries])
    return Words(
        _spread(scene, kept),
        f"{LINES} the middle half of all hoards.{left_out}",
        x="gambit",
        y="gold in a hoard as the gambit begins",
    )


def _curves(
    figure: Figure, scene: Scene, tallies: Sequence[Sequence[Tally]]
) -> tuple[list[list[Tally]], str]:
    """Means with intervals over bands; gives the gambits drawn, and in words those left out."""
    kept = [
        [t for t in of_design if t.n and t.n >= REACHED_MIN * of_design[0].n]
        for of_design in tallies
    ]
    means = [[t.mean for t in told] for told in kept]
    lines = [(np.arange(1, len(m) + 1), m) for m in means]
    labels = list(scene.labels.values())
    for axes in beside(figure, labels, partial(_curve, kept), lines):
        axes.xaxis.set_major_locator(MaxNLocator(6, integer=True, min_n_ticks=1))
        axes.yaxis.set_major_locator(MaxNLocator(5, steps=[1, 2, 2.5, 5, 10]))
    return kept, _left_out(scene, tallies, kept)


def _curve(kept: Sequence[Sequence[Tally]], axes: Axes, place: int, small: bool) -> None:
    told = kept[place]
    x = np.arange(1, len(told) + 1)
    low, high = ([tally.quantile(share) for tally in told] for share in MIDDLE_HALF)
    axes.fill_between(x, low, high, color=colour(place), alpha=0.13, linewidth=0)
    mean, under, over = np.array([mean_interval(tally) for tally in told]).T
    style = {**line(place), **({"markersize": 1.8} if small else {})}
    bars = np.nan_to_num([mean - under, over - mean])
    axes.errorbar(x, mean, yerr=bars, capsize=1.5, elinewidth=0.8, **style)


def _left_out(scene: Scene, tallies: Sequence[Sequence[Tally]], kept: list[list[Tally]]) -> str:
    """Which gambits are not drawn: those that few games reach."""
    reached = [sum(t.n > 0 for t in told) for told in tallies]
    cut = [place for place, told in enumerate(kept) if len(told) < reached[place]]
    if not cut:
        return ""
    few = f"fewer than {100 * REACHED_MIN:.0f} % of games"
    first = cut[0]
    begins, ends = len(kept[first]) + 1, reached[first]
    if len({(len(kept[p]), reached[p]) for p in range(len(kept))}) == 1:
        named = f"gambit {ends}" if begins == ends else f"gambits {begins} to {ends}"
        return f" Left out: {named}, which {few} reach."
    label = scene.label(first)
    return f" Left out: gambits that {few} of a design reach, with {label} from {begins} on."


def _through(scene: Scene, kept: Sequence[Sequence[Tally]]) -> str:
    """A title where nothing is compared: from the first gambit to the last drawn."""
    first, last = kept[0][0].mean, kept[0][-1].mean
    design = f" with {scene.label(0)}" if len(kept) > 1 else ""
    if len(kept[0]) == 1:
        return f"Hands hold {fixed(first, 1)} cards as the game begins{design}"
    return f"Hands go from {fixed(first, 1)} cards to {fixed(last, 1)} at gambit {len(kept[0])}{design}"


def _spread(scene: Scene, kept: Sequence[Sequence[Tally]]) -> str:
    """How far hoards are apart in the fourth gambit, or the last that a design has."""
    at = min(4, max(map(len, kept))) - 1
    spans = {
        place: [round(told[at].quantile(share)) for share in MIDDLE_HALF]
        for place, told in enumerate(kept)
        if len(told) > at
    }
    order = sorted(spans, key=lambda place: spans[place][1] - spans[place][0])
    (low, high), (least, most) = spans[order[-1]], spans[order[0]]
    title = f"At gambit {at + 1} half of all hoards hold {low} to {high} gold"
    if len(kept) == 1:
        return title
    if abs(high - most) + abs(low - least) <= NEARLY_SAME:
        return f"{title} with every design, or nearly so"
    labels = [scene.label(place) for place in (order[-1], order[0])]
    return f"{title} with {labels[0]}, {least} to {most} with {labels[1]}"


def finding(scene: Scene, metric: str) -> str:
    """The largest difference in a metric as a title; empty where it is not compared."""
    told = scene.of(metric)
    if not told:
        return ""
    largest = max(told, key=lambda c: (c.verdict == "differs", abs(c.difference.mean)))
    return headline(scene.metric(metric), largest, scene.labels)
