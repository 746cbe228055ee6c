"""What a position is worth to a seat: the verbs `evaluate`, `settled` and `chapter`.

Each player has a weight: how soon its tile may win, and how likely it lives to see that. Its weight's share of
all weights is taken as its chance, and a chance is told on the scale of all games: DECISIVE for a certain win,
as much in all below 0 for the others as above 0 for the winner. Of the seat's own hand each card counts for what
it does; of other hands, which the seat does not see, only how many cards they have.
"""

import numpy as np

from engine.core.jit import inline
from engine.core.verbs import DECISIVE, chapter, evaluate, settled
from engine.dragon_war.codes import LIFE, MOVE, P_BEFORE, Q_END, Q_ORDER, Q_TURN, ROLL, SWAP
from engine.dragon_war.state import STATE

# Fitted to who won (likelihood of the winner), from 50,000 positions of games of greedy players, one choice in
# twenty at random: 2, 3, 4 and 6 players, all four presets.
DISTANCE = 0.222  # of the square root of the squares to go: near FINISH a square matters more
SKIPPED = 4.3  # squares that a missed turn costs
FRAIL = 17.0  # with so much life one of two lives on with 63 %, from MIDWAY
CROWD = 0.22  # power of the number of opponents: more of them hurt more
ROAD = 1.8  # power of the leader's way: the shorter the game lasts, the less life it takes
MIDWAY = 60.0  # squares that a way is measured by: chosen
TRIES = 15.0  # squares that the tries on FINISH last: chosen
RETURN = 0.234  # a return to START is left by so much of what is missing
UNSEEN = 0.083  # a card that another holds
POTION = 0.72  # of the life that a card in one's own hand brings
BOOTS = 0.93  # of the squares that it brings: fitted to 0.78, raised as it is used where it helps
# Chosen. In the fit it is 0.5 for all games and 3.6 for those of two; greedy players do as well with 2, 3.6 and 5.
BEFORE = 2.0  # squares of a whole round: who rolls sooner is so much ahead
KEPT = 0.03  # any other card in one's own hand: chosen
# A card that trades places is worth waiting with until the leader is about to arrive, and little after that.
# Chosen by 40,000 games with two of greedy players each, against such as valued it at a constant: 50.4 % (plus or
# minus 0.4). They did as well with SPREAD from 0.5 to 2, PATIENCE 0.4, REACH from 4 to 10 and LATE from 0.7 to 1,
# and lost it all (49.8 %) without PATIENCE. (These trials had DISTANCE 0.32, FRAIL 15.5, CROWD 0.85, ROAD 1,
# BEFORE 3.6; the values above do as well: 50.4 %.)
SPREAD = 1.0  # how far the race may still turn MIDWAY from FINISH; falls with the root of the way
PATIENCE = 0.17  # that the trade is worth still more later
REACH = 7.0  # squares from which FINISH is so near that there is no later
LATE = 0.9  # of the trade's gain that is left then to who waits
LEAST = 0.3  # squares, life: none has less, for the root and the logarithm


@evaluate.of(STATE)
def outlook(state, rules, seat):
    """The seat's chance of the win, told as a lead in gold is told."""
    seats = float(rules.seats)
    share = won(state, rules, seat) if state.over != 0 else chance(state, rules, seat)
    return DECISIVE * (seats * share - 1.0) / (seats - 1.0)


@inline
def won(state, rules, seat):
    """The seat's share of a win."""
    winners = int(state.winners)
    if (winners >> seat) & 1 == 0:
        return 0.0
    sharing = 0
    for other in range(rules.seats):
        sharing += (winners >> other) & 1
    return 1.0 / float(sharing)


