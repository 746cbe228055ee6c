"""The rules of one design as one record: every figure of the game, every card, every line of power.

`RULES` is what a compiled verb gets as `rules`. A sweep changes data in it; nothing is compiled again.
Integers are int16 unless said; filters and programs are referred to by index.
"""

import numpy as np

from engine.ante.codes import MAX_CARDS, MAX_HAND, MAX_LEGENDARY

MAX_ROWS = 512
MAX_FILTERS = 160
MAX_PINS = 1024
MAX_LOG = 512
MIXED = 2  # slots in which two versions of a colour are shuffled together
MIXED_CARDS = 40

i2, i4, i8 = np.int16, np.int32, np.int64

FILTER = np.dtype(
    [
        ("need", i8),  # property and colour bits that must all be set
        ("compare", i2),  # 1 stronger, -1 weaker than this card, strictly; 0 either
        ("other", i2),  # 1: not this card itself
        ("weakest", i2),  # 1: the lowest strength among the candidates
    ],
    align=True,
)

ROW = np.dtype(
    [
        ("effect", i2),
        ("whom", i2),  # selector: the one player, or players, the row is about
        ("role", i2),  # ROLE_WHO, ROLE_TO or ROLE_FROM: what that player is to the effect
        ("same", i2),  # 1: continues the row above for the same player
        ("block_end", i2),  # one past the last row of the block that this row heads
        ("relation", i2),  # `with` RELATION, -1 none
        ("relation_n", i2),  # N of `hand-under N`
        ("with_filter", i2, (2,)),  # `with` FILTERs: has such a card in the flight; -1 none
        ("goes_to", i2),  # PLAYER, STAKES or DRAGON_STAKES
        (
            "source",
            i2,
        ),  # a place or pile; STAKES or DRAGON_STAKES for `steal`; PLAYER: the selected one
        ("amount", i2),  # or ANY, ALL
        ("per", i2),  # a count; ONE where the amount stands alone
        ("per_filter", i2),
        ("per_place", i2),
        ("per_relation", i2),
        ("plus", i2),
        ("card", i2),  # CARD_FILTER, CARD_THIS, CARD_NEW, CARD_DISCARDED
        ("card_filter", i2),  # index into filters (one that matches any card if nothing is said)
        ("by_filter", i2),
        ("rule", i2),
        ("condition", i2),  # 0 none, 1 if, 2 unless; the count below is > 0
        ("cond_count", i2),
        ("cond_filter", i2),
        ("cond_place", i2),
        ("cond_relation", i2),
        ("when", i2),  # index of a word (codes.WORDS) that must have been chosen, -1 none
        ("between", i2, (2,)),  # words to choose from
        ("keep", i2),  # `keep` or `show`
        ("may", i2),
        ("giant", i2),  # 1: the line stands on a giant's card (for `bonus_to = "giants"`)
    ]
)

CARD = np.dtype(
    [
        ("props", i8),  # codes.DRAGON | ... | colour bits << COLOUR_BIT
        ("strength", i2),
        ("fights", i2),  # DRAGONS, GIANTS or DECLARED; DRAGONS for all in single stakes
        ("first", i2),  # its power: rows[first:end]
        ("end", i2),
        ("entry_first", i2),  # god ability on entering a flight
        ("entry_end", i2),
        ("hook_first", i2),  # god ability when an opponent scores a special flight
        ("hook_end", i2),
        ("ante_first", i2),  # what it does when it comes into the ante: rows[ante_first:ante_end]
        ("ante_end", i2),
        ("ante_later", i2),  # 1: also when it joins the ante after the reveal
        ("ante_row", i2),  # the row whose rule is at work while it lies in the ante; -1 none
        ("bar", i2),  # filter: with such a card in this flight its owner cannot win; -1 none
        ("title", i2),  # index into the design's titles
        ("watched", i2),  # place among the titles of house key `watch`, -1 none
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("seats", i2),
        ("two_stakes", i2),
        ("starting_gold", i4),
        ("hand_size", i2),  # cards dealt at the start
        ("hand_limit", i2),
        ("fill_to", i2),
        ("buy_at", i2),  # buy at the start of a turn with this many cards or fewer
        ("buy_random", i2),  # 1: a turned-up card is the price, 0: the own flight's strongest
        ("draw_between", i2),
        ("scorings", i2),  # gambits scored after the first reshuffle; 0 = no limit
        ("rounds", i2),
        ("tie_extra", i2),  # extra rounds that a tie at scoring makes before the stakes stay
        ("flight_dragons", i2),  # 1: dragons alone make special flights
        ("debts", i2),  # 1: shortfalls to players are debts to them, 0: they go to the hole
        ("ante_effects", i2),  # 1: cards act while they lie in the ante (EG3)
        ("winner_debts", i2),  # 1: who wins a gambit owes nothing more
        (
            "bonus_giants",
            i2,
        ),  # R-7: 1 = giants' bonuses go to the giant total before sides are decided
        ("wyrm_dragon", i2),  # 1 = a triggered Wyrmpriest is a plain dragon everywhere
        ("colour_pays", i2),  # 0 strongest, 1 second-strongest, 2 weakest matching strength
        ("n_watched", i2),  # titles watched: counted for the rows, of no account in play
        ("dragon_colours", i8),  # colour bits (not shifted) of the dragons
        ("mortal_colour", i2),  # index of the colour `mortal`
        # the deck
        ("n_cards", i2),
        (
            "n_main",
            i2,
        ),  # standard cards, by slot: their places do not depend on which colour is in the slot
        ("main", i2, (MAX_CARDS,)),
        (
            "n_mixed",
            i2,
            (MIXED,),
        ),  # candidates of a mixed slot; as many are picked as places hold -2 - slot
        ("mixed", i2, (MIXED, MIXED_CARDS)),
        ("n_forced", i2),  # Legendary-deck cards that are always in the main deck
        ("forced", i2, (MAX_LEGENDARY,)),
        ("n_pool", i2),  # Legendary-deck cards besides those
        ("pool", i2, (MAX_LEGENDARY,)),
        ("n_picked", i2),  # how many of the pool go into the main deck
        (
            "legendary_deck",
            i2,
        ),  # 1: the rest of the pool is a deck to draw from, 0: out of the game
        # programs that belong to no card
        ("declare_row", i2),
        ("colour_first", i2),
        ("colour_end", i2),
        ("strength_first", i2),
        ("strength_end", i2),
        ("cards", CARD, (MAX_CARDS,)),
        ("filters", FILTER, (MAX_FILTERS,)),
        ("rows", ROW, (MAX_ROWS,)),
        # a scenario's pinned luck and a transcript's notes: only ever filled in a private copy
        ("n_pins", i2),
        ("pins", i2, (MAX_PINS,)),  # see `engine.core.pinning`
        ("logging", i2),
        ("n_log", i4),
        ("log", i4, (MAX_LOG, 5)),
    ],
    align=True,
)

assert MAX_HAND <= 30  # chosen hand cards are kept as bits of an int32
