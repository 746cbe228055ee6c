"""Panels of a picture: rows of designs, and small multiples."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from experiments.plots.sheet import wrapped
from experiments.plots.style import SMALL, WIDTH

LABEL_ROOM = 84  # points for the name of a row
ROW, LINE = 0.19, 0.105  # inches of a row, and of each further line of its name
AROUND = 0.42  # inches above and below the rows of a panel, for its title and its numbers


def stacked(label: str, room: float = LABEL_ROOM, size: float = SMALL) -> str:
    """A name in lines of at most so many points."""
    return "\n".join(wrapped(label, size, room))


def rows_height(labels: Sequence[str]) -> float:
    """Inches that rows of these names take."""
    lines = max((stacked(label).count("\n") for label in labels), default=0)
    return len(labels) * (ROW + lines * LINE)


def rows(axes: Axes, labels: Sequence[str], named: bool = True) -> None:
    """Makes a panel one of rows, the first on top; the names are left out if not `named`."""
    names = [stacked(label) for label in labels] if named else [""] * len(labels)
    axes.set_yticks(range(len(labels)), names)
    axes.set_ylim(len(labels) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)


def few_ticks(axes: Axes, panels_in_a_row: int) -> None:
    """No more numbers below a panel than there is room for."""
    most = {1: 7, 2: 4, 3: 3}.get(panels_in_a_row, 2)
    steps = [1, 2, 5, 10] if most == 2 else [1, 2, 2.5, 5, 10]
    axes.xaxis.set_major_locator(MaxNLocator(most, min_n_ticks=2, steps=steps))


def shape(n: int, most_columns: int = 4) -> tuple[int, int]:
    """(rows, columns) of small multiples."""
    columns = min(n, 2 if n <= 4 else 3 if n <= 9 else 4, most_columns)
    return -(-n // columns), columns


def multiples(
    figure: Figure, n: int, height: float, most_columns: int = 4, **share: Any
) -> list[Axes]:
    """A panel for each of n things, `height` inches tall each, empty places left out."""
    down, across = shape(n, most_columns)
    figure.set_size_inches(WIDTH, down * height)
    grid = figure.subplots(down, across, squeeze=False, **share)
    panels: list[Axes] = list(grid.flat)
    for unused in panels[n:]:
        unused.remove()
    for axes in panels[max(0, n - across) : n]:
        axes.tick_params(labelbottom=True)  # the lowest of its column, also above an empty place
    return panels[:n]
