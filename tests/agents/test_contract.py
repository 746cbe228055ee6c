"""What every agent keeps to: legal, repeatable, forgetful, blind to what its seat cannot see."""

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from choices import choices
from positions import designs, positions
from test_hidden import redealt

import engine
from agents import registry
from engine.core.problem import Problem

HERE = Path(__file__).resolve().parent
SPECS = (
    "random",
    "greedy",
    "greedy:resamples=1",
    "greedy:slips=0.3",
    "mcts:iterations=60",
    "mcts:iterations=40,horizon=game",
    "mcts:iterations=20,rollout=greedy,c=0.3",
)


def chosen(agent, position, design):
    """The choice at a copy of a position, and the seat's stream after it."""
    state = position.copy()[0]
    return agent.choose(state, design.rules), int(state.agent_luck[state.actor])


@pytest.mark.parametrize("spec", SPECS)
def test_choices_are_legal_and_repeatable_and_leave_the_game_alone(spec):
    agent = registry.parse(spec)
    for design in designs():
        for position in positions(design, 15, seed=6):
            before = position.copy()
            first = chosen(agent, position, design)
            assert 0 <= first[0] < position[0].n_options
            registry.parse("mcts:iterations=30").choose(position.copy()[0], design.rules)
            assert chosen(registry.parse(spec), position, design) == first
            assert np.array_equal(position, before)


@pytest.mark.parametrize("spec", SPECS)
def test_no_peeking(spec):
    agent = registry.parse(spec)
    for design in designs((2, 3, 4)):
        for number, position in enumerate(positions(design, 40, seed=7)):
            choice = chosen(agent, position, design)
            assert chosen(agent, redealt(position, design, number), design) == choice


def test_a_cheat_is_caught():
    """The agent that sees all cards does not pass for one that does not."""
    agent = registry.parse("cheat:iterations=60")
    design = next(designs((4,)))
    found = positions(design, 40, seed=8)
    differ = [
        chosen(agent, p, design) != chosen(agent, redealt(p, design, 1), design) for p in found
    ]
    assert any(differ)


def rows_of(design, specs, first, n):
    """Result rows of so many games from one on."""
    rows = np.zeros(n, design.game.row).view(np.recarray)
    states = np.zeros(1, design.game.state).view(np.recarray)
    registry.play(registry.table(specs, design.players), states, design.rules, 3, first, rows)
    return rows


def told(rows):
    """Rows as text, a nan like another."""
    return [str(row) for row in rows.tolist()]


MIXED = (
    "greedy",
    "mcts:iterations=20",
    "random",
    "mcts:iterations=10,horizon=game",
    "greedy",
    "random",
)


@pytest.mark.parametrize("players", range(2, 7))
def test_games_depend_on_their_number_alone(players):
    for design in designs((players,)):
        whole = rows_of(design, MIXED[:players], 0, 6)
        cut = [rows_of(design, MIXED[:players], first, 2) for first in (4, 0, 2)]
        assert told(whole) == [*told(cut[1]), *told(cut[2]), *told(cut[0])]
        assert whole.game.tolist() == list(range(6))
        assert (whole.n_winners > 0).all()


def test_threads_do_not_disturb_each_other():
    design = next(designs((4,)))
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda k: rows_of(design, MIXED[:4], 3 * k, 3), range(4)))
    assert [row for rows in found for row in told(rows)] == told(rows_of(design, MIXED[:4], 0, 12))


def test_the_kernel_plays_as_the_agents_choose():
    """Games by the kernel are those that asking the agents one by one gives."""
    from engine.core.verbs import deal, record, step

    for design in designs((3,)):
        table = registry.table(MIXED[:3], 3)
        rows = np.zeros(2, design.game.row).view(np.recarray)
        state = np.zeros(1, design.game.state).view(np.recarray)[0]
        for number in range(2):
            deal(state, design.rules, 3, number)
            while not state.over:
                several = state.n_options > 1
                step(
                    state,
                    design.rules,
                    table[state.actor].choose(state, design.rules) if several else 0,
                )
            record(rows[number], state, design.rules)
        assert told(rows) == told(rows_of(design, MIXED[:3], 0, 2))


def test_an_agent_by_the_clock_sits_at_a_table():
    design = next(designs((3,)))
    rows = rows_of(design, ("mcts:ms=1", "random", "greedy"), 0, 1)
    assert rows.n_winners[0] > 0


def test_plain_python_chooses_alike():
    env = {name: text for name, text in os.environ.items() if not name.startswith("NUMBA_")}
    env |= {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": f"{HERE.parents[1]}{os.pathsep}{HERE}"}
    done = subprocess.run(
        [sys.executable, "-P", str(HERE / "choices.py")],
        env=env,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == choices()


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("mtcs", "unknown agent 'mtcs'; did you mean 'mcts'?"),
        ("mcts:iteration=5", "has no parameter 'iteration'; did you mean 'iterations'?"),
        ("mcts:iterations=0", "iterations = '0' must be a whole number from 1 to 1000000"),
        ("mcts:horizon=round", "horizon = 'round' must be 'gambit' or 'game'"),
        ("mcts:c=nan", "c = 'nan' must be a number from 0 to 100"),
        ("mcts:c", "'c' is not KEY=VALUE"),
        ("mcts:c=1,c=2", "'c' is given twice"),
        ("random:c=1", "has no parameter 'c'; it has none"),
    ],
)
def test_wrong_specs_are_told(spec, said):
    with pytest.raises(Problem) as problem:
        registry.parse(spec)
    assert said in str(problem.value)


def test_parameters_reach_the_kernel():
    record = registry.parse("mcts:iterations=2000,horizon=game,rollout=greedy,c=0.9").record
    assert (record["iterations"], record["horizon"], record["rollout"], record["c"]) == (
        2000,
        1,
        1,
        0.9,
    )
    assert set(registry.AGENTS) == {"random", "greedy", "mcts"}
    assert engine.games()
