"""Every figure of BENCHMARKS.md but the peers', measured on this machine.

    python benchmarks/figures.py            print them
    python benchmarks/figures.py --write    put them into BENCHMARKS.md
    python benchmarks/figures.py --speed GAME ...   how fast these games are, no more

Speeds of one core are per second of process CPU time, so that a busy machine does not count; what a
user waits for (whole runs, commands) is wall time, with the CPU time beside it. Every command runs
in a process of its own, with a cache of compiled code of its own.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import page

ROOT = Path(__file__).resolve().parents[1]
GAME = "giants-war"
SEED = 1
CHUNK = 2_000  # games in one call of a kernel
ROUNDS = 5  # of which the median counts
PAIRS = 10  # paired runs with and without bounds checks
MILLION = 1_000_000


# --- one core ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Speed:
    """Medians over rounds, per second of CPU time of one core."""

    game: str
    players: int
    games: float
    decisions: float
    deal_share: float  # of the time, that dealing takes
    dice: float  # rolled, where a game has dice

    @property
    def nanoseconds(self) -> float:
        """A decision, everything between two of them included."""
        return 1e9 / self.decisions


def per_cpu_second(work: Callable[[], int], seconds: float = 1.0) -> float:
    """How much `work` does (what it returns) in a second of CPU time; the median of the rounds."""
    work()
    rates = []
    for _ in range(ROUNDS):
        done, began = 0, time.process_time()
        while (took := time.process_time() - began) < seconds:
            done += work()
        rates.append(done / took)
    return statistics.median(rates)


def speed(name: str, players: int) -> Speed:
    """How fast one design is played at random."""
    import engine
    from engine.core.play import deal_many, play_random

    design = engine.load(name).design(players=players)
    states = np.zeros(1, design.game.state).view(np.recarray)
    rows = np.zeros(CHUNK, design.game.row).view(np.recarray)
    first = 0

    def play() -> int:
        nonlocal first
        play_random(states, design.rules, SEED, first, rows)
        first += CHUNK
        return CHUNK

    many = np.zeros(16, design.game.state).view(np.recarray)

    def deal() -> int:
        for k in range(50):
            deal_many(many, design.rules, SEED, 16 * k)
        return 800

    games = per_cpu_second(play)
    each = float(rows.decisions.mean())
    dice = games * float(rows.dice.mean()) if "dice" in rows.dtype.names else 0.0
    return Speed(name, players, games, games * each, games / per_cpu_second(deal, 0.2), dice)


def calibration() -> float:
    """Nanoseconds of a calibration step: one random draw, one read of a 64 KiB table."""
    from experiments.bench import calibration_seconds

    return 1e9 * statistics.median(calibration_seconds() for _ in range(ROUNDS))


def speeds(games: Sequence[str] = ()) -> Iterator[str]:
    """The table of one core's speed, of these games or all."""
    import engine
    from engine.warm import warm

    step = calibration()
    yield "### One core, random players\n"
    yield f"A calibration step takes {step:.2f} ns here.\n"
    yield "| game | players | games/s | decisions/s | ns a decision | in steps | dealing |"
    yield "|---|---:|---:|---:|---:|---:|---:|"
    rolled = []
    for name in games or engine.games():
        warm(name)
        for players in (2, 4, 6):
            s = speed(name, players)
            yield (
                f"| {name} | {players} | {s.games:,.0f} | {s.decisions / 1e6:.2f} million | "
                f"{s.nanoseconds:.0f} | {s.nanoseconds / step:.0f} | {100 * s.deal_share:.0f} % |"
            )
            if s.dice:
                both = (s.dice + s.decisions) / 1e6
                rolled.append(f"{both:.1f} million with {players} players of {name}")
    if rolled:
        yield f"\nChance counts too where dice decide; dice and choices a second: {', '.join(rolled)}."
    size = engine.load(GAME).state.itemsize
    yield f"\nA game in progress is one record of {size:,} bytes.\n"


# --- bounds checks -------------------------------------------------------------------------------


def child(games: int) -> None:
    """Plays and prints the CPU seconds it took: one run of a pair."""
    import engine
    from engine.core.play import play_random

    design = engine.load(GAME).design(players=4)
    states = np.zeros(1, design.game.state).view(np.recarray)
    rows = np.zeros(games, design.game.row).view(np.recarray)
    play_random(states, design.rules, SEED, 0, rows[:10])
    began = time.process_time()
    play_random(states, design.rules, SEED, 0, rows)
    print(time.process_time() - began)


def bounds(cache: Path) -> Iterator[str]:
    """What bounds checks cost: the median over pairs, each in turn first."""

    def seconds(checked: bool) -> float:
        env = {"NUMBA_BOUNDSCHECK": "1"} if checked else {}
        return float(start([__file__, "--child", "30000"], cache, **env).out)

    seconds(False), seconds(True)  # compiled before anything counts
    ratios = []
    for pair in range(PAIRS):
        order = (False, True) if pair % 2 else (True, False)
        took = {checked: seconds(checked) for checked in order}
        ratios.append(took[True] / took[False])
    cost = 100 * (statistics.median(ratios) - 1)
    spread = f"{100 * (min(ratios) - 1):+.1f} to {100 * (max(ratios) - 1):+.1f} %"
    yield "### Bounds checks\n"
    yield (
        f"Reading and writing arrays with bounds checks costs {cost:+.1f} % "
        f"(median of {PAIRS} paired runs; {spread}).\n"
    )


