"""A turn, phase by phase: the window before the roll, the move, the landing, FINISH, the window after."""

from engine.core.jit import inline
from engine.dragon_war.codes import (
    E_FIRST,
    E_INERT,
    E_ORDER,
    E_ROLL,
    E_SKIPPED,
    E_SQUARE,
    E_STAND,
    E_TRY,
    E_TURN,
    FINISHED,
    HAVEN,
    K_BATTLE,
    MOVE,
    NONE,
    NOTHING,
    O_KEEP,
    O_PASS,
    O_ROLL,
    O_USE,
    P_AFTER,
    P_ARRIVED,
    P_BEFORE,
    P_CHARM,
    P_LAND,
    P_MOVE,
    P_NEXT,
    P_OCCUPANTS,
    P_ORDER,
    P_SQUARE,
    P_STEP,
    P_TRY,
    P_TURN,
    Q_END,
    Q_ORDER,
    Q_REROLL,
    Q_TURN,
    REROLL,
    SQUARES,
)
from engine.dragon_war.effects import move_by_square, offer_playable, play_card, start
from engine.dragon_war.harm import end_by_cap, finish
from engine.dragon_war.table import (
    answer_kind,
    answer_value,
    ask,
    bit,
    clockwise,
    holds,
    note,
    offer,
    offer_titles,
    on_haven,
    push,
    roll,
    spend,
    square_index,
)


@inline
def run_phase(state, rules):
    """One piece of the turn; each names the next. Those that often follow each other are done in one go."""
    if state.phase == P_NEXT:
        next_player(state, rules)
    if state.phase == P_TURN:
        begin_turn(state, rules)
    if state.phase == P_BEFORE:
        before_roll(state, rules)
        return
    if state.phase == P_MOVE:
        first_roll(state, rules)
    if state.phase == P_CHARM:
        roll_again(state, rules)
    if state.phase == P_STEP:
        advance(state, rules)
    if state.phase == P_LAND:
        land(state)
    if state.phase == P_SQUARE:
        act(state, rules)
    elif state.phase == P_OCCUPANTS:
        meet(state, rules)
    elif state.phase == P_ARRIVED:
        arrived(state, rules)
    elif state.phase == P_TRY:
        try_to_finish(state, rules)
    elif state.phase == P_AFTER:
        after_landing(state, rules)
    elif state.phase == P_ORDER:
        first_player(state, rules)


@inline
def first_player(state, rules):
    """Everybody rolls; the highest begins, and those tied for it roll again (DW S6)."""
    if state.answer == NONE:
        ask(state, 0, Q_ORDER)
        offer(state, O_ROLL, 0)
        return
    state.answer = NONE
    rolling = bit(rules.seats) - 1
    while rolling & (rolling - 1) != 0:
        best = 0
        highest = bit(0)
        for seat in range(rules.seats):
            if rolling & bit(seat):
                die = roll(state, rules)
                note(state, rules, E_ORDER, seat, -1, die, -1)
                if die > best:
                    best = die
                    highest = bit(seat)
                elif die == best:
                    highest |= bit(seat)
        rolling = highest
    for seat in range(rules.seats):
        if rolling & bit(seat):
            state.turn = seat
    state.starter = state.turn
    note(state, rules, E_FIRST, state.turn, -1, 0, -1)
    state.phase = P_TURN


@inline
def begin_turn(state, rules):
    """A turn, or a missed one (DW Q10); too many turns end the game (DW E4)."""
    if state.turn_no >= rules.max_turns:
        end_by_cap(state, rules)
        return
    me = int(state.turn)
    state.turn_no += 1
    state.landings = 0
    state.boost = 0
    state.again = 0
    state.traded = 0
    state.back_to = P_AFTER
    note(state, rules, E_TURN, me, -1, state.turn_no, state.pos[me])
    if state.skip[me] > 0:
        state.skip[me] -= 1
        note(state, rules, E_SKIPPED, me, -1, state.skip[me], -1)
        state.phase = P_NEXT
        return
    state.phase = P_BEFORE


@inline
def before_roll(state, rules):
    """Held cards may be played, then the dice roll (DW T2, T4, W1)."""
    me = int(state.turn)
    if state.answer == NONE:
        ask(state, me, Q_TURN)
        offer_playable(state, rules, me, False)
        offer(state, O_ROLL, 0)
        return
    kind = answer_kind(state)
    title = answer_value(state)
    state.answer = NONE
    if kind == O_USE:
        play_card(state, rules, me, title)
    else:
        state.back_to = P_AFTER
        state.phase = P_TRY if state.pos[me] == rules.finish else P_MOVE


@inline
def first_roll(state, rules):
    me = int(state.turn)
    state.die = roll(state, rules)
    note(state, rules, E_ROLL, me, -1, state.die, state.boost)
    state.phase = P_CHARM if holds(state, rules, me, REROLL) else P_STEP


