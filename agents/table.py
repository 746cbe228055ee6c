"""Kernels that play whole games with a compiled agent at each seat."""

from agents.desk import GREEDY, MCTS, OUTSIDE, merged
from agents.greedy import greedy_choice
from agents.mcts import begin_search, mcts_choice, most_visited, search
from engine.core.jit import compiled
from engine.core.rng import below
from engine.core.verbs import deal, record, step

CHOOSE, PLAY_ON, BEGIN, THINK, DECIDE = 0, 1, 2, 3, 4  # tasks


@merged
def choice_of(states, rules, agent, tree, desk):
    """What an agent chooses in `states[0]`, where there are two options or more."""
    state = states[0]
    if agent.kind == GREEDY:
        return greedy_choice(states, rules, agent, desk)
    if agent.kind == MCTS:
        return mcts_choice(states, rules, agent, tree, desk)
    return below(state.agent_luck, state.actor, state.n_options)


@compiled
def play_table(states, rules, seed, first, rows, agents, tree, desks):
    """Play games `first`, `first` + 1, ..., one for each row; `agents[seat]` plays at each seat.

    A row depends on (rules, seed, game number, agents) alone, however the games are cut into calls.
    """
    state = states[0]
    for i in range(rows.shape[0]):
        deal(state, rules, seed, first + i)
        while state.over == 0:
            choice = 0
            if state.n_options > 1:
                choice = choice_of(states, rules, agents[state.actor], tree, desks[0])
            step(state, rules, choice)
        record(rows[i], state, rules)


@compiled
def sit(states, rules, agents, tree, desks, task, iterations):
    """The other things that are asked of agents in `states[0]`, in one kernel to compile once.

    Args:
        task: CHOOSE: what `agents[0]` chooses. BEGIN, THINK, DECIDE: the same in pieces, a search begun,
            carried on for so many iterations and ended. PLAY_ON: play with `agents[seat]` to the end, or
            to a question with a choice for an agent that is asked in Python.

    Returns:
        Index of the option chosen; -1 where none is asked for.
    """
    state = states[0]
    if task == BEGIN:
        begin_search(state, tree, desks[0])
    if task == THINK:
        search(states, rules, agents[0], tree, desks[0], iterations)
    if task == DECIDE:
        return most_visited(state, tree, desks[0])
    while task <= PLAY_ON and state.over == 0:
        choice = 0
        if state.n_options > 1:
            agent = agents[state.actor if task == PLAY_ON else 0]
            if agent.kind == OUTSIDE:
                return -1
            choice = choice_of(states, rules, agent, tree, desks[0])
        if task == CHOOSE:
            return choice
        step(state, rules, choice)
    return -1
