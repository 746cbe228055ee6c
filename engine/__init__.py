"""The games: rules as compiled state machines, and what every game shares.

`games()` lists them and `load(name)` opens one; a game is not imported before it is asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

# The cache folder must be chosen before anything compiles, so this import comes first.
from engine.core import jit as _jit  # noqa: F401

if TYPE_CHECKING:
    from engine.core.game import Game

__all__ = ["games", "load"]

# name -> (one-line title, module that has `game(name)`)
_GAMES = {
    "giants-war": ("Giants War: two stakes, dragons, giants and mortals", "engine.ante.game"),
    "legendary": ("Three-Dragon Ante, Legendary Edition: one stakes", "engine.ante.game"),
    "original": ("Three-Dragon Ante, the original edition of 2005", "engine.ante.game"),
    "emperors-gambit": (
        "Three-Dragon Ante, Emperor's Gambit of 2010: card data assumed",
        "engine.ante.game",
    ),
    "drachensachen": (
        "Drachensachen: goblins and dragons onto one pile, whoever cannot play takes it",
        "engine.drachensachen.game",
    ),
    "dragon-war": (
        "Dragon War: a race, fights and Fate cards on a shuffled board",
        "engine.dragon_war.game",
    ),
}


def games() -> dict[str, str]:
    """Every game's name with its one-line title."""
    return {name: title for name, (title, _) in _GAMES.items()}


def load(name: str | None = None) -> Game:
    """The game of that name, or the main one; Problem with the nearest right names."""
    name = name or next(iter(_GAMES))
    if name not in _GAMES:
        from engine.core.problem import Problem, near

        raise Problem(f"unknown game {name!r}{near(name, _GAMES)}")
    from importlib import import_module

    return import_module(_GAMES[name][1]).game(name)
