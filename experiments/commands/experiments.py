"""`dragonlab experiments`: the built-in experiments, or one of them in full."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from experiments.options import Format, Formats

if TYPE_CHECKING:
    from experiments.experiment import Experiment

Name = Annotated[
    str | None, typer.Argument(metavar="NAME|FILE.toml", help="One of them, told in full.")
]


def experiments(name: Name = None, output: Formats = Format.table) -> None:
    """Lists the built-in experiments, each with its question; or shows one in full."""
    from experiments import experiment
    from experiments.show import listing, pages

    if name is None:
        lines = [_line(key, experiment.load(path)) for key, path in experiment.built_in().items()]
        listing("experiments", lines, output, columns=("name", "question", "designs", "games"))
        return
    path = experiment.find(name)
    line = _in_full(path.stem, experiment.load(path))
    if output is Format.table:
        pages([line], title="name")
    else:
        listing("experiments", [line], output)


def _line(name: str, loaded: Experiment) -> dict[str, Any]:
    """An experiment in a line."""
    return {
        "name": name,
        "question": loaded.question,
        "designs": _designs(loaded),
        "games": loaded.games,
        "rulebook": loaded.rulebook,
        "source": loaded.source,
    }


def _designs(loaded: Experiment) -> list[str]:
    """The names of the listed designs, or the axes of the grid with the number of their levels."""
    listed = [design.name for design in loaded.designs]
    axes = [f"{axis.name} ({len(list(axis.levels()))})" for axis in loaded.axes]
    return listed + ([" x ".join(axes)] if axes else [])


def _in_full(name: str, loaded: Experiment) -> dict[str, Any]:
    """All that its file says."""
    told = {
        "question": loaded.question,
        "rulebook": loaded.rulebook,
        "source": loaded.source,
        "game": loaded.game,
        "players": list(loaded.players),
        "games a design": loaded.games,
        "until": str(loaded.stop) if loaded.stop else "",
        "seed": loaded.seed,
        "levels" if loaded.levels else "agents": loaded.levels or loaded.agents,
        "rules": loaded.rules,
    }
    for design in loaded.designs:
        said = design.model_dump(exclude={"name", "label"}, exclude_defaults=True)
        told[f"design {design.name}"] = {"label": design.label, **said}
    for axis in loaded.axes:
        told[f"axis {axis.name}"] = {
            "sets": axis.key,
            "levels": axis.in_words(),
        }
    told["compared with"] = loaded.baseline
    told["correction"] = loaded.correction
    told["metrics, with what matters"] = {k: f"{v:g}" for k, v in loaded.metrics.items()}
    return {"name": name, **told}
