"""One game of the Three-Dragon Ante family as one record.

Seats count from 0, clockwise; -1 means none throughout. Cards are indices into `rules.cards`.
"""

import numpy as np

from engine.ante.codes import (
    MAX_ANTE,
    MAX_ASIDE,
    MAX_CARDS,
    MAX_CURVE,
    MAX_DEBTS,
    MAX_FLIGHT,
    MAX_FRAMES,
    MAX_HAND,
    MAX_LEGENDARY,
    MAX_OPTIONS,
    MAX_STANDING,
    SEATS,
    WATCHED,
)
from engine.core.header import header, record_dtype

u1, i2, i4, i8 = np.uint8, np.int16, np.int32, np.int64

# One power under way: which line, whose, for which card, and where it stopped.
FRAME = np.dtype(
    [
        ("row", i2),
        ("end", i2),
        ("me", i2),
        ("this", i2),
        ("head", i2),  # first row of the block under way, -1 between blocks
        ("k", i2),  # players of the block already served
        ("seat", i2),  # the one being served (`same`)
        ("stage", i2),  # 0 the row has not started, 1 and more: where it stopped
        ("choice", i2),  # word chosen by `choose`, -1 none
        ("stakes", i2),  # pile chosen, -1 none
        ("side", i2),  # neighbour chosen by left-or-right, or the second of two targets
        ("card", i2),  # what `new` and `discarded` refer to
        ("discarded", i2),
        ("paid", i2),
        ("strength", i2),  # `that-strength`
        ("left", i2),  # repeats left in this row
        ("mask", i4),  # hand slots chosen, or flight slots still to trigger
    ],
    align=True,
)

STATE = record_dtype(
    [
        *header(MAX_OPTIONS),
        ("answer", i2),  # the option taken, until the one who asked has read it
        ("phase", i2),
        ("at", i2),  # how many seats the phase has served
        ("part", i2),  # where within one seat's service the phase stopped
        # the table
        ("gambit", i2),
        ("round_no", i2),
        ("leader", i2),
        ("turn", i2),  # seat at turn
        ("turns_taken", i2),  # turns completed in this round
        ("stakes", i4, (2,)),
        ("price", i4, (2,)),  # the ante's prices, or a purchase under way
        ("hoard", i4, (SEATS,)),
        ("hole", i4, (SEATS,)),
        ("been_in_hole", u1, (SEATS,)),
        ("n_debts", i2),
        ("debtor", i2, (MAX_DEBTS,)),  # of debts between players, oldest first
        ("creditor", i2, (MAX_DEBTS,)),
        ("owed", i4, (MAX_DEBTS,)),
        ("hole_pile", i4),
        ("gold_out", i4),  # the odd rest that joint winners cannot share
        ("hand", i2, (SEATS, MAX_HAND)),
        ("hand_size", i2, (SEATS,)),
        ("flight", i2, (SEATS, MAX_FLIGHT)),  # slots, oldest first; -1 a gap
        ("slots", i2, (SEATS,)),  # slots in use, gaps included
        ("side", u1, (SEATS, MAX_FLIGHT)),  # 0 dragons, 1 giants
        ("mark", u1, (SEATS, MAX_FLIGHT)),  # RIDER | WYRM
        ("total", i2, (SEATS, 2)),  # dragon total, giant total; single stakes: all in [0]
        ("strength", i2, (SEATS,)),
        ("fights_for", i2, (SEATS,)),  # 0, 1 or -1
        ("played", i2, (SEATS,)),  # slot used this round, -1 not yet
        ("played_strength", i2, (SEATS,)),  # the strength it has, or had when it left
        ("scored_colours", i8, (SEATS,)),
        ("scored_strengths", i8, (SEATS,)),
        ("changed", i2),  # seats whose flights must be looked at, a bit each
        ("ante", i2, (MAX_ANTE,)),
        ("ante_size", i2),
        ("chosen", i2, (SEATS,)),  # cards chosen but not yet moved (ante, Othea)
        ("aside", i2, (MAX_ASIDE,)),  # cards turned up and waiting
        ("aside_frame", i2, (MAX_ASIDE,)),  # depth of the power that turned them up
        ("aside_size", i2),
        ("deck", i2, (MAX_CARDS,)),  # top is the last
        ("deck_size", i2),
        ("discard", i2, (MAX_CARDS,)),
        ("discard_size", i2),
        ("legendary", i2, (MAX_LEGENDARY,)),  # top is the last
        ("legendary_size", i2),
        ("removed_size", i2),  # cards out of the game (for counting: n_cards in all)
        # powers under way and rules of this gambit
        ("depth", i2),
        ("frames", FRAME, (MAX_FRAMES + 2,)),
        ("pushes", i2),
        ("n_standing", i2),
        ("standing_row", i2, (MAX_STANDING,)),
        ("standing_me", i2, (MAX_STANDING,)),
        ("standing_card", i2, (MAX_STANDING,)),
        ("standing_rule", i2, (MAX_STANDING,)),
        # course of the game
        ("emptied", i2),  # 1: this gambit was ended by emptied stakes
        ("first_drawer", i2),
        ("scorings_left", i2),  # -1: no reshuffle yet
        ("known", u1, (MAX_CARDS,)),  # seats that know where a card in a hand lies, a bit each
        ("specials", i2, (SEATS,)),  # Legendary cards in a hand, at least: seen coming, not which
        (
            "shuffled_in",
            i2,
            (MAX_CARDS,),
        ),  # number of the reshuffle that brought a card into the deck
        # what a result row is made of
        ("ended", i2),
        ("winners", i2),  # a bit each
        ("rounds", i4),
        ("turns", i4),
        ("reshuffles", i2),
        ("holes", i2),
        ("colour_flights", i2),
        ("strength_flights", i2),
        ("buys", i4),
        ("stakes_won", i4),
        ("stakes_stayed", i4),
        ("gambits_emptied", i2),
        ("extra_rounds", i2),
        ("chains_cut", i2),
        ("first_leader", i2),  # who led the first round of the game, -1 not known yet
        ("richest", i2),  # who last had more gold than anybody else, -1 nobody yet
        ("lead_changes", i2),
        ("first_hole", i2),  # gambit in which a seat first went into the hole, 0 none yet
        ("cards_handled", i4),  # cards that came into a hand or left one
        ("cards_taken", i4),  # cards taken at random out of another's hand
        ("legendary_drawn", i4),  # cards taken off the Legendary deck
        ("legendary_played", i4),  # Legendary cards played at a turn
        ("long_gambits", i4),  # gambits with more rounds than the rules have
        ("longest_gambit", i2),  # rounds of the longest one
        ("stakes_weakest", i4),  # stakes won while the weakest flight wins ...
        ("stakes_upset", i4),  # ... of these, by a flight that would not have won otherwise
        ("mixed_strength", i2),  # strengths of the mixed colours' cards in the deck, added up
        ("mixed_doubles", i2),  # of these cards, those as strong as another of their colour
        # of each watched title (house key `watch`)
        ("watched_played", i4, (WATCHED,)),  # cards of the title played at a turn
        ("watched_triggered", i4, (WATCHED,)),  # of these, the power triggered when played
        (
            "watched_matched",
            i4,
            (WATCHED,),
        ),  # its cards that lay in a colour flight, of that colour, when it was paid
        ("watched_flights", i4, (WATCHED,)),  # colour flights with at least one of those
        ("watched_scored", i4, (WATCHED,)),  # flights at the award of the stakes that held it
        ("watched_won", i4, (WATCHED,)),  # stakes that such a flight won
        (
            "watched_giants",
            i4,
            (WATCHED,),
        ),  # flights as in watched_scored that fought for the giants
        ("watched_giants_won", i4, (WATCHED,)),  # giants' stakes that those won
        ("watched_stood", i4, (WATCHED,)),  # lasting powers of its cards at work at the award
        ("watched_helped", i4, (WATCHED,)),  # shares of a stakes that those brought their owner
        ("watched_bonus", i4, (WATCHED,)),  # strength that those added at scoring
        ("watched_gold", i4, (WATCHED,)),  # gold its power brought its owner, less what it cost
        ("hands", i2, (MAX_CURVE,)),  # cards in all hands when the gambit began
        ("hoards", i2, (MAX_CURVE, SEATS)),
    ]
)

