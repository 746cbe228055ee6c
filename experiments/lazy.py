"""Designs that are made when they are played: of thousands only a few are in memory at a time.

A design of the main game takes milliseconds to make and a hundred kilobytes to keep; a grid of
8,000 would take most of a minute and of a gigabyte before its first game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from engine.core.game import Design, Game

MARK = "as_given"  # key of a design that is told by what it is made from
KEPT = 64  # designs in memory: more than workers play at a time


class LazyDesign:
    """What a design is made from; made anew where it is needed and no longer in memory.

    Attributes:
        game, players: as of every design.
        given: deck, rules and cards, as `Game.design` takes them.
    """

    def __init__(self, game: Game, players: int, **given: Any) -> None:
        self.game = game
        self.players = players
        if cards := given.get("cards"):
            given["cards"] = [str(file) for file in cards]
        self.given = {key: value for key, value in given.items() if value}

    @property
    def rules(self) -> np.record:
        """What the verbs are given; raises Problem if the design is not to be played."""
        return made(self).rules

    def as_dict(self) -> dict[str, Any]:
        """What it is made from: with the same code, equal dicts mean equal play."""
        told = {"game": self.game.name, "players": self.players, MARK: True}
        return {**told, **self.given}

    def __getattr__(self, name: str) -> Any:
        """Everything else is asked of the design itself."""
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(made(self), name)


def is_lazy(told: Mapping[str, Any]) -> bool:
    """Whether a design's `as_dict` was that of a lazy one."""
    return MARK in told


@lru_cache(KEPT)
def made(design: LazyDesign) -> Design:
    """The design itself; raises Problem."""
    return design.game.design(players=design.players, **design.given)


def check(designs: Iterable[tuple[Design, Mapping[str, str]]]) -> None:
    """Makes a lazy design with each level of each axis, so that a wrong one shows before any game.

    Args:
        designs: each with its axes and their levels.
    """
    met: set[tuple[str, str]] = set()
    for design, factors in designs:
        levels = set(factors.items())
        if isinstance(design, LazyDesign) and not levels <= met:
            met |= levels
            made(design)
