"""`dragonlab scenario`: checks scenario files, or which rule lines they show."""

from pathlib import Path
from typing import Annotated

import typer

from experiments.options import Format, Formats


def scenario(
    paths: Annotated[list[Path], typer.Argument(metavar="FILE|DIR...", help="Scenario files.")],
    coverage: Annotated[
        bool, typer.Option("--coverage", help="List the rule lines that no scenario shows.")
    ] = False,
    output: Formats = Format.table,
) -> None:
    """Plays scenario files and checks what they expect."""
    from engine.scenario import main

    raise typer.Exit(main([str(path) for path in paths], coverage, output.value))
