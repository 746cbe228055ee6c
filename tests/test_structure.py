"""Imports point one way, and what is compiled is marked as such. Sources are read, not run."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import numpy as np
import pytest

import engine
from engine.core.header import check_field_names

ROOT = Path(engine.__file__).resolve().parents[1]
ROOMS = ("engine", "agents", "experiments")
FILES = [file for room in ROOMS for file in sorted((ROOT / room).rglob("*.py"))]
NAMES = [str(file.relative_to(ROOT)) for file in FILES]
TREES = {name: ast.parse((ROOT / name).read_text(encoding="utf-8")) for name in NAMES}

# A module's part of the house -> the parts it may import besides itself. Longest name wins.
MAY = {
    "engine.core": (),
    "engine": ("engine.core",),  # scenario, transcript: the verbs only
    "agents": ("engine",),
    "experiments": ("agents", "engine"),
}
for game in sorted(path.parent.name for path in (ROOT / "engine").glob("*/game.py")):
    if game != "core":
        MAY[f"engine.{game}"] = ("engine.core",)
GAMES = [part for part in MAY if part.startswith("engine.") and part != "engine.core"]

MARKS = {"compiled", "inline", "merged", "of"}  # `@step.of(STATE)` compiles as well


def module(name):
    """The dotted name of a file."""
    return name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def part(dotted):
    """The part of the house that a module belongs to; None for other people's."""
    found = [p for p in MAY if dotted == p or dotted.startswith(p + ".")]
    return max(found, key=len, default=None)


def imported(tree):
    """Every module that a tree imports, also inside functions, with the line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: relative import"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield (inner if inner in MODULES else node.module), node.lineno


MODULES = {module(name) for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_imports_point_one_way(name):
    own = part(module(name))
    for other, line in imported(TREES[name]):
        theirs = part(other)
        if theirs is None or theirs == own:
            continue
        allowed = MAY[own]
        assert any(theirs == p or theirs.startswith(p + ".") for p in allowed), (
            f"{name}:{line}: {own} imports {other}"
        )


@pytest.mark.parametrize("name", [n for n in NAMES if n.startswith(("agents/", "experiments/"))])
def test_games_are_asked_for_by_name(name):
    """Agents and experiments import no game: they ask the engine for one."""
    for other, line in imported(TREES[name]):
        assert part(other) not in GAMES, f"{name}:{line} imports {other}"


def test_no_circles():
    """No module of the house imports itself by way of others at the top of the file."""
    arrows = {
        module(name): {other for other, _ in imported(top(TREES[name])) if other in MODULES}
        for name in NAMES
    }
    while arrows:
        ends = [m for m, others in arrows.items() if not (others - {m}) & arrows.keys()]
        assert ends, f"a circle among {sorted(arrows)}"
        for end in ends:
            del arrows[end]


def top(tree):
    """What is run when a file is imported; imports for type checkers are not."""
    kept = [node for node in tree.body if not isinstance(node, ast.If)]
    return ast.Module([n for n in kept if not isinstance(n, ast.FunctionDef | ast.ClassDef)], [])


def test_agents_and_experiments_name_no_game():
    """Games are named in `experiments/designs/` only; `legendary` may stand in a sentence."""
    named = re.compile("|".join(rf"\b{re.escape(game)}\b" for game in engine.games()))
    for name in NAMES:
        if not name.startswith(("agents/", "experiments/")):
            continue
        for node in ast.walk(TREES[name]):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                assert node.value not in engine.games(), f"{name}:{node.lineno}: {node.value!r}"
                wrong = named.search(node.value) if "\n" not in node.value else None
                assert wrong is None or "legendary" in wrong[0], f"{name}:{node.lineno}: {wrong[0]}"


# --- compiled code --------------------------------------------------------------------------------


def decorations(function):
    """The last names of a function's decorators."""
    for mark in function.decorator_list:
        node = mark.func if isinstance(mark, ast.Call) else mark
        yield node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def compiled_functions():
    """(file, function) of every function that is marked as compiled."""
    for name in NAMES:
        for node in TREES[name].body:
            if isinstance(node, ast.FunctionDef) and MARKS & set(decorations(node)):
                yield name, node


def names_of(name):
    """Every name in a file that stands for a function of the house: name -> (file, function)."""
    known = {n.name: (name, n) for n in TREES[name].body if isinstance(n, ast.FunctionDef)}
    for node in TREES[name].body:
        if isinstance(node, ast.ImportFrom) and node.module in MODULES:
            source = next(n for n in NAMES if module(n) == node.module)
            inner = {n.name: n for n in TREES[source].body if isinstance(n, ast.FunctionDef)}
            for alias in node.names:
                if alias.name in inner:
                    known[alias.asname or alias.name] = (source, inner[alias.name])
    return known


def test_compiled_code_calls_compiled_code():
    """What a compiled function calls is compiled too, or a verb."""
    found = list(compiled_functions())
    assert len(found) > 100
    for name, function in found:
        known = names_of(name)
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                called = known.get(node.func.id)
                if called:
                    marks = set(decorations(called[1]))
                    assert marks & (MARKS | {"Verb"}), (
                        f"{name}:{node.lineno}: {function.name} calls {node.func.id}, "
                        "which is not marked"
                    )


def test_compiled_code_has_its_own_luck():
    """`np.random` and `random` are one stream for all games: nothing compiled draws from them."""
    for name, function in compiled_functions():
        for node in ast.walk(function):
            assert not (isinstance(node, ast.Attribute) and node.attr == "random"), (
                f"{name}:{node.lineno}: {function.name}"
            )


@pytest.mark.parametrize("name", list(engine.games()))
def test_fields_can_be_read_by_name(name):
    """No field is named like something that NumPy's records have already."""
    game = engine.load(name)
    for dtype in (game.state, game.rules, game.row):
        check_field_names(dtype)
    assert check_field_names(np.dtype([("strength", np.int16)])) is None
    with pytest.raises(ValueError, match="take"):
        check_field_names(np.dtype([("take", np.int16)]))
