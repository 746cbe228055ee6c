"""Effects of levels and pairs in large grids: what they estimate, and how sure they are."""

from __future__ import annotations

from itertools import combinations, product

import numpy as np
import pytest
import statsmodels.api as sm

from experiments.effects import Grid, Level, effects, real_variance

GIANTS = ("cloud", "ordning", "stone", "storm")
DRAGONS = ("black", "blue", "green", "red", "white")
PRICES = ("low", "high")


def factors():
    """3 of 5 dragons, 3 of 4 giants, one of two prices: 80 variants."""
    chosen = product(combinations(DRAGONS, 3), combinations(GIANTS, 3), PRICES)
    return [{"dragons": " + ".join(d), "giants": " + ".join(g), "price": p} for d, g, p in chosen]


def has(told, word):
    return any(word in level for level in told.values())


def means(rule):
    """One batch of means: (1, variants)."""
    return np.array([[float(rule(told)) for told in factors()]])


def found(rule, **more):
    """The effects on a metric that follows a rule, by name, estimated from two equal batches."""
    grid = Grid(factors())
    told = effects(grid, {"m": np.vstack([means(rule)] * 2)}, more)
    return {e.name: e for e in told}


def test_a_level_in_the_place_of_an_average_other_one():
    effect = found(lambda told: 10 + 2 * has(told, "red") - 3 * has(told, "high"))
    assert effect["red"].size.mean == pytest.approx(2)
    assert effect["blue"].size.mean == pytest.approx(-0.5)  # red is one of four others
    assert effect["stone"].size.mean == pytest.approx(0, abs=1e-12)
    assert effect["high"].size.mean == pytest.approx(-3)
    assert effect["low"].size.mean == pytest.approx(3)
    assert effect["red"].variants == 48
    assert effect["red"].levels == (Level("dragons", "red"),)


def test_a_pair_beyond_the_sum_of_its_two():
    rule = lambda told: has(told, "red") + 5 * (has(told, "red") and has(told, "blue"))  # noqa: E731
    effect = found(rule)
    assert effect["blue + red"].size.mean == pytest.approx(5)
    assert effect["red + high"].size.mean == pytest.approx(0, abs=1e-9)
    across = found(lambda told: 4 * (has(told, "red") and has(told, "high")))
    assert across["red + high"].size.mean == pytest.approx(4)
    assert across["red + low"].size.mean == pytest.approx(-4)


def test_pairs_that_cannot_be_told_from_single_effects_are_left_out():
    """Of four giants three are in: which two are in says nothing that the singles do not say."""
    names = set(found(lambda told: 0))
    assert "cloud + stone" not in names
    assert {"red + cloud", "blue + red", "cloud + high"} <= names
    assert "low + high" not in names  # never in one variant
    assert len(names) == 11 + 10 + 5 * 4 + 5 * 2 + 4 * 2


def test_statsmodels_agrees():
    """The contrasts are those of an ordinary fit, whatever coding it has."""
    told = factors()
    luck = np.random.default_rng(3).normal(size=len(told))
    grid = Grid(told)
    last = {level.axis: i for i, level in enumerate(grid.levels)}
    kept = [i for i in range(len(grid.levels)) if i not in last.values()]  # treatment coding
    fit = sm.OLS(luck, np.column_stack([np.ones(len(told)), grid.has[:, kept]])).fit()
    contrast = np.zeros(1 + len(kept))
    contrast[1:5] = 1, -1 / 4, -1 / 4, -1 / 4  # black less the others, of which white is the base
    assert grid.levels[0] == Level("dragons", "black")
    ours = grid.single @ luck
    assert ours[0] == pytest.approx(float(fit.t_test(contrast).effect[0]))


def test_intervals_cover_and_nothing_is_found_in_luck():
    """Deals that all variants share, with what luck does to one colour in every deck of it."""
    told = factors()
    grid = Grid(told)
    red = np.array([has(one, "red") for one in told], float)
    rng = np.random.default_rng(11)
    covered, names = [], grid.named()
    wrong = 0
    for _ in range(150):
        shared = rng.normal(size=(20, 1)) + rng.normal(size=(20, 1)) * red
        batches = shared + rng.normal(size=(20, len(told))) * 0.2
        luck = effects(grid, {"m": batches}, {})
        e = luck[names.index((Level("dragons", "red"),))]
        covered.append(e.size.low <= 0 <= e.size.high)
        wrong += any(e.verdict == "differs" for e in luck)
    assert 0.9 <= np.mean(covered) <= 0.99
    assert wrong / 150 <= 0.1


def test_verdicts_know_what_matters():
    rng = np.random.default_rng(5)
    batches = means(lambda told: 2 * has(told, "red")) + rng.normal(size=(20, 80)) * 0.05
    told = {e.name: e for e in effects(Grid(factors()), {"m": batches}, {"m": 1.0})}
    assert told["red"].verdict == "differs"
    assert told["stone"].verdict == "equivalent"
    assert told["red"].size.low < 2 < told["red"].size.high


def test_what_effects_explain_without_luck():
    rng = np.random.default_rng(7)
    rule = means(lambda told: has(told, "red") + 2 * (has(told, "blue") and has(told, "cloud")))
    batches = rule + rng.normal(size=(40, 80))
    grid = Grid(factors())
    assert real_variance(batches) == pytest.approx(float(rule.var(ddof=1)), rel=0.25)
    assert 0.75 < grid.explained(batches, False) < 0.97
    assert grid.explained(batches, True) == pytest.approx(1, abs=0.06)
    assert np.isnan(grid.explained(np.zeros((4, 80)), False))
