"""Random legal house rules of Dragon War, Fate cards of every kind of effect among them, all from one seed."""

import random

import engine
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


def random_design(seed, game="dragon-war", players=None):
    """(design, what it was made of): legal, and as odd as the rules allow."""
    luck = random.Random(seed)
    cards = [OWN] if luck.random() < 0.5 else None
    rules = random_rules(luck)
    players = players or luck.randint(2, 6)
    spec = {"game": game, "players": players, "rules": rules, "own cards": cards is not None}
    return engine.load(game).design(players, rules=rules, cards=cards), spec
