"""Pictures of a sweep: PNG and SVG, readable at four inches wide, told apart without colour.

Every title states the finding, every axis has its unit, every estimate its interval or band.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import fill
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.backend_bases import FigureCanvasBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from engine.core.problem import Problem, near
from experiments.files import write_whole
from experiments.statistics import Comparison, share_interval
from experiments.summary import Summary
from experiments.words import headline

WIDTH, HEIGHT, DPI = 5.0, 3.5, 200
TITLE_WIDTH = 58  # characters to a line
# Okabe and Ito's palette, in an order that also differs in lightness; shapes repeat what it says.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = "osD^vPX"
DASHES = ("-", (0, (5, 1.5)), (0, (1.5, 1.2)), "-.", (0, (7, 1, 1, 1)), (0, (3, 3)), ":")
STYLE: Any = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "legend.frameon": False,
    "legend.handlelength": 2.8,
    "svg.hashsalt": "dragonlab",  # the same picture has the same bytes
}
GREY = "#555555"
Words = tuple[str, str]  # what a picture's title says, and how its intervals or bands are read
REACHED_MIN = 0.02  # a gambit that a smaller share of the games reaches is left out of curves
FORMATS: tuple[tuple[str, Any, dict[str, Any]], ...] = (
    # no dates and versions inside: the same figures give the same bytes
    (".png", FigureCanvasAgg, {"Software": None}),
    (".svg", FigureCanvasSVG, {"Date": None, "Creator": None}),
)


def seats(axes: Axes, summaries: Sequence[Summary], comparisons: Sequence[Comparison]) -> Words:
    """Win share by seat with 95 % intervals, a group for each seat."""
    players = len(summaries[0].wins)
    step = 0.6 / len(summaries)
    spread = []
    for place, summary in enumerate(summaries):
        shares = [share_interval(wins) for wins in summary.wins]
        mean, low, high = np.array(shares).T
        x = np.arange(players) + step * (place - (len(summaries) - 1) / 2)
        axes.errorbar(
            x, mean, (mean - low, high - mean), label=summary.variant.label, **_dot(place)
        )
        spread += [min(mean), max(mean)]
    axes.axhline(1 / players, color=GREY, linewidth=1, zorder=0)
    axes.set_xticks(range(players), [f"seat {seat}" for seat in range(players)])
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=1))
    axes.set_ylabel(f"share of wins (line: even, {100 / players:.1f} %)")
    axes.grid(axis="x", visible=False)
    off = 100 * max(abs(share - 1 / players) for share in spread)
    title = f"No seat is more than {off:.1f} points off an even share of wins"
    return title, "bars: 95 % intervals"


def length(axes: Axes, summaries: Sequence[Summary], comparisons: Sequence[Comparison]) -> Words:
    """How many gambits games last, by design."""
    tallies = [summary.tallies["gambits"] for summary in summaries]
    last = int(max(tally.quantile(0.998) for tally in tallies))
    x = np.arange(1, last + 1)
    for place, (summary, tally) in enumerate(zip(summaries, tallies, strict=True)):
        share = dict(zip(tally.values, tally.counts / tally.n, strict=True))
        label = f"{summary.variant.label} ({tally.mean:.2f})"
        axes.plot(x, [share.get(gambits, 0.0) for gambits in x], label=label, **_line(place))
    axes.yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set(xlabel="gambits in a game (mean in brackets)", ylabel="share of games", ylim=(0, None))
    return _largest(comparisons, summaries, "gambits") or "How many gambits a game lasts", ""


def hands(axes: Axes, summaries: Sequence[Summary], comparisons: Sequence[Comparison]) -> Words:
    """Hand size when each gambit begins: the mean, and the middle half of games."""
    for place, summary in enumerate(summaries):
        told = [tally for tally in summary.hands if tally.n >= REACHED_MIN * summary.games]
        gambits = np.arange(1, len(told) + 1)
        low, high = ([tally.quantile(share) for tally in told] for share in (0.25, 0.75))
        axes.fill_between(gambits, low, high, color=_colour(place), alpha=0.13, linewidth=0)
        means = [tally.mean for tally in told]
        axes.plot(gambits, means, label=summary.variant.label, **_line(place))
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set(xlabel="gambit", ylabel="cards in a hand as it begins")
    about_hands = [c for c in comparisons if c.metric.startswith("hand_size_at")]
    title = _largest(about_hands, summaries) or "Hand size through the game"
    return title, "bands: middle half of games"


Kind = Callable[[Axes, Sequence[Summary], Sequence[Comparison]], Words]
KINDS: dict[str, Kind] = {
    "seats": seats,
    "length": length,
    "hands": hands,
}
NEEDS = {"length": lambda s: "gambits" in s.tallies, "hands": lambda s: bool(s.hands)}


def draw_all(
    folder: Path,
    summaries: Sequence[Summary],
    comparisons: Sequence[Comparison],
    kinds: Sequence[str] | None = None,
) -> list[Path]:
    """Draws the pictures that these figures allow into `folder/plots`; gives the files.

    Raises:
        Problem: there is no such kind of picture, or these rows do not have what it shows.
    """
    offered = [k for k in KINDS if k not in NEEDS or all(map(NEEDS[k], summaries))]
    for kind in kinds or ():
        if kind not in offered:
            raise Problem(f"unknown picture {kind!r}{near(kind, offered)}")
    return [
        file
        for kind in kinds or offered
        for file in _draw(folder / "plots" / kind, KINDS[kind], summaries, comparisons)
    ]


def _draw(
    stem: Path,
    kind: Kind,
    summaries: Sequence[Summary],
    comparisons: Sequence[Comparison],
) -> list[Path]:
    """One picture as PNG and SVG."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, HEIGHT), layout="constrained")
        axes = figure.add_subplot()
        title, note = kind(axes, summaries, comparisons)
        figure.suptitle(fill(title, TITLE_WIDTH), x=0.01, ha="left", fontsize=10, weight="bold")
        if len(summaries) > 1:
            figure.legend(loc="outside lower left", ncols=3, borderaxespad=0.2, columnspacing=1.5)
        axes.set_title(_caption(summaries, note), loc="left", fontsize=7.5, color=GREY)
        return [write_picture(figure, stem, *how) for how in FORMATS]