RESULT = np.dtype(
    [
        ("game", i8),
        ("seats", i2),
        ("winners", i2),
        ("n_winners", i2),
        ("gold", i4, (SEATS,)),
        ("gambits", i4),
        ("rounds", i4),
        ("turns", i4),
        ("decisions", i4),
        ("steps", i4),
        ("ended", i2),
        ("reshuffles", i2),
        ("holes", i2),
        ("colour_flights", i2),
        ("strength_flights", i2),
        ("buys", i4),
        ("stakes_won", i4),
        ("stakes_stayed", i4),
        ("emptied", i2),
        ("extra_rounds", i2),
        ("chains_cut", i2),
        ("first_leader", i2),
        ("lead_changes", i2),
        ("first_hole", i2),
        ("broke", i2),  # seats without gold at the end
        ("cards_handled", i4),
        ("cards_taken", i4),
        ("legendary_drawn", i4),
        ("legendary_played", i4),
        ("long_gambits", i4),
        ("longest_gambit", i2),
        ("stakes_weakest", i4),
        ("stakes_upset", i4),
        ("mixed_strength", i2),
        ("mixed_doubles", i2),
        ("watched_played", i4, (WATCHED,)),
        ("watched_triggered", i4, (WATCHED,)),
        ("watched_matched", i4, (WATCHED,)),
        ("watched_flights", i4, (WATCHED,)),
        ("watched_scored", i4, (WATCHED,)),
        ("watched_won", i4, (WATCHED,)),
        ("watched_giants", i4, (WATCHED,)),
        ("watched_giants_won", i4, (WATCHED,)),
        ("watched_stood", i4, (WATCHED,)),
        ("watched_helped", i4, (WATCHED,)),
        ("watched_bonus", i4, (WATCHED,)),
        ("watched_gold", i4, (WATCHED,)),
        ("hand_by_gambit", np.float32, (MAX_CURVE,)),
        ("gold_by_gambit", i2, (MAX_CURVE, SEATS)),  # no hoard can be above 32767
    ],
    align=True,
)
