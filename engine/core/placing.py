"""What placing a position is in every game: deal, lay what is named, go on to the first question."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from engine.core import written
from engine.core.problem import Problem
from engine.core.verbs import deal


def placed(
    design: Any,
    position: Mapping[str, Any],
    seed: int,
    lay: Callable[[np.record], None],
    resume: Callable[[np.record, np.record], None],
) -> np.record:
    """The state of a position, at its first question.

    An empty position is game 0 of the run ``seed``, as dealt.

    Args:
        lay: puts what the position names into the dealt state.
        resume: plays on to the next question.
    """
    state = np.zeros(1, design.game.state).view(np.recarray)[0]
    deal(state, design.rules, seed, 0)
    if position:
        lay(state)
        resume(state, design.rules)
    design.rules.n_log = 0
    return state


def seat_tables(
    position: Mapping[str, Any], players: int, keys: Sequence[str]
) -> list[dict[str, Any]]:
    """The tables of the seats, checked, one a seat; empty ones where the position has none."""
    seats = written.several(position.get("seats", []), "position, seats")
    if not seats:
        return [{} for _ in range(players)]
    if len(seats) != players:
        raise Problem(
            f"position has {len(seats)} tables of seats but the game has {players} players"
        )
    return [written.table(seat, seat_place(k), keys) for k, seat in enumerate(seats)]


def seat_place(seat: int) -> str:
    """Where in the position a seat's table stands, for messages."""
    return f"position, seat {seat}"
