"""Pinned luck: a queue of outcomes in a private rules record, from which the engine takes.

A pin is its kind and its payload, `rules.pins` has them one behind the other, `rules.n_pins` numbers long.
`state.pin` is the place of the next one, -1 once luck asked for something else than that gave.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from engine.core.problem import Problem

PIN_CARD, PIN_DIE, PIN_ORDER = 1, 2, 3  # (kind, card), (kind, result), (kind, n, cards ...)


def add(rules: np.record, state: np.record, pins: Sequence[int]) -> None:
    """Add pins to the queue; Problem if it cannot hold them."""
    most = len(rules.pins)
    waiting = rules.pins[int(state.pin) : rules.n_pins].tolist() + list(pins)
    if len(waiting) > most:
        raise Problem(f"chance: more luck is pinned at a time than fits ({most} numbers)")
    rules.pins[: len(waiting)] = waiting
    rules.n_pins = len(waiting)
    state.pin = 0


def left(rules: np.record, state: np.record, name: Callable[[int], str]) -> list[str] | None:
    """The pins still in the queue, in words; None if luck asked for something else.

    ``name``: of a card as pins have it.
    """
    if state.pin < 0:
        return None
    queue = rules.pins[: rules.n_pins].tolist()
    told, at = [], int(state.pin)
    while at < len(queue):
        kind, value = queue[at : at + 2]
        at += 2
        if kind == PIN_ORDER:
            told.append(f"the order {', '.join(map(name, queue[at : at + value]))}")
            at += value
        else:
            told.append(f"die {value}" if kind == PIN_DIE else name(value))
    return told
