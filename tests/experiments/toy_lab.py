"""`dragonlab` with the toy as its only game, as a script in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import skill
import toy

ROOT = Path(__file__).parents[2]


def start(*args: Any, **more: Any) -> subprocess.Popen:
    """Starts `dragonlab ARGS` with the toy; stdout and stderr are text pipes."""
    command = [sys.executable, __file__, *map(str, args)]
    settings = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **more}
    return subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, **settings)


def contents(folder: Path) -> dict[str, bytes]:
    """What must not depend on how a run went: rows, summaries and comparisons, byte for byte."""
    files = [*folder.glob("games/*"), *folder.glob("summary.*"), *folder.glob("comparisons.*")]
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}


if __name__ == "__main__":
    from experiments import cli

    toy.install()
    skill.install()
    cli.main()
