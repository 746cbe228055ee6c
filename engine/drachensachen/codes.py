"""Numbers that stand for words: kinds of cards, questions, options, tricks, hindrances, endings."""

from engine.core.header import SEATS_MAX

SEATS = SEATS_MAX
NONE = -1

# kinds of cards: goblins 1 to 9 are 0 to 8; cards of one kind are the same to the rules
KINDS = 12
ONE, TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE = range(9)
ZERO, FIRE, DEFENDER = 9, 10, 11
NAMES = (*(str(value) for value in range(1, 10)), "Zero", "Fire", "Defender")

SET = 4  # so many of a kind in a row burn the pile, and may be removed from a hand
COLUMNS = 8  # places of a reserve
MAX_CARDS = 128
MAX_PLAY = 6  # most of `max_per_play`
MAX_HINDRANCES = 12
MAX_CURVE = 32  # rounds of which the leader is kept
OPTIONS = 104

# what a question is about
Q_SWAP, Q_ACTION, Q_DRAW, Q_SKIP, Q_SURPRISE, Q_CAROUSEL, Q_SECRETS = range(1, 8)
QUESTIONS = ("none", "swap", "action", "draw", "skip", "surprise", "carousel", "secrets")

# where the round stands between two questions
P_ROUND, P_SWAP, P_TURN, P_CHAIN, P_END = range(5)

# an option is its kind times OPTION_VALUES, plus a value
OPTION_VALUES = 256
O_PLAY, O_REMOVE, O_FLIP, O_SWAP, O_TARGET, O_LIFT, O_WORD = range(7)
COUNTS = 8  # the value of a play: kind times COUNTS, plus how many
WORDS = ("take", "accept", "defend", "keep", "reverse", "decline")
W_TAKE, W_ACCEPT, W_DEFEND, W_KEEP, W_REVERSE, W_DECLINE = range(6)
TAKE, ACCEPT, DEFEND, KEEP, REVERSE, DECLINE = (O_WORD * OPTION_VALUES + word for word in range(6))

TRICKS = (
    "fast_dragon",
    "goblins_vs_dragons",
    "small_but_bold",
    "surprise",
    "carousel",
    "golden_feathers",
    "revealing_secrets",
)
FAST_DRAGON, AGAINST_DRAGONS, BOLD, SURPRISE, CAROUSEL, FEATHERS, SECRETS = (
    1 << k for k in range(7)
)

INVASION, UNKNOWN, CHAOS = 1, 2, 3
HINDRANCES = {"invasion": INVASION, "unknown": UNKNOWN, "chaos": CHAOS}

ENDED_TOTAL, ENDED_TIE, ENDED_ROUNDS = range(3)
ENDINGS = ("a total reached the end", "after a tie round", "round limit")

# notes for the transcript
(
    E_ROUND,
    E_HINDRANCE,
    E_CHAOS,
    E_TRICK,
    E_DEALT,
    E_SWAP,
    E_PLAY,
    E_TAKE,
    E_REMOVE,
    E_FLIP,
    E_BURN,
    E_FIRE,
    E_DRAW,
    E_DEBT,
    E_MISS,
    E_GIVE,
    E_REVERSE,
    E_LIFT,
    E_FINISH,
    E_CAPPED,
    E_LOSS,
    E_TIE,
    E_OVER,
    E_AGAIN,
) = range(1, 25)
