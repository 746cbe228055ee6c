"""Results that depend on the clock say so."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from agents import registry
from experiments.failures import Failures


def counted(*specs: str) -> Failures:
    told = Failures()
    variant: Any = SimpleNamespace(agents=registry.table(specs, len(specs)), python=False)
    told.add(variant, np.zeros(3))
    return told


def test_an_agent_that_thinks_by_the_clock_is_named() -> None:
    told = counted("mcts:ms=5", "random")
    assert told.as_dict() == {"depends_on_clock": ["mcts:ms=5"]}
    assert "mcts:ms=5 thinks by the clock" in told.sentences()[0]


def test_budgets_in_iterations_do_not_depend_on_it() -> None:
    told = counted("mcts:iterations=5", "greedy")
    assert told.as_dict() == {}
    assert told.sentences() == []
