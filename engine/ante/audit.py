"""What must hold of every state between two answers: `audit` tells what does not.

The engine never calls this. It looks at the record alone and works out anew what the engine keeps
in two forms; a fault it finds is the engine's, or that of a position set up by hand.
"""

from __future__ import annotations

import numpy as np

from engine.ante.codes import (
    BALANCED,
    DECLARE,
    DECLARED,
    DRAGONS,
    GIANTS,
    MAX_ANTE,
    MAX_ASIDE,
    MAX_CARDS,
    MAX_FLIGHT,
    MAX_FRAMES,
    MAX_GAMBITS,
    MAX_HAND,
    MAX_LEGENDARY,
    MAX_OPTIONS,
    MAX_STANDING,
    MAX_STEPS,
    NONE,
    O_ANTE,
    O_DISCARD,
    O_DISCARD_OF,
    O_FIGHT,
    O_GIVE,
    O_KEEP,
    O_ODD,
    O_PASS,
    O_PAY,
    O_PLAY,
    O_STAKES,
    O_SWAP,
    O_TAKE,
    O_TARGET,
    O_TRIGGER,
    O_WORD,
    OPTION_VALUES,
    Q_ANTE,
    Q_PASS,
    QUESTIONS,
    WORDS,
)
from engine.core.jit import compiled, inline

# the faults, one bit each, in the order of FAULTS
SIZES, TWICE, LOST, GOLD, DEBT, HAND, OPTIONS, ACTOR = 1, 2, 4, 8, 16, 32, 64, 128
MEANING, FLIGHTS, UNDECLARED, PLAYED, KNOWN, WAITING, COURSE, END = (1 << k for k in range(8, 16))

FAULTS = (
    "a pile, hand, flight or stack is counted beyond its bounds",
    "a card lies in two places, or is no card of the design",
    "cards are missing, or more are in play than the design has",
    "gold has come from nowhere or gone there",
    "a hoard, hole, stakes, price or debt is below 0, or a debtor keeps gold",
    "a hand is above the hand limit",
    "the options are none, too many or repeated, or stand after the end",
    "the seat or the question asked is out of range",
    "an option names a card, seat or side that it cannot mean",
    "a flight's totals, strength or side are not those of its cards",
    "a mortal lies undeclared and nobody is about to declare it",
    "the card played this round is not where, or not as strong as, the record says",
    "an owner does not know a card of the own hand, or a seat that is not there does",
    "cards turned up or chosen wait though no power and no ante is under way",
    "gambit, round, turn, counters or bounds are out of range",
    "the game is over, but not with the winners or the empty table that its gold says",
)


def faults(bits: int) -> list[str]:
    """The faults of an `audit` in words."""
    return [text for k, text in enumerate(FAULTS) if int(bits) >> k & 1]


@compiled
def audit(state, rules, gold, seen):
    """What is wrong with a state, a bit each (see `FAULTS`); 0 if nothing is.

    Args:
        gold: int64, all the gold of the game; below 0 it is not counted.
        seen: uint8[MAX_CARDS], filled with how often each card lies somewhere in the game.
    """
    seen[:] = 0
    if not sizes_fit(state, rules):
        return np.int64(SIZES)
    bits = check_cards(state, rules, seen) | check_gold(state, rules, gold)
    if bits & TWICE:
        return bits  # the other checks read the table of cards
    bits |= check_hands(state, rules) | check_course(state, rules) | check_question(state, rules)
    if state.over != 0:
        return bits | check_end(state, rules)
    return bits | check_flights(state, rules) | check_waiting(state, rules)


@inline
def within(n, most):
    return 0 <= n <= most


@inline
def sizes_fit(state, rules):
    fits = within(state.deck_size, MAX_CARDS) and within(state.discard_size, MAX_CARDS)
    fits = fits and within(state.legendary_size, MAX_LEGENDARY)
    fits = fits and within(state.ante_size, MAX_ANTE) and within(state.aside_size, MAX_ASIDE)
    fits = fits and within(state.depth, MAX_FRAMES + 2) and within(state.n_standing, MAX_STANDING)
    fits = fits and within(state.n_options, MAX_OPTIONS) and state.seats == rules.seats
    for seat in range(rules.seats):
        fits = fits and within(state.hand_size[seat], MAX_HAND)
        fits = fits and within(state.slots[seat], MAX_FLIGHT)
    return fits


# --- cards and gold -------------------------------------------------------------------------------


@inline
def sight(rules, seen, card):
    """Note that a card lies somewhere; whether it is a card and was nowhere else."""
    if card < 0 or card >= rules.n_cards:
        return False
    seen[card] += 1
    return seen[card] == 1


