"""What is counted of a table whose agents differ."""

import numpy as np
import pytest
import scenes
import toy

from engine.core.problem import Problem
from experiments.plan import Plan, Variant
from experiments.summary import chosen


def mean(tally):
    return np.average(tally.values, weights=tally.counts)


def test_edge_of_the_first_agent_is_what_it_wins_beyond_an_even_share():
    for told in scenes.mixed().summaries:
        share = mean(told.agent_wins["expert:nights=3"])
        assert mean(told.tallies["skill_edge"]) == pytest.approx(share - 1 / 3)
        assert told.tallies["skill_edge"].clusters
    assert "skill_edge" not in scenes.scene(2).summaries[0].metrics


def test_no_edge_where_all_play_alike():
    variant = Variant("calm", "calm", toy.GAME.design(2, "calm"), scenes.random(2))
    plan = Plan("alike", toy.GAME, (variant,), 10, seed=1)
    assert list(chosen(["skill_edge", "gambits"], plan)) == ["gambits"]
    with pytest.raises(Problem, match="agents that differ"):
        chosen(["skill_edge"], plan)
