"""A Dask scheduler or worker that knows the toy, as a process of its own.

    python toy_cluster.py scheduler
    python toy_cluster.py worker tcp://HOST:PORT NAME [CODE]

A scheduler prints its address; a worker prints its own once it is there. CODE is what the worker
says of the version of its code.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


async def scheduler() -> None:
    from distributed import Scheduler

    async with Scheduler(host="127.0.0.1", port=0, dashboard=False) as made:
        print(made.address, flush=True)
        await made.finished()


async def worker(address: str, name: str, code: str = "") -> None:
    import skill
    import toy
    from distributed import Worker

    from experiments import store

    toy.install()
    skill.install()
    if code:
        store.code = lambda: code
    async with Worker(address, name=name, nthreads=1, dashboard=False) as made:
        print(made.address, flush=True)
        await made.finished()


class Processes:
    """A scheduler and some workers; `address` is the scheduler's. Use as a context."""

    def __init__(self, folder: Path, *codes: str) -> None:
        self.folder = folder
        self.scheduler, self.address = self._start("scheduler")
        self.workers: list[tuple[subprocess.Popen, str]] = []
        for code in codes:
            self.join(code)

    def join(self, code: str = "") -> str:
        """One more worker; gives its address."""
        name = f"worker-{len(self.workers)}"
        self.workers.append(self._start("worker", self.address, name, code))
        return self.workers[-1][1]

    def _start(self, *args: str) -> tuple[subprocess.Popen, str]:
        rooms = os.pathsep.join((str(ROOT), str(Path(__file__).parent)))
        log = (self.folder / f"cluster-{args[0]}.log").open("a")
        with log:
            process: Any = subprocess.Popen(
                [sys.executable, __file__, *args],
                cwd=self.folder,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "PYTHONPATH": rooms, "DASK_TEMPORARY_DIRECTORY": "scratch"},
            )
        return process, process.stdout.readline().strip()

    def __enter__(self) -> Processes:
        return self

    def __exit__(self, *_: object) -> None:
        for process, _ in (*self.workers, (self.scheduler, "")):
            process.kill()
            process.wait()
            process.stdout.close()


if __name__ == "__main__":
    what, *args = sys.argv[1:]
    asyncio.run({"scheduler": scheduler, "worker": worker}[what](*args))