# --- commands ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Process:
    """A finished process: what it printed, and what it took."""

    out: str
    wall: float  # seconds
    cpu: float  # seconds
    memory: float  # MB, the most it held


def start(args: list[str], cache: Path, **env: str) -> Process:
    """Runs Python with these arguments from a passing folder; it must succeed."""
    rooms = os.pathsep.join((str(ROOT), str(Path(__file__).parent)))
    path = {"PYTHONPATH": rooms, "DRAGONLAB_CACHE_DIR": str(cache)}
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile("w+") as out:
        began = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-P", *args], cwd=folder, stdout=out, env={**os.environ, **path, **env}
        )
        _, code, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - began
        process.returncode = os.waitstatus_to_exitcode(code)
        out.seek(0)
        if process.returncode:
            raise SystemExit(f"{' '.join(args)} failed")
        unit = 1 if sys.platform == "darwin" else 1024  # ru_maxrss: bytes there, KiB here
        return Process(out.read(), wall, used.ru_utime + used.ru_stime, used.ru_maxrss * unit / 1e6)


def lab(command: str, cache: Path) -> Process:
    """`dragonlab COMMAND`."""
    return start(["-m", "experiments.cli", *command.split()], cache)


def median(command: str, cache: Path) -> Process:
    """The run of middle wall time."""
    runs = sorted((lab(command, cache) for _ in range(ROUNDS)), key=lambda run: run.wall)
    return runs[len(runs) // 2]


def runs(cache: Path) -> Iterator[str]:
    """Whole runs: time, cores, memory."""
    run = f"run {GAME} --quiet --format csv --games"
    lab(f"{run} 100", cache)
    tenth = lab(f"{run} {MILLION // 10}", cache)
    whole = [lab(f"{run} {MILLION} --jobs {jobs}", cache) for jobs in (1, 2)]
    yield "### Whole runs\n"
    yield "| run | wall, s | CPU, s | memory, MB |"
    yield "|---|---:|---:|---:|"
    rows = (("100,000 games, all cores", tenth), ("1,000,000 games, 1 core", whole[0]))
    for title, took in (*rows, ("1,000,000 games, 2 cores", whole[1])):
        yield f"| {title} | {took.wall:.1f} | {took.cpu:.1f} | {took.memory:.0f} |"
    yield f"\nTwo cores give {whole[0].wall / whole[1].wall:.2f} times one core.\n"


def commands(cache: Path, empty: Path) -> Iterator[str]:
    """What a user waits for."""
    yield "### Commands\n"
    yield "| command | wall, s | CPU, s |"
    yield "|---|---:|---:|"
    first = lab(f"run {GAME} --games 1000 --quiet", empty)
    yield f"| `run`, 1,000 games, nothing compiled yet | {first.wall:.1f} | {first.cpu:.1f} |"
    later = (
        ("`sweep`, 1,000 games, right after it", "sweep red-vs-shadow --games 1000 --quiet"),
        ("`watch`, right after it", f"watch {GAME}"),
    )
    for title, command in later:
        took = lab(command, empty)
        yield f"| {title} | {took.wall:.1f} | {took.cpu:.1f} |"
    for title, command in (
        ("`--help`", "--help"),
        ("`run`, 1,000 games", f"run {GAME} --games 1000 --quiet"),
    ):
        took = median(command, cache)
        yield f"| {title} (median of {ROUNDS}) | {took.wall:.2f} | {took.cpu:.2f} |"
    yield ""


# --- the page ------------------------------------------------------------------------------------


def machine() -> str:
    """What was measured on."""
    info = Path("/proc/cpuinfo")
    model = re.search(r"model name\s*: (.*)", info.read_text()) if info.is_file() else None
    name = model[1] if model else platform.processor() or platform.machine()
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    versions = (
        f"Python {platform.python_version()}, numba {version('numba')}, NumPy {np.__version__}"
    )
    load = f", load {os.getloadavg()[0]:.1f} when it began" if hasattr(os, "getloadavg") else ""
    return f"Measured on {date.today():%d %B %Y}: {name}, {cores} cores, {versions}{load}.\n"


def figures() -> str:
    """All sections as Markdown."""
    sections: list[Any] = [lambda _: [machine()], lambda _: speeds(), bounds, runs]
    lines: list[str] = []
    with tempfile.TemporaryDirectory() as warm, tempfile.TemporaryDirectory() as empty:
        os.environ["DRAGONLAB_CACHE_DIR"] = warm  # for what is measured in this process
        for section in (*sections, lambda cache: commands(cache, Path(empty))):
            for line in section(Path(warm)):
                print(line, flush=True)
                lines.append(line)
    return "\n".join(lines)


def main() -> None:
    """Measures; prints or writes."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--write", action="store_true", help="put them into BENCHMARKS.md")
    options.add_argument("--speed", nargs="+", metavar="GAME", help="only how fast these are")
    options.add_argument("--child", type=int, help=argparse.SUPPRESS)
    asked = options.parse_args()
    sys.path.insert(0, str(ROOT))
    if asked.child:
        child(asked.child)
        return
    if asked.speed:
        print("\n".join(speeds(asked.speed)))
        return
    text = figures()
    if asked.write:
        page.write("figures", text)


if __name__ == "__main__":
    main()
