"""Worker processes for agents written in Python: foreign code runs there and nowhere else.

A worker may die, hang or fill the memory at any call of a bot. The supervisor, a thread of this
process, then ends it, starts another, marks the game at fault as forfeit and has the worker's other
games played again. Finished rows lie in memory that both share, so nothing that is done is lost.

Workers are forked, and log through multiprocessing-logging into one file. Where processes cannot be
forked there are no agents in Python.
"""

from __future__ import annotations

import faulthandler
import logging
import mmap
import multiprocessing as mp
import os
import signal
import sys
import tempfile
import threading
import time
import warnings
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import numpy as np

from agents import forfeits, lockstep
from agents.examining import Examiner
from agents.forfeits import Forfeit
from agents.loading import is_python
from engine.core.problem import Problem
from experiments.plan import TIMEOUT, Variant

TICK = 0.05  # seconds between two looks at the workers
BATCH_SHARE = (
    100  # a call for many decisions may take TIMEOUT, and once more for each so many of them
)
LINES_MAX = 200  # lines that bots print which are kept, for each job
FAILURES_LOGGED = 20  # forfeits told in full in the log, for each worker
MEMORY_SHARE = 0.6  # of the machine's memory, for all workers together
CALL_BYTES = 64  # of an arena, before its rows
START_PATIENCE = 120.0  # seconds in which a new worker must be ready

COSTLY = (forfeits.TIMEOUT, forfeits.DIED, forfeits.MEMORY)  # failures that cost a process

logger = logging.getLogger("dragonlab.workers")
logging.getLogger("dragonlab").addHandler(logging.NullHandler())  # unless a run keeps a log


@dataclass(frozen=True)
class Limits:
    """What a bot may use.

    Attributes:
        timeout: seconds a decision; 0 is no limit.
        memory: bytes a worker.
        in_a_row: games of a bot that may end its process, hang or fill the memory one after the
            other: each costs a new process and often the timeout. Then all ends. 0 is no limit.
    """

    timeout: float = TIMEOUT
    memory: int = 0
    in_a_row: int = 0


@dataclass
class Task:
    """Some games of a variant, as they were asked for; done when every game has its row."""

    variant: int
    first: int
    games: int
    future: Future
    rows: np.ndarray
    examined: np.ndarray
    forfeits: dict[int, Forfeit] = field(default_factory=dict)
    left: int = 0


@dataclass
class Job:
    """What a worker plays in one go: games of a task, by their places in it."""

    task: Task
    places: np.ndarray
    width: int = 0
    tries: int = 0


# what an examiner finds of a game (see `agents.examining.Examiner`)
EXAMINED = np.dtype([("digest", np.uint64), ("peeks", np.uint16), ("asked", np.uint16)], align=True)


class Arena:
    """Memory that supervisor and worker share: rows, how far each game is, and the call under way.

    `call` is int64: [being called, place in the job, seat, decision, positions, began (monotonic
    ns)].
    """

    def __init__(self, row: np.dtype, games: int) -> None:
        self.games = games
        self._file = tempfile.NamedTemporaryFile(prefix="dragonlab-")  # noqa: SIM115
        self._file.truncate(CALL_BYTES + (EXAMINED.itemsize + row.itemsize + 1) * games)
        memory = mmap.mmap(self._file.fileno(), 0)
        self.call = np.frombuffer(memory, np.int64, 6)
        self.examined = np.frombuffer(memory, EXAMINED, games, CALL_BYTES)
        at = CALL_BYTES + self.examined.nbytes
        self.rows = np.frombuffer(memory, row, games, at)
        self.done = np.frombuffer(memory, np.uint8, games, at + self.rows.nbytes)

    def close(self) -> None:
        """Nobody needs it any more; what has been copied from it stays."""
        self._file.close()

    def clear(self, n: int) -> None:
        """Ready for a job of n games."""
        self.done[:n] = 0
        self.examined[:n] = 0
        self.call[:] = 0

    # --- what `agents.contract.Watch` asks for, in the worker -------------------------------------

    def begin(self, at: int, seat: int, decision: int, positions: int) -> None:
        """A call of foreign code begins."""
        self.call[1:] = at, seat, decision, positions, time.monotonic_ns()
        self.call[0] = 1

    def end(self) -> None:
        """It has returned."""
        self.call[0] = 0

    # --- what the supervisor sees -----------------------------------------------------------------

    def seconds(self) -> float:
        """How long the call under way has taken; 0 if there is none."""
        if not self.call[0]:
            return 0.0
        return (time.monotonic_ns() - int(self.call[5])) / 1e9


