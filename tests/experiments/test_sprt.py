"""Sequential tests: the ratio, and that the promised error rates hold, by simulation."""

import numpy as np
import pytest

from engine.core.problem import Problem
from experiments import ratings_scale, rotation, sprt
from experiments.rotation import BLOCK

PAIR, FIELD = rotation.in_turns(0, 1, 2), rotation.alone(0, 1, 4)


def deals(match, elo, n, seed, own=0.5):
    """Scores of `n` deals of an agent `elo` points stronger.

    The most of luck and skill wins a game. Luck is the deal's, the same in all its seatings, but in
    a share `own` of the games it is drawn anew: agents of one strength still play differently.
    """
    random = np.random.default_rng(seed)
    players = len(match.seatings[0])
    of_deal = random.gumbel(size=(n, players))
    total = np.zeros(n)
    for seating in match.seatings:
        ours = np.array(seating) == 0
        of_game = random.gumbel(size=(n, players))
        luck = np.where(random.random((n, 1)) < own, of_game, of_deal)
        total += ours[np.argmax(luck + elo / ratings_scale.ELO * ours, axis=1)]
    return total / len(match.seatings)


def ask(question, match, scores):
    s0, s1 = (ratings_scale.expected(match, elo) for elo in (question.elo0, question.elo1))
    return sprt.ask(question, scores, s0, s1)


def decisions(question, match, elo, tests=400, n=4000):
    found = [ask(question, match, deals(match, elo, n, seed)).decision for seed in range(tests)]
    return {name: found.count(name) / tests for name in (sprt.ACCEPTS_0, sprt.ACCEPTS_1)}


@pytest.mark.parametrize("match", [PAIR, FIELD], ids=["two seats", "one against three"])
@pytest.mark.parametrize("elo1", [40, 150])
def test_errors_are_as_rare_as_promised(match, elo1):
    question = sprt.Question(0, elo1, alpha=0.05, beta=0.1)
    chance = 2.5 * np.sqrt(0.1 * 0.9 / 400)  # of 400 tests, that more err than should
    none, some = (decisions(question, match, elo) for elo in (0, elo1))
    assert none[sprt.ACCEPTS_1] <= 0.05 + chance
    assert some[sprt.ACCEPTS_0] <= 0.1 + chance
    assert none[sprt.ACCEPTS_0] + some[sprt.ACCEPTS_1] > 1.8  # and tests do end


def test_the_ratio_is_that_of_the_formula():
    scores = deals(PAIR, 30, 10 * BLOCK, seed=1)
    s0, s1 = 0.5, 0.55
    found = sprt.ratios(scores, s0, s1)
    assert found.shape == (10,)
    n = 4 * BLOCK
    seen = scores[:n]
    variance = np.var([*seen, 0, 1])
    assert found[3] == pytest.approx(n * (s1 - s0) * (2 * seen.mean() - s0 - s1) / 2 / variance)


def test_the_answer_comes_at_the_first_block_that_settles_it():
    question = sprt.Question(0, 50)
    scores = deals(PAIR, 100, 4000, seed=1)
    answer = ask(question, PAIR, scores)
    assert answer.decision == sprt.ACCEPTS_1
    assert answer.deals % BLOCK == 0
    assert answer == ask(question, PAIR, scores[: answer.deals])
    assert answer == ask(question, PAIR, scores[: answer.deals + BLOCK - 1])
    before = ask(question, PAIR, scores[: answer.deals - 1])
    assert before.decision == sprt.UNDECIDED
    assert before.deals == answer.deals - BLOCK


def test_agents_that_never_differ_are_not_told_apart_at_once():
    question = sprt.Question(0, 15)
    answer = ask(question, PAIR, np.full(10_000, 0.5))
    assert answer.decision == sprt.ACCEPTS_0
    assert 50 < answer.deals < 500


def test_a_rare_but_sure_gain_is_seen():
    question = sprt.Question(0, 10)
    random = np.random.default_rng(1)
    found = []
    for _ in range(100):
        scores = 0.5 + 0.5 * (random.random(20_000) < 0.04)  # +0.5 in one deal of 25: 14 Elo
        found.append(ask(question, PAIR, scores).decision)
    assert found.count(sprt.ACCEPTS_1) >= 95


def test_less_than_a_block_says_nothing():
    answer = ask(sprt.Question(), PAIR, np.full(BLOCK - 1, 1.0))
    assert (answer.decision, answer.deals, answer.llr) == (sprt.UNDECIDED, 0, 0)


def test_a_question_as_text():
    assert sprt.parse("elo0=-5, elo1=10,alpha=0.01,beta=0.02") == sprt.Question(-5, 10, 0.01, 0.02)
    assert sprt.parse("") == sprt.Question(0, 15, 0.05, 0.05)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("elo2=4", "unknown key 'elo2'; did you mean"),
        ("elo1", "elo1 must be a number, not ''"),
        ("elo1=x", "elo1 must be a number, not 'x'"),
        ("elo1=nan", "must be below"),
        ("elo0=5,elo1=5", "elo0 (5) must be below elo1 (5)"),
        ("alpha=0", "alpha must be above 0 and below 0.5"),
        ("beta=0.5", "beta must be above 0 and below 0.5"),
    ],
)
def test_a_question_that_cannot_be_asked(text, word):
    with pytest.raises(Problem) as told:
        sprt.parse(text)
    assert word in str(told.value)
