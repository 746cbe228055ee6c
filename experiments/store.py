"""A run's folder: manifest, rows, summaries, plots, log.

    manifest.json           what was played, by what, and how far it got
    parts.jsonl             a line for each part that is stored, with its checksum
    games/part-00000.parquet  a row a game, 50,000 games of one design each
    summary.parquet|.csv    a line for each design and metric
    comparisons.csv         a line for each pair of designs and metric (sweeps)
    plots/*.png|*.svg       run.log

Rows and summaries depend on the plan alone: byte for byte the same for any number of workers and
after any interruption. A part counts only if the index has its checksum (see `parts`). While a
command works in a folder, no other can (see `lock`).
"""

from __future__ import annotations

import json
import platform
import shutil
import subprocess
import sys
from collections import deque
from collections.abc import Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from engine.core.problem import Problem
from experiments import __version__, parts
from experiments.columns import Columns
from experiments.files import reason, sha256, sync_folder, write_whole
from experiments.lock import NAME as LOCK
from experiments.lock import Lock
from experiments.parquet import as_parquet, from_parquet
from experiments.plan import Part, Plan

SCHEMA = "dragonlab.manifest/2"
ROOT = Path(__file__).resolve().parents[1]
LIBRARIES = ("numba", "numpy", "scipy", "pyarrow", "pandas", "statsmodels", "matplotlib")
DIFFERENCES = {  # key of a manifest -> what differs, in words; the code comes last
    "game": "game",
    "games": "number of games",
    "seed": "seed",
    "designs": "design",
    "timeout": "time limit",
    "until": "stopping rule",
    "part": "size of its parts",
    "code": "version of the game's code",
}
OURS = (
    "games",
    "plots",
    "summary.parquet",
    "summary.csv",
    "comparisons.csv",
    "effects.csv",
    "pairs.csv",
    "variants.csv",
    "report.html",
    "run.log",
    parts.NAME,
)
WAITING = 2  # parts that may wait to be written, so that memory stays flat


class Kept(NamedTuple):
    """A part on its way to the disk."""

    part: Part
    design: str
    rows: np.ndarray | Columns


class Folder:
    """The folder of one run. `open_for` makes or continues one; made directly it is for reading.

    Parts are written by a thread of its own while games go on.
    """

    def __init__(self, path: Path, manifest: dict[str, Any]) -> None:
        self.path = path
        self.manifest = manifest
        self.entries, self.index_is_whole = parts.read(path)
        self._watched = {  # by design: so many titles
            design["name"]: len(design["design"].get("rules", {}).get("watch") or ())
            for design in manifest.get("designs", ())
        }
        self.lock: Lock | None = None
        self.background = False
        self._waiting: deque[Kept] = deque()
        self._written: deque[Future] = deque()
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="store")

    # --- writing ----------------------------------------------------------------------------------

    def keep(self, part: Part, name: str, rows: np.ndarray | Columns) -> None:
        """Stores the rows of a part of the design `name`, soon; nobody may change them any more.

        Raises:
            Problem: this part or an earlier one could not be written.
        """
        self._waiting.append(Kept(part, name, rows))
        if not self.background:
            self._write_waiting()
            return
        self._written.append(self._writer.submit(self._write_waiting))
        while len(self._written) > WAITING or (self._written and self._written[0].done()):
            self._written.popleft().result()

    def flush(self) -> None:
        """Returns when all that was kept is safe on disk; raises Problem if it cannot be."""
        while self._written:
            self._written.popleft().result()

    def _write_waiting(self) -> None:
        """Writes what waits: the files, then, when these are safe, their lines in the index."""
        found = []
        while self._waiting:
            found.append(self._write(self._waiting.popleft()))
        if found:
            sync_folder(self.path / "games")
            parts.add(self.path, found)
            self.entries.update({entry["number"]: entry for entry in found})

    def _write(self, kept: Kept) -> dict[str, Any]:
        content = as_parquet(kept.rows, kept.design, self._watched.get(kept.design))
        write_whole(self.path / kept.part.file, content, last=False)
        return parts.entry(self.manifest["run"], kept.part, kept.design, sha256(content))

    def save(self, status: str) -> None:
        """Writes the manifest, after all that was kept."""
        self.flush()
        now = _now()
        self.manifest.update(status=status, changed=now)
        if status == "finished":
            self.manifest.setdefault("finished", now)
        text = json.dumps(self.manifest, indent=1, ensure_ascii=False)
        write_whole(self.path / "manifest.json", text.encode() + b"\n")

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

    def close(self) -> None:
        """Lets others work in the folder."""
        self._writer.shutdown()
        if self.lock:
            self.lock.release()

    # --- reading ----------------------------------------------------------------------------------

    def stored(self) -> set[int]:
        """Numbers of the parts that are there."""
        self.flush()
        return set(self.entries)

    @property
    def games(self) -> int:
        """Games that are there."""
        return sum(entry["games"] for entry in self.entries.values())

    def rows(self, part: Part, row: np.dtype) -> np.ndarray:
        """The rows of a stored part."""
        self.flush()
        return from_parquet((self.path / part.file).read_bytes(), row)

    def damaged(self) -> list[str]:
        """Files of parts that the index vouches for, and that are missing or not as stored."""
        self.flush()
        wrong = (self._wrong(entry) for entry in self.entries.values())
        return [
            entry["file"] for entry, why in zip(self.entries.values(), wrong, strict=True) if why
        ]

    def _wrong(self, entry: Mapping[str, Any]) -> str:
        """What is wrong with a part, in words; empty if nothing is."""
        if entry["run"] != self.manifest["run"]:
            return "belongs to another run"
        file = self.path / entry["file"]
        try:
            content = file.read_bytes()
        except OSError:
            return "is missing or damaged"
        return "" if sha256(content) == entry["sha256"] else "is missing or damaged"

    # --- mending ----------------------------------------------------------------------------------

    def drop_damaged(self) -> None:
        """Forgets what is not as it was stored, naming each file, so that it is played again."""
        wrong = {number: self._wrong(entry) for number, entry in self.entries.items()}
        for number, why in wrong.items():
            if why:
                file = self.entries.pop(number)["file"]
                self.warn(f"{file} {why}: its games are played again")
        if any(wrong.values()) or not self.index_is_whole:
            parts.rewrite(self.path, self.entries.values())
            self.index_is_whole = True
        self._sweep_up()

    def _sweep_up(self) -> None:
        """Removes what a killed command left half done, and parts of which the index knows nothing."""
        known = {entry["file"] for entry in self.entries.values()}
        for file in sorted((self.path / "games").glob("part-*.parquet")):
            name = str(file.relative_to(self.path))
            if name not in known:
                self.warn(
                    f"{name} is not in {parts.NAME}, it was not stored in full or is foreign: removed"
                )
                file.unlink()
        for folder in (self.path, self.path / "games", self.path / "plots"):
            for file in folder.glob(".*.part"):
                file.unlink(missing_ok=True)

    def warn(self, line: str) -> None:
        """Tells of something wrong, in the log and on stderr."""
        self.log(line)
        print(f"{self.path}: {line}", file=sys.stderr)


