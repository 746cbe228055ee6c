"""One game as one record: of a hand only how many of each kind lie in it, for they are alike.

Seats count from 0, clockwise; columns of a reserve from 0; -1 means none throughout.
"""

import numpy as np

from engine.core.header import header, record_dtype
from engine.drachensachen.codes import (
    COLUMNS,
    KINDS,
    MAX_CARDS,
    MAX_CURVE,
    MAX_HINDRANCES,
    OPTIONS,
    SEATS,
    TRICKS,
)

i2, i4, i8 = np.int16, np.int32, np.int64

STATE = record_dtype(
    [
        *header(OPTIONS),
        # cards
        ("held", i2, (SEATS, KINDS)),  # cards of each kind in a hand
        ("hand_size", i2, (SEATS,)),
        ("known", i2, (SEATS, KINDS)),  # of these everybody knows, at least
        ("up", i2, (SEATS, COLUMNS)),  # face-up reserve cards
        ("down", i2, (SEATS, COLUMNS)),  # face-down ones; covered where a face-up one lies above
        ("n_up", i2, (SEATS,)),
        ("n_down", i2, (SEATS,)),
        ("pile", i2, (KINDS,)),
        ("pile_size", i2),
        ("top", i2),  # kind of the top card
        ("demand", i2),  # the value that the pile asks for: Defenders hand on what lies below
        ("run_length", i2),  # cards alike at the top
        ("trouble", i2, (MAX_CARDS,)),  # top is the last
        ("trouble_size", i2),
        ("burnt", i2, (KINDS,)),  # out of this round, seen by all
        ("aside", i2, (KINDS,)),  # not dealt in this round, seen by nobody
        # course of a round
        ("phase", i2),
        ("round_no", i2),
        ("starter", i2),
        ("swappers", i2),  # seats asked for their swap
        ("active", i2),
        ("direction", i2),  # 1 clockwise, -1 the other way
        ("turns_in_round", i4),
        ("debt", i2),  # cards that the next player must draw
        ("again", i2),  # 1: the play under way gives an additional turn
        ("fives", i2),  # of the play under way
        ("chain_from", i2),  # who played the fives
        ("chain_hit", i2),  # players to be passed over
        ("chain_at", i2),  # of these, already passed over
        ("finisher", i2),
        # course of the game
        ("totals", i2, (SEATS,)),
        ("last_loss", i2, (SEATS,)),
        ("last_finisher", i2),
        ("tie_rounds", i2),
        ("tricks", i2),  # a bit each
        ("trick_order", i2, (len(TRICKS),)),
        ("n_tricks", i2),  # so many of them lie open
        ("stack", i2, (MAX_HINDRANCES,)),  # hindrance cards, top first
        ("stack_size", i2),
        ("stack_fresh", i2),  # so many of the top nobody has seen yet
        ("hindrance", i2, (SEATS,)),
        ("chaos", i2),  # the card that makes this round chaotic
        ("taken", i2, (MAX_HINDRANCES,)),  # hindrances of this round, in order
        ("n_taken", i2),
        ("piles", i4),  # piles begun, over the game
        # what a result row is made of
        ("ended", i2),
        ("winners", i2),  # a bit each
        ("first_starter", i2),
        ("leaders", i2, (MAX_CURVE,)),  # who alone had lost least after a round
        ("turns", i4),
        ("takes", i4),
        ("burns", i4),
        ("removals", i4),
        ("flips", i4),
        ("drawn", i4),
        ("skips", i4),
        ("defended", i4),
        ("capped", i2),
        ("repeat_finishes", i2),
        ("by_starter", i2),
    ]
)

RESULT = np.dtype(
    [
        ("game", i8),
        ("seats", i2),
        ("winners", i2),
        ("n_winners", i2),
        ("lost", i4, (SEATS,)),
        ("rounds", i4),
        ("turns", i4),
        ("decisions", i4),
        ("steps", i4),
        ("ended", i2),
        ("capped", i2),
        ("tie_rounds", i2),
        ("takes", i4),
        ("burns", i4),
        ("removals", i4),
        ("flips", i4),
        ("drawn", i4),
        ("skips", i4),
        ("defended", i4),
        ("lead_changes", i4),
        ("half_leader", i2),  # who alone had lost least at half time; -1 nobody
        ("margin", i4),
        ("starter", i2),  # who began the first round
        ("starter_finishes", i4),
        ("repeat_finishes", i4),
    ],
    align=True,
)
