"""Pictures of a tournament: the ratings with their error bars, the cross table as a heat map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import fill, wrap
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, TwoSlopeNorm
from matplotlib.figure import Figure

from engine.core.problem import Problem, near
from experiments.duel_show import points
from experiments.plots import (
    COLOURS,
    FORMATS,
    GREY,
    STYLE,
    TITLE_WIDTH,
    WIDTH,
    Words,
    write_picture,
)
from experiments.tournament import Outcome
from experiments.tournament_show import short
from experiments.words import fixed

BLUE, ORANGE = COLOURS[0], COLOURS[1]
WINNERS = LinearSegmentedColormap.from_list("winners", [ORANGE, "#ffffff", BLUE])
LABEL_WIDTH = 16  # characters of an agent's name to a line
ROW_HEIGHT = 0.42  # inches
SLANTED_FROM = 3  # names of more agents are set aslant below a heat map
DARK = 0.5  # on a colour below this lightness, text is white


def ratings(axes: Axes, told: Outcome) -> Words:
    """Elo of each agent with its 95 % interval, best on top."""
    found, order = told.ratings, told.ratings.ranked()
    places = np.arange(len(order))
    mean, low, high = np.array([found.elo[entrant] for entrant in order]).T
    axes.errorbar(
        mean, places, xerr=(mean - low, high - mean), fmt="o", color=BLUE, capsize=3, markersize=5
    )
    axes.axvline(0, color=GREY, linewidth=1, zorder=0)
    for place, value in zip(places, mean, strict=True):
        axes.annotate(
            points(value),
            (value, place),
            (0, 5),
            textcoords="offset points",
            ha="center",
            fontsize=8,
        )
    axes.set_yticks(places, [_label(told, entrant) for entrant in order])
    axes.set_ylim(len(order) - 0.5, -0.7)
    axes.margins(x=0.12)
    axes.grid(axis="y", visible=False)
    anchor = told.contest.labels[found.anchor]
    axes.set_xlabel(f"Elo ({anchor} = 0)")
    return _best(told), f"bars: 95 % intervals; {found.model}"


def _best(told: Outcome) -> str:
    """The finding: who is strongest, if that is sure."""
    found, labels = told.ratings, told.contest.labels
    first, second = found.ranked()[:2]
    lead = found.lead(first, second)
    if lead.low > 0:
        return f"{labels[first]} is strongest, {fixed(lead.mean, 0)} Elo above {labels[second]}"
    return f"{labels[first]} and {labels[second]} lead, and are not told apart for sure"


def crosstable(axes: Axes, told: Outcome) -> Words:
    """Score of each row against each column."""
    order = told.ratings.ranked()
    cells = [[told.cells.get((a, b)) for b in order] for a in order]
    scores = np.array([[cell.score.mean if cell else np.nan for cell in row] for row in cells])
    even = next(iter(told.cells.values())).even
    norm = TwoSlopeNorm(even, 0, 1)
    axes.imshow(scores, cmap=WINNERS, norm=norm, aspect="auto")
    for y, row in enumerate(cells):
        for x, cell in enumerate(row):
            if cell:
                text = "\n".join(short(cell).split())
                dark = _lightness(WINNERS(norm(cell.score.mean))) < DARK
                colour = "white" if dark else "black"
                axes.text(x, y, text, ha="center", va="center", fontsize=8, color=colour)
    names = [_label(told, entrant) for entrant in order]
    slant: Any = {"rotation": 30, "ha": "right"} if len(order) > SLANTED_FROM else {}
    axes.set_yticks(range(len(order)), names)
    axes.set_xticks(range(len(order)), names, **slant)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    axes.set_ylabel("score of ...")
    axes.set_xlabel("... against" if not told.alone else "... alone against a table of")
    return _beaten(told), f"scores in %, ± half the 95 % interval; even is {100 * even:.0f} %"


def _beaten(told: Outcome) -> str:
    """The finding: whom the strongest beats for sure."""
    first, *others = told.ratings.ranked()
    beaten = [b for b in others if told.cells[first, b].score.low > told.cells[first, b].even]
    name = told.contest.labels[first]
    if len(beaten) == len(others):
        return f"{name} beats {'every other agent' if len(others) > 1 else _name(told, others[0])}"
    return f"{name} beats {len(beaten)} of the {len(others)} others for sure"


def _name(told: Outcome, entrant: int) -> str:
    return told.contest.labels[entrant]


def _lightness(colour: tuple[float, ...]) -> float:
    """Of a colour, 0 for black to 1 for white."""
    red, green, blue, *_ = colour
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


Kind = Callable[[Axes, Outcome], Words]
KINDS: dict[str, Kind] = {"ratings": ratings, "crosstable": crosstable}


def draw_all(folder: Path, told: Outcome, kinds: Sequence[str] | None = None) -> list[Path]:
    """Draws the pictures of a tournament into `folder/plots`; gives the files. Raises Problem."""
    for kind in kinds or ():
        if kind not in KINDS:
            raise Problem(f"unknown picture {kind!r}{near(kind, KINDS)}")
    return [
        file
        for kind in kinds or KINDS
        for file in _draw(folder / "plots" / kind, KINDS[kind], told)
    ]


def _draw(stem: Path, kind: Kind, told: Outcome) -> list[Path]:
    """One picture as PNG and SVG, as tall as its agents need."""
    height = 1.7 + ROW_HEIGHT * len(told.contest.agents)
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, max(2.4, height)), layout="constrained")
        axes = figure.add_subplot()
        title, note = kind(axes, told)
        figure.suptitle(fill(title, TITLE_WIDTH), x=0.01, ha="left", fontsize=10, weight="bold")
        axes.set_title(_caption(told, note), loc="left", fontsize=7.5, color=GREY)
        return [write_picture(figure, stem, *how) for how in FORMATS]


def _caption(told: Outcome, note: str) -> str:
    contest = told.contest
    played = (
        f"{contest.game.title}, {contest.players} players, {told.scores.deals:,} deals, "
        f"{told.scores.deals * len(contest.seatings):,} games"
    )
    return f"{played}\n{note}" if note else played


def _label(told: Outcome, entrant: int) -> str:
    """An agent's name, in lines broken at its colon and commas."""
    text = told.contest.labels[entrant].replace(":", ": ").replace(",", ", ")
    lines = wrap(text, LABEL_WIDTH, break_on_hyphens=False)
    return "\n".join(lines).replace(": ", ":")
