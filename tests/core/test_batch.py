"""The vectorised face against the kernel, and its refusals."""

import numpy as np
import pytest
import tiny_game as tiny

from engine.core.batch import Batch
from engine.core.problem import Problem
from engine.core.rng import SEED_MAX, below
from engine.core.verbs import payoff, record


def random_choices(batch):
    """What the kernel's random agents would choose, drawn from each game's own stream."""
    choices = np.full(len(batch), -1)
    for i in np.flatnonzero(batch.over == 0):
        state = batch[i]
        options = int(state.n_options)
        choices[i] = below(state.agent_luck, int(state.actor), options) if options > 1 else 0
    return choices


def test_batch_plays_the_kernel_s_games():
    design = tiny.Design(5, bonus=3)
    batch = design.batch(30, seed=12)
    while not batch.over.all():
        batch.step(random_choices(batch))
    rows = np.zeros(30, tiny.ROW).view(np.recarray)
    for i in range(30):
        record(rows[i], batch[i], batch.rules)
    wanted = tiny.rows(seed=12, first=0, n=30, players=5, bonus=3)
    assert rows.tobytes() == wanted.tobytes()


def test_views_follow_the_games():
    batch = tiny.Design(2).batch(4, seed=0)
    assert (batch.n_options == tiny.HAND).all()
    assert (batch.actor == 0).all()
    assert (batch.decision == tiny.PLAY).all()
    assert (batch.options == [batch[i].hand[0] for i in range(4)]).all()
    batch.step(np.array([0, 1, 2, 0], np.uint8))
    assert (batch.actor == 1).all()
    assert batch[1].shown[0] == batch[1].deck[1]
    with pytest.raises(ValueError, match="read-only"):
        batch.actor[0] = 3


def test_payoffs_and_finished_games():
    batch = tiny.Design(2).batch(3, seed=4)
    assert batch.payoffs().tolist() == [[0, 0]] * 3
    for _ in range(2 * tiny.HAND):
        batch.step([0, 0, 0])
    shares = batch.payoffs()
    assert shares.shape == (3, 2)
    assert shares.dtype == np.float64
    assert shares.sum(axis=1).tolist() == [1, 1, 1]
    assert shares[1, 0] == payoff(batch[1], batch.rules, 0)
    before = batch.states.tobytes()
    batch.step([9, -9, 0])  # all are over, so nothing is asked
    assert batch.states.tobytes() == before
    assert repr(batch) == "<Batch of 3 games, 3 over>"


def test_labels():
    batch = tiny.Design(2).batch(1, seed=4)
    assert batch.labels(0) == [f"play {card}" for card in batch[0].hand[0]]


def test_first_game_number():
    design = tiny.Design(3)
    assert Batch(design, 2, seed=4, first=5)[0].deck.tolist() == design.batch(6, 4)[5].deck.tolist()


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ([0, 3, 0], "choice 3 in game 1 is out of range: it has 3 options"),
        ([0, 0, -1], "choice -1 in game 2 is out of range"),
        ([0, 0], r"shape \(3,\), not \(2,\)"),
        ([0.0, 1.0, 1.0], "whole numbers, not float64"),
        (0, r"shape \(3,\), not \(\)"),
        (np.array([0, 0, 2**64 - 1], np.uint64), "choice 18446744073709551615 in game 2"),
    ],
)
def test_bad_choices(choices, words):
    batch = tiny.Design(2).batch(3, seed=4)
    before = batch.states.tobytes()
    with pytest.raises(Problem, match=words):
        batch.step(choices)
    assert batch.states.tobytes() == before


@pytest.mark.parametrize(
    ("n", "seed", "first", "words"),
    [
        (0, 1, 0, "at least 1, not 0"),
        (-3, 1, 0, "at least 1, not -3"),
        (2.5, 1, 0, "whole number, not 2.5"),
        (10**15, 1, 0, r"1,000,000,000,000,000 games side by side need [\d,]+ GB of memory"),
        (10**18, 1, 0, "play them in smaller batches"),
        (1, -1, 0, "seed must be from 0"),
        (1, 2**63, 0, "seed must be from 0"),
        (1, 1, -1, "first game must be from 0"),
        (2, 1, SEED_MAX, "leaves no numbers"),
    ],
)
def test_bad_batches(n, seed, first, words):
    with pytest.raises(Problem, match=words):
        Batch(tiny.Design(2), n, seed, first)
