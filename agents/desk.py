"""What agents think on: dtypes of an agent, of a search tree and of the numbers in between.

Everything is allocated before the first game; while thinking nothing is.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
import numpy as np

from engine.core.header import SEATS_MAX

Function = TypeVar("Function", bound=Callable[..., Any])

OPTIONS = 512  # more than any game offers at one question
CODES = 1 << 16  # an option's code is an int16, looked up by its 16 bits
PATH = 256  # nodes of a tree on one way down
LOGS = 4096  # logarithms kept
STATES = 4  # the game itself, and copies to try things on

RANDOM, GREEDY, MCTS, OUTSIDE = 0, 1, 2, 3  # kinds of agents; OUTSIDE is asked in Python
TO_CHAPTER, TO_END = 0, 1  # how far a playout goes
BY_CHANCE, BY_GREED = 0, 1  # how it goes

AGENT = np.dtype(
    [
        ("kind", np.int64),
        ("sees_all", np.int64),  # 1: hidden cards are not dealt anew
        ("resamples", np.int64),  # greedy: how often they are
        ("slips", np.float64),  # greedy: how often it takes any option
        ("iterations", np.int64),  # mcts: playouts for a decision
        ("ms", np.int64),  # or so many milliseconds, where above 0
        ("horizon", np.int64),
        ("rollout", np.int64),
        ("c", np.float64),  # weight of the exploration term
        ("scale", np.float64),  # gold: a lead that is worth three quarters of the win
    ]
)

NODE = np.dtype(
    [
        ("key", np.int64),  # what leads here: actor, question and option code
        ("child", np.int32),  # its latest child, -1 none
        ("sibling", np.int32),  # its parent's child before, -1 none
        ("visits", np.int32),
        ("available", np.int32),  # how often it could have been chosen
        ("reward", np.float64),  # sum, for who chose it
    ]
)

DESK = np.dtype(
    [
        ("luck", np.uint64, (2,)),  # streams of the agent at work: redealing, playing on
        ("nodes", np.int64),  # of the tree in use
        ("stamp", np.int64),  # number of the question at hand
        ("stamps", np.int64, (CODES,)),  # the question at which an option code was offered last
        ("places", np.int16, (CODES,)),  # its index there
        ("scores", np.float64, (OPTIONS,)),
        ("path", np.int32, (PATH,)),
        ("movers", np.int32, (PATH,)),
        ("rewards", np.float64, (SEATS_MAX,)),
        ("logs", np.float64, (LOGS,)),
    ]
)


def merged(fn: Function) -> Function:
    """Write a helper that calls `step` out in its caller, before anything is compiled.

    Each function that calls the engine, itself or through others, makes LLVM go through the engine
    once more: several seconds. These have one caller or two.
    """
    return cast(Function, numba.njit(nogil=True, inline="always")(fn))


class Desk:
    """One thread's: states to try things on, a tree, and the numbers in between."""

    def __init__(self, state: np.dtype, nodes: int) -> None:
        self.states = np.zeros(STATES, state).view(np.recarray)
        self.tree = np.zeros(nodes + 1, NODE).view(np.recarray)
        self.desk = np.zeros(1, DESK).view(np.recarray)
        self.desk["logs"][0, 1:] = np.log(np.arange(1, LOGS))
