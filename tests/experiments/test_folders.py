"""What a folder survives: repeats, damage, kills, full disks, other runs."""

import json
import os
import shutil
import signal
import time
from pathlib import Path

import pytest
import toy_lab

from experiments.plan import PART

GAMES = 3 * PART + 17
RUN = ("run", "toy", "--games", GAMES, "--out", "r")


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The folder of a run that nothing disturbed."""
    folder = tmp_path_factory.mktemp("undisturbed")
    process = toy_lab.start(*RUN, cwd=folder)
    process.communicate(timeout=120)
    assert process.returncode == 0
    return folder / "r"


@pytest.fixture
def undisturbed(whole):
    """What such a run leaves."""
    return toy_lab.contents(whole)


@pytest.fixture
def stored(whole, tmp_path):
    """Such a run in this test's own folder."""
    return Path(shutil.copytree(whole, tmp_path / "r"))


def manifest(folder):
    return json.loads((folder / "manifest.json").read_text())


def index(folder):
    return [json.loads(line) for line in (folder / "parts.jsonl").read_text().splitlines()]


def _runs(process):
    return process.poll() is None if hasattr(process, "poll") else process.is_alive()


def wait_for_a_part(folder, process):
    """Until the first part is stored, or the process has ended."""
    while _runs(process) and not list(folder.glob("parts.jsonl")):
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
        assert said.splitlines()[-1].endswith("to go on: dragonlab resume r")
        assert "Traceback" not in said
        assert manifest(folder)["status"] == "interrupted"
    kept = {part["file"]: (folder / part["file"]).stat().st_mtime_ns for part in index(folder)}
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


def test_damaged_and_foreign_parts_are_named_and_played_again(lab, tmp_path, stored, undisturbed):
    lab("run", "toy", "--games", PART, "--out", "other", "--seed", 2)
    cut, gone, foreign, small = sorted(tmp_path.glob("r/games/*"))
    cut.write_bytes(cut.read_bytes()[:-10])
    gone.unlink()
    foreign.write_bytes((tmp_path / "other/games/part-00000.parquet").read_bytes())
    (tmp_path / "r/games/part-00007.parquet").write_bytes(small.read_bytes())
    again = lab(*RUN)
    assert again.exit_code == 0
    assert toy_lab.contents(tmp_path / "r") == undisturbed
    for told in ((tmp_path / "r/run.log").read_text(), again.stderr):
        for file in (cut, gone, foreign):
            assert f"{file.name} is missing or damaged: its games are played again" in told
        assert "part-00007.parquet is not in parts.jsonl" in told
        assert small.name not in told
    assert "150,017 games played" not in again.stdout
    assert "missing" not in lab(*RUN).stderr


def test_parts_of_another_run_do_not_count_even_with_its_index(lab, tmp_path, stored, undisturbed):
    lab("run", "toy", "--games", PART, "--out", "other", "--seed", 2)
    for name in ("games/part-00000.parquet", "parts.jsonl"):
        (tmp_path / "r" / name).write_bytes((tmp_path / "other" / name).read_bytes())
    assert "part-00000.parquet belongs to another run" in lab(*RUN).stderr
    assert toy_lab.contents(tmp_path / "r") == undisturbed


@pytest.mark.parametrize("tear", [lambda text: text[:-30], lambda text: text + b'{"run": "', bytes])
def test_a_torn_index_costs_the_torn_part_only(lab, tmp_path, stored, undisturbed, tear):
    file = tmp_path / "r/parts.jsonl"
    whole = file.read_bytes()
    file.write_bytes(tear(whole))
    assert lab(*RUN).exit_code == 0
    assert toy_lab.contents(tmp_path / "r") == undisturbed
    assert sorted(file.read_bytes().splitlines()) == sorted(whole.splitlines())


def test_two_commands_in_one_folder_do_not_meet(lab, refused, tmp_path, undisturbed):
    first = toy_lab.fork(*RUN, "--jobs", 1, "--chunk", 100)
    wait_for_a_part(tmp_path / "r", first)
    said = refused(*RUN)
    assert f"r is in use by another dragonlab command (process {first.pid})" in said
    assert "--out" in said
    assert "in use" in refused("resume", "r")
    first.join(60)
    assert first.exitcode == 0
    assert toy_lab.contents(tmp_path / "r") == undisturbed
    assert not (tmp_path / "r/.lock").exists()
    (tmp_path / "r/.lock").write_text("1")  # as a command leaves it that was killed
    assert lab(*RUN).exit_code == 0


def test_an_empty_folder_name_is_refused(refused, tmp_path):
    assert "--out" in refused("run", "toy", "--games", 100, "--out", "")
    assert list(tmp_path.iterdir()) == []


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
