"""`dragonlab` with the toy as its only game, as a script in a process of its own."""

from __future__ import annotations

import multiprocessing
import os
import resource
import subprocess
import sys
import warnings
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import skill
import toy

ROOT = Path(__file__).parents[2]
REPORTED = """
question = "What do <thieves> & friends do?"
rulebook = "Thieves make \\"hands\\" smaller."
source = "The Toy, T1"
game = "toy"
games = 300
[[designs]]
name = "calm"
label = "Calm"
[[designs]]
name = "thieves"
label = "Thieves"
deck = "thieves"
[[designs]]
name = "rich"
label = "Rich from the very beginning on, which is said here at length"
rules = { gold = 20 }
[metrics]
hand_size = 0.25
gambits = 0.25
"""


def start(*args: Any, **more: Any) -> subprocess.Popen:
    """Starts `dragonlab ARGS` with the toy; stdout and stderr are text pipes."""
    command = [sys.executable, __file__, *map(str, args)]
    settings = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, **more}
    return subprocess.Popen(command, env={**os.environ, "PYTHONPATH": str(ROOT)}, **settings)


def fork(*args: Any, file_size: int = 0) -> BaseProcess:
    """`dragonlab ARGS` in a process forked from this one, which has all imported already.

    Args:
        file_size: bytes that a file may have, after which the disk is as good as full; 0 = any.
    """
    process = multiprocessing.get_context("fork").Process(target=_run, args=(args, file_size))
    with warnings.catch_warnings():  # other threads of this process are idle
        warnings.simplefilter("ignore", DeprecationWarning)
        process.start()
    return process


def _run(args: tuple[Any, ...], file_size: int) -> None:
    from experiments.cli import app

    if file_size:
        resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, resource.RLIM_INFINITY))
    with open("said.txt", "a") as said:
        os.dup2(said.fileno(), 1)
        os.dup2(said.fileno(), 2)
        sys.stdout = sys.stderr = said
        app([str(arg) for arg in args])


def contents(folder: Path) -> dict[str, bytes]:
    """What must not depend on how a run went: rows, summaries and comparisons, byte for byte."""
    files = [*folder.glob("games/*"), *folder.glob("summary.*"), *folder.glob("comparisons.*")]
    return {str(file.relative_to(folder)): file.read_bytes() for file in files}


if __name__ == "__main__":
    from experiments import cli

    toy.install()
    skill.install()
    cli.main()
