"""Draws the pictures that a run's figures allow."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from matplotlib.figure import Figure

from engine.core.problem import Problem, near
from experiments.plots import KINDS, curves, effects, factors, length, wins
from experiments.plots.scene import Scene
from experiments.plots.sheet import Picture, Words, sheet


@dataclass(frozen=True)
class Kind:
    """A kind of picture: how it is drawn, and what it needs."""

    draw: Callable[[Figure, Scene], Words]
    possible: Callable[[Scene], bool] = lambda scene: True
    needs: str = ""  # what is missing where it is not possible


NOTHING_COMPARED = "nothing is compared"
DRAWN = {
    "verdicts": Kind(effects.forest, lambda s: bool(s.comparisons), NOTHING_COMPARED),
    "metrics": Kind(effects.grid, lambda s: bool(s.comparisons), NOTHING_COMPARED),
    "levels": Kind(
        partial(factors.over, "level"),
        lambda s: "level" in factors.varied(s),
        "all designs are played at one level",
    ),
    "players": Kind(
        partial(factors.over, "players"),
        lambda s: "players" in factors.varied(s),
        "all designs have the same number of players",
    ),
    "heat": Kind(
        factors.heat, lambda s: bool(factors.heat_axis(s)), "its designs are no grid of two axes"
    ),
    "length": Kind(
        length.length, lambda s: bool(length.measure(s)), "the rows tell no length of games"
    ),
    "hands": Kind(
        curves.hands, lambda s: all(x.hands for x in s.summaries), "the rows tell no hands"
    ),
    "gold": Kind(
        curves.gold, lambda s: all(x.gold for x in s.summaries), "the rows tell no gold by gambit"
    ),
    "wins": Kind(wins.wins),
    "agents": Kind(
        wins.by_agent, lambda s: bool(wins.agents(s)), "all seats are played by the same agent"
    ),
    "seats": Kind(wins.fairness),
}


def pictures(scene: Scene, kinds: Sequence[str] | None = None) -> list[Picture]:
    """The pictures of these kinds, all that are possible if none is named.

    Raises:
        Problem: there is no such kind of picture, or these figures do not have what it shows.
    """
    offered = [kind for kind in KINDS if DRAWN[kind].possible(scene)]
    for kind in kinds or ():
        if kind not in KINDS:
            raise Problem(f"unknown picture {kind!r}{near(kind, offered)}")
        if kind not in offered:
            raise Problem(
                f"no picture {kind!r} of this run, for {DRAWN[kind].needs}; "
                f"there are: {', '.join(offered)}"
            )
    return [_picture(kind, scene) for kind in kinds or offered]


def _picture(kind: str, scene: Scene) -> Picture:
    return sheet(kind, KINDS[kind], scene.caption(), lambda fig: DRAWN[kind].draw(fig, scene))


def draw_all(scene: Scene, folder: Path, kinds: Sequence[str] | None = None) -> list[Path]:
    """Draws pictures into `folder/plots`, as PNG and SVG; gives the files. Raises Problem."""
    return [file for p in pictures(scene, kinds) for file in p.write(folder / "plots")]
