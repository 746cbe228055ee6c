"""What squares and Fate cards do.

An effect is an operation (`codes.LIFE`, ...) with a number, for the player whom the square or card
concerns. What may have to wait for an answer is a frame on the stack; the rest is done at once.
"""

from engine.core.jit import inline
from engine.dragon_war.codes import (
    AGAIN,
    BATTLE,
    DROP,
    E_AGAIN,
    E_DIE,
    E_DISCARD,
    E_INSTANT,
    E_LIMIT,
    E_SAFE,
    E_SKIP,
    E_STAND,
    E_STEAL,
    E_SWAP,
    E_TARGET,
    EVERYBODY,
    HIT,
    HIT_DIE,
    K_BATTLE,
    K_DISCARD,
    K_DRAW,
    K_EFFECT,
    LIFE,
    LIFE_DIE,
    MOVE,
    NONE,
    O_DISCARD,
    O_PASS,
    O_TARGET,
    O_USE,
    OPPONENTS,
    P_AFTER,
    P_BEFORE,
    P_LAND,
    P_SQUARE,
    PICK,
    Q_ANSWER,
    Q_DISCARD,
    Q_TARGET,
    ROLL,
    SKIP,
    STEAL,
    SWAP,
)
from engine.dragon_war.harm import gain, lose
from engine.dragon_war.table import (
    add_to_hand,
    answer_kind,
    answer_value,
    ask,
    bit,
    clockwise,
    draw,
    has_room,
    note,
    offer,
    offer_once,
    offer_titles,
    on_haven,
    protected,
    push,
    put_away,
    random_slot,
    recycle,
    roll,
    spend,
    take_from_hand,
    tradable,
)

BY_SQUARE, DRAWN, PLAYED = 0, 1, 2  # what an effect comes from
OPEN, RESOLVE, ANSWERING, TARGETING, SEATS_FROM = 0, 1, 2, 3, 4  # stages of an effect


# --- what needs no answer ------------------------------------------------------------------------


@inline
def start(state, rules, me, op, n, fate):
    """Begin an effect: at once where nobody is asked anything, else as a frame."""
    if rules.lifo != 0:
        push(state, K_EFFECT, me, me, op, n, fate)
    elif op <= MOVE or op == SKIP or op == AGAIN or op == ROLL:
        apply(state, rules, me, op, n, fate)
    elif op == PICK:
        push(state, K_DRAW, me, me, op, n, fate)
    elif op == DROP:
        discard_one(state, rules, me)
    else:
        push(state, K_EFFECT, me, me, op, n, fate)
        state.frames[state.depth - 1].stage = RESOLVE


@inline
def apply(state, rules, me, op, n, fate):
    """An effect on its player alone."""
    if op == LIFE:
        change(state, rules, me, n, False)
    elif op == LIFE_DIE:
        if n > 0 or not protected(state, rules, me, True):
            die = roll(state, rules)
            note(state, rules, E_DIE, me, -1, die, -1)
            change(state, rules, me, die * n, True)
    elif op == MOVE:
        if n < 0 and fate == DRAWN and protected(state, rules, me, False):
            note(state, rules, E_SAFE, me, -1, 0, -1)
        elif fate != BY_SQUARE:
            move_by_card(state, rules, me, n)
        else:
            move_by_square(state, rules, n)
    elif op == SKIP:
        if protected(state, rules, me, False):
            note(state, rules, E_SAFE, me, -1, 0, -1)
        else:
            state.skip[me] += n
            note(state, rules, E_SKIP, me, -1, n, -1)
    elif op == AGAIN:
        state.again = 1
        note(state, rules, E_AGAIN, me, -1, 0, -1)
    elif op == ROLL:
        state.boost += n


@inline
def change(state, rules, seat, n, die_based):
    """Life gained or lost by an effect."""
    if n > 0:
        gain(state, rules, seat, n)
    else:
        lose(state, rules, seat, -n, die_based, False)


@inline
def clamped(rules, pos):
    return max(0, min(int(pos), int(rules.finish)))


@inline
def move_by_square(state, rules, n):
    """On or back from where the tile landed: does the next square act? (DW L2, L3)"""
    me = int(state.turn)
    here = int(state.pos[me])
    there = clamped(rules, here + int(n))
    if rules.loop_only == 0:
        state.pos[me] = there
        note(state, rules, E_STAND, me, -1, there, -1)
        return
    state.chain[state.n_chain] = here
    state.n_chain += 1
    for i in range(state.n_chain):
        if state.chain[i] == there:
            return
    state.pos[me] = there
    state.phase = P_SQUARE


