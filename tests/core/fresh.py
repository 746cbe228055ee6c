"""Python in a new process, with a compiled-code cache of its own."""

import json
import os
import subprocess
import sys
from pathlib import Path

import engine

ROOT = Path(engine.__file__).resolve().parents[1]
HERE = Path(__file__).resolve().parent

MODES = {
    "compiled": {},
    "checked": {"NUMBA_BOUNDSCHECK": "1"},
    "plain": {"NUMBA_DISABLE_JIT": "1"},
}


def python(code, cache, root=ROOT, fails=False, **switches):
    """Run ``code``, ``root`` first on the import path; what it printed last, as JSON, or stderr."""
    env = {name: text for name, text in os.environ.items() if not name.startswith("NUMBA_")}
    env |= {"DRAGONLAB_CACHE_DIR": str(cache), "PYTHONPATH": f"{root}{os.pathsep}{HERE}"}
    env |= switches
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],  # -P: the current folder is not on the import path
        env=env,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    if fails:
        assert done.returncode != 0, done.stdout
        return done.stderr
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])
