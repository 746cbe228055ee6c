"""What each agent chooses at some positions of each game; as a command, printed as JSON.

Run with NUMBA_DISABLE_JIT=1 it must print the same as compiled.
"""

import json

from positions import designs, positions

from agents import registry

SPECS = (
    "random",
    "greedy:resamples=2",
    "greedy:slips=0.5",
    "mcts:iterations=12",
    "mcts:iterations=6,horizon=game,c=0.5",
    "mcts:iterations=4,rollout=greedy",
    "cheat:iterations=8",
)


def choices(n=3):
    """Choices and what is left of the seat's stream, agent by agent."""
    told = []
    for design in designs((2, 5)):
        for position in positions(design, n, seed=5):
            for spec in SPECS:
                state = position.copy()[0]
                choice = registry.parse(spec).choose(state, design.rules)
                told.append([spec, int(choice), int(state.agent_luck[state.actor])])
    return told


if __name__ == "__main__":
    print(json.dumps(choices()))
