"""Two designs from different runs compared, deal by deal, as if one sweep had played both.

That is fair where the runs had the same seed and the same code: game number n of both then began
with the same luck.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from engine.core.problem import Problem, near
from experiments import replay, store
from experiments.plan import PART, Part, Plan, Variant

KINDS = ("run", "sweep")


class Side:
    """A design of a stored run, as `DIR` or `DIR:DESIGN` names it; raises Problem."""

    def __init__(self, text: str) -> None:
        folder, _, name = (text, "", "") if Path(text).is_dir() else text.rpartition(":")
        self.path = Path(folder or text)
        self.known = replay.manifest(self.path)
        if self.known["kind"] not in KINDS:
            raise Problem(f"{self.path} holds a {self.known['kind']}: compare runs and sweeps")
        self.plan = replay.plan(self.path)
        if self.plan.screen:
            raise Problem(f"{self.path} holds sums of many designs, not their games")
        self.name = self._named(name)
        self.folder = store.Folder(self.path, self.known)
        if damaged := self.folder.damaged():
            raise Problem(f"{self.path}: {damaged[0]} is damaged: use `dragonlab resume` first")

    def _named(self, name: str) -> str:
        names = list(dict.fromkeys(v.design_name for v in self.plan.variants))
        if not name and len(names) == 1:
            return names[0]
        if not name:
            raise Problem(
                f"{self.path} has several designs, name one as in {self.path}:{names[0]}: "
                f"{', '.join(names)}"
            )
        if name not in names:
            raise Problem(f"{self.path} has no design {name!r}{near(name, names)}")
        return name

    @cached_property
    def numbers(self) -> list[int]:
        """The places of its variants in the plan: one, or one for each rotation of the seats."""
        variants = enumerate(self.plan.variants)
        return [number for number, variant in variants if variant.design_name == self.name]

    @property
    def variants(self) -> list[Variant]:
        """Its variants, in that order."""
        return [self.plan.variants[number] for number in self.numbers]

    @cached_property
    def parts(self) -> dict[int, list[Part]]:
        """Its stored parts by variant, from the first game on and without a gap."""
        stored = self.folder.stored()
        found: dict[int, list[Part]] = {number: [] for number in self.numbers}
        for part in self.plan.parts():
            own = found.get(part.variant)
            if own is not None and part.number in stored and part.first == _end(own):
                own.append(part)
        return found

    @property
    def games(self) -> int:
        """Deals of which every variant has its game."""
        return min(_end(parts) for parts in self.parts.values())

    def rows(self, variant: int, first: int, games: int) -> np.ndarray:
        """Rows of games of its `variant`-th variant."""
        number = self.numbers[variant]
        return np.concatenate(list(self._pieces(number, first, first + games)))

    def _pieces(self, number: int, first: int, end: int) -> Iterator[np.ndarray]:
        row = self.plan.variants[number].row
        for part in self.parts[number]:
            if part.first < end and first < part.first + part.games:
                rows = self.folder.rows(part, row)
                yield rows[max(0, first - part.first) : end - part.first]


def _end(parts: Sequence[Part]) -> int:
    return parts[-1].first + parts[-1].games if parts else 0


class Both(store.Folder):
    """The games of two designs, read as from the folder of one run."""

    def __init__(self, plan: Plan, sides: tuple[Side, Side]) -> None:
        super().__init__(sides[0].path, {})
        self.plan = plan
        self.sides = sides

    def stored(self) -> set[int]:
        """All parts are there."""
        return {part.number for part in self.plan.parts()}

    def rows(self, part: Part, row: np.dtype) -> np.ndarray:
        """The rows of a part of the common plan."""
        first = len(self.sides[0].numbers)
        side, variant = (0, part.variant) if part.variant < first else (1, part.variant - first)
        return self.sides[side].rows(variant, part.first, part.games)


def both(a: str, b: str) -> Both:
    """Two designs and the deals they share; raises Problem where they cannot be compared."""
    sides = Side(a), Side(b)
    _check(*sides)
    deals = min(side.games for side in sides)
    if deals == 0:
        raise Problem(f"{a} and {b} have no stored games in common: use `dragonlab resume` first")
    first, second = sides
    variants = [_told(v, side, sides) for side in sides for v in side.variants]
    name = f"{first.path}:{first.name} and {second.path}:{second.name}"
    plan = Plan(name, variants[0].design.game, tuple(variants), deals, first.plan.seed, PART)
    return Both(plan, sides)


def _check(a: Side, b: Side) -> None:
    """Raises Problem unless the same number of a game means the same luck in both."""
    if a.plan.seed != b.plan.seed:
        raise Problem(
            f"{a.path} has seed {a.plan.seed} and {b.path} seed {b.plan.seed}: "
            "only games of one seed meet the same deals"
        )
    if a.known["code"] != b.known["code"]:
        raise Problem(
            f"{a.path} and {b.path} were played by different versions of the game's code "
            f"({_version(a.known)}, {_version(b.known)}): play one of them anew"
        )
    if (a.path.resolve(), a.name) == (b.path.resolve(), b.name):
        raise Problem(f"{a.path}:{a.name} is compared with itself: name another design")


def _version(known: Mapping[str, Any]) -> str:
    return f"dragonlab {known['versions']['dragonlab']}, commit {known['commit']}"


def _told(variant: Variant, side: Side, sides: Sequence[Side]) -> Variant:
    """A variant under names that tell it from that of the other side."""
    names = {s.name for s in sides}
    labels = {_label(s) for s in sides}
    return replace(
        variant,
        name=variant.name if len(names) == 2 else f"{side.path}:{variant.name}",
        label=_label(side) if len(labels) == 2 else f"{_label(side)} of {side.path}",
        own="",
        group="",
    )


def _label(side: Side) -> str:
    """What a design is called: of a run, whose design has no name of its own, as its folder is."""
    return side.path.name if side.known["kind"] == "run" else side.variants[0].short


def metrics(found: Both, asked: Sequence[str]) -> dict[str, float]:
    """What is compared, and the smallest difference that matters: as asked, else as in the runs.

    Args:
        asked: texts `NAME=DIFFERENCE`.
    """
    stated = dict(_understood(text) for text in asked)
    if stated:
        return stated
    known: dict[str, float] = {}
    for side in found.sides:
        known |= side.known.get("metrics", {})
    if not known:
        raise Problem(
            "the runs name no metrics: say what to compare with --metric NAME=DIFFERENCE, "
            "the smallest difference that matters, as in --metric gambits=0.1"
        )
    return known


def _understood(text: str) -> tuple[str, float]:
    name, sign, number = text.partition("=")
    try:
        value = float(number)
    except ValueError:
        value = -1.0
    if not sign or not 0 < value < float("inf"):
        raise Problem(f"--metric {text}: write NAME=DIFFERENCE, as in --metric gambits=0.1")
    return name.strip(), value
