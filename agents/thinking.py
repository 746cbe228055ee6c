"""Compiled agents called from Python: one decision, or games with agents of every sort at the table."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from agents.desk import AGENT, Desk
from agents.table import BEGIN, CHOOSE, DECIDE, PLAY_ON, THINK, play_table, sit
from engine.core.verbs import deal, record, step

SLICE = 128  # iterations between two looks at the clock
TIMED_NODES = 1 << 19  # of a tree that grows by the clock: 16 MB; beyond it the tree stays as it is

Choose = Callable[[Any, Any], int]
"""(state, rules) -> index of the option; asked only where there are two or more."""

_threads = threading.local()


def desk_for(state: np.dtype, nodes: int) -> Desk:
    """This thread's desk for a game, with room for a tree of so many nodes."""
    desks: dict[np.dtype, Desk] = _threads.__dict__.setdefault("desks", {})
    desk = desks.get(state)
    if desk is None or len(desk.tree) <= nodes:
        desk = desks[state] = Desk(state, nodes)
    return desk


def table_of(agents: Sequence[np.void]) -> np.recarray:
    """Agents' records as the kernels take them, one a seat."""
    return np.array(agents, AGENT).view(np.recarray)


def nodes_for(agents: np.recarray) -> int:
    """Nodes that the largest tree of a table may have."""
    if (agents.ms > 0).any():
        return TIMED_NODES
    return int(agents.iterations.max(initial=1)) + 1


def ask(desk: Desk, rules: Any, agents: np.recarray, task: int, iterations: int = 0) -> int:
    """Have the agents do something about the desk's game (see `agents.table.sit`)."""
    return int(sit(desk.states, rules, agents, desk.tree, desk.desk, task, iterations))


def chooser(agent: np.void) -> Choose:
    """The agent for Python: what it chooses at a question; advances the acting seat's stream."""
    one = table_of([agent])
    nodes = nodes_for(one)

    def choose_one(state: Any, rules: Any) -> int:
        desk = desk_for(state.dtype, nodes)
        desk.states[0] = state
        if one[0].ms > 0:
            option = _by_the_clock(desk, rules, one)
        else:
            option = ask(desk, rules, one, CHOOSE)
        state.agent_luck[:] = desk.states[0].agent_luck
        return option

    return choose_one


def _by_the_clock(desk: Desk, rules: Any, one: np.recarray) -> int:
    """A decision by a search that looks at the clock."""
    until = time.perf_counter() + float(one[0].ms) / 1000
    ask(desk, rules, one, BEGIN)
    while time.perf_counter() < until:
        ask(desk, rules, one, THINK, SLICE)
    return ask(desk, rules, one, DECIDE)


def play(
    agents: Sequence[np.void], rules: Any, seed: int, first: int, rows: np.recarray, state: np.dtype
) -> None:
    """Play games of compiled agents, one a row; without the GIL."""
    table = table_of(agents)
    desk = desk_for(state, nodes_for(table))
    play_table(desk.states, rules, seed, first, rows, table, desk.tree, desk.desk)


def play_mixed(
    agents: Sequence[np.void],
    choosers: Sequence[Choose],
    rules: Any,
    seed: int,
    first: int,
    rows: np.recarray,
    state: np.dtype,
) -> None:
    """Play games, one a row, in which agents of the kind OUTSIDE are asked in Python.

    ``choosers[seat]`` is asked for those; the compiled agents play in the kernel.
    """
    table = table_of(agents)
    desk = Desk(state, nodes_for(table))  # of its own: a chooser may use the thread's
    game = desk.states[0]
    for i in range(len(rows)):
        deal(game, rules, seed, first + i)
        ask(desk, rules, table, PLAY_ON)
        while not game.over:
            step(game, rules, choosers[game.actor](game, rules))
            ask(desk, rules, table, PLAY_ON)
        record(rows[i], game, rules)
