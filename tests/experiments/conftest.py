"""The toy as the only game, and `dragonlab` in this process."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import browser
import pytest
import skill
import toy
import toy_lab
from typer.testing import CliRunner

import engine
from agents import registry
from experiments import rotation_pace

# A page is looked at where there is a browser to do so.
collect_ignore = [] if browser.FOUND else ["test_report_in_browser.py"]

REAL = {name: getattr(engine, name) for name in ("load", "games")}


@pytest.fixture(autouse=True)
def toy_engine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The engine knows the toy alone; the current folder is empty."""
    for name, function in REAL.items():
        monkeypatch.setattr(engine, name, function)  # put back when the test is over
    toy.install()
    for name, function in skill.REAL.items():
        monkeypatch.setattr(registry, name, function)
    skill.install()
    monkeypatch.setattr(rotation_pace, "SECONDS", 0.001)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def real_engine(monkeypatch: pytest.MonkeyPatch, toy_engine: None) -> None:
    """The engine knows its own games again."""
    for name, function in REAL.items():
        monkeypatch.setattr(engine, name, function)


@pytest.fixture(scope="session")
def reported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a sweep of three designs with its report, to be read only."""
    place = tmp_path_factory.mktemp("reported")
    (place / "thieves.toml").write_text(toy_lab.REPORTED)
    played = toy_lab.start("sweep", "thieves.toml", "--out", "r", cwd=place)
    printed, errors = played.communicate()
    assert played.returncode == 0, errors
    assert printed.splitlines()[-1] == "r/report.html"
    return place / "r"


@pytest.fixture
def lab() -> Callable[..., Any]:
    """`dragonlab` in this process: lab("run", "toy", ...) with exit_code, stdout and stderr."""
    from experiments.cli import app

    return lambda *args: CliRunner().invoke(app, [str(arg) for arg in args])


@pytest.fixture
def refused(lab: Callable[..., Any]) -> Callable[..., str]:
    """Runs a command that must be refused: exit code 2, one line on stderr, nothing on stdout."""

    def run(*args: Any) -> str:
        result = lab(*args)
        assert result.exit_code == 2, (result.stdout, result.stderr, result.exception)
        lines = result.stderr.splitlines()
        assert len(lines) == 1
        assert lines[0].startswith("dragonlab: ")
        assert result.stdout == ""
        return lines[0]

    return run
