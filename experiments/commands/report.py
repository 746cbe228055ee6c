"""`dragonlab report`: a stored run as one page that needs nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Run = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a run or a sweep.")]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FILE.html", help="Where to; DIR/report.html if omitted."),
]


def report(folder: Run, out: Out = None) -> None:
    """Writes a stored run as one HTML page: verdict, figures, pictures, how to repeat it."""
    from experiments import replay, show
    from experiments.plots.draw import pictures
    from experiments.plots.scene import Scene
    from experiments.report import write

    manifest = replay.manifest(folder)
    if manifest["kind"] in ("duel", "tournament"):
        raise typer.BadParameter(f"{folder} holds a {manifest['kind']}, which has no report")
    outcome, comparisons = replay.reopen(folder)
    drawn = pictures(Scene(outcome.summaries, comparisons))
    show.files([write(folder, manifest, outcome.summaries, comparisons, drawn, out)])
