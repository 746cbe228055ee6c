"""Plays random games of random house rules of Dragon War, audits every state and deals hidden cards anew.

As a command: `python dragon_war_audited.py DESIGNS GAMES` prints, as JSON, what was played and found.
"""

import json
import sys

import numpy as np
from dragon_war_designs import random_design

from engine.core.jit import compiled
from engine.core.rng import below
from engine.core.verbs import deal, redeal_hidden, step
from engine.dragon_war.audit import audit, faults
from engine.dragon_war.codes import ENDINGS, MAX_FATE
from engine.dragon_war.state import STATE

REDEALT = 1 << 16  # dealing hidden cards anew has changed what the actor sees


@compiled
def play_audited(states, rules, seed, games, seen, luck, ended):
    """Play games 0, 1, ...; the faults of the first unsound state (see `engine.dragon_war.audit`), 0 if none.

    Args:
        states: two records; the faulty game is left in the first.
        seen: uint8[MAX_FATE]; luck: uint64[1]; ended: int64[3], a count a kind of ending.
    """
    state = states[0]
    for game in range(games):
        deal(state, rules, seed, game)
        while state.over == 0:
            if state.steps % 7 == 3:
                states[1] = state
                redeal_hidden(state, rules, state.actor, luck)
                if not seen_alike(state, states[1]):
                    return REDEALT
            bits = audit(state, rules, seen)
            if bits != 0:
                return bits
            choice = 0
            if state.n_options > 1:
                choice = below(state.agent_luck, state.actor, state.n_options)
            step(state, rules, choice)
        bits = audit(state, rules, seen)
        if bits != 0:
            return bits
        ended[state.ended] += 1
    return 0


@compiled
def seen_alike(one, other):
    """Whether the actor has the same hand and options, and every hand has as many cards."""
    same = one.actor == other.actor and one.n_options == other.n_options
    for i in range(one.n_options):
        same = same and one.options[i] == other.options[i]
    for seat in range(one.seats):
        same = same and one.hand_size[seat] == other.hand_size[seat]
    for slot in range(one.hand_size[one.actor]):
        same = same and one.hand[one.actor, slot] == other.hand[one.actor, slot]
    return same and one.deck_size == other.deck_size and one.public == other.public


def survey(designs, games):
    """What so many designs with so many games each were found to be."""
    states = np.zeros(2, STATE).view(np.recarray)
    ended = np.zeros(len(ENDINGS), np.int64)
    seen = np.zeros(MAX_FATE, np.uint8)
    found = []
    for number in range(designs):
        design, spec = random_design(number)
        luck = np.array([number], np.uint64)
        bits = play_audited(states, design.rules, number, games, seen, luck, ended)
        if bits:
            told = [*faults(bits), *(["the actor sees cards dealt anew"] * (bits == REDEALT))]
            at = {"game": int(states[0].game), "step": int(states[0].steps)}
            found.append({"design": number, "spec": spec, "faults": told, **at})
    return {"faults": found, "ended": dict(zip(ENDINGS, ended.tolist(), strict=True))}


if __name__ == "__main__":
    print(json.dumps(survey(int(sys.argv[1]), int(sys.argv[2]))))
