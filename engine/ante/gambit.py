"""The course of a game: ante, turns, buying, rounds, scoring, end; and the verbs that play it.

`step` takes an answer and runs on to the next question or the end: the top power if one is under way, else
the phase. Each phase does one piece and names the next. Rules are quoted by their lines in `docs/rules/`.
"""

import numpy as np

from engine.ante.anteing import ask_ante, choose_prices, pay_antes, reveal_ante, start_gambit
from engine.ante.buying import buy_with_empty_hands
from engine.ante.codes import (
    E_CHOICE,
    E_EXTRA_ROUND,
    ENDED_BOUND,
    MAX_CURVE,
    MAX_FLIGHT,
    MAX_STEPS,
    P_ANTE,
    P_AWARD,
    P_BUY,
    P_FLIGHTS,
    P_NEXT,
    P_PAY_ANTE,
    P_PLAY,
    P_PRICE,
    P_REVEAL,
    P_ROUND_END,
    P_SCORE,
    P_START,
    P_TURN,
    SEATS,
    WATCHED,
)
from engine.ante.dealing import build_decks, reset
from engine.ante.ending import award, finish
from engine.ante.flights import refresh
from engine.ante.piles import add_to_hand, bit, note
from engine.ante.powers import run_power
from engine.ante.rewards import reward_flights, score_riders
from engine.ante.scoring import wants_extra_round
from engine.ante.stack import rounds_of_gambit
from engine.ante.state import RESULT, STATE
from engine.ante.turns import next_leader, next_turn, play_card, start_round, start_turn
from engine.core.header import answered, begin
from engine.core.jit import compiled, inline
from engine.core.verbs import deal, payoff, record, step


@deal.of(STATE)
def deal_game(state, rules, seed, game):
    """Shuffle, hand out gold and cards, and begin the first gambit."""
    begin(state, rules.seats, seed, game)
    reset(state, rules)
    build_decks(state, rules)
    for seat in range(rules.seats):
        for _ in range(rules.hand_size):
            state.deck_size -= 1
            add_to_hand(state, seat, state.deck[state.deck_size], 0)
    start_gambit(state, rules)
    ask_ante(state, rules)


@inline
def end_round(state, rules):
    """The next leader, and whether the gambit goes on (LE R1 to R5, W4; GW W5, N17)."""
    state.rounds += 1
    leader = next_leader(state, rules)
    if state.round_no < rounds_of_gambit(state, rules) and has_room(state, rules):
        start_round(state, rules, leader)
        return
    if has_room(state, rules) and wants_extra_round(state, rules):
        state.extra_rounds += 1
        note(state, rules, E_EXTRA_ROUND, -1, -1, 0, -1)
        start_round(state, rules, leader)
        return
    state.phase = P_SCORE
    state.at = 0


@inline
def has_room(state, rules):
    """Whether every flight can hold another round's card: the bound on extra rounds."""
    for seat in range(rules.seats):
        if state.slots[seat] >= MAX_FLIGHT:
            return False
    return True


@inline
def run_table(state, rules):
    """Do what the phase asks for; phases that follow each other in a turn are done in one go."""
    if state.phase == P_PLAY:
        play_card(state, rules)
    if state.phase == P_FLIGHTS and state.depth == 0:
        reward_flights(state, rules)
    if state.phase == P_BUY:
        buy_with_empty_hands(state, rules)
    if state.phase == P_NEXT:
        next_turn(state, rules)
    if state.phase >= P_ROUND_END:
        end_of_round(state, rules)
    if state.phase == P_TURN:
        start_turn(state, rules)
    elif state.phase < P_TURN:
        ante_step(state, rules)


@inline
def end_of_round(state, rules):
    if state.phase == P_ROUND_END:
        end_round(state, rules)
    if state.phase == P_SCORE:
        score_riders(state, rules)
    if state.phase == P_AWARD and state.depth == 0:
        award(state, rules)


@inline
def ante_step(state, rules):
    if state.phase == P_START:
        start_gambit(state, rules)
    if state.phase == P_ANTE:
        ask_ante(state, rules)
    if state.phase == P_REVEAL:
        reveal_ante(state, rules)
    if state.phase == P_PRICE:
        choose_prices(state, rules)
    if state.phase == P_PAY_ANTE:
        pay_antes(state, rules)