def write_picture(
    figure: Figure, stem: Path, suffix: str, canvas: type[FigureCanvasBase], metadata: dict
) -> Path:
    file, picture = stem.with_suffix(suffix), io.BytesIO()
    canvas(figure).print_figure(
        picture, dpi=DPI, format=suffix[1:], metadata=metadata, facecolor="white"
    )
    write_whole(file, picture.getvalue())
    return file


def _caption(summaries: Sequence[Summary], note: str) -> str:
    """What was played, and below it how the picture is read."""
    variant = summaries[0].variant
    who = sorted({agent.spec for s in summaries for agent in s.variant.agents})
    played = (
        f"{variant.design.game.title}, {len(variant.agents)} players ({', '.join(who)}), "
        f"{summaries[0].games:,} games a design"
    )
    return f"{played}\n{note}" if note else played


def _largest(
    comparisons: Sequence[Comparison], summaries: Sequence[Summary], metric: str | None = None
) -> str:
    """The largest difference among comparisons (of one metric) as a title; empty without any."""
    told = [c for c in comparisons if metric in (None, c.metric)]
    if not told:
        return ""
    found = max(told, key=lambda c: round(abs(c.difference.mean), 2))
    labels = {s.variant.name: s.variant.label for s in summaries}
    return headline(summaries[0].metrics[found.metric], found, labels)


def _colour(place: int) -> str:
    return COLOURS[place % len(COLOURS)]


def _line(place: int) -> dict[str, Any]:
    """How the line of the design at this place looks."""
    return {
        "color": _colour(place),
        "linestyle": DASHES[place % len(DASHES)],
        "marker": MARKERS[place % len(MARKERS)],
        "markersize": 3.5,
        "linewidth": 1.5,
    }


def _dot(place: int) -> dict[str, Any]:
    """How the points with intervals of the design at this place look."""
    return {**_line(place), "linestyle": "none", "markersize": 4.5, "capsize": 2.5}
