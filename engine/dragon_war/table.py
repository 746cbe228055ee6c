"""What lies on the table and how it moves: dice, Fate cards, questions, notes.

Every function changes `state` in place. Luck comes from the state's own streams, or from a scenario's pins.
"""

import numpy as np

from engine.core.jit import inline
from engine.core.rng import RESHUFFLE, below, shuffle, stream
from engine.dragon_war.codes import (
    DECK,
    DIE,
    E_DRAW,
    E_NO_DRAW,
    E_SHUFFLE,
    E_USE,
    HAVEN,
    MAX_FRAMES,
    NONE,
    OPTION_VALUES,
    SQUARES,
)
from engine.dragon_war.tables import MAX_LOG, PIN_CARD, PIN_DIE, PIN_ORDER

PLAY, SCRATCH = 0, 1  # state.luck: dice and random takes; the deal and reshuffles


@inline
def bit(i):
    """1 << i as int64, whatever integer type i has."""
    return np.int64(1) << np.int64(i)


@inline
def note(state, rules, event, seat, card, amount, other):
    """Note an event for the transcript; does nothing while games are only counted."""
    if rules.logging != 0 and rules.n_log < MAX_LOG:
        line = rules.log[rules.n_log]
        line[0] = event
        line[1] = seat
        line[2] = card
        line[3] = amount
        line[4] = other
        rules.n_log += 1


# --- questions -----------------------------------------------------------------------------------


@inline
def ask(state, seat, question):
    """Open a question to a seat; the options follow by `offer`."""
    state.actor = seat
    state.decision = question
    state.n_options = 0


@inline
def offer(state, kind, value):
    state.options[state.n_options] = kind * OPTION_VALUES + value
    state.n_options += 1


@inline
def answer_kind(state):
    return int(state.answer) // OPTION_VALUES


@inline
def answer_value(state):
    return int(state.answer) % OPTION_VALUES


@inline
def push(state, kind, me, who, op, n, fate):
    """A new frame on top of the stack."""
    frame = state.frames[state.depth]
    frame.kind = kind
    frame.stage = 0
    frame.me = me
    frame.who = who
    frame.op = op
    frame.n = n
    frame.fate = fate
    frame.asked = 0
    frame.first = 0
    frame.second = 0
    frame.added[0] = 0
    frame.added[1] = 0
    frame.ties = 0
    state.depth += 1


@inline
def has_room(state):
    """Whether more answers may wait on the stack; each may lead to a few frames of its own."""
    return state.depth < MAX_FRAMES - 4


# --- luck ----------------------------------------------------------------------------------------


@inline
def pinned(state, rules, kind):
    """Place in `rules.pins` of the payload pinned for this event, -1 if luck is free.

    A pin of another kind sets `state.pin` to -1, which the scenario runner reports.
    """
    if state.pin < 0 or state.pin >= rules.n_pins:
        return -1
    at = int(state.pin)
    if rules.pins[at] != kind:
        state.pin = -1
        return -1
    return at + 1


@inline
def roll(state, rules):
    """One die."""
    state.dice += 1
    if rules.n_pins > 0:
        at = pinned(state, rules, PIN_DIE)
        if at >= 0:
            state.pin = at + 1
            return int(rules.pins[at])
    return 1 + below(state.luck, PLAY, DIE)


@inline
def random_slot(state, rules, seat):
    """A random place of a hand that is not empty."""
    if rules.n_pins > 0:
        at = pinned(state, rules, PIN_CARD)
        if at >= 0:
            title = rules.pins[at]
            for slot in range(state.hand_size[seat]):
                if rules.fate_title[state.hand[seat, slot]] == title:
                    state.pin = at + 1
                    return slot
            state.pin = -1
    return below(state.luck, PLAY, state.hand_size[seat])


# --- squares -------------------------------------------------------------------------------------


@inline
def square_index(state, pos):
    """Index into `rules.square_op` of a square between START and FINISH."""
    at = int(pos) - 1
    card = at // SQUARES
    return int(state.board[card]) * SQUARES + at - card * SQUARES


@inline
def on_haven(state, rules, seat):
    """Whether a seat's tile stands on a Safe Haven."""
    pos = int(state.pos[seat])
    if pos == 0 or pos == rules.finish:
        return False
    return rules.square_op[square_index(state, pos)] == HAVEN


@inline
def protected(state, rules, seat, die_based):
    """Whether a Safe Haven keeps a loss or another harm from a seat (DW H1, H2)."""
    return (rules.haven_all != 0 or die_based) and on_haven(state, rules, seat)


@inline
def tradable(state, rules, seat):
    """Whether another player may trade places with a seat (DW H4)."""
    return rules.haven_trade == 0 or not on_haven(state, rules, seat)


@inline
def clockwise(rules, seat, steps):
    """The seat so many places to the left."""
    other = int(seat) + int(steps)
    return other - int(rules.seats) if other >= rules.seats else other


# --- Fate cards ----------------------------------------------------------------------------------


@inline
def deck_card(state, i):
    """The i-th card of the deck, 0 is the top."""
    return int(state.deck[(int(state.head) + int(i)) & (DECK - 1)])


