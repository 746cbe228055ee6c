"""Tables as bytes: rows of games and lines of a summary as Parquet.

A file of rows has plain columns only, so that any tool reads it: an array field becomes a column
for each entry, `gold_0` for seat 0 and `hand_by_gambit_1` for the first gambit. Seats are those at
the table, watched titles those that the design watches.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from experiments.columns import WATCHED, Columns
from experiments.metrics import SEATS_MAX

Place = tuple[str, str, tuple[int, ...]]  # column, field of the rows, which entry of it


def as_parquet(rows: np.ndarray | Columns, design: str, watched: int | None = None) -> bytes:
    """Rows of one design as a Parquet file: the design's name, then the fields of the rows.

    Args:
        watched: so many titles the design watches; columns of others are left out. None: all.
    """
    places = [
        (column, field, place)
        for column, field, place in _columns(rows.dtype, int(rows["seats"].max()))
        if watched is None or not field.startswith(WATCHED) or place[-1] < watched
    ]
    fields = rows if isinstance(rows, Columns) else Columns(rows, {field for _, field, _ in places})
    name = pa.DictionaryArray.from_arrays(np.zeros(len(rows), np.int32), [design])
    columns = {column: pa.array(_entry(fields[field], place)) for column, field, place in places}
    table = pa.table({"design": name, **columns})
    return _bytes(table, compression="lz4", use_dictionary=["design"])


def from_parquet(content: bytes, row: np.dtype) -> np.ndarray:
    """The rows that `as_parquet` stored, shape (n,) of dtype `row`; what was left out reads 0."""
    table = pq.read_table(pa.BufferReader(content))
    rows = np.zeros(table.num_rows, row)
    players = int(table["seats"].to_numpy().max())
    stored = set(table.column_names)
    for column, field, place in _columns(row, players):
        if column in stored:
            _entry(rows[field], place)[:] = table[column].to_numpy()
    return rows


def _entry(values: np.ndarray, place: tuple[int, ...]) -> np.ndarray:
    """One entry of a field of all rows: a view, shape (n,)."""
    return np.moveaxis(values, 0, -1)[place]


def _columns(row: np.dtype, players: int) -> Iterator[Place]:
    """Every column of a file of such rows."""
    for field in row.names or ():
        for place in np.ndindex(row[field].shape):
            axes = list(zip(place, row[field].shape, strict=True))
            if all(at < players for at, length in axes if length == SEATS_MAX):
                # seats count from 0, gambits from 1
                counted = (str(at if length == SEATS_MAX else at + 1) for at, length in axes)
                yield "_".join((field, *counted)), field, place


def lines_as_parquet(lines: Sequence[Mapping[str, Any]]) -> bytes:
    """Lines (dicts of the same keys) as a Parquet file; None becomes null."""
    return _bytes(pa.Table.from_pylist(list(lines)), compression="zstd")


def _bytes(table: pa.Table, **settings: Any) -> bytes:
    """A table as a file of one piece.

    Rows are numbers that nearly all differ from their neighbours': statistics and dictionaries
    would cost more time than playing leaves, and save little. LZ4 takes half the time of zstd.
    """
    buffer = pa.BufferOutputStream()
    pq.write_table(
        table, buffer, row_group_size=max(1, table.num_rows), write_statistics=False, **settings
    )
    return buffer.getvalue().to_pybytes()
