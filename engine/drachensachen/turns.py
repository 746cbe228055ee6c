"""The verbs `deal`, `step`, `payoff`, `record`, and the course of a turn.

A question's answer sets what comes next in `state.phase`; `run` goes on until the next question.
"""

from engine.core.header import answered, begin
from engine.core.jit import compiled, inline
from engine.core.rng import DEAL, PICK, below, shuffle, stream
from engine.core.verbs import deal, payoff, record, step
from engine.drachensachen.codes import (
    ACCEPT,
    AGAINST_DRAGONS,
    CAROUSEL,
    COUNTS,
    DEFENDER,
    E_AGAIN,
    E_DEBT,
    E_FIRE,
    E_FLIP,
    E_LIFT,
    E_MISS,
    E_PLAY,
    E_REMOVE,
    E_REVERSE,
    E_SWAP,
    FAST_DRAGON,
    FIRE,
    FIVE,
    FOUR,
    KEEP,
    KINDS,
    MAX_CURVE,
    NINE,
    NONE,
    O_FLIP,
    O_REMOVE,
    OPTION_VALUES,
    P_CHAIN,
    P_END,
    P_ROUND,
    P_TURN,
    Q_ACTION,
    Q_CAROUSEL,
    Q_DRAW,
    Q_SECRETS,
    Q_SKIP,
    Q_SURPRISE,
    Q_SWAP,
    REVERSE,
    SECRETS,
    SET,
    SEVEN,
    SURPRISE,
    TAKE,
    TWO,
    ZERO,
)
from engine.drachensachen.legal import (
    ask_action,
    ask_draw,
    ask_lift,
    ask_reverse,
    ask_skip,
    ask_swap,
    ask_target,
    fits,
)
from engine.drachensachen.piles import (
    burn,
    cardless,
    draw,
    gain,
    give_random,
    lay,
    lift_up,
    lose,
    note,
    take_pile,
)
from engine.drachensachen.rounds import DEALING, begin_round, end_round, lowest
from engine.drachensachen.state import RESULT, STATE


@deal.of(STATE)
def deal_game(state, rules, seed, game):
    begin(state, rules.seats, seed, game)
    state.luck[DEALING] = stream(seed, game, DEAL)
    starter = below(state.luck, DEALING, rules.seats)
    state.starter = rules.first_player if rules.first_player >= 0 else starter
    state.first_starter = state.starter
    shuffle_modules(state, rules, seed, game)
    state.round_no = 0
    state.last_finisher = NONE
    state.tie_rounds = 0
    state.piles = 0
    for seat in range(rules.seats):
        state.totals[seat] = 0
        state.last_loss[seat] = 0
    for i in range(MAX_CURVE):
        state.leaders[i] = NONE
    clear_counts(state)
    state.phase = P_ROUND
    run(state, rules)


@inline
def shuffle_modules(state, rules, seed, game):
    """The piles of tricks and hindrances (DS H1, T1)."""
    state.luck[DEALING] = stream(seed, game, PICK)
    state.tricks = 0
    state.n_tricks = 0
    for i in range(rules.n_tricks):
        state.trick_order[i] = rules.tricks[i]
    if rules.tricks_fixed == 0:
        shuffle(state.trick_order, 0, int(rules.n_tricks), state.luck, DEALING)
    for i in range(rules.n_hindrances):
        state.stack[i] = i
    shuffle(state.stack, 0, int(rules.n_hindrances), state.luck, DEALING)
    state.stack_size = rules.n_hindrances
    state.stack_fresh = rules.n_hindrances
    state.n_taken = 0
    state.chaos = NONE


@inline
def clear_counts(state):
    state.ended = 0
    state.winners = 0
    state.turns = 0
    state.takes = 0
    state.burns = 0
    state.removals = 0
    state.flips = 0
    state.drawn = 0
    state.skips = 0
    state.defended = 0
    state.capped = 0
    state.repeat_finishes = 0
    state.by_starter = 0


