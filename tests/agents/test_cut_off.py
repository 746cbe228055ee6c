"""A bot that ends its process in game after game is given up, with its name."""

from __future__ import annotations

import time

import pytest

from agents import registry
from engine.core.problem import Problem
from experiments import chunks
from experiments.plan import Variant


def test_a_bot_that_always_dies_does_not_go_on_for_ever(played, spec):
    bot = spec("Exits", often=1)
    began = time.monotonic()
    with pytest.raises(Problem) as caught:
        played([bot, "random"], 5_000)
    assert f"{bot} failed in {chunks.FAILURES_IN_A_ROW} games in a row" in str(caught.value)
    assert "process died" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert time.monotonic() - began < 60


def test_failing_now_and_then_or_cheaply_is_no_reason(played, spec):
    died = played([spec("Exits", often=6), "random"], 4 * chunks.FAILURES_IN_A_ROW)
    assert (died["forfeit_reason"] != 0).mean() > 0.25
    raised = played([spec("Raises", often=1), "random"], 4 * chunks.FAILURES_IN_A_ROW)
    assert (raised["forfeit_reason"] != 0).all()


def test_warming_up_thinks_about_nothing(tiny, monkeypatch):
    """Tables of thinkers share a kernel: it is called once, with no thinker at the table."""
    tables = []

    def play(table, *others):
        tables.append([int(record["kind"]) for record in table])

    monkeypatch.setattr(chunks.thinking, "play", play)
    tables_of = (["greedy", "random"], ["random", "mcts:iterations=100000"], ["mcts", "mcts"])
    design = tiny.design(2)
    chunks.warm_up([Variant("", "", design, registry.table(specs, 2)) for specs in tables_of])
    assert tables == [[0, 0]]
