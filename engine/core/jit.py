"""Compile flags and the place of the compiled code. Import this before anything that compiles.

numba does not notice when a function that a cached one calls changes in another file, nor whether
bounds checks were on. So the cache folder is named by a hash of everything that may change the
machine code: all our sources, the versions of numba, NumPy and Python, and numba's own switches.
"""

from __future__ import annotations

import atexit
import functools
import hashlib
import os
import platform
import re
import shutil
import tempfile
import warnings
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core.caching import FunctionCache

Function = TypeVar("Function", bound=Callable[..., Any])

config: Any = numba.config  # its members are made at run time
njit: Any = numba.njit

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("engine", "agents")
OURS = re.compile(r"jit-[0-9a-f]{16}")  # our folders' names: no other folder is removed

# numba settings that leave the machine code alone; any other one is part of the key.
HARMLESS = re.compile(
    r"CACHE_.*|CUDA_.*|COLOR_SCHEME|DEBUG_CACHE|DEBUG_PRINT_.*|DEBUG_(TYPEINFER|FRONTEND|JIT)"
    r"|DISABLE_(PERFORMANCE_WARNINGS|TYPEINFER_FAIL_CACHE)|DUMP_.*|FULL_TRACEBACKS|GDB_BINARY"
    r"|DEVELOPER_MODE|HIGHLIGHT_DUMPS|HTML|LLVM_PASS_TIMINGS|NUMBA_.*NUM_THREADS"
    r"|PARALLEL_DIAGNOSTICS"
    r"|RUNNING_UNDER_PROFILER|SHOW_HELP|THREADING_LAYER.*|TRACE|CHROME_TRACE|FUNCTION_CACHE_SIZE"
)


def compiled(fn: Function) -> Function:
    """Compile ``fn`` when first called and keep the machine code on disk: verbs and kernels."""
    if plain():  # a thread starts with NumPy's warnings on, so each entry point turns this one off
        return np.errstate(over="ignore")(fn)
    dispatcher: Any = njit(cache=True, nogil=True)(fn)
    dispatcher._cache = _StampedCache(fn)
    return cast(Function, dispatcher)


class Helper:
    """A function compiled into its compiled callers; called from Python it runs as plain Python.

    It is compiled once, for int64 and bool, whatever integers it is called with, and without entry
    points for Python: numba alone makes a copy for each constant and each width, and took twice as long.
    """

    def __init__(self, fn: Callable[..., Any]) -> None:
        functools.update_wrapper(self, fn)
        self.py_func = fn
        dispatcher: Any = njit(nogil=True, no_cpython_wrapper=True, no_cfunc_wrapper=True)(fn)
        resolve = dispatcher.get_call_template
        dispatcher.get_call_template = lambda args, kws: resolve(tuple(map(_widen, args)), kws)
        self._dispatcher = dispatcher  # numba's type below holds it only weakly
        self._numba_type_ = numba.types.Dispatcher(dispatcher)  # what compiled code sees of it

    def __call__(self, *args: Any) -> Any:
        with np.errstate(over="ignore"):
            return self.py_func(*args)


def inline(fn: Function) -> Function:
    """Compile ``fn`` into its callers: helpers. Nothing of its own is kept on disk (see `Helper`)."""
    return fn if plain() else cast(Function, Helper(fn))


def _widen(kind: Any) -> Any:
    """The type a helper gets an argument as: int64 for every narrower integer and every constant."""
    kind = numba.types.unliteral(kind)
    if isinstance(kind, numba.types.Integer) and kind != numba.types.uint64:
        return numba.types.int64
    return kind


def note_source(record: Any, fn: Callable[..., Any]) -> None:
    """Tell that kernels for records of this numba type have ``fn`` built in (a verb's body)."""
    stamp = _foreign_stamp(fn)
    if stamp:
        _foreign.setdefault(record, set()).add(stamp)


def plain() -> bool:
    """Whether the sources run as plain Python (``NUMBA_DISABLE_JIT=1``)."""
    return bool(config.DISABLE_JIT)


def cache_dir() -> Path:
    """The folder of the compiled code of exactly these sources, versions and switches."""
    return _parent() / f"jit-{_key()}"


def clear_cache() -> tuple[int, int]:
    """Remove all our compiled code, of older sources too: (files, bytes) removed."""
    files = size = 0
    parent = _parent()
    folders = sorted(parent.iterdir()) if parent.is_dir() else []
    for folder in folders:
        if not OURS.fullmatch(folder.name) or folder.is_symlink() or not folder.is_dir():
            continue
        for file in folder.rglob("*"):
            if file.is_file():
                files += 1
                size += file.stat().st_size
        shutil.rmtree(folder, ignore_errors=True)
    return files, size


