"""Playing a plan on all cores: parts are cut into chunks, which come back as rows, in order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from agents import forfeits, lockstep, registry
from agents.loading import is_python
from experiments.plan import Part, Plan, Variant

CHUNK = 2_500  # games: some 25 ms of one core, so progress is smooth and Ctrl-C answers at once
CHUNK_ONE_BY_ONE = 250  # games where an agent in Python is asked for one decision at a time
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
    parts = (part for part in plan.parts() if part.number not in skip)
    if plan.python:
        chunk = min(chunk, chunk_for(plan))
    with pool(plan, workers, chunk) as submit:

        def submit_and_tell(piece: Chunk) -> Future:
            future = submit(piece)
            future.add_done_callback(lambda done: on_games(piece.games) if _good(done) else None)
            return future

        done = _in_order(submit_and_tell, cut(parts, chunk), workers * AHEAD)
        for part, group in groupby(done, key=lambda item: item[0].part):
            rows = np.concatenate([rows for _, rows in group])
            yield part, forfeits.widen(rows, plan.row)


def chunk_for(plan: Plan) -> int:
    """Games in one go: fewer where an agent in Python has no `choose_batch`."""
    agents = [a for variant in plan.variants for a in variant.agents if is_python(a)]
    return CHUNK if all(a.facts.batch for a in agents) else CHUNK_ONE_BY_ONE


def _good(done: Future) -> bool:
    return not done.cancelled() and done.exception() is None


def _in_order(
    submit: Callable[[Chunk], Future], pieces: Iterable[Chunk], window: int
) -> Iterator[tuple[Chunk, np.ndarray]]:
    """Has pieces worked on, at most `window` at a time; yields each with its rows, in order."""
    under_way: deque[tuple[Chunk, Future]] = deque()
    for piece in pieces:
        under_way.append((piece, submit(piece)))
        if len(under_way) == window:
            oldest, future = under_way.popleft()
            yield oldest, future.result()
    for oldest, future in under_way:
        yield oldest, future.result()


def pool(plan: Plan, workers: int, chunk: int) -> AbstractContextManager[Callable[[Chunk], Future]]:
    """Workers ready to play pieces of a plan, `chunk` games at most; the value hands one out."""
    return _processes(plan, workers, chunk) if plan.python else _threads(plan, workers)


@contextmanager
def _threads(plan: Plan, workers: int) -> Iterator[Callable[[Chunk], Future]]:
    """A pool that, however it is left, ends what has begun and drops what has not."""
    executor = ThreadPoolExecutor(workers, thread_name_prefix="games")

    def submit(piece: Chunk) -> Future:
        variant = plan.variants[piece.part.variant]
        return executor.submit(play, variant, plan.seed, piece.first, piece.games)

    try:
        yield submit
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _processes(plan: Plan, workers: int, chunk: int) -> Iterator[Callable[[Chunk], Future]]:
    """Processes for agents in Python; left early, they are ended at once."""
    from experiments.processes import Limits, Processes

    warm_up(plan.variants)
    with Processes(plan.variants, plan.seed, workers, chunk, Limits(plan.timeout)) as pool:
        yield lambda piece: pool.submit(piece.part.variant, piece.first, piece.games)


def warm_up(variants: Iterable[Variant]) -> None:
    """Loads or compiles the kernels, in this process and without calling any agent in Python."""
    for variant in variants:
        if variant.python:
            lockstep.warm_up(variant.design, variant.agents)
        else:
            play(variant, 0, 0, 1)


def workers_for(jobs: int) -> int:
    """How many workers `--jobs` means: 0 is one a core, and more than a few a core are no use."""
    return min(jobs or cores(), 4 * cores())


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
