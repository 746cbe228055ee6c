"""`dragonlab new`: a commented experiment file to begin with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

TEMPLATE = Path(__file__).parents[1] / "templates" / "new.toml"

Name = Annotated[
    Path, typer.Argument(metavar="NAME|FILE.toml", help="The file; NAME stands for NAME.toml.")
]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that is there.")]


def new(name: Name = Path("experiment.toml"), force: Force = False) -> None:
    """Writes a commented experiment to change and to play with `dragonlab sweep`."""
    from engine.core.problem import Problem
    from experiments.experiment import built_in
    from experiments.files import write_whole

    file = name if name.suffix == ".toml" else name.with_name(f"{name.name}.toml")
    if file.name == f"{name}.toml" and str(name) in built_in():
        raise Problem(f"{name} is a built-in experiment, which hides {file}: choose another name")
    if file.exists() and not force:
        raise Problem(f"{file} exists: choose another name, or replace it with --force")
    text = TEMPLATE.read_text(encoding="utf-8").replace("{file}", str(file))
    write_whole(file, text.encode())
    print(file)
