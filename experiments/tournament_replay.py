"""A stored tournament taken up again, from its manifest and its rows."""

from __future__ import annotations

from pathlib import Path

from agents import registry
from engine.core.problem import Problem
from experiments import replay, rotation, store
from experiments.rotation import Contest
from experiments.rotation_scores import Scores
from experiments.tournament import Outcome


def contest(path: Path) -> Contest:
    """What a stored tournament played; raises Problem."""
    known, plan = replay.manifest(path), replay.plan(path)
    agents = tuple(registry.parse(spec) for spec in known["entrants"])
    design, mode = plan.variants[0].design, known["mode"]
    matches = tuple(rotation.MODES[mode](len(agents), design.players))
    return Contest(plan.name, design, agents, mode, matches, plan.games, plan.seed, plan.timeout)


def reopen(path: Path) -> Outcome:
    """The figures of a finished tournament, counted again from its rows; raises Problem."""
    known = replay.manifest(path)
    if known["status"] != "finished":
        raise Problem(f"{path} is not finished; to go on repeat: {known['command']}")
    found, folder = contest(path), store.Folder(path, known)
    if damaged := folder.damaged():
        raise Problem(f"{path}: {damaged[0]} is damaged; to mend it repeat: {known['command']}")
    scores = Scores(found)
    for part in found.plan.parts():
        scores.add(part, folder.rows(part, found.plan.row))
    return Outcome(scores)
