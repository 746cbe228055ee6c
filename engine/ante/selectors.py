"""Who a line of power concerns, and how many: selectors, relations, counts (the vocabulary's nouns).

Order is always clockwise. A tie among opponents is broken by the owner of the power (LE P7).
"""

from engine.ante.codes import (
    ANTE,
    ANY_FLIGHT,
    BALANCED,
    CARDS,
    COLOUR_BIT,
    COLOURS_OF,
    COUNT_DISCARDED,
    COUNT_PAID,
    EACH_OPPONENT,
    EACH_PLAYER,
    FIRST_WILLING,
    FLIGHTS_AND_ANTE,
    FLIGHTS_WITH,
    LEFT,
    LEFT_AND_RIGHT,
    LEFT_OR_RIGHT,
    ME,
    MOST_CARDS,
    MY_FLIGHT,
    MY_STAKES,
    NONE,
    O_TARGET,
    O_WORD,
    ONCE_IN_HOLE,
    ONE,
    OPPONENTS_WITH,
    OTHER_SIDE,
    PLAYERS,
    Q_SIDE,
    Q_TARGET,
    RIGHT,
    SCORE_BONUS,
    SEAT_FROM_ME,
    STRONGER_FLIGHT,
    STRONGEST,
    STRONGEST_AND_WEAKEST,
    THAT_STAKES,
    THAT_STRENGTH,
    THEIR_FLIGHT,
    THIS_GAMBIT,
    W_LEFT,
    W_RIGHT,
    WEAKER_FLIGHT,
    WEAKEST,
    WEAKEST_ANTE,
)
from engine.ante.flights import count_in_flight, has_in_flight, matches
from engine.ante.piles import answer_value, ask, next_seat, offer
from engine.core.jit import inline

NOBODY, ASKING = -1, -2


# --- how many ------------------------------------------------------------------------------------------


@inline
def related(state, rules, frame, relation, relation_n, seat):
    """Whether a player stands in a relation to the owner of the power.

    Strength and side are those of the flights as they lie; single stakes: fighting = has a card there.
    """
    me = frame.me
    if relation == WEAKER_FLIGHT:
        return state.strength[seat] < state.strength[me]
    if relation == STRONGER_FLIGHT:
        return state.strength[seat] > state.strength[me]
    if relation == MY_STAKES:
        return state.fights_for[me] != BALANCED and state.fights_for[seat] == state.fights_for[me]
    if relation == THAT_STAKES:
        return state.fights_for[seat] == frame.stakes
    return state.hand_size[seat] < relation_n  # HAND_UNDER


@inline
def count_cards(state, rules, index, place, me, their, this, wyrm_dragon):
    """Cards that match a filter in a place."""
    n = 0
    if place == MY_FLIGHT:
        return count_in_flight(state, rules, me, index, this, wyrm_dragon)
    if place == THEIR_FLIGHT:
        return count_in_flight(state, rules, their, index, this, wyrm_dragon)
    if place == ANY_FLIGHT or place == FLIGHTS_AND_ANTE:
        for seat in range(rules.seats):
            n += count_in_flight(state, rules, seat, index, this, wyrm_dragon)
    if place == ANTE or place == FLIGHTS_AND_ANTE:
        for i in range(state.ante_size):
            if matches(rules, state.ante[i], 0, index, this, False):
                n += 1
    return n


@inline
def count_colours(state, rules, index, me, this):
    """Different colours among the matching cards of my flight."""
    colours = 0
    for slot in range(state.slots[me]):
        card = state.flight[me, slot]
        if card >= 0 and matches(rules, card, state.mark[me, slot], index, this, False):
            colours |= int(rules.cards[card].props) >> COLOUR_BIT
    n = 0
    while colours > 0:
        n += colours & 1
        colours >>= 1
    return n


@inline
def count(state, rules, frame, what, index, place, relation, relation_n, their, wyrm_dragon):
    """The value of a count of the vocabulary, as the power's owner sees it now."""
    if what == ONE:
        return 1
    if what == CARDS:
        return count_cards(state, rules, index, place, frame.me, their, frame.this, wyrm_dragon)
    if what == THAT_STRENGTH:
        return int(frame.strength)
    if what == COUNT_DISCARDED:
        return int(frame.discarded)
    if what == COUNT_PAID:
        return int(frame.paid)
    if what == PLAYERS:
        return int(rules.seats)
    if what == SEAT_FROM_ME:
        seats_away = int(their) - int(frame.me)
        return seats_away if seats_away >= 0 else seats_away + int(rules.seats)
    n = 0
    if what == OPPONENTS_WITH:
        for seat in range(rules.seats):
            if seat != frame.me and related(state, rules, frame, relation, relation_n, seat):
                n += 1
    elif what == FLIGHTS_WITH:
        for seat in range(rules.seats):
            if has_in_flight(state, rules, seat, index, frame.this):
                n += 1
    elif what == ONCE_IN_HOLE:
        for seat in range(rules.seats):
            n += int(state.been_in_hole[seat])
    elif what == COLOURS_OF:
        n = count_colours(state, rules, index, frame.me, frame.this)
    elif what == WEAKEST_ANTE:
        for i in range(state.ante_size):
            strength = int(rules.cards[state.ante[i]].strength)
            n = strength if i == 0 else min(n, strength)
    return n


@inline
def amount_of(state, rules, frame, row, their):
    """A row's amount: amount x per + plus, counted now; `their` is the player it concerns."""
    if row.per == ONE:
        return int(row.amount) + int(row.plus)
    # in single stakes a triggered Wyrmpriest is a dragon for the Emperor only (GW N26)
    wyrm_dragon = rules.wyrm_dragon != 0 or (row.effect == THIS_GAMBIT and row.rule == SCORE_BONUS)
    n = count(
        state, rules, frame, row.per, row.per_filter, row.per_place, row.per_relation,
        row.relation_n, their, wyrm_dragon,
    )  # fmt: skip
    return int(row.amount) * n + int(row.plus)


