"""What a run plays: variants of a design on the same deals, cut into parts.

The rows of a part depend on its variant, the run's seed and the numbers of its games alone, so any
number of workers may play the parts in any cut and order.

Where the agents at a table differ, a design is played in all rotations of its seats: a variant for
each, all on the same deals.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from agents import forfeits
from agents.loading import is_python
from agents.registry import Agent
from engine.core.game import Design, Game
from experiments.sequential import Until

TIMEOUT = 10.0
PART = 50_000  # games in a part file; the last part of a variant may be shorter
SCREEN = 64  # a grid of more variants is a screen: its levels are compared, not its variants
HOLM, BENJAMINI_HOCHBERG = "holm", "benjamini-hochberg"


@dataclass(frozen=True)
class Variant:
    """One design with the agents that play it, under the name it has in tables and files.

    Attributes:
        label: its name in pictures.
        factors: axis -> level, of what an experiment varies: axes of a grid, `players`, `level`.
        group: comparisons happen among variants of one group: the same players and level, in words;
            empty where there is one group only.
        own: the label without what the group says already.
        seating: which rotation of the seats this is, where a design is played in several.
    """

    name: str
    label: str
    design: Design
    agents: tuple[Agent, ...]
    factors: Mapping[str, str] = field(default_factory=dict, compare=False)
    group: str = ""
    own: str = ""
    seating: int | None = None

    def seats_of(self, agent: str) -> list[int]:
        """The seats at which the agent of this spec plays."""
        return [seat for seat, other in enumerate(self.agents) if other.spec == agent]

    @property
    def short(self) -> str:
        """What it is called beside others of its group."""
        return self.own or self.label

    @property
    def design_name(self) -> str:
        """Its name without the seating: variants that share it are one design."""
        return self.name if self.seating is None else self.name.rpartition("@")[0]

    def as_dict(self) -> dict[str, Any]:
        """All that decides how this variant is played, ready for JSON."""
        told = {
            "name": self.name,
            "agents": [agent.spec for agent in self.agents],
            "design": self.design.as_dict(),
        }
        if self.python:
            told["code"] = {a.spec: a.stamp for a in self.agents if is_python(a)}
        return told

    def facts(self) -> dict[str, Any]:
        """What is said of it besides: nothing of this changes a row."""
        told = {"own": self.own, "group": self.group}
        return {
            **{key: text for key, text in told.items() if text},
            **({"factors": dict(self.factors)} if self.factors else {}),
            **({} if self.seating is None else {"seating": self.seating}),
        }

    @property
    def python(self) -> bool:
        """Whether an agent in Python is among them, which is played in processes of its own."""
        return any(is_python(agent) for agent in self.agents)

    @property
    def row(self) -> np.dtype:
        """The dtype of its rows: the game's, and a forfeit's columns where there may be one."""
        row = self.design.game.row
        return forfeits.row_of(row) if self.python else row

    @property
    def endings(self) -> tuple[str, ...]:
        """The names of how its games end, by `ended` of a row."""
        endings = tuple(getattr(self.design.game, "endings", ()))
        return (*endings, forfeits.ENDING) if self.python and endings else endings


@dataclass(frozen=True)
class Part:
    """Games `first` to `first + games - 1` of one variant: what one file of rows holds."""

    number: int
    variant: int
    first: int
    games: int

    @property
    def file(self) -> str:
        """Path inside the run's folder."""
        return f"games/part-{self.number:05d}.parquet"


