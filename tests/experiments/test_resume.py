"""`dragonlab resume`: after kills at random moments and a full disk, the same bytes."""

import json
import random
import time

import pytest
import toy_lab

SKILLS = "skill:elo=0,skill:elo=60,skill:elo=120"
SWEEP = """
question = "Do thieves make hands smaller?"
game = "toy"
games = 51_000
[[designs]]
name = "calm"
[[designs]]
name = "thieves"
deck = "thieves"
[metrics]
hand_size = 0.25
gambits = 0.25
"""
KINDS = {
    "run": ("run", "toy", "--games", 100_017),
    "sweep": ("sweep", "ours.toml", "--no-plots"),
    "until": ("sweep", "ours.toml", "--no-plots", "--until", "width=0.02"),
    "duel": ("duel", "skill:elo=0", "skill:elo=9", "--game", "toy", "--games", 9_000, "--sprt", "elo1=30"),
    "tournament": ("tournament", "--game", "toy", "--agents", SKILLS, "--games", 2_000, "--no-plots"),
}  # fmt: skip
KILLS = 5


@pytest.fixture
def inputs(tmp_path):
    """What the commands read."""
    (tmp_path / "ours.toml").write_text(SWEEP)


def resume(lab, kind, *more):
    plots = ("--no-plots",) if kind in ("sweep", "until", "tournament") else ()
    return lab("resume", "r", *plots, *more)


def told(result):
    """What a command printed, but for what depends on the moment."""
    document = json.loads(result.stdout)
    document.pop("timing")
    document.pop("name", None)
    return document


@pytest.mark.parametrize("kind", KINDS)
def test_kills_at_random_moments_change_nothing(lab, tmp_path, inputs, kind):
    began = time.perf_counter()
    whole = lab(*KINDS[kind], "--out", "whole", "--format", "json", "--jobs", 1, "--chunk", 200)
    took = time.perf_counter() - began
    assert whole.exit_code == 0, whole.stderr
    luck = random.Random()
    for kill in range(KILLS):
        begun = (tmp_path / "r/manifest.json").exists()
        command = ("resume", "r") if begun else (*KINDS[kind], "--out", "r")
        process = toy_lab.fork(*command, "--jobs", 1, "--chunk", 200)
        time.sleep(luck.uniform(0, 1.2 * took / (KILLS - kill)))
        process.kill()
        process.join(60)
    if not (tmp_path / "r/manifest.json").exists():
        lab(*KINDS[kind], "--out", "r")
    result = resume(lab, kind, "--format", "json", "--jobs", 2)
    assert result.exit_code == 0, result.stderr
    assert told(result) == told(whole)
    assert toy_lab.contents(tmp_path / "r") == toy_lab.contents(tmp_path / "whole")
    assert not list(tmp_path.glob("r/**/.*"))
    again = resume(lab, kind, "--format", "json")
    assert told(again) == told(whole)
    assert json.loads(again.stdout)["timing"]["games_played"] == 0


@pytest.mark.parametrize("room", [1_000_000, 900])
def test_a_full_disk_ends_a_run_in_a_sentence_and_the_run_goes_on(lab, tmp_path, room):
    lab(*KINDS["run"], "--out", "whole")
    process = toy_lab.fork(*KINDS["run"], "--out", "r", file_size=room)
    process.join(60)
    assert process.exitcode == 2
    said = (tmp_path / "said.txt").read_text().splitlines()
    assert said[-1].startswith("dragonlab: cannot write r/")
    assert not list(tmp_path.glob("r/**/.*.part"))
    again = ("resume", "r") if room > 900 else (*KINDS["run"], "--out", "r")
    assert lab(*again).exit_code == 0
    assert toy_lab.contents(tmp_path / "r") == toy_lab.contents(tmp_path / "whole")


def test_a_disk_that_fills_while_the_index_grows_loses_no_line(tmp_path, monkeypatch):
    """Either a line is there or it is not: what the disk took of it is taken back."""
    import os

    from engine.core.problem import Problem
    from experiments import parts
    from experiments.plan import Part

    def full(handle, content):
        if len(content) < 100:
            raise OSError(28, "No space left on device")
        return write(handle, content[: len(content) // 2])

    entries = [parts.entry("run", Part(n, 0, 10 * n, 10), "toy", "0" * 64) for n in range(3)]
    parts.add(tmp_path, entries[:2])
    write = os.write
    monkeypatch.setattr(os, "write", full)
    with pytest.raises(Problem, match=r"parts.jsonl: no space left on device"):
        parts.add(tmp_path, entries[2:])
    monkeypatch.setattr(os, "write", write)
    assert parts.read(tmp_path) == ({n: entries[n] for n in (0, 1)}, True)


def test_resume_needs_a_run(refused, tmp_path):
    assert "nothing holds no run" in refused("resume", "nothing")
    (tmp_path / "file").write_text("mine")
    assert "file is a file" in refused("resume", "file")


def test_a_run_of_other_code_is_not_gone_on_with(lab, refused, tmp_path):
    lab("run", "toy", "--games", 500, "--out", "r")
    change(tmp_path / "r", code="old")
    assert lab("resume", "r").exit_code == 0
    change(tmp_path / "r", status="running")
    said = refused("resume", "r")
    assert "begun by another version of the game's code (dragonlab " in said
    assert "dragonlab run" in said or "--force" in said


def test_a_design_that_this_version_plays_differently_is_not_gone_on_with(lab, refused, tmp_path):
    lab("run", "toy", "--games", 500, "--out", "r")
    designs = json.loads((tmp_path / "r/manifest.json").read_text())["designs"]
    designs[0]["design"]["rules"]["gold"] = 11
    designs[0]["design"]["other"] = 1
    change(tmp_path / "r", status="running", designs=designs)
    assert "this version plays the design 'toy' differently" in refused("resume", "r")


def change(folder, **facts):
    """Writes other facts into a manifest."""
    file = folder / "manifest.json"
    file.write_text(json.dumps({**json.loads(file.read_text()), **facts}))
