"""Games side by side, so that an agent in Python is asked for many decisions at once.

A few hundred games stand in as many places. `advance` plays each on to a decision that an agent in
Python must make: forced choices and those of compiled agents are made on the way, a finished game
leaves its row and makes room for the next. Which games stand side by side changes nothing in any of
them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from agents.contract import Caller, NoWatch, Thinking, Watch
from agents.desk import GREEDY, MCTS, RANDOM
from agents.examining import Examiner, can_redeal, redeal_many
from agents.forfeits import Forfeit
from agents.loading import is_python
from agents.sitting import think
from agents.view import Table
from engine.core import jit
from engine.core.game import Design
from engine.core.jit import compiled
from engine.core.play import deal_many
from engine.core.rng import below
from engine.core.verbs import deal, record, step

PLAYED, CUT = 1, 2  # what `done` says of a game
NEVER = -1  # a game that is not cut
GIVE_UP = -1  # a choice: the agent has failed, the game is forfeit
SMALL, LARGE = (
    32,
    1024,
)  # games side by side, for agents asked one by one and for agents asked in batches

# A place: which game stands there (-1 none) and which Python agent it waits for (-1 none)
PLACE = np.dtype([("at", np.int64), ("asks", np.int64)], align=True)


@compiled
def advance(states, places, rules, seed, numbers, cursor, cuts, python, choices, rows, done):
    """Answer what waits by `choices` (int64[places]); play each place on to a question for Python.

    Args: `numbers` int64[games]; `cursor` int64[1], the next of them to begin; `cuts` int64[games],
    the count of decisions at which a game is cut short, NEVER if not; `python` int64[seats], the
    number of the seat's Python agent, -1 for a compiled one; `rows` and `done` (uint8) have a place
    a game. Returns how many places wait.
    """
    waiting = 0
    for p in range(places.shape[0]):
        state = states[p]
        place = places[p]
        if place.asks >= 0:
            place.asks = -1
            if choices[p] >= 0:
                step(state, rules, choices[p])
            else:
                cuts[place.at] = state.decisions
        while True:
            if place.at < 0:
                if cursor[0] == numbers.shape[0]:
                    break
                place.at = cursor[0]
                cursor[0] += 1
                deal(state, rules, seed, numbers[place.at])
            cut = cuts[place.at]
            if state.over != 0 or (cut >= 0 and state.decisions >= cut):
                record(rows[place.at], state, rules)
                done[place.at] = 2 if cut >= 0 else 1
                place.at = -1
            elif state.n_options == 1:
                step(state, rules, 0)
            elif python[state.actor] >= 0:
                place.asks = python[state.actor]
                waiting += 1
                break
            else:
                step(state, rules, below(state.agent_luck, state.actor, state.n_options))
    return waiting


def play(
    design: Design,
    callers: Sequence[Caller | Thinking | None],
    seed: int,
    numbers: np.ndarray,
    rows: np.recarray,
    done: np.ndarray,
    cuts: Mapping[int, Forfeit] | None = None,
    width: int = 0,
    watch: Watch | None = None,
    heard: Callable[[int, Forfeit], None] = lambda at, forfeit: None,
    examiner: Examiner | None = None,
) -> dict[int, Forfeit]:
    """Play the games `numbers` (int64[n]) into `rows` (n records of the game's row dtype).

    Args:
        callers: what each seat's agent is called through; None for the random agent.
        done: uint8[n], zeros; PLAYED or CUT as games end.
        cuts: forfeits known before (place in `numbers` -> forfeit): those games end there, unasked.
        width: games side by side; 0 for what suits the agents.
        watch: is told of every call, so that a call that never returns can be ended from outside.
        heard: told of each new forfeit at once.
        examiner: looks on, for the contract suite.

    Returns:
        Every forfeit, by place in `numbers`.
    """
    watch = watch or NoWatch()
    forfeits = dict(cuts or {})
    asked = list(dict.fromkeys(caller for caller in callers if caller is not None))
    for caller in asked:
        caller.forget()
    python = np.array([asked.index(c) if c is not None else -1 for c in callers], np.int64)
    cut = np.full(len(numbers), NEVER, np.int64)
    for at, known in forfeits.items():
        cut[at] = known.decision
    width = min(width or (LARGE if any(c.batch for c in asked) else SMALL), len(numbers))
    states = np.zeros(width, design.game.state).view(np.recarray)
    places: Any = np.array([(-1, -1)] * width, PLACE).view(np.recarray)
    cursor, choices = np.zeros(1, np.int64), np.zeros(width, np.int64)
    table, rules = Table(design), design.rules
    while advance(states, places, rules, seed, numbers, cursor, cut, python, choices, rows, done):
        asks = places.asks.copy()
        for k, caller in enumerate(asked):
            which = np.flatnonzero(asks == k)
            if not len(which):
                continue
            views = table.look(states, which)
            games, made = places.at[which], np.zeros(len(which), np.int64)
            if examiner is not None:
                examiner.before(caller, games, states, which, views.seat)
            failed = caller.ask(views, games, states, which, made, watch)
            for j, forfeit in failed.items():
                at = int(games[j])
                made[j] = GIVE_UP
                forfeits[at] = forfeit
                heard(at, forfeit)
            choices[which] = made
            if examiner is not None:
                examiner.after(caller, views, games, states, which, made, watch)
    return forfeits


def callers_for(
    design: Design, agents: Sequence[Any], python: Mapping[str, Caller]
) -> list[Caller | Thinking | None]:
    """What each seat's agent is called through, for `play`; `python`: agents in Python, by spec."""
    thinking: dict[str, Thinking | None] = {}
    for agent in agents:
        if agent.spec not in python and agent.spec not in thinking:
            random = agent.record["kind"] == RANDOM
            thinking[agent.spec] = None if random else Thinking(agent, design.rules)
    return [python.get(agent.spec) or thinking[agent.spec] for agent in agents]


def warm_up(design: Design, agents: Sequence[Any] = (), redeals: bool = False) -> None:
    """Load or compile the kernels of a design's game, without calling an agent in Python."""
    rows = np.zeros(1, design.game.row).view(np.recarray)
    play(design, [None] * design.players, 0, np.zeros(1, np.int64), rows, np.zeros(1, np.uint8))
    states = np.zeros(1, design.game.state).view(np.recarray)
    deal_many(states, design.rules, 0, 0)
    first = np.zeros(1, np.int64)
    assert Table(design).look(states, first).observation.shape[0] == 1
    for agent in agents:
        if not is_python(agent) and agent.record["kind"] in (GREEDY, MCTS):
            record = agent.record.copy()
            record["iterations"] = 1
            think(record, states, design.rules, first, np.zeros(1, np.int64))
            break  # one kernel for all
    if redeals and can_redeal(design):
        redeal_many(states, design.rules, np.zeros(1, np.uint64))


def is_warm() -> bool:
    """Whether the kernels are in the cache already."""
    return jit.plain() or any(jit.cache_dir().glob("agents_*/lockstep.advance-*.nbi"))
