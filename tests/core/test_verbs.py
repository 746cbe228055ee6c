"""Verbs by dtype, the header, and one source in three modes."""

import numpy as np
import pytest
import tiny_game as tiny
from fresh import MODES, python

from engine.core.header import HEADER, answered, begin, check_field_names, header, record_dtype
from engine.core.play import play_random
from engine.core.problem import near
from engine.core.verbs import Verb, deal, payoff, record, redeal_hidden, step

# Prints what must not depend on the mode: rows by the kernel, a played batch.
TELL = """
import json, tiny_game as tiny
batch = tiny.Design(3, bonus=2).batch(12, seed=3)
told = []
while not batch.over.all():
    told.append([batch.actor.tolist(), batch.n_options.tolist(), batch.options.tolist()])
    batch.step([0] * len(batch))
rows = tiny.rows(seed=3, first=0, n=40, bonus=5)
print(json.dumps([rows.tobytes().hex(), told, batch.payoffs().tolist(), batch[5].deck.tolist()]))
"""


def fresh_states(n=1):
    return np.zeros(n, tiny.STATE).view(np.recarray)


def test_three_modes_agree(tmp_path):
    compiled, checked, plain = (python(TELL, tmp_path, **mode) for mode in MODES.values())
    assert compiled == checked == plain
    assert len(compiled[1]) == 3 * tiny.HAND


@pytest.mark.parametrize("n", [1, 7, 39])
def test_rows_do_not_depend_on_the_cut(n):
    whole = tiny.rows(seed=8, first=100, n=40)
    parts = [tiny.rows(seed=8, first=100, n=n), tiny.rows(seed=8, first=100 + n, n=40 - n)]
    assert (np.concatenate(parts) == whole).all()
    assert len(np.unique(whole.points, axis=0)) > 5


def test_counters():
    rows = tiny.rows(seed=8, first=0, n=1)
    assert rows.decisions[0] == 4 * (tiny.HAND - 1)  # the last card of a hand is no choice
    states = fresh_states()
    play_random(states, tiny.make_rules(), 8, 0, rows)
    assert states[0].steps == 4 * tiny.HAND


def test_payoffs_share_the_win():
    states, rules = fresh_states(), tiny.make_rules()
    rows = np.zeros(1, tiny.ROW).view(np.recarray)
    for game in range(40):
        play_random(states, rules, 2, game, rows)
        shares = [payoff(states[0], rules, seat) for seat in range(4)]
        assert sum(shares) == pytest.approx(1)
        assert shares[int(rows.points[0][:4].argmax())] == max(shares)


def test_redeal_keeps_what_the_seat_sees():
    states, rules = fresh_states(2), tiny.make_rules()
    deal(states[0], rules, 1, 1)
    for _ in range(5):
        step(states[0], rules, 0)
    luck = np.array([5], np.uint64)
    hands = set()
    for _ in range(20):
        states[1] = states[0]
        redeal_hidden(states[1], rules, 2, luck)
        held = [states[1].hand[s, : states[1].held[s]].tolist() for s in range(4)]
        assert held[2] == states[0].hand[2, : states[0].held[2]].tolist()
        dealt = [card for hand in held for card in hand]
        assert len(set(dealt)) == len(dealt)
        hands.add(str(held))
    assert len(hands) > 10


def test_a_game_registered_after_the_kernel_was_compiled():
    tiny.rows(seed=1, first=0, n=1)
    state = record_dtype([*header(2), ("late", np.int16)])
    rules = record_dtype([("players", np.int16), ("late", np.int16)])
    row = record_dtype([("late", np.int64)])

    @deal.of(state)
    def deal_late(state, rules, seed, game):
        begin(state, rules.players, seed, game)
        state.n_options = 2
        state.late = 0

    @step.of(state)
    def step_late(state, rules, choice):
        answered(state)
        state.late += choice
        if state.steps == rules.late:
            state.over = 1

    @record.of(row)
    def record_late(row, state, rules):
        row.late = state.late

    figures = np.zeros(1, rules).view(np.recarray)
    figures.players, figures.late = 2, 100
    rows = np.zeros(50, row).view(np.recarray)
    play_random(np.zeros(1, state).view(np.recarray), figures[0], 1, 0, rows)
    assert 45 < rows.late.mean() < 55


def test_a_record_of_no_game():
    stranger = np.zeros(1, [("nothing", np.int16)]).view(np.recarray)
    with pytest.raises(TypeError, match=r"no game has registered <verb step"):
        step(stranger[0], tiny.make_rules(), 0)


def test_a_body_must_fit_its_verb():
    def short(state):
        """Too few arguments."""

    @Verb
    def wink(state, rules):
        """A verb of this test."""

    with pytest.raises(TypeError, match="must take the arguments of"):
        wink.of(tiny.STATE)(short)
    assert wink.__doc__ == "A verb of this test."


def test_a_body_is_given_once():
    with pytest.raises(TypeError, match="already has a body"):

        @step.of(tiny.STATE)
        def again(state, rules, choice):
            """A second body for the same dtype."""


@pytest.mark.parametrize("dtype", [np.dtype(HEADER), tiny.STATE, tiny.RULES, tiny.ROW])
def test_fields_can_be_read_in_plain_python(dtype):
    check_field_names(dtype)


@pytest.mark.parametrize(
    "fields",
    [
        [("round", np.int16)],
        [("cards", [("strength", np.int16), ("take", np.int16)], (3,))],
        [("inner", [("deeper", [("size", np.int16)])])],
    ],
)
def test_fields_that_numpy_would_hide(fields):
    with pytest.raises(ValueError, match=r"NumPy's own: (round|take|size)"):
        record_dtype(fields)


def test_state_starts_with_the_header():
    assert list(tiny.STATE.names[: len(HEADER)]) == [spec[0] for spec in HEADER]
    assert tiny.STATE["options"].shape == (tiny.HAND,)


@pytest.mark.parametrize(
    ("word", "words", "tail"),
    [
        ("blak", ["black", "blue", "white"], "; did you mean 'black'?"),
        ("RED", ["Red", "Reed"], "; did you mean 'Red' or 'Reed'?"),
        ("zzz", ["a", "b"], "; known: a, b"),
        ("zzz", [f"n{i}" for i in range(9)], "; known: n0, n1, n2, n3, n4, n5, n6, n7, ..."),
        ("zzz", [], ""),
    ],
)
def test_near(word, words, tail):
    assert near(word, words) == tail