@inline
def move_by_card(state, rules, me, n):
    """A Fate card moves the tile: a landing of its own, or neither square nor fight (DW F8)."""
    state.pos[me] = clamped(rules, int(state.pos[me]) + int(n))
    if rules.fate_moves != 0:
        if state.phase == P_BEFORE or state.phase == P_AFTER:
            state.back_to = state.phase
        state.phase = P_LAND
    else:
        state.fought = bit(rules.seats) - 1


# --- effects with questions ----------------------------------------------------------------------


@inline
def run_effect(state, rules):
    """The effect on top of the stack, as far as it goes without an answer."""
    frame = state.frames[state.depth - 1]
    if frame.stage == OPEN or frame.stage == ANSWERING:
        collect_answers(state, rules)
        return
    op = int(frame.op)
    if op == OPPONENTS or op == EVERYBODY:
        each_player(state, rules)
    elif op == SWAP or op == STEAL or op == HIT or op == HIT_DIE or op == BATTLE:
        aimed(state, rules)
    else:
        me = int(frame.me)
        n = int(frame.n)
        fate = int(frame.fate)
        state.depth -= 1
        if op == PICK:
            push(state, K_DRAW, me, me, op, n, fate)
        elif op == DROP:
            discard_one(state, rules, me)
        else:
            apply(state, rules, me, op, n, fate)


@inline
def collect_answers(state, rules):
    """Each holder, from the left of the effect's player to that player, may answer it (DW W5)."""
    frame = state.frames[state.depth - 1]
    if frame.stage == ANSWERING:
        used = answer_kind(state) == O_USE
        title = answer_value(state)
        state.answer = NONE
        frame.stage = OPEN
        if used:
            play_card(state, rules, state.actor, title)
            return
        frame.asked += 1
    while frame.asked < rules.seats:
        seat = clockwise(rules, frame.me, int(frame.asked) + 1)
        if state.alive[seat] != 0 and has_room(state):
            ask(state, seat, Q_ANSWER)
            offer_playable(state, rules, seat, True)
            if state.n_options > 0:
                offer(state, O_PASS, 0)
                frame.stage = ANSWERING
                return
        frame.asked += 1
    frame.stage = RESOLVE


@inline
def each_player(state, rules):
    """Every opponent, or everybody: clockwise from the active player's left, that one last (DW D8)."""
    depth = int(state.depth)
    frame = state.frames[depth - 1]
    if frame.stage == RESOLVE:
        frame.stage = SEATS_FROM
    while True:
        frame.stage += 1
        steps = int(frame.stage) - SEATS_FROM
        seat = clockwise(rules, state.turn, steps)
        last = steps == rules.seats
        if last:
            state.depth -= 1
        if state.alive[seat] != 0 and not (frame.op == OPPONENTS and seat == frame.me):
            change(state, rules, seat, int(frame.n), False)
        if last or state.depth != depth or state.over != 0:
            return


@inline
def aimed(state, rules):
    """An effect on a chosen opponent; with one to choose from nobody is asked."""
    frame = state.frames[state.depth - 1]
    if frame.stage == TARGETING:
        frame.who = answer_value(state)
        state.answer = NONE
    else:
        ask(state, frame.me, Q_TARGET)
        for seat in range(rules.seats):
            if may_aim(state, rules, int(frame.me), int(frame.op), seat):
                frame.who = seat
                offer(state, O_TARGET, seat)
        if state.n_options > 1:
            frame.stage = TARGETING
            return
        found = state.n_options
        state.n_options = 0
        if found == 0:
            state.depth -= 1
            return
    state.depth -= 1
    hit_target(state, rules, int(frame.me), int(frame.who), int(frame.op), int(frame.n))


@inline
def may_aim(state, rules, me, op, seat):
    """Whether an opponent may be chosen (DW Q8, Q9, B7, H3)."""
    if seat == me or state.alive[seat] == 0:
        return False
    if op == BATTLE:
        return not on_haven(state, rules, seat)
    if op == SWAP:
        return tradable(state, rules, seat)
    if op == STEAL:
        return state.hand_size[seat] > 0 and not protected(state, rules, seat, False)
    return True


@inline
def has_aim(state, rules, me, op):
    """Whether any opponent may be chosen."""
    for seat in range(rules.seats):
        if may_aim(state, rules, me, op, seat):
            return True
    return False


