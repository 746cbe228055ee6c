"""Random designs of Dragon War, and games of them by the verbs one by one.

As a command: `python plays.py FILE` writes an .npz of what the games tell. Run compiled and with
NUMBA_DISABLE_JIT=1 it must write the same.
"""

import random
import sys

import numpy as np

import engine
from engine.core.verbs import deal, payoff, record, redeal_hidden, step
from engine.dragon_war.house import listed

FATE = (
    ("Winged horse", "movement", 2, "M+4"),
    ("Trap", "death", 2, "M-2"),
    ("Nap", "death", 1, "SKIP"),
    ("Quake", "weapon", 2, "ALL-3"),
    ("Gamble", "treasure", 2, "L-d"),
    ("Panic", "death", 1, "SWAP"),
    ("Brawl", "death", 2, "BATTLE"),
    ("Robbery", "death", 2, "STEAL"),
    ("Hole", "death", 2, "DROP"),
    ("Sword", "weapon", 3, "COMBAT+2"),
    ("Axe", "weapon", 2, "DAMAGE+2"),
    ("Shield", "treasure", 4, "SHIELD"),
    ("Boots", "movement", 2, "ROLL+2"),
    ("Charm", "movement", 3, "REROLL"),
    ("Mirror", "treasure", 2, "SWAP"),
    ("Glove", "treasure", 2, "STEAL"),
    ("Bow", "weapon", 2, "HIT-d"),
    ("Storm", "weapon", 2, "OPP-2"),
)
FIELDS = ("name", "group", "count", "effect")
OWN = {"fate": [dict(zip(FIELDS, card, strict=True)) for card in FATE]}


def random_rules(luck):
    """House rules: any value of any key, a few at a time."""
    rules = {"preset": luck.choice(("base", "return20", "type1", "type2"))}
    for key in luck.sample(sorted(listed()), 8):
        entry = listed()[key]
        if key in ("preset", "max_turns", "finish_dice"):
            continue
        if key in ("rows", "cols"):
            rules[key] = luck.randint(1, 4)
        elif "words" in entry:
            rules[key] = luck.choice(entry["words"])
        elif entry.get("flag"):
            rules[key] = luck.choice((True, False))
        elif key == "finish_target":
            rules[key] = luck.randint(1, 18)
        else:
            rules[key] = luck.randint(entry["low"], min(entry["high"], entry["low"] + 8))
    if luck.random() < 0.3:
        rules |= {"finish_dice": 2, "finish_target": luck.randint(2, 12)}
    return rules | {"max_turns": 300}


def random_design(seed):
    """A legal design, as odd as the rules allow."""
    luck = random.Random(seed)
    cards = [OWN] if luck.random() < 0.5 else None
    rules = random_rules(luck)
    return engine.load("dragon-war").design(luck.randint(2, 6), rules=rules, cards=cards)


def play(design, seed, number):
    """One game as int64s: (actor, decision, n, options ..., choice) a step, row and last record."""
    game = design.game
    states = np.zeros(1, game.state).view(np.recarray)
    rows = np.zeros(1, game.row).view(np.recarray)
    state, rules = states[0], design.rules
    luck = random.Random(f"{seed} {number}")
    told = []
    deal(state, rules, seed, number)
    while not state.over:
        n = int(state.n_options)
        choice = luck.randrange(n)
        told += [int(state.actor), int(state.decision), n, *state.options[:n].tolist(), choice]
        if state.steps % 16 == 5:
            redeal_hidden(state, rules, state.actor, np.array([state.steps], np.uint64))
        step(state, rules, choice)
    record(rows[0], state, rules)
    told += [int(payoff(state, rules, seat) * 60) for seat in range(design.players)]
    return np.array(told, np.int64), rows.view(np.uint8), states.view(np.uint8)


def transcripts(designs):
    """name -> array, of a game of each design."""
    out = {}
    for seed in range(designs):
        design = random_design(seed)
        parts = zip(("told", "row", "state"), play(design, seed, seed), strict=True)
        out |= {f"{seed} {name}": part for name, part in parts}
    return out


if __name__ == "__main__":
    np.savez(sys.argv[1], **transcripts(int(sys.argv[2])))
