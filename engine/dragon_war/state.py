"""A game of Dragon War under way, and the row that a finished one leaves."""

import numpy as np

from engine.core.header import header, record_dtype
from engine.dragon_war.codes import (
    DECK,
    MAX_BOARD,
    MAX_CHAIN,
    MAX_FATE,
    MAX_FRAMES,
    MAX_HELD,
    MAX_OPTIONS,
    SEATS,
)

u1, i2, i4, i8 = np.uint8, np.int16, np.int32, np.int64

FRAME = record_dtype(
    [
        ("kind", i2),  # codes.K_EFFECT, ...
        ("stage", i2),  # where it stopped
        ("me", i2),  # whose effect it is; in a battle the attacker
        ("who", i2),  # whom it concerns; in a battle the defender
        ("op", i2),
        ("n", i2),
        ("fate", i2),  # what an effect comes from: a square, a drawn Fate card, a played one
        ("asked", i2),  # answers: so many seats have passed
        ("first", i2),  # in a battle the attacker's die and what cards add, and the defender's
        ("second", i2),
        ("added", i2, (2,)),
        ("ties", i2),
    ]
)

STATE = record_dtype(
    [
        *header(MAX_OPTIONS),
        ("answer", i2),
        ("phase", i2),
        ("turn", i2),  # the seat whose turn it is
        ("turn_no", i2),
        ("starter", i2),
        ("pos", i2, (SEATS,)),  # 0 START, then squares, rules.finish FINISH
        ("life", i2, (SEATS,)),
        ("alive", i2, (SEATS,)),
        ("restarts", i2, (SEATS,)),  # used
        ("skip", i2, (SEATS,)),  # turns to be missed
        ("board", i2, (MAX_BOARD,)),  # game cards from START to FINISH
        ("hand", i2, (SEATS, MAX_HELD)),
        ("hand_size", i2, (SEATS,)),
        ("deck", i2, (DECK,)),  # a ring: the top card lies at `head`
        ("head", i2),
        ("deck_size", i2),
        ("public", i2),  # so many of the deck's lowest cards were laid there openly
        ("discard", i2, (MAX_FATE,)),
        ("discard_size", i2),
        ("acting", i2),  # 1: the card used last still acts, and those used meanwhile go before it
        (
            "known",
            u1,
            (MAX_FATE,),
        ),  # of a card in a hand: the seats that know it is there, a bit each
        ("traced", u1, (MAX_FATE,)),  # the seats that know that a card is not in the closed deck
        ("reshuffles", i2),
        # this turn
        ("landings", i2),
        ("boost", i2),
        ("die", i2),
        ("again", i2),
        ("traded", i2),  # 1: the lander was traded away from where it landed
        ("back_to", i2),  # the phase that a landing comes back to
        ("fought", i2),  # seats already fought in this landing, a bit each
        ("chain", i2, (MAX_CHAIN,)),  # squares of this landing
        ("n_chain", i2),
        ("depth", i2),
        ("frames", FRAME, (MAX_FRAMES,)),
        # what a result row is made of
        ("ended", i2),
        ("winners", i2),  # a bit each
        ("out_order", i2, (SEATS,)),  # 1 for the first that was out for good, ...; 0: alive
        ("outs", i2),  # players out for good
        ("leader", i2),  # furthest ahead alone, as last seen; -1 none yet
        ("lead_changes", i2),
        ("halfway", i2),  # who led when half of the way was first reached; -1: nobody has
        ("dice", i4),
        ("battles", i4),
        ("deaths", i4),
        ("draws", i4),
        ("uses", i4),
        ("tries", i4),
        ("swaps", i4),
        ("landed", i4),  # squares that acted
    ]
)

RESULT = record_dtype(
    [
        ("game", i8),
        ("seats", i2),
        ("winners", i2),
        ("n_winners", i2),
        ("square", i2, (SEATS,)),
        ("life", i2, (SEATS,)),
        (
            "place",
            i2,
            (SEATS,),
        ),  # 1 for a winner; then those alive by square and life, then the dead
        ("turns", i4),
        ("decisions", i4),
        ("steps", i4),
        ("dice", i4),
        ("ended", i2),
        ("battles", i4),
        ("deaths", i4),
        ("restarts", i4),
        ("alive_at_end", i2),
        ("cards_drawn", i4),
        ("cards_used", i4),
        ("squares_acted", i4),
        ("finish_tries", i4),
        ("trades", i4),
        ("lead_changes", i2),
        ("half_leader", i2),  # who led when half of the way was first reached; -1 nobody
        ("starter", i2),  # who took the first turn
        ("won_at_finish", i2),
    ]
)
