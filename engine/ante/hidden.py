"""What a seat cannot see, dealt anew: the verb `redeal_hidden` of the Three-Dragon Ante family.

A seat sees its own hand, flights, ante, discard pile and gold, and remembers of other hands the cards that
it saw going there (`state.known`). Of the rest it knows only where a card can be:

- a card that was in a discard pile at the last reshuffle lies in the main deck or was drawn from it since;
- the Legendary deck, and what of the Legendary list is out of the game, is cards of that list that have never
  lain openly; of a mixed colour so many cards are out of the game as the mixture leaves over;
- a hand holds at least so many Legendary cards as were seen to come from that deck (`state.specials`).
"""

import numpy as np

from engine.ante.codes import LEGENDARY, LOOK, MAX_CARDS, MAX_LEGENDARY, NONE
from engine.ante.piles import SCRATCH, TAKES, bit, everybody
from engine.ante.state import STATE
from engine.core.jit import inline
from engine.core.rng import below, next64, shuffle
from engine.core.verbs import redeal_hidden

SEEN, IN_MAIN = 128, 64  # marks in `known` while cards are sorted, above the bits of the seats
OLDEST = (
    MAX_CARDS - 1
)  # `deck` is the table: cards of the deck lie from its bottom, older ones from its top


@redeal_hidden.of(STATE)
def redeal(state, rules, seat, luck):
    """Gather what `seat` has not seen in card order, shuffle it, and deal it to where it can lie."""
    mark_seen(state, rules, seat)
    leave_mixed_out(state, rules, luck)
    fresh, older, special = gather(state, rules)
    shuffle(state.legendary, 0, special, luck, 0)
    special = leave_specials_out(state, rules, special)
    size = int(state.legendary_size)
    placed = 0
    for other in range(rules.seats):
        placed += wanted_specials(state, rules, seat, other)
    for i in range(size, special - placed):  # the others are in the main deck or were drawn from it
        if state.reshuffles == 0:
            state.deck[fresh] = state.legendary[i]
            fresh += 1
        else:
            state.deck[OLDEST - older] = state.legendary[i]
            older += 1
    shuffle(state.deck, 0, fresh, luck, 0)
    total = fresh + older
    if older > 0:
        for i in range(older):
            state.deck[fresh + i] = state.deck[OLDEST - i]
        shuffle(state.deck, min(int(state.deck_size), fresh), total, luck, 0)
    deal_hands(state, rules, seat, special, total)
    choose_anew(state, rules, seat, luck)
    forget_luck(state, seat, luck)


# --- sorting ---------------------------------------------------------------------------------------------


@inline
def mark_seen(state, rules, seat):
    """Mark every card of which `seat` knows the place."""
    for i in range(state.discard_size):
        state.known[state.discard[i]] |= SEEN
    for i in range(state.ante_size):
        state.known[state.ante[i]] |= SEEN
    for i in range(state.aside_size):
        if not hidden_aside(state, rules, seat, i):
            state.known[state.aside[i]] |= SEEN
    for other in range(rules.seats):
        for slot in range(state.slots[other]):
            if state.flight[other, slot] != NONE:
                state.known[state.flight[other, slot]] |= SEEN
        for i in range(state.hand_size[other]):
            if knows(state, seat, state.hand[other, i]):
                state.known[state.hand[other, i]] |= SEEN


@inline
def knows(state, seat, card):
    """Whether a seat knows this card, which lies in a hand."""
    return (int(state.known[card]) >> seat) & 1 != 0


@inline
def hidden_aside(state, rules, seat, i):
    """Whether a card turned up is one that another player looks at alone."""
    frame = state.frames[state.aside_frame[i] - 1]
    return frame.me != seat and frame.row < frame.end and rules.rows[frame.row].effect == LOOK


@inline
def leave_mixed_out(state, rules, luck):
    """Which cards of a mixed colour are out of the game: some that have never been seen."""
    for slot in range(rules.n_mixed.shape[0]):
        n = int(rules.n_mixed[slot])
        if n == 0:
            continue
        unseen = 0
        for i in range(n):
            card = rules.mixed[slot, i]
            if state.known[card] & SEEN == 0 and state.shuffled_in[card] == 0:
                state.legendary[unseen] = card
                unseen += 1
        shuffle(state.legendary, 0, unseen, luck, 0)
        for i in range(min(unseen, left_over(rules, slot))):
            state.known[state.legendary[i]] = SEEN


