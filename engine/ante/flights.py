"""Flights: cards entering and leaving, strength and side, special flights, scoring.

A flight is a row of slots that never shift: a replaced or swapped card changes what lies in its slot, so
the trigger rule and the next leader (LE P3, R1) look at slots. Side and strength are worked out anew after
every change (GW F6).
"""

import numpy as np

from engine.ante.codes import (
    BALANCED,
    COLOUR_BIT,
    DECLARED,
    DRAGON,
    DRAGONS,
    EVIL,
    GIANTS,
    GOOD,
    NONE,
    RIDER,
    TRIGGER_EACH,
    WYRM,
)
from engine.ante.piles import bit, discard
from engine.core.jit import inline

# --- what lies in a flight -----------------------------------------------------------------------------


@inline
def refresh(state, rules, seat):
    """Work out totals, side and strength of one flight (GW F1 to F3; single stakes: one total).

    In single stakes a flight with a card fights for the one stakes.
    """
    dragons = 0
    giants = 0
    cards = 0
    for slot in range(state.slots[seat]):
        card = state.flight[seat, slot]
        if card < 0:
            continue
        cards += 1
        if state.side[seat, slot] == DRAGONS:
            dragons += int(rules.cards[card].strength)
        elif state.side[seat, slot] == GIANTS:
            giants += int(rules.cards[card].strength)
    set_totals(state, rules, seat, dragons, giants, cards)


@inline
def set_totals(state, rules, seat, dragons, giants, cards):
    """Set a flight's totals, and the strength and side that follow from them."""
    state.total[seat, DRAGONS] = dragons
    state.total[seat, GIANTS] = giants
    if rules.two_stakes == 0:
        state.strength[seat] = dragons
        state.fights_for[seat] = DRAGONS if cards > 0 else BALANCED
    elif dragons > giants:
        state.strength[seat] = dragons
        state.fights_for[seat] = DRAGONS
    elif giants > dragons:
        state.strength[seat] = giants
        state.fights_for[seat] = GIANTS
    else:
        state.strength[seat] = 0
        state.fights_for[seat] = BALANCED


@inline
def add_strength(state, rules, seat, slot):
    """Count a card that has come into a flight, or has been declared: as `refresh`, for this card alone."""
    dragons = int(state.total[seat, DRAGONS])
    giants = int(state.total[seat, GIANTS])
    strength = int(rules.cards[state.flight[seat, slot]].strength)
    if state.side[seat, slot] == DRAGONS:
        dragons += strength
    elif state.side[seat, slot] == GIANTS:
        giants += strength
    set_totals(state, rules, seat, dragons, giants, 1)


@inline
def place(state, rules, seat, slot, card):
    """Lay a card into a slot, fresh: no mark, its side its own or still to be declared."""
    state.flight[seat, slot] = card
    state.side[seat, slot] = rules.cards[card].fights
    state.mark[seat, slot] = 0
    if slot == state.played[seat]:
        state.played_strength[seat] = rules.cards[card].strength
    state.changed |= bit(seat)


@inline
def leave(state, rules, seat, slot):
    """Take a card out of its slot: the one way out of a flight. Its mark and side are gone (GW T7)."""
    card = int(state.flight[seat, slot])
    state.flight[seat, slot] = NONE
    state.mark[seat, slot] = 0
    forget_slot(state, rules, seat, slot)
    state.changed |= bit(seat)
    return card


@inline
def forget_slot(state, rules, seat, slot):
    """A card that has left is no longer waiting to be triggered by a Princess."""
    for depth in range(state.depth):
        frame = state.frames[depth]
        if frame.me == seat and frame.row < frame.end:
            if rules.rows[frame.row].effect == TRIGGER_EACH:
                frame.mask &= ~bit(slot)


@inline
def discard_from_flight(state, rules, seat, slot):
    card = leave(state, rules, seat, slot)
    refresh(state, rules, seat)
    discard(state, rules, seat, card)
    return card


