"""The contract suite: it passes those who keep the contract and names what others break."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import engine
from agents import registry
from engine.core.problem import Problem
from experiments import checks
from experiments.checks import LEGAL, NO_PEEKING, REPEATABLE, SEPARATE
from experiments.cli import app

ROOT = Path(__file__).parents[2]


@pytest.fixture
def only_tiny(monkeypatch, tiny):
    """The engine knows the tiny game alone."""
    monkeypatch.setattr(engine, "games", lambda: {"tiny": "Tiny"})
    monkeypatch.setattr(engine, "load", lambda name: tiny)


def failed(agent, **options):
    """The checks that an agent fails, with what is said."""
    found = list(checks.check(agent, **options))
    assert found
    return {f.check: f.text for f in found if f.passed is False}


@pytest.mark.parametrize("name", ["Steady", "SteadyBatch", "Dice", "Counter"])
def test_python_agents_that_keep_it(only_tiny, spec, name):
    found = list(checks.check(registry.parse(spec(name))))
    assert {(f.players, f.check) for f in found} == {
        (players, check) for players in range(2, 7) for check in checks.CHECKS
    }
    assert [f for f in found if f.passed is not True] == []


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_compiled_agents(only_tiny, name):
    found = list(checks.check(registry.parse(name), players=(2, 4), games=2))
    assert [f for f in found if f.passed is not True] == []


def test_the_agent_that_sees_all_is_caught(only_tiny):
    found = failed(registry.parse("cheat:iterations=20"), players=(3,), games=6)
    assert list(found) == [NO_PEEKING]


@pytest.mark.parametrize(
    ("name", "check", "told"),
    [
        ("Raises", LEGAL, r"exception in game \d, seat \d, at decision \d+: ValueError: I am lost"),
        ("OutOfRange", LEGAL, r"illegal choice .*: choice \d is out of range"),
        ("Exits", LEGAL, r"process died .*exit code 3"),
        ("Careless", REPEATABLE, r"chosen otherwise in \d of \d games"),
        ("Leaks", SEPARATE, r"depends on other games in \d of \d games"),
        ("Peeks", NO_PEEKING, r"\d+ of \d+ choices change with hidden cards"),
    ],
)
def test_what_is_broken_is_named(only_tiny, spec, name, check, told):
    parameters = {"often": 5} if check == LEGAL else {}
    found = failed(registry.parse(spec(name, **parameters)), players=(4,), games=6)
    assert list(found) == [check]
    assert re.search(told, found[check])


def test_an_agent_that_hangs_is_named(only_tiny, spec):
    agent = registry.parse(spec("Hangs", often=5))
    found = failed(agent, players=(2,), games=3, timeout=0.3)
    assert "timeout" in found[LEGAL]


def test_assert_contract(only_tiny, spec):
    checks.assert_contract(registry.parse(spec("Steady")), players=(2,))
    with pytest.raises(Problem, match="fails the check 'legal' in tiny at 2 seats"):
        checks.assert_contract(registry.parse(spec("Raises", often=2)), players=(2,))


# --- the command ----------------------------------------------------------------------------------


def lab(*args):
    return CliRunner().invoke(app, [str(arg) for arg in args], env={"COLUMNS": "100"})


def test_check_says_what_failed_and_exits_with_1(only_tiny, spec):
    done = lab("agents", "check", spec("Leaks"), "--players", 3, "--quiet")
    assert done.exit_code == 1
    assert re.search(r"tiny +separate +3 +FAILED", done.stdout)
    assert re.search(r"tiny +legal +3 +ok", done.stdout)


def test_check_as_json(only_tiny, spec):
    done = lab("agents", "check", spec("Steady"), "--players", 2, "--format", "json", "--quiet")
    assert done.exit_code == 0
    told = json.loads(done.stdout)
    assert (told["schema"], told["passed"]) == ("dragonlab.agent-check/1", True)
    assert [f["check"] for f in told["findings"]] == list(checks.CHECKS)


def test_explain(spec):
    told = json.loads(lab("agents", "explain", spec("Dice"), "--format", "json").stdout)
    assert told["parameters"] == {"sides": "6", "name": "'dice'"}
    assert told["about"].startswith("Its own stream")
    assert told["asked"] == "one decision at a time"
    given = json.loads(lab("agents", "explain", spec("Dice", sides=3), "--format", "json").stdout)
    assert given["given"] == {"sides": 3}
    assert "random" in lab("agents", "explain", "random").stdout
    wrong = lab("agents", "explain", "rondom")
    assert wrong.exit_code == 2


def test_list():
    done = lab("agents", "list", "--format", "json")
    named = {line["agent"] for line in json.loads(done.stdout)["agents"]}
    assert named == set(registry.AGENTS)


# --- the page -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def page():
    return (ROOT / "docs" / "agents.md").read_text(encoding="utf-8")


def test_the_agents_of_the_page_keep_the_contract(page, tmp_path, only_tiny):
    shown = re.findall(r"```python\n# (\w+\.py)\n(.*?)```", page, re.DOTALL)
    assert len(shown) >= 2
    for name, code in shown:
        (tmp_path / name).write_text(code)
    specs = re.findall(r"dragonlab [^\n]*?(\w+\.py:\w+)", page)
    assert specs
    for spec in sorted(set(specs)):
        file = spec.partition(":")[0]
        if (tmp_path / file).exists():
            checks.assert_contract(registry.parse(f"{tmp_path}/{spec}"), players=(2, 3))


def test_the_page_lists_every_field_and_part(page):
    from engine.core.sight import sight_of

    sight = sight_of(engine.load("giants-war").state)
    for name in (*sight.texts, *(part.name for part in sight.layout)):
        assert f"`{name}`" in page, name
    assert f"{sight.length:,} numbers" in page