class Worker:
    """A process and what connects us with it."""

    def __init__(self, number: int, pool: Processes) -> None:
        self.number = number
        self.job: Job | None = None
        self.ready = False
        self.started = time.monotonic()
        self.lines = LINES_MAX
        self.arena = pool.arenas[number]
        self.arena.clear(self.arena.games)
        self.pipe, theirs = pool.context.Pipe()
        self.prints, their_prints = os.pipe()
        os.set_blocking(self.prints, False)
        self.text = b""
        args = (number, theirs, their_prints, self.arena, pool.variants, pool.seed, pool.examine)
        with warnings.catch_warnings():  # threads stand by while it forks: none holds what it needs
            warnings.simplefilter("ignore", DeprecationWarning)
            self.process = pool.context.Process(target=work, args=args, daemon=True)
            self.process.start()
        theirs.close()
        os.close(their_prints)

    def close(self) -> None:
        """Ends the process, if it has not ended, and what connects us."""
        if self.process.is_alive():
            self.process.kill()
        self.process.join()
        self.pipe.close()
        os.close(self.prints)


class Processes:
    """Plays games of some variants in worker processes; use as a context.

    Args:
        variants: all that may be asked for; agents in Python among theirs.
        workers: so many processes.
        chunk: most games of one `submit`.
        examine: look on while games are played, for `examined`.
    """

    def __init__(
        self,
        variants: Sequence[Variant],
        seed: int,
        workers: int,
        chunk: int,
        limits: Limits | None = None,
        examine: bool = False,
    ) -> None:
        self.examine = examine
        self.variants, self.seed, self.chunk = tuple(variants), seed, chunk
        self.limits = limits or Limits()
        self.memory = self.limits.memory or int(MEMORY_SHARE * memory_of_machine() / workers)
        if not can_fork():
            raise Problem(f"agents in Python need processes that fork, which {sys.platform} lacks")
        self.context: Any = mp.get_context("fork")
        row = self.variants[0].design.game.row
        self.arenas = [Arena(row, chunk) for _ in range(workers)]
        self.replaced = 0
        self.failure: BaseException | None = None
        self._in_a_row: Counter[str] = Counter()  # costly failures, by the spec of a bot
        self._jobs: deque[Job] = deque()
        self._lock = threading.Lock()
        self._wake, self._woken = os.pipe()[::-1]
        self._closing = self._ended_all = False
        self._begun = threading.Event()
        self.workers = [Worker(i, self) for i in range(workers)]
        self._thread = threading.Thread(target=self._supervise, name="supervisor", daemon=True)

    def __enter__(self) -> Processes:
        """Ready to play: every worker has imported the agents. Raises Problem if one cannot."""
        self._thread.start()
        self._begun.wait()
        if self.failure:
            self._thread.join()
            raise self.failure
        return self

    def __exit__(self, *_: object) -> None:
        self._closing = True
        self._ring()
        self._thread.join()

    def submit(self, variant: int, first: int, games: int) -> Future:
        """Have games played; the future's result is their rows, with the columns of a forfeit."""
        return self.begin(variant, first, np.arange(games)).future

    def begin(self, variant: int, first: int, places: np.ndarray, width: int = 0) -> Task:
        """Have the games `first + places` played, in this order, so many side by side."""
        games = len(places)
        if games > self.chunk:
            raise ValueError(f"{games} games in one go, {self.chunk} at most")
        rows = np.zeros(games, forfeits.row_of(self.variants[variant].design.game.row))
        task = Task(variant, first, games, Future(), rows, np.zeros(games, EXAMINED), left=games)
        with self._lock:
            if self.failure:
                task.future.set_exception(self.failure)
                return task
            self._jobs.append(Job(task, places, width))
        self._ring()
        return task

    def _ring(self) -> None:
        with self._lock, suppress(OSError):
            if not self._ended_all:
                os.write(self._wake, b".")

    # --- the supervisor's thread ------------------------------------------------------------------

    def _supervise(self) -> None:
        try:
            while not self._closing:
                self._hand_out()
                self._listen()
                for i, worker in enumerate(self.workers):
                    if (reason := self._ended(worker)) is not None:
                        self._replace(i, *reason)
        except BaseException as error:  # whoever waits for rows must hear of it
            self._fail(error)
        finally:
            self._end()

    def _hand_out(self) -> None:
        for worker in self.workers:
            if worker.ready and worker.job is None:
                with self._lock:
                    if not self._jobs:
                        return
                    worker.job = self._jobs.popleft()
                job, task = worker.job, worker.job.task
                if task.future.cancelled():
                    worker.job = None
                    continue
                worker.arena.clear(len(job.places))
                worker.lines = LINES_MAX
                numbers = task.first + job.places
                cuts = {
                    k: task.forfeits[place]
                    for k, place in enumerate(job.places.tolist())
                    if place in task.forfeits
                }
                with suppress(OSError):  # it has died: `_ended` will tell
                    worker.pipe.send((task.variant, numbers, cuts, job.width))

    def _listen(self) -> None:
        """Wait for a moment, or until a worker has something to say."""
        ends: list[Any] = [self._woken]
        for worker in self.workers:
            ends += [worker.pipe, worker.prints]
        for end in wait(ends, TICK):
            if end == self._woken:
                os.read(self._woken, 4096)
        for worker in self.workers:
            self._hear_prints(worker)
            with suppress(EOFError, OSError):
                while worker.pipe.poll():
                    self._hear(worker, worker.pipe.recv())

    def _hear(self, worker: Worker, message: tuple[str, Any]) -> None:
        what, told = message
        if what == "ready":
            worker.ready = True
            if all(other.ready for other in self.workers):
                self._begun.set()
        elif what == "cannot":
            raise Problem(told)
        elif what == "forfeit":
            place, forfeit = told
            job = worker.job
            if job is not None:
                job.task.forfeits[int(job.places[place])] = forfeit
        elif what == "done" and worker.job is not None:
            self._collect(worker)
            worker.job = None

    def _hear_prints(self, worker: Worker) -> None:
        """What bots print goes into the log, line by line, and no more than so many lines."""
        with suppress(BlockingIOError, OSError):
            for _ in range(16):
                got = os.read(worker.prints, 65_536)
                if not got:
                    break
                *lines, worker.text = (worker.text + got).split(b"\n")
                worker.text = worker.text[:2_000]
                for line in lines:
                    self._note_print(worker, line)

    def _note_print(self, worker: Worker, line: bytes) -> None:
        if worker.lines > 0:
            worker.lines -= 1
            text = line[:2_000].decode(errors="replace").rstrip()
            if text:
                logger.info("worker %d prints: %s", worker.number, text)
            if worker.lines == 0:
                logger.info("worker %d prints more, which is not kept", worker.number)

    def _collect(self, worker: Worker) -> np.ndarray:
        """Take over the rows of the finished games of a worker's job; which are not finished."""
        job = worker.job
        assert job is not None
        n, task = len(job.places), job.task
        done = worker.arena.done[:n] != 0
        places = job.places[done]
        rows = worker.arena.rows[:n][done]
        for name in rows.dtype.names or ():
            task.rows[name][places] = rows[name]
        task.rows["forfeit_seat"][places] = -1
        task.examined[places] = worker.arena.examined[:n][done]
        design = self.variants[task.variant].design
        endings = len(getattr(design.game, "endings", ()))
        for place in places.tolist():
            if place in task.forfeits:
                row = task.rows[place : place + 1][0]
                forfeits.mark(row, task.forfeits[place], design.players, endings)
                task.rows[place] = row
        self._count_costly(task, places.tolist())
        task.left -= len(places)
        if task.left == 0 and not task.future.cancelled():
            task.future.set_result(task.rows)
        return ~done

    def _count_costly(self, task: Task, places: Sequence[int]) -> None:
        """Raises Problem when a bot has failed at such cost in too many games in a row."""
        specs = {agent.spec for agent in self.variants[task.variant].agents if is_python(agent)}
        for place in places:
            failed, found = "", task.forfeits.get(place)
            if found and found.reason in COSTLY:
                failed = self.variants[task.variant].agents[found.seat].spec
                self._in_a_row[failed] += 1
            elif found is None:  # all of its bots came through
                for spec in specs:
                    self._in_a_row[spec] = 0
            if self._in_a_row[failed] == self.limits.in_a_row > 0 and found:
                reason = forfeits.REASONS[found.reason]
                raise Problem(
                    f"{failed} failed in {self.limits.in_a_row} games in a row (the last: {reason}, "
                    f"{found.text}), so this would take for ever: mend it or leave it out"
                )

    def _ended(self, worker: Worker) -> tuple[int, str] | None:
        """Why a worker must be replaced, if it must."""
        if not worker.process.is_alive():
            code = worker.process.exitcode
            killed = code == -signal.SIGKILL  # not by us: the system does it where memory is short
            return forfeits.MEMORY if killed else forfeits.DIED, _exit_in_words(code)
        if not worker.ready and time.monotonic() - worker.started > START_PATIENCE:
            raise Problem(f"importing the agents takes more than {START_PATIENCE:.0f} s")
        if worker.job is None:
            return None
        positions = int(worker.arena.call[4])
        limit = self.limits.timeout * (1 + (positions - 1) // BATCH_SHARE)
        if self.limits.timeout and worker.arena.seconds() > limit:
            return forfeits.TIMEOUT, f"no answer in {limit:g} s"
        if memory_of(worker.process.pid) > self.memory:
            return forfeits.MEMORY, f"more than {self.memory / 2**30:.1f} GiB of memory"
        return None

    def _replace(self, i: int, reason: int, text: str) -> None:
        """Another worker for one that has ended; the games of its job that are not done again."""
        worker = self.workers[i]
        if worker.process.is_alive():
            worker.process.kill()
        worker.process.join()
        with suppress(EOFError, OSError):  # what it had still to say
            while worker.pipe.poll():
                self._hear(worker, worker.pipe.recv())
        self._hear_prints(worker)
        if not worker.ready:
            raise Problem(f"importing the agents ended the process ({text})")
        job, call = worker.job, worker.arena.call.copy()
        if job is not None:
            left = self._collect(worker)
            again = self._blame(job, left, call, reason, text)
            with self._lock:
                self._jobs.extendleft(reversed(again))
        logger.warning("worker %d is replaced: %s", i, text)
        worker.close()
        self.replaced += 1
        self.workers[i] = Worker(i, self)

    def _blame(
        self, job: Job, left: np.ndarray, call: np.ndarray, reason: int, text: str
    ) -> list[Job]:
        """Find the game at fault, or narrow it down; the jobs that are to be played again."""
        being_called, at, seat, decision, positions, _ = call.tolist()
        places = job.places[left]
        if not len(places):
            return []
        if reason == forfeits.MEMORY and not job.tries:
            # what earlier games left behind is no fault of this one: once more, in a fresh process
            return [Job(job.task, places, job.width, 1)]
        single = positions == 1 or len(places) == 1
        if single and positions and (being_called or job.tries > 0):
            place = int(job.places[at])
            known = job.task.forfeits.get(place)
            # a bot that fails again, earlier than before, forfeits at its seat's first question
            when = decision if known is None else 0
            job.task.forfeits[place] = Forfeit(reason, seat, when, text)
            logger.warning(
                "game %d, seat %d: forfeit, %s: %s",
                job.task.first + place,
                seat,
                forfeits.REASONS[reason],
                text,
            )
            return [Job(job.task, places, job.width)]
        if len(places) == 1:
            if job.tries > 2:
                raise Problem(f"workers end without being asked anything ({text})")
            return [Job(job.task, places, 1, job.tries + 1)]
        # Nobody knows which of many it was: each half again, by itself. Games begin in order, so
        # the first of those left were under way.
        width = job.width or lockstep.LARGE
        under_way, waiting = places[:width], places[width:]
        half = (len(under_way) + 1) // 2
        jobs = [
            Job(job.task, part, half, job.tries) for part in (under_way[:half], under_way[half:])
        ]
        return [j for j in (*jobs, Job(job.task, waiting, job.width)) if len(j.places)]

    def _fail(self, error: BaseException) -> None:
        with self._lock:
            self.failure = error
            waiting = [job.task for job in self._jobs] + [w.job.task for w in self.workers if w.job]
            self._jobs.clear()
        self._begun.set()
        for task in waiting:
            if not task.future.done():
                task.future.set_exception(error)

    def _end(self) -> None:
        for worker in self.workers:
            if worker.ready and worker.job is None:
                with suppress(OSError):
                    worker.pipe.send(None)
        patience = time.monotonic() + 2.0
        for worker in self.workers:
            if worker.ready and worker.job is None:
                worker.process.join(max(0.0, patience - time.monotonic()))
            self._hear_prints(worker)
            worker.close()
        for arena in self.arenas:
            arena.close()
        with self._lock:
            self._ended_all = True
            os.close(self._wake)
            os.close(self._woken)


def _exit_in_words(code: int | None) -> str:
    if code is not None and code < 0:
        with suppress(ValueError):
            return f"the process was ended by {signal.Signals(-code).name}"
    return f"the process ended with exit code {code}"


# --- in the worker --------------------------------------------------------------------------------


def work(
    number: int,
    pipe: Connection,
    prints: int,
    arena: Arena,
    variants: Sequence[Variant],
    seed: int,
    examine: bool,
) -> None:
    """What a worker process does: plays jobs until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the supervisor's affair
    _redirect(prints)
    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()
    code = 0
    try:
        callers = _import_agents(variants, seed)
        pipe.send(("ready", None))
        while (job := pipe.recv()) is not None:
            _play(job, pipe, arena, variants, callers, seed, examine)
    except Problem as problem:
        pipe.send(("cannot", str(problem)))
    except EOFError:
        pass
    except BaseException:
        logger.exception("worker %d fails", number)
        code = 1
    finally:
        _flush_logs()
        os._exit(code)  # exit handlers are those of the process that was forked, or of bots


def _import_agents(variants: Sequence[Variant], seed: int) -> dict[str, Any]:
    callers: dict[str, Any] = {}
    for agent in dict.fromkeys(a for v in variants for a in v.agents if is_python(a)):
        try:
            callers[agent.spec] = agent.caller(seed)
        except Problem as problem:
            raise Problem(f"{agent.spec}: {problem}") from problem
        except (Exception, SystemExit) as error:
            raise Problem(
                f"{agent.spec}: it cannot be imported: {type(error).__name__}: {error}"
            ) from error
    return callers


def _play(
    job: Any,
    pipe: Connection,
    arena: Arena,
    variants: Sequence[Variant],
    callers: dict[str, Any],
    seed: int,
    examine: bool,
) -> None:
    at_variant, numbers, cuts, width = job
    variant, n = variants[at_variant], len(numbers)
    told = 0

    def heard(place: int, forfeit: Forfeit) -> None:
        nonlocal told
        last = forfeit.text.strip().rpartition("\n")[2]
        short = Forfeit(forfeit.reason, forfeit.seat, forfeit.decision, last[:200])
        pipe.send(("forfeit", (place, short)))
        told += 1
        if told <= FAILURES_LOGGED:
            spec = variant.agents[forfeit.seat].spec
            reason = forfeits.REASONS[forfeit.reason]
            logger.warning(
                "game %d, seat %d (%s): forfeit, %s: %s",
                numbers[place],
                forfeit.seat,
                spec,
                reason,
                forfeit.text.rstrip(),
            )

    looks_on = None
    if examine:
        kept = arena.examined[:n]
        looks_on = Examiner(variant.design, kept["digest"], kept["peeks"], kept["asked"])
    lockstep.play(
        variant.design,
        lockstep.callers_for(variant.design, variant.agents, callers),
        seed,
        numbers,
        arena.rows[:n].view(np.recarray),
        arena.done[:n],
        cuts,
        width,
        arena,
        heard,
        looks_on,
    )
    pipe.send(("done", None))


def _redirect(prints: int) -> None:
    """Whatever is written to stdout or stderr, from Python or not, goes to the supervisor."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(prints, 1)
    os.dup2(prints, 2)
    os.close(prints)
    faulthandler.enable(2)  # where a crash happens is told there too
    sys.stdout = os.fdopen(1, "w", buffering=1, closefd=False, errors="replace")
    sys.stderr = os.fdopen(2, "w", buffering=1, closefd=False, errors="replace")


def _end_with_parent(parent: int) -> None:
    """A worker whose parent was killed ends too, even within a call that does not return."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os._exit(1)


def _flush_logs() -> None:
    """Have log records sent that still wait in this process; not for ever."""

    def flush() -> None:
        for handler in logging.getLogger("dragonlab").handlers:
            queue = getattr(handler, "queue", None)
            if queue is not None:
                queue.close()
                queue.join_thread()

    thread = threading.Thread(target=flush, daemon=True)
    thread.start()
    thread.join(2.0)


# --- the machine ----------------------------------------------------------------------------------


def can_fork() -> bool:
    """Whether this system forks processes."""
    return "fork" in mp.get_all_start_methods()


def memory_of_machine() -> int:
    """Bytes of memory that this process and its children may use in all."""
    found = []
    with suppress(OSError, ValueError, AttributeError):
        found.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    with suppress(OSError, ValueError):
        found.append(int(Path("/sys/fs/cgroup/memory.max").read_text()))
    return min(found, default=8 << 30)


def memory_of(pid: int | None) -> int:
    """Bytes of memory that a process has in use by itself; 0 where that cannot be told."""
    try:
        pages = Path(f"/proc/{pid}/statm").read_text().split()
        return (int(pages[1]) - int(pages[2])) * PAGE
    except (OSError, ValueError, IndexError):
        return 0


PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


# --- the log --------------------------------------------------------------------------------------


class _Utc(logging.Formatter):
    """Lines as a run's folder writes them: the time in UTC, then the message."""

    converter = time.gmtime  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(message)s", "%Y-%m-%dT%H:%M:%S+00:00")


@contextmanager
def log_into(path: Path) -> Iterator[None]:
    """Log records of this process and of workers started meanwhile go into a file."""
    ours = logging.getLogger("dragonlab")
    before = ours.level, ours.propagate, list(ours.handlers)
    ours.handlers.clear()
    handler = logging.FileHandler(path, encoding="utf-8", delay=True)
    handler.setFormatter(_Utc())
    ours.addHandler(handler)
    ours.setLevel(logging.INFO)
    ours.propagate = False
    method = mp.get_start_method(allow_none=True)
    if can_fork():
        from multiprocessing_logging import install_mp_handler  # type: ignore[import-untyped]

        mp.set_start_method("fork", force=True)  # it asserts so
        install_mp_handler(ours)
    try:
        yield
    finally:
        for wrapped in list(ours.handlers):
            ours.removeHandler(wrapped)
            wrapped.close()
        if can_fork() and method != "fork":
            mp.set_start_method(method, force=True)
        ours.setLevel(before[0])
        ours.propagate = before[1]
        ours.handlers[:] = before[2]
