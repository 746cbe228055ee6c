"""The tiny game of the core's tests, its agents, and how they are played here."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.core.verbs import chapter, settled

HERE = Path(__file__).parent
sys.path.append(str(HERE.parent / "core"))  # tiny_game
BOTS = HERE / "bots.py"


class TinyGame:
    """The tiny game as the engine's games look to the rest of the lab."""

    name, title, min_players, max_players = "tiny", "Tiny", 2, 6

    def __init__(self) -> None:
        import tiny_game

        self.tiny = tiny_game
        if tiny_game.STATE not in chapter.bodies:
            chapter.of(tiny_game.STATE)(lambda state, rules: int(state.held[0]))
            settled.of(tiny_game.STATE)(lambda state, rules: True)
        self.state, self.rules, self.row = tiny_game.STATE, tiny_game.RULES, tiny_game.ROW

    def design(self, players=4, deck=None, rules=None, cards=None) -> Any:
        design = self.tiny.Design(players)
        design.game = self
        design.as_dict = lambda: {"players": players}
        return design


@pytest.fixture(scope="session")
def tiny() -> TinyGame:
    return TinyGame()


@pytest.fixture
def spec() -> Callable[..., str]:
    """spec("Raises", often=3): an agent of bots.py."""

    def write(name: str, **parameters: Any) -> str:
        tail = ",".join(f"{key}={value}" for key, value in parameters.items())
        return f"{BOTS}:{name}" + (f":{tail}" if tail else "")

    return write


@pytest.fixture
def played(tiny: TinyGame) -> Callable[..., np.ndarray]:
    """played(["SPEC", ...], games): rows of the tiny game, by `experiments.chunks`."""
    from agents import registry
    from experiments import chunks
    from experiments.plan import Plan, Variant

    def play(specs, games, jobs=2, chunk=1000, timeout=10.0, seed=1) -> np.ndarray:
        players = max(2, len(specs))
        variant = Variant("t", "t", tiny.design(players), registry.table(specs, players))
        plan = Plan("t", tiny, (variant,), games, seed, timeout=timeout)
        return np.concatenate([rows for _, rows in chunks.play_parts(plan, jobs, chunk)])

    return play
