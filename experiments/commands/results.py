"""`dragonlab results`: the runs in a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from experiments.options import Format, Formats

KEYS = ("folder", "game", "designs", "games", "stored", "seed", "status", "changed")


def results(
    folder: Annotated[Path, typer.Argument(help="Where to look for runs.")] = Path("results"),
    output: Formats = Format.table,
) -> None:
    """Lists the runs in a folder, with how far each got."""
    from experiments.show import listing

    found = [path.parent for path in sorted(folder.glob("*/manifest.json"))]
    listing("results", [_line(path) for path in found], output, KEYS)


def _line(path: Path) -> dict[str, Any]:
    """What a run's manifest says of it; of one that cannot be read, that."""
    from engine.core.problem import Problem
    from experiments.store import read_manifest

    try:
        manifest = read_manifest(path) or {}
    except Problem:
        return {**dict.fromkeys(KEYS), "folder": str(path), "status": "unreadable"}
    line = {key: manifest[key] for key in ("game", "games", "seed", "status", "changed")}
    line["folder"] = str(path)
    # of a tournament or duel, who met in it: its designs are one for each seating
    names = [design["name"] for design in manifest["designs"]]
    line["designs"] = manifest.get("entrants", names)
    line["stored"] = sum(part["games"] for part in manifest["parts"])
    return {key: line[key] for key in KEYS}
