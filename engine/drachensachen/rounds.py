"""From one round to the next: hindrances, tricks, the deal, scoring, the end of the game."""

from engine.core.jit import inline
from engine.core.pinning import PIN_ORDER
from engine.core.rng import RESHUFFLE, shuffle, stream
from engine.drachensachen.codes import (
    CHAOS,
    COLUMNS,
    E_CAPPED,
    E_CHAOS,
    E_DEALT,
    E_FINISH,
    E_HINDRANCE,
    E_LOSS,
    E_OVER,
    E_ROUND,
    E_TIE,
    E_TRICK,
    EIGHT,
    ENDED_ROUNDS,
    ENDED_TIE,
    ENDED_TOTAL,
    FEATHERS,
    INVASION,
    KINDS,
    MAX_CURVE,
    NONE,
    P_ROUND,
    P_SWAP,
    UNKNOWN,
)
from engine.drachensachen.piles import clear_pile, gain, note, pinned

DEALING = 1  # place in `state.luck` of the deal's stream


@inline
def begin_round(state, rules):
    """Hindrances, the next trick, the deal (DS S5, S6)."""
    state.round_no += 1
    note(rules, E_ROUND, state.starter, NONE, state.round_no, NONE)
    take_hindrances(state, rules)
    if state.n_tricks < rules.n_tricks:
        trick = int(state.trick_order[state.n_tricks])
        state.n_tricks += 1
        state.tricks |= 1 << trick
        note(rules, E_TRICK, NONE, trick, 0, NONE)
    deal_cards(state, rules)
    start_round(state)
    note(rules, E_DEALT, NONE, NONE, 0, NONE)


@inline
def start_round(state):
    """An empty pile, nothing owed; first the swaps, from the starter on."""
    clear_pile(state)
    for kind in range(KINDS):
        state.burnt[kind] = 0
    state.debt = 0
    state.direction = 1
    state.turns_in_round = 0
    state.again = 0
    state.fives = 0
    state.finisher = NONE
    state.swappers = 0
    state.active = state.starter
    state.phase = P_SWAP


# --- hindrances -----------------------------------------------------------------------------------


@inline
def next_hindrance(state):
    """The top hindrance card, -1 if there is none."""
    if state.stack_size == 0:
        return NONE
    card = int(state.stack[0])
    state.stack_size -= 1
    for i in range(state.stack_size):
        state.stack[i] = state.stack[i + 1]
    state.stack_fresh = max(0, int(state.stack_fresh) - 1)
    state.taken[state.n_taken] = card
    state.n_taken += 1
    return card


@inline
def take_hindrances(state, rules):
    """The last finisher's hindrance; under Chaos everybody's, from him on (DS H1 to H8)."""
    state.n_taken = 0
    state.chaos = NONE
    for seat in range(rules.seats):
        state.hindrance[seat] = NONE
    finisher = int(state.last_finisher)
    if finisher == NONE:
        return
    card = next_hindrance(state)
    if card == NONE:
        return
    if rules.hindrances[card].kind != CHAOS:
        state.hindrance[finisher] = card
        note(rules, E_HINDRANCE, finisher, card, 0, NONE)
        return
    state.chaos = card
    note(rules, E_CHAOS, finisher, card, 0, NONE)
    for k in range(rules.seats):
        seat = (finisher + k) % int(rules.seats)
        card = next_hindrance(state)
        state.hindrance[seat] = card
        if card != NONE:
            note(rules, E_HINDRANCE, seat, card, 0, NONE)


@inline
def return_hindrances(state):
    """Under the pile in the order taken, Chaos last (DS H6, H8)."""
    for i in range(state.n_taken):
        if state.taken[i] != state.chaos:
            state.stack[state.stack_size] = state.taken[i]
            state.stack_size += 1
    if state.chaos != NONE:
        state.stack[state.stack_size] = state.chaos
        state.stack_size += 1
    state.n_taken = 0


# --- the deal -------------------------------------------------------------------------------------


@inline
def shuffled_deck(state, rules):
    """All cards, shuffled, in `trouble`; how many they are. Pinned cards lie on top."""
    n = 0
    for kind in range(KINDS):
        for _ in range(rules.copies[kind]):
            state.trouble[n] = kind
            n += 1
    state.luck[DEALING] = stream(state.seed, state.game, RESHUFFLE + int(state.round_no))
    shuffle(state.trouble, 0, n, state.luck, DEALING)
    at = pinned(state, rules, PIN_ORDER)
    if at >= 0:
        lay_pinned(state, rules, at, n)
    return n


@inline
def lay_pinned(state, rules, at, n):
    """Bring the pinned kinds to the top, the first named topmost."""
    named = int(rules.pins[at])
    for k in range(named):
        place = n - 1 - k
        i = place
        while i >= 0 and state.trouble[i] != rules.pins[at + 1 + k]:
            i -= 1
        if i < 0:
            state.pin = NONE
            return
        state.trouble[i] = state.trouble[place]
        state.trouble[place] = rules.pins[at + 1 + k]
    state.pin = at + 1 + named


@inline
def hand_of(state, rules, seat):
    """Cards that a seat is dealt into its hand (DS H3)."""
    card = int(state.hindrance[seat])
    if card != NONE and rules.hindrances[card].kind == INVASION:
        return int(rules.hindrances[card].hand)
    return int(rules.hand_size)


