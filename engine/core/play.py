"""Generic kernels: they play any game that has registered its verbs, one compiled copy a game.

Call them with exact types, or numba compiles another copy: ``states`` and ``rows`` recarrays (1-d,
contiguous), ``rules`` one record, numbers Python ints, ``choices`` int64.
"""

from __future__ import annotations

from engine.core.jit import compiled
from engine.core.rng import below
from engine.core.verbs import deal, payoff, record, step


@compiled
def play_random(states, rules, seed, first, rows):
    """Play games ``first``, ``first`` + 1, ... with random agents, one for each row; fill ``rows``.

    ``states[0]`` is the one working record, so memory is flat in the number of games. A row depends
    on (rules, seed, game number) alone, however the games are cut into calls.
    """
    state = states[0]
    for i in range(rows.shape[0]):
        deal(state, rules, seed, first + i)
        while state.over == 0:
            choice = 0
            n = state.n_options
            if n > 1:
                choice = below(state.agent_luck, state.actor, n)
            step(state, rules, choice)
        record(rows[i], state, rules)


@compiled
def deal_many(states, rules, seed, first):
    """Deal game number ``first`` + i into ``states[i]``, for each i."""
    for i in range(states.shape[0]):
        deal(states[i], rules, seed, first + i)


@compiled
def step_many(states, rules, choices):
    """Answer game i with ``options[choices[i]]`` (int64[n]); finished games are left alone."""
    for i in range(states.shape[0]):
        if states[i].over == 0:
            step(states[i], rules, choices[i])


@compiled
def payoff_many(states, rules, shares):
    """Fill ``shares`` (float64[n, seats]) from the finished games; the others stay as they are."""
    for i in range(states.shape[0]):
        if states[i].over != 0:
            for seat in range(shares.shape[1]):
                shares[i, seat] = payoff(states[i], rules, seat)
