"""The course of a game, and the verbs that play it.

`step` takes an answer and runs on to the next question or the end: the top frame of the stack if something is
under way, else the phase of the turn. Rules are quoted by their lines in `docs/rules/dragon-war.md`.
"""

from engine.core.header import answered, begin
from engine.core.jit import compiled, inline
from engine.core.rng import DEAL, PICK, shuffle, stream
from engine.core.verbs import deal, payoff, record, step
from engine.dragon_war.battle import run_battle
from engine.dragon_war.codes import (
    FINISHED,
    K_BATTLE,
    K_DEATH,
    K_DISCARD,
    K_DRAW,
    K_EFFECT,
    NONE,
    P_AFTER,
    P_ORDER,
    SEATS,
)
from engine.dragon_war.effects import run_discard, run_draw, run_effect
from engine.dragon_war.harm import judge, run_death, run_loss
from engine.dragon_war.state import RESULT, STATE
from engine.dragon_war.table import SCRATCH, bit
from engine.dragon_war.turns import run_phase


@deal.of(STATE)
def deal_game(state, rules, seed, game):
    """Lay out the board, shuffle the Fate deck, and ask for the first roll (DW S1 to S6)."""
    begin(state, rules.seats, seed, game)
    reset(state)
    for seat in range(SEATS):
        playing = seat < rules.seats
        state.alive[seat] = 1 if playing else 0
        state.life[seat] = rules.start_life if playing else 0
    state.luck[SCRATCH] = stream(seed, game, PICK)
    for i in range(rules.n_cards):
        state.board[i] = i
    shuffle(state.board, 0, int(rules.n_cards), state.luck, SCRATCH)
    state.luck[SCRATCH] = stream(seed, game, DEAL)
    for card in range(rules.n_fate):
        state.deck[card] = card
        state.known[card] = 0
        state.traced[card] = 0
    shuffle(state.deck, 0, int(rules.n_fate), state.luck, SCRATCH)
    state.deck_size = rules.n_fate
    run(state, rules)


@inline
def reset(state):
    """Everything a game counts or keeps, at its start; the header is `begin`'s."""
    state.answer = NONE
    state.phase = P_ORDER
    state.turn = 0
    state.turn_no = 0
    state.starter = 0
    for seat in range(SEATS):
        state.pos[seat] = 0
        state.restarts[seat] = 0
        state.skip[seat] = 0
        state.hand_size[seat] = 0
        state.out_order[seat] = 0
    state.head = 0
    state.public = 0
    state.discard_size = 0
    state.acting = 0
    state.reshuffles = 0
    state.landings = 0
    state.boost = 0
    state.die = 0
    state.again = 0
    state.traded = 0
    state.back_to = P_AFTER
    state.fought = 0
    state.n_chain = 0
    state.depth = 0
    state.ended = 0
    state.winners = 0
    state.outs = 0
    state.leader = NONE
    state.lead_changes = 0
    state.halfway = NONE
    state.dice = 0
    state.battles = 0
    state.deaths = 0
    state.draws = 0
    state.uses = 0
    state.tries = 0
    state.swaps = 0
    state.landed = 0


@inline
def run(state, rules):
    """Run to the next question or the end."""
    while state.n_options == 0 and state.over == 0:
        if state.depth > 0:
            run_frame(state, rules)
        else:
            state.acting = 0
            if rules.lifo == 0 or not judge(state, rules):
                run_phase(state, rules)


@inline
def run_frame(state, rules):
    """The effect on top of the stack goes on."""
    kind = state.frames[state.depth - 1].kind
    if kind == K_BATTLE:
        run_battle(state, rules)
    elif kind == K_EFFECT:
        run_effect(state, rules)
    elif kind == K_DRAW:
        run_draw(state, rules)
    elif kind == K_DISCARD:
        run_discard(state, rules)
    elif kind == K_DEATH:
        run_death(state, rules)
    else:
        run_loss(state, rules)


@step.of(STATE)
def step_game(state, rules, choice):
    answered(state)
    state.answer = state.options[choice]
    state.n_options = 0
    run(state, rules)


@compiled
def resume(state, rules):
    """Run a position that was set up by hand to its first question."""
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
def standing(state, seat):
    """A number that ranks a seat at the end: winners, then the living by square and life, then the dead (DW E6)."""
    if state.winners & bit(seat):
        return bit(40)
    if state.alive[seat] == 0:
        return int(state.out_order[seat]) - 100
    return (int(state.pos[seat]) << 16) + int(state.life[seat])


@record.of(RESULT)
def record_game(row, state, rules):
    """One row of what a finished game was like."""
    row.game = state.game
    row.seats = rules.seats
    row.winners = state.winners
    row.n_winners = 0
    row.restarts = 0
    row.alive_at_end = 0
    for seat in range(SEATS):
        playing = seat < rules.seats
        row.square[seat] = state.pos[seat] if playing else -1
        row.life[seat] = state.life[seat] if playing else -1
        row.place[seat] = -1
        if playing:
            row.restarts += state.restarts[seat]
            row.alive_at_end += state.alive[seat]
            row.place[seat] = 1
            for other in range(rules.seats):
                if standing(state, other) > standing(state, seat):
                    row.place[seat] += 1
            if state.winners & bit(seat):
                row.n_winners += 1
    row.turns = state.turn_no
    row.decisions = state.decisions
    row.steps = state.steps
    row.dice = state.dice
    row.ended = state.ended
    row.battles = state.battles
    row.deaths = state.deaths
    row.cards_drawn = state.draws
    row.cards_used = state.uses
    row.squares_acted = state.landed
    row.finish_tries = state.tries
    row.trades = state.swaps
    row.lead_changes = state.lead_changes
    row.half_leader = state.halfway
    row.starter = state.starter
    row.won_at_finish = 1 if state.ended == FINISHED else 0
