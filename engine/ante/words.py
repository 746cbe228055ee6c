"""The vocabulary of powers: every word of the card files with its code, and what an effect may say.

`program.py` turns rows of these words into rows of codes; nothing else knows them.
"""

from engine.ante import codes as c

EFFECTS = {
    "pay": c.PAY,
    "steal": c.STEAL,
    "swap-stakes": c.SWAP_STAKES,
    "draw": c.DRAW,
    "look": c.LOOK,
    "take": c.TAKE,
    "take-random": c.TAKE_RANDOM,
    "give-or-pay": c.GIVE_OR_PAY,
    "pass": c.PASS,
    "discard": c.DISCARD,
    "discard-random": c.DISCARD_RANDOM,
    "ante": c.TO_ANTE,
    "reveal": c.REVEAL,
    "replace": c.REPLACE,
    "swap": c.SWAP,
    "trigger": c.TRIGGER,
    "trigger-each": c.TRIGGER_EACH,
    "use": c.USE,
    "choose": c.CHOOSE,
    "choose-stakes": c.CHOOSE_STAKES,
    "this-gambit": c.THIS_GAMBIT,
}

RULES = {
    "weakest-flight-wins": c.WEAKEST_WINS,
    "half-the-prize-stays": c.HALF_STAYS,
    "winner-splits-with-left": c.SPLITS_LEFT,
    "extra-round-unless-i-win": c.EXTRA_ROUND,
    "my-plays-trigger": c.MY_PLAYS_TRIGGER,
    "prices-to-me": c.PRICES_TO_ME,
    "gifts-if-i-win": c.GIFTS_IF_WIN,
    "score-bonus": c.SCORE_BONUS,
    "scores-as-weakest-dragon": c.AS_WEAKEST_DRAGON,
    "any-dragon-colour": c.ANY_DRAGON_COLOUR,
    "lead-next-round": c.LEAD_NEXT,
    "at-least-rounds": c.AT_LEAST_ROUNDS,
    # while a card lies in the ante
    "winner-shares-with-special-flights": c.SHARES_SPECIAL,
    "strong-cards-trigger": c.STRONG_TRIGGER,
    "leader-pays-each": c.LEADER_PAYS,
}

SELECTORS = {
    "me": c.ME,
    "same": c.SAME,
    "each-player": c.EACH_PLAYER,
    "each-opponent": c.EACH_OPPONENT,
    "left-opponent": c.LEFT,
    "right-opponent": c.RIGHT,
    "left-and-right": c.LEFT_AND_RIGHT,
    "left-or-right": c.LEFT_OR_RIGHT,
    "other-side": c.OTHER_SIDE,
    "strongest-opponent": c.STRONGEST,
    "weakest-opponent": c.WEAKEST,
    "strongest-and-weakest": c.STRONGEST_AND_WEAKEST,
    "opponent-with-most-cards": c.MOST_CARDS,
    "first-willing-opponent": c.FIRST_WILLING,
    "their-left": c.THEIR_LEFT,
}

RELATIONS = {
    "weaker-flight": c.WEAKER_FLIGHT,
    "stronger-flight": c.STRONGER_FLIGHT,
    "my-stakes": c.MY_STAKES,
    "that-stakes": c.THAT_STAKES,
    "hand-under": c.HAND_UNDER,  # followed by a number
}

# where cards are counted
PLACES = {
    "my-flight": c.MY_FLIGHT,
    "their-flight": c.THEIR_FLIGHT,
    "any-flight": c.ANY_FLIGHT,
    "ante": c.ANTE,
    "flights-and-ante": c.FLIGHTS_AND_ANTE,
}

# where cards or gold come from
SOURCES = {
    "hand": c.HAND,
    "deck": c.DECK,
    "legendary": c.LEGENDARY_DECK,
    "either-deck": c.EITHER_DECK,
    "revealed": c.REVEALED,
    "ante": c.ANTE,
    "my-flight": c.MY_FLIGHT,
    "any-flight": c.ANY_FLIGHT,
    "stakes": c.STAKES,
    "dragon-stakes": c.DRAGON_STAKES,
}

GOES_TO = {"stakes": c.STAKES, "dragon-stakes": c.DRAGON_STAKES}

