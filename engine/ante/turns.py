"""Rounds and turns: who leads, what is played, whether it triggers (LE 2.2, 2.3, 2.6)."""

import numpy as np

from engine.ante.buying import buy
from engine.ante.codes import (
    E_LEADER,
    E_PLAY,
    E_TRIGGER,
    LEADER_PAYS,
    LEGENDARY,
    MY_PLAYS_TRIGGER,
    NONE,
    O_PLAY,
    P_FLIGHTS,
    P_NEXT,
    P_PLAY,
    P_ROUND_END,
    P_TURN,
    Q_TURN,
    STRONG_TRIGGER,
)
from engine.ante.piles import (
    answer_value,
    ask,
    bit,
    find_in_hand,
    next_seat,
    note,
    offer,
    pay,
    remove_from_hand,
)
from engine.ante.stack import ante_amount, appointed_leader, enter, in_force_for, push_power
from engine.ante.watching import watch_play
from engine.core.jit import inline


@inline
def start_round(state, rules, leader):
    state.leader = leader
    state.round_no += 1
    state.turns_taken = 0
    state.turn = leader
    for seat in range(rules.seats):
        state.played[seat] = NONE
    state.phase = P_TURN
    state.part = 0
    note(state, rules, E_LEADER, leader, -1, state.round_no, -1)
    gold = ante_amount(state, rules, LEADER_PAYS)
    if gold > 0:  # EG The Spy
        for steps in range(1, rules.seats):
            pay(state, rules, leader, next_seat(rules, leader, steps), gold)


@inline
def start_turn(state, rules):
    """Buy with one card or none, then choose a card to play; there is no pass (LE T1, T2)."""
    seat = int(state.turn)
    state.pushes = 0
    if state.part > 0 or state.hand_size[seat] <= rules.buy_at:
        if not buy(state, rules, seat):
            return
    if state.hand_size[seat] == 0:  # nothing to buy anywhere: the turn passes
        state.phase = P_NEXT
        return
    ask(state, seat, Q_TURN)
    for i in range(state.hand_size[seat]):
        offer(state, O_PLAY, state.hand[seat, i])
    state.phase = P_PLAY


@inline
def play_card(state, rules):
    """Put the chosen card at the end of the flight; its power triggers or not (LE T2, T3, P1, P2)."""
    seat = int(state.turn)
    card = answer_value(state)
    remove_from_hand(state, rules, seat, find_in_hand(state, seat, card))
    slot = int(state.slots[seat])
    state.slots[seat] += 1
    state.played[seat] = slot
    note(state, rules, E_PLAY, seat, card, 0, -1)
    state.phase = P_FLIGHTS
    state.at = 0
    state.part = 0
    if rules.cards[card].props & LEGENDARY:
        state.legendary_played += 1
    triggered = triggers(state, rules, seat, card)
    watch_play(state, rules, card, triggered)
    if triggered:
        note(state, rules, E_TRIGGER, seat, card, 0, -1)
        push_power(state, rules, card, seat, card)
    enter(state, rules, seat, slot, card)


@inline
def triggers(state, rules, seat, card):
    """The leader's card always triggers; another if no stronger than its right neighbour's of this round.

    The neighbour's card counts as it now lies, or with the strength it had when it left (LE P3). A neighbour
    who had no card to play cannot be compared with: no trigger (assumed).
    """
    if state.turns_taken == 0 or in_force_for(state, MY_PLAYS_TRIGGER, seat):
        return True
    strong = ante_amount(state, rules, STRONG_TRIGGER)
    if 0 <= strong <= rules.cards[card].strength:  # EG The Exarch
        return True
    right = next_seat(rules, seat, -1)
    if state.played[right] < 0:
        return False
    return rules.cards[card].strength <= state.played_strength[right]


@inline
def next_turn(state, rules):
    state.turns_taken += 1
    state.turns += 1
    if state.turns_taken < rules.seats:
        state.turn = next_seat(rules, state.turn, 1)
        state.phase = P_TURN
        state.part = 0
    else:
        state.phase = P_ROUND_END


@inline
def next_leader(state, rules):
    """Owner of the highest untied card of this round, as the cards now lie; all tied: as before (LE R1 to R3).

    A Priest of 2005 leads instead (original The Priest).
    """
    appointed = appointed_leader(state)
    if appointed >= 0:
        return appointed
    once = np.int64(0)
    twice = np.int64(0)
    for seat in range(rules.seats):
        if lying_strength(state, seat) >= 0:
            this = bit(lying_strength(state, seat))
            twice |= once & this
            once |= this
    leader = int(state.leader)
    best = -1
    for seat in range(rules.seats):
        strength = lying_strength(state, seat)
        if strength > best and bit(strength) & ~twice:
            best = strength
            leader = seat
    return leader


@inline
def lying_strength(state, seat):
    """Strength of the card in the slot used this round, -1 if there is none any more."""
    slot = state.played[seat]
    if slot < 0 or state.flight[seat, slot] < 0:
        return -1
    return int(state.played_strength[seat])