@inline
def slot_of(state, seat, card):
    """The slot of a card in a seat's flight, -1 if it does not lie there."""
    if card >= 0:
        for slot in range(state.slots[seat]):
            if state.flight[seat, slot] == card:
                return slot
    return -1


@inline
def flight_of(state, rules, card):
    """The seat in whose flight a card lies, -1 if in none."""
    for seat in range(rules.seats):
        if slot_of(state, seat, card) >= 0:
            return seat
    return -1


@inline
def cards_in(state, seat):
    n = 0
    for slot in range(state.slots[seat]):
        if state.flight[seat, slot] >= 0:
            n += 1
    return n


# --- filters -------------------------------------------------------------------------------------------


@inline
def properties(rules, card, mark, need, wyrm_dragon):
    """A card's property bits; a triggered Wyrmpriest is a plain dragon too (GW R-12, N26).

    Never a good or an evil dragon; and in single stakes only where `wyrm_dragon` says so.
    """
    props = int(rules.cards[card].props)
    if mark & WYRM and wyrm_dragon and (need & (GOOD | EVIL)) == 0:
        props |= DRAGON
    return props


@inline
def matches(rules, card, mark, index, this, wyrm_dragon):
    """Whether a card satisfies filter `index`, compared with the card `this` by printed strength."""
    wanted = rules.filters[index]
    need = int(wanted.need)
    if properties(rules, card, mark, need, wyrm_dragon) & need != need:
        return False
    if wanted.other != 0 and card == this:
        return False
    if wanted.compare != 0 and this >= 0:
        own = rules.cards[this].strength
        if wanted.compare > 0:
            return rules.cards[card].strength > own
        return rules.cards[card].strength < own
    return True


@inline
def lies(state, rules, seat, slot, index, this):
    """Whether the card in a flight's slot satisfies filter `index`."""
    card = state.flight[seat, slot]
    if card < 0:
        return False
    return matches(rules, card, state.mark[seat, slot], index, this, rules.wyrm_dragon != 0)


@inline
def count_in_flight(state, rules, seat, index, this, wyrm_dragon):
    n = 0
    for slot in range(state.slots[seat]):
        card = state.flight[seat, slot]
        if card >= 0 and matches(rules, card, state.mark[seat, slot], index, this, wyrm_dragon):
            n += 1
    return n


@inline
def has_in_flight(state, rules, seat, index, this):
    return count_in_flight(state, rules, seat, index, this, rules.wyrm_dragon != 0) > 0


# --- special flights -----------------------------------------------------------------------------------


@inline
def colours_of(state, rules, seat, slot):
    """Colour bits under which a card counts for colour flights; Wyrmpriest: every dragon colour too."""
    colours = int(rules.cards[state.flight[seat, slot]].props) >> COLOUR_BIT
    if state.mark[seat, slot] & WYRM:
        colours |= int(rules.dragon_colours)
    return colours


@inline
def counts_for_flights(state, rules, seat, slot, any_card):
    """Whether a card lies in the slot that special flights count: any, or dragons only (OR2)."""
    card = state.flight[seat, slot]
    return card >= 0 and (any_card or rules.cards[card].props & DRAGON != 0)


@inline
def has_wyrmpriest(state, seat):
    """Whether a triggered Wyrmpriest lies in the flight, with which mortals are a colour (EG The Wyrmpriest)."""
    for slot in range(state.slots[seat]):
        if state.flight[seat, slot] >= 0 and state.mark[seat, slot] & WYRM:
            return True
    return False


@inline
def complete_colours(state, rules, seat):
    """Colour bits of which at least three cards lie in the flight (LE F1, GW F8).

    once, twice, thrice: bits seen at least so often, for all colours at the same time.
    """
    once = np.int64(0)
    twice = np.int64(0)
    thrice = np.int64(0)
    mortals = rules.flight_dragons == 0 or has_wyrmpriest(state, seat)
    for slot in range(state.slots[seat]):
        if counts_for_flights(state, rules, seat, slot, mortals):
            colours = np.int64(colours_of(state, rules, seat, slot))
            thrice |= twice & colours
            twice |= once & colours
            once |= colours
    return thrice


