"""Playing a plan from end to end: rows are stored if there is a folder, counted either way.

A plan with a stopping rule is looked at after blocks of deals that are fixed beforehand, in the order
of the deals: the answer does not depend on how many workers play or how often they were interrupted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Mapping
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from math import inf, isnan, nan
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from agents import lockstep
from engine.core import jit
from engine.warm import warm
from experiments import chunks, sequential
from experiments.columns import Columns
from experiments.metrics import Metric
from experiments.plan import Part, Plan
from experiments.sequential import Look, Until
from experiments.statistics import ALPHA, Comparison, adjusted, compare, mean_interval
from experiments.summary import Differences, Summary
from experiments.tally import Moments, Tally

if TYPE_CHECKING:
    from experiments.store import Folder


@dataclass
class Outcome:
    """What a plan came to.

    Attributes:
        summaries: one a design.
        differences: between designs that are compared, of the compared metrics.
        look: the last look at a run that may stop; its intervals and p-values are honest there.
        seconds: time spent playing and counting, on `jobs` workers.
        played: games played now; the others were stored already.
    """

    plan: Plan
    summaries: list[Summary]
    differences: Differences
    jobs: int
    look: Look | None = None
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

    @property
    def stopped(self) -> bool:
        """Whether its stopping rule ended the run before the last deal."""
        return self.look is not None and self.look.deals < self.plan.games

    def comparisons(self, matters: Mapping[str, float]) -> list[Comparison]:
        """The compared designs in every metric, p-values adjusted for their number."""
        share = self.look.share if self.look else 1.0
        told = self.plain_comparisons(matters)
        return adjusted(told, self.plan.correction, share, self.plan.rotations)

    def plain_comparisons(self, matters: Mapping[str, float]) -> list[Comparison]:
        """The same before their p-values are adjusted."""
        made = []
        for (metric, a, b), moments in self.differences.tallies.items():
            first, second = self.summaries[a], self.summaries[b]
            told = (first.variant.name, second.variant.name, moments, matters[metric])
            saved = _saved(moments, first.tallies[metric], second.tallies[metric])
            made.append(compare(metric, *told, saved, first.variant.group))
        return made


def _saved(moments: Moments, first: Tally, second: Tally) -> float:
    """How much narrower the variance of a difference is than that of two runs of their own."""
    apart = first.units * first.error**2 + second.units * second.error**2
    return 1 - moments.deviation**2 / apart if apart else nan


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
    jobs: chunks.Jobs = 0,
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
    outcome = _nothing_yet(plan, compared or {}, jobs)
    looks = {look.deals: look for look in sequential.looks(plan.games, plan.part)}
    seatings: list[np.ndarray] = []
    began = time.perf_counter()
    with closing(all_rows(plan, folder, jobs, chunk, on_games)) as parts:
        for part, read, fresh in parts:
            rows = cast(np.ndarray, Columns(read))  # metrics ask for fields only
            if fresh:
                outcome.played += part.games
                outcome.decisions += int(rows["decisions"].sum())
                if folder:
                    folder.keep(part, plan.variants[part.variant].name, rows)
            seatings.append(rows)
            design, last = plan.place(part.variant)
            if not last:
                continue
            outcome.differences.add(design, outcome.summaries[design].add(*seatings))
            seatings.clear()
            deals = part.first + part.games
            look = looks.get(deals) if design == len(plan.designs) - 1 else None
            if plan.until and look and _is_enough(outcome, look, plan.until):
                break
    outcome.seconds = time.perf_counter() - began
    return outcome


def _nothing_yet(plan: Plan, compared: Mapping[str, Metric], jobs: chunks.Jobs) -> Outcome:
    """A plan before its first game."""
    summaries = []
    for numbers in plan.designs:
        seatings = [plan.variants[number] for number in numbers]
        summaries.append(Summary(seatings[0], compared.values(), seatings))
    return Outcome(plan, summaries, Differences(plan, compared), chunks.workers_for(jobs))


def _is_enough(outcome: Outcome, look: Look, until: Until) -> bool:
    """Looks at the figures: whether the stopping rule is met by now."""
    outcome.look = look
    outcome.differences.look(look.share)
    for summary in outcome.summaries:
        summary.look(look.share)
    primary = next(iter(outcome.differences.measured))
    if until.verdict:
        return _is_decided(outcome, primary)
    return _widest(outcome, primary) <= (until.width or 0)


def _is_decided(outcome: Outcome, metric: str) -> bool:
    """Whether all comparisons of a metric have a verdict."""
    matters = outcome.plan.matters
    plain = [c for c in outcome.plain_comparisons(matters) if c.metric == metric]
    if not all(min(c.p, c.p_equivalent) < ALPHA for c in plain):
        return False  # what adjusting, which takes its time, would only make less sure
    told = outcome.comparisons(matters)
    return all(c.verdict != "undecided" for c in told if c.metric == metric)


def _widest(outcome: Outcome, metric: str) -> float:
    """The width of the widest interval of a metric: of a design, or of a difference."""
    pairs = [m for (name, _, _), m in outcome.differences.tallies.items() if name == metric]
    intervals = [mean_interval(s.tallies[metric]) for s in outcome.summaries]
    intervals += [mean_interval(moments) for moments in pairs]
    return max(inf if isnan(i.low) else i.high - i.low for i in intervals)


def all_rows(
    plan: Plan,
    folder: Folder | None,
    jobs: chunks.Jobs,
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
                yield part, folder.rows(part, plan.variants[part.variant].row), False
            else:
                yield *next(fresh), True


def _log(plan: Plan, folder: Folder | None) -> AbstractContextManager[None]:
    """The folder's log is open for what agents in Python print, and for how they fail."""
    if folder is None or not plan.python:
        return nullcontext()
    from experiments.processes import log_into

    return log_into(folder.path / "run.log")
