"""Playing a plan from end to end: rows are stored if there is a folder, counted either way."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from agents import lockstep
from engine.core import jit
from engine.warm import warm
from experiments import chunks
from experiments.metrics import Metric
from experiments.plan import Part, Plan
from experiments.statistics import Comparison, adjusted, compare
from experiments.summary import Differences, Summary

if TYPE_CHECKING:
    from experiments.store import Folder


@dataclass
class Outcome:
    """What a plan came to.

    Attributes:
        summaries: one a variant.
        differences: between each two variants, of the compared metrics.
        seconds: time spent playing and counting, on `jobs` workers.
        played: games played now; the others were stored already.
    """

    plan: Plan
    summaries: list[Summary]
    differences: Differences
    jobs: int
    seconds: float = 0.0
    played: int = 0
    decisions: int = 0

    def timing(self) -> dict[str, Any]:
        """What depends on the machine and the moment."""
        seconds = max(self.seconds, 1e-9)
        return {
            "seconds": round(self.seconds, 3),
            "jobs": self.jobs,
            "games_played": self.played,
            "games_per_second": round(self.played / seconds),
            "decisions_per_second": round(self.decisions / seconds),
        }

    def comparisons(self, matters: Mapping[str, float]) -> list[Comparison]:
        """All pairs of variants in every compared metric, p-values adjusted for their number."""
        made = []
        for (metric, a, b), tally in self.differences.tallies.items():
            first, second = self.summaries[a], self.summaries[b]
            apart = first.tallies[metric].deviation ** 2 + second.tallies[metric].deviation ** 2
            saved = 1 - tally.deviation**2 / apart if apart else float("nan")
            names = first.variant.name, second.variant.name
            made.append(compare(metric, *names, tally, matters[metric], saved))
        return adjusted(made)


def warm_up(plan: Plan, say: Callable[[str], None]) -> None:
    """Loads or compiles the kernels; `say` is told if that will take a while."""
    if not (lockstep.is_warm() if plan.python else jit.is_warm()):
        say("compiling once for this machine, about half a minute ...")
        warm(plan.game.name)
    chunks.warm_up(plan.variants)


def play(
    plan: Plan,
    compared: Mapping[str, Metric] | None = None,
    folder: Folder | None = None,
    jobs: int = 0,
    chunk: int = chunks.CHUNK,
    on_games: Callable[[int], None] = lambda games: None,
) -> Outcome:
    """Plays a plan, or what is missing of it in `folder`, and counts everything.

    Args:
        compared: the metrics whose differences between variants are wanted, by name.
        folder: where parts are kept and found; None keeps nothing.
        jobs: workers, 0 for one a core; like `chunk` it changes the pace and nothing else.
        on_games: told how many more games are there, from any thread.
    """
    compared = compared or {}
    summaries = [Summary(variant, compared.values()) for variant in plan.variants]
    outcome = Outcome(plan, summaries, Differences(plan, compared), chunks.workers_for(jobs))
    began = time.perf_counter()
    for part, rows, fresh in all_rows(plan, folder, jobs, chunk, on_games):
        if fresh:
            outcome.played += part.games
            outcome.decisions += int(rows["decisions"].sum())
            if folder:
                folder.keep(part, plan.variants[part.variant].name, rows)
        summaries[part.variant].add(rows)
        outcome.differences.add(part, rows)
    outcome.seconds = time.perf_counter() - began
    return outcome


def all_rows(
    plan: Plan,
    folder: Folder | None,
    jobs: int,
    chunk: int,
    on_games: Callable[[int], None],
) -> Generator[tuple[Part, np.ndarray, bool], None, None]:
    """Every part of the plan in order with its rows, and whether they were played just now."""
    stored = folder.stored() if folder else set()
    log = _log(plan, folder)
    with log, closing(chunks.play_parts(plan, jobs, chunk, stored, on_games)) as fresh:
        for part in plan.parts():
            if folder and part.number in stored:
                on_games(part.games)
                yield part, folder.rows(part, plan.row), False
            else:
                yield *next(fresh), True


def _log(plan: Plan, folder: Folder | None) -> AbstractContextManager[None]:
    """The folder's log is open for what agents in Python print, and for how they fail."""
    if folder is None or not plan.python:
        return nullcontext()
    from experiments.processes import log_into

    return log_into(folder.path / "run.log")