@dataclass(frozen=True)
class Plan:
    """A run: every variant plays the games 0 to `games - 1` of the same seed.

    Attributes:
        game: that of the first variant; others may have another.
        part: games in a part file.
        timeout: seconds that an agent in Python may think, 0 for ever.
        baseline: the design that all others are compared with; empty: each with each.
        correction: how p-values are adjusted for their number.
        until: when to stop before the last game; parts are the blocks between two looks.
        grid: whether the variants are the combinations of axes.
        matters: metric -> the smallest difference that matters; nothing of it changes a row.
    """

    name: str
    game: Game
    variants: tuple[Variant, ...]
    games: int
    seed: int
    part: int = PART
    timeout: float = TIMEOUT
    baseline: str = ""
    correction: str = HOLM
    until: Until | None = None
    grid: bool = False
    matters: Mapping[str, float] = field(default_factory=dict, compare=False)

    def as_dict(self) -> dict[str, Any]:
        """All that the rows and their files depend on: equal dicts mean equal rows."""
        told = {
            "game": self.game.name,
            "games": self.games,
            "seed": self.seed,
            "part": self.part,
            "designs": [self._told(variant) for variant in self.variants],
        }
        if self.python:
            told["timeout"] = self.timeout
        if self.until:
            told["until"] = self.until.as_dict()
        return told

    def _told(self, variant: Variant) -> dict[str, Any]:
        """A variant; of several games, which one it plays."""
        told = variant.as_dict()
        if len(self.games_played) > 1:
            told["game"] = variant.design.game.name
        return told

    def facts(self) -> dict[str, Any]:
        """What is compared and how, for the manifest; `with_facts` reads it back."""
        return {
            "baseline": self.baseline,
            "correction": self.correction,
            "grid": self.grid,
            "labels": {variant.name: variant.label for variant in self.variants},
            "variants": {v.name: told for v in self.variants if (told := v.facts())},
        }

    def with_facts(self, known: Mapping[str, Any]) -> Plan:
        """This plan with the facts that a manifest tells; those it does not tell stay."""
        labels, more = known.get("labels", {}), known.get("variants", {})
        until = known.get("until")
        return replace(
            self,
            variants=tuple(
                replace(v, label=labels.get(v.name, v.label), **more.get(v.name, {}))
                for v in self.variants
            ),
            until=Until(**until) if until else None,
            matters=known.get("metrics", {}),
            **{k: known[k] for k in ("baseline", "correction", "part", "grid") if k in known},
        )

    @cached_property
    def games_played(self) -> list[Game]:
        """The games of the variants, each once; usually one."""
        return list({v.design.game.name: v.design.game for v in self.variants}.values())

    @property
    def title(self) -> str:
        """The games that are played, in words."""
        return " and ".join(game.title for game in self.games_played)

    @property
    def python(self) -> bool:
        """Whether agents in Python play."""
        return any(variant.python for variant in self.variants)

    @property
    def row(self) -> np.dtype:
        """The dtype of the first variant's rows: of all, where the same game is played."""
        return self.variants[0].row

    @property
    def screen(self) -> bool:
        """Whether there are too many variants to compare each with each."""
        return self.grid and len(self.variants) > SCREEN

    @cached_property
    def designs(self) -> tuple[tuple[int, ...], ...]:
        """The variants of each design: one, or one for each rotation of the seats."""
        found: dict[str, list[int]] = {}
        for number, variant in enumerate(self.variants):
            found.setdefault(variant.design_name, []).append(number)
        return tuple(map(tuple, found.values()))

    @cached_property
    def _places(self) -> dict[int, tuple[int, bool]]:
        return {
            number: (place, number == numbers[-1])
            for place, numbers in enumerate(self.designs)
            for number in numbers
        }

    def place(self, variant: int) -> tuple[int, bool]:
        """Of a variant the place of its design in `designs`, and whether its last seating it is."""
        return self._places[variant]

    @property
    def rotations(self) -> int:
        """In so many seatings each deal is played by a design."""
        return max(map(len, self.designs))

    @cached_property
    def pairs(self) -> list[tuple[int, int]]:
        """The designs that are compared, by place in `designs`: within a group, in their order.

        With a baseline these are the baseline and each other design.
        """
        firsts = [self.variants[design[0]] for design in self.designs]
        groups: dict[str, list[int]] = {}
        for place, variant in enumerate(firsts):
            groups.setdefault(variant.group, []).append(place)
        found: list[tuple[int, int]] = []
        for places in groups.values():
            base = [place for place in places if _is_named(firsts[place], self.baseline)]
            others = [(b, place) for b in base for place in places if place != b]
            found += others if self.baseline else combinations(places, 2)
        return found

    @property
    def total(self) -> int:
        """Games over all variants."""
        return self.games * len(self.variants)

    def parts(self) -> Iterator[Part]:
        """All parts, in the order they are played: the same deals for every variant, then the next.

        Numbers go by variant first, so that the files of one variant are neighbours.
        """
        each = -(-self.games // self.part)
        for block in range(each):
            first = block * self.part
            games = min(self.part, self.games - first)
            for variant in range(len(self.variants)):
                yield Part(variant * each + block, variant, first, games)


def _is_named(variant: Variant, name: str) -> bool:
    """Whether a design has this name, whatever its group."""
    return variant.design_name.partition("@")[0] == name
