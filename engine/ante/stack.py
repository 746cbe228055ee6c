"""Powers under way, and the rules that powers set up for the rest of a gambit.

A frame on the stack is one power: its lines, its owner (`me`) and the card it acts for (`this`), both fixed
for its life even if the card leaves. The top frame runs; what it sets off is pushed above it.
"""

from engine.ante.codes import (
    AT_LEAST_ROUNDS,
    DECLARED,
    E_CUT,
    E_EMPTIED,
    E_STANDING,
    E_TRIGGER,
    GIFTS_IF_WIN,
    LEAD_NEXT,
    MAX_FRAMES,
    MAX_PUSHES,
    MAX_STANDING,
    NONE,
    P_AWARD,
    P_SCORE,
    PRICES_TO_ME,
    SCORE_BONUS,
    WEAKEST_WINS,
)
from engine.ante.flights import add_strength, place
from engine.ante.piles import discard_aside, note
from engine.core.jit import inline

DONE, ASKED, DECLINED, ENDED, PUSHED = 0, 1, 2, 3, 4  # what an effect reports


@inline
def push(state, rules, first, end, me, this):
    """Put a power, rows[first:end], on the stack; too deep or too long a chain counts as empty.

    Returns whether a frame was pushed.
    """
    if first >= end:
        return False
    if state.depth >= MAX_FRAMES or state.pushes >= MAX_PUSHES:
        state.chains_cut += 1
        note(state, rules, E_CUT, me, this, 0, -1)
        return False
    state.pushes += 1
    open_frame(state, first, end, me, this)
    return True


@inline
def open_frame(state, first, end, me, this):
    """A fresh frame on top of the stack."""
    frame = state.frames[state.depth]
    frame.row = first
    frame.end = end
    frame.me = me
    frame.this = this
    frame.head = NONE
    frame.k = 0
    frame.seat = me
    frame.stage = 0
    frame.choice = NONE
    frame.stakes = NONE
    frame.side = NONE
    frame.card = NONE
    frame.discarded = 0
    frame.paid = 0
    frame.strength = 0
    frame.left = 0
    frame.mask = 0
    state.depth += 1


@inline
def pop(state, rules):
    """Take the top power off; what it turned up and did not use is discarded."""
    if state.aside_size > 0:
        discard_aside(state, rules, state.depth)
    state.depth -= 1


@inline
def push_power(state, rules, card, me, this):
    return push(state, rules, rules.cards[card].first, rules.cards[card].end, me, this)


@inline
def push_declaration(state, rules, seat, slot):
    """A mortal that lies in a two-stakes flight is declared by its controller (GW T2, T3).

    Never cut short: the stack has room for the two declarations of a swap beyond its bound.
    """
    card = state.flight[seat, slot]
    if rules.cards[card].fights == DECLARED:
        open_frame(state, rules.declare_row, rules.declare_row + 1, seat, card)


@inline
def enter(state, rules, seat, slot, card):
    """A card enters a flight: the one way in. It is declared, then a god's entry ability runs (GW R-11).

    Its power is pushed before by whoever plays it, or after by a row that triggers it.
    """
    place(state, rules, seat, slot, card)
    add_strength(state, rules, seat, slot)
    push(state, rules, rules.cards[card].entry_first, rules.cards[card].entry_end, seat, card)
    push_declaration(state, rules, seat, slot)


@inline
def empty_stakes(state, rules):
    """The last gold was stolen: powers, flights, purchases and turns to come are dropped (LE E1, GW W15).

    At scoring, when a Dragonrider's flight did it, scoring simply goes on (GW F14).
    """
    state.depth = 0
    discard_aside(state, rules, 0)
    state.n_options = 0
    state.part = 0
    state.at = 0
    if state.phase == P_SCORE:
        state.phase = P_AWARD
        return
    note(state, rules, E_EMPTIED, -1, -1, 0, -1)
    state.emptied = 1
    state.phase = P_AWARD


# --- standing rules ------------------------------------------------------------------------------------


@inline
def stand(state, rules, row_index, me, this):
    """Put a row's rule at work for the rest of the gambit; most rules count once (LE, GW C15)."""
    rule = rules.rows[row_index].rule
    if rule == PRICES_TO_ME or rule == LEAD_NEXT:
        remove_standing(state, rule)  # GW C58: the latest beneficiary alone
    elif rule != SCORE_BONUS and rule != GIFTS_IF_WIN:
        for i in range(state.n_standing):
            if state.standing_rule[i] == rule and state.standing_me[i] == me:
                return
    if state.n_standing == MAX_STANDING:
        state.chains_cut += 1
        return
    i = state.n_standing
    state.standing_row[i] = row_index
    state.standing_me[i] = me
    state.standing_card[i] = this
    state.standing_rule[i] = rule
    state.n_standing += 1
    note(state, rules, E_STANDING, me, this, 0, rule)


@inline
def remove_standing(state, rule):
    kept = 0
    for i in range(state.n_standing):
        if state.standing_rule[i] != rule:
            state.standing_row[kept] = state.standing_row[i]
            state.standing_me[kept] = state.standing_me[i]
            state.standing_card[kept] = state.standing_card[i]
            state.standing_rule[kept] = state.standing_rule[i]
            kept += 1
    state.n_standing = kept


@inline
def in_force(state, rule):
    for i in range(state.n_standing):
        if state.standing_rule[i] == rule:
            return True
    return False


@inline
def in_force_for(state, rule, seat):
    for i in range(state.n_standing):
        if state.standing_rule[i] == rule and state.standing_me[i] == seat:
            return True
    return False


@inline
def ante_amount(state, rules, rule):
    """The amount of a rule that a card in the ante has at work (EG3), -1 if none has."""
    if rules.ante_effects != 0:
        for i in range(state.ante_size):
            row = rules.cards[state.ante[i]].ante_row
            if row >= 0 and rules.rows[row].rule == rule:
                return int(rules.rows[row].amount)
    return -1


@inline
def weakest_wins(state, rules):
    """Whether the weakest flight wins this gambit: a Druid's effect, or a card in the ante."""
    return in_force(state, WEAKEST_WINS) or ante_amount(state, rules, WEAKEST_WINS) >= 0


@inline
def rounds_of_gambit(state, rules):
    """Rounds before scoring: the rules', or as many as an Emperor of 2010 asks for."""
    rounds = int(rules.rounds)
    for i in range(state.n_standing):
        if state.standing_rule[i] == AT_LEAST_ROUNDS:
            rounds = max(rounds, int(rules.rows[state.standing_row[i]].amount))
    return rounds


@inline
def act_in_ante(state, rules, card, owner, later):
    """What a card does that comes into the ante, at the reveal or later (EG3)."""
    acts = rules.cards[card].ante_end > rules.cards[card].ante_first
    if rules.ante_effects != 0 and acts and (not later or rules.cards[card].ante_later != 0):
        note(state, rules, E_TRIGGER, owner, card, 3, -1)
        push(state, rules, rules.cards[card].ante_first, rules.cards[card].ante_end, owner, card)


@inline
def appointed_leader(state):
    """The seat that a Priest of 2005 makes leader of the next round, -1 if none does; it counts once."""
    for i in range(state.n_standing):
        if state.standing_rule[i] == LEAD_NEXT:
            seat = int(state.standing_me[i])
            remove_standing(state, LEAD_NEXT)
            return seat
    return -1


@inline
def beneficiary(state):
    """The seat that purchase prices go to while a Merchant Prince is at work, -1 if none is."""
    for i in range(state.n_standing):
        if state.standing_rule[i] == PRICES_TO_ME:
            return int(state.standing_me[i])
    return -1
