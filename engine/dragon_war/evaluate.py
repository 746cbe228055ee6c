"""What a position is worth to a seat: the verbs `evaluate`, `settled` and `chapter`.

Each player has a weight: how soon its tile may win, and how likely it lives to see that. Its weight's share of
all weights is taken as its chance, and a chance is told on the scale of all games: DECISIVE for a certain win,
as much in all below 0 for the others as above 0 for the winner.
"""

import numpy as np

from engine.core.jit import inline
from engine.core.verbs import DECISIVE, chapter, evaluate, settled
from engine.dragon_war.codes import Q_END, Q_ORDER, Q_TURN, SWAP
from engine.dragon_war.state import STATE

# Fitted to who won, from positions of 50,000 random games of 2, 3, 4 and 6 players (likelihood of the winner).
DISTANCE = 0.3  # of the square root of the squares to go: near FINISH a square matters more
SKIPPED = 3.7  # squares that a missed turn costs
FRAIL = 10.0  # for each opponent: with so much life a player lives on with 63 %
RETURN = 0.17  # and with a return to START left by so much of what is missing
CARD = 0.03  # a held card
TRADE = 0.6  # a card that trades places is worth keeping for a long way: chosen, not fitted


@evaluate.of(STATE)
def outlook(state, rules, seat):
    """The seat's chance of the win, told as a lead in gold is told."""
    mine = 0.0
    total = 0.0
    if state.over != 0:
        for other in range(rules.seats):
            if (int(state.winners) >> other) & 1:
                total += 1.0
                if other == seat:
                    mine = 1.0
    else:
        for other in range(rules.seats):
            if state.alive[other] != 0:
                weight = worth(state, rules, other)
                if other == seat:
                    weight *= np.exp(TRADE * trades(state, rules, seat))
                    mine = weight
                total += weight
    seats = float(rules.seats)
    lead = (seats * mine / total - 1.0) / (seats - 1.0)
    return DECISIVE * lead


@inline
def worth(state, rules, seat):
    """How likely a player wins, on no scale of its own."""
    left = float(int(rules.finish) - int(state.pos[seat])) + SKIPPED * float(state.skip[seat])
    out = np.exp(-float(state.life[seat]) / (FRAIL * float(int(rules.seats) - 1)))
    for _ in range(min(3, int(rules.restart_limit) - int(state.restarts[seat]))):
        out *= 1.0 - RETURN
    return (1.0 - out) * np.exp(CARD * float(state.hand_size[seat]) - DISTANCE * np.sqrt(left))


@inline
def trades(state, rules, seat):
    """Cards in a hand that trade places."""
    n = 0
    for slot in range(state.hand_size[seat]):
        if rules.title_op[rules.fate_title[state.hand[seat, slot]]] == SWAP:
            n += 1
    return float(n)


@chapter.of(STATE)
def number_of_the_turn(state, rules):
    return int(state.turn_no)


@settled.of(STATE)
def between_turns(state, rules):
    """The window before the roll or at the end of a turn, and nothing under way."""
    return state.depth == 0 and (
        state.decision == Q_TURN or state.decision == Q_END or state.decision == Q_ORDER
    )