def open_for(
    plan: Plan, path: Path, kind: str, command: str, facts: Mapping[str, Any], force: bool = False
) -> Folder:
    """The folder for a plan: a new one, or the one that holds the same plan already.

    Args:
        kind: what made it, `run` or `sweep`.
        facts: more for the manifest (question, metrics, ...).
        force: replace what another plan left there.

    Raises:
        Problem: the folder holds another plan, other files, or cannot be written, or another
            command works in it.
    """
    facts = {**facts, **plan.facts()}
    lock = _take(path)
    known = read_manifest(path)
    played = {**plan.as_dict(), "part": plan.part, "code": code()}
    if known is None or force:
        _clear(path)
        folder = Folder(path, _new_manifest(plan.name, kind, command, played, facts))
        folder.lock = lock
        folder.save("running")
    else:
        folder = Folder(path, {**known, **facts})
        folder.lock = lock
        _check(folder, played)
        folder.drop_damaged()
    folder.background = not plan.python  # whose workers fork: no other thread should be busy then
    return folder


def _check(folder: Folder, played: Mapping[str, Any]) -> None:
    """Raises Problem if a folder holds another run than is to be played."""
    known, path = folder.manifest, folder.path
    difference = _difference(known, played)
    if not difference:
        return
    if not (difference == "code" and known["status"] == "finished"):
        raise Problem(
            f"{path} holds a run of another {DIFFERENCES[difference]}: "
            "choose another folder with --out, or replace it with --force"
        )
    if folder.damaged():
        raise Problem(f"{path} is damaged, and its games were played by other code: use --force")


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


def _take(path: Path) -> Lock:
    """Makes the folder and locks it; touches nothing in it."""
    try:
        path.mkdir(parents=True, exist_ok=True)
        others = {file.name for file in path.iterdir()} - {LOCK, *OURS}
    except FileExistsError as error:
        raise Problem(f"{path} is a file, not a folder") from error
    except OSError as error:
        raise Problem(f"cannot write {path}: {reason(error)}") from error
    if others and "manifest.json" not in others and not all(_is_half(name) for name in others):
        raise Problem(f"{path} is not empty and holds no run: give another folder with --out")
    return Lock(path)


def _is_half(name: str) -> bool:
    """Whether a file is one that `write_whole` had not finished."""
    return name.startswith(".") and name.endswith(".part")


def _clear(path: Path) -> None:
    """Removes an old run, and nothing else."""
    try:
        (path / "manifest.json").unlink(missing_ok=True)
        for name in OURS:
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
        "run": run_of(played),
        "versions": versions(),
        "commit": commit(),
        "started": _now(),
    }


def run_of(played: Mapping[str, Any]) -> str:
    """A name for all that the rows of a run depend on."""
    return sha256(json.dumps(played, sort_keys=True, ensure_ascii=False).encode())[:16]


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
