"""The fields that every game's state begins with, and what is done with them alone."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.core.jit import inline
from engine.core.rng import AGENT, TAKE, stream

SEATS_MAX = 6

HEADER: list[tuple[Any, ...]] = [
    ("seats", np.int16),  # players in this game; seats are 0 .. seats - 1
    ("actor", np.int16),  # the seat that is asked
    ("decision", np.int16),  # the kind of question: a code of the game's own
    ("over", np.int16),  # 1 when the game has ended, else 0
    ("n_options", np.int16),  # so many of `options` hold: at least 1 until the game is over
    ("pin", np.int16),  # for games that let a scenario pin luck
    ("decisions", np.int32),  # choices made with two or more options
    ("steps", np.int32),  # all choices made
    ("seed", np.int64),  # of the run
    ("game", np.int64),  # number of the game in the run
    ("luck", np.uint64, (2,)),  # streams for luck during play; [0] random takes
    ("agent_luck", np.uint64, (SEATS_MAX,)),  # each seat's agent has a stream of its own
]


def header(options_max: int) -> list[tuple[Any, ...]]:
    """Field specs to begin a state dtype with: HEADER and ``options`` (int16[options_max])."""
    return [*HEADER, ("options", np.int16, (options_max,))]


def record_dtype(fields: list[tuple[Any, ...]]) -> np.dtype:
    """An aligned record dtype of ``fields``, their names checked by `check_field_names`."""
    dtype = np.dtype(fields, align=True)
    check_field_names(dtype)
    return dtype


def check_field_names(dtype: np.dtype) -> None:
    """Raise ValueError if a field cannot be read as ``record.name`` in plain Python.

    NumPy's own attributes win there (``round``, ``take``, ``size``, ...). Nested records count too.
    """
    taken = sorted(set(_names(dtype)) & set(dir(np.recarray)))
    if taken:
        raise ValueError(f"field names that are NumPy's own: {', '.join(taken)}")


def _names(dtype: np.dtype) -> list[str]:
    dtype = dtype.base
    names: list[str] = []
    for name in dtype.names or ():
        names.append(name)
        names += _names(dtype.fields[name][0])  # type: ignore[index]
    return names


@inline
def begin(state, seats, seed, game):
    """Set every header field for a fresh game: a game's ``deal`` begins with it.

    Counters at 0, nothing asked, ``luck[0]`` and each ``agent_luck`` at the start of their streams
    (``luck[1]`` is 0: the game's own). ``options`` keeps what it held.
    """
    state.seats = seats
    state.actor = 0
    state.decision = 0
    state.over = 0
    state.n_options = 0
    state.pin = 0
    state.decisions = 0
    state.steps = 0
    state.seed = seed
    state.game = game
    state.luck[0] = stream(seed, game, TAKE)
    state.luck[1] = 0
    for seat in range(SEATS_MAX):
        state.agent_luck[seat] = stream(seed, game, AGENT + seat)


@inline
def answered(state):
    """Count an answer: a game's ``step`` begins with it, before it changes ``n_options``."""
    state.steps += 1
    if state.n_options > 1:
        state.decisions += 1
