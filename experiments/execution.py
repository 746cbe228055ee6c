"""One command's playing: the bar, the folder, an interruption, what is left at the end."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from experiments import chunks, documents, progress
from experiments import run as playing
from experiments.metrics import Metric
from experiments.plan import Plan
from experiments.run import Outcome
from experiments.statistics import Comparison

if TYPE_CHECKING:
    from experiments.store import Folder

INTERRUPTED = 130
PROBE_GAMES = 2_000  # played to foretell how long a plan takes
PROBE_GAMES_PYTHON = 20


@dataclass(frozen=True)
class Terms:
    """How a run goes about it: workers, chunk size, and how much it says on stderr."""

    jobs: chunks.Jobs = 0
    chunk: int = 0
    quiet: bool = False
    no_progress: bool = False

    def say(self, line: str) -> None:
        """A line on stderr, unless asked to be quiet."""
        if not self.quiet:
            print(line, file=sys.stderr)


def workers(jobs: int, cluster: str | None) -> chunks.Jobs:
    """Who plays: workers of this machine, or a cluster, which must answer (else Problem)."""
    if cluster is None:
        return jobs
    from experiments.cluster import Cluster

    return Cluster(cluster)


def open_folder(plan: Plan, path: Path, kind: str, facts: Mapping[str, Any], force: bool) -> Folder:
    """The folder of a run, new or continued; raises Problem."""
    from experiments.store import open_for

    return open_for(plan, path, kind, command(), facts, force)


def command() -> str:
    """The command line, as one types it."""
    return shlex.join(["dragonlab", *sys.argv[1:]])


def play(
    plan: Plan,
    terms: Terms,
    folder: Folder | None = None,
    compared: Mapping[str, Metric] | None = None,
) -> Outcome:
    """Plays a plan under a progress bar; an interruption ends the command, its parts kept."""
    shown = not (terms.quiet or terms.no_progress)
    with interruptible(folder):
        if folder:
            folder.log(f"{command()}: {plan.total:,} games, {len(folder.stored())} parts stored")
        if isinstance(terms.jobs, int):  # a cluster's workers warm up by themselves
            playing.warm_up(plan, terms.say)
        with progress.bar(plan.total, plan.name, shown) as tell:
            size = terms.chunk or chunks.CHUNK
            return playing.play(plan, compared, folder, terms.jobs, size, tell)


@contextmanager
def interruptible(folder: Folder | None) -> Iterator[None]:
    """Ctrl-C ends the command with its exit code, and a line that tells how to go on."""
    try:
        yield
    except KeyboardInterrupt:
        _say_how_to_go_on(folder)
        raise typer.Exit(INTERRUPTED) from None


def _say_how_to_go_on(folder: Folder | None) -> None:
    if folder is None:
        print("interrupted; without --out DIR nothing is kept", file=sys.stderr)
        return
    folder.save("interrupted")
    folder.log(f"interrupted with {folder.games:,} games kept")
    folder.close()
    print(
        f"interrupted; {folder.games:,} games are kept in {folder.path}, to go on: "
        f"{how_to_go_on(folder.path)}",
        file=sys.stderr,
    )


def how_to_go_on(path: Path) -> str:
    """The command that goes on with a run."""
    return shlex.join(["dragonlab", "resume", str(path)])


def finish(
    folder: Folder,
    outcome: Outcome,
    comparisons: Sequence[Comparison] = (),
    plots: bool = False,
) -> list[Path]:
    """Writes summaries and plots and closes the manifest; gives the files to look at."""
    with interruptible(folder):
        left = _write_figures(folder, outcome, comparisons)
        if outcome.played:
            folder.manifest["timing"] = outcome.timing()
        folder.save("finished")
        if plots:
            from experiments.report import draw_and_write

            left += draw_and_write(folder.path, folder.manifest, outcome, comparisons)
        folder.log(f"finished: {outcome.played:,} games played in {outcome.seconds:.1f} s")
        folder.close()
    return left


def _write_figures(
    folder: Folder, outcome: Outcome, comparisons: Sequence[Comparison]
) -> list[Path]:
    """Writes the summary and the comparisons; gives the files that people open."""
    from experiments.parquet import lines_as_parquet

    lines = documents.summary_lines(outcome.summaries)
    left = [folder.write("summary.csv", documents.as_csv(lines).encode())]
    folder.write("summary.parquet", lines_as_parquet(lines))
    if comparisons:
        table = documents.as_csv(documents.comparison_lines(comparisons))
        left.append(folder.write("comparisons.csv", table.encode()))
    return left


def foretell(plan: Plan, terms: Terms) -> None:
    """Prints what would be played and how long it would take, from a short probe of each design."""
    playing.warm_up(plan, terms.say)
    workers = chunks.workers_for(terms.jobs)
    probe = min(PROBE_GAMES_PYTHON if plan.python else PROBE_GAMES, plan.games)
    began = time.perf_counter()
    tried = replace(plan, games=probe)
    for _ in chunks.play_parts(tried, jobs=1):
        pass
    each = (time.perf_counter() - began) / (probe * len(plan.variants))
    print(f"{plan.game.title}, seed {plan.seed}, {workers} workers")
    for variant in plan.variants:
        print(f"  {variant.name}: {plan.games:,} games, {variant.design.players} players")
    parts = len(list(plan.parts()))
    print(f"{plan.total:,} games in {parts} parts: about {each * plan.total / workers:.1f} s")
