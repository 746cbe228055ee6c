"""Where cards and gold lie, and how they move: hands, decks, discard pile, ante, hoards, stakes, hole.

Every function changes `state` in place. A card is in exactly one place before and after each call, gold is
only moved. Luck comes from the state's own streams, or from a scenario's pins.
"""

import numpy as np

from engine.ante.codes import (
    E_CANCEL,
    E_DISCARD,
    E_DRAW,
    E_HOLE,
    E_OWE,
    E_PAY,
    E_REPAY,
    E_SHORT,
    E_SHUFFLE,
    E_TO_ANTE,
    LEGENDARY,
    MAX_ANTE,
    MAX_DEBTS,
    OPTION_VALUES,
    SEATS,
)
from engine.ante.tables import MAX_LOG
from engine.core.jit import inline
from engine.core.pinning import PIN_CARD, PIN_ORDER
from engine.core.rng import RESHUFFLE, below, shuffle, stream

TO_STAKES = 10  # a receiver of gold from here on is a stakes: TO_STAKES + side
TAKES, SCRATCH = 0, 1  # state.luck: random takes; the deal, picks and reshuffles


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


# --- questions -----------------------------------------------------------------------------------------


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
def answer_value(state):
    """Read the answer's payload (card, seat, side, gold or word) and take it off the table."""
    value = int(state.answer) % OPTION_VALUES
    state.answer = -1
    return value


@inline
def answer_kind(state):
    """Read the answer's kind and leave it on the table."""
    return int(state.answer) // OPTION_VALUES


# --- luck ----------------------------------------------------------------------------------------------


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
def random_hand_slot(state, rules, seat):
    """A random index into a hand that is not empty."""
    at = pinned(state, rules, PIN_CARD)
    if at >= 0:
        slot = find_in_hand(state, seat, rules.pins[at])
        state.pin = at + 1 if slot >= 0 else -1
        if slot >= 0:
            return slot
    return below(state.luck, TAKES, state.hand_size[seat])


@inline
def reshuffle(state, rules):
    """Shuffle the discard pile into a new main deck (GW E1, LE D1), the k-th time from its own stream."""
    n = int(state.discard_size)
    for i in range(n):
        state.deck[i] = state.discard[i]
        state.shuffled_in[state.deck[i]] = state.reshuffles + 1
    state.deck_size = n
    state.discard_size = 0
    state.luck[SCRATCH] = stream(state.seed, state.game, RESHUFFLE + state.reshuffles)
    shuffle(state.deck, 0, n, state.luck, SCRATCH)
    state.reshuffles += 1
    if state.scorings_left < 0 and rules.scorings > 0:
        state.scorings_left = rules.scorings  # GW E2, E5: only the first reshuffle starts the count
    at = pinned(state, rules, PIN_ORDER)
    if at >= 0:
        order_top(state, rules, at)
    note(state, rules, E_SHUFFLE, -1, -1, n, -1)


@inline
def order_top(state, rules, at):
    """Lay the pinned cards on top of the deck, the first named topmost."""
    named = int(rules.pins[at])
    for k in range(named):
        card = rules.pins[at + named - k]
        i = 0
        while i < state.deck_size and state.deck[i] != card:
            i += 1
        if i == state.deck_size:
            state.pin = -1
            return
        for j in range(i, state.deck_size - 1):
            state.deck[j] = state.deck[j + 1]
        state.deck[state.deck_size - 1] = card
    state.pin = at + 1 + named


# --- cards ---------------------------------------------------------------------------------------------


@inline
def find_in_hand(state, seat, card):
    for i in range(state.hand_size[seat]):
        if state.hand[seat, i] == card:
            return i
    return -1


@inline
def add_to_hand(state, seat, card, knowers):
    """Put a card into a hand; `knowers`: seats, a bit each, that saw which one it is."""
    state.hand[seat, state.hand_size[seat]] = card
    state.hand_size[seat] += 1
    state.cards_handled += 1
    state.known[card] = knowers | bit(seat)


@inline
def take_out(state, seat, slot):
    """Take the card at a hand slot out; the last card of the hand moves into its place."""
    card = int(state.hand[seat, slot])
    last = int(state.hand_size[seat]) - 1
    state.hand[seat, slot] = state.hand[seat, last]
    state.hand_size[seat] = last
    state.cards_handled += 1
    return card


@inline
def remove_from_hand(state, rules, seat, slot):
    """Take the card at a hand slot out for all to see."""
    reveal_special(state, rules, seat, state.hand[seat, slot])
    return take_out(state, seat, slot)


@inline
def remove_unseen(state, seat, slot):
    """Take the card at a hand slot out unseen: for all that the others know it is a Legendary one."""
    state.specials[seat] = max(0, int(state.specials[seat]) - 1)
    return take_out(state, seat, slot)


