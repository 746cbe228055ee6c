"""A run's folder: manifest, rows, summaries, plots, log.

    manifest.json           what was played, by what, and how far it got
    games/part-00000.parquet  a row a game, 50,000 games of one design each
    summary.parquet|.csv    a line for each design and metric
    comparisons.csv         a line for each pair of designs and metric (sweeps)
    plots/*.png|*.svg       run.log

Rows and summaries depend on the plan alone: byte for byte the same for any number of workers and
after any interruption. A part counts only if the manifest has its checksum.
"""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from engine.core.problem import Problem
from experiments import __version__
from experiments.files import reason, sha256, write_whole
from experiments.parquet import as_parquet, from_parquet
from experiments.plan import Part, Plan

SCHEMA = "dragonlab.manifest/1"
ROOT = Path(__file__).resolve().parents[1]
LIBRARIES = ("numba", "numpy", "scipy", "pyarrow", "pandas", "statsmodels", "matplotlib")
DIFFERENCES = {  # key of a manifest -> what differs, in words; the code comes last
    "game": "game",
    "games": "number of games",
    "seed": "seed",
    "designs": "design",
    "timeout": "time limit",
    "code": "version of the game's code",
}
OURS = ("games", "plots", "summary.parquet", "summary.csv", "comparisons.csv", "run.log")


class Folder:
    """The folder of one run. `open_for` makes or continues one."""

    def __init__(self, path: Path, manifest: dict[str, Any]) -> None:
        self.path = path
        self.manifest = manifest

    def save(self, status: str) -> None:
        """Writes the manifest."""
        now = _now()
        self.manifest.update(status=status, changed=now)
        if status == "finished":
            self.manifest.setdefault("finished", now)
        text = json.dumps(self.manifest, indent=1, ensure_ascii=False)
        write_whole(self.path / "manifest.json", text.encode() + b"\n")

    def keep(self, part: Part, name: str, rows: np.ndarray) -> None:
        """Stores the rows of a part of the design `name`."""
        content = as_parquet(rows, name)
        write_whole(self.path / part.file, content)
        entry = {
            "number": part.number,
            "file": part.file,
            "design": name,
            "first": part.first,
            "games": part.games,
            "sha256": sha256(content),
        }
        self.manifest["parts"] = sorted([*self.manifest["parts"], entry], key=lambda e: e["number"])
        self.save("running")

    def damaged(self) -> list[str]:
        """Files of parts that the manifest vouches for, and that are missing or not as stored."""
        return [entry["file"] for entry in self.manifest["parts"] if not self._is_sound(entry)]

    def _is_sound(self, entry: Mapping[str, Any]) -> bool:
        file = self.path / entry["file"]
        return file.is_file() and sha256(file.read_bytes()) == entry["sha256"]

    def drop_damaged(self) -> None:
        """Forgets damaged parts, naming each in the log, so that they are played again."""
        for file in self.damaged():
            self.log(f"{file} is missing or damaged: its games are played again")
            self.manifest["parts"] = [e for e in self.manifest["parts"] if e["file"] != file]

    def stored(self) -> set[int]:
        """Numbers of the parts that are there."""
        return {entry["number"] for entry in self.manifest["parts"]}

    def rows(self, part: Part, row: np.dtype) -> np.ndarray:
        """The rows of a stored part."""
        return from_parquet((self.path / part.file).read_bytes(), row)

    def write(self, name: str, content: bytes) -> Path:
        """Stores one more file of the run; gives its path."""
        write_whole(self.path / name, content)
        return self.path / name

    def log(self, line: str) -> None:
        """Adds a line to `run.log`."""
        try:
            with (self.path / "run.log").open("a", encoding="utf-8") as log:
                log.write(f"{_now()} {line}\n")
        except OSError as error:
            raise Problem(f"cannot write {self.path / 'run.log'}: {reason(error)}") from error


