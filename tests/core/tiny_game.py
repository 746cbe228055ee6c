"""A tiny second game: each plays three hidden cards one by one, the highest card of a round scores.

It shows that the core knows no game. The last card of a hand is a question with one option.
"""

import numpy as np

from engine.core.batch import Batch
from engine.core.header import answered, begin, header, record_dtype
from engine.core.jit import inline
from engine.core.play import play_random
from engine.core.rng import DEAL, below, shuffle, stream
from engine.core.verbs import deal, evaluate, payoff, record, redeal_hidden, step

CARDS, HAND = 30, 3
PLAY = 1  # the one kind of question: which card to play

STATE = record_dtype(
    [
        *header(HAND),
        ("deck", np.int16, (CARDS,)),
        ("hand", np.int16, (6, HAND)),
        ("held", np.int16, (6,)),
        ("shown", np.int16, (6,)),
        ("points", np.int16, (6,)),
    ]
)
RULES = record_dtype([("players", np.int16), ("bonus", np.int16)])
ROW = record_dtype(
    [("game", np.int64), ("seats", np.int16), ("points", np.int16, (6,)), ("decisions", np.int32)]
)


@deal.of(STATE)
def deal_tiny(state, rules, seed, game):
    begin(state, rules.players, seed, game)
    state.luck[1] = stream(seed, game, DEAL)
    for i in range(CARDS):
        state.deck[i] = i
    shuffle(state.deck, 0, CARDS, state.luck, 1)
    for seat in range(6):
        state.points[seat] = 0
        state.held[seat] = HAND
        for i in range(HAND):
            state.hand[seat, i] = state.deck[seat * HAND + i]
    ask(state)


@inline
def ask(state):
    state.decision = PLAY
    state.n_options = state.held[state.actor]
    for i in range(state.n_options):
        state.options[i] = state.hand[state.actor, i]


@step.of(STATE)
def step_tiny(state, rules, choice):
    answered(state)
    seat = state.actor
    state.shown[seat] = state.hand[seat, choice]
    state.held[seat] -= 1
    state.hand[seat, choice] = state.hand[seat, state.held[seat]]
    state.actor = (seat + 1) % state.seats
    if state.actor == 0:
        best = 0
        for other in range(1, state.seats):
            if state.shown[other] > state.shown[best]:
                best = other
        state.points[best] += 1 + below(state.luck, 0, rules.bonus)
        if state.held[0] == 0:
            state.over = 1
            state.n_options = 0
            return
    ask(state)


@payoff.of(STATE)
def payoff_tiny(state, rules, seat):
    most, winners = 0, 0
    for other in range(state.seats):
        if state.points[other] > most:
            most, winners = state.points[other], 0
        if state.points[other] == most:
            winners += 1
    return 1.0 / winners if state.points[seat] == most else 0.0


@record.of(ROW)
def record_tiny(row, state, rules):
    row.game = state.game
    row.seats = state.seats
    row.decisions = state.decisions
    for seat in range(6):
        row.points[seat] = state.points[seat]


@redeal_hidden.of(STATE)
def redeal_tiny(state, rules, seat, luck):
    """Deal the others new hands from all cards but the played ones and ``seat``'s own.

    The pool is gathered in card order, so that where a card lay tells nothing.
    """
    seen = np.zeros(CARDS, np.bool_)
    for other in range(state.seats):
        for i in range(HAND):
            seen[state.deck[other * HAND + i]] = True
    for other in range(state.seats):
        for i in range(state.held[other]):
            seen[state.hand[other, i]] = other == seat
    pool = np.zeros(CARDS, np.int16)
    n = 0
    for card in range(CARDS):
        if not seen[card]:
            pool[n] = card
            n += 1
    shuffle(pool, 0, n, luck, 0)
    for other in range(state.seats):
        if other != seat:
            for i in range(state.held[other]):
                n -= 1
                state.hand[other, i] = pool[n]


@evaluate.of(STATE)
def evaluate_tiny(state, rules, seat):
    return float(state.points[seat])


def make_rules(players=4, bonus=1):
    """The rules record."""
    rules = np.zeros(1, RULES).view(np.recarray)
    rules.players = players
    rules.bonus = bonus
    return rules[0]


def rows(seed, first, n, players=4, bonus=1):
    """Result rows of ``n`` games by the play kernel."""
    states = np.zeros(1, STATE).view(np.recarray)
    filled = np.zeros(n, ROW).view(np.recarray)
    play_random(states, make_rules(players, bonus), seed, first, filled)
    return filled


class Game:
    """The facts a batch needs to know."""

    name, title, min_players, max_players = "tiny", "Tiny", 2, 6
    state, rules, row = STATE, RULES, ROW


class Design:
    """The game for so many players and so large a bonus."""

    game = Game()

    def __init__(self, players=4, bonus=1):
        self.players = players
        self.rules = make_rules(players, bonus)

    def batch(self, n, seed):
        return Batch(self, n, seed)

    def label(self, state, option):
        return f"play {state.options[option]}"
