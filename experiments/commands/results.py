"""`dragonlab results`: the runs in a folder, or two of their designs compared."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from experiments.options import Format, Formats

KEYS = ("folder", "kind", "game", "designs", "games", "stored", "seed", "status", "changed")
ROOM = 4  # designs that are named in a table; of more the number

Where = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[DIR | DIR_A[:DESIGN] DIR_B[:DESIGN]]",
        help="A folder with runs (results if omitted); or two runs, to compare a design of each.",
        show_default=False,
    ),
]
Metric = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=DIFFERENCE",
        help="What to compare and the smallest difference that matters; repeatable. The runs' own "
        "if omitted.",
    ),
]


def results(where: Where = None, metric: Metric = None, output: Formats = Format.table) -> None:
    """Lists the runs in a folder, or compares two designs from different runs, deal by deal."""
    named = where or ["results"]
    if len(named) > 2:
        raise typer.BadParameter("name one folder with runs, or two runs to compare")
    if len(named) == 2:
        _compare(named[0], named[1], metric or [], output)
        return
    if metric:
        raise typer.BadParameter("--metric is for two runs that are compared")
    _list(Path(named[0]), output)


def _list(folder: Path, output: Format) -> None:
    from engine.core.problem import Problem
    from experiments.show import listing

    if not folder.is_dir():
        raise Problem(f"there is no folder {folder}")
    found = [path.parent for path in sorted(folder.glob("*/manifest.json"))]
    if not found and (folder / "manifest.json").exists():
        found = [folder]
    lines = [_line(path) for path in found]
    if output is Format.table:
        lines = [{**line, "designs": _short(line["designs"])} for line in lines]
    listing("results", lines, output, KEYS)


def _short(designs: list[str] | None) -> list[str] | str | None:
    """Many designs as their number."""
    return designs if designs is None or len(designs) <= ROOM else f"{len(designs):,} designs"


def _line(path: Path) -> dict[str, Any]:
    """What a run's manifest says of it; of one that cannot be read, that."""
    from engine.core.problem import Problem
    from experiments import lock
    from experiments.store import Folder, read_manifest

    try:
        manifest = read_manifest(path) or {}
        stored = Folder(path, manifest).games
    except Problem:
        return {**dict.fromkeys(KEYS), "folder": str(path), "status": "unreadable"}
    line = {key: manifest[key] for key in ("kind", "game", "games", "seed", "status", "changed")}
    if line["status"] == "running" and not lock.is_held(path):
        line["status"] = "stopped"  # by a kill, a full disk, a power cut
    # of a tournament or duel, who met in it: its designs are one for each seating
    names = [design["name"] for design in manifest["designs"]]
    line.update(folder=str(path), designs=manifest.get("entrants", names), stored=stored)
    return {key: line[key] for key in KEYS}


def _compare(a: str, b: str, asked: list[str], output: Format) -> None:
    from experiments import across, documents, run, show
    from experiments.summary import chosen

    found = across.both(a, b)
    metrics = across.metrics(found, asked)
    outcome = run.play(found.plan, chosen(metrics, found.plan), found)
    comparisons, timing = outcome.comparisons(metrics), outcome.timing()
    question = f"{found.plan.name}, on {found.plan.games:,} deals that both played"
    if output is Format.json:
        document = documents.sweep(found.plan, question, outcome.summaries, comparisons, timing)
        print(documents.as_json(document))
    elif output is Format.csv:
        print(documents.as_csv(documents.comparison_lines(comparisons)), end="")
    else:
        show.sweep(found.plan, question, outcome.summaries, comparisons, timing)
