"""What a run costs over the bare kernels: counting, storing, and the memory a sweep holds.

    python benchmarks/overhead.py                  print a table
    python benchmarks/overhead.py --write          put it into BENCHMARKS.md
    python benchmarks/overhead.py --games 200000   a quicker look

The kernels fill rows and nothing else, on as many threads as the run has workers. A run's time is
that of the whole command less that of the same command for a few games, so that starting Python
does not count. Kernels and runs take turns; medians count. On a busy machine look at the CPU time.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import figures
import page

GAMES = 1_000_000
FEW = 100  # games of the command that only starts
ROUNDS = 3
JOBS = (1, 2)
DESIGNS = 20  # of the sweep whose memory is measured
SWEEP = """
question = "How much does the starting gold matter?"
game = "{game}"
games = {games}
[metrics]
gambits = 0.1
[[grid]]
name = "gold"
key = "rules.starting_gold"
values = {values}
"""


@dataclass(frozen=True)
class Took:
    """Seconds."""

    wall: float
    cpu: float

    def over(self, other: Took) -> str:
        """How much more than another, in percent: wall time, CPU time."""
        wall, cpu = (100 * (a / b - 1) for a, b in ((self.wall, other.wall), (self.cpu, other.cpu)))
        return f"{wall:+.1f} % | {cpu:+.1f} %"


def median(runs: list[Took]) -> Took:
    """The medians of both."""
    return Took(
        *(statistics.median(times) for times in zip(*((r.wall, r.cpu) for r in runs), strict=True))
    )


def kernels(jobs: int, games: int) -> None:
    """Plays on so many threads, in pieces as a run does; prints wall and CPU seconds."""
    import numpy as np

    import engine
    from engine.core.play import play_random

    design = engine.load(figures.GAME).design(players=4)

    def play(first: int, games: int) -> None:
        states = np.zeros(1, design.game.state).view(np.recarray)
        rows = np.zeros(figures.CHUNK, design.game.row).view(np.recarray)
        for at in range(first, first + games, figures.CHUNK):
            play_random(states, design.rules, figures.SEED, at, rows)

    play(0, figures.CHUNK)
    began = time.perf_counter(), time.process_time()
    with ThreadPoolExecutor(jobs) as pool:
        each = games // jobs
        list(pool.map(lambda job: play(job * each, each), range(jobs)))
    print(time.perf_counter() - began[0], time.process_time() - began[1])


def bare(jobs: int, games: int, cache: Path) -> Took:
    """The kernels, in a process of their own."""
    told = figures.start([__file__, "--child", str(jobs), "--games", str(games)], cache).out
    return Took(*map(float, told.split()))


def command(jobs: int, games: int, cache: Path, out: bool) -> Took:
    """`dragonlab run`, storing or not, less its start."""

    def run(games: int) -> Took:
        with tempfile.TemporaryDirectory() as folder:
            where = f"--out {folder}/run" if out else ""
            line = f"run {figures.GAME} --quiet --format csv --jobs {jobs} --games {games} {where}"
            took = figures.lab(line, cache)
        return Took(took.wall, took.cpu)

    whole, start = run(games), run(FEW)
    return Took(whole.wall - start.wall, whole.cpu - start.cpu)


def overhead(games: int, rounds: int, cache: Path) -> Iterator[str]:
    """The table of times."""
    bare(1, FEW, cache), command(1, FEW, cache, out=True)  # compiled before anything counts
    yield "### Overhead over the bare kernels\n"
    yield f"{games:,} games of {figures.GAME}, 4 random players; medians of {rounds}.\n"
    yield "| | wall, s | CPU, s | over the kernels: wall | CPU |"
    yield "|---|---:|---:|---:|---:|"
    for jobs in JOBS:
        found: list[tuple[Took, Took, Took]] = []
        for _ in range(rounds):
            runs = (command(jobs, games, cache, out) for out in (False, True))
            found.append((bare(jobs, games, cache), *runs))
        kernel, counted, stored = (median(list(took)) for took in zip(*found, strict=True))
        cores = "1 core" if jobs == 1 else f"{jobs} cores"
        yield f"| kernels, {cores} | {kernel.wall:.2f} | {kernel.cpu:.2f} | | |"
        for title, took in (("`run`", counted), ("`run --out`", stored)):
            over = took.over(kernel)
            yield f"| {title}, {cores} | {took.wall:.2f} | {took.cpu:.2f} | {over} |"
    yield ""


def memory(games: int, cache: Path) -> Iterator[str]:
    """The most that a sweep of twenty designs holds."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "gold.toml"
        values = list(range(30, 30 + DESIGNS))
        file.write_text(SWEEP.format(game=figures.GAME, games=games // DESIGNS, values=values))
        took = figures.lab(f"sweep {file} --no-plots --quiet --out {folder}/sweep", cache)
        stored = sum(part.stat().st_size for part in Path(folder).glob("sweep/games/*"))
    yield (
        f"A sweep of {games:,} games over {DESIGNS} designs held {took.memory:,.0f} MB at most, took "
        f"{took.wall:.1f} s and left {stored / 1e6:,.0f} MB of rows.\n"
    )


def main() -> None:
    """Measures; prints or writes."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--write", action="store_true", help="put them into BENCHMARKS.md")
    options.add_argument("--games", type=int, default=GAMES)
    options.add_argument("--rounds", type=int, default=ROUNDS)
    options.add_argument("--cache", type=Path, help="use this folder of compiled code")
    options.add_argument("--child", type=int, help=argparse.SUPPRESS)
    asked = options.parse_args()
    sys.path.insert(0, str(figures.ROOT))
    if asked.child:
        kernels(asked.child, asked.games)
        return
    lines = []
    with tempfile.TemporaryDirectory() as fresh:
        cache = asked.cache or Path(fresh)
        sections = (overhead(asked.games, asked.rounds, cache), memory(asked.games, cache))
        for line in chain(*sections):
            print(line, flush=True)
            lines.append(line)
    if asked.write:
        page.write("overhead", "\n".join(lines))


if __name__ == "__main__":
    main()
