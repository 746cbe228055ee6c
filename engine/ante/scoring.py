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
    SHARES_SPECIAL,
    SPLITS_LEFT,
)
from engine.ante.flights import (
    best_flight,
    cards_in,
    has_rider,
    refresh,
    scoring_strength,
    set_totals,
)
from engine.ante.piles import bit, cancel_debts, next_seat, note, pay, repay
from engine.ante.selectors import standing_bonus
from engine.ante.stack import (
    ante_amount,
    in_force,
    in_force_for,
    rounds_of_gambit,
    weakest_wins,
)
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
    rounds = rounds_of_gambit(state, rules)
    warlord = state.round_no == rounds and in_force(state, EXTRA_ROUND)
    breaks_ties = state.round_no < rounds + rules.tie_extra
    if not warlord and not breaks_ties:
        return False
    set_scoring_strengths(state, rules)
    extra = False
    winners = np.int64(0)
    weakest = weakest_wins(state, rules)
    for side in range(1 + rules.two_stakes):
        winner = best_flight(state, rules, side, weakest)
        if winner >= 0:
            winners |= bit(winner)
        elif winner == -2 and breaks_ties:
            extra = True
    if warlord:
        for seat in range(rules.seats):
            if in_force_for(state, EXTRA_ROUND, seat) and winners & bit(seat) == 0:
                extra = True
    for seat in range(rules.seats):
        refresh(state, rules, seat)
    return extra


@inline
def award_stakes(state, rules, side, weakest):
    """Pay one stakes out (GW W4 to W8, W18, W19; C15 and N11 for what cuts the prize); the winner or -1."""
    winner = best_flight(state, rules, side, weakest)
    if winner < 0:
        note(state, rules, E_WIN, -1, -1, state.stakes[side], side)
        state.stakes_stayed += 1
        return -1
    state.stakes_won += 1
    if weakest:
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
        repay(state, rules, left)
    if ante_amount(state, rules, SHARES_SPECIAL) >= 0:
        prize = share_with_special(state, rules, side, winner, prize)
    state.hoard[winner] += prize
    note(state, rules, E_WIN, winner, -1, prize, side)
    if rules.winner_debts != 0:
        cancel_debts(state, rules, winner)
    repay(state, rules, winner)
    return winner


@inline
def share_with_special(state, rules, side, winner, prize):
    """Equal shares for all who have completed a special flight; what is left for the winner (EG The Adventurer)."""
    sharers = 1
    for seat in range(rules.seats):
        if seat != winner and has_scored(state, seat):
            sharers += 1
    share = prize // sharers
    for steps in range(1, rules.seats):
        seat = next_seat(rules, winner, steps)
        if has_scored(state, seat):
            state.hoard[seat] += share
            prize -= share
            note(state, rules, E_SHARE, seat, -1, share, side)
            repay(state, rules, seat)
    return prize


@inline
def has_scored(state, seat):
    """Whether a seat has completed a special flight in this gambit."""
    return state.scored_colours[seat] != 0 or state.scored_strengths[seat] != 0


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
