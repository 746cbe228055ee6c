"""Random streams: SplitMix64, one 64-bit word a stream, kept inside the game's record.

The generator is Steele, Lea and Flood's SplitMix64 ("Fast Splittable Pseudorandom Number
Generators", OOPSLA 2014) with Vigna's constants. All streams step by the same gamma, so they are
windows on one cycle of 2^64 numbers; where a stream starts is therefore a hash of (run seed, game
number, stream number) and neighbours start far apart.
"""

from __future__ import annotations

import operator

import numpy as np

from engine.core.jit import inline
from engine.core.problem import Problem

# Stream numbers: luck of different kinds never shares a stream.
DEAL = 0  # the order of the deck
PICK = 1  # which of the optional cards are in the deck
TAKE = 2  # random takes from hands
RESHUFFLE = 16  # the k-th reshuffle uses RESHUFFLE + k
AGENT = 1 << 20  # the agent at seat s uses AGENT + s

SEED_MAX = 2**63 - 1

GAMMA = np.uint64(0x9E3779B97F4A7C15)
MIX_A = np.uint64(0xBF58476D1CE4E5B9)
MIX_B = np.uint64(0x94D049BB133111EB)
GAME_SALT = np.uint64(0xD1B54A32D192ED03)
STREAM_SALT = np.uint64(0x8CB92BA72F3D8DD7)
LOW = np.uint64(0xFFFFFFFF)
SPAN = np.uint64(1 << 32)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@inline
def mix64(z):
    """SplitMix64's finalizer: a bijection of uint64; each input bit moves all output bits."""
    z = (z ^ (z >> S30)) * MIX_A
    z = (z ^ (z >> S27)) * MIX_B
    return z ^ (z >> S31)


@inline
def next64(array, i):
    """The next 64 bits (uint64) of the stream in ``array[i]`` (uint64, 1-d), which advances."""
    word = array[i] + GAMMA
    array[i] = word
    return mix64(word)


@inline
def below(array, i, n):
    """An unbiased number (int64) in [0, n), 1 <= n < 2^32, from the stream in ``array[i]``.

    Lemire, "Fast Random Integer Generation in an Interval" (2019), on the upper 32 bits of a draw:
    the few draws that would favour some numbers are rejected, so there is no division as a rule.
    """
    span = np.uint64(n)
    product = (next64(array, i) >> S32) * span
    if (product & LOW) < span:
        floor = (SPAN - span) % span
        while (product & LOW) < floor:
            product = (next64(array, i) >> S32) * span
    return np.int64(product >> S32)


@inline
def stream(seed, game, number):
    """Start word (uint64) of stream ``number`` of game ``game`` of the run ``seed`` (all >= 0)."""
    word = mix64(np.uint64(seed) + GAMMA)
    word = mix64(word ^ mix64(np.uint64(game) + GAME_SALT))
    return mix64(word ^ mix64(np.uint64(number) + STREAM_SALT))


@inline
def shuffle(values, lo, hi, array, i):
    """Put ``values[lo:hi]`` in random order by the stream in ``array[i]`` (Fisher-Yates)."""
    for top in range(hi - 1, lo, -1):
        other = lo + below(array, i, top - lo + 1)
        kept = values[top]
        values[top] = values[other]
        values[other] = kept


def check_seed(seed: object, name: str = "seed") -> int:
    """``seed`` as an int of 0 to 2^63 - 1.

    Raises:
        Problem: not a whole number, or outside that range (the kernels' int64 would overflow).
    """
    try:
        number = operator.index(seed)  # type: ignore[arg-type]
    except TypeError:
        raise Problem(f"{name} must be a whole number from 0 to 2^63 - 1, not {seed!r}") from None
    if not 0 <= number <= SEED_MAX:
        raise Problem(f"{name} must be from 0 to 2^63 - 1 ({SEED_MAX}), not {number}")
    return number
