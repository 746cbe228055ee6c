"""What a position is worth to a seat, in gold: the verbs `evaluate`, `settled` and `chapter`.

    worth    = gold - what the hole will take + hand + expected share of the stakes + expected special flights
    evaluate = worth of the seat - mean worth of its opponents, as far as the seat can know it

Every term looks at the seat's own hand, at the table, and at how many cards the others hold.
"""

from engine.ante.codes import (
    NONE,
    Q_ANTE,
    Q_TURN,
)
from engine.ante.flights import barred
from engine.ante.stack import rounds_of_gambit, weakest_wins
from engine.ante.state import STATE
from engine.core.jit import inline
from engine.core.verbs import DECISIVE, chapter, evaluate, settled

CARD = 1.6  # any card in the hand
CARD_STRENGTH = 0.25  # each point of its strength
OTHERS_CARD = CARD + 6.4 * CARD_STRENGTH  # an unseen card
CROWDED = 9  # cards from here on are often lost to the hand limit
PLAYED = 6.0  # strength that a seat adds to its flight in a round
KEPT = 0.8  # share of the best cards' strength that its owner gets to play
SHARP = (16, 8, 4, 3)  # by rounds left: how surely the stronger flight wins


@evaluate.of(STATE)
def worth_more(state, rules, seat):
    """Lead in gold over the mean opponent; a finished game counts its share of the win."""
    others = int(rules.seats) - 1
    if state.over != 0:
        return final_lead(state, rules, seat)
    own = 0.0
    total = 0.0
    for other in range(rules.seats):
        worth = float(state.hoard[other]) - float(state.hole[other])
        if state.n_debts > 0:
            worth += claims(state, other)
        if other == seat:
            own += worth
        else:
            total += worth + OTHERS_CARD * min(int(state.hand_size[other]), CROWDED)
    own += hand_worth(state, rules, seat)
    for side in range(1 + rules.two_stakes):
        pot = float(state.stakes[side])
        if pot > 0:
            mine, won = chance(state, rules, seat, side)
            own += pot * mine
            total += pot * (won - mine)
    return own - total / others


@inline
def claims(state, seat):
    """Gold that others owe to a seat, less what it owes to them (OR4)."""
    worth = 0.0
    for i in range(state.n_debts):
        if state.creditor[i] == seat:
            worth += float(state.owed[i])
        if state.debtor[i] == seat:
            worth -= float(state.owed[i])
    return worth


@inline
def final_lead(state, rules, seat):
    """A won game counts DECISIVE, a lost one as much less, joint winners between."""
    winners = 0
    for other in range(rules.seats):
        winners += (int(state.winners) >> other) & 1
    if (int(state.winners) >> seat) & 1:
        return DECISIVE / winners
    return -DECISIVE / (rules.seats - 1)


@inline
def hand_worth(state, rules, seat):
    """What the cards of a hand will bring in gambits to come."""
    worth = 0.0
    for i in range(state.hand_size[seat]):
        if state.hand[seat, i] == state.chosen[seat]:
            continue
        worth += CARD + CARD_STRENGTH * float(rules.cards[state.hand[seat, i]].strength)
    return worth


@inline
def power(x, n):
    """x ** n for n of SHARP."""
    square = x * x
    if n == 3:
        return square * x
    fourth = square * square
    if n == 4:
        return fourth
    if n == 8:
        return fourth * fourth
    return fourth * fourth * fourth * fourth


@inline
def rounds_left(state, rules, seat):
    """Cards that a seat will still play in this gambit."""
    if state.round_no == 0:
        return int(rules.rounds)
    left = max(0, rounds_of_gambit(state, rules) - int(state.round_no))
    return left + (1 if state.played[seat] == NONE else 0)


@inline
def chance(state, rules, seat, side):
    """Chances that `seat`, and that anybody, wins a stakes."""
    weakest = weakest_wins(state, rules)
    mine = 0.0
    total = 0.0
    for other in range(rules.seats):
        left = rounds_left(state, rules, other)
        if left == 0 and barred(state, rules, other):
            continue
        here = 1.0
        if rules.two_stakes != 0:
            here = leaning(state, other, side, left)
        if here <= 0.0:
            continue
        strength = float(state.strength[other])
        if other == seat:
            strength += KEPT * best_cards(state, rules, seat, left)
        else:
            strength += PLAYED * left
        strength = max(strength, 1.0)
        weight = here * power(strength * 0.1, SHARP[min(left, 3)])
        if weakest:
            weight = here * here / weight
        total += weight
        if other == seat:
            mine = weight
    if total <= 0.0:
        return 0.0, 0.0
    return mine / total, 1.0


@inline
def leaning(state, seat, side, left):
    """How likely a flight is to fight for this of two stakes in the end."""
    lead = float(state.total[seat, side]) - float(state.total[seat, 1 - side])
    if left == 0:
        return 1.0 if lead > 0.0 else 0.0
    lead /= 3.0 * left
    return 0.5 + 0.5 * lead / (1.0 + abs(lead))


@inline
def best_cards(state, rules, seat, n):
    """Strength of the n strongest cards of a hand."""
    first = 0
    second = 0
    third = 0
    for i in range(state.hand_size[seat]):
        card = state.hand[seat, i]
        if card == state.chosen[seat]:
            continue
        strength = int(rules.cards[card].strength)
        if strength > first:
            third = second
            second = first
            first = strength
        elif strength > second:
            third = second
            second = strength
        elif strength > third:
            third = strength
    if n == 0:
        return 0.0
    if n == 1:
        return float(first)
    if n == 2:
        return float(first + second)
    return float(first + second + third)


@chapter.of(STATE)
def gambit_number(state, rules):
    return int(state.gambit)


@settled.of(STATE)
def between_turns(state, rules):
    """A card is to be played or anted and no power is under way."""
    return state.depth == 0 and (state.decision == Q_TURN or state.decision == Q_ANTE)
