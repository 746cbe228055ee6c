"""Compiling a game's kernels in a process of their own, before they are first used.

Machine code that is loaded from the cache is linked as one piece and runs about a sixth faster than the
same code in the process that compiled it (measured, numba 0.68); so a first run need not be the slow one.
"""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np

import engine
from engine.core import jit


def warm(name: str) -> None:
    """Make sure that the play kernel of a game lies in the cache; whatever fails is left to the caller's own call."""
    if jit.is_warm() or name not in engine.games():
        return
    path = os.pathsep.join(filter(None, (str(jit.ROOT), os.environ.get("PYTHONPATH"))))
    subprocess.run(
        [sys.executable, "-P", "-c", f"from engine.warm import play_one; play_one({name!r})"],
        env=os.environ | {"PYTHONPATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )


def play_one(name: str) -> None:
    """One random game, which compiles the deal, the step, the row and the play kernel."""
    from engine.core.play import play_random

    game = engine.load(name)
    states = np.zeros(1, game.state).view(np.recarray)
    rows = np.zeros(1, game.row).view(np.recarray)
    play_random(states, game.design().rules, 0, 0, rows)