@inline
def show_in_hand(state, rules, seat, card):
    """All see that this card is in the hand."""
    reveal_special(state, rules, seat, card)
    state.known[card] = everybody(rules)


@inline
def reveal_special(state, rules, seat, card):
    """A card of the hand is seen: it may be the one that all saw coming from the Legendary deck.

    Not one that all knew there already, nor one that has lain openly before.
    """
    if state.specials[seat] > 0 and rules.cards[card].props & LEGENDARY:
        if state.shuffled_in[card] == 0 and state.known[card] != everybody(rules):
            state.specials[seat] -= 1


@inline
def blur_hand(state, seat, taker):
    """After a random take nobody but owner and taker knows what is left in the hand."""
    keep = bit(seat) | bit(taker)
    for i in range(state.hand_size[seat]):
        card = state.hand[seat, i]
        state.known[card] = state.known[card] & keep


@inline
def everybody(rules):
    return bit(rules.seats) - 1


@inline
def hand_full(state, rules, seat):
    return state.hand_size[seat] >= rules.hand_limit


@inline
def top_card(state, rules):
    """Take the top card of the main deck, -1 if deck and discard pile are empty (LE D2, D3).

    The caller goes on with `shuffle_if_empty`.
    """
    if state.deck_size == 0:
        if state.discard_size == 0:
            return -1
        reshuffle(state, rules)
    state.deck_size -= 1
    return int(state.deck[state.deck_size])


@inline
def shuffle_if_empty(state, rules):
    """When the last card has been taken the discard pile is shuffled at once (LE D1)."""
    if state.deck_size == 0 and state.discard_size > 0:
        reshuffle(state, rules)


@inline
def take_main(state, rules):
    """The top card of the main deck, -1 if there is none; the next deck is ready."""
    card = top_card(state, rules)
    shuffle_if_empty(state, rules)
    return card


@inline
def take_legendary(state):
    """The top card of the Legendary deck, -1 if it is empty; it is never refilled (GW S12, S15)."""
    if state.legendary_size == 0:
        return -1
    state.legendary_size -= 1
    state.legendary_drawn += 1
    return int(state.legendary[state.legendary_size])


@inline
def draw(state, rules, seat, n, legendary):
    """Draw up to n cards, stopping at the hand limit (LE S5, GW S16) or when there are none."""
    for _ in range(n):
        if hand_full(state, rules, seat):
            return
        card = take_legendary(state) if legendary else top_card(state, rules)
        if card < 0:
            return
        add_to_hand(state, seat, card, 0)
        if legendary:
            state.specials[seat] += 1
        note(state, rules, E_DRAW, seat, card, 1 if legendary else 0, -1)
        if not legendary:
            shuffle_if_empty(state, rules)


@inline
def discard(state, rules, seat, card):
    state.discard[state.discard_size] = card
    state.discard_size += 1
    note(state, rules, E_DISCARD, seat, card, 0, -1)


@inline
def put_into_ante(state, rules, seat, card):
    if state.ante_size == MAX_ANTE:
        discard(state, rules, seat, card)
        return
    state.ante[state.ante_size] = card
    state.ante_size += 1
    note(state, rules, E_TO_ANTE, seat, card, 0, -1)


@inline
def remove_from_ante(state, card):
    i = 0
    while state.ante[i] != card:
        i += 1
    for j in range(i, state.ante_size - 1):
        state.ante[j] = state.ante[j + 1]
    state.ante_size -= 1


@inline
def put_aside(state, card, depth):
    state.aside[state.aside_size] = card
    state.aside_frame[state.aside_size] = depth
    state.aside_size += 1


@inline
def remove_aside(state, card):
    i = 0
    while state.aside[i] != card:
        i += 1
    for j in range(i, state.aside_size - 1):
        state.aside[j] = state.aside[j + 1]
        state.aside_frame[j] = state.aside_frame[j + 1]
    state.aside_size -= 1


@inline
def discard_aside(state, rules, depth):
    """Discard what the power at this depth, or one above it, has turned up and not used."""
    kept = 0
    for i in range(state.aside_size):
        if state.aside_frame[i] >= depth:
            discard(state, rules, -1, state.aside[i])
        else:
            state.aside[kept] = state.aside[i]
            state.aside_frame[kept] = state.aside_frame[i]
            kept += 1
    state.aside_size = kept


# --- gold ----------------------------------------------------------------------------------------------


@inline
def fall_into_hole(state, rules, seat, missing):
    """Gold that could not be paid goes onto the player's hole counter (LE H1, GW W12).

    Where shortfalls are debts, what is due to a stakes is lost (OR4).
    """
    if missing <= 0 or rules.debts != 0:
        return
    if state.hole[seat] == 0:
        state.holes += 1
        if state.first_hole == 0:
            state.first_hole = state.gambit
    state.hole[seat] += missing
    state.been_in_hole[seat] = 1
    note(state, rules, E_SHORT, seat, -1, missing, -1)


