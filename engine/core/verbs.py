"""The verbs of a game, each declared once here and given a body by every game.

``@step.of(STATE)`` registers a game's body for its state's dtype. Compiled code resolves the verb
by the type of its first argument, through numba's ``overload``: unlike a function passed as an
argument, this hits the disk cache in a new process. Plain Python looks the dtype up in a table.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.extending import overload

from engine.core.jit import compiled, note_source, plain

NUMBERS = {"seed", "game", "choice", "seat"}  # parameters that are int64 in every body
DECISIVE = 60.0  # a lead in gold that is as good as the win


class Verb:
    """A function of several bodies, chosen by the dtype of its first argument (a record)."""

    def __init__(self, stub: Callable[..., Any]) -> None:
        self.__name__ = stub.__name__
        self.__qualname__ = stub.__qualname__
        self.__module__ = stub.__module__
        self.__doc__ = stub.__doc__
        self.__wrapped__ = stub  # so that inspect.signature and help() tell the arguments
        self.parameters = tuple(inspect.signature(stub).parameters)
        self.bodies: dict[np.dtype, Callable[..., Any]] = {}

    def __repr__(self) -> str:
        return f"<verb {self.__name__}({', '.join(self.parameters)})>"

    def __call__(self, *args: Any) -> Any:
        try:
            body = self.bodies[args[0].dtype]
        except KeyError:
            raise TypeError(f"no game has registered {self!r} for this dtype") from None
        return body(*args)

    def of(self, dtype: np.dtype) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        """Register the decorated function as this verb's body for records of ``dtype``.

        Returned is the compiled function (`engine.core.jit.compiled`), cached on disk.
        """
        dtype = np.dtype(dtype)

        def register(fn: Callable[..., Any]) -> Callable[..., Any]:
            given = tuple(inspect.signature(fn).parameters)
            if len(given) != len(self.parameters):
                raise TypeError(f"{fn.__qualname__}{given} must take the arguments of {self!r}")
            if dtype in self.bodies:
                raise TypeError(f"{self!r} already has a body for this dtype")
            body = self.bodies[dtype] = compiled(fn)
            if not plain():
                wanted = numba.from_dtype(dtype)
                note_source(wanted, fn)
                overload(self)(self._picker(body, wanted))
            return body

        return register

    def _picker(self, body: Callable[..., Any], wanted: Any) -> Callable[..., Any]:
        """What numba's overload asks: given argument types, the body's caller or None.

        numba wants argument names spelled out, hence the text. Whole numbers are widened: for each
        other width (``int()`` keeps an int16) the body would be compiled once more.
        """
        names = ", ".join(self.parameters)
        given = ", ".join(f"int64({n})" if n in NUMBERS else n for n in self.parameters)
        scope: dict[str, Any] = {"body": body, "wanted": wanted, "int64": np.int64}
        exec(
            f"def pick({names}):\n"
            f"    if {self.parameters[0]} == wanted:\n"
            f"        return lambda {names}: body({given})\n",
            scope,
        )
        return scope["pick"]


@Verb
def deal(state, rules, seed, game):
    """Make ``state`` game number ``game`` (int64) of the run ``seed`` (int64), up to a question.

    A body begins with `engine.core.header.begin` and sets every field that the game ever reads:
    the record still holds the last game.
    """


@Verb
def step(state, rules, choice):
    """Answer ``options[choice]`` (int64, 0 <= choice < n_options); run to a question or the end.

    A body begins with `engine.core.header.answered`. It leaves n_options >= 1, or over = 1.
    """


@Verb
def payoff(state, rules, seat):
    """The share of the win (float64) of ``seat`` (int64): 1 in all at the end of a game."""


@Verb
def record(row, state, rules):
    """Fill the result row of a finished game (dispatch is on the row's dtype)."""


@Verb
def redeal_hidden(state, rules, seat, luck):
    """Deal anew all that ``seat`` (int64) cannot see, by the stream in ``luck`` (uint64[1]).

    For copies, at a question that ``seat`` is asked. The outcome depends on what ``seat`` has seen
    and on the stream alone: a body gathers the unseen cards in card order, not where they lie, and
    gives the luck to come a new start as well.
    """


@Verb
def evaluate(state, rules, seat):
    """How good it looks for ``seat`` (int64), by what it can see: float64, higher is better.

    In the game's own gold: what ``seat`` has and hopes for, less what its opponents do. A game that
    is over is worth DECISIVE to its winner.
    """


@Verb
def chapter(state, rules):
    """The stretch of the game (int64) that a question belongs to: search may stop where it ends."""


@Verb
def settled(state, rules):
    """Whether `evaluate` says something here (bool): nothing is half done at this question."""


@Verb
def see(state, rules, seat, seen):
    """Fill the record ``seen`` (`engine.core.sight`) with what ``seat`` (int64) may see, no more.

    A body sets every field: the record still holds another position.
    """


@Verb
def observe(state, rules, seat, out):
    """Fill ``out`` (float32[n]) with what ``seat`` (int64) may see, as the layout says."""
