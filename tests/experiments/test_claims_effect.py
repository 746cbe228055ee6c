"""Effects of claims: ratios, differences over shared deals, and verdicts that are rarely wrong."""

from __future__ import annotations

import gc

import numpy as np
import pytest

from experiments import claims_effect
from experiments.claims_effect import FAILS, HOLDS, UNDECIDED, Sample, adjusted, effect


def mean_of(values):
    return Sample(np.asarray(values, float), np.ones(len(values)))


def verdict(*samples, more=True, limit=0.0, less=(), than=()):
    (found,) = adjusted([effect(*samples, less, than, more, limit)])
    return found.verdict


def luck(n=400, mean=0.0, seed=1):
    return np.random.default_rng(seed).normal(mean, 1, n)


def test_a_ratio_is_of_totals():
    sample = Sample(np.array([1.0, 0, 3]), np.array([2.0, 1, 5]))
    assert sample.value == pytest.approx(0.5)
    assert sample.cases == 8
    assert sample.influence.sum() == pytest.approx(0)


def test_a_difference_is_taken_deal_by_deal():
    """What both games of a deal share does not widen the interval."""
    shared = 10 * luck(seed=2)
    found = effect(mean_of(shared + luck(seed=3)), [], [mean_of(shared)], True, 0.0)
    assert found.size.high - found.size.low < 0.25


@pytest.mark.parametrize(
    ("mean", "more", "limit", "expected"),
    [
        (1.0, True, 0.5, HOLDS),
        (0.2, True, 0.5, FAILS),
        (0.5, True, 0.5, UNDECIDED),
        (-1.0, False, 0.5, HOLDS),  # of differences "less" is less than -0.5
        (-0.2, False, 0.5, FAILS),
    ],
)
def test_verdicts_on_differences(mean, more, limit, expected):
    base = luck(seed=4)
    value = mean_of(base + luck(seed=5) - luck(seed=5).mean() + mean)
    assert verdict(value, more=more, limit=limit, than=[mean_of(base)]) == expected


def test_a_claim_against_several_holds_against_the_least():
    base = luck(seed=6)
    low, high = mean_of(base), mean_of(base + 2 + 0.1 * luck(seed=7))
    value = mean_of(base + 1 + 0.1 * luck(seed=8))
    assert verdict(value, than=[low]) == HOLDS
    assert verdict(value, than=[low, high]) == FAILS
    found = effect(value, [], [low, high], True, 0.0)
    assert found.size.mean == pytest.approx(-1, abs=0.05)


def test_less_is_less_the_mean_of_others():
    base = luck(seed=9)
    others = [mean_of(base + k + 0.1 * luck(seed=10 + k)) for k in (0, 2)]
    found = effect(mean_of(base + 3), others, [], True, 0.0)
    assert found.size.mean == pytest.approx(2, abs=0.05)


def test_shares_of_nothing_and_of_all():
    """No case of 100 is a share of 0, and not surely below 1 %; of 2,000 it is."""
    none = Sample(np.zeros(100), np.ones(100))
    found = effect(none, [], [], False, 0.01)
    assert found.size.low == pytest.approx(0)
    assert 0.02 < found.size.high < 0.05
    assert verdict(none, more=False, limit=0.01) == UNDECIDED
    assert verdict(Sample(np.zeros(2000), np.ones(2000)), more=False, limit=0.01) == HOLDS
    assert verdict(Sample(np.ones(50), np.ones(50)), more=True, limit=0.5) == HOLDS


def test_a_share_within_games_counts_games():
    """Ten gambits a game that all go the same way are hardly more than one."""
    hits = (np.random.default_rng(12).random(200) < 0.5).astype(float)
    many = effect(Sample(10 * hits, np.full(200, 10.0)), [], [], True, 0.4)
    once = effect(mean_of(hits), [], [], True, 0.4)
    assert many.size == pytest.approx(once.size)


def test_too_few_cases_decide_nothing():
    few = Sample(np.ones(20), np.ones(20))
    assert verdict(few, more=True, limit=0.1) == UNDECIDED
    assert verdict(mean_of(luck()), less=[few]) == UNDECIDED
    assert effect(few, [], [Sample(np.zeros(20), np.ones(20))], True, 0.0).size.mean == 1
    empty = effect(Sample(np.zeros(20), np.zeros(20)), [], [], True, 0.5)
    assert np.isnan(empty.size.mean)


def test_wrong_verdicts_are_rare(monkeypatch):
    """At the limit itself a claim of eleven gets a verdict in one family of twenty at most."""
    monkeypatch.setattr(gc, "collect", lambda *args: 0)  # which statsmodels does for every Holm
    rng = np.random.default_rng(13)
    wrong = covered = 0
    for _ in range(200):
        samples = [
            Sample(rng.binomial(k, 0.3).astype(float), k.astype(float))
            for k in rng.poisson(2.0, (11, 300))
        ]
        found = adjusted([effect(sample, [], [], True, 0.3) for sample in samples])
        wrong += any(e.verdict != UNDECIDED for e in found)
        covered += sum(e.size.low <= 0.3 <= e.size.high for e in found)
    assert wrong / 200 <= 0.09
    assert 0.93 <= covered / 2200 <= 0.97


def test_holm_counts_the_claims_that_were_tested():
    told = adjusted(
        [claims_effect.share(0.6, 400, True, 0.5), claims_effect.share(0.6, 400, True, 0)]
    )
    assert told[0].p_adjusted == told[0].p
    assert np.isnan(told[1].p_adjusted)
