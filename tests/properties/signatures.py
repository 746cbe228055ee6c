"""Uses both games of the ante family in the usual ways and prints, as JSON, how many copies each entry point has."""

import json

import numpy as np
from designs import GAMES

import engine
from agents import registry
from engine.ante.gambit import resume
from engine.ante.state import RESULT, STATE
from engine.core import play
from engine.core.verbs import deal, payoff, record, step
from experiments.chunks import play as play_chunk
from experiments.plan import Variant

CHOOSE = registry.parse("random").choose


def use(name):
    """A run, a batch, single games, a position, one game by the verbs."""
    game = engine.load(name)
    design = game.design(3, rules={"starting_gold": 20})
    play_chunk(Variant("one", "One", design, registry.table(["random"], 3)), 1, 0, 3)
    rows = np.zeros(2, game.row).view(np.recarray)
    states = np.zeros(1, game.state).view(np.recarray)
    play.play_random(states, game.design(np.int64(5)).rules, 2**63 - 1, 7, rows)
    batch = game.batch(3, seed=np.uint32(1), players=4)
    for choices in ([0, 0, 0], np.zeros(3, np.int8), np.zeros(6, np.uint16)[::2]):
        batch.step(choices)
    batch.payoffs(), batch.labels(1)
    state = design.place({"round": 1}, seed=4)
    step(state, design.rules, 0)
    deal(state, design.rules, 3, 4)
    while not state.over:
        step(state, design.rules, CHOOSE(state, design.rules))
    record(rows[0], state, design.rules)
    payoff(state, design.rules, 1)


if __name__ == "__main__":
    for name in GAMES:
        use(name)
    kernels = [play.play_random, play.deal_many, play.step_many, play.payoff_many, resume]
    kernels += [deal.bodies[STATE], step.bodies[STATE], payoff.bodies[STATE], record.bodies[RESULT]]
    kernels += [CHOOSE]
    print(json.dumps({kernel.__name__: len(kernel.signatures) for kernel in kernels}))
