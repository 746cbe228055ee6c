"""Which parts a run's folder holds: `parts.jsonl`, a line for each, only ever added to.

A line is written when its part's file is safe on disk, and is safe itself before anything else is
done. So a part without a line is not there, however a run ended; a line that was cut short by a
kill or a full disk is no line; and storing a part costs the same after a million others.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.core.problem import Problem
from experiments.files import reason, write_whole
from experiments.plan import Part

NAME = "parts.jsonl"
KEYS = {"run": str, "number": int, "design": str, "first": int, "games": int, "sha256": str}


def entry(run: str, part: Part, design: str, checksum: str) -> dict[str, Any]:
    """What the index says of a part of the run `run` (see `store.run_of`)."""
    return {
        "run": run,
        "number": part.number,
        "file": part.file,
        "design": design,
        "first": part.first,
        "games": part.games,
        "sha256": checksum,
    }


def read(folder: Path) -> tuple[dict[int, dict[str, Any]], bool]:
    """The entries of a folder's index by number, and whether all of it could be read.

    Of two lines for one part the later counts. Raises Problem if the file cannot be read.
    """
    try:
        content = (folder / NAME).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return {}, True
    except OSError as error:
        raise Problem(f"cannot read {folder / NAME}: {reason(error)}") from error
    lines = content.splitlines(keepends=True)
    entries = list(_whole(lines))
    return {entry["number"]: entry for entry in entries}, len(entries) == len(lines)


def _whole(lines: Iterable[bytes]) -> Iterator[dict[str, Any]]:
    """The lines that say all that a line must say."""
    for line in lines:
        try:
            told = json.loads(line)
        except ValueError:
            continue
        if line.endswith(b"\n") and isinstance(told, dict) and _is_entry(told):
            yield told


def _is_entry(told: Mapping[str, Any]) -> bool:
    return (
        all(type(told.get(key)) is kind for key, kind in KEYS.items())
        and told.get("file") == Part(told["number"], 0, 0, 0).file
    )


def add(folder: Path, entries: Iterable[Mapping[str, Any]]) -> None:
    """Adds lines to the index and waits until they are safe.

    Raises:
        Problem: they cannot be written, e.g. on a full disk; the index is as it was.
    """
    try:
        with (folder / NAME).open("ab", buffering=0) as index:
            _append(index.fileno(), _as_lines(entries))
    except OSError as error:
        raise Problem(f"cannot write {folder / NAME}: {reason(error)}") from error


def _append(handle: int, content: bytes) -> None:
    """All of it or nothing."""
    before, left = os.fstat(handle).st_size, memoryview(content)
    try:
        while left:
            left = left[os.write(handle, left) :]
        os.fsync(handle)
    except OSError:
        with suppress(OSError):
            os.ftruncate(handle, before)
        raise


def rewrite(folder: Path, entries: Iterable[Mapping[str, Any]]) -> None:
    """Replaces the index, after damage."""
    write_whole(folder / NAME, _as_lines(entries))


def _as_lines(entries: Iterable[Mapping[str, Any]]) -> bytes:
    return b"".join(json.dumps(told, ensure_ascii=False).encode() + b"\n" for told in entries)
