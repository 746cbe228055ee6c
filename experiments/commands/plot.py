"""`dragonlab plot`: draws the pictures of a stored run again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Run = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a run or sweep.")]
Kinds = Annotated[list[str] | None, typer.Option("--kind", help="Which picture; all if omitted.")]


def plot(folder: Run, kind: Kinds = None) -> None:
    """Draws the pictures of a stored run, as PNG and SVG, and names the files."""
    from experiments import show
    from experiments.plots import draw_all
    from experiments.replay import reopen

    outcome, comparisons = reopen(folder)
    show.files(draw_all(folder, outcome.summaries, comparisons, kind))
