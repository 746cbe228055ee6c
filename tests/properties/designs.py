"""Random legal designs: colours, Legendary lists, variants and house rules, all from one seed."""

import random

import engine
from engine.ante.cards import catalogue
from engine.ante.deck import BORROWED, names
from engine.ante.house import figures
from engine.core.problem import Problem

GAMES = ("giants-war", "legendary", "original", "emperors-gambit")
OLD = ("original", "emperors-gambit")  # one stakes, no Legendary deck, colours of their own
GOOD_DRAGONS = ("brass", "bronze", "copper", "gold", "silver")
EVIL_DRAGONS = ("black", "blue", "green", "red", "shadow", "white")
GOOD_GIANTS = ("cloud", "ordning", "stone", "storm")
EVIL_GIANTS = ("ettin", "fire", "frost", "hill")
NEWER = ("copper", "gold")  # colours with a Giants War version


def make(spec):
    """The design of a `random_design`."""
    return engine.load(spec["game"]).design(spec["players"], spec["deck"], spec["rules"])


def random_design(seed, game=None, players=None):
    """(design, what it was made of): legal, and as odd as the rules allow."""
    luck = random.Random(seed)
    game = game or luck.choice(GAMES)
    players = players or luck.randint(2, 6)
    for _ in range(100):
        deck = luck.choice((_named, _colours, _colours, _colours))(luck, game)
        spec = {
            "game": game,
            "players": players,
            "deck": deck,
            "rules": _figures(luck) | {"cards": _cards(luck, game)} | _watched(luck, game),
        }
        try:
            return make(spec), spec
        except Problem:  # figures and deck that do not fit together, like too few cards to deal
            continue
    raise AssertionError(f"no legal design from seed {seed}")


# --- decks


def _named(luck, game):
    return luck.choice(names(engine.load(game).setting))


def _shipped(game):
    """The titles that a game knows, by name."""
    return catalogue(sets=engine.load(game).setting.sets).cards


def _old_colours(luck, game):
    """Five good and five evil colours, of both old editions in Emperor's Gambit."""
    standard = [card for card in _shipped(game).values() if not card.special]
    good, evil = (
        luck.sample([card.colour for card in standard if card.alignment == side], 5)
        for side in ("good", "evil")
    )
    deck = {"dragons": luck.sample(good + evil, 10)}
    return deck | _legendary(luck, game, deck)


def _colours(luck, game):
    if game in OLD:
        return _old_colours(luck, game)
    deck = {}
    two_stakes = game == "giants-war"
    each = 3 if two_stakes else 5
    deck["legendary_deck"] = two_stakes or luck.random() < 0.4
    good, evil = luck.sample(GOOD_DRAGONS, each), luck.sample(EVIL_DRAGONS, each)
    deck["mixed"] = [word for word in NEWER if word in good and luck.random() < 0.2]
    if not deck["legendary_deck"]:
        deck["mixed"] = []
    elif luck.random() < 0.7:
        good = [f"{word} (GW)" if word in NEWER and luck.random() < 0.6 else word for word in good]
    deck["dragons"] = luck.sample(good + evil, 2 * each)
    if two_stakes:
        deck["giants"] = luck.sample(luck.sample(GOOD_GIANTS, 3) + luck.sample(EVIL_GIANTS, 3), 6)
    return deck | _legendary(luck, game, deck)


def _legendary(luck, game, deck):
    known = engine.load(game)
    special = [
        title
        for title, card in _shipped(game).items()
        if card.special and known.setting.usable(card)
    ]
    out = {}
    if luck.random() < 0.3:
        least = min(10, len(special))
        out["legendary"] = luck.sample(special, luck.randint(least, len(special)))
    elif game == "legendary" and luck.random() < 0.6:
        out["add"] = luck.sample(BORROWED, luck.randint(1, len(BORROWED)))
    titles = [t for t in special if "legendary" not in out or t in out["legendary"]]
    usual = [t for t in titles if "legendary" in out or known.setting.usual(_shipped(game)[t])]
    if luck.random() < 0.3:
        out["in_main"] = luck.sample(usual, luck.randint(1, 4))
    if luck.random() < 0.3:
        left = [t for t in usual if t not in out.get("in_main", ())]
        out["remove"] = luck.sample(left, min(len(left), luck.randint(1, 3)))
        dragons = [w for w in deck["dragons"] if w not in NEWER and "(" not in w]
        out["remove"].append(f"{luck.choice(dragons).title()} Dragon")
    return out


# --- house rules


def _figures(luck):
    """Some of the figures within their ranges, gold on the small side so that games end."""
    out = {}
    for key, entry in figures().items():
        if key == "watch" or luck.random() > 0.3:
            continue
        if "words" in entry:
            out[key] = luck.choice(entry["words"])
        elif key == "starting_gold":
            out[key] = luck.choice((luck.randint(1, 60), f"{luck.randint(1, 20)}x", 300))
        elif key == "legendary_in_deck":
            out[key] = luck.randint(0, 30)
        elif key == "flight_ante_cards" and luck.random() < 0.3:
            out[key] = "any"
        elif key not in ("hand_size", "hand_limit", "fill_to", "buy_at"):
            out[key] = luck.randint(entry["low"], entry["high"])
    if luck.random() < 0.4:
        limit = luck.choice((luck.randint(3, 20), luck.randint(3, 8)))
        fill = luck.randint(1, limit)
        out |= {
            "hand_limit": limit,
            "fill_to": fill,
            "buy_at": luck.randint(0, fill - 1),
            "hand_size": luck.randint(1, limit),
        }
    return out


def _watched(luck, game):
    """Often some titles whose work is counted; where the deck lacks one, another design is made."""
    if game in OLD:
        return {}
    titles = ("The Priest", "The Emperor", "The Merchant Prince", "Gold Monarch", "Dracolich")
    return {"watch": luck.sample(titles, luck.randint(1, 4))} if luck.random() < 0.5 else {}


def _cards(luck, game):
    """Overrides of a few titles: strengths, alignment, figures, the power of another, removal."""
    known = engine.load(game)
    cards = _shipped(game)
    titles = [title for title, card in cards.items() if known.setting.usable(card)]
    out = {}
    for title in luck.sample(titles, luck.choice((0, 0, 2, 6, 12))):
        card = cards[title]
        what = luck.choice(("strengths", "alignment", "figures", "power", "power", "remove"))
        if what == "strengths":
            most = 1 if card.special else 14
            strengths = [
                luck.randint(1, luck.choice((13, 60))) for _ in range(luck.randint(1, most))
            ]
            out[title] = {what: strengths}
        elif what == "alignment" and card.kind != "mortal":
            out[title] = {what: luck.choice(("good", "evil", "neutral"))}
        elif what == "figures":
            places = [row for row in card.power if "amount" in row.model_fields_set]
            figures_ = [luck.randint(0, 20) for row in places if isinstance(row.amount, int)]
            if figures_:
                out[title] = {"power": figures_}
        elif what == "power":
            other = cards[luck.choice(list(cards))]
            out[title] = {what: [row.said() for row in other.power]}
        elif what == "remove" and (card.special or luck.random() < 0.2):
            out[title] = {what: True}
    return out
