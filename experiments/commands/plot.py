"""`dragonlab plot`: draws the pictures of a stored run again."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Run = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a run, sweep or tournament.")]
Kinds = Annotated[list[str] | None, typer.Option("--kind", help="Which picture; all if omitted.")]


def plot(folder: Run, kind: Kinds = None) -> None:
    """Draws the pictures of a stored run, as PNG and SVG, and names the files."""
    from experiments import replay, show

    stored = replay.manifest(folder)["kind"]
    if stored == "duel":
        raise typer.BadParameter(f"{folder} holds a duel, which has no pictures")
    if stored == "tournament":
        from experiments import plots_tournament, tournament_replay

        outcome = tournament_replay.reopen(folder)
        show.files(plots_tournament.draw_all(folder, outcome, kind))
        return
    from experiments.plots import draw_all

    counted, comparisons = replay.reopen(folder)
    show.files(draw_all(folder, counted.summaries, comparisons, kind))
