"""`dragonlab results`: a list of runs, and designs of different runs compared."""

import json
import os

import pytest

SWEEP = """
question = "Do thieves make hands smaller?"
game = "toy"
games = 3_000
[[designs]]
name = "calm"
[[designs]]
name = "thieves"
deck = "thieves"
[metrics]
hand_size = 0.25
gambits = 0.25
"""


@pytest.fixture
def runs(lab, tmp_path):
    """A sweep of both designs, and a run of each; that of thieves has more games."""
    (tmp_path / "ours.toml").write_text(SWEEP)
    assert lab("sweep", "ours.toml", "--out", "both", "--no-plots").exit_code == 0
    lab("run", "toy", "--games", 3_000, "--out", "calm")
    lab("run", "toy", "--games", 4_000, "--out", "thieves", "--deck", "thieves")


def change(folder, **facts):
    file = folder / "manifest.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **facts}))


def test_runs_are_listed(lab):
    lab("run", "toy", "--games", 100, "--out", "results/first")
    (listed,) = json.loads(lab("results", "--format", "json").stdout)["results"]
    assert listed["folder"] == "results/first"
    assert (listed["kind"], listed["status"], listed["stored"]) == ("run", "finished", 100)
    assert "results/first" in lab("results").stdout
    assert "results/first" in lab("results", "results/first").stdout


def test_a_folder_that_is_not_there_is_named(refused):
    assert "no folder results" in refused("results")
    assert "no folder elsewhere" in refused("results", "elsewhere")


def test_a_run_whose_process_is_gone_has_stopped(lab, tmp_path):
    lab("run", "toy", "--games", 100, "--out", "results/first")
    change(tmp_path / "results/first", status="running")
    lock = tmp_path / "results/first/.lock"
    for holder, status in (("", "stopped"), ("4194305", "stopped"), (os.getpid(), "running")):
        lock.write_text(str(holder))
        assert status in lab("results", "--format", "csv").stdout


def test_damage_is_listed_as_such(lab, tmp_path):
    lab("run", "toy", "--games", 100, "--out", "results/first")
    (tmp_path / "results/first/manifest.json").write_text("{")
    assert "unreadable" in lab("results").stdout


def test_designs_of_two_runs_compare_as_in_a_sweep(lab, runs):
    metrics = ("--metric", "hand_size=0.25", "--metric", "gambits=0.25")
    across = lab("results", "calm", "thieves", *metrics, "--format", "json")
    assert across.exit_code == 0, across.stderr
    swept = json.loads(lab("sweep", "ours.toml", "--out", "both", "--format", "json").stdout)
    found = json.loads(across.stdout)["comparisons"]
    for ours, theirs in zip(found, swept["comparisons"], strict=True):
        assert (ours.pop("a"), ours.pop("b")) == ("calm:toy", "thieves:toy")
        del theirs["a"], theirs["b"]
        assert ours == theirs


def test_a_comparison_in_words(lab, runs):
    said = lab("results", "both:calm", "thieves").stdout
    assert "both:calm and thieves:toy, on 3,000 deals that both played" in said
    assert "cards fewer" in said
    assert "hand_size" in lab("results", "both:calm", "thieves", "--format", "csv").stdout


def test_part_of_a_run_is_compared_as_far_as_it_goes(lab, runs, tmp_path):
    from experiments.plan import PART

    lab("run", "toy", "--games", PART + 9, "--out", "long", "--deck", "thieves")
    lines = (tmp_path / "long/parts.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "long/parts.jsonl").write_text(lines[0])
    lab("run", "toy", "--games", PART + 9, "--out", "calm-long")
    said = lab("results", "long", "calm-long", "--metric", "gambits=0.1").stdout
    assert "on 50,000 deals" in said


def test_what_cannot_be_compared_is_refused(lab, refused, runs, tmp_path):
    assert "both has several designs, name one as in both:calm" in refused(
        "results", "both", "calm"
    )
    assert "no design 'clam'; did you mean" in refused("results", "both:clam", "calm")
    assert "compared with itself" in refused("results", "calm", "calm")
    assert "holds no run" in refused("results", "calm", "tmp")
    assert "name no metrics" in refused("results", "calm", "thieves")
    assert "--metric gambits" in refused("results", "calm", "thieves", "--metric", "gambits")
    assert "unknown metric 'gambit'" in refused(
        "results", "calm", "thieves", "--metric", "gambit=0.1"
    )
    lab("run", "toy", "--games", 100, "--out", "seeded", "--seed", 2)
    assert "calm has seed 1 and seeded seed 2" in refused("results", "calm", "seeded")
    change(tmp_path / "thieves", code="old")
    said = refused("results", "calm", "thieves")
    assert "different versions of the game's code" in said
    assert "--metric is for two runs" in refused("results", "calm", "--metric", "gambits=0.1")
    assert "name one folder" in refused("results", "calm", "both", "thieves")


def test_other_kinds_are_not_compared(lab, refused, runs):
    lab("duel", "skill:elo=0", "skill:elo=9", "--game", "toy", "--games", 50, "--out", "d")
    assert "d holds a duel" in refused("results", "d", "calm")
