"""Plays random games of random house rules of Drachensachen and audits the state after every step.

As a command: `python drachen_audited.py DESIGNS GAMES` prints, as JSON, what was played and found.
"""

import json
import sys

import numpy as np
from drachen_designs import random_design

from engine.core.jit import compiled
from engine.core.rng import below
from engine.core.verbs import deal, redeal_hidden, step
from engine.drachensachen.audit import audit, faults
from engine.drachensachen.state import STATE


@compiled
def play_audited(states, rules, seed, games, luck, tally):
    """Play games, auditing each state, and every eighth also dealt anew; stop at a fault.

    tally: int64[4]: faults, games ended, steps, rounds capped.
    """
    state = states[0]
    for game in range(games):
        deal(state, rules, seed, game)
        tally[0] = audit(state, rules)
        while state.over == 0 and tally[0] == 0:
            if state.steps % 8 == 0:
                states[1] = state
                redeal_hidden(states[1], rules, state.actor, luck)
                tally[0] |= audit(states[1], rules)
            step(state, rules, below(state.agent_luck, state.actor, state.n_options))
            tally[0] |= audit(state, rules)
        if tally[0] != 0:
            return
        tally[1] += 1
        tally[2] += state.steps
        tally[3] += state.capped


def survey(designs, games):
    """What so many designs with so many games each were found to be."""
    states = np.zeros(2, STATE).view(np.recarray)
    told = {"games": 0, "steps": 0, "capped": 0, "faults": []}
    for number in range(designs):
        design, spec = random_design(number)
        tally = np.zeros(4, np.int64)
        luck = np.array([number], np.uint64)
        play_audited(states, design.rules, number, games, luck, tally)
        for place, what in ((1, "games"), (2, "steps"), (3, "capped")):
            told[what] += int(tally[place])
        if tally[0]:
            told["faults"].append({"design": number, "spec": spec, "faults": faults(tally[0])})
    return told


if __name__ == "__main__":
    print(json.dumps(survey(int(sys.argv[1]), int(sys.argv[2]))))
