"""What a position is worth to a seat: the verbs `evaluate`, `settled` and `chapter`.

    worth    = - gold lost - gold that this round is likely to cost
    evaluate = WEIGHT times (worth of the seat - mean worth of its opponents)

A game is over at about 21 gold and often decided by two or three; WEIGHT stretches that to the gold in which
agents count. The round is likely to cost what lies in front of a seat, less so the sooner it will be rid of its
cards compared with the others. Own cards count by kind, those of others only by their number and what is known.
"""

import numpy as np

from engine.core.jit import inline
from engine.core.verbs import DECISIVE, chapter, evaluate, settled
from engine.drachensachen.codes import (
    COLUMNS,
    DEFENDER,
    FOUR,
    KINDS,
    NONE,
    Q_ACTION,
    Q_DRAW,
    Q_SWAP,
    SET,
)
from engine.drachensachen.legal import fits
from engine.drachensachen.rounds import coins
from engine.drachensachen.state import STATE

WEIGHT = 12.0
# turns that it takes to be rid of a card, by kind: low goblins fit on little, dragons on nearly all
EFFORT = np.array([1.6, 1.4, 1.2, 1.1, 1.0, 0.95, 0.9, 0.9, 0.85, 0.5, 0.15, 0.6])
MORE = 0.15  # each further card of a kind, which goes with the first
UNSEEN = 0.75  # a card of another hand, some of which go together
FACE_UP, FACE_DOWN = 0.9, 1.3  # reserve cards: one at a time, face-down ones at a risk
TEMPO = 0.4  # each turn until one's own, as a share of a round of turns
PILE = 0.6  # a card of the pile, taken: some make sets
LOOK = 3  # turns of a chapter
SWIFT = 4  # how surely the player with the least effort left finishes first
FULL, HALF = 11.0, 6.0  # a loss of HALF coins counted costs half of FULL; the rest is capped


@evaluate.of(STATE)
def worth_more(state, rules, seat):
    """Lead in gold over the mean opponent, times WEIGHT; a finished game counts the win as well."""
    seats = int(rules.seats)
    if state.over != 0:
        return final_lead(state, seats, seat)
    efforts = 0.0
    own_effort = 0.0
    for other in range(seats):
        swift = swiftness(effort(state, rules, seat, other))
        efforts += swift
        if other == seat:
            own_effort = swift
    own = 0.0
    others = 0.0
    for other in range(seats):
        swift = own_effort
        if other != seat:
            swift = swiftness(effort(state, rules, seat, other))
        loss = (1.0 - swift / efforts) * likely_loss(state, rules, seat, other)
        loss += float(state.totals[other])
        if other == seat:
            own = loss
        else:
            others += loss
    return WEIGHT * (others / (seats - 1) - own)


@inline
def final_lead(state, seats, seat):
    """The lead, and DECISIVE more for a won game, as much less for a lost one, joint winners between."""
    winners = 0
    total = 0
    for other in range(seats):
        winners += (int(state.winners) >> other) & 1
        total += int(state.totals[other])
    own = float(state.totals[seat])
    lead = WEIGHT * ((float(total) - own) / (seats - 1) - own)
    if (int(state.winners) >> seat) & 1:
        return lead + DECISIVE / winners
    return lead - DECISIVE / (seats - 1)


@inline
def swiftness(turns):
    """Weight of the chance to finish first."""
    x = 1.0 / (turns + 1.0)
    return x * x * x * x


# --- effort: turns until all cards are gone -------------------------------------------------------


@inline
def effort(state, rules, seat, other):
    """Turns that a seat needs, as `seat` sees it."""
    turns = float(state.n_down[other]) * FACE_DOWN + float(state.n_up[other]) * FACE_UP
    if other == seat:
        turns += own_hand(state, seat)
    else:
        turns += float(state.hand_size[other]) * UNSEEN
    if state.decision == Q_SWAP:
        return turns
    seats = int(rules.seats)
    steps = (other - int(state.actor)) * int(state.direction) % seats
    turns += TEMPO * steps / (seats - 1)
    if steps == 0:
        turns += threat(state, seat, other)
    return turns