@inline
def run(state, rules):
    """Run to the next question or the end of the game: the top power, or the table when none is under way."""
    while state.n_options == 0 and state.over == 0:
        if state.depth > 0:
            run_power(state, rules)
        else:
            run_table(state, rules)


@step.of(STATE)
def step_game(state, rules, choice):
    answered(state)
    if state.steps >= MAX_STEPS:
        finish(state, rules, ENDED_BOUND)
        return
    state.answer = state.options[choice]
    note(state, rules, E_CHOICE, state.actor, -1, state.answer, -1)
    state.n_options = 0
    run(state, rules)


@compiled
def resume(state, rules):
    """Run a position that was set up by hand to its first question: totals, sides and strengths are worked out."""
    for seat in range(rules.seats):
        refresh(state, rules, seat)
    run(state, rules)


@payoff.of(STATE)
def share_of_win(state, rules, seat):
    """Joint winners share one win equally; 0 while the game goes on."""
    if state.over == 0 or state.winners & bit(seat) == 0:
        return 0.0
    winners = 0
    for other in range(rules.seats):
        if state.winners & bit(other):
            winners += 1
    return 1.0 / winners


@inline
def record_watched(row, state):
    for i in range(WATCHED):
        row.watched_played[i] = state.watched_played[i]
        row.watched_triggered[i] = state.watched_triggered[i]
        row.watched_matched[i] = state.watched_matched[i]
        row.watched_flights[i] = state.watched_flights[i]
        row.watched_scored[i] = state.watched_scored[i]
        row.watched_won[i] = state.watched_won[i]
        row.watched_giants[i] = state.watched_giants[i]
        row.watched_giants_won[i] = state.watched_giants_won[i]
        row.watched_stood[i] = state.watched_stood[i]
        row.watched_helped[i] = state.watched_helped[i]
        row.watched_bonus[i] = state.watched_bonus[i]
        row.watched_gold[i] = state.watched_gold[i]


@record.of(RESULT)
def record_game(row, state, rules):
    """One row of what a finished game was like."""
    row.game = state.game
    row.seats = rules.seats
    row.winners = state.winners
    row.n_winners = 0
    for seat in range(SEATS):
        row.gold[seat] = state.hoard[seat]
        if state.winners & bit(seat):
            row.n_winners += 1
    row.gambits = state.gambit
    row.rounds = state.rounds
    row.turns = state.turns
    row.decisions = state.decisions
    row.steps = state.steps
    row.ended = state.ended
    row.reshuffles = state.reshuffles
    row.holes = state.holes
    row.colour_flights = state.colour_flights
    row.strength_flights = state.strength_flights
    row.buys = state.buys
    row.stakes_won = state.stakes_won
    row.stakes_stayed = state.stakes_stayed
    row.emptied = state.gambits_emptied
    row.extra_rounds = state.extra_rounds
    row.chains_cut = state.chains_cut
    row.first_leader = state.first_leader
    row.lead_changes = state.lead_changes
    row.first_hole = state.first_hole
    row.broke = 0
    for seat in range(rules.seats):
        if state.hoard[seat] == 0:
            row.broke += 1
    row.cards_handled = state.cards_handled
    row.cards_taken = state.cards_taken
    row.legendary_drawn = state.legendary_drawn
    row.legendary_played = state.legendary_played
    row.long_gambits = state.long_gambits
    row.longest_gambit = state.longest_gambit
    row.stakes_weakest = state.stakes_weakest
    row.stakes_upset = state.stakes_upset
    row.mixed_strength = state.mixed_strength
    row.mixed_doubles = state.mixed_doubles
    record_watched(row, state)
    for i in range(MAX_CURVE):
        reached = i < state.gambit
        row.hand_by_gambit[i] = state.hands[i] / rules.seats if reached else np.nan
        for seat in range(SEATS):
            row.gold_by_gambit[i, seat] = (
                state.hoards[i, seat] if reached and seat < rules.seats else -1
            )
