"""Files that appear whole or not at all, and TOML that is read with good manners."""

from __future__ import annotations

import hashlib
import os
import tomllib
from pathlib import Path
from typing import Any

from engine.core.problem import Problem


def write_whole(path: Path, content: bytes, last: bool = True) -> None:
    """Writes a file beside its place and renames it, so that no reader meets half of it.

    Args:
        last: have the rename outlast a power cut; else `sync_folder` is still to be called.

    Raises:
        Problem: the place cannot be written, or the disk is full.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
        if last:
            sync_folder(path.parent)
    except OSError as error:
        raise Problem(f"cannot write {path}: {reason(error)}") from error
    finally:
        beside.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Makes a rename last, where the system can say so of a folder."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def sha256(content: bytes) -> str:
    """The checksum that manifests carry."""
    return hashlib.sha256(content).hexdigest()


def read_toml(path: Path) -> dict[str, Any]:
    """A TOML file as a dict.

    Raises:
        Problem: no such file, no text, or malformed; the message names the file and the line.
    """
    try:
        text = path.read_text(encoding="utf-8")
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        last = text.count("\n") + (not text.endswith("\n"))
        told = str(error).replace("at end of document", f"at line {last}, the end of the file")
        raise Problem(f"{path}: is not valid TOML: {told}") from error
    except UnicodeDecodeError as error:
        raise Problem(f"{path} is not UTF-8 text") from error
    except OSError as error:
        raise Problem(f"cannot read {path}: {reason(error)}") from error


def reason(error: OSError) -> str:
    """What the system says, in lower case."""
    words = error.strerror or str(error)
    return words[:1].lower() + words[1:]
