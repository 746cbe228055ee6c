"""Compiled agents asked in many games that stand side by side."""

from __future__ import annotations

from typing import Any

import numpy as np

from agents.table import CHOOSE, sit
from agents.thinking import desk_for, nodes_for, table_of
from engine.core.jit import compiled


@compiled
def think_many(games, which, rules, agents, states, tree, desks, made):
    """Fill `made[k]` with what `agents[0]` chooses in `games[which[k]]`, its stream going on."""
    for k in range(which.shape[0]):
        game = games[which[k]]
        states[0] = game
        made[k] = sit(states, rules, agents, tree, desks, CHOOSE, 0)
        game.agent_luck[game.actor] = states[0].agent_luck[game.actor]


def think(
    agent: np.void, games: np.recarray, rules: Any, which: np.ndarray, made: np.ndarray
) -> None:
    """Have a compiled agent (its record) choose in the games `which` (int64[n]); fills `made`."""
    one = table_of([agent])
    desk = desk_for(games.dtype, nodes_for(one))
    think_many(games, which, rules, one, desk.states, desk.tree, desk.desk, made)