@inline
def own_hand(state, seat):
    """Turns for the own hand: alike cards go together, four of a kind at once and for nothing."""
    turns = 0.0
    for kind in range(KINDS):
        n = int(state.held[seat, kind])
        while n >= SET:
            n -= SET
        if n > 0:
            turns += EFFORT[kind] + MORE * (n - 1)
    return turns


@inline
def threat(state, seat, other):
    """What the player at turn has to fear: an open draw, and the pile if nothing fits on it."""
    turns = UNSEEN * float(state.debt)
    if other == seat:
        if state.debt > 0 and state.held[seat, FOUR] + state.held[seat, DEFENDER] > 0:
            turns = 0.0
        if not can_play(state, seat):
            turns += taken_pile(state, seat)
        return turns
    if state.hand_size[other] > 0:
        stuck = 1.0
        missing = 1.0 - open_share(state)
        for _ in range(min(int(state.hand_size[other]), 12)):
            stuck *= missing
        return turns + stuck * PILE * float(state.pile_size)
    return turns + (1.0 - open_share(state)) * PILE * float(state.pile_size)


@inline
def taken_pile(state, seat):
    """Turns that the pile adds to the own hand."""
    turns = 0.0
    for kind in range(KINDS):
        before = int(state.held[seat, kind])
        n = before + int(state.pile[kind])
        while n >= SET:
            n -= SET
        if n > 0:
            turns += EFFORT[kind] + MORE * (n - 1)
        while before >= SET:
            before -= SET
        if before > 0:
            turns -= EFFORT[kind] + MORE * (before - 1)
    return turns


@inline
def can_play(state, seat):
    """Whether the own hand, or the face-up reserve, has a card that fits."""
    if state.pile_size == 0:
        return True
    if state.hand_size[seat] > 0:
        for kind in range(KINDS):
            if state.held[seat, kind] > 0 and (state.held[seat, kind] >= SET or fits(state, kind)):
                return True
        return False
    for column in range(COLUMNS):
        if state.up[seat, column] != NONE and fits(state, int(state.up[seat, column])):
            return True
    return False


@inline
def open_share(state):
    """Share of the kinds that fit on the pile."""
    n = 0
    for kind in range(KINDS):
        if fits(state, kind):
            n += 1
    return float(n) / KINDS


# --- loss: what the cards in front of a seat would cost -------------------------------------------


@inline
def likely_loss(state, rules, seat, other):
    """Gold that a seat loses if another finishes; the cap makes the last cards cost little."""
    raw = 0.0
    if other == seat:
        for kind in range(KINDS):
            raw += float(state.held[seat, kind]) * coins(state, rules, kind)
    else:
        raw += float(state.hand_size[other]) * mean_coins(rules)
    for column in range(COLUMNS):
        kind = int(state.up[other, column])
        if kind != NONE:
            raw += coins(state, rules, kind)
        elif state.down[other, column] != NONE:
            raw += float(rules.coins_back)
    raw = max(raw, 0.0)
    return FULL * raw / (raw + HALF)


@inline
def mean_coins(rules):
    """Coins on the front of a card, on average."""
    total = 0
    for kind in range(KINDS):
        total += int(rules.copies[kind]) * int(rules.coins[kind])
    return float(total) / max(1, int(rules.n_cards))


@chapter.of(STATE)
def few_turns(state, rules):
    """LOOK turns of a round."""
    return (int(state.round_no) << 24) + int(state.turns) // LOOK


@settled.of(STATE)
def between_plays(state, rules):
    """A player is at turn and nothing is half done."""
    return state.decision in (Q_ACTION, Q_DRAW, Q_SWAP)