def open_for(
    plan: Plan, path: Path, kind: str, command: str, facts: Mapping[str, Any], force: bool = False
) -> Folder:
    """The folder for a plan: a new one, or the one that holds the same plan already.

    Args:
        kind: what made it, `run` or `sweep`.
        facts: more for the manifest (question, metrics, ...).
        force: replace what another plan left there.

    Raises:
        Problem: the folder holds another plan, other files, or cannot be written.
    """
    facts = {**facts, "labels": {variant.name: variant.label for variant in plan.variants}}
    known = read_manifest(path)
    played = {**plan.as_dict(), "code": code()}
    if known is not None and not force:
        difference = _difference(known, played)
        if difference and not (difference == "code" and known["status"] == "finished"):
            raise Problem(
                f"{path} holds a run of another {DIFFERENCES[difference]}: "
                "choose another folder with --out, or replace it with --force"
            )
        folder = Folder(path, {**known, **facts})
        if difference and folder.damaged():
            raise Problem(
                f"{path} is damaged, and its games were played by other code: use --force"
            )
        folder.drop_damaged()
        return folder
    _make_room(path, known is not None)
    folder = Folder(path, _new_manifest(plan.name, kind, command, played, facts))
    folder.save("running")
    return folder


def read_manifest(path: Path) -> dict[str, Any] | None:
    """The manifest of a folder, None where there is none; raises Problem if it cannot be read."""
    file = path / "manifest.json"
    try:
        manifest = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except NotADirectoryError as error:
        raise Problem(f"{path} is a file, not a folder") from error
    except OSError as error:
        raise Problem(f"cannot read {file}: {reason(error)}") from error
    except ValueError as error:
        raise Problem(f"{file} is damaged ({error}): remove it and the games beside it") from error
    if not isinstance(manifest, dict) or manifest.get("schema") != SCHEMA:
        raise Problem(f"{file} is not the manifest of a run of this version")
    return manifest


def _difference(known: Mapping[str, Any], played: Mapping[str, Any]) -> str:
    """The first thing in which a stored run differs from what is to be played; empty if in none."""
    return next((key for key in DIFFERENCES if known.get(key) != played.get(key)), "")


def _make_room(path: Path, is_run: bool) -> None:
    """Makes the folder, empties it of an old run, and touches nothing else."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        if not is_run and any(path.iterdir()):
            raise Problem(f"{path} is not empty and holds no run: give another folder with --out")
        for name in OURS if is_run else ():
            old = path / name
            shutil.rmtree(old) if old.is_dir() else old.unlink(missing_ok=True)
    except OSError as error:
        raise Problem(f"cannot write {path}: {reason(error)}") from error


def _new_manifest(
    name: str, kind: str, command: str, played: Mapping[str, Any], facts: Mapping[str, Any]
) -> dict[str, Any]:
    return {
        "schema": SCHEMA,
        "name": name,
        "kind": kind,
        "status": "running",
        "command": command,
        **facts,
        **played,
        "versions": versions(),
        "commit": commit(),
        "started": _now(),
        "parts": [],
    }


def versions() -> dict[str, str]:
    """Versions of all that a result may depend on."""
    from importlib.metadata import PackageNotFoundError, version

    found = {"dragonlab": __version__, "python": platform.python_version()}
    for library in LIBRARIES:
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            continue
    return found


def code() -> str:
    """A hash of all that plays, sources and card files: same code and plan, same rows."""
    rooms = [ROOT / "engine", ROOT / "agents"]
    files = sorted(f for room in rooms for kind in ("*.py", "*.toml") for f in room.rglob(kind))
    return sha256(b"".join(file.read_bytes() for file in files))[:16]


def commit() -> str | None:
    """The commit of this checkout, marked if files differ from it; None outside of one."""
    git = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"]
    try:
        said = subprocess.run(git, capture_output=True, text=True, timeout=10, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return said.stdout.strip() or None if (ROOT / ".git").exists() else None


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
