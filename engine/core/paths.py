"""Values of a position at dotted paths: what scenarios expect, and what they find."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from engine.core import written
from engine.core.problem import Problem, near

# Kinds of values that every game has; a game adds its own.
NUMBER, FLAG, SEATS = "a number", "true or false", "seats"

Reader = Callable[[Any, np.record], Any]  # (design, state) -> value
SeatReader = Callable[[Any, np.record, int], Any]  # (design, state, seat) -> value
Expected = Callable[[Any, str, str, Any, str], Any]  # (design, kind, key, value, path) -> value


class Paths:
    """The paths of a game.

    Args:
        own: key -> (kind of value, how it is read).
        of_seat: the same of the keys of a seat, which stand behind `seats.N.`.
        others: an expected value of one of the game's own kinds in the form in which it is read.
        low, high: what a number may be.
        known: the keys of ``own`` that a design has; all of them if left out.
    """

    def __init__(
        self,
        own: Mapping[str, tuple[str, Reader]],
        of_seat: Mapping[str, tuple[str, SeatReader]],
        others: Expected,
        low: int,
        high: int,
        known: Callable[[Any], list[str]] | None = None,
    ) -> None:
        self.own, self.of_seat, self._others = own, of_seat, others
        self._low, self._high, self._known = low, high, known

    def known(self, design: Any) -> list[str]:
        """Every path that `read` knows for this design."""
        own = self._known(design) if self._known else list(self.own)
        return own + [f"seats.{k}.{key}" for k in range(design.players) for key in self.of_seat]

    def read(self, design: Any, state: np.record, path: str) -> Any:
        """The value at a path: a number, true or false, a word, or a list of names or seats.

        Raises:
            Problem: no such path; with the nearest ones.
        """
        seat, key = self._split(design, path)
        if seat is None:
            return self.own[key][1](design, state)
        return self.of_seat[key][1](design, state, seat)

    def expected(self, design: Any, path: str, value: Any) -> Any:
        """An expected value in the form in which `read` gives it, names as the design writes them.

        Raises:
            Problem: no such path, or a value that it can never have.
        """
        seat, key = self._split(design, path)
        kind = (self.own if seat is None else self.of_seat)[key][0]
        if kind == NUMBER:
            return written.whole(value, path, self._low, self._high)
        if kind == FLAG:
            return written.flag(value, path)
        if kind == SEATS:
            most = design.players - 1
            return [written.whole(v, path, 0, most) for v in written.several(value, path)]
        return self._others(design, kind, key, value, path)

    def _split(self, design: Any, path: str) -> tuple[int | None, str]:
        """A path as (seat or None, key), checked."""
        known = self.known(design)
        if path not in known:
            raise Problem(f"no path {path!r}{near(path, known)}")
        if not path.startswith("seats."):
            return None, path
        _, seat, key = path.split(".")
        return int(seat), key
