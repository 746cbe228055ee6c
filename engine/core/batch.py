"""Many games side by side, from Python: arrays in, arrays out."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from engine.core.play import deal_many, payoff_many, step_many
from engine.core.problem import Problem
from engine.core.rng import SEED_MAX, check_seed

if TYPE_CHECKING:
    from engine.core.game import Design


class Batch:
    """``n`` games of one design, numbered ``first``, ``first`` + 1, ..., at a question or over.

    Attributes (read-only views into the games' records: they follow each `step`):
        actor: int16[n], the seat asked.
        decision: int16[n], the kind of question, a code of the game's.
        n_options: int16[n], so many options there are; 0 in finished games.
        options: int16[n, most], the first n_options of a row are the codes of its options.
        over: int16[n], 1 in finished games.

    Raises:
        Problem: n is not a positive number or too large for the memory, or a seed or game number is
            out of range.
    """

    def __init__(self, design: Design, n: int, seed: int, first: int = 0) -> None:
        n = _count(n)
        seed = check_seed(seed)
        first = check_seed(first, "first game")
        if first > SEED_MAX - n:
            raise Problem(f"first game {first} leaves no numbers for {n} games below 2^63")
        self.design = design
        self.rules = design.rules
        self.states: np.recarray = _states(n, design)
        deal_many(self.states, self.rules, seed, first)
        self.actor = self._view("actor")
        self.decision = self._view("decision")
        self.n_options = self._view("n_options")
        self.options = self._view("options")
        self.over = self._view("over")

    def _view(self, field: str) -> np.ndarray:
        view = self.states.view(np.ndarray)[field]
        view.flags.writeable = False
        return view

    def __len__(self) -> int:
        return len(self.states)

    def __getitem__(self, i: int) -> np.record:
        """The record of game ``i``, for reading: a view, not a copy."""
        return self.states[operator.index(i)]

    def __repr__(self) -> str:
        return f"<Batch of {len(self)} games, {int((self.over != 0).sum())} over>"

    def step(self, choices: ArrayLike) -> None:
        """Answer every game's question with ``options[choices[i]]``; finished games are left alone.

        Args:
            choices: whole numbers [n], each from 0 to n_options - 1 where the game is not over.

        Raises:
            Problem: wrong length or kind, or a choice out of range; then no game has moved.
        """
        given = np.asarray(choices)
        if given.shape != (len(self),):
            raise Problem(
                f"choices must be one number a game, shape ({len(self)},), not {given.shape}"
            )
        if given.dtype.kind not in "iu":
            raise Problem(f"choices must be whole numbers, not {given.dtype}")
        wrong = ((given < 0) | (given >= self.n_options)) & (self.over == 0)
        if wrong.any():
            i = int(wrong.argmax())
            raise Problem(
                f"choice {given[i]} in game {i} is out of range: "
                f"it has {self.n_options[i]} options, counted from 0"
            )
        step_many(self.states, self.rules, _kernel_form(given))

    def payoffs(self) -> np.ndarray:
        """Shares of the win, float64[n, seats]: a finished game's row sums to 1, any other is 0."""
        shares = np.zeros((len(self), self.design.players))
        payoff_many(self.states, self.rules, shares)
        return shares

    def labels(self, i: int) -> list[str]:
        """The options of game ``i`` in words, in order."""
        state = self[i]
        return [self.design.label(state, option) for option in range(int(state.n_options))]


def _states(n: int, design: Design) -> np.recarray:
    """Room for so many games."""
    try:
        return np.zeros(n, design.game.state).view(np.recarray)
    except (MemoryError, ValueError):  # ValueError: more than an array can ever hold
        size = n * design.game.state.itemsize / 1e9
        raise Problem(
            f"{n:,} games side by side need {size:,.0f} GB of memory; play them in smaller batches"
        ) from None


def _count(n: object) -> int:
    try:
        number = operator.index(n)  # type: ignore[arg-type]
    except TypeError:
        raise Problem(f"the number of games must be a whole number, not {n!r}") from None
    if number < 1:
        raise Problem(f"the number of games must be at least 1, not {number}")
    return number


def _kernel_form(choices: np.ndarray) -> np.ndarray:
    """As int64[n], contiguous, writeable: the one type the kernel is compiled for."""
    return np.array(choices, dtype=np.int64, order="C")
