"""Cards on their way: hands, reserves, the pile, the trouble pile, the box; and notes of it."""

from engine.core.jit import inline
from engine.core.pinning import PIN_CARD
from engine.core.rng import below
from engine.drachensachen.codes import (
    DEFENDER,
    E_BURN,
    E_DRAW,
    E_GIVE,
    E_TAKE,
    KINDS,
    NONE,
    ZERO,
)
from engine.drachensachen.tables import MAX_LOG

TAKES = 0  # place in `state.luck` of random takes


@inline
def note(rules, event, seat, card, amount, other):
    """Note an event for the transcript; does nothing while games are only counted."""
    if rules.logging != 0 and rules.n_log < MAX_LOG:
        line = rules.log[rules.n_log]
        line[0] = event
        line[1] = seat
        line[2] = card
        line[3] = amount
        line[4] = other
        rules.n_log += 1


# --- hands and reserves ---------------------------------------------------------------------------


@inline
def gain(state, seat, kind, n, seen):
    """Cards into a hand; ``seen`` so many of them openly."""
    state.held[seat, kind] += n
    state.hand_size[seat] += n
    state.known[seat, kind] += seen


@inline
def lose(state, seat, kind, n):
    """Cards of a kind leave a hand openly."""
    state.held[seat, kind] -= n
    state.hand_size[seat] -= n
    state.known[seat, kind] = max(0, int(state.known[seat, kind]) - int(n))


@inline
def count_up(state, seat, kind):
    """Face-up reserve cards of a kind."""
    n = 0
    for column in range(state.up.shape[1]):
        if state.up[seat, column] == kind:
            n += 1
    return n


@inline
def lift_up(state, seat, kind):
    """Take the first face-up card of a kind off the reserve."""
    column = 0
    while state.up[seat, column] != kind:
        column += 1
    state.up[seat, column] = NONE
    state.n_up[seat] -= 1
    return column


@inline
def cardless(state, seat):
    """Whether a player has neither hand nor reserve cards."""
    return state.hand_size[seat] == 0 and state.n_up[seat] == 0 and state.n_down[seat] == 0


# --- the pile -------------------------------------------------------------------------------------


@inline
def lay(state, kind, n):
    """Cards of one kind onto the pile. A Defender leaves the demand as it is, Zero makes it 0."""
    if state.pile_size == 0:
        state.demand = 0
        state.piles += 1
    if state.pile_size > 0 and state.top == kind:
        state.run_length += n
    else:
        state.run_length = n
    state.top = kind
    state.pile[kind] += n
    state.pile_size += n
    if kind < ZERO:
        state.demand = kind + 1
    elif kind != DEFENDER:
        state.demand = 0


@inline
def clear_pile(state):
    """The pile is empty: nothing is demanded."""
    for kind in range(KINDS):
        state.pile[kind] = 0
    state.pile_size = 0
    state.top = NONE
    state.demand = 0
    state.run_length = 0
    state.piles += 1


@inline
def burn(state, rules, seat):
    """The pile goes to the box."""
    note(rules, E_BURN, seat, NONE, state.pile_size, NONE)
    for kind in range(KINDS):
        state.burnt[kind] += state.pile[kind]
    clear_pile(state)
    state.burns += 1


@inline
def take_pile(state, rules, seat):
    """The pile goes into a hand; all have seen it."""
    note(rules, E_TAKE, seat, NONE, state.pile_size, NONE)
    for kind in range(KINDS):
        n = state.pile[kind]
        if n > 0:
            gain(state, seat, kind, n, n)
    clear_pile(state)
    state.takes += 1


# --- luck -----------------------------------------------------------------------------------------


@inline
def draw(state, rules, seat, n):
    """Draw up to n cards of the trouble pile, which is never filled again."""
    n = min(int(n), int(state.trouble_size))
    for _ in range(n):
        state.trouble_size -= 1
        kind = int(state.trouble[state.trouble_size])
        gain(state, seat, kind, 1, 0)
        note(rules, E_DRAW, seat, kind, 1, NONE)
    state.drawn += n


@inline
def pinned(state, rules, kind):
    """Place in `rules.pins` of what is pinned for this event, -1 if luck is free.

    A pin of another kind sets `state.pin` to -1, which the scenario runner reports.
    """
    if state.pin < 0 or state.pin >= rules.n_pins:
        return NONE
    at = int(state.pin)
    if rules.pins[at] != kind:
        state.pin = NONE
        return NONE
    return at + 1


@inline
def random_held(state, rules, seat):
    """The kind of a random card of a hand, or the pinned one."""
    at = pinned(state, rules, PIN_CARD)
    if at >= 0:
        wanted = int(rules.pins[at])
        state.pin = at + 1 if state.held[seat, wanted] > 0 else NONE
        if state.held[seat, wanted] > 0:
            return wanted
    left = below(state.luck, TAKES, state.hand_size[seat])
    kind = 0
    while left >= state.held[seat, kind]:
        left -= state.held[seat, kind]
        kind += 1
    return kind


@inline
def give_random(state, rules, seat, other):
    """Another player takes a random card of a hand: what was known of that hand blurs."""
    kind = random_held(state, rules, seat)
    note(rules, E_GIVE, seat, kind, 1, other)
    state.held[seat, kind] -= 1
    state.hand_size[seat] -= 1
    for k in range(KINDS):
        if state.known[seat, k] > 0:
            state.known[seat, k] -= 1
    gain(state, other, kind, 1, 0)
