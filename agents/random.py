"""The random agent: every option has the same chance.

It draws from its seat's own stream in the state, so its play depends on the run's seed, the game's
number and its seat alone. `engine.core.play.play_random` is the same agent built into a kernel.
"""

from engine.core.jit import compiled
from engine.core.rng import below


@compiled
def choose(state, rules):
    """Index (int64) of the chosen option; advances the acting seat's stream."""
    return below(state.agent_luck, state.actor, state.n_options)
