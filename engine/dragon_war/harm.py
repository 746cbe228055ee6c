"""Life gained and lost, players out and back again, and how the game ends."""

from engine.core.jit import inline
from engine.dragon_war.codes import (
    CAPPED,
    E_LIFE,
    E_OUT,
    E_OVER,
    E_RESTART,
    E_SAFE,
    E_SHIELDED,
    K_DEATH,
    K_LOSS,
    NONE,
    O_PASS,
    O_RESTART,
    O_SHIELD,
    O_STAY_OUT,
    P_NEXT,
    Q_LOSS,
    Q_RESTART,
    SHIELD,
    SURVIVED,
)
from engine.dragon_war.table import (
    answer_kind,
    ask,
    bit,
    clockwise,
    holds,
    note,
    offer,
    protected,
    push,
    put_away,
    recycle,
)


@inline
def gain(state, rules, seat, n):
    """Life up to the ceiling (DW D1); nothing keeps a gain away (DW H5)."""
    life = int(state.life[seat])
    state.life[seat] = max(life, min(life + int(n), int(rules.life_ceiling)))
    note(state, rules, E_LIFE, seat, -1, int(state.life[seat]) - life, state.life[seat])


@inline
def lose(state, rules, seat, n, die_based, in_battle):
    """A loss that a Safe Haven or a Shield may still keep away (DW H1, H2, F9).

    The caller has taken its own frame off the stack, or goes on only if the stack is as it was.
    """
    if state.alive[seat] == 0 or state.life[seat] == 0 or n <= 0:
        return
    if not in_battle and protected(state, rules, seat, die_based):
        note(state, rules, E_SAFE, seat, -1, 0, -1)
        return
    ready = seat == state.turn or in_battle or rules.lifo != 0
    if ready and holds(state, rules, seat, SHIELD):
        push(state, K_LOSS, seat, seat, 0, n, 0)
        return
    hurt(state, rules, seat, n)


@inline
def run_loss(state, rules):
    """Whether the holder of a Shield uses it."""
    frame = state.frames[state.depth - 1]
    seat = int(frame.who)
    n = int(frame.n)
    if frame.stage == 0:
        frame.stage = 1
        ask(state, seat, Q_LOSS)
        offer(state, O_SHIELD, 0)
        offer(state, O_PASS, 0)
        return
    state.depth -= 1
    used = answer_kind(state) == O_SHIELD
    state.answer = NONE
    if used:
        for slot in range(state.hand_size[seat]):
            title = int(rules.fate_title[state.hand[seat, slot]])
            if rules.title_op[title] == SHIELD:
                state.uses += 1
                note(state, rules, E_SHIELDED, seat, title, n, -1)
                put_away(state, rules, seat, title)
                return
    hurt(state, rules, seat, n)


@inline
def hurt(state, rules, seat, n):
    """The loss itself; losses stop at 0. While cards may still answer, nobody is out yet (DW W5)."""
    life = max(0, int(state.life[seat]) - int(n))
    note(state, rules, E_LIFE, seat, -1, life - int(state.life[seat]), life)
    state.life[seat] = life
    if life == 0 and rules.lifo == 0:
        fall(state, rules, seat)


@inline
def judge(state, rules):
    """With answers: who is at 0 once none waits is out, clockwise from the active player's left.

    One at a time; whether there was one. The turn goes on only when there is none left.
    """
    for steps in range(1, int(rules.seats) + 1):
        seat = clockwise(rules, state.turn, steps)
        if state.alive[seat] != 0 and state.life[seat] == 0:
            fall(state, rules, seat)
            return True
    return False


@inline
def fall(state, rules, seat):
    """A player is at 0: out, or back at START (DW D2, D5)."""
    state.deaths += 1
    if state.restarts[seat] < rules.restart_limit:
        push(state, K_DEATH, seat, seat, 0, 0, 0)
    else:
        drop_out(state, rules, seat)


@inline
def run_death(state, rules):
    """Who may begin anew is asked; as a rule there is nothing to choose (DW D7)."""
    frame = state.frames[state.depth - 1]
    seat = int(frame.who)
    if frame.stage == 0:
        frame.stage = 1
        ask(state, seat, Q_RESTART)
        offer(state, O_RESTART, 0)
        if rules.may_stay_out != 0:
            offer(state, O_STAY_OUT, 0)
        return
    state.depth -= 1
    stays_out = answer_kind(state) == O_STAY_OUT
    state.answer = NONE
    if stays_out:
        drop_out(state, rules, seat)
    else:
        restart(state, rules, seat)


@inline
def restart(state, rules, seat):
    """Back at START; whose turn it is has ended it (DW D5, D6)."""
    state.pos[seat] = 0
    state.life[seat] = rules.restart_life
    state.skip[seat] = 0
    state.restarts[seat] += 1
    note(state, rules, E_RESTART, seat, -1, state.restarts[seat], rules.restart_life)
    if rules.restart_keeps == 0:
        lay_hand_down(state, rules, seat)
    if seat == state.turn:
        end_turn(state)


@inline
def end_turn(state):
    """Whatever was under way is dropped."""
    state.depth = 0
    state.again = 0
    state.phase = P_NEXT


@inline
def lay_hand_down(state, rules, seat):
    for slot in range(state.hand_size[seat]):
        recycle(state, rules, state.hand[seat, slot])
    state.hand_size[seat] = 0


@inline
def drop_out(state, rules, seat):
    """Out for good: cards recycled, tile removed (DW D3); the last one alive may have won (DW E2)."""
    state.alive[seat] = 0
    state.life[seat] = 0
    state.outs += 1
    state.out_order[seat] = state.outs
    note(state, rules, E_OUT, seat, -1, 0, -1)
    lay_hand_down(state, rules, seat)
    if seat == state.turn:
        end_turn(state)
    left = int(rules.seats) - int(state.outs)
    if left == 0:
        finish(state, rules, SURVIVED, bit(seat))
    elif left == 1 and rules.wins_now != 0:
        for other in range(rules.seats):
            if state.alive[other] != 0:
                finish(state, rules, SURVIVED, bit(other))


@inline
def finish(state, rules, ended, winners):
    """The game is over."""
    state.over = 1
    state.ended = ended
    state.winners = winners
    state.n_options = 0
    state.depth = 0
    note(state, rules, E_OVER, -1, -1, ended, winners)


@inline
def end_by_cap(state, rules):
    """Who is furthest ahead wins, of these who has most life; what is still tied is shared (DW E4)."""
    best = -1
    winners = bit(0)
    for seat in range(rules.seats):
        if state.alive[seat] == 0:
            continue
        worth = (int(state.pos[seat]) << 16) + int(state.life[seat])
        if worth > best:
            best = worth
            winners = bit(seat)
        elif worth == best:
            winners |= bit(seat)
    finish(state, rules, CAPPED, winners)
