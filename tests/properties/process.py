"""One of these scripts in a process of its own, with numba's switches set as asked."""

import os
import subprocess
import sys
from pathlib import Path

import engine

ROOT = Path(engine.__file__).resolve().parents[1]
HERE = Path(__file__).resolve().parent

CHECKED = {"NUMBA_BOUNDSCHECK": "1"}
PLAIN = {"NUMBA_DISABLE_JIT": "1"}
COMPILED: dict[str, str] = {}


def start(script, *args, switches=COMPILED):
    """Start ``script`` of this folder; the compiled-code cache is the user's, keyed by switches."""
    env = {name: text for name, text in os.environ.items() if not name.startswith("NUMBA_")}
    env |= {"PYTHONPATH": f"{ROOT}{os.pathsep}{HERE}"} | switches
    return subprocess.Popen(
        [sys.executable, str(HERE / script), *map(str, args)],
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def answer(process, timeout=600):
    """What it printed, once it has ended well."""
    out, errors = process.communicate(timeout=timeout)
    assert process.returncode == 0, errors
    return out
