"""Forfeits: a game is lost to the seat whose agent failed in it, and its row says so.

The other seats share the win. A failing agent is the user's own code: it may raise, answer
nonsense, take too long, end its process or fill the memory.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

NONE = 0
REASONS = ("none", "exception", "illegal choice", "timeout", "process died", "memory")
EXCEPTION, ILLEGAL, TIMEOUT, DIED, MEMORY = range(1, len(REASONS))

# columns that the rows of games with Python agents have besides the game's own
COLUMNS: list[tuple[str, type]] = [("forfeit_seat", np.int16), ("forfeit_reason", np.int16)]
ENDING = "forfeit"


@dataclass(frozen=True)
class Forfeit:
    """Why, whose, and when: at this count of the game's decisions."""

    reason: int
    seat: int
    decision: int
    text: str = ""


def row_of(row: np.dtype) -> np.dtype:
    """The dtype of rows that can tell of a forfeit: the game's own with COLUMNS after it."""
    fields = [(name, row[name]) for name in row.names or ()]
    return np.dtype([*fields, *COLUMNS], align=True)


def widen(rows: np.ndarray, row: np.dtype) -> np.ndarray:
    """The rows as `row`: their own dtype with or without the columns of a forfeit, nobody's if new."""
    if rows.dtype == row:
        return rows
    made = np.zeros(len(rows), row)
    if "forfeit_seat" in (row.names or ()):
        made["forfeit_seat"] = -1
    for name in set(row.names or ()) & set(rows.dtype.names or ()):
        made[name] = rows[name]
    return made


def mark(row: np.void, forfeit: Forfeit, players: int, endings: int) -> None:
    """Write a forfeit into a wide row: the others win; its ending is the one after the last."""
    row["forfeit_seat"] = forfeit.seat
    row["forfeit_reason"] = forfeit.reason
    names = row.dtype.names or ()
    if "winners" in names:
        row["winners"] = (1 << players) - 1 & ~(1 << forfeit.seat)
        row["n_winners"] = players - 1
    if "ended" in names:
        row["ended"] = endings
