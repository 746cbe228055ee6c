"""Playing a plan on all cores: parts are cut into chunks, which come back as rows, in order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from agents import registry
from experiments.plan import Part, Plan, Variant

CHUNK = 2_500  # games: some 25 ms of one core, so progress is smooth and Ctrl-C answers at once
AHEAD = 5  # chunks under way for each worker, so that none waits while a part is stored


@dataclass(frozen=True)
class Chunk:
    """A piece of a part: as many games as a worker plays in one go."""

    part: Part
    first: int
    games: int


def cut(parts: Iterable[Part], size: int) -> Iterator[Chunk]:
    """The chunks of all parts, in order; none spans two parts."""
    for part in parts:
        end = part.first + part.games
        for first in range(part.first, end, size):
            yield Chunk(part, first, min(size, end - first))


def play(variant: Variant, seed: int, first: int, games: int) -> np.ndarray:
    """Rows of `games` games from number `first` on, shape (games,) of the game's row dtype."""
    game = variant.design.game
    states = np.zeros(1, game.state).view(np.recarray)
    rows = np.zeros(games, game.row).view(np.recarray)
    registry.play(variant.agents, states, variant.design.rules, seed, first, rows)
    return rows.view(np.ndarray)


def play_parts(
    plan: Plan,
    jobs: int = 0,
    chunk: int = CHUNK,
    skip: Collection[int] = (),
    on_games: Callable[[int], None] = lambda games: None,
) -> Generator[tuple[Part, np.ndarray], None, None]:
    """Plays the parts of a plan but those numbered in `skip`; yields each with its rows, in order.

    Args:
        jobs: workers, 0 for one a core.
        chunk: games a worker plays in one go; it changes nothing but the pace.
        on_games: told how many games were played, from any thread.
    """
    workers = workers_for(jobs)
    pieces = cut((part for part in plan.parts() if part.number not in skip), chunk)
    with _threads(workers) as executor:

        def play_and_tell(piece: Chunk) -> np.ndarray:
            rows = play(plan.variants[piece.part.variant], plan.seed, piece.first, piece.games)
            on_games(piece.games)
            return rows

        done = _in_order(executor, play_and_tell, pieces, workers * AHEAD)
        for part, group in groupby(done, key=lambda item: item[0].part):
            yield part, np.concatenate([rows for _, rows in group])


def _in_order(
    executor: Executor,
    work: Callable[[Chunk], np.ndarray],
    pieces: Iterable[Chunk],
    window: int,
) -> Iterator[tuple[Chunk, np.ndarray]]:
    """Has pieces worked on, at most `window` at a time; yields each with its rows, in order."""
    under_way: deque[tuple[Chunk, Future]] = deque()
    for piece in pieces:
        under_way.append((piece, executor.submit(work, piece)))
        if len(under_way) == window:
            oldest, future = under_way.popleft()
            yield oldest, future.result()
    for oldest, future in under_way:
        yield oldest, future.result()


@contextmanager
def _threads(workers: int) -> Iterator[Executor]:
    """A pool that, however it is left, ends what has begun and drops what has not."""
    executor = ThreadPoolExecutor(workers, thread_name_prefix="games")
    try:
        yield executor
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


def workers_for(jobs: int) -> int:
    """How many workers `--jobs` means: 0 is one a core, and more than a few a core are no use."""
    return min(jobs or cores(), 4 * cores())


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
