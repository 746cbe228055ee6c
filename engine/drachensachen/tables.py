"""All figures and switches of the rules as one record, and the cards of both modules."""

import numpy as np

from engine.core.header import record_dtype
from engine.drachensachen.codes import COLUMNS, KINDS, MAX_HINDRANCES, TRICKS

i2, i4 = np.int16, np.int32

MAX_PINS = 256
MAX_LOG = 512

HINDRANCE = np.dtype(
    [
        ("kind", i2),
        ("hand", i2),  # of an invasion
        ("columns", i2),  # of an unknown reserve
        ("has_down", i2, (COLUMNS,)),
        ("has_up", i2, (COLUMNS,)),
    ]
)

RULES = record_dtype(
    [
        ("seats", i2),
        ("copies", i2, (KINDS,)),
        ("n_cards", i2),
        ("coins", i2, (KINDS,)),  # on the front
        ("coins_back", i2),
        ("hand_size", i2),
        ("columns", i2),
        ("has_down", i2, (COLUMNS,)),
        ("has_up", i2, (COLUMNS,)),
        ("trouble_size", i2),
        ("loss_cap", i2),
        ("game_end", i2),
        ("tie_rounds", i2),
        ("max_per_play", i2),
        ("reserve_multi", i2),
        ("draw_current", i2),  # 1: fours and Defenders of the reserve pass a draw on as well
        ("skip_current", i2),  # 1: Defenders of the reserve pass a skip on as well
        ("quads_must_burn", i2),
        ("starter_total", i2),  # 1: whoever lost most in all starts, 0: in the last round
        ("first_player", i2),  # -1 random
        ("max_turns", i4),
        ("max_rounds", i2),
        ("n_tricks", i2),
        ("tricks", i2, (len(TRICKS),)),
        ("tricks_fixed", i2),  # 1: in this order, 0: shuffled
        ("n_hindrances", i2),
        ("hindrances", HINDRANCE, (MAX_HINDRANCES,)),
        # a scenario's pinned luck and a transcript's notes: only ever filled in a private copy
        ("n_pins", i2),
        ("pins", i2, (MAX_PINS,)),  # see `engine.core.pinning`
        ("logging", i2),
        ("n_log", i4),
        ("log", i4, (MAX_LOG, 5)),
    ]
)
