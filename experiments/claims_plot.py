"""The claims as a forest: a panel a claim, a row a level, the limit as a line."""

from __future__ import annotations

from collections.abc import Sequence
from math import isnan

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from experiments.claims_effect import FAILS, HOLDS, UNDECIDED
from experiments.claims_play import Result
from experiments.plots.sheet import Picture, Words, sheet, wrapped
from experiments.plots.style import BLUE, GREY, ORANGE, PALE, SHADE, SMALL, TINY, WIDTH

ROW, TITLE, SPACE = 0.15, 0.15, 0.36  # inches: a level, a line of the claim, what is between panels
ROOM = 72 * (WIDTH - 1.15)  # points for a claim, which stands above its panel
LOOKS = {HOLDS: (BLUE, "o", BLUE), FAILS: (ORANGE, "s", "white"), UNDECIDED: (GREY, "D", PALE)}


def forest(results: Sequence[Result]) -> Picture:
    """All claims, each with its own axis in its own unit."""
    claims = list(dict.fromkeys(r.claim.name for r in results))
    by_claim = [[r for r in results if r.claim.name == name] for name in claims]

    def fill(figure: Figure) -> Words:
        heights = [_height(told) for told in by_claim]
        figure.set_figheight(sum(heights))
        panels = figure.subplots(len(by_claim), 1, squeeze=False, height_ratios=heights)[:, 0]
        for axes, told in zip(panels, by_claim, strict=True):
            _panel(axes, told)
        return Words(_finding(results), "bars: 95 % intervals; shaded: where the claim holds")

    levels = ", ".join(dict.fromkeys(r.level for r in results))
    return sheet("claims", "Effects that the rulebook's claims ask about", levels, fill)


def _height(told: Sequence[Result]) -> float:
    return ROW * len(told) + TITLE * len(_heading(told[0]).splitlines()) + SPACE


def _heading(result: Result) -> str:
    return "\n".join(wrapped(result.claim.claim, SMALL, ROOM))


def _panel(axes: Axes, told: Sequence[Result]) -> None:
    limit = _limit(told[0])
    for row, result in enumerate(told):
        _row(axes, row, result)
    axes.axvline(limit, color=GREY, linewidth=0.9)
    low, high = axes.get_xlim()
    more = told[0].claim.direction == "more"
    axes.axvspan(*(limit, high) if more else (low, limit), color=SHADE, zorder=-1, linewidth=0)
    axes.set_xlim(low, high)
    axes.set_yticks(range(len(told)), [result.level for result in told])
    axes.set_ylim(len(told) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.tick_params(axis="x", labelsize=TINY)
    axes.grid(axis="y", visible=False)
    axes.set_title(_heading(told[0]), size=SMALL, loc="left", x=0.0, pad=2)
    unit = f" ({told[0].unit})" if told[0].unit else ""
    axes.set_xlabel(f"{told[0].title}{unit}", size=TINY, labelpad=1)


def _row(axes: Axes, row: int, result: Result) -> None:
    colour, marker, face = LOOKS[result.effect.verdict]
    mean, low, high = (result.scale * figure for figure in result.effect.size)
    if isnan(mean):
        return
    reach = None if isnan(low) else [[mean - low], [high - mean]]
    axes.errorbar(
        [mean],
        [row],
        xerr=reach,
        color=colour,
        marker=marker,
        markersize=4,
        markerfacecolor=face,
        capsize=2,
        linewidth=1.1,
        zorder=3,
    )


def _limit(result: Result) -> float:
    claim = result.claim
    compared = claim.test and (claim.test.than or claim.test.less)
    sign = -1 if compared and claim.direction == "less" else 1
    return sign * result.scale * claim.beyond


def _finding(results: Sequence[Result]) -> str:
    """How many claims hold, at the last level (the strongest)."""
    last = results[-1].level
    verdicts = [r.effect.verdict for r in results if r.level == last]
    return f"{verdicts.count(HOLDS)} of {len(verdicts)} claims hold as {last} plays"
