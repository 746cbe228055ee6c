"""A Dask cluster as the workers of a run: `--cluster tcp://HOST:PORT`.

What travels there is a variant as a manifest tells of it, and numbers of games; what comes back is
rows. A worker makes the design anew from that, as `dragonlab resume` does, so its rows are those of
this machine if its code is, and a worker of other code is refused by name. Games of a worker that
dies are played by the others.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from engine.core.problem import Problem
from experiments import store
from experiments.plan import Plan, Variant

PATIENCE = 10.0  # seconds in which a scheduler must answer
NEEDS = "--cluster needs Dask, which is missing here: pip install 'dragonlab[cluster]'"
VARIANTS_KEPT = 64  # by a worker, made once


class Cluster:
    """Workers that a Dask scheduler knows; connected when made.

    Raises:
        Problem: no Dask, no scheduler, no workers, or workers of other code.
    """

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client
        except ImportError as error:
            raise Problem(NEEDS) from error
        self.address = address
        try:
            self.client = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise Problem(f"no Dask scheduler answers at {address} ({error})") from error
        try:
            self._check()
        except Problem:
            self.close()
            raise

    @property
    def threads(self) -> int:
        """Games that it plays at the same time."""
        return sum(self.client.nthreads().values())

    def _check(self) -> None:
        """Raises Problem if there is no worker, or one of other code."""
        codes: Mapping[str, Any] = self.client.run(own_code, on_error="return")
        if not codes:
            raise Problem(
                f"the cluster at {self.address} has no workers: start some with "
                f"`dask worker {self.address}`"
            )
        wrong = {worker: code for worker, code in codes.items() if code != own_code()}
        if not wrong:
            return
        worker, code = next(iter(wrong.items()))
        more = f", as have {len(wrong) - 1} more of {len(codes)}" if len(wrong) > 1 else ""
        what = "no dragonlab" if isinstance(code, ImportError) else "another version of the code"
        if isinstance(code, Exception) and not isinstance(code, ImportError):
            what = f"a dragonlab that fails ({type(code).__name__}: {code})"
        raise Problem(
            f"worker {worker} has {what}{more}: install the version of this machine there, "
            "and start the worker again"
        )

    @contextmanager
    def pool(self, plan: Plan) -> Iterator[Callable[[int, int, int], Future]]:
        """A function that has games of a plan played: variant, first, games -> rows to come.

        However it is left, what has not begun is dropped, and the connection is closed.
        """
        if plan.python:
            raise Problem("agents in Python play on this machine only: leave --cluster away")
        from distributed import KilledWorker
        from distributed.comm import CommClosedError

        executor = self.client.get_executor(pure=False)
        told = lru_cache(VARIANTS_KEPT)(lambda number: as_text(plan.variants[number]))

        def submit(variant: int, first: int, games: int) -> Future:
            return executor.submit(play, told(variant), own_code(), plan.seed, first, games)

        try:
            yield submit
        except KilledWorker as error:
            raise Problem(
                f"the cluster at {self.address} gave up: workers die of these games ({error})"
            ) from error
        except (CancelledError, CommClosedError) as error:
            raise Problem(
                f"the cluster at {self.address} is lost; what was stored is kept"
            ) from error
        finally:
            executor.shutdown(wait=False)
            self.close()

    def close(self) -> None:
        """Ends the connection."""
        self.client.close(PATIENCE)


def as_text(variant: Variant) -> str:
    """All that a worker must know of a variant."""
    return json.dumps({**variant.as_dict(), "game": variant.design.game.name}, ensure_ascii=False)


# --- on a worker ----------------------------------------------------------------------------------


@cache
def own_code() -> str:
    """What identifies the code that plays here, as it was when this process loaded it."""
    return store.code()


@lru_cache(VARIANTS_KEPT)
def _variant(told: str) -> Variant:
    from experiments import replay

    known = json.loads(told)
    return replay.variant(known, known["game"], Path("the cluster"))


def play(told: str, code: str, seed: int, first: int, games: int) -> np.ndarray:
    """Rows of games of a variant (see `as_text`), if this process has the code `code`."""
    from experiments import chunks

    if own_code() != code:
        raise Problem(f"worker {_own_name()} has another version of the code: start it again")
    return chunks.play(_variant(told), seed, first, games)


def _own_name() -> str:
    from distributed import get_worker

    return str(get_worker().address)
