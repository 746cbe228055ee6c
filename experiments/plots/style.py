"""How pictures look: four inches wide, told apart by colour, by shape and by dash."""

from __future__ import annotations

from typing import Any

WIDTH, DPI = 4.0, 250  # inches; a PNG is 1,000 pixels wide
TITLE, TEXT, SMALL, TINY = 9.5, 8.0, 7.0, 6.0  # points
EDGE = 0.06  # inches left free around a picture
# Okabe and Ito's palette, in an order that also differs in lightness; shapes repeat what it says.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
MARKERS = "osD^vPX"
DASHES = ("-", (0, (5, 1.5)), (0, (1.5, 1.2)), "-.", (0, (7, 1, 1, 1)), (0, (3, 3)), ":")
BLUE, ORANGE = COLOURS[0], COLOURS[1]
GREY, PALE, LINES = "#555555", "#c4c4c4", "#dddddd"
SHADE = "#e9eef3"  # the band of what does not matter
STYLE: Any = {
    "font.family": ["DejaVu Sans"],  # comes with matplotlib: the same everywhere
    "font.size": TEXT,
    "axes.labelsize": TEXT,
    "axes.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": LINES,
    "grid.linewidth": 0.5,
    "xtick.labelsize": SMALL,
    "ytick.labelsize": SMALL,
    "xtick.major.size": 2.5,
    "ytick.major.size": 2.5,
    "xtick.major.width": 0.7,
    "ytick.major.width": 0.7,
    "legend.frameon": False,
    "legend.fontsize": SMALL,
    "legend.handlelength": 2.8,
    "lines.linewidth": 1.3,
    "svg.hashsalt": "dragonlab",  # the same picture has the same bytes
}


def colour(place: int) -> str:
    """The colour of the design at this place."""
    return COLOURS[place % len(COLOURS)]


def line(place: int) -> dict[str, Any]:
    """How the line of the design at this place looks."""
    return {
        "color": colour(place),
        "linestyle": DASHES[place % len(DASHES)],
        "marker": MARKERS[place % len(MARKERS)],
        "markersize": 3.2,
        "markeredgewidth": 0,
    }


def dot(place: int) -> dict[str, Any]:
    """How the points with intervals of the design at this place look."""
    return {**line(place), "linestyle": "none", "markersize": 4, "capsize": 2, "elinewidth": 1}


def lightness(shade: tuple[float, ...]) -> float:
    """Of a colour, 0 for black to 1 for white."""
    red, green, blue, *_ = shade
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
