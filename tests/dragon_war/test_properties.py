"""What must hold after every step of any game of Dragon War, compiled and in plain Python."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from audited import play_audited
from plays import random_design, transcripts

from engine.core.verbs import deal, payoff, record, step
from engine.dragon_war import audit as audits
from engine.dragon_war.audit import audit, faults
from engine.dragon_war.codes import MAX_FATE
from engine.dragon_war.state import RESULT, STATE

DESIGNS = 200  # random ones
GAMES = 20  # of each
PLAIN_DESIGNS = 14
ROOT = Path(__file__).resolve().parents[2]


def look(state, rules):
    return audit(state, rules, np.zeros(MAX_FATE, np.uint8))


def test_every_step_of_random_games():
    """Cards conserved, options sound, nobody who is out is asked or aimed at, every game ends; hidden cards dealt
    anew leave a sound state in which the actor sees the same."""
    states = np.zeros(2, STATE).view(np.recarray)
    ended = np.zeros(3, np.int64)
    for seed in range(DESIGNS):
        design = random_design(seed)
        told = play_audited(
            states,
            design.rules,
            seed,
            GAMES,
            np.zeros(MAX_FATE, np.uint8),
            np.array([seed], np.uint64),
            ended,
        )
        assert told == 0, (seed, states[0].game, states[0].steps, faults(told), told)
    assert ended.sum() == DESIGNS * GAMES
    assert (ended > 0).all()


def test_compiled_and_plain_python_tell_the_same(tmp_path):
    """Every question, option, choice, row and final record."""
    env = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    script = Path(__file__).parent / "plays.py"
    file = tmp_path / "plain.npz"
    subprocess.run([sys.executable, script, file, str(PLAIN_DESIGNS)], env=env, check=True)
    plain, compiled = dict(np.load(file)), transcripts(PLAIN_DESIGNS)
    assert plain.keys() == compiled.keys()
    for name, told in compiled.items():
        assert np.array_equal(told, plain[name]), name


def test_one_signature_each():
    """Another type of an argument would compile the game once more."""
    if not hasattr(step.bodies[STATE], "signatures"):
        return
    bodies = [deal.bodies[STATE], step.bodies[STATE], payoff.bodies[STATE], record.bodies[RESULT]]
    assert [len(body.signatures) for body in bodies] == [1, 1, 1, 1]


# --- the audit itself -----------------------------------------------------------------------------


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
