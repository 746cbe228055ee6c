"""Uses games of one family in the usual ways and prints, as JSON, how many copies each entry point has.

As a command: `python signatures.py GAME...`.
"""

import json
import sys

import numpy as np

import engine
from agents import registry
from engine.core import play
from engine.core.verbs import deal, payoff, record, step
from experiments.chunks import play as play_chunk
from experiments.plan import Variant

# game -> a rule to change, and a position
USED = dict.fromkeys(engine.games(), ({"hand_size": 5}, {"round": 1}))
USED["dragon-war"] = ({"hand_limit": 5}, {"turn_no": 1})
CHOOSE = registry.parse("random").choose


def use(name):
    """A run, a batch, single games, a position, one game by the verbs."""
    game = engine.load(name)
    rules, position = USED[name]
    design = game.design(3, rules=rules)
    play_chunk(Variant("one", "One", design, registry.table(["random"], 3)), 1, 0, 3)
    rows = np.zeros(2, game.row).view(np.recarray)
    states = np.zeros(1, game.state).view(np.recarray)
    play.play_random(states, game.design(np.int64(5)).rules, 2**63 - 1, 7, rows)
    batch = game.batch(3, seed=np.uint32(1), players=4)
    for choices in ([0, 0, 0], np.zeros(3, np.int8), np.zeros(6, np.uint16)[::2]):
        batch.step(choices)
    batch.payoffs(), batch.labels(1)
    state = design.place(position, seed=4)
    step(state, design.rules, 0)
    deal(state, design.rules, 3, 4)
    while not state.over:
        step(state, design.rules, CHOOSE(state, design.rules))
    record(rows[0], state, design.rules)
    payoff(state, design.rules, 1)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        use(name)
    game = engine.load(sys.argv[1])
    kernels = [play.play_random, play.deal_many, play.step_many, play.payoff_many, CHOOSE]
    kernels += [verb.bodies[game.state] for verb in (deal, step, payoff)]
    kernels += [record.bodies[game.row]]
    print(json.dumps({kernel.__name__: len(kernel.signatures) for kernel in kernels}))