def is_warm() -> bool:
    """Whether the play kernel is in the cache already (always so where nothing is compiled)."""
    return plain() or any(cache_dir().glob("core_*/play.play_random-*.nbi"))


_foreign: dict[Any, set[str]] = {}  # numba record type -> stamps of sources that are not ours


class _StampedCache(FunctionCache):
    """numba's disk cache, its key widened for code from outside our folders.

    A game or bot of the user's own is not in the folder's hash, yet is built into our kernels. So
    the key of a function names the user's sources it comes from, and those of the records it takes.
    """

    def _index_key(self, sig: Any, codegen: Any) -> tuple[Any, ...]:
        types = getattr(sig, "args", sig)
        records = {getattr(kind, "dtype", kind) for kind in types}
        stamps = {_foreign_stamp(self._py_func)}.union(*(_foreign.get(r, ()) for r in records))
        return (*super()._index_key(sig, codegen), tuple(sorted(stamps - {""})))

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keeps compiled code; on a full disk it serves this process and is not kept."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            _cannot_keep(cache_dir(), error)


class CacheWarning(UserWarning):
    """Compiled code cannot be kept: everything works, and is compiled anew by every command."""


_told: set[Path] = set()  # folders of which it was said


def _cannot_keep(folder: Path, error: OSError) -> None:
    """Warns of it once, though every function that is compiled meets it."""
    if folder in _told:
        return
    _told.add(folder)
    warnings.warn(
        f"compiled code cannot be kept in {folder} ({(error.strerror or str(error)).lower()}), so "
        "each command compiles anew: make room, or set DRAGONLAB_CACHE_DIR to another folder",
        CacheWarning,
        stacklevel=2,
    )


def _foreign_stamp(fn: Callable[..., Any]) -> str:
    """A hash of the Python files beside ``fn``'s own; empty if the folder's hash covers them."""
    folder = Path(fn.__code__.co_filename).resolve().parent
    if any(folder.is_relative_to(ROOT / room) for room in SOURCES):
        return ""
    return _digest(folder)


@functools.cache
def _digest(folder: Path) -> str:
    digest = hashlib.sha256()
    for file in sorted(folder.glob("*.py")):
        _add_source(digest, file, file.name)
    return digest.hexdigest()[:16]


def _add_source(digest: Any, file: Path, name: str) -> None:
    source = file.read_bytes()
    digest.update(f"\n{name} {len(source)}\n".encode())
    digest.update(source)


def _parent() -> Path:
    """The parent of our folders: never NUMBA_CACHE_DIR, which a process of ours may have set."""
    chosen = os.environ.get("DRAGONLAB_CACHE_DIR")
    if chosen:
        return Path(chosen).expanduser().absolute()
    caches = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(caches).expanduser().absolute() / "dragonlab"


@functools.cache
def _key() -> str:
    """16 hex digits over all that may change the machine code."""
    digest = hashlib.sha256()
    versions = (
        numba.__version__,
        version("llvmlite"),
        np.__version__,
        platform.python_version(),
    )
    digest.update(repr(versions).encode())
    switches = sorted(
        (name, str(value))
        for name, value in vars(config).items()
        if name.isupper() and not name.startswith("_") and not HARMLESS.fullmatch(name)
    )
    digest.update(repr(switches).encode())
    for room in SOURCES:
        for file in sorted((ROOT / room).rglob("*.py")):
            _add_source(digest, file, file.relative_to(ROOT).as_posix())
    return digest.hexdigest()[:16]


def _use_cache() -> None:
    """Point numba at our folder; where that cannot be written, at one for this process alone."""
    folder = cache_dir()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        passing = tempfile.mkdtemp(prefix="dragonlab-")
        atexit.register(shutil.rmtree, passing, ignore_errors=True)
        os.environ["DRAGONLAB_CACHE_DIR"] = passing
        _cannot_keep(folder, error)
        folder = cache_dir()
    # numba reads the variable again whenever a NUMBA_ variable changes: the setting alone is lost.
    os.environ["NUMBA_CACHE_DIR"] = str(folder)
    config.CACHE_DIR = str(folder)


if plain():
    np.seterr(over="ignore")  # the random generator wraps around by design
else:
    _use_cache()
