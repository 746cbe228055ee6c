"""The command line itself: quick help, lean imports, lists, from any folder."""

import json
import os
import resource
import subprocess
import sys

import pytest
import toy
import toy_lab

COMMANDS = "run sweep watch scenario bench plot results experiments games agents decks cards rules"
HEAVY = ("numba", "numpy", "pandas", "pyarrow", "matplotlib", "statsmodels", "scipy", "pydantic")


def python(code, *args):
    env = {**os.environ, "PYTHONPATH": str(toy_lab.ROOT)}
    command = [sys.executable, "-c", code, *args]
    return subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)


def test_help_names_every_command(lab):
    result = lab("--help")
    assert result.exit_code == 0
    assert all(command in result.stdout for command in (*COMMANDS.split(), "cache"))


def test_a_bare_command_shows_the_help_and_no_more(lab):
    for args in ((), ("cache",)):
        result = python("from experiments.cli import main; main()", *args)
        assert "Usage" in result.stdout
        assert result.stderr == ""


def test_a_reader_of_the_help_may_leave():
    code = "from experiments.cli import main; main()"
    shell = f'"{sys.executable}" -c "{code}" -h | head -n 1; exit "${{PIPESTATUS[0]}}"'
    env = {**os.environ, "PYTHONPATH": str(toy_lab.ROOT)}
    done = subprocess.run(["bash", "-c", shell], env=env, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_help_answers_at_once():
    """In processor time, which a busy machine distorts less than the clock."""
    took = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert python("from experiments.cli import main; main()", "--help").returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(took) < 0.4


def test_help_imports_nothing_heavy():
    done = python(f"import experiments.cli, sys; print([m for m in {HEAVY} if m in sys.modules])")
    assert done.stdout.strip() == "[]"


def test_a_run_imports_no_library_that_it_does_not_use():
    code = f"""
import sys
sys.path.insert(0, {os.path.dirname(toy.__file__)!r})
import toy
toy.install()
from experiments.cli import app
try:
    app(["run", "toy", "--games", "50"])
except SystemExit as end:
    assert end.code == 0
print([m for m in ("statsmodels", "matplotlib", "pandas", "pyarrow", "pydantic_settings")
       if m in sys.modules])
"""
    done = python(code)
    assert done.stdout.splitlines()[-1] == "[]", done.stderr


def test_version(lab):
    from experiments import __version__

    assert lab("--version").stdout == f"dragonlab {__version__}\n"


def test_no_command_shows_the_help(lab):
    assert "Usage" in lab().output


@pytest.mark.parametrize("command", COMMANDS.split())
def test_every_command_explains_itself(lab, command):
    result = lab(command, "--help")
    assert result.exit_code == 0
    assert "Usage" in result.stdout


def test_lists(lab):
    assert "random" in lab("agents").stdout
    assert "random" in lab("agents", "list").stdout
    assert "The Toy" in lab("games").stdout
    listed = json.loads(lab("games", "--format", "json").stdout)
    assert listed == {"schema": "dragonlab.games/1", "games": [{"name": "toy", "title": "The Toy"}]}
    assert lab("games", "--format", "csv").stdout == "name,title\ntoy,The Toy\n"


def test_experiments_are_listed_with_their_question(lab):
    told = json.loads(lab("experiments", "--format", "json").stdout)["experiments"]
    assert {"red-vs-shadow"} <= {experiment["name"] for experiment in told}
    assert all(e["question"].endswith("?") and e["rulebook"] and e["source"] for e in told)
    assert "red-vs-shadow" in lab("experiments").stdout


def test_cache_clear_tells_what_it_removed(lab, tmp_path, monkeypatch):
    from engine.core import jit

    monkeypatch.setattr(jit, "clear_cache", lambda: (3, 1_500_000))
    assert lab("cache", "clear").stdout == "removed 3 files, 1.5 MB\n"
