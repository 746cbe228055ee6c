"""A stored run taken up again: its plan from the manifest, its figures from its rows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import engine
from agents import loading, registry
from engine.core.game import Game
from engine.core.problem import Problem, near
from experiments import run, store
from experiments.plan import TIMEOUT, Plan, Variant
from experiments.run import Outcome
from experiments.statistics import Comparison
from experiments.summary import chosen


def manifest(path: Path) -> dict[str, Any]:
    """The manifest of a run's folder; raises Problem where there is none."""
    found = store.read_manifest(path)
    if found is None:
        raise Problem(f"{path} holds no run: there is no manifest.json in it")
    return found


def plan(path: Path) -> Plan:
    """What a stored run played; raises Problem."""
    known = manifest(path)
    game = engine.load(known["game"])
    labels = known["labels"]
    variants = tuple(_variant(game, design, labels, path) for design in known["designs"])
    timeout = known.get("timeout", TIMEOUT)
    return Plan(known["name"], game, variants, known["games"], known["seed"], timeout=timeout)


def _variant(
    game: Game, known: Mapping[str, Any], labels: Mapping[str, str], path: Path
) -> Variant:
    stored = known["design"]
    design = game.design(
        players=stored["players"],
        deck=stored.get("deck"),
        rules=stored.get("rules"),
        cards=stored.get("cards"),
    )
    if design.as_dict() != stored:
        raise Problem(f"{path}: this version plays the design {known['name']!r} differently")
    agents = tuple(_agent(spec, known.get("code", {})) for spec in known["agents"])
    return Variant(known["name"], labels[known["name"]], design, agents)


def _agent(spec: str, stamps: Mapping[str, str]) -> Any:
    """An agent of a stored run; an agent in Python plays again only if its code is the same."""
    if spec not in stamps:
        return registry.parse(spec)
    try:
        agent: Any = registry.parse(spec)
    except Problem:
        return loading.remembered(spec, stamps[spec])
    return agent if agent.stamp == stamps[spec] else loading.remembered(spec, stamps[spec])


def one_of(found: Plan, name: str | None) -> Variant:
    """The variant of a name; the name may be left out where there is one only."""
    names = [variant.name for variant in found.variants]
    if name is None and len(names) == 1:
        return found.variants[0]
    if name is None:
        raise Problem(f"the run has several designs, name one with --design: {', '.join(names)}")
    if name not in names:
        raise Problem(f"unknown design {name!r}{near(name, names)}")
    return found.variants[names.index(name)]


def reopen(path: Path) -> tuple[Outcome, list[Comparison]]:
    """The figures of a finished run, counted again from its rows; raises Problem."""
    known, found = manifest(path), plan(path)
    if known["status"] != "finished":
        raise Problem(f"{path} is not finished; to go on repeat: {known['command']}")
    folder, metrics = store.Folder(path, known), known.get("metrics", {})
    if damaged := folder.damaged():
        raise Problem(f"{path}: {damaged[0]} is damaged; to mend it repeat: {known['command']}")
    outcome = run.play(found, chosen(metrics, found), folder)
    return outcome, outcome.comparisons(metrics)
