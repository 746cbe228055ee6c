"""What must hold of every state between two answers: `audit` tells what does not.

The engine never calls this. A fault it finds is the engine's, or that of a position set up by hand.
"""

from __future__ import annotations

import numpy as np

from engine.core.jit import compiled, inline
from engine.dragon_war.codes import (
    FINISHED,
    K_DEATH,
    MAX_FATE,
    MAX_FRAMES,
    MAX_HELD,
    MAX_OPTIONS,
    O_DISCARD,
    O_TARGET,
    O_USE,
    OPTION_VALUES,
    Q_DISCARD,
    QUESTIONS,
    SURVIVED,
    WORDS,
)
from engine.dragon_war.table import bit, deck_card

# the faults, one bit each, in the order of FAULTS
SIZES, CARDS, LIFE, PLACES, HANDS, OPTIONS, ACTOR, MEANING = (1 << k for k in range(8))
KNOWN, BOARD, COURSE, END = (1 << k for k in range(8, 12))

FAULTS = (
    "a pile, hand or the stack is counted beyond its bounds",
    "a Fate card lies in two places or nowhere",
    "life is below 0, or somebody at 0 is in the game, or somebody out has life or cards",
    "a tile is beyond START or FINISH",
    "a hand is above the limit, or holds a card that is not held",
    "the options are none, too many or repeated, or stand after the end",
    "the seat asked is out, or the seat or question out of range",
    "an option names a card or seat that it cannot mean",
    "an owner does not know a card of the own hand, or a seat that is not there does",
    "the board is not the game cards, each once",
    "turn, counters or bounds are out of range",
    "the game is over, but not with the winners that its ending says",
)


def faults(bits: int) -> list[str]:
    """The faults of an `audit` in words."""
    return [text for k, text in enumerate(FAULTS) if int(bits) >> k & 1]


@compiled
def audit(state, rules, seen):
    """What is wrong with a state, a bit each (see `FAULTS`); 0 if nothing is.

    Args:
        seen: uint8[MAX_FATE], filled with how often each Fate card lies somewhere.
    """
    seen[:] = 0
    if not sizes_fit(state, rules):
        return np.int64(SIZES)
    bits = check_cards(state, rules, seen) | check_board(state, rules) | check_seats(state, rules)
    bits |= check_course(state, rules)
    if state.over != 0:
        return bits | check_end(state, rules)
    return bits | check_question(state, rules)


@inline
def within(n, most):
    return 0 <= n <= most


@inline
def sizes_fit(state, rules):
    fits = within(state.deck_size, MAX_FATE) and within(state.discard_size, MAX_FATE)
    fits = fits and within(state.public, state.deck_size) and within(state.depth, MAX_FRAMES)
    fits = fits and within(state.n_options, MAX_OPTIONS) and state.seats == rules.seats
    for seat in range(rules.seats):
        fits = fits and within(state.hand_size[seat], MAX_HELD)
    return fits


@inline
def check_cards(state, rules, seen):
    """Deck, discard pile and hands together have every Fate card once (DW S5)."""
    for i in range(state.deck_size):
        seen[deck_card(state, i)] += 1
    for i in range(state.discard_size):
        seen[state.discard[i]] += 1
    for seat in range(rules.seats):
        for slot in range(state.hand_size[seat]):
            seen[state.hand[seat, slot]] += 1
    for card in range(MAX_FATE):
        if seen[card] != (1 if card < rules.n_fate else 0):
            return CARDS
    return 0


@inline
def check_board(state, rules):
    for card in range(rules.n_cards):
        found = 0
        for i in range(rules.n_cards):
            if state.board[i] == card:
                found += 1
        if found != 1:
            return BOARD
    return 0


@inline
def check_seats(state, rules):
    """Life, places and hands (DW D1 to D3, F2, F7)."""
    bits = 0
    for seat in range(rules.seats):
        life = int(state.life[seat])
        dying = state.depth > 0 and state.frames[state.depth - 1].kind == K_DEATH
        dying = dying or rules.lifo != 0
        if life < 0 or (state.alive[seat] != 0 and life == 0 and not dying):
            bits |= LIFE
        if state.alive[seat] == 0 and (life != 0 or state.hand_size[seat] != 0):
            bits |= LIFE
        if not within(state.pos[seat], rules.finish):
            bits |= PLACES
        most = int(rules.hand_limit) + (1 if state.decision == Q_DISCARD else 0)
        if state.hand_size[seat] > most:
            bits |= HANDS
        for slot in range(state.hand_size[seat]):
            card = state.hand[seat, slot]
            knowers = int(state.known[card])
            if rules.title_held[rules.fate_title[card]] == 0:
                bits |= HANDS
            if (knowers >> seat) & 1 == 0 or knowers >> int(rules.seats) != 0:
                bits |= KNOWN
    return bits


@inline
def check_question(state, rules):
    n = int(state.n_options)
    bits = 0 if n > 0 else OPTIONS
    for i in range(n):
        for j in range(i):
            if state.options[i] == state.options[j]:
                bits |= OPTIONS
    if not within(state.actor, int(rules.seats) - 1):
        return bits | ACTOR
    if state.alive[state.actor] == 0 or not within(state.decision, len(QUESTIONS) - 1):
        bits |= ACTOR
    for i in range(n):
        option = int(state.options[i])
        if not has_meaning(state, rules, option // OPTION_VALUES, option % OPTION_VALUES):
            bits |= MEANING
    return bits


@inline
def has_meaning(state, rules, kind, value):
    """Whether an option can be carried out: the card is held, the target is in the game (DW D3)."""
    if kind == O_TARGET:
        return value < rules.seats and value != state.actor and state.alive[value] != 0
    if kind == O_USE or kind == O_DISCARD:
        for slot in range(state.hand_size[state.actor]):
            if rules.fate_title[state.hand[state.actor, slot]] == value:
                return True
        return False
    return kind < len(WORDS) and value == 0


@inline
def check_course(state, rules):
    seats = int(rules.seats)
    good = within(state.turn, seats - 1) and within(state.turn_no, rules.max_turns)
    good = good and within(state.decisions, state.steps) and within(state.outs, seats)
    good = good and state.landed >= 0 and state.skip[state.turn] >= 0
    out = 0
    for seat in range(seats):
        good = good and within(state.restarts[seat], rules.restart_limit)
        out += 1 if state.alive[seat] == 0 else 0
    return 0 if good and out == state.outs else COURSE


@inline
def check_end(state, rules):
    """A winner at FINISH stands there; a last survivor is alone, or the last to fall (DW E1 to E3)."""
    bits = 0 if state.n_options == 0 else OPTIONS
    winners = 0
    for seat in range(rules.seats):
        if (int(state.winners) >> seat) & 1:
            winners += 1
            if state.ended == FINISHED and state.pos[seat] != rules.finish:
                bits |= END
            if state.alive[seat] == 0 and state.out_order[seat] != rules.seats:
                bits |= END
    alone = state.outs >= int(rules.seats) - 1
    if winners == 0 or (state.ended == SURVIVED and (winners > 1 or not alone)):
        bits |= END
    if int(state.winners) & ~(bit(rules.seats) - 1):
        bits |= END
    return bits
