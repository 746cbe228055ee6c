"""Pictures of a tournament: the ratings with their error bars, the cross table as a heat map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Any

import numpy as np
from matplotlib.colors import LinearSegmentedColormap, TwoSlopeNorm
from matplotlib.figure import Figure

from engine.core.problem import Problem, near
from experiments.duel_show import points
from experiments.plots import TOURNAMENT_KINDS
from experiments.plots.sheet import Picture, Words, sheet
from experiments.plots.style import BLUE, GREY, ORANGE, SMALL, WIDTH, lightness
from experiments.tournament import Outcome
from experiments.tournament_show import short
from experiments.words import fixed

WINNERS = LinearSegmentedColormap.from_list("winners", [ORANGE, "#ffffff", BLUE])
LABEL_WIDTH = 16  # characters of an agent's name to a line
ROW_HEIGHT = 0.42  # inches
SLANTED_FROM = 3  # names of more agents are set aslant below a heat map
DARK = 0.5  # on a colour below this lightness, text is white


def ratings(figure: Figure, told: Outcome) -> Words:
    """Elo of each agent with its 95 % interval, best on top."""
    axes = _axes(figure, told)
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
            fontsize=SMALL,
        )
    axes.set_yticks(places, [_label(told, entrant) for entrant in order])
    axes.set_ylim(len(order) - 0.5, -0.7)
    axes.margins(x=0.12)
    axes.grid(axis="y", visible=False)
    anchor = told.contest.labels[found.anchor]
    note = f"Bars: 95 % intervals. {found.model[:1].upper()}{found.model[1:]}."
    return Words(_best(told), note, x=f"Elo ({anchor} = 0)")


def _best(told: Outcome) -> str:
    """The finding: who is strongest, if that is sure."""
    found, labels = told.ratings, told.contest.labels
    first, second = found.ranked()[:2]
    lead = found.lead(first, second)
    if lead.low > 0:
        return f"{labels[first]} is strongest, {fixed(lead.mean, 0)} Elo above {labels[second]}"
    return f"{labels[first]} and {labels[second]} lead, and are not told apart for sure"


def crosstable(figure: Figure, told: Outcome) -> Words:
    """Score of each row against each column."""
    axes = _axes(figure, told)
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
                dark = lightness(WINNERS(norm(cell.score.mean))) < DARK
                colour = "white" if dark else "black"
                axes.text(x, y, text, ha="center", va="center", fontsize=SMALL, color=colour)
    names = [_label(told, entrant) for entrant in order]
    slant: Any = {"rotation": 30, "ha": "right"} if len(order) > SLANTED_FROM else {}
    axes.set_yticks(range(len(order)), names)
    axes.set_xticks(range(len(order)), names, **slant)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    against = "against" if not told.alone else "alone against a table of"
    note = f"Scores in %, ± half the 95 % interval; even is {100 * even:.0f} %."
    return Words(_beaten(told), note, x=f"score of the row {against} the column")


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


def _axes(figure: Figure, told: Outcome) -> Any:
    """One panel, as tall as its agents need."""
    figure.set_size_inches(WIDTH, max(1.4, 0.7 + ROW_HEIGHT * len(told.contest.agents)))
    return figure.subplots()


DRAWN: dict[str, Callable[[Figure, Outcome], Words]] = {
    "ratings": ratings,
    "crosstable": crosstable,
}


def pictures(told: Outcome, kinds: Sequence[str] | None = None) -> list[Picture]:
    """The pictures of a tournament, of these kinds or all; raises Problem."""
    for kind in kinds or ():
        if kind not in DRAWN:
            raise Problem(
                f"no picture {kind!r} of a tournament{near(kind, DRAWN)}; "
                f"there are: {', '.join(DRAWN)}"
            )
    return [_picture(kind, told) for kind in kinds or DRAWN]


def _picture(kind: str, told: Outcome) -> Picture:
    about = TOURNAMENT_KINDS[kind]
    return sheet(kind, about, _caption(told), lambda figure: DRAWN[kind](figure, told))


def draw_all(folder: Path, told: Outcome) -> list[Path]:
    """Draws the pictures of a tournament into `folder/plots`; gives the files."""
    return [file for picture in pictures(told) for file in picture.write(folder / "plots")]


def _caption(told: Outcome) -> str:
    contest = told.contest
    return (
        f"{contest.game.title}, {contest.players} players, {told.scores.deals:,} deals, "
        f"{told.scores.deals * len(contest.seatings):,} games"
    )


def _label(told: Outcome, entrant: int) -> str:
    """An agent's name, in lines broken at its colon and commas."""
    text = told.contest.labels[entrant].replace(":", ": ").replace(",", ", ")
    lines = wrap(text, LABEL_WIDTH, break_on_hyphens=False)
    return "\n".join(lines).replace(": ", ":")
