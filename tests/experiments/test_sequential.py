"""Stopping early: fixed looks, the same answer for any workers, honest intervals at the end."""

import json
from itertools import pairwise

import numpy as np
import pytest
import toy_lab

from experiments.sequential import looks, part_for
from experiments.statistics import ALPHA, compare, mean_interval
from experiments.tally import Moments

FILE = """
question = "What do thieves do?"
game = "toy"
games = 20_000
{more}
[[designs]]
name = "calm"
[[designs]]
name = "thieves"
deck = "thieves"
[metrics]
hand_size = 0.05
gambits = 0.05
"""


@pytest.mark.parametrize("games", [1, 7, 1000, 100_000, 10**9])
def test_looks_end_at_the_last_deal_and_share_one_error(games):
    part = part_for(games, 50_000)
    found = list(looks(games, part))
    assert found[-1].deals == games
    assert sum(look.share for look in found) == pytest.approx(1)
    assert all(look.deals % part == 0 for look in found[:-1])
    assert all(a.deals < b.deals for a, b in pairwise(found))
    assert len(found) < 40


def peeked(draw, stop, times=1500, games=4000, part=50):
    """Samples that grow until `stop(moments)` says so, or to the end."""
    rng = np.random.default_rng(1)
    for _ in range(times):
        sample, found, before = draw(rng, games), Moments(), 0
        for look in looks(games, part):
            found.add(sample[before : look.deals])
            found.share, before = look.share, look.deals
            if stop(found):
                break
        yield found


def skewed(rng, games):
    return rng.exponential(1, games) - 1


def differs(found):
    """Of one comparison alone p needs no adjustment."""
    return compare("m", "a", "b", found, 1e-9).p < ALPHA


def test_peeking_finds_nothing_where_nothing_is():
    alarms = [differs(found) for found in peeked(skewed, differs)]
    assert np.mean(alarms) <= ALPHA


def test_peeking_at_plain_intervals_would():
    """The same rule without the looks' shares: this is what is guarded against."""

    def naive(found):
        found.share = 1.0
        return differs(found)

    assert np.mean([differs(found) for found in peeked(skewed, naive, 300)]) > 0.12


@pytest.mark.parametrize("rule", ["width", "verdict", "spite"])
def test_intervals_hold_when_the_run_stops(rule):
    """Whatever stops it; also one who waits for an interval without the truth in it."""
    stops = {
        "width": lambda f: mean_interval(f).high - mean_interval(f).low < 0.15,
        "verdict": differs,
        "spite": lambda f: not mean_interval(f).low <= 0 <= mean_interval(f).high,
    }
    found = [mean_interval(f) for f in peeked(skewed, stops[rule], 600)]
    assert np.mean([low <= 0 <= high for _, low, high in found]) >= 0.94


@pytest.fixture
def file(tmp_path):
    def write(more):
        (tmp_path / "t.toml").write_text(FILE.format(more=more))
        return "t.toml"

    return write


def sweep(lab, *args):
    result = lab("sweep", *args, "--no-plots", "--format", "json", "--quiet")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_a_sweep_stops_when_it_knows(lab, file, tmp_path):
    told = sweep(lab, file("until = { verdict = true }"), "--out", "a", "--jobs", 1)
    assert 0 < told["games"] < 20_000
    assert all(c["verdict"] != "undecided" for c in told["comparisons"][:1])
    again = sweep(lab, file("until = { verdict = true }"), "--out", "b", "--jobs", 2, "--chunk", 99)
    assert again["comparisons"] == told["comparisons"]
    a, b = (toy_lab.contents(tmp_path / folder) for folder in "ab")
    assert a == b


def test_a_width_is_reached(lab, file):
    told = sweep(lab, file(""), "--until", "width=0.1")
    assert told["until"] == {"width": 0.1, "verdict": False}
    intervals = [d["metrics"]["hand_size"] for d in told["designs"]]
    intervals += [c["difference"] for c in told["comparisons"] if c["metric"] == "hand_size"]
    assert max(i["high"] - i["low"] for i in intervals) <= 0.1
    assert told["games"] < 20_000


def test_what_stopped_is_shown_again(lab, file):
    first = sweep(lab, file(""), "--until", "width=0.1")
    again = sweep(lab, file(""), "--until", "width=0.1")
    assert first["comparisons"] == again["comparisons"]
    assert again["timing"]["games_played"] == 0
    shown = lab("sweep", file(""), "--until", "width=0.1", "--no-plots").stdout
    assert "of 20,000 at most" in shown


@pytest.mark.parametrize("text", ["width", "width=0", "width=x", "width=inf", "verdicts"])
def test_a_rule_that_is_none(refused, file, text):
    assert "write width=W" in refused("sweep", file(""), "--until", text)
