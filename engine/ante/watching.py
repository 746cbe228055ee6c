"""What is counted of watched titles (house key `watch`), for the rows alone: nothing of play depends on it.

Counted is the work of a title's own cards. A power that another card copies is that card's work (GW 6.6).
"""

import numpy as np

from engine.ante.codes import BALANCED, GIANTS, PRICES_TO_ME, SCORE_BONUS, SPLITS_LEFT, WATCHED
from engine.ante.flights import colours_of
from engine.ante.piles import bit
from engine.ante.selectors import standing_bonus
from engine.core.jit import inline


@inline
def watched_title(rules, card):
    """The place of a card's title among the watched ones, -1 if it is none of them."""
    return int(rules.cards[card].watched) if card >= 0 else -1


@inline
def watch_play(state, rules, card, triggered):
    """A card is played at a turn."""
    if rules.n_watched == 0:
        return
    at = watched_title(rules, card)
    if at >= 0:
        state.watched_played[at] += 1
        if triggered:
            state.watched_triggered[at] += 1


@inline
def watch_flight(state, rules, seat, colour):
    """A colour flight is about to be paid: which of its cards count in it."""
    if rules.n_watched == 0:
        return
    found = np.int64(0)
    for slot in range(state.slots[seat]):
        at = watched_title(rules, state.flight[seat, slot])
        if at >= 0 and colours_of(state, rules, seat, slot) & bit(colour):
            state.watched_matched[at] += 1
            found |= bit(at)
    for at in range(WATCHED):
        if found & bit(at):
            state.watched_flights[at] += 1


@inline
def watch_gold(state, rules, card, gold):
    """The power of this card has brought its owner gold, or cost it where ``gold`` is below 0."""
    if rules.n_watched != 0:
        at = watched_title(rules, card)
        if at >= 0:
            state.watched_gold[at] += gold


@inline
def watch_income(state, rules, gold):
    """A purchase price has gone to whom a Merchant Prince at work sends it."""
    if rules.n_watched != 0:
        for i in range(state.n_standing):
            if state.standing_rule[i] == PRICES_TO_ME:
                watch_gold(state, rules, state.standing_card[i], gold)


@inline
def watch_share(state, rules, winner, left, share):
    """A prize has been shared with the winner's left neighbour (Priest)."""
    if rules.n_watched == 0:
        return
    for i in range(state.n_standing):
        if state.standing_rule[i] != SPLITS_LEFT:
            continue
        at = watched_title(rules, state.standing_card[i])
        if at < 0:
            continue
        if state.standing_me[i] == left:
            state.watched_gold[at] += share
            if share > 0:
                state.watched_helped[at] += 1
        elif state.standing_me[i] == winner:
            state.watched_gold[at] -= share


@inline
def watch_standing(state, rules):
    """The lasting powers at work at scoring, and the strength they add to flights that fight for a side."""
    if rules.n_watched == 0:
        return
    for i in range(state.n_standing):
        at = watched_title(rules, state.standing_card[i])
        if at < 0:
            continue
        state.watched_stood[at] += 1
        if state.standing_rule[i] == SCORE_BONUS:
            if state.fights_for[state.standing_me[i]] != BALANCED:
                state.watched_bonus[at] += standing_bonus(state, rules, i)


@inline
def watch_award(state, rules, dragon_winner, giant_winner):
    """The flights that hold a watched card when the stakes are awarded, and which of them have won."""
    if rules.n_watched == 0:
        return
    for seat in range(rules.seats):
        found = np.int64(0)
        for slot in range(state.slots[seat]):
            at = watched_title(rules, state.flight[seat, slot])
            if at >= 0:
                found |= bit(at)
        for at in range(WATCHED):
            if found & bit(at):
                count_award(state, rules, at, seat, dragon_winner, giant_winner)


@inline
def count_award(state, rules, at, seat, dragon_winner, giant_winner):
    state.watched_scored[at] += 1
    if seat == dragon_winner or seat == giant_winner:
        state.watched_won[at] += 1
    if rules.two_stakes != 0 and state.fights_for[seat] == GIANTS:
        state.watched_giants[at] += 1
        if seat == giant_winner:
            state.watched_giants_won[at] += 1
