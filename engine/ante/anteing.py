"""The start of a gambit and the ante: cards chosen, prices set, gold paid (LE 2.1, GW section 2)."""

from engine.ante.codes import (
    DRAGONS,
    E_ALL_TIED,
    E_ANTE,
    E_GAMBIT,
    E_PRICE,
    GIANTS,
    MAX_CURVE,
    NONE,
    O_ANTE,
    O_STAKES,
    P_ANTE,
    P_PAY_ANTE,
    P_PRICE,
    P_REVEAL,
    Q_ANTE,
    Q_PRICE,
    SEATS,
)
from engine.ante.flights import set_totals
from engine.ante.paying import pay_both
from engine.ante.piles import (
    answer_value,
    ask,
    discard,
    draw,
    find_in_hand,
    next_seat,
    note,
    offer,
    remove_from_hand,
    see_lead,
)
from engine.ante.stack import act_in_ante
from engine.ante.turns import start_round
from engine.core.jit import inline


@inline
def start_gambit(state, rules):
    """Clear the table for the next gambit; gold that stayed in a stakes stays (GW A8)."""
    if state.gambit < MAX_CURVE:
        cards = 0
        for seat in range(rules.seats):
            cards += int(state.hand_size[seat])
            state.hoards[state.gambit, seat] = min(int(state.hoard[seat]), 32767)
        state.hands[state.gambit] = cards
    see_lead(state, rules)
    state.gambit += 1
    state.round_no = 0
    state.turns_taken = 0
    state.emptied = 0
    state.n_standing = 0
    state.changed = 0
    for seat in range(SEATS):
        state.slots[seat] = 0
        state.played[seat] = NONE
        state.played_strength[seat] = 0
        state.scored_colours[seat] = 0
        state.scored_strengths[seat] = 0
        set_totals(state, rules, seat, 0, 0, 0)
    state.phase = P_ANTE
    state.at = 0
    note(state, rules, E_GAMBIT, -1, -1, state.gambit, -1)


@inline
def ask_ante(state, rules):
    """Each player with a card chooses one, in seat order, unseen until all have chosen (LE A1)."""
    while state.at < rules.seats:
        seat = int(state.at)
        if state.answer >= 0:
            state.chosen[seat] = answer_value(state)
            state.at += 1
        elif state.hand_size[seat] == 0:
            state.at += 1
        else:
            ask(state, seat, Q_ANTE)
            for i in range(state.hand_size[seat]):
                offer(state, O_ANTE, state.hand[seat, i])
            return
    state.phase = P_REVEAL


@inline
def reveal_ante(state, rules):
    """Turn the chosen cards up; find leader and prices, or play the ante again if all are tied.

    GW A1 to A6, LE A2 to A5. With one ante card alone the second price is 0; with none nobody pays and the
    leader stays (only possible where house rules leave hands empty).
    """
    for seat in range(rules.seats):
        card = int(state.chosen[seat])
        if card >= 0:
            remove_from_hand(state, rules, seat, find_in_hand(state, seat, card))
            state.ante[state.ante_size] = card
            state.ante_size += 1
            note(state, rules, E_ANTE, seat, card, 0, -1)
    first = 0
    second = 0
    leader = -1
    for seat in range(rules.seats):
        if state.chosen[seat] < 0:
            continue
        strength = chosen_strength(state, rules, seat)
        if strength > first:
            second = first
            first = strength
        elif strength > second:
            second = strength
        if untied_ante(state, rules, seat):
            if leader < 0 or strength > chosen_strength(state, rules, leader):
                leader = seat
    if leader < 0 and state.ante_size > 0:
        ante_again(state, rules)
        return
    for seat in range(rules.seats):
        state.chosen[seat] = NONE
    if leader >= 0:
        state.leader = leader
    if state.gambit == 1:
        state.first_leader = leader
    state.price[0] = first
    state.price[1] = second
    state.phase = P_PRICE


@inline
def chosen_strength(state, rules, seat):
    return int(rules.cards[state.chosen[seat]].strength)


@inline
def untied_ante(state, rules, seat):
    for other in range(rules.seats):
        if other != seat and state.chosen[other] >= 0:
            if chosen_strength(state, rules, other) == chosen_strength(state, rules, seat):
                return False
    return True


@inline
def ante_again(state, rules):
    """Every ante card is tied: no payment, antes discarded, each draws one, ante again (LE A5, A6; GW A6)."""
    note(state, rules, E_ALL_TIED, -1, -1, 0, -1)
    for seat in range(rules.seats):
        state.chosen[seat] = NONE
    for i in range(state.ante_size):
        discard(state, rules, -1, state.ante[i])
    state.ante_size = 0
    for steps in range(rules.seats):
        draw(state, rules, next_seat(rules, state.first_drawer, steps), 1, False)
    state.phase = P_ANTE
    state.at = 0


@inline
def choose_prices(state, rules):
    """Two stakes: the owner of the highest card picks which gets the higher price (GW A2)."""
    if rules.two_stakes == 0:
        state.price[1] = 0
    elif state.price[0] != state.price[1]:
        if state.answer < 0:
            ask(state, state.leader, Q_PRICE)
            offer(state, O_STAKES, DRAGONS)
            offer(state, O_STAKES, GIANTS)
            return
        if answer_value(state) == GIANTS:
            higher = int(state.price[0])
            state.price[0] = state.price[1]
            state.price[1] = higher
    note(state, rules, E_PRICE, -1, -1, state.price[0], DRAGONS)
    if rules.two_stakes != 0:
        note(state, rules, E_PRICE, -1, -1, state.price[1], GIANTS)
    state.phase = P_PAY_ANTE
    state.at = 0
    state.part = 0


@inline
def pay_antes(state, rules):
    """All pay, clockwise from the leader, each short player placing its odd coin when it pays (GW A9).

    Then cards act that do so in the ante (EG3), and the first round begins.
    """
    while state.at < rules.seats:
        seat = next_seat(rules, state.leader, state.at)
        owed = int(state.price[0]) + int(state.price[1])
        if not pay_both(state, rules, seat, state.price[0], state.price[1], owed):
            return
        state.at += 1
    if rules.ante_effects != 0 and state.part == 0:
        state.part = 1
        state.pushes = 0
        for steps in range(state.ante_size - 1, -1, -1):
            act_in_ante(state, rules, state.ante[steps], state.leader, False)
        if state.depth > 0:
            return
    start_round(state, rules, state.leader)