# counts of one word; the others are `FILTER in PLACE`, `colours-of FILTER in my-flight`,
# `flight-with FILTER` and `opponent-with RELATION`
COUNTS = {
    "player": c.PLAYERS,
    "player-once-in-hole": c.ONCE_IN_HOLE,
    "seat-from-me": c.SEAT_FROM_ME,
    "discarded": c.COUNT_DISCARDED,
    "paid": c.COUNT_PAID,
    "that-strength": c.THAT_STRENGTH,
    "strength-of-weakest-ante": c.WEAKEST_ANTE,
}
PHRASES = (
    "FILTER in PLACE",
    "colours-of FILTER in my-flight",
    "flight-with FILTER",
    "opponent-with RELATION",
)

# what a card is; colours join these words
PROPERTIES = {
    "card": 0,
    "dragon": c.DRAGON,
    "giant": c.GIANT,
    "mortal": c.MORTAL,
    "good": c.GOOD,
    "evil": c.EVIL,
    "god": c.GOD,
    "legendary": c.LEGENDARY,
}
COMPARISONS = {"stronger": 1, "weaker": -1}
FILTER_WORDS = (*PROPERTIES, *COMPARISONS, "other", "weakest")

REFERENCES = {"this": c.CARD_THIS, "new": c.CARD_NEW, "discarded": c.CARD_DISCARDED}

CHOICES = ("each-pays", "each-adds", "dragons", "giants", "steal", "one", "all")

# --- what each effect may say: the fields besides `effect`, `if`, `unless` and `when`
FIELDS = {
    "pay": ("who", "with", "to", "amount", "per", "plus", "may"),
    "steal": ("from", "amount", "per", "plus"),
    "swap-stakes": ("may",),
    "draw": ("who", "with", "from", "amount", "per", "plus"),
    "look": ("from", "amount", "keep"),
    "take": ("from", "card", "amount"),
    "take-random": ("from", "with"),
    "give-or-pay": ("who", "with", "card", "amount"),
    "pass": ("who", "with", "to"),
    "discard": ("from", "card", "amount", "may"),
    "discard-random": ("from", "with", "show"),
    "ante": ("who", "with", "from", "amount", "card"),
    "reveal": ("from", "amount"),
    "replace": ("card", "by", "from", "may"),
    "swap": ("card", "may"),
    "trigger": ("card", "may"),
    "trigger-each": ("card", "from"),
    "use": ("card", "from", "may"),
    "choose": ("between",),
    "choose-stakes": (),
    "this-gambit": ("rule", "amount", "per"),
}
NEEDED = {
    "take-random": ("from",),
    "give-or-pay": ("who", "card", "amount"),
    "pass": ("who",),
    "discard": ("from",),
    "discard-random": ("from",),
    "ante": ("from",),
    "replace": ("card", "from"),
    "swap": ("card",),
    "trigger-each": ("card",),
    "use": ("card",),
    "choose": ("between",),
    "this-gambit": ("rule",),
}
# where an effect may take from (first: if nothing is said); "SELECTOR" stands for any player word
FROM = {
    "steal": ("stakes", "dragon-stakes"),
    "draw": ("deck", "legendary", "either-deck"),
    "look": ("deck", "legendary"),
    "take": ("ante",),
    "take-random": ("SELECTOR",),
    "discard": ("hand", "any-flight", "ante"),
    "discard-random": ("SELECTOR",),
    "ante": ("hand", "legendary", "revealed"),
    "reveal": ("deck",),
    "replace": ("deck", "hand", "revealed", "SELECTOR"),
    "trigger-each": ("my-flight",),
    "use": ("hand", "ante", "any-flight"),
}
# amounts that are no number: "any" is the doer's choice
ANY_AMOUNT = {
    ("take", "ante"): ("any",),
    ("discard", "hand"): ("any", "all"),
    ("ante", "revealed"): ("all",),
}
ONE_CARD = {("discard", "any-flight"), ("discard", "ante"), ("ante", "hand")}  # amount must be 1
MAY_FROM = {
    "discard": ("any-flight", "ante"),
    "replace": ("hand", "revealed"),
}  # where `may` is asked
PLURAL = ("each-player", "each-opponent", "left-and-right", "strongest-and-weakest")
