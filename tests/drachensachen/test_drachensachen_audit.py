"""The audit of a state of Drachensachen sees every kind of damage."""

import pytest

import engine
from engine.drachensachen import audit as audits
from engine.drachensachen.audit import audit


@pytest.fixture
def placed():
    """(state with a pile, cards known of a hand and a choice of several, its rules)."""
    design = engine.load("drachensachen").design(3)
    seats = [{"hand": ["1", "2", "7"]}, {"hand": ["3", "3"]}, {}]
    return design.place({"pile": ["1", "4"], "turn": 0, "seats": seats}, seed=3), design.rules


def test_a_sound_state(placed):
    assert audit(*placed) == 0


def _lose_a_card(s, r):
    s.trouble_size -= 1


def _double_a_card(s, r):
    s.held[1, 2] += 1
    s.hand_size[1] += 1


def _miscount_a_hand(s, r):
    s.hand_size[0] += 1


def _miscount_the_reserve(s, r):
    s.n_up[2] += 1


def _topple_the_pile(s, r):
    s.top = 8


def _know_too_much(s, r):
    s.known[1, 0] = 1


def _repeat_an_option(s, r):
    s.options[1] = s.options[0]


def _ask_nothing(s, r):
    s.n_options = 0


def _ask_nobody(s, r):
    s.actor = 3


def _ask_the_unknown(s, r):
    s.decision = 99


def _lose_count(s, r):
    s.decisions = s.steps + 1


def _crown_the_wrong_one(s, r):
    s.over, s.n_options, s.winners = 1, 0, 1
    s.totals[0] = 5


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        (_lose_a_card, audits.CARDS),
        (_double_a_card, audits.CARDS),
        (_miscount_a_hand, audits.SIZES),
        (_miscount_the_reserve, audits.SIZES),
        (_topple_the_pile, audits.PILE),
        (_know_too_much, audits.KNOWN),
        (_repeat_an_option, audits.OPTIONS),
        (_ask_nothing, audits.OPTIONS),
        (_ask_nobody, audits.ACTOR),
        (_ask_the_unknown, audits.ACTOR),
        (_lose_count, audits.COURSE),
        (_crown_the_wrong_one, audits.END),
    ],
)
def test_the_audit_sees(placed, damage, fault):
    state, rules = placed
    damage(state, rules)
    assert audit(state, rules) & fault