@inline
def standing_bonus(state, rules, i):
    """Strength that a lasting scoring bonus is worth now, counted from the flights as they lie (GW F15)."""
    row = rules.rows[state.standing_row[i]]
    # the frame is spare: counting needs an owner and a card, no power is under way
    frame = state.frames[0]
    frame.me = state.standing_me[i]
    frame.this = state.standing_card[i]
    n = count(
        state, rules, frame, row.per, row.per_filter, row.per_place, row.per_relation,
        row.relation_n, frame.me, True,
    )  # fmt: skip
    return int(row.amount) * n + int(row.plus)


@inline
def condition_holds(state, rules, frame, row):
    """A row's `if` or `unless`, tested when the row starts."""
    if row.condition == 0:
        return True
    n = count(
        state, rules, frame, row.cond_count, row.cond_filter, row.cond_place, row.cond_relation,
        row.relation_n, frame.seat, rules.wyrm_dragon != 0,
    )  # fmt: skip
    return (n > 0) == (row.condition == 1)


@inline
def concerns(state, rules, frame, row, seat):
    """A row's `with`: whether it concerns this player at all."""
    if row.relation >= 0 and not related(state, rules, frame, row.relation, row.relation_n, seat):
        return False
    for i in range(2):
        index = row.with_filter[i]
        if index >= 0 and not has_in_flight(state, rules, seat, index, frame.this):
            return False
    return True


# --- who -----------------------------------------------------------------------------------------------


@inline
def rank(state, seat, selector):
    """What opponents are compared by: larger is the target."""
    if selector == MOST_CARDS:
        return int(state.hand_size[seat])
    if selector == WEAKEST:
        return -int(state.strength[seat])
    return int(state.strength[seat])


@inline
def target(state, rules, frame, selector, besides):
    """The opponent that a superlative means, `besides` left out; a tie is the owner's question.

    Returns the seat, NOBODY, or ASKING after putting the question.
    """
    me = int(frame.me)
    if state.answer >= 0:
        return answer_value(state)
    best = NOBODY
    ties = 0
    for steps in range(1, rules.seats):
        seat = next_seat(rules, me, steps)
        if seat == besides:
            continue
        if best == NOBODY or rank(state, seat, selector) > rank(state, best, selector):
            best = seat
            ties = 1
        elif rank(state, seat, selector) == rank(state, best, selector):
            ties += 1
    if best == NOBODY or (selector == MOST_CARDS and state.hand_size[best] == 0):
        return NOBODY
    if ties == 1:
        return best
    ask(state, me, Q_TARGET)
    for steps in range(1, rules.seats):
        seat = next_seat(rules, me, steps)
        if seat != besides and rank(state, seat, selector) == rank(state, best, selector):
            offer(state, O_TARGET, seat)
    return ASKING


@inline
def strongest_and_weakest(state, rules, frame):
    """Both targets, fixed before anyone is asked for anything (GW C51): frame.mask the first, .side the second."""
    me = int(frame.me)
    if rules.seats == 2:
        frame.mask = next_seat(rules, me, 1)
        frame.side = frame.mask
        return next_seat(rules, me, 1)
    if frame.left == 0:
        first = target(state, rules, frame, STRONGEST, NOBODY)
        if first < 0:
            return first
        frame.mask = first
        frame.left = 1
    second = target(state, rules, frame, WEAKEST, frame.mask)
    if second < 0:
        return second
    frame.side = second
    frame.left = 0
    return int(frame.mask)


@inline
def left_or_right(state, rules, frame):
    """The owner looks left, looks right and chooses; two players: `left` only (LE S7, GW C5)."""
    if state.answer < 0:
        ask(state, frame.me, Q_SIDE)
        offer(state, O_WORD, W_LEFT)
        if rules.seats > 2:
            offer(state, O_WORD, W_RIGHT)
        return ASKING
    frame.side = answer_value(state)
    return next_seat(rules, frame.me, 1 if frame.side == W_LEFT else -1)


@inline
def next_concerned(state, rules, frame, selector):
    """The next seat that a selector names after `frame.k` served ones; NOBODY at its end, or ASKING."""
    me = int(frame.me)
    k = int(frame.k)
    seats = int(rules.seats)
    if selector == EACH_OPPONENT or selector == FIRST_WILLING:
        return next_seat(rules, me, k + 1) if k < seats - 1 else NOBODY
    if selector == EACH_PLAYER:
        return next_seat(rules, me, k) if k < seats else NOBODY
    if selector == LEFT_AND_RIGHT:
        if k == 0:
            return next_seat(rules, me, 1)
        return next_seat(rules, me, -1) if k == 1 else NOBODY
    if selector == STRONGEST_AND_WEAKEST:
        if k == 0:
            return strongest_and_weakest(state, rules, frame)
        return int(frame.side) if k == 1 else NOBODY
    if k > 0:
        return NOBODY
    if selector == ME:
        return me
    if selector == LEFT:
        return next_seat(rules, me, 1)
    if selector == RIGHT:
        return next_seat(rules, me, -1)
    if selector == LEFT_OR_RIGHT:
        return left_or_right(state, rules, frame)
    if selector == OTHER_SIDE:
        return next_seat(rules, me, -1 if frame.side == W_LEFT else 1)
    return target(state, rules, frame, selector, NOBODY)


assert NONE == NOBODY