@inline
def left_over(rules, slot):
    """How many cards of a mixed colour do not come into the game."""
    n = int(rules.n_mixed[slot])
    for i in range(rules.n_main):
        if rules.main[i] == -2 - slot:
            n -= 1
    return n


@inline
def gather(state, rules):
    """Lay the unseen cards out, in card order, and take all marks off again.

    Returns how many went onto `deck`'s bottom (what the last shuffle put into the deck), onto its top (older
    than that) and onto `legendary` (of that list and never seen openly).
    """
    fresh = 0
    older = 0
    special = 0
    for i in range(rules.n_forced):
        if state.known[rules.forced[i]] & SEEN == 0:
            state.known[rules.forced[i]] |= IN_MAIN
    standard = int(rules.n_cards) - int(rules.n_forced) - int(rules.n_pool)
    for card in range(rules.n_cards):
        known = int(state.known[card])
        state.known[card] = known & ~(SEEN | IN_MAIN)
        if known & SEEN:
            continue
        if card >= standard and known & IN_MAIN == 0 and state.shuffled_in[card] == 0:
            state.legendary[special] = card
            special += 1
        elif state.shuffled_in[card] == state.reshuffles:
            state.deck[fresh] = card
            fresh += 1
        else:
            state.deck[OLDEST - older] = card
            older += 1
    return fresh, older, special


@inline
def leave_specials_out(state, rules, special):
    """Take as many Legendary cards off the table as are out of the game; how many are left."""
    out = int(state.removed_size)
    for slot in range(rules.n_mixed.shape[0]):
        if rules.n_mixed[slot] > 0:
            out -= left_over(rules, slot)
    return max(int(state.legendary_size), special - max(0, out))


# --- dealing ---------------------------------------------------------------------------------------------


@inline
def wanted_specials(state, rules, seat, other):
    """How many cards of a hand, unseen by `seat`, are known to have come from the Legendary deck."""
    want = int(state.specials[other])
    if other == seat or want == 0:
        return 0
    for i in range(state.hand_size[other]):
        card = state.hand[other, i]
        if knows(state, seat, card) and state.known[card] != everybody(rules):
            if rules.cards[card].props & LEGENDARY and state.shuffled_in[card] == 0:
                want -= 1
    return max(0, want)


@inline
def deal_hands(state, rules, seat, special, total):
    """Fill the unseen places of other hands, and of what others look at.

    From the end of `legendary` where a Legendary card was seen going there, else from that of `deck`.
    """
    for i in range(state.aside_size):
        if hidden_aside(state, rules, seat, i):
            total -= 1
            state.aside[i] = state.deck[total]
    for other in range(rules.seats):
        if other == seat:
            continue
        want = wanted_specials(state, rules, seat, other)
        for i in range(state.hand_size[other]):
            if knows(state, seat, state.hand[other, i]):
                continue
            if want > 0:
                want -= 1
                special -= 1
                card = int(state.legendary[special])
            else:
                total -= 1
                card = int(state.deck[total])
            state.hand[other, i] = card
            state.known[card] = bit(other)


@inline
def choose_anew(state, rules, seat, luck):
    """What others have chosen face down is any card of their hands."""
    for other in range(rules.seats):
        if other != seat and state.chosen[other] != NONE:
            state.chosen[other] = state.hand[other, below(luck, 0, state.hand_size[other])]


@inline
def forget_luck(state, seat, luck):
    """The luck to come starts anew, and a scenario's pins are no longer known."""
    state.seed = np.int64(next64(luck, 0) >> np.uint64(1))
    state.luck[TAKES] = next64(luck, 0)
    state.luck[SCRATCH] = 0
    for other in range(state.seats):
        if other != seat:
            state.agent_luck[other] = 0
    state.pin = -1


assert MAX_LEGENDARY >= 80  # `legendary` serves as the table for a mixed colour's cards too