@inline
def roll_again(state, rules):
    """A charm makes the roll anew; the second result counts (DW W3)."""
    me = int(state.turn)
    if state.answer != NONE:
        kind = answer_kind(state)
        title = answer_value(state)
        state.answer = NONE
        if kind == O_KEEP:
            state.phase = P_STEP
            return
        spend(state, rules, me, title)
        state.die = roll(state, rules)
        note(state, rules, E_ROLL, me, -1, state.die, state.boost)
        if not holds(state, rules, me, REROLL):
            state.phase = P_STEP
            return
    ask(state, me, Q_REROLL)
    offer_titles(state, rules, me, REROLL, O_USE)
    offer(state, O_KEEP, 0)


@inline
def advance(state, rules):
    """The tile moves by the roll, at most to FINISH (DW T2, T6)."""
    me = int(state.turn)
    there = int(state.pos[me]) + int(state.die) + int(state.boost)
    state.boost = 0
    if there > rules.finish:
        if rules.exact_finish != 0:
            state.phase = P_ARRIVED
            return
        there = int(rules.finish)
    state.pos[me] = there
    state.phase = P_LAND


@inline
def land(state):
    """A landing begins: by a roll or by a Fate card."""
    state.n_chain = 0
    state.fought = 0
    state.traded = 0
    state.phase = P_SQUARE


@inline
def act(state, rules):
    """The square that the tile stands on acts (DW L1, L4)."""
    me = int(state.turn)
    pos = int(state.pos[me])
    state.phase = P_OCCUPANTS
    note(state, rules, E_STAND, me, -1, pos, -1)
    if pos == 0 or pos == rules.finish:
        return
    state.landings += 1
    index = square_index(state, pos)
    op = int(rules.square_op[index])
    if state.landings > rules.max_landings:
        note(state, rules, E_INERT, me, -1, pos, -1)
        return
    state.landed += 1
    note(state, rules, E_SQUARE, me, index // SQUARES, index % SQUARES, -1)
    if op == NOTHING or op == HAVEN:
        return
    if op == MOVE and rules.lifo == 0:
        move_by_square(state, rules, int(rules.square_n[index]))
    else:
        start(state, rules, me, op, int(rules.square_n[index]), 0)


@inline
def meet(state, rules):
    """The lander fights whoever stands there, most life first (DW B1, B6)."""
    me = int(state.turn)
    state.phase = P_ARRIVED
    pos = state.pos[me]
    at_end = pos == 0 or pos == rules.finish
    if state.traded != 0 or (at_end and rules.battle_ends == 0):
        return
    best = -1
    for steps in range(1, int(rules.seats)):
        other = clockwise(rules, me, steps)
        if state.pos[other] == pos and state.alive[other] != 0 and not state.fought & bit(other):
            if best < 0 or state.life[other] > state.life[best]:
                best = other
    if best < 0 or on_haven(state, rules, me):
        return
    state.fought |= bit(best)
    state.phase = P_OCCUPANTS
    push(state, K_BATTLE, me, best, 0, 0, 0)


@inline
def arrived(state, rules):
    """The landing is settled: on FINISH a try, else another roll if one is due (DW E1, Q11)."""
    me = int(state.turn)
    if state.traded == 0 and state.pos[me] == rules.finish:
        state.phase = P_TRY
    elif state.traded == 0 and state.again != 0:
        state.phase = P_MOVE
    else:
        state.phase = state.back_to
    state.again = 0


@inline
def try_to_finish(state, rules):
    """The dice of a try on FINISH (DW E1)."""
    me = int(state.turn)
    state.tries += 1
    total = 0
    for _ in range(rules.finish_dice):
        total += roll(state, rules)
    note(state, rules, E_TRY, me, -1, total, rules.finish_target)
    if total >= rules.finish_target:
        track_lead(state, rules)
        finish(state, rules, FINISHED, bit(me))
    else:
        state.phase = P_AFTER


@inline
def after_landing(state, rules):
    """Held cards may be played at the end of the turn (DW T5, W1)."""
    me = int(state.turn)
    if state.answer != NONE:
        kind = answer_kind(state)
        title = answer_value(state)
        state.answer = NONE
        if kind == O_USE:
            play_card(state, rules, me, title)
        else:
            state.phase = P_NEXT
        return
    ask(state, me, Q_END)
    offer_playable(state, rules, me, False)
    if state.n_options == 0:
        state.phase = P_NEXT
    else:
        offer(state, O_PASS, 0)


@inline
def next_player(state, rules):
    """Clockwise to the next one alive (DW T1)."""
    track_lead(state, rules)
    seat = clockwise(rules, state.turn, 1)
    while state.alive[seat] == 0:
        seat = clockwise(rules, seat, 1)
    state.turn = seat
    state.phase = P_TURN


@inline
def track_lead(state, rules):
    """Who is ahead, for the figures: changes of the lead, and who led when half of the way was reached."""
    best = -1
    alone = False
    for seat in range(rules.seats):
        if state.alive[seat] == 0:
            continue
        if best < 0 or state.pos[seat] > state.pos[best]:
            best = seat
            alone = True
        elif state.pos[seat] == state.pos[best]:
            alone = False
    if alone and best != state.leader:
        if state.leader >= 0:
            state.lead_changes += 1
        state.leader = best
    if state.halfway < 0 and best >= 0 and 2 * int(state.pos[best]) >= rules.finish:
        state.halfway = best
