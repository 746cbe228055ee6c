"""Games told step by step: one function that chooses for every seat, in this process."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from typing import Any

import numpy as np

from agents.contract import FAILURES, single_choice
from agents.loading import is_python
from agents.view import Table
from engine.core.game import Design
from engine.core.problem import Problem


def choosing(design: Design, agents: Sequence[Any], seed: int) -> Callable[[Any, Any], int]:
    """(state, rules) -> the index that the acting seat's agent chooses, as in a run with this seed.

    What an agent in Python prints goes to stderr. Raises Problem where it fails: there it forfeits.
    """
    table = Table(design)
    callers = {}
    for agent in agents:
        if is_python(agent) and agent.spec not in callers:
            callers[agent.spec] = single_choice(agent.caller(seed))

    def choose(state: Any, rules: Any) -> int:
        agent = agents[state.actor]
        if not is_python(agent):
            return agent.choose(state, rules)
        states = np.array([state], state.dtype).view(np.recarray)
        views = table.look(states, np.zeros(1, np.int64))
        try:
            with redirect_stdout(sys.stderr):
                return callers[agent.spec](views, int(state.agent_luck[state.actor]) >> 1)
        except FAILURES as error:
            told = " ".join(f"{type(error).__name__}: {error}".split())
            raise Problem(f"seat {state.actor} ({agent.spec}) forfeits here: {told}") from error

    return choose
