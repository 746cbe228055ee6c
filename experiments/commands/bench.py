"""`dragonlab bench`: how fast games are played on this machine."""

from __future__ import annotations

from typing import Annotated

import typer

from experiments.options import Format, Formats

GameNames = Annotated[list[str] | None, typer.Argument(metavar="GAME...", help="All if omitted.")]
Players = Annotated[str, typer.Option(metavar="N,...", help="Numbers of players, by commas.")]
Jobs = Annotated[
    int, typer.Option("--jobs", "-j", metavar="N", min=0, help="Cores beside one; 0 = all.")
]
Seconds = Annotated[float, typer.Option(min=0.01, help="Time for each of the rounds.")]


def bench(
    games: GameNames = None,
    players: Players = "2,4,6",
    jobs: Jobs = 0,
    seconds: Seconds = 1.0,
    output: Formats = Format.table,
) -> None:
    """Measures games and decisions a second, beside a fixed calibration kernel."""
    import engine
    from experiments import chunks, progress, show
    from experiments.bench import measure_all

    if not all(part.strip().isdigit() for part in players.split(",")):
        raise typer.BadParameter(f"{players!r} is not a list of numbers such as 2,4,6")
    found = [engine.load(name) for name in games or engine.games()]
    cores = sorted({1, jobs or chunks.cores()})
    seats = [int(part) for part in players.split(",")]
    with progress.status() as say:
        measures = list(measure_all(found, seats, cores, seconds, say))
    if output is Format.table:
        show.bench(measures)
    else:
        show.listing("bench", [measure.as_dict() for measure in measures], output)