@inline
def pay(state, rules, payer, receiver, amount):
    """Pay what one has to a seat or to a stakes; the rest goes to the hole (LE H1)."""
    paid = min(int(state.hoard[payer]), int(amount))
    state.hoard[payer] -= paid
    if receiver >= TO_STAKES:
        state.stakes[receiver - TO_STAKES] += paid
    else:
        state.hoard[receiver] += paid
    if paid > 0 or amount == 0:
        note(state, rules, E_PAY, payer, -1, paid, receiver)
    if rules.debts != 0 and receiver < TO_STAKES:
        owe(state, rules, payer, receiver, int(amount) - paid)
        repay(state, rules, receiver)
    else:
        fall_into_hole(state, rules, payer, amount - paid)


@inline
def owe(state, rules, debtor, creditor, missing):
    """Gold that could not be paid to a player is owed to that player (OR4)."""
    if missing <= 0:
        return
    note(state, rules, E_OWE, debtor, -1, missing, creditor)
    n = int(state.n_debts)
    if n == MAX_DEBTS:
        for i in range(n):
            if state.debtor[i] == debtor and state.creditor[i] == creditor:
                state.owed[i] += missing
                return
    if n > 0 and state.debtor[n - 1] == debtor and state.creditor[n - 1] == creditor:
        state.owed[n - 1] += missing
        return
    if n < MAX_DEBTS:
        state.debtor[n] = debtor
        state.creditor[n] = creditor
        state.owed[n] = missing
        state.n_debts = n + 1


@inline
def repay(state, rules, seat):
    """A player who has gained gold repays debts first, the oldest first; who is paid repays in turn (OR4)."""
    if state.n_debts == 0:
        return
    gained = bit(seat)
    while gained != 0:
        debtor = 0
        while gained & bit(debtor) == 0:
            debtor += 1
        gained &= ~bit(debtor)
        for i in range(state.n_debts):
            if state.debtor[i] == debtor and state.owed[i] > 0 and state.hoard[debtor] > 0:
                paid = min(int(state.hoard[debtor]), int(state.owed[i]))
                state.hoard[debtor] -= paid
                state.hoard[state.creditor[i]] += paid
                state.owed[i] -= paid
                gained |= bit(state.creditor[i])
                note(state, rules, E_REPAY, debtor, -1, paid, state.creditor[i])
    drop_settled(state)


@inline
def drop_settled(state):
    """Debts of nothing are forgotten; the others keep their order."""
    kept = 0
    for i in range(state.n_debts):
        if state.owed[i] > 0:
            state.debtor[kept] = state.debtor[i]
            state.creditor[kept] = state.creditor[i]
            state.owed[kept] = state.owed[i]
            kept += 1
    state.n_debts = kept


@inline
def cancel_debts(state, rules, seat):
    """The debts of a player are cancelled (EG7)."""
    for i in range(state.n_debts):
        if state.debtor[i] == seat:
            note(state, rules, E_CANCEL, seat, -1, state.owed[i], state.creditor[i])
            state.owed[i] = 0
    drop_settled(state)


@inline
def debt(state, seat):
    """Gold that a seat owes to other players."""
    total = 0
    for i in range(state.n_debts):
        if state.debtor[i] == seat:
            total += int(state.owed[i])
    return total


@inline
def settle_hole(state, rules, seat):
    """At a gambit's end: gold to the hole pile, the counter to 0, any rest forgiven (LE H3)."""
    if state.hole[seat] == 0:
        return
    paid = min(int(state.hoard[seat]), int(state.hole[seat]))
    state.hoard[seat] -= paid
    state.hole_pile += paid
    state.hole[seat] = 0
    note(state, rules, E_HOLE, seat, -1, paid, -1)


@inline
def see_lead(state, rules):
    """Whether the lead in gold has passed to another seat; while the richest are tied it has not."""
    best = -1
    seat_of_best = -1
    for seat in range(rules.seats):
        if state.hoard[seat] > best:
            best = int(state.hoard[seat])
            seat_of_best = seat
        elif state.hoard[seat] == best:
            seat_of_best = -1
    if seat_of_best >= 0 and seat_of_best != state.richest:
        if state.richest >= 0:
            state.lead_changes += 1
        state.richest = seat_of_best


@inline
def stakes_empty(state):
    return state.stakes[0] == 0 and state.stakes[1] == 0


@inline
def next_seat(rules, seat, steps):
    """The seat so many places to the left (clockwise), at most once round; -1 is the right neighbour."""
    seat = int(seat) + int(steps)
    if seat >= rules.seats:
        return seat - int(rules.seats)
    return seat + int(rules.seats) if seat < 0 else seat


assert SEATS <= 8  # `known` keeps a seat a bit in one byte
