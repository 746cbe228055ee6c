"""A stored run taken up again: its plan from the manifest, its figures from its rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import engine
from agents import loading, registry
from engine.core.problem import Problem, near
from experiments import lazy, run, store
from experiments.execution import how_to_go_on
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
    variants = tuple(variant(design, known["game"], path) for design in known["designs"])
    timeout = known.get("timeout", TIMEOUT)
    game = engine.load(known["game"])
    made = Plan(known["name"], game, variants, known["games"], known["seed"], timeout=timeout)
    return made.with_facts(known)


def variant(known: Mapping[str, Any], game: str, path: Path) -> Variant:
    """A variant as a manifest tells of it: its own game, or that of the run."""
    stored = known["design"]
    played = engine.load(known.get("game", game))
    given = {key: stored.get(key) for key in ("deck", "rules", "cards")}
    make: Callable[..., Any] = played.design
    if lazy.is_lazy(stored):
        make = partial(lazy.LazyDesign, played)
    design = make(players=stored["players"], **given)
    if design.as_dict() != stored:
        raise Problem(f"{path}: this version plays the design {known['name']!r} differently")
    agents = tuple(_agent(spec, known.get("code", {})) for spec in known["agents"])
    return Variant(known["name"], known["name"], design, agents)


def stamps(known: Mapping[str, Any]) -> dict[str, str]:
    """What identifies the code of a run's agents in Python, by spec."""
    return {spec: s for design in known["designs"] for spec, s in design.get("code", {}).items()}


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
    if found.screen:
        again = how_to_go_on(path)
        raise Problem(
            f"{path} holds a screen, which keeps sums of games; to tell it again: {again}"
        )
    if known["status"] != "finished":
        raise Problem(f"{path} is not finished; to go on: {how_to_go_on(path)}")
    folder, metrics = store.Folder(path, known), known.get("metrics", {})
    if damaged := folder.damaged():
        raise Problem(f"{path}: {damaged[0]} is damaged; to mend it: {how_to_go_on(path)}")
    outcome = run.play(found, chosen(metrics, found), folder)
    return outcome, outcome.comparisons(metrics)