@inline
def recycle(state, rules, card):
    """A Fate card is used: it goes under the deck or onto the discard pile (DW F3, F4).

    A drawn card that still acts lies there already, so that no card is ever missing, and stays the last.
    """
    state.traced[card] = bit(rules.seats) - 1
    if rules.recycle_discard != 0:
        last = int(state.discard_size)
        state.discard[last] = card
        if state.acting != 0:
            state.discard[last] = state.discard[last - 1]
            state.discard[last - 1] = card
        state.discard_size += 1
    else:
        last = (int(state.head) + int(state.deck_size)) & (DECK - 1)
        state.deck[last] = card
        if state.acting != 0:
            before = (last + DECK - 1) & (DECK - 1)
            state.deck[last] = state.deck[before]
            state.deck[before] = card
        state.deck_size += 1
        state.public += 1


@inline
def reshuffle(state, rules):
    """The discard pile becomes the deck, the k-th time from its own stream (DW F5)."""
    n = int(state.discard_size)
    state.head = 0
    for i in range(n):
        state.deck[i] = state.discard[i]
        state.traced[state.deck[i]] = 0
    state.deck_size = n
    state.discard_size = 0
    state.public = 0
    state.luck[SCRATCH] = stream(state.seed, state.game, RESHUFFLE + state.reshuffles)
    shuffle(state.deck, 0, n, state.luck, SCRATCH)
    state.reshuffles += 1
    if rules.n_pins > 0:
        at = pinned(state, rules, PIN_ORDER)
        if at >= 0:
            order_top(state, rules, at)
    note(state, rules, E_SHUFFLE, -1, -1, n, -1)


@inline
def order_top(state, rules, at):
    """Lay cards of the pinned titles on top of the shuffled deck, the first named topmost."""
    named = int(rules.pins[at])
    for k in range(named):
        title = rules.pins[at + 1 + k]
        found = k
        while found < state.deck_size and rules.fate_title[state.deck[found]] != title:
            found += 1
        if found == state.deck_size:
            state.pin = -1
            return
        kept = state.deck[k]
        state.deck[k] = state.deck[found]
        state.deck[found] = kept
    state.pin = at + 1 + named


@inline
def draw(state, rules, seat):
    """Take the top Fate card off the deck; -1 if there is none (DW F6).

    A card that was laid under the deck openly is known to all when it comes up again.
    """
    if state.deck_size == 0 and state.discard_size > 0:
        reshuffle(state, rules)
    if state.deck_size == 0:
        note(state, rules, E_NO_DRAW, seat, -1, 0, -1)
        return NONE
    card = deck_card(state, 0)
    state.head = (int(state.head) + 1) & (DECK - 1)
    state.deck_size -= 1
    state.known[card] = bit(seat)
    state.traced[card] |= bit(seat)
    if state.public > state.deck_size:
        state.public = state.deck_size
        state.known[card] = bit(rules.seats) - 1
    state.draws += 1
    note(state, rules, E_DRAW, seat, rules.fate_title[card], 0, -1)
    return card


@inline
def add_to_hand(state, seat, card):
    state.hand[seat, state.hand_size[seat]] = card
    state.hand_size[seat] += 1


@inline
def take_from_hand(state, seat, slot):
    """The card at a place of a hand, which the last one fills."""
    card = int(state.hand[seat, slot])
    state.hand_size[seat] -= 1
    state.hand[seat, slot] = state.hand[seat, state.hand_size[seat]]
    return card


@inline
def slot_of(state, rules, seat, title):
    """Where a hand holds a card of a title: of several the one that most seats know."""
    best = -1
    most = -1
    for slot in range(state.hand_size[seat]):
        card = state.hand[seat, slot]
        if rules.fate_title[card] == title:
            knowers = 0
            for other in range(rules.seats):
                knowers += (int(state.known[card]) >> other) & 1
            if knowers > most:
                best = slot
                most = knowers
    return best


@inline
def holds(state, rules, seat, op):
    """Whether a hand holds a card that does this."""
    for slot in range(state.hand_size[seat]):
        if rules.title_op[rules.fate_title[state.hand[seat, slot]]] == op:
            return True
    return False


@inline
def put_away(state, rules, seat, title):
    """A card of a title leaves a hand and is recycled."""
    recycle(state, rules, take_from_hand(state, seat, slot_of(state, rules, seat, title)))


@inline
def spend(state, rules, seat, title):
    """A card of a title is used."""
    note(state, rules, E_USE, seat, title, 0, -1)
    state.uses += 1
    put_away(state, rules, seat, title)


@inline
def offer_titles(state, rules, seat, op, kind):
    """Offer each title of a hand that does this, once; every title where `op` is -1."""
    begun = int(state.n_options)
    for slot in range(state.hand_size[seat]):
        title = int(rules.fate_title[state.hand[seat, slot]])
        if op < 0 or rules.title_op[title] == op:
            offer_once(state, begun, kind, title)


@inline
def offer_once(state, begun, kind, title):
    """Offer a title unless it is among the options from `begun` on."""
    option = kind * OPTION_VALUES + title
    for i in range(begun, state.n_options):
        if state.options[i] == option:
            return
    offer(state, kind, title)
