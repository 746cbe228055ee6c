"""One command at a time in a run's folder: a lock file that dies with its process.

The lock is the system's (POSIX record locks), so whatever ends a process, `kill -9` or a power cut,
frees the folder. Processes that a run starts do not inherit it.
"""

from __future__ import annotations

import os
import weakref
from contextlib import suppress
from pathlib import Path

from engine.core.problem import Problem
from experiments.files import reason

try:
    import fcntl
except ImportError:  # no such locks there: two commands in one folder are the user's to avoid
    fcntl = None  # type: ignore[assignment]

NAME = ".lock"


class Lock:
    """A folder taken. `release` gives it back; so does the end of the object or the process.

    Raises:
        Problem: another process has it, or the folder cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        path = folder / NAME
        try:
            handle = _take(path)
        except OSError as error:
            raise Problem(f"cannot write {path}: {reason(error)}") from error
        if handle is None:
            raise Problem(
                f"{folder} is in use by another dragonlab command{_holder(path)}: "
                "wait until it ends, or choose another folder with --out"
            )
        self.release = weakref.finalize(self, _release, path, handle)


def _take(path: Path) -> int | None:
    """A handle of the file, locked; None where another process has it."""
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        if fcntl is None:
            return handle
        try:
            fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):  # either may say: taken
            os.close(handle)
            return None
        if _is_still(path, handle):
            os.ftruncate(handle, 0)
            with suppress(OSError):  # the name of the process is a help to people, no more
                os.write(handle, str(os.getpid()).encode())
            return handle
        os.close(handle)  # it was given back, and its file removed, just before we had it


def _is_still(path: Path, handle: int) -> bool:
    try:
        return os.path.samestat(os.stat(path), os.fstat(handle))
    except FileNotFoundError:
        return False


def _release(path: Path, handle: int) -> None:
    with suppress(OSError):
        if _is_still(path, handle):
            path.unlink()
    os.close(handle)


def _holder(path: Path) -> str:
    """Who has it, as far as the file tells."""
    try:
        text = path.read_text().strip()
    except (OSError, ValueError):
        return ""
    return f" (process {text})" if text.isdigit() else ""


def is_held(folder: Path) -> bool:
    """Whether a command seems to work in a folder; it is not disturbed by the question."""
    try:
        process = int((folder / NAME).read_text())
        os.kill(process, 0)
    except PermissionError:  # of another user
        return True
    except (OSError, ValueError):
        return False
    return True
