"""What must hold in every state, for tests: `audit` finds what does not."""

from engine.core.jit import compiled, inline
from engine.drachensachen.codes import (
    COLUMNS,
    KINDS,
    NONE,
    Q_ACTION,
    Q_SECRETS,
    SET,
)

CARDS, SIZES, PILE, KNOWN, OPTIONS, ACTOR, COURSE, END = (1 << k for k in range(8))
FAULTS = (
    "cards of a kind are lost or doubled",
    "a count of cards is wrong",
    "top, run and pile do not fit",
    "more is known of a hand than lies in it",
    "options are missing or doubled",
    "nobody is asked, or an unknown question",
    "counters or seats are out of range",
    "the winners are not those who lost least",
)


def faults(bits: int) -> list[str]:
    """The faults of an `audit` in words."""
    return [text for k, text in enumerate(FAULTS) if int(bits) >> k & 1]


@compiled
def audit(state, rules):
    """What is wrong with a state, a bit each (see `FAULTS`); 0 if nothing is."""
    bits = check_kinds(state, rules) | check_pile(state) | check_course(state, rules)
    for seat in range(rules.seats):
        bits |= check_seat(state, seat)
    return bits | check_question(state, rules) | check_end(state, rules)


@inline
def check_kinds(state, rules):
    """Of each kind as many cards as the rules say, in one place each."""
    for kind in range(KINDS):
        n = int(state.pile[kind]) + int(state.burnt[kind]) + int(state.aside[kind])
        for i in range(state.trouble_size):
            if state.trouble[i] == kind:
                n += 1
        for seat in range(rules.seats):
            n += int(state.held[seat, kind])
            for column in range(COLUMNS):
                if state.up[seat, column] == kind:
                    n += 1
                if state.down[seat, column] == kind:
                    n += 1
        if n != rules.copies[kind]:
            return CARDS
    return 0


@inline
def check_seat(state, seat):
    bits = 0
    hand = 0
    for kind in range(KINDS):
        hand += int(state.held[seat, kind])
        if state.held[seat, kind] < 0 or state.known[seat, kind] < 0:
            bits |= SIZES
        if state.known[seat, kind] > state.held[seat, kind]:
            bits |= KNOWN
    ups = 0
    downs = 0
    for column in range(COLUMNS):
        if state.up[seat, column] != NONE:
            ups += 1
        if state.down[seat, column] != NONE:
            downs += 1
    if hand != state.hand_size[seat] or ups != state.n_up[seat] or downs != state.n_down[seat]:
        bits |= SIZES
    return bits


@inline
def check_pile(state):
    n = 0
    for kind in range(KINDS):
        n += int(state.pile[kind])
    if n != state.pile_size:
        return PILE
    if n == 0:
        return 0 if state.top == NONE and state.run_length == 0 and state.demand == 0 else PILE
    good = state.top >= 0 and state.pile[state.top] >= state.run_length
    good = good and state.run_length > 0 and (state.run_length < SET or state.over != 0)
    return 0 if good else PILE


@inline
def check_question(state, rules):
    n = int(state.n_options)
    if state.over != 0:
        return OPTIONS if n != 0 else 0
    bits = OPTIONS if n == 0 else 0
    for i in range(n):
        for j in range(i):
            if state.options[i] == state.options[j]:
                bits |= OPTIONS
    if state.actor < 0 or state.actor >= rules.seats:
        bits |= ACTOR
    if state.decision <= 0 or state.decision > Q_SECRETS:
        bits |= ACTOR
    if state.decision == Q_ACTION and state.debt != 0:
        bits |= COURSE
    return bits


@inline
def check_course(state, rules):
    good = 0 <= state.decisions <= state.steps and 1 <= state.round_no <= rules.max_rounds
    good = good and 0 <= state.active < rules.seats and 0 <= state.starter < rules.seats
    good = good and 0 <= state.turns_in_round <= rules.max_turns and state.debt >= 0
    good = good and state.stack_size + state.n_taken == rules.n_hindrances
    good = good and state.n_tricks <= rules.n_tricks and state.direction * state.direction == 1
    return 0 if good else COURSE


@inline
def check_end(state, rules):
    if state.over == 0:
        return 0
    least = int(state.totals[0])
    for seat in range(rules.seats):
        least = min(least, int(state.totals[seat]))
    for seat in range(rules.seats):
        won = (int(state.winners) >> seat) & 1 != 0
        if won != (state.totals[seat] == least):
            return END
    return 0
