"""The random generator: published outputs, unbiased draws, streams that share nothing."""

import itertools

import numpy as np
import pytest
from scipy import stats

from engine.core.jit import compiled
from engine.core.problem import Problem
from engine.core.rng import AGENT, SEED_MAX, below, check_seed, next64, shuffle, stream

# From Vigna's splitmix64.c (prng.di.unimi.it): the first outputs for two start words.
PUBLISHED = {
    1234567: [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ],
    0: [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC],
}

MASK = 2**64 - 1


def model(word):
    """SplitMix64 in Python's whole numbers, written apart."""
    while True:
        word = (word + 0x9E3779B97F4A7C15) & MASK
        z = ((word ^ word >> 30) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & MASK
        yield z ^ z >> 31


@compiled
def draws(array, n, out):
    for i in range(out.shape[0]):
        out[i] = below(array, 0, n)


@compiled
def starts(seeds, games, numbers, out):
    for i in range(out.shape[0]):
        out[i] = stream(seeds[i], games[i], numbers[i])


def words(seeds, games, numbers):
    """Start words (uint64[n]) of the streams, the arguments broadcast together."""
    parts = [
        np.ascontiguousarray(part, dtype=np.int64)
        for part in np.broadcast_arrays(seeds, games, numbers)
    ]
    out = np.zeros(len(parts[0]), np.uint64)
    starts(*parts, out)
    return out


@pytest.mark.parametrize("start", PUBLISHED)
def test_published_outputs(start):
    array = np.array([7, start], np.uint64)
    assert [int(next64(array, 1)) for _ in PUBLISHED[start]] == PUBLISHED[start]
    assert array[0] == 7


@pytest.mark.parametrize("n", [1, 2, 3, 7, 137, 2**31 - 1, 2**31 + 1, 3 * 2**30, 2**32 - 1])
def test_below_is_lemire_with_rejection(n):
    array = np.array([99], np.uint64)
    out = np.zeros(200, np.int64)
    draws(array, n, out)
    source = (z >> 32 for z in model(99))
    floor = 2**32 % n  # draws whose product's low half lies under it would be one too many
    wanted = (high * n >> 32 for high in source if high * n % 2**32 >= floor)
    assert out.tolist() == list(itertools.islice(wanted, 200))


@pytest.mark.parametrize("n", [2, 3, 6, 10, 70])
def test_below_is_even(n):
    out = np.zeros(n * 300, np.int64)
    draws(np.array([2024], np.uint64), n, out)
    counts = np.bincount(out, minlength=n)
    assert len(counts) == n
    assert stats.chisquare(counts).pvalue > 1e-4


def test_below_without_rejection_would_be_uneven():
    """At n = 3 * 2^30 a bare multiply gives every third number twice as often: ours does not."""
    out = np.zeros(3000, np.int64)
    draws(np.array([5], np.uint64), 3 * 2**30, out)
    counts = np.bincount(out % 3, minlength=3)
    assert stats.chisquare(counts).pvalue > 1e-4


def test_shuffle_is_even_and_stays_in_its_range():
    seen = dict.fromkeys(itertools.permutations([1, 2, 3, 4]), 0)
    array = np.array([11], np.uint64)
    for _ in range(2400):
        values = np.arange(6, dtype=np.int16)
        shuffle(values, 1, 5, array, 0)
        assert (values[0], values[5]) == (0, 5)
        seen[tuple(values[1:5].tolist())] += 1
    assert stats.chisquare(list(seen.values())).pvalue > 1e-4


@pytest.mark.parametrize("part", range(3))
def test_every_bit_of_a_stream_s_name_moves_every_bit_of_its_start(part):
    rng = np.random.default_rng(3)
    names = rng.integers(0, 2**62, (3, 2000))
    names[2] %= 2**21
    before = words(*names)
    for bit in range(21 if part == 2 else 62):
        other = names.copy()
        other[part] ^= 1 << bit
        moved = before ^ words(*other)
        share = np.array([(moved >> np.uint64(b) & np.uint64(1)).mean() for b in range(64)])
        assert abs(share - 0.5).max() < 0.06


def test_streams_of_neighbours_share_nothing():
    """No two of the neighbouring streams start alike or run into each other within 200 draws."""
    near = np.array([0, 1, 2, 3, SEED_MAX - 1, SEED_MAX])
    numbers = np.array([0, 1, 2, 16, 17, 18, *range(AGENT, AGENT + 6)])
    names = np.array(list(itertools.product(near, near, numbers)))
    start = words(*names.T)
    gamma = np.uint64(0x9E3779B97F4A7C15)
    passed = start[:, None] + gamma * np.arange(200, dtype=np.uint64)
    assert len(np.unique(passed)) == passed.size


def test_first_draws_of_successive_games_are_uncorrelated():
    games = np.arange(20_000)
    for number in (0, 2, AGENT):
        first = words(5, games, number) / 2.0**64
        assert stats.kstest(first, "uniform").pvalue > 1e-4
        assert abs(np.corrcoef(first[:-1], first[1:])[0, 1]) < 0.03
        assert abs(np.corrcoef(first, words(6, games, number))[0, 1]) < 0.03
        assert abs(np.corrcoef(first, words(5, games, number + 1))[0, 1]) < 0.03


@pytest.mark.parametrize("seed", [0, 1, SEED_MAX, np.int64(4)])
def test_good_seeds(seed):
    assert check_seed(seed) == int(seed)


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "1", None])
def test_bad_seeds(seed):
    with pytest.raises(Problem, match="seed must be"):
        check_seed(seed)