@inline
def deal_reserve(state, rules, seat, n):
    """A seat's reserve: face-down cards first, face-up ones on them; cards left in the deck."""
    card = int(state.hindrance[seat])
    unknown = card != NONE and rules.hindrances[card].kind == UNKNOWN
    for column in range(COLUMNS):
        state.down[seat, column] = NONE
        has = rules.hindrances[card].has_down[column] if unknown else rules.has_down[column]
        if has != 0:
            n -= 1
            state.down[seat, column] = state.trouble[n]
            state.n_down[seat] += 1
    for column in range(COLUMNS):
        state.up[seat, column] = NONE
        has = rules.hindrances[card].has_up[column] if unknown else rules.has_up[column]
        if has != 0:
            n -= 1
            state.up[seat, column] = state.trouble[n]
            state.n_up[seat] += 1
    return n


@inline
def deal_cards(state, rules):
    """Reserves, then hands, seat by seat; then the trouble pile, the rest to the box."""
    n = shuffled_deck(state, rules)
    for seat in range(rules.seats):
        state.n_down[seat] = 0
        state.n_up[seat] = 0
        n = deal_reserve(state, rules, seat, n)
    for seat in range(rules.seats):
        state.hand_size[seat] = 0
        for kind in range(KINDS):
            state.held[seat, kind] = 0
            state.known[seat, kind] = 0
        for _ in range(hand_of(state, rules, seat)):
            n -= 1
            gain(state, seat, state.trouble[n], 1, 0)
    size = n if state.chaos != NONE else int(rules.trouble_size)
    rest = n - size
    for kind in range(KINDS):
        state.aside[kind] = 0
    for i in range(rest):
        state.aside[state.trouble[i]] += 1
    for i in range(size):
        state.trouble[i] = state.trouble[rest + i]
    state.trouble_size = size


# --- scoring --------------------------------------------------------------------------------------


@inline
def coins(state, rules, kind):
    """Gold lost for a card that lies open: golden feathers turn an 8 into a gain (DS T9)."""
    if kind == EIGHT and state.tricks & FEATHERS:
        return -1
    return int(rules.coins[kind])


@inline
def raw_loss(state, rules, seat):
    """Coins on the hand, on face-up cards and on the backs of uncovered ones (DS G3)."""
    total = 0
    for kind in range(KINDS):
        total += int(state.held[seat, kind]) * coins(state, rules, kind)
    for column in range(COLUMNS):
        kind = int(state.up[seat, column])
        if kind != NONE:
            total += coins(state, rules, kind)
        elif state.down[seat, column] != NONE:
            total += int(rules.coins_back)
    return total


@inline
def end_round(state, rules):
    """Score; then the end of the game, or the next round (DS G1 to G9)."""
    finisher = int(state.finisher)
    if finisher != NONE:
        note(rules, E_FINISH, finisher, NONE, 0, NONE)
        if finisher == state.last_finisher:
            state.repeat_finishes += 1
        if finisher == state.starter:
            state.by_starter += 1
    else:
        state.capped += 1
        note(rules, E_CAPPED, NONE, NONE, state.turns_in_round, NONE)
    for seat in range(rules.seats):
        loss = 0
        if seat != finisher:
            raw = raw_loss(state, rules, seat)
            loss = min(raw, int(rules.loss_cap))
            note(rules, E_LOSS, seat, NONE, loss, raw)
        state.last_loss[seat] = loss
        state.totals[seat] += loss
    state.last_finisher = finisher
    if rules.n_hindrances > 0:
        return_hindrances(state)
    note_leader(state, rules)
    if game_ends(state, rules):
        finish(state, rules)
        return
    state.starter = next_starter(state, rules)
    state.phase = P_ROUND


@inline
def lowest(state, rules):
    """The lowest total."""
    least = int(state.totals[0])
    for seat in range(1, rules.seats):
        least = min(least, int(state.totals[seat]))
    return least


@inline
def count_at(state, rules, total):
    n = 0
    for seat in range(rules.seats):
        if state.totals[seat] == total:
            n += 1
    return n


@inline
def note_leader(state, rules):
    """Who alone has lost least so far, for the result row."""
    place = int(state.round_no) - 1
    if place >= MAX_CURVE:
        return
    least = lowest(state, rules)
    state.leaders[place] = NONE
    if count_at(state, rules, least) == 1:
        for seat in range(rules.seats):
            if state.totals[seat] == least:
                state.leaders[place] = seat


@inline
def game_ends(state, rules):
    """Whether a total has reached the end and no tie round is due (DS G5 to G7)."""
    reached = state.tie_rounds > 0
    for seat in range(rules.seats):
        reached = reached or state.totals[seat] >= rules.game_end
    if not reached and state.round_no < rules.max_rounds:
        return False
    state.ended = ENDED_TIE if state.tie_rounds > 0 else ENDED_TOTAL
    if not reached:
        state.ended = ENDED_ROUNDS
        return True
    tied = count_at(state, rules, lowest(state, rules)) > 1
    if tied and state.tie_rounds < rules.tie_rounds:
        if state.round_no < rules.max_rounds:
            state.tie_rounds += 1
            note(rules, E_TIE, NONE, NONE, state.tie_rounds, NONE)
            return False
        state.ended = ENDED_ROUNDS
    return True


@inline
def finish(state, rules):
    """The lowest total wins, ties share (DS G6, G7)."""
    least = lowest(state, rules)
    state.winners = 0
    for seat in range(rules.seats):
        if state.totals[seat] == least:
            state.winners |= 1 << seat
    state.over = 1
    state.n_options = 0
    state.decision = 0
    note(rules, E_OVER, NONE, NONE, state.ended, NONE)


@inline
def next_starter(state, rules):
    """Whoever lost most; of several the first clockwise from the last starter's left (DS S10)."""
    best = NONE
    most = 0
    for k in range(1, int(rules.seats) + 1):
        seat = (int(state.starter) + k) % int(rules.seats)
        loss = int(state.totals[seat]) if rules.starter_total != 0 else int(state.last_loss[seat])
        if best == NONE or loss > most:
            best = seat
            most = loss
    return best
