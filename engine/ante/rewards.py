"""Special flights and what they pay (LE 2.4, GW F8 to F14)."""

from engine.ante.codes import E_SPECIAL_COLOUR, E_SPECIAL_STRENGTH, NONE, P_AWARD, P_BUY
from engine.ante.flights import (
    colour_flight_pays,
    complete_colours,
    complete_strengths,
    has_rider,
    lowest_bit,
)
from engine.ante.piles import bit, next_seat, note
from engine.ante.stack import push
from engine.ante.watching import watch_flight
from engine.core.jit import inline


@inline
def reward_flights(state, rules):
    """Special flights, the active player's first, then clockwise (LE T4, F7 to F13; GW F8 to F13)."""
    for steps in range(rules.seats):
        seat = next_seat(rules, state.turn, steps)
        if state.slots[seat] >= 3 and state.changed & bit(seat):
            if reward_colour(state, rules, seat) or reward_strength(state, rules, seat, False):
                return
            state.changed &= ~bit(seat)
    state.phase = P_BUY
    state.at = 0
    state.part = 0


@inline
def reward_colour(state, rules, seat):
    """Pay the next complete colour not yet scored by this player in this gambit; whether there was one."""
    fresh = complete_colours(state, rules, seat) & ~state.scored_colours[seat]
    if fresh == 0:
        return False
    colour = lowest_bit(fresh)
    state.scored_colours[seat] |= bit(colour)
    state.colour_flights += 1
    pays = colour_flight_pays(state, rules, seat, colour)
    watch_flight(state, rules, seat, colour)
    note(state, rules, E_SPECIAL_COLOUR, seat, -1, pays, colour)
    reward(state, rules, seat, rules.colour_first, rules.colour_end, pays)
    return True


@inline
def reward_strength(state, rules, seat, scoring):
    fresh = complete_strengths(state, rules, seat, scoring) & ~state.scored_strengths[seat]
    if fresh == 0:
        return False
    strength = lowest_bit(fresh)
    state.scored_strengths[seat] |= bit(strength)
    state.strength_flights += 1
    note(state, rules, E_SPECIAL_STRENGTH, seat, -1, strength, -1)
    reward(state, rules, seat, rules.strength_first, rules.strength_end, strength)
    return True


@inline
def reward(state, rules, seat, first, end, strength):
    """Push a reward, and below it what gods of the opponents do about it (GW C54: after the reward)."""
    state.pushes = 0
    for steps in range(rules.seats - 1, 0, -1):
        other = next_seat(rules, seat, steps)
        for slot in range(state.slots[other]):
            card = state.flight[other, slot]
            if card >= 0 and rules.cards[card].hook_end > rules.cards[card].hook_first:
                push(
                    state,
                    rules,
                    rules.cards[card].hook_first,
                    rules.cards[card].hook_end,
                    other,
                    card,
                )
    if push(state, rules, first, end, seat, NONE):
        state.frames[state.depth - 1].strength = strength


@inline
def score_riders(state, rules):
    """Strength flights that a Dragonrider completes at scoring, from the last active player (LE F11, GW F14)."""
    while state.at < rules.seats:
        seat = next_seat(rules, state.turn, state.at)
        if has_rider(state, seat) and reward_strength(state, rules, seat, True):
            return
        state.at += 1
    state.phase = P_AWARD
