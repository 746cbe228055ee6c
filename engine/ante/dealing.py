"""The deal: decks shuffled, gold and cards handed out (LE S1 to S4, GW S1 to S8)."""

from engine.ante.codes import NONE, SEATS, WATCHED
from engine.ante.piles import SCRATCH
from engine.core.jit import inline
from engine.core.rng import DEAL, PICK, shuffle, stream


@inline
def reset(state, rules):
    """Everything a game counts or keeps, at its start; the header is `begin`'s."""
    state.answer = NONE
    state.at = 0
    state.part = 0
    state.gambit = 0
    state.round_no = 0
    state.leader = 0
    state.turn = 0
    state.turns_taken = 0
    state.hole_pile = 0
    state.n_debts = 0
    state.gold_out = 0
    for side in range(2):
        state.stakes[side] = 0
        state.price[side] = 0
    for seat in range(SEATS):
        state.hoard[seat] = rules.starting_gold if seat < rules.seats else 0
        state.hole[seat] = 0
        state.been_in_hole[seat] = 0
        state.hand_size[seat] = 0
        state.specials[seat] = 0
        state.chosen[seat] = NONE
        state.slots[seat] = 0
    for card in range(rules.n_cards):
        state.shuffled_in[card] = 0
    state.ante_size = 0
    state.aside_size = 0
    state.discard_size = 0
    state.depth = 0
    state.pushes = 0
    state.emptied = 0
    state.first_drawer = 0
    state.scorings_left = NONE
    state.ended = 0
    state.winners = 0
    state.rounds = 0
    state.turns = 0
    state.reshuffles = 0
    state.holes = 0
    state.colour_flights = 0
    state.strength_flights = 0
    state.buys = 0
    state.stakes_won = 0
    state.stakes_stayed = 0
    state.gambits_emptied = 0
    state.extra_rounds = 0
    state.chains_cut = 0
    state.first_leader = NONE
    state.richest = NONE
    state.lead_changes = 0
    state.first_hole = 0
    state.cards_handled = 0
    state.cards_taken = 0
    state.legendary_drawn = 0
    state.legendary_played = 0
    state.long_gambits = 0
    state.longest_gambit = 0
    state.stakes_weakest = 0
    state.stakes_upset = 0
    state.mixed_strength = 0
    state.mixed_doubles = 0
    reset_watched(state)


@inline
def reset_watched(state):
    """What is counted of watched titles."""
    for i in range(WATCHED):
        state.watched_played[i] = 0
        state.watched_triggered[i] = 0
        state.watched_matched[i] = 0
        state.watched_flights[i] = 0
        state.watched_scored[i] = 0
        state.watched_won[i] = 0
        state.watched_giants[i] = 0
        state.watched_giants_won[i] = 0
        state.watched_stood[i] = 0
        state.watched_helped[i] = 0
        state.watched_bonus[i] = 0
        state.watched_gold[i] = 0


@inline
def build_decks(state, rules):
    """Shuffle the Legendary deck and the main deck.

    Places in the main deck belong to slots of the design, not to cards: designs that differ in a colour
    meet the same deals. Which Legendary cards join, and which cards of a mixed colour, has a stream of its own.
    """
    state.luck[SCRATCH] = stream(state.seed, state.game, PICK)
    pool = int(rules.n_pool)
    for i in range(pool):
        state.legendary[i] = rules.pool[i]
    shuffle(state.legendary, 0, pool, state.luck, SCRATCH)
    n = int(rules.n_main)
    for i in range(n):
        state.deck[i] = rules.main[i]
    for slot in range(rules.n_mixed.shape[0]):
        fill_mixed_slot(state, rules, slot)
    for i in range(rules.n_forced):
        state.deck[n + i] = rules.forced[i]
    n += int(rules.n_forced)
    for _ in range(rules.n_picked):
        pool -= 1
        state.deck[n] = state.legendary[pool]
        n += 1
    state.deck_size = n
    state.legendary_size = pool if rules.legendary_deck != 0 else 0
    state.removed_size = int(rules.n_cards) - n - int(state.legendary_size)
    state.luck[SCRATCH] = stream(state.seed, state.game, DEAL)
    shuffle(state.deck, 0, n, state.luck, SCRATCH)


@inline
def fill_mixed_slot(state, rules, slot):
    """Two versions of a colour are shuffled together and as many taken as the slot has cards (GW V3)."""
    n = int(rules.n_mixed[slot])
    if n == 0:
        return
    for i in range(n):
        state.discard[i] = rules.mixed[slot, i]  # the pile is still empty: it serves as the table
    shuffle(state.discard, 0, n, state.luck, SCRATCH)
    for i in range(rules.n_main):
        if rules.main[i] == -2 - slot:
            n -= 1
            state.deck[i] = state.discard[n]
            count_mixed(state, rules, slot, i)


@inline
def count_mixed(state, rules, slot, i):
    """Take note of the strength that has come to place ``i`` of a mixed slot, and of a double."""
    strength = rules.cards[state.deck[i]].strength
    state.mixed_strength += strength
    for j in range(i):
        if rules.main[j] == -2 - slot and rules.cards[state.deck[j]].strength == strength:
            state.mixed_doubles += 1
            return