@inline
def complete_strengths(state, rules, seat, scoring):
    """Strengths, a bit each, of which at least three cards lie in the flight (LE F3, GW F9)."""
    once = np.int64(0)
    twice = np.int64(0)
    thrice = np.int64(0)
    for slot in range(state.slots[seat]):
        card = state.flight[seat, slot]
        if counts_for_flights(state, rules, seat, slot, rules.flight_dragons == 0):
            strength = int(rules.cards[card].strength)
            if scoring:
                strength = scoring_strength(state, rules, seat, slot)
            this = bit(strength)
            thrice |= twice & this
            twice |= once & this
            once |= this
    return thrice


@inline
def lowest_bit(mask):
    i = 0
    while mask & bit(i) == 0:
        i += 1
    return i


@inline
def colour_flight_pays(state, rules, seat, colour):
    """The strength a colour flight pays: by the book the second-strongest of the colour (LE F2)."""
    first = 0
    second = 0
    weakest = 1000
    for slot in range(state.slots[seat]):
        if state.flight[seat, slot] < 0:
            continue
        if colours_of(state, rules, seat, slot) & bit(colour) == 0:
            continue
        strength = int(rules.cards[state.flight[seat, slot]].strength)
        weakest = min(weakest, strength)
        if strength > first:
            second = first
            first = strength
        elif strength > second:
            second = strength
    if rules.colour_pays == 0:
        return first
    if rules.colour_pays == 1:
        return second
    return weakest


# --- scoring -------------------------------------------------------------------------------------------


@inline
def scoring_strength(state, rules, seat, slot):
    """A card's strength at scoring: a triggered Dragonrider's is the weakest dragon's (LE W1, GW F7).

    Printed strengths are looked at; without a dragon in the flight it is 0.
    """
    if state.mark[seat, slot] & RIDER == 0:
        return int(rules.cards[state.flight[seat, slot]].strength)
    weakest = 0
    found = False
    for other in range(state.slots[seat]):
        card = state.flight[seat, other]
        if card < 0:
            continue
        mark = state.mark[seat, other]
        if properties(rules, card, mark, DRAGON, rules.wyrm_dragon != 0) & DRAGON:
            strength = int(rules.cards[card].strength)
            if not found or strength < weakest:
                weakest = strength
                found = True
    return weakest


@inline
def has_rider(state, seat):
    for slot in range(state.slots[seat]):
        if state.flight[seat, slot] >= 0 and state.mark[seat, slot] & RIDER:
            return True
    return False


@inline
def barred(state, rules, seat):
    """Whether a god in the flight forbids its owner to win (LE W2, GW W8)."""
    for slot in range(state.slots[seat]):
        card = state.flight[seat, slot]
        if card >= 0 and rules.cards[card].bar >= 0:
            if has_in_flight(state, rules, seat, rules.cards[card].bar, card):
                return True
    return False


@inline
def best_flight(state, rules, stakes, weakest_wins):
    """The seat whose eligible flight wins a stakes; -1 nobody fights for it, -2 a tie (GW W4 to W8, W17).

    Looks at `strength` and `fights_for`, which at scoring hold the scoring values.
    """
    winner = -1
    best = 0
    for seat in range(rules.seats):
        if rules.two_stakes != 0 and state.fights_for[seat] != stakes:
            continue
        if barred(state, rules, seat):
            continue
        strength = -int(state.strength[seat]) if weakest_wins else int(state.strength[seat])
        if winner == -1 or strength > best:
            winner = seat
            best = strength
        elif strength == best:
            winner = -2
    return winner


assert DECLARED not in (DRAGONS, GIANTS)  # an undeclared mortal adds to neither total
