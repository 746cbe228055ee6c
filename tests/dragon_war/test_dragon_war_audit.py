"""The audit of a state of Dragon War sees every kind of damage."""

import numpy as np
import pytest

from engine.dragon_war import audit as audits
from engine.dragon_war.audit import audit
from engine.dragon_war.codes import MAX_FATE


def look(state, rules):
    return audit(state, rules, np.zeros(MAX_FATE, np.uint8))


def _lose_a_card(s, r):
    s.deck_size -= 1


def _double_a_card(s, r):
    s.hand[0, 1] = s.hand[0, 0]
    s.hand_size[0] = 2


def _bury_alive(s, r):
    s.life[1] = 0


def _leave_the_board(s, r):
    s.pos[1] = r.finish + 1


def _repeat(s, r):
    s.options[1] = s.options[0]


def _ask_the_dead(s, r):
    s.actor = 3


def _offer_what_is_not_held(s, r):
    s.options[0] += 1


def _forget(s, r):
    s.known[s.hand[0, 0]] = 0


def _double_a_board_card(s, r):
    s.board[0] = s.board[1]


def _miscount(s, r):
    s.outs = 0


def _overflow(s, r):
    s.public = s.deck_size + 1


def _crown_two(s, r):
    s.over, s.n_options, s.ended, s.winners = 1, 0, 1, 3


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        (_lose_a_card, audits.CARDS),
        (_double_a_card, audits.CARDS),
        (_bury_alive, audits.LIFE),
        (_leave_the_board, audits.PLACES),
        (_repeat, audits.OPTIONS),
        (_ask_the_dead, audits.ACTOR),
        (_offer_what_is_not_held, audits.MEANING),
        (_forget, audits.KNOWN),
        (_double_a_board_card, audits.BOARD),
        (_miscount, audits.COURSE),
        (_overflow, audits.SIZES),
        (_crown_two, audits.END),
    ],
)
def test_the_audit_sees(game, damage, fault):
    design = game.design(4)
    seats = [{"hand": ["Spear"]}, {}, {}, {"alive": False}]
    state = design.place({"seats": seats}, seed=3)
    assert look(state, design.rules) == 0
    damage(state, design.rules)
    assert look(state, design.rules) & fault