@inline
def check_cards(state, rules, seen):
    """Every card in one place: a pile, a hand, a flight, the ante or aside."""
    once = True
    for i in range(state.deck_size):
        once = sight(rules, seen, state.deck[i]) and once
    for i in range(state.discard_size):
        once = sight(rules, seen, state.discard[i]) and once
    for i in range(state.legendary_size):
        once = sight(rules, seen, state.legendary[i]) and once
    for i in range(state.ante_size):
        once = sight(rules, seen, state.ante[i]) and once
    for i in range(state.aside_size):
        once = sight(rules, seen, state.aside[i]) and once
    for seat in range(rules.seats):
        for i in range(state.hand_size[seat]):
            once = sight(rules, seen, state.hand[seat, i]) and once
        for slot in range(state.slots[seat]):
            if state.flight[seat, slot] != NONE:
                once = sight(rules, seen, state.flight[seat, slot]) and once
    lying = int(state.removed_size)
    for card in range(rules.n_cards):
        lying += int(seen[card])
    bits = 0 if once else TWICE
    if lying != rules.n_cards or state.removed_size < 0:
        bits |= LOST
    return bits


@inline
def check_gold(state, rules, gold):
    total = int(state.stakes[0]) + int(state.stakes[1]) + int(state.hole_pile) + int(state.gold_out)
    least = min(int(state.price[0]), int(state.price[1]), int(state.hole_pile))
    least = min(least, int(state.stakes[0]), int(state.stakes[1]), int(state.gold_out))
    for seat in range(rules.seats):
        total += int(state.hoard[seat])
        least = min(least, int(state.hoard[seat]), int(state.hole[seat]))
    bits = DEBT if least < 0 else 0
    for i in range(state.n_debts):  # who owes to others has no gold (OR4)
        if state.owed[i] <= 0 or state.hoard[state.debtor[i]] != 0:
            bits |= DEBT
    if (gold >= 0 and total != gold) or (rules.two_stakes == 0 and state.stakes[1] != 0):
        bits |= GOLD
    return bits


@inline
def check_hands(state, rules):
    bits = 0
    for seat in range(rules.seats):
        if state.hand_size[seat] > rules.hand_limit:
            bits |= HAND
        for i in range(state.hand_size[seat]):
            knowers = int(state.known[state.hand[seat, i]])
            if (knowers >> seat) & 1 == 0 or knowers >> int(rules.seats) != 0:
                bits |= KNOWN
    return bits


# --- the question ---------------------------------------------------------------------------------


