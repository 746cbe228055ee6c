"""What a seat cannot see, dealt anew: the verb `redeal_hidden` of Dragon War (DW S7).

A seat sees its own hand, the board, and every card as it is used. Hidden are the deck's order and what
others hold, but for what it has seen: a card that came up from that part of the deck which was laid there
openly, and one that it took or lost by theft (`state.known`). Of the rest it knows where a card can be:
one that it has traced out of the closed part of the deck is in a hand (`state.traced`); any other lies in
the closed part, or in a hand if it can be held.
"""

import numpy as np

from engine.core.jit import inline
from engine.core.rng import next64, shuffle
from engine.core.verbs import redeal_hidden
from engine.dragon_war.state import STATE
from engine.dragon_war.table import PLAY, SCRATCH, bit, deck_card

SEEN = 128  # mark in `known` while cards are sorted, above the bits of the seats


@redeal_hidden.of(STATE)
def redeal(state, rules, seat, luck):
    """Gather what `seat` has not seen in card order, shuffle it, and deal it to where it can lie."""
    straighten(state)
    closed = int(state.deck_size) - int(state.public)
    places = mark_seen(state, rules, seat, closed)
    table = int(state.discard_size)  # the free end of the discard pile serves as the table
    traced, held = gather(state, rules, seat, table)
    shuffle(state.discard, table + traced, table + traced + held, luck, 0)
    shuffle(state.discard, table, table + places, luck, 0)
    deal_hands(state, rules, seat, table)
    close_deck(state, rules, seat, table + places, table + traced + held)
    shuffle(state.deck, 0, closed, luck, 0)
    state.seed = np.int64(next64(luck, 0) >> np.uint64(1))
    state.luck[PLAY] = next64(luck, 0)
    state.luck[SCRATCH] = 0
    for other in range(state.seats):
        if other != seat:
            state.agent_luck[other] = 0
    state.pin = -1


@inline
def straighten(state):
    """Turn the ring of the deck so that the top card lies at its place 0."""
    if state.head == 0:
        return
    table = int(state.discard_size)
    for i in range(state.deck_size):
        state.discard[table + i] = deck_card(state, i)
    for i in range(state.deck_size):
        state.deck[i] = state.discard[table + i]
    state.head = 0


@inline
def mark_seen(state, rules, seat, closed):
    """Mark every card of which `seat` knows the place; how many cards of other hands it does not know."""
    places = 0
    for i in range(state.discard_size):
        state.known[state.discard[i]] |= SEEN
    for i in range(closed, int(state.deck_size)):
        state.known[state.deck[i]] |= SEEN
    for other in range(rules.seats):
        for slot in range(state.hand_size[other]):
            card = int(state.hand[other, slot])
            if other == seat or state.known[card] & bit(seat):
                state.known[card] |= SEEN
            else:
                places += 1
    return places


@inline
def gather(state, rules, seat, table):
    """Lay the unseen cards that can be in hands on the table: the traced ones, then those that can be held.

    Each in card order; how many of either.
    """
    traced = 0
    for card in range(rules.n_fate):
        if not state.known[card] & SEEN and state.traced[card] & bit(seat):
            state.discard[table + traced] = card
            traced += 1
    held = 0
    for card in range(rules.n_fate):
        if state.known[card] & SEEN or state.traced[card] & bit(seat):
            continue
        if rules.title_held[rules.fate_title[card]] != 0:
            state.discard[table + traced + held] = card
            held += 1
    return traced, held


@inline
def deal_hands(state, rules, seat, table):
    """Fill the unknown places of other hands from the table."""
    at = table
    for other in range(rules.seats):
        if other == seat:
            continue
        for slot in range(state.hand_size[other]):
            if state.known[state.hand[other, slot]] & SEEN == 0:
                card = int(state.discard[at])
                state.hand[other, slot] = card
                at += 1


@inline
def close_deck(state, rules, seat, first, end):
    """What is left on the table, and the unseen cards that are not held, are the closed deck. Marks are taken off.

    Of the dealt cards only their owners know.
    """
    n = 0
    for i in range(first, end):
        card = state.discard[i]
        state.deck[n] = card
        state.known[card] = SEEN
        state.traced[card] = 0
        n += 1
    for card in range(rules.n_fate):
        if rules.title_held[rules.fate_title[card]] == 0 and not state.known[card] & SEEN:
            state.deck[n] = card
            n += 1
    for other in range(rules.seats):
        for slot in range(state.hand_size[other]):
            card = int(state.hand[other, slot])
            if other != seat and not state.known[card] & SEEN:
                state.known[card] = bit(other)
                state.traced[card] = bit(other) | (state.traced[card] & bit(seat))
    for card in range(rules.n_fate):
        state.known[card] &= SEEN - 1
