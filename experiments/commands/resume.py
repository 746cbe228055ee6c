"""`dragonlab resume`: goes on with a run that was interrupted."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from experiments.options import Chunk, Format, Formats, Jobs, NoProgress, OnCluster, Quiet

Run = Annotated[
    Path, typer.Argument(metavar="DIR", help="Folder of a run, sweep, duel or tournament.")
]
Plots = Annotated[bool, typer.Option("--plots/--no-plots", help="Draw the plots.")]


def resume(
    folder: Run,
    jobs: Jobs = 0,
    cluster: OnCluster = None,
    output: Formats = Format.table,
    quiet: Quiet = False,
    no_progress: NoProgress = False,
    plots: Plots = True,
    chunk: Chunk = 0,
) -> None:
    """Plays what is missing of a stored run, as its manifest has it, and ends as it would have.

    Rows and figures are the same to the byte as without the interruption. A finished run is shown
    again.
    """
    from experiments import execution, resuming

    terms = execution.Terms(execution.workers(jobs, cluster), chunk, quiet, no_progress)
    resuming.go_on(folder, terms, output, plots)