@step.of(STATE)
def step_game(state, rules, choice):
    option = int(state.options[choice])
    answered(state)
    state.n_options = 0
    seat = int(state.actor)
    decision = int(state.decision)
    value = option % OPTION_VALUES
    if decision == Q_ACTION:
        act(state, rules, seat, option)
    elif decision == Q_DRAW:
        answer_draw(state, rules, seat, option)
    elif decision == Q_SKIP:
        answer_skip(state, rules, seat, option)
    elif decision == Q_SWAP:
        if option != KEEP:
            swap(state, rules, seat, value // KINDS, value % KINDS)
    elif decision == Q_SURPRISE:
        give_random(state, rules, seat, value)
        finish_play(state, rules, seat)
    elif decision == Q_CAROUSEL:
        if option == REVERSE:
            reverse(state, rules, seat)
        finish_play(state, rules, seat)
    elif decision == Q_SECRETS:
        lift(state, rules, seat, value)
        finish_play(state, rules, seat)
    run(state, rules)


@inline
def run(state, rules):
    """Go on to the next question or the end of the game."""
    while state.n_options == 0 and state.over == 0:
        if state.phase == P_TURN:
            start_turn(state, rules)
        elif state.phase == P_CHAIN:
            go_on_skipping(state, rules)
        elif state.phase == P_END:
            end_round(state, rules)
        elif state.phase == P_ROUND:
            begin_round(state, rules)
        else:
            next_swap(state)


@compiled
def resume(state, rules):
    """Run a position that was set up by hand to its first question."""
    run(state, rules)


# --- swaps and turns ------------------------------------------------------------------------------


@inline
def next_swap(state):
    """Ask the next player for a swap who has cards to swap; then the starter's turn begins."""
    while state.swappers < state.seats:
        seat = (int(state.starter) + int(state.swappers)) % int(state.seats)
        state.swappers += 1
        if state.n_up[seat] > 0 and state.hand_size[seat] > 0:
            ask_swap(state, seat)
            return
    state.phase = P_TURN


@inline
def swap(state, rules, seat, kind, other):
    """A hand card and a face-up reserve card change places."""
    note(rules, E_SWAP, seat, kind, 0, other)
    column = lift_up(state, seat, other)
    state.up[seat, column] = kind
    state.n_up[seat] += 1
    lose(state, seat, kind, 1)
    gain(state, seat, other, 1, 1)


@inline
def start_turn(state, rules):
    """The active player's turn: first an open draw (DS E3); at the cap the round ends (DS X1)."""
    if state.turns_in_round >= rules.max_turns:
        state.finisher = NONE
        state.phase = P_END
        return
    state.turns_in_round += 1
    state.turns += 1
    if state.debt > 0:
        ask_draw(state, rules, int(state.active))
    else:
        ask_action(state, rules, int(state.active))


@inline
def neighbour(state, seat, steps):
    """The seat so many places on in the direction of play."""
    seats = int(state.seats)
    return (seat + int(state.direction) * steps + seats * steps) % seats


@inline
def pass_turn(state):
    state.active = neighbour(state, int(state.active), 1)
    state.phase = P_TURN


# --- answers --------------------------------------------------------------------------------------


@inline
def act(state, rules, seat, option):
    what = option // OPTION_VALUES
    value = option % OPTION_VALUES
    if option == TAKE:
        take_pile(state, rules, seat)
        pass_turn(state)
    elif what == O_REMOVE:
        remove_set(state, rules, seat, value)
    elif what == O_FLIP:
        flip(state, rules, seat, value)
    else:
        play(state, rules, seat, value // COUNTS, value % COUNTS)


@inline
def answer_draw(state, rules, seat, option):
    """Draw what is owed and go on with the turn, or pass it on as the whole play."""
    if option == ACCEPT:
        draw(state, rules, seat, int(state.debt))
        state.debt = 0
        ask_action(state, rules, seat)
    else:
        value = option % OPTION_VALUES
        if value // COUNTS == DEFENDER:
            state.defended += 1
        play(state, rules, seat, value // COUNTS, value % COUNTS)


@inline
def remove_set(state, rules, seat, kind):
    """Four of a kind out of the hand, past the pile; then an additional turn (DS B4 to B7)."""
    note(rules, E_REMOVE, seat, kind, SET, NONE)
    lose(state, seat, kind, SET)
    state.burnt[kind] += SET
    state.removals += 1
    if not end_if_cardless(state, seat):
        note(rules, E_AGAIN, seat, NONE, 0, NONE)
        state.phase = P_TURN


@inline
def flip(state, rules, seat, column):
    """A face-down card, unseen before: played if it fits, else taken with the pile (DS R4)."""
    kind = int(state.down[seat, column])
    state.down[seat, column] = NONE
    state.n_down[seat] -= 1
    state.flips += 1
    if fits(state, kind):
        note(rules, E_FLIP, seat, kind, 1, NONE)
        lay(state, kind, 1)
        resolve(state, rules, seat, kind, 1)
        return
    note(rules, E_FLIP, seat, kind, 0, NONE)
    gain(state, seat, kind, 1, 1)
    take_pile(state, rules, seat)
    pass_turn(state)


@inline
def play(state, rules, seat, kind, n):
    """Cards of one kind, from the hand first; the rest are face-up reserve cards."""
    note(rules, E_PLAY, seat, kind, n, NONE)
    from_hand = min(n, int(state.held[seat, kind]))
    if from_hand > 0:
        lose(state, seat, kind, from_hand)
    for _ in range(n - from_hand):
        lift_up(state, seat, kind)
    lay(state, kind, n)
    resolve(state, rules, seat, kind, n)


# --- what a play brings ---------------------------------------------------------------------------


@inline
def end_if_cardless(state, seat):
    """A player without cards finishes the round (DS G1)."""
    if not cardless(state, seat):
        return False
    state.finisher = seat
    state.phase = P_END
    return True


@inline
def resolve(state, rules, seat, kind, n):
    """The last card, four in a row, the card's effect, tricks: in this order (DS B1, G1)."""
    if end_if_cardless(state, seat):
        return
    state.again = 0
    state.fives = 0
    if state.run_length >= SET:
        burn(state, rules, seat)
        state.debt = 0
        state.again = 1
        finish_play(state, rules, seat)
        return
    if kind == FOUR:
        state.debt += 2 * n
        note(rules, E_DEBT, seat, NONE, state.debt, NONE)
    elif kind == FIVE:
        state.fives = n
    elif kind == FIRE:
        note(rules, E_FIRE, seat, NONE, 0, NONE)
        burn(state, rules, seat)
        state.again = 1
    if state.tricks == 0 or not trick_asks(state, rules, seat, kind):
        finish_play(state, rules, seat)


@inline
def trick_asks(state, rules, seat, kind):
    """Do what tricks say of this card (DS T2 to T10); whether one has asked the player."""
    tricks = int(state.tricks)
    if kind >= ZERO:
        if tricks & AGAINST_DRAGONS:
            draw(state, rules, seat, 1)
        if kind == ZERO and tricks & FAST_DRAGON:
            state.again = 1
    elif kind == TWO and tricks & SURPRISE and state.hand_size[seat] > 0:
        if state.seats == 2:
            give_random(state, rules, seat, 1 - seat)
        else:
            ask_target(state, seat)
    elif kind == SEVEN and tricks & CAROUSEL:
        ask_reverse(state, seat)
    elif kind == NINE and tricks & SECRETS and state.n_up[seat] > 0:
        ask_lift(state, seat)
        if state.n_options == 1:
            lift(state, rules, seat, int(state.options[0]) % OPTION_VALUES)
            state.n_options = 0
    return state.n_options > 0


@inline
def reverse(state, rules, seat):
    """The other direction; two players: an additional turn (DS T8)."""
    if state.seats == 2:
        state.again = 1
    else:
        state.direction = -state.direction
    note(rules, E_REVERSE, seat, NONE, state.direction, NONE)


@inline
def lift(state, rules, seat, kind):
    """A face-up reserve card goes into the hand (DS T10)."""
    note(rules, E_LIFT, seat, kind, 0, NONE)
    lift_up(state, seat, kind)
    gain(state, seat, kind, 1, 1)


@inline
def finish_play(state, rules, seat):
    """Who is next: after a trick took the last card, an additional turn, fives."""
    if end_if_cardless(state, seat):
        return
    if state.again != 0:
        note(rules, E_AGAIN, seat, NONE, 0, NONE)
        state.active = seat
        state.phase = P_TURN
    elif state.fives > 0:
        state.chain_from = seat
        state.chain_hit = min(int(state.fives), int(state.seats) - 1)
        state.chain_at = 0
        state.phase = P_CHAIN
    else:
        pass_turn(state)


# --- missed turns ---------------------------------------------------------------------------------


@inline
def go_on_skipping(state, rules):
    """Ask the next player who is to miss a turn; after them all the turn goes on (DS E10)."""
    if state.chain_at < state.chain_hit:
        ask_skip(state, rules, neighbour(state, int(state.chain_from), int(state.chain_at) + 1))
    else:
        state.active = neighbour(state, int(state.chain_from), int(state.chain_hit) + 1)
        state.phase = P_TURN


@inline
def answer_skip(state, rules, seat, option):
    """Miss the turn, or pass that on to the next one not yet affected (DS E12 to E14)."""
    state.chain_at += 1
    state.phase = P_CHAIN
    if option == ACCEPT:
        state.skips += 1
        note(rules, E_MISS, seat, NONE, 0, NONE)
        return
    note(rules, E_PLAY, seat, DEFENDER, 1, NONE)
    state.defended += 1
    if state.held[seat, DEFENDER] > 0:
        lose(state, seat, DEFENDER, 1)
    else:
        lift_up(state, seat, DEFENDER)
    lay(state, DEFENDER, 1)
    if end_if_cardless(state, seat):
        return
    if state.run_length >= SET:
        burn(state, rules, seat)
        note(rules, E_AGAIN, seat, NONE, 0, NONE)
        state.active = seat
        state.phase = P_TURN
        return
    if state.tricks & AGAINST_DRAGONS:
        draw(state, rules, seat, 1)
    if state.chain_hit < state.seats:
        state.chain_hit += 1


# --- results --------------------------------------------------------------------------------------


@payoff.of(STATE)
def share_of_win(state, rules, seat):
    """Joint winners share one win equally; 0 while the game goes on."""
    if state.over == 0 or (int(state.winners) >> seat) & 1 == 0:
        return 0.0
    return 1.0 / count_winners(state)


@inline
def count_winners(state):
    n = 0
    for seat in range(state.seats):
        n += (int(state.winners) >> seat) & 1
    return n


@record.of(RESULT)
def record_game(row, state, rules):
    row.game = state.game
    row.seats = state.seats
    row.winners = state.winners
    row.n_winners = count_winners(state)
    for seat in range(row.lost.shape[0]):
        row.lost[seat] = state.totals[seat] if seat < state.seats else 0
    row.rounds = state.round_no
    row.turns = state.turns
    row.decisions = state.decisions
    row.steps = state.steps
    row.ended = state.ended
    row.capped = state.capped
    row.tie_rounds = state.tie_rounds
    row.takes = state.takes
    row.burns = state.burns
    row.removals = state.removals
    row.flips = state.flips
    row.drawn = state.drawn
    row.skips = state.skips
    row.defended = state.defended
    row.starter = state.first_starter
    row.starter_finishes = state.by_starter
    row.repeat_finishes = state.repeat_finishes
    record_lead(row, state, rules)


@inline
def record_lead(row, state, rules):
    """Changes of the sole leader, who led at half time, and the margin."""
    leader = NONE
    row.lead_changes = 0
    for i in range(min(int(state.round_no), MAX_CURVE)):
        now = int(state.leaders[i])
        if now != NONE:
            if leader != NONE and now != leader:
                row.lead_changes += 1
            leader = now
    half = int(state.round_no) // 2
    row.half_leader = NONE
    if 1 <= half <= MAX_CURVE:
        row.half_leader = state.leaders[half - 1]
    least = lowest(state, rules)
    second = 0
    if row.n_winners > 1:
        second = least
    else:
        second = 1 << 14
        for seat in range(rules.seats):
            if (int(state.winners) >> seat) & 1 == 0:
                second = min(second, int(state.totals[seat]))
    row.margin = second - least
