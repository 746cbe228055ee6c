"""The interpreter of powers: runs the top frame of the stack to the next question, or to its end.

A row with its continuations (rows about `same`) is a block; a block about several players is done completely
for one before the next.
"""

from engine.ante.codes import (
    CHOOSE,
    CHOOSE_STAKES,
    DECLARE,
    DISCARD,
    DISCARD_RANDOM,
    DRAW,
    GIVE_OR_PAY,
    LOOK,
    ME,
    NONE,
    PASS,
    PAY,
    REPLACE,
    REVEAL,
    STEAL,
    SWAP,
    SWAP_STAKES,
    TAKE,
    TAKE_RANDOM,
    THIS_GAMBIT,
    TO_ANTE,
    TRIGGER,
    TRIGGER_EACH,
    USE,
)
from engine.ante.effects import (
    effect_choose,
    effect_choose_stakes,
    effect_declare,
    effect_discard,
    effect_discard_random,
    effect_draw,
    effect_give_or_pay,
    effect_look,
    effect_pass,
    effect_pay,
    effect_replace,
    effect_reveal,
    effect_steal,
    effect_swap,
    effect_swap_stakes,
    effect_take,
    effect_take_random,
    effect_this_gambit,
    effect_to_ante,
    effect_trigger,
    effect_trigger_each,
    effect_use,
)
from engine.ante.selectors import ASKING, NOBODY, concerns, condition_holds, next_concerned
from engine.ante.stack import ASKED, DECLINED, DONE, ENDED, PUSHED, empty_stakes, pop
from engine.core.jit import inline


@inline
def run_effect(state, rules, frame, row):
    """Do, or go on with, the row's effect for `frame.seat`; commonest effects first."""
    effect = row.effect
    if effect == PAY:
        return effect_pay(state, rules, frame, row)
    if effect == DRAW:
        return effect_draw(state, rules, frame, row)
    if effect == STEAL:
        return effect_steal(state, rules, frame, row)
    if effect == DECLARE:
        return effect_declare(state, rules, frame, row)
    if effect == GIVE_OR_PAY:
        return effect_give_or_pay(state, rules, frame, row)
    if effect == TAKE:
        return effect_take(state, rules, frame, row)
    if effect == DISCARD:
        return effect_discard(state, rules, frame, row)
    if effect == DISCARD_RANDOM:
        return effect_discard_random(state, rules, frame, row)
    if effect == USE:
        return effect_use(state, rules, frame, row)
    if effect == THIS_GAMBIT:
        return effect_this_gambit(state, rules, frame, row)
    if effect == TAKE_RANDOM:
        return effect_take_random(state, rules, frame, row)
    if effect == CHOOSE:
        return effect_choose(state, rules, frame, row)
    if effect == REPLACE:
        return effect_replace(state, rules, frame, row)
    if effect == TRIGGER:
        return effect_trigger(state, rules, frame, row)
    if effect == TRIGGER_EACH:
        return effect_trigger_each(state, rules, frame, row)
    if effect == LOOK:
        return effect_look(state, rules, frame, row)
    if effect == TO_ANTE:
        return effect_to_ante(state, rules, frame, row)
    if effect == REVEAL:
        return effect_reveal(state, rules, frame, row)
    if effect == SWAP:
        return effect_swap(state, rules, frame, row)
    if effect == PASS:
        return effect_pass(state, rules, frame, row)
    if effect == CHOOSE_STAKES:
        return effect_choose_stakes(state, rules, frame, row)
    if effect == SWAP_STAKES:
        return effect_swap_stakes(state, rules, frame, row)
    return DONE


@inline
def end_block(frame, rules):
    """Leave the block under way for the row after it."""
    frame.row = rules.rows[frame.head].block_end
    frame.head = NONE
    frame.stage = 0


@inline
def start_row(state, rules, frame, row):
    """Stage 0: a row whose conditions fail is skipped, a head row together with its continuations."""
    wanted = row.when < 0 or row.when == frame.choice
    if wanted and row.condition != 0:
        wanted = condition_holds(state, rules, frame, row)
    if row.same != 0:
        if wanted:
            frame.stage = 2
        else:
            next_row(rules, frame, row)
        return
    frame.head = frame.row
    frame.k = 0
    frame.left = 0
    frame.mask = 0
    if row.effect == PAY and rules.rows[frame.row - 1].effect != CHOOSE_STAKES:
        frame.stakes = NONE
    if not wanted:
        end_block(frame, rules)
    elif row.whom == ME and row.relation < 0 and row.with_filter[0] < 0:
        frame.k = 1
        frame.seat = frame.me
        frame.stage = 2
    else:
        frame.stage = 1


@inline
def next_row(rules, frame, row):
    """Go on after a row: to a continuation for the same player, else back to the head for the next player."""
    if frame.row + 1 < rules.rows[frame.head].block_end:
        frame.row += 1
        frame.stage = 0
    elif row.whom == ME:
        end_block(frame, rules)
    else:
        frame.row = frame.head
        frame.stage = 1


@inline
def next_player(state, rules, frame, row):
    """Stage 1: find the next player the block concerns; whether a question stands."""
    seat = next_concerned(state, rules, frame, row.whom)
    if seat == ASKING:
        return True
    if seat == NOBODY:
        end_block(frame, rules)
        return False
    frame.k += 1
    frame.seat = seat
    if concerns(state, rules, frame, row, seat):
        frame.stage = 2
    return False


@inline
def run_power(state, rules):
    """Run the top power to a question, to its end, or until it sets off another."""
    frame = state.frames[state.depth - 1]
    while frame.row < frame.end:
        row = rules.rows[frame.row]
        if frame.stage == 0:
            start_row(state, rules, frame, row)
        if frame.stage == 1:
            if next_player(state, rules, frame, row):
                return
        if frame.stage == 9:  # what this row set off is complete
            next_row(rules, frame, row)
        elif frame.stage >= 2:
            depth = int(state.depth)
            result = run_effect(state, rules, frame, row)
            if result == ENDED:
                empty_stakes(state, rules)
                return
            if result == ASKED:
                return
            if result == DECLINED:
                frame.row = frame.head
                frame.stage = 1
            elif result == DONE:
                next_row(rules, frame, row)
            if result == PUSHED or state.depth != depth:
                return
    pop(state, rules)
