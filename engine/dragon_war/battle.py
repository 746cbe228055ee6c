"""A fight of two: combat rolls, held weapons, a damage roll (DW B1 to B8)."""

from engine.core.jit import inline
from engine.dragon_war.codes import (
    COMBAT,
    DAMAGE,
    E_BATTLE,
    E_COMBAT,
    E_DAMAGE,
    E_TIE,
    E_VICTORY,
    MOST_TIES,
    NONE,
    O_PASS,
    O_USE,
    Q_COMBAT,
    Q_DAMAGE,
)
from engine.dragon_war.harm import lose
from engine.dragon_war.table import (
    answer_kind,
    answer_value,
    ask,
    holds,
    note,
    offer,
    offer_titles,
    roll,
    spend,
)

# stages; ROLLED + 1: the defender's weapons; + ASKED: a question about weapons stands
BEGIN, ROLLED, COMPARE, DAMAGED, DONE, ASKED = 0, 1, 3, 4, 5, 10


@inline
def run_battle(state, rules):
    """A battle, up to the next question or its end. `added` is what cards add to each side's roll."""
    frame = state.frames[state.depth - 1]
    while True:
        stage = int(frame.stage)
        if stage >= ASKED:
            take_weapon(state, rules)
        elif stage == BEGIN:
            if frame.ties == 0:
                state.battles += 1
                note(state, rules, E_BATTLE, frame.me, -1, 0, frame.who)
            frame.first = roll(state, rules)
            frame.second = roll(state, rules)
            note(state, rules, E_COMBAT, frame.me, -1, frame.first, frame.second)
            frame.stage = ROLLED
        elif stage == ROLLED or stage == ROLLED + 1:
            seat = int(frame.me) if stage == ROLLED else int(frame.who)
            if offer_weapons(state, rules, seat, COMBAT, Q_COMBAT):
                frame.stage = stage + ASKED
                return
            frame.stage = stage + 1
        elif stage == COMPARE:
            compare(state, rules)
        elif stage == DAMAGED:
            if offer_weapons(state, rules, int(frame.me), DAMAGE, Q_DAMAGE):
                frame.stage = DAMAGED + ASKED
                return
            frame.stage = DONE
        else:
            state.depth -= 1
            lose(state, rules, int(frame.who), int(frame.first) + int(frame.added[0]), True, True)
            return


@inline
def offer_weapons(state, rules, seat, op, question):
    """Ask for cards that add to a roll, if there are any."""
    if not holds(state, rules, seat, op):
        return False
    ask(state, seat, question)
    offer_titles(state, rules, seat, op, O_USE)
    offer(state, O_PASS, 0)
    return True


@inline
def take_weapon(state, rules):
    """A card adds to its side's roll, and more may follow; a pass ends it."""
    frame = state.frames[state.depth - 1]
    stage = int(frame.stage) - ASKED
    used = answer_kind(state) == O_USE
    title = answer_value(state)
    state.answer = NONE
    if used:
        spend(state, rules, state.actor, title)
        frame.added[stage - ROLLED if stage < COMPARE else 0] += rules.title_n[title]
        frame.stage = stage
    else:
        frame.stage = stage + 1


@inline
def compare(state, rules):
    """The higher total wins and rolls for damage; from then on `me` is the winner, `who` the loser."""
    frame = state.frames[state.depth - 1]
    attack = int(frame.first) + int(frame.added[0])
    defence = int(frame.second) + int(frame.added[1])
    if attack == defence and rules.tie_defender == 0:
        frame.ties += 1
        if frame.ties < MOST_TIES:
            note(state, rules, E_TIE, frame.me, -1, attack, frame.who)
            frame.stage = BEGIN
            return
    if attack <= defence:
        loser = int(frame.me)
        frame.me = frame.who
        frame.who = loser
    note(state, rules, E_VICTORY, frame.me, -1, attack, defence)
    frame.first = roll(state, rules)
    frame.added[0] = 0
    note(state, rules, E_DAMAGE, frame.me, -1, frame.first, frame.who)
    frame.stage = DAMAGED
