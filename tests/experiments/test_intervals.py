"""What intervals and tests promise, held by simulation: coverage, false alarms, games needed."""

import gc

import numpy as np
import pytest
import toy
from scipy import stats
from statsmodels.stats.proportion import multinomial_proportions_confint

from agents import registry
from experiments import run, summary
from experiments.plan import Plan, Variant
from experiments.sequential import Until, part_for
from experiments.statistics import adjusted, compare, mean_interval, seat_intervals, share_interval
from experiments.tally import Clusters, Moments, Tally

TIMES = 4000  # simulations; a coverage of 95 % is then met within 1 point but once in 300 tests
MATTERS = {"gambits": 1e-6, "hand_size": 1e-6, "win_share_seat_0": 1e-6}


def covered(draw, interval, truth, times=TIMES):
    """How often an interval of a drawn sample has the true mean in it."""
    rng = np.random.default_rng(1)
    found = [interval(draw(rng)) for _ in range(times)]
    return np.mean([low <= truth <= high for _, low, high in found])


def moments(sample):
    found = Moments()
    found.add(sample)
    return found


def test_means_are_covered():
    assert covered(lambda rng: moments(rng.poisson(7, 100)), mean_interval, 7) == pytest.approx(
        0.95, abs=0.01
    )


def test_shares_are_covered():
    drawn = covered(lambda rng: Tally.of(rng.random(400) < 0.3), share_interval, 0.3)
    assert drawn == pytest.approx(0.95, abs=0.01)


def test_seats_are_covered_together():
    """All four at once, whatever the shares; with wins alone they are Goodman's intervals."""
    shares, rng, good = np.array([0.1, 0.2, 0.3, 0.4]), np.random.default_rng(2), 0
    for _ in range(1000):
        counts = rng.multinomial(500, shares)
        wins = [Tally(np.array([0.0, 1.0]), np.array([500 - k, k])) for k in counts]
        found = seat_intervals(wins)
        good += all(i.low <= s <= i.high for i, s in zip(found, shares, strict=True))
    assert good / 1000 >= 0.94
    expected = multinomial_proportions_confint(counts, 0.05, "goodman")
    assert np.allclose([i[1:] for i in found], expected, atol=0.002)


def clustered(values):
    """A tally of deals with all their seatings: values (seatings, deals)."""
    tally = Tally.of(values.ravel())
    tally.clusters = Clusters()
    tally.clusters.add(values)
    return tally


def games_of_deals(rng):
    """Four games of each of 150 deals: what the deal brings, and their own luck; some without."""
    values = rng.normal(0, 1, 150) + rng.normal(0, 1, (4, 150))
    return np.where(rng.random((4, 150)) < 0.1, np.nan, values)


def test_games_of_a_deal_are_no_independent_games():
    draws = {
        "by deal": lambda rng: clustered(games_of_deals(rng)),
        "by game": lambda rng: Tally.of(games_of_deals(rng).ravel()),
    }
    found = {how: covered(draw, mean_interval, 0, 2000) for how, draw in draws.items()}
    assert found["by deal"] == pytest.approx(0.95, abs=0.012)
    assert found["by game"] < 0.85


def test_a_seat_in_rotation_varies_as_its_deals():
    rng = np.random.default_rng(4)
    wins = np.repeat(rng.random(300) < 0.25, 4).reshape(300, 4).T.astype(float)
    whole, alone = share_interval(clustered(wins)), share_interval(Tally.of(wins[0]))
    assert whole == pytest.approx(alone, abs=0.002)


@pytest.mark.parametrize("cut", [1, 7, 100])
def test_moments_do_not_depend_on_the_cut(cut):
    sample = np.random.default_rng(5).normal(1e6, 1, 100)
    sample[3] = np.nan
    found = Moments()
    for first in range(0, 100, cut):
        found.add(sample[first : first + cut])
    real = sample[~np.isnan(sample)]
    assert found.n == 99
    assert found.mean == pytest.approx(real.mean(), rel=1e-12)
    assert found.deviation == pytest.approx(real.std(ddof=1), rel=1e-9)


# --- how many more games ---------------------------------------------------------------------------


