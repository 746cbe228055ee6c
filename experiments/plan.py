"""What a run plays: variants of a design on the same deals, cut into parts.

The rows of a part depend on its variant, the run's seed and the numbers of its games alone, so any
number of workers may play the parts in any cut and order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from agents import forfeits
from agents.loading import is_python
from agents.registry import Agent
from engine.core.game import Design, Game

TIMEOUT = 10.0
PART = 50_000  # games in a part file; the last part of a variant may be shorter


@dataclass(frozen=True)
class Variant:
    """One design with the agents that play it, under the name it has in tables and files."""

    name: str
    label: str
    design: Design
    agents: tuple[Agent, ...]

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
    """A run: every variant plays the games 0 to `games - 1` of the same seed."""

    name: str
    game: Game
    variants: tuple[Variant, ...]
    games: int
    seed: int
    part: int = PART  # games in a part file
    timeout: float = TIMEOUT  # seconds that an agent in Python may think, 0 for ever

    def as_dict(self) -> dict[str, Any]:
        """All that the rows depend on: equal dicts mean equal rows."""
        told = {
            "game": self.game.name,
            "games": self.games,
            "seed": self.seed,
            "designs": [variant.as_dict() for variant in self.variants],
        }
        if self.python:
            told["timeout"] = self.timeout
        return told

    @property
    def python(self) -> bool:
        """Whether agents in Python play."""
        return any(variant.python for variant in self.variants)

    @property
    def row(self) -> np.dtype:
        """The dtype of all rows: as `Variant.row`, for every variant alike."""
        return forfeits.row_of(self.game.row) if self.python else self.game.row

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
