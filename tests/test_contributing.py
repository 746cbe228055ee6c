"""The recipes of CONTRIBUTING.md, followed word for word.

House cards, decks, scenarios and experiments are used as they stand. Recipes that change sources
are carried out on a copy of them, which then plays in processes of its own.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import documents
import pytest
from documents import ROOT

import engine
from engine import scenario

TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
CHANGE = re.compile(
    r"[Ii]n `(?P<file>[\w/.-]+)`, (?P<how>after|before|in place of)\s`(?P<line>[^`]+)`:\n\n"
    r"```\w+\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
END = re.compile(
    r"At the end of `(?P<file>[\w/.-]+)`:\n\n```\w+\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
COPY = re.compile(r"`(?P<old>[\w/.]+)` is a whole one .*?Copy it to `(?P<new>[\w/.]+)`", re.DOTALL)
COMMANDS = [command for command, _ in documents.commands(TEXT)]
ROOMS = ("engine", "agents", "experiments")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty folder with the files that CONTRIBUTING shows."""
    documents.write_files(TEXT, tmp_path)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_card(folder):
    """The card of the recipe plays, and its text and lines are about the same figures."""
    game = engine.load("giants-war")
    design = game.design(players=3, deck="wolves.toml", cards="wolf.toml")
    told = design.as_dict()
    assert [card["title"] for card in told["cards"]] == ["Wolf Giant"]
    assert "Wolf Giant 10" in told["contents"]["standard"]
    games = game.batch(20, seed=1, players=3, deck="wolves.toml", cards="wolf.toml")
    assert not games.over.any()


def test_scenario(folder):
    result = scenario.run_file("wolf-scenario.toml")
    assert result.ok, result.failures


@pytest.mark.parametrize("game", ["drachensachen", "dragon_war"])
def test_files_of_a_finished_game(game):
    """Each of those that came about by the recipe has every file of its list."""
    table = TEXT.partition("A finished game consists of")[2]
    files = [path.replace("GAME", game) for path in re.findall(r"`([\w/]*GAME/[\w/.]*)`", table)]
    assert len(files) > 15
    assert [path for path in files if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_command(command, folder):
    code, printed = documents.run(command)
    assert code == 0, printed


# --- recipes that change sources ------------------------------------------------------------------


@pytest.fixture(scope="module")
def changed(tmp_path_factory):
    """A copy of the sources after all recipes; beside it the files that CONTRIBUTING shows."""
    root = tmp_path_factory.mktemp("changed")
    for room in ROOMS:
        shutil.copytree(ROOT / room, root / room, ignore=shutil.ignore_patterns("__pycache__"))
    copied = COPY.search(TEXT)
    shutil.copy(ROOT / copied["old"], root / copied["new"])
    for change in CHANGE.finditer(TEXT):
        insert(root / change["file"], change["how"], change["line"], change["text"])
    for end in END.finditer(TEXT):
        with (root / end["file"]).open("a", encoding="utf-8") as file:
            file.write(end["text"])
    documents.write_files(TEXT, root)
    return root


def insert(file, how, line, text):
    """Puts text after, before or in place of the one line that reads so."""
    lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
    places = [i for i, found in enumerate(lines) if found.rstrip("\n") == line]
    assert len(places) == 1, f"{file.name} has {len(places)} lines {line!r}"
    at = places[0] + (how == "after")
    lines[at : at + (how == "in place of")] = [text]
    file.write_text("".join(lines), encoding="utf-8")


def lab(root, *args, **switches):
    """`dragonlab ARGS` by the sources in `root`: its stdout."""
    env = {name: text for name, text in os.environ.items() if not name.startswith("NUMBA_")}
    env |= {"PYTHONPATH": str(root), "DRAGONLAB_CACHE_DIR": str(root / "cache"), **switches}
    done = subprocess.run(
        [sys.executable, "-P", "-m", "experiments.cli", *map(str, args)],
        cwd=root,
        env=env,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


PLAIN = {"NUMBA_DISABLE_JIT": "1"}


def test_every_block_is_used():
    """No Python of the recipes is left out by the patterns above."""
    used = [match["text"] for pattern in (CHANGE, END) for match in pattern.finditer(TEXT)]
    assert {block.text for block in documents.blocks(TEXT, "python")} <= set(used)
    assert len(used) >= 22


def test_effect_in_plain_python(changed):
    assert "1 passed" in lab(changed, "scenario", "tax-scenario.toml", **PLAIN)


def test_deck_and_house_rule(changed):
    decks = json.loads(lab(changed, "decks", "--format", "json"))
    assert "gift-givers" in json.dumps(decks)
    rules = json.loads(lab(changed, "rules", "--format", "json"))
    assert "tied_ante_draw" in json.dumps(rules)


def test_new_game(changed):
    told = json.loads(
        lab(changed, "run", "tiny", "--players", 3, "--games", 600, "--format", "json", "--quiet")
    )
    shares = [seat["win_share"]["mean"] for seat in told["seats"]]
    assert sum(shares) == pytest.approx(1)
    assert told["metrics"]["decisions"]["mean"] == 6


def test_all_together_compiled(changed):
    """Effect, deck, rule, metric and counter in one compiled run."""
    told = json.loads(
        lab(
            changed,
            *("run", "giants-war", "--games", 200, "--format", "json", "--quiet"),
            *("--cards", "tax.toml", "--deck", "gift-givers", "--rule", "tied_ante_draw=2"),
        )
    )
    assert told["rules"]["tied_ante_draw"] == 2
    assert 0 < told["metrics"]["buys_per_gambit"]["mean"] < 4
    assert 0 < told["metrics"]["tied_antes"]["mean"] < 1


def test_paths_in_the_text_exist():
    """Every path in backticks is there, but for those that a recipe makes."""
    made = {COPY.search(TEXT)["new"]}
    for path in re.findall(
        r"`((?:engine|agents|experiments|tests|docs|benchmarks)/[\w/.-]*)`", TEXT
    ):
        found = path.replace("GAME", "drachensachen")
        assert path in made or (ROOT / found).exists(), path
    assert Path(ROOT / ".ci/run").is_file()
