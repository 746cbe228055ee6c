"""Going on with a stored run: what to play comes from its manifest, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents import registry
from engine.core.problem import Problem
from experiments import execution, performing, replay, store
from experiments.execution import Terms
from experiments.options import Format
from experiments.plan import Plan
from experiments.store import Folder


@dataclass(frozen=True)
class Asked:
    """A stored run and how to go on with it."""

    path: Path
    known: Mapping[str, Any]
    terms: Terms
    output: Format
    plots: bool

    def open(self, plan: Plan) -> Folder:
        """The folder, locked and mended; raises Problem if other code is to go on."""
        return execution.open_folder(plan, self.path, self.known["kind"], {}, force=False)


def go_on(path: Path, terms: Terms, output: Format, plots: bool) -> None:
    """Plays what is missing of a run and tells its result.

    Raises:
        Problem: there is no run, it was begun by other code, or another command works on it.
    """
    known = replay.manifest(path)
    if known["status"] != "finished":
        _check_code(path, known)
    KINDS[known["kind"]](Asked(path, known, terms, output, plots))


def _check_code(path: Path, known: Mapping[str, Any]) -> None:
    """Raises Problem where a run cannot be ended as it was begun."""
    anew = f"go back to it, or play all anew with: {known['command']} --force"
    if known["code"] != store.code():
        version = f"dragonlab {known['versions']['dragonlab']}, commit {known['commit']}"
        raise Problem(f"{path} was begun by another version of the game's code ({version}): {anew}")
    for spec, stamp in replay.stamps(known).items():
        agent: Any = registry.parse(spec)
        if agent.stamp != stamp:
            raise Problem(f"{path} was begun with another version of {spec}: {anew}")


def _run(asked: Asked) -> None:
    plan = replay.plan(asked.path)
    performing.run(plan, asked.terms, asked.open(plan), asked.output)


def _sweep(asked: Asked) -> None:
    from experiments import screen

    plan, known = replay.plan(asked.path), asked.known
    play = screen.sweep if plan.screen else performing.sweep
    play(
        plan,
        known["question"],
        known["metrics"],
        asked.terms,
        asked.open(plan),
        asked.output,
        asked.plots,
    )


def _duel(asked: Asked) -> None:
    from experiments import sprt, tournament_replay

    contest = tournament_replay.contest_of_duel(asked.path)
    stated = asked.known.get("sprt")
    question = sprt.parse(stated) if stated is not None else None
    folder = asked.open(contest.plan)
    performing.duel(contest, question, asked.terms, folder, asked.output)


def _tournament(asked: Asked) -> None:
    from experiments import tournament_replay

    contest = tournament_replay.contest(asked.path)
    folder = asked.open(contest.plan)
    performing.tournament(contest, asked.terms, folder, asked.output, asked.plots)


KINDS: Mapping[str, Callable[[Asked], None]] = {
    "run": _run,
    "sweep": _sweep,
    "duel": _duel,
    "tournament": _tournament,
}