@inline
def check_question(state, rules):
    n = int(state.n_options)
    if state.over != 0:
        return OPTIONS if n != 0 else 0
    bits = 0
    if n == 0:
        bits |= OPTIONS
    for i in range(n):
        for j in range(i):
            if state.options[i] == state.options[j]:
                bits |= OPTIONS
    if state.actor < 0 or state.actor >= rules.seats:
        return bits | ACTOR
    if state.decision <= 0 or state.decision >= len(QUESTIONS):
        bits |= ACTOR
    for i in range(n):
        option = int(state.options[i])
        if not has_meaning(state, rules, option // OPTION_VALUES, option % OPTION_VALUES):
            bits |= MEANING
    return bits


@inline
def among(cards, n, card):
    """Whether a card is one of the first n."""
    i = 0
    while i < n and cards[i] != card:
        i += 1
    return i < n


@inline
def in_hand(state, seat, card):
    return among(state.hand[seat], state.hand_size[seat], card)


@inline
def in_flights(state, rules, card, besides):
    """Whether a card lies in a flight, that of the seat `besides` left out."""
    found = False
    for seat in range(rules.seats):
        if seat != besides:
            found = found or among(state.flight[seat], state.slots[seat], card)
    return found


@inline
def has_meaning(state, rules, kind, value):
    """Whether an option can be carried out: its card lies where its kind says."""
    me = int(state.actor)
    if kind in (O_ANTE, O_PLAY, O_GIVE, O_PASS):
        return in_hand(state, me, value)
    if kind == O_TAKE:
        return among(state.ante, state.ante_size, value)
    if kind == O_KEEP:
        return among(state.aside, state.aside_size, value)
    if kind == O_DISCARD_OF:
        return in_flights(state, rules, value, NONE)
    if kind == O_SWAP:
        return in_flights(state, rules, value, me)
    if kind in (O_DISCARD, O_TRIGGER):
        here = in_hand(state, me, value) or among(state.ante, state.ante_size, value)
        here = here or among(state.aside, state.aside_size, value)
        return here or in_flights(state, rules, value, NONE)
    if kind == O_TARGET:
        return value < rules.seats and value != me
    if kind in (O_FIGHT, O_STAKES, O_ODD):
        return rules.two_stakes != 0 and value in (DRAGONS, GIANTS)
    return kind == O_PAY or (kind == O_WORD and value < len(WORDS))


# --- flights and what waits -----------------------------------------------------------------------


@inline
def check_flights(state, rules):
    """Totals, strength and side (GW F1 to F3), marks, sides, and the card of this round (LE P3)."""
    bits = 0
    for seat in range(rules.seats):
        dragons = 0
        giants = 0
        cards = 0
        for slot in range(state.slots[seat]):
            card = state.flight[seat, slot]
            if card == NONE:
                continue
            cards += 1
            side = state.side[seat, slot]
            own = rules.cards[card].fights
            if side == DRAGONS:
                dragons += int(rules.cards[card].strength)
            elif side == GIANTS:
                giants += int(rules.cards[card].strength)
            elif not declares(state, rules, seat, card):
                bits |= UNDECLARED
            if side > DECLARED or (own != DECLARED and side != own):
                bits |= FLIGHTS
        if not totals_are(state, rules, seat, dragons, giants, cards):
            bits |= FLIGHTS
        slot = int(state.played[seat])
        if slot != NONE:
            inside = within(slot, state.slots[seat] - 1)
            if not inside or not lies_as_played(state, rules, seat, slot):
                bits |= PLAYED
    return bits


@inline
def lies_as_played(state, rules, seat, slot):
    """A card in the slot of this round has the strength noted; a gap keeps the last one's."""
    card = state.flight[seat, slot]
    return card == NONE or state.played_strength[seat] == rules.cards[card].strength


@inline
def totals_are(state, rules, seat, dragons, giants, cards):
    if state.total[seat, DRAGONS] != dragons or state.total[seat, GIANTS] != giants:
        return False
    strength = dragons
    side = DRAGONS if cards > 0 else BALANCED
    if rules.two_stakes != 0:
        strength = max(dragons, giants) if dragons != giants else 0
        side = BALANCED if dragons == giants else DRAGONS if dragons > giants else GIANTS
    return state.strength[seat] == strength and state.fights_for[seat] == side


@inline
def declares(state, rules, seat, card):
    """Whether a mortal's declaration is among the powers under way."""
    for depth in range(state.depth):
        frame = state.frames[depth]
        declaring = frame.row < frame.end and rules.rows[frame.row].effect == DECLARE
        if declaring and frame.this == card and frame.me == seat:
            return True
    return False


@inline
def check_waiting(state, rules):
    """Cards aside belong to a power under way; chosen ones still lie in their hands."""
    bits = 0
    if state.aside_size > 0 and state.depth == 0:
        bits |= WAITING
    for seat in range(rules.seats):
        card = state.chosen[seat]
        if card != NONE:
            if not in_hand(state, seat, card):
                bits |= WAITING
            if state.decision != Q_ANTE and state.decision != Q_PASS:
                bits |= WAITING
    return bits


# --- course and end -------------------------------------------------------------------------------


@inline
def check_course(state, rules):
    seats = int(rules.seats)
    good = within(state.gambit, MAX_GAMBITS) and within(state.round_no, MAX_FLIGHT)
    good = good and within(state.steps, MAX_STEPS) and within(state.decisions, state.steps)
    good = good and within(state.leader, seats - 1) and within(state.turn, seats - 1)
    good = good and within(state.turns_taken, seats) and within(state.first_drawer, seats - 1)
    good = good and state.scorings_left >= NONE and (state.over != 0 or state.scorings_left != 0)
    for i in range(state.n_standing):
        good = good and within(state.standing_me[i], seats - 1)
    for seat in range(seats):
        good = good and (state.hole[seat] == 0 or state.been_in_hole[seat] != 0)
    return 0 if good else COURSE


@inline
def check_end(state, rules):
    """The winners have the most gold, and none is left on the table (LE G1, GW W13)."""
    bits = 0
    most = 0
    for seat in range(rules.seats):
        most = max(most, int(state.hoard[seat]))
    winners = 0
    for seat in range(rules.seats):
        if (int(state.winners) >> seat) & 1:
            winners += 1
            if state.hoard[seat] != most:
                bits |= END
        elif state.hoard[seat] == most and most > 0:
            bits |= END
    if winners == 0 or state.gold_out >= winners:
        bits |= END
    if state.stakes[0] != 0 or state.stakes[1] != 0 or state.hole_pile != 0:
        bits |= END
    return bits
