"""Intervals and tests agree with statsmodels and scipy on the raw samples."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW, ttost_paired

from experiments.statistics import adjusted, compare, mean_interval, share_interval
from experiments.tally import Tally


def wins(n, k):
    return Tally.of(np.repeat([1, 0], [k, n - k]))


@given(st.integers(1, 5000).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n))))
def test_share_interval_is_wilsons(n_k):
    n, k = n_k
    found = share_interval(wins(n, k))
    low, high = proportion_confint(k, n, method="wilson")
    assert found == pytest.approx((k / n, low, high), abs=1e-12)
    exact = stats.binomtest(k, n).proportion_ci(method="wilson")
    assert found[1:] == pytest.approx((exact.low, exact.high), abs=1e-12)


def test_shared_wins_count_in_parts():
    sample = np.repeat([1.0, 0.5, 0.0], [20, 10, 70])
    low, high = proportion_confint(25, 100, method="wilson")
    assert share_interval(Tally.of(sample)) == pytest.approx((0.25, low, high))


def test_mean_interval_is_students():
    sample = np.random.default_rng(1).poisson(7, 400)
    low, high = DescrStatsW(sample).tconfint_mean()
    assert mean_interval(Tally.of(sample)) == pytest.approx((sample.mean(), low, high))


def test_mean_interval_of_one_value_has_no_bounds():
    found = mean_interval(Tally.of(np.array([3])))
    assert found.mean == 3
    assert np.isnan([found.low, found.high]).all()


def test_a_comparison_is_a_paired_test():
    rng = np.random.default_rng(2)
    a = rng.poisson(7, 500)
    b = a + rng.poisson(1, 500) - 1
    found = compare("gambits", "a", "b", Tally.of(b - a), matters=0.2)
    assert found.p == pytest.approx(stats.ttest_rel(b, a).pvalue)
    assert found.p_equivalent == pytest.approx(ttost_paired(b, a, -0.2, 0.2)[0])
    assert found.difference.mean == pytest.approx((b - a).mean())


def verdict(sample, matters):
    return adjusted([compare("m", "a", "b", Tally.of(sample), matters)])[0].verdict


def test_verdicts():
    noise = np.tile([-1, 0, 1], 300)
    assert verdict(noise + 1, matters=0.5) == "differs"
    assert verdict(noise, matters=0.5) == "equivalent"
    assert verdict(noise[:9], matters=0.5) == "undecided"
    assert verdict(np.array([1]), matters=0.5) == "undecided"


def test_a_sure_but_small_difference_is_equivalent():
    sample = np.repeat([0, 1], [900, 100])
    assert verdict(sample, matters=0.5) == "equivalent"
    assert verdict(sample, matters=0.1) == "differs"


def test_designs_that_never_differ_are_equivalent():
    found = adjusted([compare("m", "a", "b", Tally.of(np.zeros(9, int)), matters=1)])[0]
    assert found.verdict == "equivalent"
    assert found.difference == (0, 0, 0)
    assert verdict(np.full(9, 2), matters=1) == "differs"


def test_p_values_are_adjusted_for_their_number():
    samples = [np.tile([-1, 0, 1], 30) + shift for shift in (0, 0.15, 0.2, 0.3)]
    told = [compare("m", "a", str(k), Tally.of(s), 0.1) for k, s in enumerate(samples)]
    plain = sorted(c.p for c in told)
    holm = sorted(c.p_adjusted for c in adjusted(told))
    assert holm[0] == pytest.approx(4 * plain[0])
    assert all(h >= p for h, p in zip(holm, plain, strict=True))


def test_the_same_design_twice_is_rarely_told_apart():
    rng = np.random.default_rng(3)
    samples = (rng.integers(-3, 4, 200) for _ in range(400))
    told = [compare("m", "a", "b", Tally.of(s), matters=1e-9) for s in samples]
    assert np.mean([c.p < 0.05 for c in told]) == pytest.approx(0.05, abs=0.03)
