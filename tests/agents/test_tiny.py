"""The agents know no game: they play a tiny second one by the verbs, and better than chance."""

import sys
from pathlib import Path

import numpy as np
import pytest

from agents import registry
from engine.core.verbs import chapter, settled

sys.path.append(str(Path(__file__).resolve().parents[1] / "core"))
import tiny_game as tiny


@pytest.fixture(scope="module", autouse=True)
def _verbs():
    if tiny.STATE not in chapter.bodies:
        chapter.of(tiny.STATE)(lambda state, rules: int(state.held[0]))
        settled.of(tiny.STATE)(lambda state, rules: True)


def score(spec, other, games=400):
    """Points of one against one of another, over games with each deal played from both seats."""
    points = np.zeros(2)
    for seats in ((0, 1), (1, 0)):
        rows = np.zeros(games, tiny.ROW).view(np.recarray)
        states = np.zeros(1, tiny.STATE).view(np.recarray)
        specs = [(spec, other)[seat] for seat in seats]
        registry.play(registry.table(specs, 2), states, tiny.make_rules(2), 1, 0, rows)
        points += rows.points[:, list(seats)].sum(axis=0)
    return points[0] / points.sum()


@pytest.mark.parametrize("spec", ["mcts:iterations=200,horizon=game", "mcts:iterations=200"])
def test_search_beats_chance(spec):
    assert score(spec, "random") > 0.53


def test_who_slips_always_is_no_better_than_chance():
    assert score("greedy", "greedy:slips=1") == score("greedy:slips=0", "greedy:slips=1") > 0.53
    assert score("greedy:slips=1", "random") == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("players", range(2, 7))
def test_all_numbers_of_seats(players):
    rows = np.zeros(5, tiny.ROW).view(np.recarray)
    states = np.zeros(1, tiny.STATE).view(np.recarray)
    specs = ("greedy", "mcts:iterations=30", "random", "mcts:iterations=9", "greedy", "random")
    table = registry.table(specs[:players], players)
    registry.play(table, states, tiny.make_rules(players), 1, 0, rows)
    assert (rows.points[:, :players].sum(axis=1) == 3).all()
