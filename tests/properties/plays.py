"""Plays games by the verbs one by one and writes down every question, choice and row.

Now and then hidden cards are dealt anew, as agents do it.

As a command: `python plays.py FILE PART PARTS` writes an .npz of this part of the `cases`. Run once
compiled and once with NUMBA_DISABLE_JIT=1 it must write the same.
"""

import random
import sys

import designs
import drachen_designs
import dragon_war_designs
import numpy as np

from engine.core.verbs import deal, payoff, record, redeal_hidden, step

DESIGNERS = dict.fromkeys(designs.GAMES, designs)
DESIGNERS |= {"drachensachen": drachen_designs, "dragon-war": dragon_war_designs}
SEED = 20_241
DESIGNS = 6  # of each game and number of seats
GAMES_PLAYED = 6  # of each design
REDEALT = 24  # in each so many steps hidden cards are dealt anew once
LONGEST = 400  # steps; what a longer game does further on is left out


def cases(part, parts):
    """(design seed, game, players) of this part."""
    every = [
        (SEED + number, game, players)
        for number in range(DESIGNS)
        for game in DESIGNERS
        for players in range(2, 7)
    ]
    return every[part::parts]


def play(design, seed, number, states, rows):
    """The transcript of one game as int64s: (actor, decision, n, options ..., choice) a step."""
    state, rules = states[0], design.rules
    luck = random.Random(f"{seed} {number}")
    told = []
    deal(state, rules, seed, number)
    while state.over == 0 and state.steps < LONGEST:
        n = int(state.n_options)
        choice = luck.randrange(n)
        told += [int(state.actor), int(state.decision), n, *state.options[:n].tolist(), choice]
        if state.steps % REDEALT == 5:
            redeal_hidden(state, rules, state.actor, np.array([state.steps], np.uint64))
        step(state, rules, choice)
    if state.over:
        record(rows[0], state, rules)
        told += [int(payoff(state, rules, seat) * 60) for seat in range(design.players)]
    return told


def transcripts(part, parts):
    """name -> array: of each game its transcript, its row and the record that it ended with."""
    out = {}
    for seed, game, players in cases(part, parts):
        design, _ = DESIGNERS[game].random_design(seed, game, players)
        for number in range(GAMES_PLAYED):
            states = np.zeros(1, design.game.state).view(np.recarray)
            rows = np.zeros(1, design.game.row).view(np.recarray)
            told = play(design, seed, number, states, rows)
            name = f"{game} {players} {seed} {number}"
            out[f"{name} told"] = np.array(told, np.int64)
            out[f"{name} row"] = rows.view(np.uint8)
            out[f"{name} state"] = states.view(np.uint8)
    return out


if __name__ == "__main__":
    np.savez(sys.argv[1], **transcripts(int(sys.argv[2]), int(sys.argv[3])))
