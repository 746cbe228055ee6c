"""Tables as bytes: rows of games and lines of a summary as Parquet.

A file of rows has plain columns only, so that any tool reads it: an array field becomes a column
for each entry, `gold_0` for seat 0 and `hand_by_gambit_1` for the first gambit. Seats are those at
the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from experiments.metrics import SEATS_MAX

Place = tuple[str, str, Any]  # column, field of the rows, which entry of it (an index)


def as_parquet(rows: np.ndarray, design: str) -> bytes:
    """Rows of one design as a Parquet file: the design's name, then the fields of the rows."""
    name = pa.DictionaryArray.from_arrays(np.zeros(len(rows), np.int32), [design])
    columns = {"design": name}
    for column, field, place in _columns(rows.dtype, int(rows["seats"].max())):
        columns[column] = pa.array(np.ascontiguousarray(rows[field][place]))
    return _bytes(pa.table(columns))


def from_parquet(content: bytes, row: np.dtype) -> np.ndarray:
    """The rows that `as_parquet` stored, shape (n,) of dtype `row`; empty seats read 0."""
    table = pq.read_table(pa.BufferReader(content))
    rows = np.zeros(table.num_rows, row)
    players = int(table["seats"].to_numpy().max())
    for column, field, place in _columns(row, players):
        rows[field][place] = table[column].to_numpy()
    return rows


def _columns(row: np.dtype, players: int) -> Iterator[Place]:
    """Every column of a file of such rows."""
    for field in row.names or ():
        for place in np.ndindex(row[field].shape):
            axes = list(zip(place, row[field].shape, strict=True))
            if all(at < players for at, length in axes if length == SEATS_MAX):
                # seats count from 0, gambits from 1
                counted = (str(at if length == SEATS_MAX else at + 1) for at, length in axes)
                yield "_".join((field, *counted)), field, (slice(None), *place)


def lines_as_parquet(lines: Sequence[Mapping[str, Any]]) -> bytes:
    """Lines (dicts of the same keys) as a Parquet file; None becomes null."""
    return _bytes(pa.Table.from_pylist(list(lines)))


def _bytes(table: pa.Table) -> bytes:
    buffer = pa.BufferOutputStream()
    pq.write_table(table, buffer, compression="zstd", row_group_size=max(1, table.num_rows))
    return buffer.getvalue().to_pybytes()
