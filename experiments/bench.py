"""How fast games are played, beside a fixed calibration kernel, so that machines compare.

A calibration step is one SplitMix64 draw and one read at a random place of a 64 KiB table: the bare
cost of a choice that looks at memory. A decision is a choice with two or more options, and its time
includes everything between two of them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from agents import registry
from engine.core.game import Game
from engine.core.jit import compiled
from engine.core.rng import next64
from engine.warm import warm
from experiments import chunks
from experiments.plan import Variant

SEED = 1
TABLE = 16_384  # entries of 4 bytes: 64 KiB
CALIBRATION_STEPS = 20_000_000
PROBE_SECONDS = 0.2  # played to see how many games a round should have
ROUNDS = 3  # the best of so many, calibration and play in turn


@compiled
def calibration(table, luck, steps):
    """Draws `steps` numbers from `luck` (uint64[1]) and reads `table` (uint32) at each."""
    mask = np.uint64(table.shape[0] - 1)
    total = np.uint64(0)
    for _ in range(steps):
        total += np.uint64(table[next64(luck, 0) & mask])
    return total


@dataclass(frozen=True)
class Measure:
    """One line of the benchmark.

    Attributes:
        cores: threads that played at once.
        calibration_ns: a calibration step on one core.
        calibration_steps: how many of them a decision costs (one core's time, games in full).
    """

    game: str
    players: int
    cores: int
    games_per_second: int
    decisions_per_second: int
    decisions_per_game: float
    ns_per_decision: float
    calibration_ns: float
    calibration_steps: float

    def as_dict(self) -> dict[str, Any]:
        """For JSON and tables."""
        return asdict(self)


def measure_all(
    games: Iterable[Game],
    players: Sequence[int],
    cores: Sequence[int],
    seconds: float,
    say: Callable[[str], None],
) -> Iterator[Measure]:
    """Each game at each number of players on each number of cores, about `seconds` a round."""
    for game in games:
        warm(game.name)
        for seats in players:
            agents = registry.table(["random"], seats)
            variant = Variant(game.name, game.title, game.design(players=seats), agents)
            for n in cores:
                say(f"{game.name}, {seats} players, {n} cores")
                yield measure(variant, n, seconds)


def measure(variant: Variant, cores: int, seconds: float) -> Measure:
    """The best of a few rounds of one design on so many cores."""
    each = _games_for(variant, seconds)
    step = played = float("inf")
    decisions = 0
    with ThreadPoolExecutor(cores) as pool:
        for _ in range(ROUNDS):
            step = min(step, calibration_seconds())
            began = time.perf_counter()
            counts = pool.map(lambda core: _play(variant, core * each, each), range(cores))
            decisions = sum(counts)
            played = min(played, time.perf_counter() - began)
    per_second = decisions / played
    return Measure(
        game=variant.name,
        players=variant.design.players,
        cores=cores,
        games_per_second=round(each * cores / played),
        decisions_per_second=round(per_second),
        decisions_per_game=round(decisions / (each * cores), 2),
        ns_per_decision=round(1e9 * cores / per_second, 2),
        calibration_ns=round(1e9 * step, 3),
        calibration_steps=round(cores / per_second / step, 1),
    )


def calibration_seconds() -> float:
    """Seconds for one step of the calibration kernel on one core."""
    table = np.arange(TABLE, dtype=np.uint32)
    luck = np.zeros(1, np.uint64)
    calibration(table, luck, 1)  # compiled or loaded before the clock starts
    began = time.perf_counter()
    calibration(table, luck, CALIBRATION_STEPS)
    return (time.perf_counter() - began) / CALIBRATION_STEPS


def _play(variant: Variant, first: int, games: int) -> int:
    """Plays games in pieces, as a run does; gives the decisions made."""
    ends = range(first, first + games, chunks.CHUNK)
    pieces = ((start, min(chunks.CHUNK, first + games - start)) for start in ends)
    return sum(int(chunks.play(variant, SEED, *piece)["decisions"].sum()) for piece in pieces)


def _games_for(variant: Variant, seconds: float) -> int:
    """How many games one core plays in about so many seconds."""
    chunks.play(variant, SEED, 0, 1)
    games, took = chunks.CHUNK, 0.0
    while took < PROBE_SECONDS:
        games *= 2
        began = time.perf_counter()
        _play(variant, 0, games)
        took = time.perf_counter() - began
    return max(1, round(games * seconds / took))
