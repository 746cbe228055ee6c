"""Tallies are exact and can be merged in any cut."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from experiments.tally import DENSE, Tally

whole = arrays(np.int32, st.integers(1, 60), elements=st.integers(-50, 50))
broken = arrays(np.float64, st.integers(1, 60), elements=st.floats(-1e6, 1e6))
samples = st.one_of(whole, broken)


@given(samples, st.integers(1, 59))
def test_cut_and_merged_is_the_whole(sample, cut):
    merged = Tally.of(sample[:cut])
    merged.add(Tally.of(sample[cut:]))
    whole = Tally.of(sample)
    assert np.array_equal(merged.values, whole.values)
    assert np.array_equal(merged.counts, whole.counts)
    assert merged.mean == whole.mean
    assert merged.n == len(sample)


@given(samples, st.floats(0, 1))
def test_quantiles_are_those_of_numpy(sample, share):
    expected = np.quantile(sample.astype(float), share)
    assert Tally.of(sample).quantile(share) == pytest.approx(expected, rel=1e-9, abs=1e-6)


@given(whole)
def test_mean_and_deviation(sample):
    tally = Tally.of(sample)
    assert tally.mean == pytest.approx(sample.mean(), abs=1e-12)
    if len(sample) > 1:
        assert tally.deviation == pytest.approx(sample.std(ddof=1), abs=1e-9)


def test_dense_and_sparse_counting_agree():
    sample = np.array([0, 5, 5, DENSE + 1])
    dense, sparse = Tally.of(sample[:3]), Tally.of(sample)
    assert dense.values.tolist() == [0, 5]
    assert sparse.values.tolist() == [0, 5, DENSE + 1]
    assert sparse.counts.tolist() == [1, 2, 1]


def test_nan_is_left_out():
    tally = Tally.of(np.array([1.0, np.nan, 3.0, np.nan]))
    assert (tally.n, tally.mean) == (2, 2.0)


def test_an_empty_tally_has_no_figures():
    empty = Tally()
    assert empty.n == 0
    assert np.isnan([empty.mean, empty.deviation, empty.quantile(0.5)]).all()