@inline
def chance(state, rules, seat):
    """The seat's weight as a share of all weights, in a game under way."""
    if state.alive[seat] == 0:
        return 0.0
    life, squares, kept, trades = own_hand(state, rules, seat)
    frail = frailty(state, rules)
    mine = survival(state, rules, seat, life, frail) + KEPT * kept
    my_way = way(state, rules, seat, squares)
    ahead = -1
    ahead_way = 0.0
    ahead_rest = 0.0
    others = 0.0
    for other in range(rules.seats):
        if other == seat or state.alive[other] == 0:
            continue
        rest = survival(state, rules, other, 0.0, frail) + UNSEEN * float(state.hand_size[other])
        to_go = way(state, rules, other, 0.0)
        others += np.exp(rest - DISTANCE * np.sqrt(to_go))
        if ahead < 0 or to_go < ahead_way:
            ahead = other
            ahead_way = to_go
            ahead_rest = rest
    if trades > 0 and ahead >= 0:
        gain = 0.5 * trade_value(my_way, ahead_way)  # half of it is what the leader loses
        mine += gain
        others += np.exp(ahead_rest - DISTANCE * np.sqrt(ahead_way)) * (np.exp(-gain) - 1.0)
    weight = np.exp(mine - DISTANCE * np.sqrt(my_way))
    return weight / (weight + others)


@inline
def own_hand(state, rules, seat):
    """What the cards of a hand are good for: life, squares, other cards, and cards that trade places."""
    life = 0.0
    squares = 0.0
    kept = 0.0
    trades = 0
    for slot in range(state.hand_size[seat]):
        title = int(rules.fate_title[state.hand[seat, slot]])
        op = int(rules.title_op[title])
        if op == LIFE:
            life += POTION * float(rules.title_n[title])
        elif op == ROLL or op == MOVE:
            squares += BOOTS * float(rules.title_n[title])
        elif op == SWAP:
            trades += 1
        else:
            kept += 1.0
    return life, squares, kept, trades


@inline
def frailty(state, rules):
    """Life with which a player lives to the end with 63 %: the more, the more opponents and the longer the way."""
    opponents = -1
    nearest = int(rules.finish)
    for other in range(rules.seats):
        if state.alive[other] != 0:
            opponents += 1
            nearest = min(nearest, int(rules.finish) - int(state.pos[other]))
    lasts = (float(nearest) + TRIES) / MIDWAY
    return FRAIL * float(max(1, opponents)) ** CROWD * lasts**ROAD


@inline
def survival(state, rules, seat, more, frail):
    """Logarithm of how likely a player lives to the end, with so much more life to come from its hand."""
    out = np.exp(-max(float(state.life[seat]) + more, LEAST) / frail)
    for _ in range(min(3, int(rules.restart_limit) - int(state.restarts[seat]))):
        out *= 1.0 - RETURN
    return np.log(1.0 - out)


@inline
def way(state, rules, seat, squares):
    """Squares to go, less those that cards bring, and with the turns that are missed or come later than others'."""
    left = (
        float(int(rules.finish) - int(state.pos[seat])) - 1.0 - squares
    )  # any roll does the last one
    later = seat - int(state.turn)
    if later == 0 and state.phase == P_BEFORE:
        left -= float(state.boost)
    elif later <= 0:
        later += int(rules.seats)
    left = max(left, 0.0) + SKIPPED * float(state.skip[seat])
    return max(left + BEFORE * float(later) / float(rules.seats), LEAST)


@inline
def trade_value(my_way, ahead_way):
    """What a card that trades places adds to a player's lead over the one who is ahead of all others, in weights.

    A trade at once turns the lead round. To be free to trade later is worth more, as long as there is a later.
    """
    lead = DISTANCE * (np.sqrt(ahead_way) - np.sqrt(my_way))
    spread = SPREAD * np.sqrt(ahead_way / MIDWAY)
    gain = np.sqrt(lead * lead + spread * spread) - lead
    return LATE * gain if ahead_way < REACH else gain + PATIENCE


@chapter.of(STATE)
def number_of_the_turn(state, rules):
    return int(state.turn_no)


@settled.of(STATE)
def between_turns(state, rules):
    """The window before the roll or at the end of a turn, and nothing under way."""
    return state.depth == 0 and (
        state.decision == Q_TURN or state.decision == Q_END or state.decision == Q_ORDER
    )
