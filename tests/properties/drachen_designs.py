"""Random legal house rules of Drachensachen, both modules among them, all from one seed."""

import random

import engine
from engine.core.problem import Problem
from engine.drachensachen.codes import NAMES, TRICKS

FIGURES = {
    "hand_size": (1, 9),
    "trouble_size": (0, 40),
    "loss_cap": (3, 40),
    "game_end": (5, 60),
    "tie_rounds": (0, 3),
    "max_per_play": (1, 6),
    "coins_back": (0, 4),
    "max_rounds": (1, 30),
}
WORDS = {
    "draw_reaction_source": ("hand", "current"),
    "skip_reaction_source": ("hand", "current"),
    "next_starter": ("round", "total"),
    "trick_order": ("shuffle", "fixed"),
}


def random_design(seed, game="drachensachen", players=None):
    """(design, what it was made of): legal, and as odd as the rules allow."""
    luck = random.Random(seed)
    players = players or luck.randint(2, 6)
    for _ in range(100):
        rules = _rules(luck)
        try:
            design = engine.load(game).design(players, rules=rules)
        except Problem:  # figures that ask for more cards than there are
            continue
        return design, {"game": game, "players": players, "rules": rules}
    raise AssertionError(f"no legal design from seed {seed}")


def _rules(luck):
    out = {key: luck.randint(*ends) for key, ends in FIGURES.items() if luck.random() < 0.3}
    out |= {key: luck.choice(words) for key, words in WORDS.items() if luck.random() < 0.4}
    for key in ("reserve_multi", "quads_must_burn_if_legal", "hindrances", "tricks"):
        out[key] = luck.random() < 0.5
    if luck.random() < 0.4:
        places = luck.randint(0, 8)
        out["reserve_layout"] = [luck.choice(("D/U", "D", "U")) for _ in range(places)]
    if luck.random() < 0.4:
        out["trick_cards"] = luck.sample(TRICKS, luck.randint(1, 7))
    if luck.random() < 0.4:
        out["goblin_copies"] = {luck.choice(NAMES[:9]): luck.randint(0, 14)}
        out["dragon_copies"] = luck.randint(2, 10)
    out["max_turns_per_round"] = luck.choice((3, 60, 400))
    return out
