"""What a folder survives: repeats, damage, kills, full disks, other runs."""

import json
import os
import signal
import time

import pytest
import toy_lab

from experiments.plan import PART

GAMES = 3 * PART + 17
RUN = ("run", "toy", "--games", GAMES, "--out", "r")


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory):
    """What a run leaves that nothing disturbed."""
    folder = tmp_path_factory.mktemp("undisturbed")
    process = toy_lab.start(*RUN, cwd=folder)
    process.communicate(timeout=120)
    assert process.returncode == 0
    return toy_lab.contents(folder / "r")


def manifest(folder):
    return json.loads((folder / "manifest.json").read_text())


def wait_for_a_part(folder, process):
    """Until the first part is stored, or the process has ended."""
    while process.poll() is None and not list(folder.glob("games/part-*")):
        time.sleep(0.01)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_run_goes_on_where_it_stopped(lab, tmp_path, undisturbed, how):
    folder = tmp_path / "r"
    process = toy_lab.start(*RUN, "--jobs", 1, "--chunk", 500)
    wait_for_a_part(folder, process)
    process.send_signal(how)
    _, said = process.communicate(timeout=60)
    if how == signal.SIGINT:
        assert process.returncode == 130
        assert "games are kept in r" in said.splitlines()[-1]
        assert "dragonlab run toy" in said.splitlines()[-1]
        assert "Traceback" not in said
        assert manifest(folder)["status"] == "interrupted"
    parts = manifest(folder)["parts"]
    kept = {part["file"]: (folder / part["file"]).stat().st_mtime_ns for part in parts}
    assert len(kept) < 4
    assert lab(*RUN).exit_code == 0
    assert toy_lab.contents(folder) == undisturbed
    assert {name: (folder / name).stat().st_mtime_ns for name in kept} == kept
    assert manifest(folder)["status"] == "finished"


def test_a_finished_run_is_shown_again(lab, tmp_path):
    args = ("run", "toy", "--games", 500, "--out", "r", "--format", "json")
    first, again = (json.loads(lab(*args).stdout) for _ in range(2))
    assert again.pop("timing")["games_played"] == 0
    first.pop("timing")
    assert first == again


def test_a_damaged_part_is_named_and_played_again(lab, tmp_path, undisturbed):
    lab(*RUN)
    damaged = tmp_path / "r/games/part-00001.parquet"
    damaged.write_bytes(damaged.read_bytes()[:-10])
    (tmp_path / "r/games/part-00002.parquet").unlink()
    assert lab(*RUN).exit_code == 0
    assert toy_lab.contents(tmp_path / "r") == undisturbed
    log = (tmp_path / "r/run.log").read_text()
    assert "part-00001.parquet is missing or damaged" in log
    assert "part-00002.parquet is missing or damaged" in log


@pytest.mark.parametrize(
    ("other", "word"),
    [
        (("--seed", 2), "seed"),
        (("--games", 501), "number of games"),
        (("--rule", "gold=11"), "design"),
        (("--players", 2), "design"),
    ],
)
def test_another_run_is_not_overwritten(lab, refused, tmp_path, other, word):
    lab("run", "toy", "--games", 500, "--out", "r")
    before = toy_lab.contents(tmp_path / "r")
    said = refused("run", "toy", "--games", 500, "--out", "r", *other)
    assert f"r holds a run of another {word}" in said
    assert "--force" in said
    assert toy_lab.contents(tmp_path / "r") == before
    assert lab("run", "toy", "--games", 500, "--out", "r", *other, "--force").exit_code == 0
    assert toy_lab.contents(tmp_path / "r") != before


def test_a_run_of_other_code_is_shown_if_finished_and_refused_if_not(lab, refused, tmp_path):
    args = ("run", "toy", "--games", 500, "--out", "r")
    lab(*args)
    file = tmp_path / "r/manifest.json"
    file.write_text(json.dumps({**manifest(tmp_path / "r"), "code": "old"}))
    assert lab(*args).exit_code == 0
    file.write_text(json.dumps({**manifest(tmp_path / "r"), "status": "running", "code": "old"}))
    assert "another version of the game's code" in refused(*args)


def test_damage_is_not_mended_by_other_code(lab, refused, tmp_path):
    args = ("run", "toy", "--games", 500, "--out", "r")
    lab(*args)
    file = tmp_path / "r/manifest.json"
    file.write_text(json.dumps({**manifest(tmp_path / "r"), "code": "old"}))
    (tmp_path / "r/games/part-00000.parquet").unlink()
    assert "r is damaged, and its games were played by other code" in refused(*args)
    assert "part-00000.parquet is damaged" in refused("plot", "r")


def test_force_touches_only_what_is_ours(lab, tmp_path):
    lab("run", "toy", "--games", 100, "--out", "r")
    (tmp_path / "r/notes.txt").write_text("mine")
    lab("run", "toy", "--games", 200, "--out", "r", "--force")
    assert (tmp_path / "r/notes.txt").read_text() == "mine"


def test_a_folder_of_other_things_is_left_alone(refused, tmp_path):
    (tmp_path / "r").mkdir()
    (tmp_path / "r/thesis.tex").write_text("mine")
    for force in ((), ("--force",)):
        said = refused("run", "toy", "--games", 100, "--out", "r", *force)
        assert "r is not empty and holds no run" in said
    assert [path.name for path in (tmp_path / "r").iterdir()] == ["thesis.tex"]


def test_a_file_is_no_folder(refused, tmp_path):
    (tmp_path / "r").write_text("mine")
    assert "r is a file" in refused("run", "toy", "--games", 100, "--out", "r")


def test_a_folder_that_cannot_be_made(refused):
    assert "/proc/nowhere" in refused("run", "toy", "--games", 100, "--out", "/proc/nowhere/r")


def test_a_damaged_manifest_is_named(lab, refused, tmp_path):
    lab("run", "toy", "--games", 100, "--out", "r")
    (tmp_path / "r/manifest.json").write_text("{")
    assert "r/manifest.json is damaged" in refused("run", "toy", "--games", 100, "--out", "r")


def test_a_full_disk_leaves_no_half_file(refused, tmp_path, monkeypatch):
    from pathlib import Path

    opened = Path.open

    def full(path, *args, **kwargs):
        file = opened(path, *args, **kwargs)
        if "part-" in path.name:
            file.write = lambda content: os.write(os.open("/dev/full", os.O_WRONLY), content)
        return file

    monkeypatch.setattr(Path, "open", full)
    said = refused("run", "toy", "--games", 100, "--out", "r")
    assert "cannot write r/games/part-00000.parquet: no space left on device" in said
    assert list((tmp_path / "r/games").iterdir()) == []


def test_results_lists_runs(lab):
    lab("run", "toy", "--games", 100, "--out", "results/first")
    listed = json.loads(lab("results", "--format", "json").stdout)["results"]
    assert [(run["folder"], run["status"]) for run in listed] == [("results/first", "finished")]
    assert "results/first" in lab("results").stdout
    assert lab("results", "elsewhere").exit_code == 0
