"""Stopping early without fooling oneself: looks at fixed places, each with its part of the error.

A run that may stop looks at its figures after certain numbers of deals, fixed before the first game.
The look at a share `t` of all deals may err with probability `ALPHA` times what `t` has grown since
the look before (alpha spending as in Lan and DeMets, 1983, with the linear function of Kim and
DeMets, 1987). The shares add up to one, so by Boole's inequality the intervals of *all* looks hold
together with 95 %, whatever the figures have to do with each other and whatever rule stops the run;
p-values are divided by the look's share. What is reported is what the last look saw.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from engine.core.problem import Problem

BLOCKS = 100  # a part is about a hundredth of all deals ...
PART_LEAST = 250  # ... but not fewer: files cost time, and intervals need some deals
GROWTH = 1.5  # between two looks


@dataclass(frozen=True)
class Until:
    """When to stop; one of the two.

    Attributes:
        width: the intervals of the primary metric, of each design and of each difference, are no
            wider than this, from low to high in the metric's unit.
        verdict: every comparison of the primary metric has a verdict.
    """

    width: float | None = None
    verdict: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        return "every comparison has a verdict" if self.verdict else f"width {self.width:g}"


def parse(text: str | None) -> dict[str, Any] | None:
    """What `--until` asks for, as an experiment file has it; raises Problem."""
    if text is None:
        return None
    name, _, value = text.partition("=")
    if text == "verdict":
        return {"verdict": True}
    try:
        width = float(value) if name == "width" else 0.0
    except ValueError:
        width = 0.0
    if not 0 < width < float("inf"):
        raise Problem(f"--until {text}: write width=W with W above 0 (width=0.02), or verdict")
    return {"width": width}


@dataclass(frozen=True)
class Look:
    """A moment to look at the figures.

    Attributes:
        deals: so many are played.
        share: of the error that all looks may make together.
    """

    deals: int
    share: float


def part_for(games: int, most: int) -> int:
    """Games in a part file of a run that may stop after any of them."""
    return max(1, min(most, max(PART_LEAST, -(-games // BLOCKS)), games))


def looks(games: int, part: int) -> Iterator[Look]:
    """All looks of a run of so many deals at most: the first part, then half as many again ..."""
    before, blocks = 0, 1
    while before < games:
        deals = min(games, blocks * part)
        yield Look(deals, (deals - before) / games)
        before = deals
        blocks = max(blocks + 1, round(blocks * GROWTH))
