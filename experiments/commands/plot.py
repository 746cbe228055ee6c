"""`dragonlab plot`: draws the pictures of a stored run again."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from experiments.plots import KINDS, TOURNAMENT_KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from experiments.plots.sheet import Picture


class Suffix(StrEnum):
    """In what form pictures are written."""

    png = "png"
    svg = "svg"


OFFERED = f"{', '.join(KINDS)}; of a tournament {' and '.join(TOURNAMENT_KINDS)}"
Run = Annotated[Path, typer.Argument(metavar="DIR", help="Folder of a run, sweep or tournament.")]
Kinds = Annotated[
    list[str] | None,
    typer.Option("--kind", help=f"Which picture, may be repeated; all if omitted: {OFFERED}."),
]
Formats = Annotated[
    Suffix | None, typer.Option("--format", help="Both if omitted, or as the name of FILE says.")
]
Out = Annotated[
    Path | None,
    typer.Option(metavar="FILE|DIR", help="Where to: FILE.png or FILE.svg, else a folder."),
]


def plot(folder: Run, kind: Kinds = None, format: Formats = None, out: Out = None) -> None:
    """Draws the pictures of a stored run, as PNG and SVG, and names the files."""
    from experiments import show

    drawn = _drawn(folder, kind)
    if out is None or out.suffix[1:] not in list(Suffix):
        suffixes = [format.value] if format else list(Suffix)
        for picture in drawn:
            show.files(picture.write(out or folder / "plots", suffixes))
        return
    if len(drawn) > 1:
        raise typer.BadParameter(f"{out} is one file: name one picture with --kind")
    if format and out.suffix != f".{format.value}":
        raise typer.BadParameter(f"{out} is no {format.value.upper()} file: leave --format out")
    show.files([drawn[0].write_as(out)])


def _drawn(folder: Path, kinds: Sequence[str] | None) -> list[Picture]:
    from experiments import replay

    stored = replay.manifest(folder)["kind"]
    if stored == "duel":
        raise typer.BadParameter(f"{folder} holds a duel, which has no pictures")
    if stored == "tournament":
        from experiments import tournament_replay
        from experiments.plots import tournament

        return tournament.pictures(tournament_replay.reopen(folder), kinds)
    from experiments.plots.draw import pictures
    from experiments.plots.scene import Scene

    outcome, comparisons = replay.reopen(folder)
    return pictures(Scene(outcome.summaries, comparisons), kinds)
