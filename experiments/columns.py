"""Rows turned on their side: counting and storing go through a field of all games at a time.

A row of the main game is some 600 bytes, so that one field of 50,000 rows touches as much memory as
all fields do. Turned once, each field lies together.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

BLOCK = 2_500  # rows turned at a time: they fit a core's cache
WATCHED = "watched_"  # fields with an entry for each title that a design may watch: rarely read


class Columns:
    """Rows that are read field by field: `columns[field]` is what `rows[field]` is, only faster."""

    def __init__(self, rows: np.ndarray, names: Iterable[str] | None = None) -> None:
        self.dtype, self._rows = rows.dtype, rows
        if names is None:
            names = [name for name in rows.dtype.names or () if not name.startswith(WATCHED)]
        self._fields = _turned(rows, names)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, field: str) -> np.ndarray:
        """A field of all rows, shape (n, ...)."""
        if field not in self._fields:
            self._fields |= _turned(self._rows, [field])
        return self._fields[field]


def _turned(rows: np.ndarray, names: Iterable[str]) -> dict[str, np.ndarray]:
    """Some fields, shape (n, ...), where an entry of all rows lies together."""
    dtype, n = rows.dtype, len(rows)
    made = {}
    for name in names:
        shape = dtype[name].shape
        values = np.empty((*shape, n), dtype[name].base)
        made[name] = values.transpose(len(shape), *range(len(shape)))
    for first in range(0, n, BLOCK):
        some = rows[first : first + BLOCK]
        for name, values in made.items():
            values[first : first + BLOCK] = some[name]
    return made