@pytest.mark.parametrize(("shift", "matters"), [(0.1, 0.02), (0.0, 0.1), (0.02, 0.1)])
def test_so_many_more_games_bring_a_verdict(shift, matters):
    """If the difference is as it looks; checked with fresh samples of that size."""
    rng = np.random.default_rng(6)
    first = rng.normal(0, 1, 200)
    first = (first - first.mean()) / first.std(ddof=1) + shift
    undecided = adjusted([compare("m", "a", "b", moments(first), matters)])[0]
    assert undecided.verdict == "undecided"
    assert undecided.more_games > 0
    after = {}
    for part in (1, 4):
        deals = 200 + undecided.more_games // part
        samples = (moments(rng.normal(shift, 1, deals)) for _ in range(400))
        told = [adjusted([compare("m", "a", "b", sample, matters)])[0] for sample in samples]
        after[part] = np.mean([c.verdict != "undecided" for c in told])
    assert after[1] > 0.86
    assert after[4] < 0.8


def test_more_games_are_round_and_of_whole_rotations():
    sample = moments(np.tile([-1.0, 0.0, 1.1], 100))
    alone = adjusted([compare("m", "a", "b", sample, 0.01)])[0].more_games
    assert len(str(alone).rstrip("0")) <= 2
    fourfold = adjusted([compare("m", "a", "b", sample, 0.01)], games_a_deal=4)[0].more_games
    assert fourfold == pytest.approx(4 * alone, rel=0.1)
    assert adjusted([compare("m", "a", "b", moments(np.array([1.0])), 1)])[0].more_games is None


def test_one_correction_or_the_other():
    rng = np.random.default_rng(7)
    told = [compare("m", "a", "b", moments(rng.normal(s, 1, 50)), 0.1) for s in (0, 0, 0.4, 0.5)]
    ps = [c.p for c in told]
    found = [c.p_adjusted for c in adjusted(told, "benjamini-hochberg")]
    assert found == pytest.approx(stats.false_discovery_control(ps, method="bh"))
    assert all(h >= b for h, b in zip((c.p_adjusted for c in adjusted(told)), found, strict=True))


def test_a_few_equal_deals_are_no_certainty():
    """Two deals that happen to differ by the same do not make a verdict; nine do."""
    assert adjusted([compare("m", "a", "b", moments(np.full(2, 1.0)), 0.5)])[0].verdict == (
        "undecided"
    )
    assert adjusted([compare("m", "a", "b", moments(np.full(9, 1.0)), 0.5)])[0].verdict == "differs"


# --- the same design twice, through all of it ------------------------------------------------------


def outcome(seed, games, until=None, part=None):
    """Two designs that differ in nothing but their luck, played and compared."""
    agents = registry.table(["random"], 3)
    variants = tuple(
        Variant(f"v{salt}", f"v{salt}", toy.GAME.design(3, rules={"salt": salt}), agents)
        for salt in (0, 10**6)
    )
    part = part or part_for(games, 10**6)
    plan = Plan("aa", toy.GAME, variants, games, seed, part, until=until, matters=MATTERS)
    played = run.play(plan, summary.chosen(MATTERS, plan), jobs=1)
    return played, played.comparisons(MATTERS)


@pytest.fixture
def hurried(monkeypatch):
    """statsmodels collects garbage at each adjustment, which is most of what these tests would do."""
    monkeypatch.setattr(gc, "collect", lambda *args: 0)


def most(times):
    """More false alarms than these come once in 1,000 tests of a procedure that has 5 %."""
    return stats.binom.ppf(0.999, times, 0.05)


def test_the_same_twice_is_rarely_told_apart(hurried):
    times = 120
    alarms = [any(c.verdict == "differs" for c in outcome(seed, 60)[1]) for seed in range(times)]
    assert sum(alarms) <= most(times)


def test_not_under_peeking_either(hurried):
    """The run stops as soon as the first metric has a verdict; looks come after 30, 60, ... deals."""
    until, times = Until(verdict=True), 60
    found = [outcome(seed, 180, until, part=30) for seed in range(times)]
    alarms = [c.verdict == "differs" for _, cs in found for c in cs if c.metric == "gambits"]
    assert sum(alarms) <= most(times)
    assert all(played.look.deals in (30, 60, 90, 120, 180) for played, _ in found)
