"""Playing a plan on all cores: parts are cut into chunks, which come back as rows, in order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from agents import forfeits, lockstep, registry, thinking
from agents.desk import AGENT, OUTSIDE, RANDOM
from agents.loading import is_python
from experiments.plan import Part, Plan, Variant

if TYPE_CHECKING:
    from experiments.cluster import Cluster

    Jobs: TypeAlias = int | Cluster  # workers here, 0 for one a core; or those of a cluster

CHUNK = 2_500  # games: some 25 ms of one core, so progress is smooth and Ctrl-C answers at once
CHUNK_ONE_BY_ONE = 250  # games where an agent in Python is asked for one decision at a time
FAILURES_IN_A_ROW = 25  # games of a bot that ends its process each time, before it is given up
ASKED = {"kind": OUTSIDE}  # what is known of an agent in Python
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


def play(
    variant: Variant, seed: int, first: int, games: int, rows: np.ndarray | None = None
) -> np.ndarray:
    """Rows of `games` games from number `first` on, shape (games,) of the game's row dtype.

    Args:
        rows: zeros, where they are put; new ones if omitted.
    """
    game = variant.design.game
    states = np.zeros(1, game.state).view(np.recarray)
    made = np.zeros(games, game.row) if rows is None else rows
    agents, rules = variant.agents, variant.design.rules
    registry.play(agents, states, rules, seed, first, made.view(np.recarray))
    return made


def _whole(pieces: Sequence[np.ndarray]) -> np.ndarray:
    """The rows of all pieces, in order: the array that all are cut from, if there is one."""
    whole = pieces[0].base
    if (
        isinstance(whole, np.ndarray)
        and whole.dtype == pieces[0].dtype
        and all(piece.base is whole for piece in pieces)
        and len(whole) == sum(map(len, pieces))
    ):
        return whole
    return np.concatenate(pieces)


def play_parts(
    plan: Plan,
    jobs: Jobs = 0,
    chunk: int = CHUNK,
    skip: Collection[int] = (),
    on_games: Callable[[int], None] = lambda games: None,
) -> Generator[tuple[Part, np.ndarray], None, None]:
    """Plays the parts of a plan but those numbered in `skip`; yields each with its rows, in order.

    Args:
        jobs: workers, 0 for one a core, or a cluster.
        chunk: games a worker plays in one go; it changes nothing but the pace.
        on_games: told how many games were played, from any thread.
    """
    workers = workers_for(jobs)
    parts = (part for part in plan.parts() if part.number not in skip)
    if plan.python:
        chunk = min(chunk, chunk_for(plan))
    with pool(plan, jobs, chunk) as submit:

        def submit_and_tell(piece: Chunk) -> Future:
            future = submit(piece)
            future.add_done_callback(lambda done: on_games(piece.games) if _good(done) else None)
            return future

        done = _in_order(submit_and_tell, cut(parts, chunk), workers * AHEAD)
        for part, group in groupby(done, key=lambda item: item[0].part):
            rows = _whole([rows for _, rows in group])
            yield part, forfeits.widen(rows, plan.variants[part.variant].row)


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


def pool(plan: Plan, jobs: Jobs, chunk: int) -> AbstractContextManager[Callable[[Chunk], Future]]:
    """Workers ready to play pieces of a plan, `chunk` games at most; the value hands one out."""
    if not isinstance(jobs, int):
        return _cluster(plan, jobs)
    workers = workers_for(jobs)
    return _processes(plan, workers, chunk) if plan.python else _threads(plan, workers)


@contextmanager
def _cluster(plan: Plan, cluster: Cluster) -> Iterator[Callable[[Chunk], Future]]:
    """The workers of a cluster, wherever they are."""
    with cluster.pool(plan) as submit:
        yield lambda piece: submit(piece.part.variant, piece.first, piece.games)


@contextmanager
def _threads(plan: Plan, workers: int) -> Iterator[Callable[[Chunk], Future]]:
    """A pool that, however it is left, ends what has begun and drops what has not."""
    executor = ThreadPoolExecutor(workers, thread_name_prefix="games")
    rows, part = np.zeros(0), None

    def submit(piece: Chunk) -> Future:
        nonlocal rows, part
        variant = plan.variants[piece.part.variant]
        at = piece.first - piece.part.first
        if part is not piece.part or at == 0:  # its pieces come in order, all into one array
            part, rows = piece.part, np.zeros(piece.part.games, variant.design.game.row)
        where = rows[at : at + piece.games]
        return executor.submit(play, variant, plan.seed, piece.first, piece.games, where)

    try:
        yield submit
    finally:
        executor.shutdown(wait=True, cancel_futures=True)


@contextmanager
def _processes(plan: Plan, workers: int, chunk: int) -> Iterator[Callable[[Chunk], Future]]:
    """Processes for agents in Python; left early, they are ended at once."""
    from experiments.processes import Limits, Processes

    warm_up(plan.variants)
    limits = Limits(plan.timeout, in_a_row=FAILURES_IN_A_ROW)
    with Processes(plan.variants, plan.seed, workers, chunk, limits) as pool:
        yield lambda piece: pool.submit(piece.part.variant, piece.first, piece.games)


def warm_up(variants: Iterable[Variant]) -> None:
    """Loads or compiles the kernels, in this process and without calling any agent in Python.

    There is one kernel for all random agents of a game, one for all that think, and those that
    questions from Python go through: each is called once, and nobody thinks. Agents that are asked
    in Python in this process load theirs when they are first asked.
    """
    first: dict[tuple[str, str], Variant] = {}
    for variant in variants:
        first.setdefault((variant.design.game.name, _kernels(variant)), variant)
    for (_, kernels), variant in first.items():
        if variant.python:
            lockstep.warm_up(variant.design, variant.agents)
        elif kernels == "random":
            play(variant, 0, 0, 1)
        elif kernels == "thinking":
            _load_thinking(variant)


def _kernels(variant: Variant) -> str:
    """What plays a variant, in a word."""
    kinds = {int(getattr(agent, "record", ASKED)["kind"]) for agent in variant.agents}
    thinking = bool(kinds - {RANDOM, OUTSIDE})
    if variant.python:
        return "Python and thinking" if thinking else "Python"
    if OUTSIDE in kinds:
        return "asked"
    return "thinking" if thinking else "random"


def _load_thinking(variant: Variant) -> None:
    """Plays a game of agents that could think and do not."""
    game, still = variant.design.game, np.zeros(1, AGENT)[0]
    still["kind"] = RANDOM
    rows = np.zeros(1, game.row).view(np.recarray)
    table = [still] * variant.design.players
    thinking.play(table, variant.design.rules, 0, 0, rows, game.state)


def workers_for(jobs: Jobs) -> int:
    """How many workers `--jobs` means: 0 is one a core, and more than a few a core are no use."""
    if not isinstance(jobs, int):
        return jobs.threads
    return min(jobs or cores(), 4 * cores())


def cores() -> int:
    """Cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
