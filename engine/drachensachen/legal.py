"""What may be played onto the pile, and the options of every question."""

from engine.core.jit import inline
from engine.drachensachen.codes import (
    ACCEPT,
    BOLD,
    COLUMNS,
    COUNTS,
    DECLINE,
    DEFEND,
    DEFENDER,
    FOUR,
    KEEP,
    KINDS,
    NINE,
    NONE,
    O_FLIP,
    O_LIFT,
    O_PLAY,
    O_REMOVE,
    O_SWAP,
    O_TARGET,
    ONE,
    OPTION_VALUES,
    Q_ACTION,
    Q_CAROUSEL,
    Q_DRAW,
    Q_SECRETS,
    Q_SKIP,
    Q_SURPRISE,
    Q_SWAP,
    REVERSE,
    SET,
    SIX,
    TAKE,
    TWO,
    ZERO,
)
from engine.drachensachen.piles import count_up


@inline
def fits(state, kind):
    """Whether a card may be played onto the pile (DS L1 to L7)."""
    if state.pile_size == 0:
        return True
    if kind >= ZERO:
        return state.top != SIX
    if kind == NINE and state.top >= ZERO:
        return False
    if state.demand == 3:
        return kind <= TWO
    if kind == ONE and state.demand == 9 and state.tricks & BOLD:
        return True
    return kind + 1 >= state.demand


@inline
def offer(state, option):
    state.options[state.n_options] = option
    state.n_options += 1


@inline
def ask(state, decision, seat):
    """Begin a question without options."""
    state.decision = decision
    state.actor = seat
    state.n_options = 0


@inline
def offer_plays(state, kind, most):
    for n in range(1, most + 1):
        offer(state, O_PLAY * OPTION_VALUES + kind * COUNTS + n)


@inline
def most_of(state, rules, seat, kind):
    """How many of a kind in hand may be played at once, alike reserve cards with the last ones."""
    n = int(state.held[seat, kind])
    if n == state.hand_size[seat] and n > 0:
        n += count_up(state, seat, kind)
    return min(n, int(rules.max_per_play))


@inline
def most_of_reserve(state, rules, seat, kind):
    """How many face-up reserve cards of a kind may be played at once (DS R3)."""
    n = count_up(state, seat, kind)
    most = int(rules.max_per_play) if rules.reserve_multi != 0 else 1
    return min(n, most)


@inline
def ask_swap(state, seat):
    """Keep, or exchange a hand card with a face-up reserve card of another kind (DS S8)."""
    ask(state, Q_SWAP, seat)
    offer(state, KEEP)
    offered = 0
    for column in range(COLUMNS):
        other = int(state.up[seat, column])
        if other == NONE or (offered >> other) & 1:
            continue
        offered |= 1 << other
        for kind in range(KINDS):
            if state.held[seat, kind] > 0 and kind != other:
                offer(state, O_SWAP * OPTION_VALUES + kind * KINDS + other)


@inline
def ask_action(state, rules, seat):
    """From the hand, else from face-up reserve cards, else a face-down one unseen; or take."""
    ask(state, Q_ACTION, seat)
    if state.hand_size[seat] > 0:
        for kind in range(KINDS):
            n = int(state.held[seat, kind])
            if n == 0:
                continue
            fitting = fits(state, kind)
            if fitting:
                offer_plays(state, kind, most_of(state, rules, seat, kind))
            if n >= SET and not (rules.quads_must_burn != 0 and fitting):
                offer(state, O_REMOVE * OPTION_VALUES + kind)
    elif state.n_up[seat] > 0:
        offered = 0
        for column in range(COLUMNS):
            kind = int(state.up[seat, column])
            if kind != NONE and not (offered >> kind) & 1:
                offered |= 1 << kind
                if fits(state, kind):
                    offer_plays(state, kind, most_of_reserve(state, rules, seat, kind))
    else:
        for column in range(COLUMNS):
            if state.down[seat, column] != NONE:
                offer(state, O_FLIP * OPTION_VALUES + column)
    if state.pile_size > 0:
        offer(state, TAKE)


@inline
def ask_draw(state, rules, seat):
    """Draw, or pass the draw on with fours or Defenders (DS E3 to E8)."""
    ask(state, Q_DRAW, seat)
    offer(state, ACCEPT)
    for kind in (FOUR, DEFENDER):
        if state.held[seat, kind] > 0:
            offer_plays(state, kind, most_of(state, rules, seat, kind))
        elif state.hand_size[seat] == 0 and rules.draw_current != 0:
            offer_plays(state, kind, most_of_reserve(state, rules, seat, kind))


@inline
def ask_skip(state, rules, seat):
    """Miss the turn, or pass that on with a Defender (DS E12)."""
    ask(state, Q_SKIP, seat)
    offer(state, ACCEPT)
    has = state.held[seat, DEFENDER] > 0
    if state.hand_size[seat] == 0 and rules.skip_current != 0:
        has = count_up(state, seat, DEFENDER) > 0
    if has:
        offer(state, DEFEND)


@inline
def ask_target(state, seat):
    ask(state, Q_SURPRISE, seat)
    for k in range(1, state.seats):
        offer(state, O_TARGET * OPTION_VALUES + (seat + k) % int(state.seats))


@inline
def ask_reverse(state, seat):
    ask(state, Q_CAROUSEL, seat)
    offer(state, REVERSE)
    offer(state, DECLINE)


@inline
def ask_lift(state, seat):
    """Each kind of face-up reserve card once."""
    ask(state, Q_SECRETS, seat)
    offered = 0
    for column in range(COLUMNS):
        kind = int(state.up[seat, column])
        if kind != NONE and not (offered >> kind) & 1:
            offered |= 1 << kind
            offer(state, O_LIFT * OPTION_VALUES + kind)
