"""The rules of one design as one record: every figure, every square, every Fate card.

`RULES` is what a compiled verb gets as `rules`. A sweep changes data in it; nothing is compiled again.
"""

import numpy as np

from engine.core.header import record_dtype
from engine.dragon_war.codes import MAX_BOARD, MAX_FATE, MAX_TITLES, SQUARES

MAX_PINS = 1024
MAX_LOG = 512

i2, i4 = np.int16, np.int32

RULES = record_dtype(
    [
        ("seats", i2),
        ("start_life", i2),
        ("life_ceiling", i2),
        ("haven_all", i2),  # 1: a Safe Haven keeps all harm away, 0: battles and dice
        ("haven_trade", i2),  # 1: and being traded
        ("tie_defender", i2),
        ("recycle_discard", i2),  # 1: a discard pile, 0: under the deck
        ("hand_limit", i2),
        ("restart_limit", i2),
        ("restart_life", i2),
        ("restart_keeps", i2),
        ("may_stay_out", i2),
        ("wins_now", i2),
        ("finish_target", i2),
        ("finish_dice", i2),
        ("exact_finish", i2),
        ("loop_only", i2),
        ("max_landings", i2),
        ("max_turns", i2),
        ("battle_ends", i2),  # 1: fights on START and FINISH too
        ("lifo", i2),  # 1: held cards answer cards and squares
        ("fate_moves", i2),  # 1: a square that a Fate card leads to acts
        # the components
        ("n_cards", i2),  # game cards to choose from
        ("n_board", i2),  # of these so many make the board
        ("finish", i2),  # number of the FINISH square
        ("square_op", i2, (MAX_BOARD * SQUARES,)),  # by card * SQUARES + place
        ("square_n", i2, (MAX_BOARD * SQUARES,)),
        ("n_fate", i2),
        ("fate_title", i2, (MAX_FATE,)),  # of each Fate card
        ("n_titles", i2),
        ("title_op", i2, (MAX_TITLES,)),
        ("title_n", i2, (MAX_TITLES,)),
        ("title_held", i2, (MAX_TITLES,)),  # 1: held, 0: acts as it is drawn
        # a scenario's pinned luck and a transcript's notes: only ever filled in a private copy
        ("n_pins", i2),
        ("pins", i2, (MAX_PINS,)),
        ("logging", i2),
        ("n_log", i4),
        ("log", i4, (MAX_LOG, 5)),
    ]
)
