"""Scoring: strengths, sides and bonuses, who wins which stakes, another round or not (LE 2.8, GW section 5)."""

import numpy as np

from engine.ante.codes import (
    DRAGONS,
    E_SHARE,
    E_WIN,
    EXTRA_ROUND,
    GIANTS,
    GIFTS_IF_WIN,
    HALF_STAYS,
    SCORE_BONUS,
    SPLITS_LEFT,
    WEAKEST_WINS,
)
from engine.ante.flights import (
    best_flight,
    cards_in,
    has_rider,
    refresh,
    scoring_strength,
    set_totals,
)
from engine.ante.piles import bit, next_seat, note, pay
from engine.ante.selectors import standing_bonus
from engine.ante.stack import in_force, in_force_for
from engine.ante.watching import watch_gold, watch_share
from engine.core.jit import inline


@inline
def set_scoring_strengths(state, rules):
    """Put scoring values into totals, strengths and sides (GW F7; R-7 for the reading of bonuses).

    First Dragonriders' strengths, then the side, then bonuses on the flight's strength whatever its side; a
    balanced flight stays out. With `bonus_giants` a giant's bonus joins the giant total before the side.
    Without any of these at work the flights' values are the scoring values.
    """
    if not changes_at_scoring(state, rules):
        return
    for seat in range(rules.seats):
        dragons = 0
        giants = 0
        for slot in range(state.slots[seat]):
            if state.flight[seat, slot] < 0:
                continue
            strength = scoring_strength(state, rules, seat, slot)
            if state.side[seat, slot] == GIANTS:
                giants += strength
            elif state.side[seat, slot] == DRAGONS:
                dragons += strength
        if rules.bonus_giants != 0 and rules.two_stakes != 0:
            giants += bonuses(state, rules, seat, True)
        set_totals(state, rules, seat, dragons, giants, cards_in(state, seat))
    for seat in range(rules.seats):
        if rules.two_stakes == 0:
            state.strength[seat] += bonuses(state, rules, seat, True) + bonuses(
                state, rules, seat, False
            )
        elif state.strength[seat] > 0:
            state.strength[seat] += bonuses(state, rules, seat, False)
            if rules.bonus_giants == 0:
                state.strength[seat] += bonuses(state, rules, seat, True)


@inline
def changes_at_scoring(state, rules):
    """Whether a standing rule or a Dragonrider's mark may make scoring values differ from the flights' own."""
    if state.n_standing > 0:
        return True
    for seat in range(rules.seats):
        if has_rider(state, seat):
            return True
    return False


@inline
def bonuses(state, rules, seat, of_giants):
    """Scoring bonuses that a seat has triggered, counted from the flights as they now are (GW F15)."""
    total = 0
    for i in range(state.n_standing):
        if state.standing_rule[i] != SCORE_BONUS or state.standing_me[i] != seat:
            continue
        if (rules.rows[state.standing_row[i]].giant != 0) == of_giants:
            total += standing_bonus(state, rules, i)
    return total


@inline
def wants_extra_round(state, rules):
    """A Bronze Warlord's owner who wins nothing after the last round, or a tie where ties are played off."""
    warlord = state.round_no == rules.rounds and in_force(state, EXTRA_ROUND)
    if not warlord and rules.tie_extra == 0:
        return False
    set_scoring_strengths(state, rules)
    extra = False
    winners = np.int64(0)
    weakest_wins = in_force(state, WEAKEST_WINS)
    for side in range(1 + rules.two_stakes):
        winner = best_flight(state, rules, side, weakest_wins)
        if winner >= 0:
            winners |= bit(winner)
        elif winner == -2 and rules.tie_extra != 0:
            extra = True
    if warlord:
        for seat in range(rules.seats):
            if in_force_for(state, EXTRA_ROUND, seat) and winners & bit(seat) == 0:
                extra = True
    for seat in range(rules.seats):
        refresh(state, rules, seat)
    return extra


@inline
def award_stakes(state, rules, side, weakest_wins):
    """Pay one stakes out (GW W4 to W8, W18, W19; C15 and N11 for what cuts the prize); the winner or -1."""
    winner = best_flight(state, rules, side, weakest_wins)
    if winner < 0:
        note(state, rules, E_WIN, -1, -1, state.stakes[side], side)
        state.stakes_stayed += 1
        return -1
    state.stakes_won += 1
    if weakest_wins:
        state.stakes_weakest += 1
        if best_flight(state, rules, side, False) != winner:
            state.stakes_upset += 1
    prize = int(state.stakes[side])
    if in_force(state, HALF_STAYS):
        prize = (prize + 1) // 2
    state.stakes[side] -= prize
    if in_force(state, SPLITS_LEFT):
        share = prize // 2
        left = next_seat(rules, winner, 1)
        state.hoard[left] += share
        prize -= share
        note(state, rules, E_SHARE, left, -1, share, side)
        watch_share(state, rules, winner, left, share)
    state.hoard[winner] += prize
    note(state, rules, E_WIN, winner, -1, prize, side)
    return winner


@inline
def give_gifts(state, rules, winner):
    """A Gold Monarch's owner who has won pays each opponent, once a trigger (LE Gold Monarch, GW N8)."""
    if winner < 0:
        return
    for i in range(state.n_standing):
        if state.standing_rule[i] == GIFTS_IF_WIN and state.standing_me[i] == winner:
            amount = int(rules.rows[state.standing_row[i]].amount)
            before = int(state.hoard[winner])
            for steps in range(1, rules.seats):
                pay(state, rules, winner, next_seat(rules, winner, steps), amount)
            watch_gold(state, rules, state.standing_card[i], int(state.hoard[winner]) - before)
