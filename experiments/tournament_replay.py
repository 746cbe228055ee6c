"""A stored tournament or duel taken up again, from its manifest and its rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from agents.registry import Agent
from engine.core.problem import Problem
from experiments import duel, replay, rotation, store
from experiments.execution import how_to_go_on
from experiments.rotation import Contest, Match
from experiments.rotation_scores import Scores
from experiments.tournament import Outcome


def contest(path: Path) -> Contest:
    """What a stored tournament played; raises Problem."""
    return _contest(path, lambda mode, agents, seats: rotation.MODES[mode](agents, seats))


def contest_of_duel(path: Path) -> Contest:
    """What a stored duel played; raises Problem."""
    return _contest(path, lambda mode, agents, seats: [duel.MODES[mode](0, 1, seats)])


def _contest(path: Path, matches: Callable[[str, int, int], Sequence[Match]]) -> Contest:
    known, plan = replay.manifest(path), replay.plan(path)
    agents: dict[str, Agent] = {a.spec: a for v in plan.variants for a in v.agents}
    entrants = tuple(agents[spec] for spec in known["entrants"])
    design, mode = plan.variants[0].design, known["mode"]
    made = tuple(matches(mode, len(entrants), design.players))
    return Contest(plan.name, design, entrants, mode, made, plan.games, plan.seed, plan.timeout)


def reopen(path: Path) -> Outcome:
    """The figures of a finished tournament, counted again from its rows; raises Problem."""
    known = replay.manifest(path)
    if known["status"] != "finished":
        raise Problem(f"{path} is not finished; to go on: {how_to_go_on(path)}")
    found, folder = contest(path), store.Folder(path, known)
    if damaged := folder.damaged():
        raise Problem(f"{path}: {damaged[0]} is damaged; to mend it: {how_to_go_on(path)}")
    scores = Scores(found)
    for part in found.plan.parts():
        scores.add(part, folder.rows(part, found.plan.variants[part.variant].row))
    return Outcome(scores)
