"""Plays random games of random designs and audits the state after every step.

As a command: `python audited.py GAMES FIRST_SEED` prints, as JSON, what was played and found.
"""

import json
import sys
import time

import numpy as np
from designs import GAMES, random_design

from engine.ante.audit import audit, faults
from engine.ante.codes import MAX_CARDS
from engine.ante.state import STATE
from engine.core.jit import compiled
from engine.core.rng import below
from engine.core.verbs import deal, step

A_DESIGN = 80  # games of one design
TABLES = [(game, seats) for game in GAMES for seats in range(2, 7)]  # designs of each in turn
BUDGET = 60_000  # steps of one design, so that no slow one takes the test's time

# places in `tally`
GAME, STEPS, BITS, FEWEST, MOST, CUT, BROKE, SCORED, BOUND, GAMBITS, HOLES, DRAWN = range(12)
STRAYED = 1 << 16  # cards that are in the game now are not those it began with


@compiled
def play_audited(states, rules, seed, games, budget, seen, first_seen, tally):
    """Play up to `games` games, auditing each state; stop at a fault.

    tally: int64[12]; the game and step under way stand in it also if this raises.
    """
    state = states[0]
    gold = np.int64(rules.starting_gold) * np.int64(rules.seats)
    for game in range(games):
        if tally[STEPS] >= budget:
            return
        tally[GAME] = game
        deal(state, rules, seed, game)
        bits = audit(state, rules, gold, first_seen)
        while state.over == 0 and bits == 0:
            choice = 0
            if state.n_options > 1:
                choice = below(state.agent_luck, state.actor, state.n_options)
            step(state, rules, choice)
            bits = audit(state, rules, gold, seen)
            for card in range(rules.n_cards):
                if seen[card] != first_seen[card]:
                    bits |= STRAYED
        tally[STEPS] += state.steps
        tally[MOST] = max(tally[MOST], state.steps)
        tally[CUT] += state.chains_cut > 0
        tally[BROKE + state.ended] += 1
        tally[GAMBITS] = max(tally[GAMBITS], state.gambit)
        tally[HOLES] += state.holes > 0
        tally[DRAWN] += state.winners & (state.winners - 1) != 0
        if bits != 0:
            tally[BITS] = bits
            return


def told(bits):
    """The faults in words."""
    return faults(bits) + (["a card has left or joined the game"] if bits & STRAYED else [])


def survey(games, first_seed):
    """Play designs number ``first_seed`` and on, of all tables in turn, until ``games`` games."""
    total = {"games": 0, "designs": 0, "steps": 0, "longest": 0, "gambits": 0, "by_seats": {}}
    total |= {"cut": 0, "bound": 0, "broke": 0, "scored": 0, "holes": 0, "drawn": 0}
    total |= {"faults": []}
    states = np.zeros(1, STATE).view(np.recarray)
    seen, first_seen = np.zeros(MAX_CARDS, np.uint8), np.zeros(MAX_CARDS, np.uint8)
    number = first_seed
    began = time.perf_counter()
    while total["games"] < games:
        design, spec = random_design(number, *TABLES[number % len(TABLES)])
        tally = np.zeros(12, np.int64)
        raised = ""
        try:
            play_audited(states, design.rules, number, A_DESIGN, BUDGET, seen, first_seen, tally)
        except IndexError as error:
            raised = f"IndexError: {error}"
        played = int(tally[GAME]) + 1
        total["games"] += played
        total["designs"] += 1
        key = f"{spec['game']} {spec['players']}"
        total["by_seats"][key] = total["by_seats"].get(key, 0) + played
        for name, place in (("steps", STEPS), ("cut", CUT), ("bound", BOUND), ("broke", BROKE)):
            total[name] += int(tally[place])
        for name, place in (("scored", SCORED), ("holes", HOLES), ("drawn", DRAWN)):
            total[name] += int(tally[place])
        total["longest"] = max(total["longest"], int(tally[MOST]))
        total["gambits"] = max(total["gambits"], int(tally[GAMBITS]))
        if raised or tally[BITS]:
            total["faults"].append(
                {
                    "design": number,
                    "game": int(tally[GAME]),
                    "step": int(states[0].steps),
                    "faults": [raised] if raised else told(int(tally[BITS])),
                    "spec": spec,
                }
            )
        number += 1
    total["seconds"] = round(time.perf_counter() - began, 1)
    return total


if __name__ == "__main__":
    print(json.dumps(survey(int(sys.argv[1]), int(sys.argv[2]))))
