"""What a seat cannot see, dealt anew: the verb `redeal_hidden`.

A seat sees its own hand, all face-up cards, the pile and what was burned, and remembers of other hands
what went there openly (`state.known`). Face-down reserve cards are hidden from their owner too, as
are the trouble pile, what was put aside, and the tricks and hindrances still to come.
"""

import numpy as np

from engine.core.jit import inline
from engine.core.rng import next64, shuffle
from engine.core.verbs import redeal_hidden
from engine.drachensachen.codes import COLUMNS, KINDS, MAX_CARDS, NONE
from engine.drachensachen.piles import TAKES
from engine.drachensachen.rounds import DEALING
from engine.drachensachen.state import STATE


@redeal_hidden.of(STATE)
def redeal(state, rules, seat, luck):
    """Gather what `seat` has not seen in card order, shuffle it, and deal it to where it can lie.

    `trouble` is the table: the cards go from its end, and what is left is the pile and what was put aside.
    """
    size = int(state.trouble_size)
    total = gather(state, rules, seat)
    shuffle(state.trouble, 0, total, luck, 0)
    for other in range(rules.seats):
        if other != seat:
            total = deal_hand(state, other, total)
        for column in range(COLUMNS):
            if state.down[other, column] != NONE:
                total -= 1
                state.down[other, column] = state.trouble[total]
    for kind in range(KINDS):
        state.aside[kind] = 0
    while total > size:
        total -= 1
        state.aside[state.trouble[total]] += 1
    if rules.tricks_fixed == 0:
        redeal_tricks(state, rules, luck)
    redeal_stack(state, luck)
    forget_luck(state, seat, luck)


@inline
def gather(state, rules, seat):
    """Lay all unseen cards into `trouble`, in card order; how many they are."""
    total = 0
    for kind in range(KINDS):
        n = int(rules.copies[kind]) - int(state.held[seat, kind])
        n -= int(state.pile[kind]) + int(state.burnt[kind])
        for other in range(rules.seats):
            if other != seat:
                n -= int(state.known[other, kind])
            for column in range(COLUMNS):
                if state.up[other, column] == kind:
                    n -= 1
        for _ in range(n):
            state.trouble[total] = kind
            total += 1
    return total


@inline
def deal_hand(state, other, total):
    """A hand: what is known of it, and for the rest the last cards of the table."""
    unknown = int(state.hand_size[other])
    for kind in range(KINDS):
        state.held[other, kind] = state.known[other, kind]
        unknown -= int(state.known[other, kind])
    for _ in range(unknown):
        total -= 1
        state.held[other, state.trouble[total]] += 1
    return total


@inline
def redeal_tricks(state, rules, luck):
    """Tricks still to come in another order, sorted before: where they lay tells nothing."""
    first = int(state.n_tricks)
    sort(state.trick_order, first, int(rules.n_tricks))
    shuffle(state.trick_order, first, int(rules.n_tricks), luck, 0)


@inline
def redeal_stack(state, luck):
    """Hindrances that nobody has seen yet in another order."""
    sort(state.stack, 0, int(state.stack_fresh))
    shuffle(state.stack, 0, int(state.stack_fresh), luck, 0)


@inline
def sort(values, lo, hi):
    """Put ``values[lo:hi]`` in rising order."""
    for i in range(lo + 1, hi):
        value = int(values[i])
        at = i
        while at > lo and values[at - 1] > value:
            values[at] = values[at - 1]
            at -= 1
        values[at] = value


@inline
def forget_luck(state, seat, luck):
    """The luck to come starts anew, and a scenario's pins are no longer known."""
    state.seed = np.int64(next64(luck, 0) >> np.uint64(1))
    state.luck[TAKES] = next64(luck, 0)
    state.luck[DEALING] = 0
    for other in range(state.seats):
        if other != seat:
            state.agent_luck[other] = 0
    state.pin = NONE


assert MAX_CARDS >= 96