@inline
def hit_target(state, rules, me, who, op, n):
    if op == BATTLE:
        state.fought |= bit(who)
        push(state, K_BATTLE, me, who, op, 0, 0)
    elif op == SWAP:
        trade(state, rules, me, who)
    elif op == STEAL:
        steal(state, rules, me, who)
    elif op == HIT:
        note(state, rules, E_TARGET, me, -1, 0, who)
        change(state, rules, who, n, False)
    elif op == HIT_DIE:
        note(state, rules, E_TARGET, me, -1, 0, who)
        if n > 0 or not protected(state, rules, who, True):
            die = roll(state, rules)
            note(state, rules, E_DIE, me, -1, die, -1)
            change(state, rules, who, die * n, True)
        else:
            note(state, rules, E_SAFE, who, -1, 0, -1)


@inline
def trade(state, rules, me, who):
    """Two tiles change places; no square acts and nobody fights (DW Q8)."""
    here = state.pos[me]
    state.pos[me] = state.pos[who]
    state.pos[who] = here
    state.swaps += 1
    if me == state.turn or who == state.turn:
        state.traded = 1
    note(state, rules, E_SWAP, me, -1, 0, who)


@inline
def steal(state, rules, me, who):
    """A random held card changes hands: these two know which, the others no longer know of that hand's cards."""
    if state.hand_size[who] > 1:
        both = bit(me) | bit(who)
        for slot in range(state.hand_size[who]):
            state.known[state.hand[who, slot]] &= both
    card = take_from_hand(state, who, random_slot(state, rules, who))
    state.known[card] |= bit(me)
    state.traced[card] |= bit(me)
    note(state, rules, E_STEAL, me, rules.fate_title[card], 0, who)
    take_up(state, rules, me, card)


@inline
def take_up(state, rules, seat, card):
    """A card comes into a hand; one too many must go at once (DW F7)."""
    add_to_hand(state, seat, card)
    if state.hand_size[seat] > rules.hand_limit:
        note(state, rules, E_LIMIT, seat, -1, rules.hand_limit, -1)
        discard_one(state, rules, seat)


@inline
def run_draw(state, rules):
    """Fate cards one after the other: some act at once, the others are held (DW F1, F2)."""
    state.acting = 0
    frame = state.frames[state.depth - 1]
    me = int(frame.me)
    frame.n -= 1
    if frame.n <= 0:
        state.depth -= 1
    card = draw(state, rules, me)
    if card < 0:
        return
    title = int(rules.fate_title[card])
    if rules.title_held[title] != 0:
        take_up(state, rules, me, card)
        return
    note(state, rules, E_INSTANT, me, title, 0, -1)
    recycle(state, rules, card)
    state.acting = 1
    start(state, rules, me, int(rules.title_op[title]), int(rules.title_n[title]), DRAWN)


@inline
def discard_one(state, rules, seat):
    """A held card of the player's choice goes; nobody is asked where all are the same."""
    if state.hand_size[seat] > 0:
        push(state, K_DISCARD, seat, seat, 0, 0, 0)


@inline
def run_discard(state, rules):
    frame = state.frames[state.depth - 1]
    seat = int(frame.me)
    if frame.stage == OPEN:
        ask(state, seat, Q_DISCARD)
        offer_titles(state, rules, seat, -1, O_DISCARD)
        if state.n_options > 1:
            frame.stage = ANSWERING
            return
        state.answer = state.options[0]
        state.n_options = 0
    state.depth -= 1
    title = answer_value(state)
    state.answer = NONE
    note(state, rules, E_DISCARD, seat, title, 0, -1)
    put_away(state, rules, seat, title)


# --- held cards ----------------------------------------------------------------------------------


@inline
def play_card(state, rules, seat, title):
    """A held card is used and its effect begins."""
    spend(state, rules, seat, title)
    start(state, rules, seat, int(rules.title_op[title]), int(rules.title_n[title]), PLAYED)


@inline
def offer_playable(state, rules, seat, answering):
    """Offer the held cards that may be played in a window, or in answer to an effect (DW W1 to W5)."""
    for slot in range(state.hand_size[seat]):
        title = int(rules.fate_title[state.hand[seat, slot]])
        op = int(rules.title_op[title])
        if op == LIFE or op == LIFE_DIE or op == OPPONENTS or op == EVERYBODY:
            offer_once(state, 0, O_USE, title)
        elif op == SWAP or op == STEAL or op == HIT or op == HIT_DIE:
            if has_aim(state, rules, seat, op):
                offer_once(state, 0, O_USE, title)
        elif op == ROLL or op == MOVE:
            if not answering and state.phase == P_BEFORE and state.pos[seat] < rules.finish:
                offer_once(state, 0, O_USE, title)
