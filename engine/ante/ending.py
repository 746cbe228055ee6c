"""The end of a gambit, in the order of GW W10 and LE 2.9, and the end of the game."""

from engine.ante.codes import (
    DRAGONS,
    E_BARRED,
    E_BONUS,
    E_LEFTOVER,
    E_OVER,
    E_RIDER,
    ENDED_BOUND,
    ENDED_BROKE,
    ENDED_SCORINGS,
    GIANTS,
    MAX_GAMBITS,
    P_OVER,
    P_START,
    RIDER,
)
from engine.ante.flights import barred, scoring_strength
from engine.ante.piles import bit, draw, next_seat, note, see_lead, settle_hole
from engine.ante.scoring import award_stakes, give_gifts, set_scoring_strengths
from engine.ante.stack import weakest_wins
from engine.ante.watching import watch_award, watch_standing
from engine.core.jit import inline


@inline
def award(state, rules):
    """The end of a gambit, in the order of GW W10 and LE 2.9."""
    set_scoring_strengths(state, rules)
    note_scores(state, rules)
    watch_standing(state, rules)
    weakest = weakest_wins(state, rules)
    dragon_winner = award_stakes(state, rules, DRAGONS, weakest)
    giant_winner = -1
    if rules.two_stakes != 0:
        giant_winner = award_stakes(state, rules, GIANTS, weakest)
    give_gifts(state, rules, dragon_winner)
    give_gifts(state, rules, giant_winner)
    watch_award(state, rules, dragon_winner, giant_winner)
    count_rounds(state, rules)
    clear_table(state, rules)
    for seat in range(rules.seats):
        settle_hole(state, rules, seat)
    state.gambits_emptied += state.emptied
    first = dragon_winner if dragon_winner >= 0 else giant_winner
    if first < 0:  # GW W11; LE E3, W5
        first = (
            int(state.turn) if state.emptied != 0 and rules.two_stakes == 0 else int(state.leader)
        )
    end_gambit(state, rules, first)


@inline
def count_rounds(state, rules):
    if state.round_no > rules.rounds:
        state.long_gambits += 1
    state.longest_gambit = max(int(state.longest_gambit), int(state.round_no))


@inline
def note_scores(state, rules):
    """For the transcript: what each flight scores, and why it may be out."""
    if rules.logging == 0:
        return
    for seat in range(rules.seats):
        for slot in range(state.slots[seat]):
            if state.flight[seat, slot] >= 0 and state.mark[seat, slot] & RIDER:
                strength = scoring_strength(state, rules, seat, slot)
                note(state, rules, E_RIDER, seat, state.flight[seat, slot], strength, -1)
        note(state, rules, E_BONUS, seat, -1, state.strength[seat], state.fights_for[seat])
        if barred(state, rules, seat):
            note(state, rules, E_BARRED, seat, -1, 0, -1)


@inline
def clear_table(state, rules):
    """All flights, then the ante, go to the discard pile."""
    for seat in range(rules.seats):
        for slot in range(state.slots[seat]):
            if state.flight[seat, slot] >= 0:
                state.discard[state.discard_size] = state.flight[seat, slot]
                state.discard_size += 1
        state.slots[seat] = 0
    for i in range(state.ante_size):
        state.discard[state.discard_size] = state.ante[i]
        state.discard_size += 1
    state.ante_size = 0


@inline
def end_gambit(state, rules, first_drawer):
    """Is the game over (LE G1, GW E2, E8)? If not, each draws, the winner first, and the next gambit begins."""
    broke = False
    for seat in range(rules.seats):
        if state.hoard[seat] == 0:
            broke = True
    if state.scorings_left > 0:
        state.scorings_left -= 1
    if broke:
        finish(state, rules, ENDED_BROKE)
    elif state.scorings_left == 0:
        finish(state, rules, ENDED_SCORINGS)
    elif state.gambit >= MAX_GAMBITS:
        finish(state, rules, ENDED_BOUND)
    else:
        state.first_drawer = first_drawer
        for steps in range(rules.seats):
            seat = next_seat(rules, first_drawer, steps)
            draw(state, rules, seat, rules.draw_between, False)
        state.phase = P_START


@inline
def finish(state, rules, ended):
    """The game ends: most gold wins, found before leftovers; winners share stakes and hole pile (GW W13, W14)."""
    see_lead(state, rules)
    state.ended = ended
    state.over = 1
    state.phase = P_OVER
    state.depth = 0
    state.n_options = 0
    best = -1
    winners = 0
    for seat in range(rules.seats):
        if state.hoard[seat] > best:
            best = int(state.hoard[seat])
            winners = 0
            state.winners = 0
        if state.hoard[seat] == best:
            winners += 1
            state.winners |= bit(seat)
    state.n_debts = 0  # debts end with the game (OR4)
    left = int(state.stakes[0]) + int(state.stakes[1]) + int(state.hole_pile)
    for seat in range(rules.seats):
        if state.winners & bit(seat):
            state.hoard[seat] += left // winners
            note(state, rules, E_LEFTOVER, seat, -1, left // winners, -1)
    state.gold_out = left % winners
    state.stakes[0] = 0
    state.stakes[1] = 0
    state.hole_pile = 0
    note(state, rules, E_OVER, -1, -1, ended, -1)
