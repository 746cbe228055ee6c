"""Rows turned into columns, and into files and back."""

import numpy as np
import pytest

from experiments.columns import BLOCK, Columns
from experiments.parquet import as_parquet, from_parquet

ROW = np.dtype(
    [
        ("game", np.int64),
        ("seats", np.int16),
        ("gold", np.int32, (6,)),
        ("watched_played", np.int32, (4,)),
        ("hand_by_gambit", np.float32, (3,)),
        ("gold_by_gambit", np.int16, (3, 6)),
    ]
)


@pytest.fixture
def rows():
    """Two blocks and a rest of games of four, all different."""
    made = np.zeros(2 * BLOCK + 7, ROW)
    luck = np.random.default_rng(1)
    for name in ("gold", "watched_played", "gold_by_gambit"):
        made[name] = luck.integers(-5, 1000, made[name].shape)
    made["hand_by_gambit"] = luck.random(made["hand_by_gambit"].shape)
    made["hand_by_gambit"][::3, 2] = np.nan
    made["game"], made["seats"] = np.arange(len(made)), 4
    made["gold"][:, 4:] = made["gold_by_gambit"][:, :, 4:] = 0
    return made


def same(a, b):
    return all(np.array_equal(a[n], b[n], equal_nan=n.startswith("hand")) for n in ROW.names)


def test_columns_are_the_fields(rows):
    turned = Columns(rows)
    assert len(turned) == len(rows)
    assert turned.dtype == ROW
    assert same(turned, rows)
    assert turned["gold"][:, 2].flags.c_contiguous
    assert turned["gold_by_gambit"][:, 1, 3].flags.c_contiguous


@pytest.mark.parametrize("turn", [np.asarray, Columns])
def test_a_file_holds_the_rows(rows, turn):
    assert same(from_parquet(as_parquet(turn(rows), "toy"), ROW), rows)


def test_columns_of_titles_that_nobody_watches_are_left_out(rows):
    import io

    import pandas as pd

    content = as_parquet(rows, "toy", watched=1)
    names = pd.read_parquet(io.BytesIO(content)).columns
    assert [name for name in names if name.startswith("watched")] == ["watched_played_1"]
    back = from_parquet(content, ROW)
    assert np.array_equal(back["watched_played"][:, 0], rows["watched_played"][:, 0])
    assert not back["watched_played"][:, 1:].any()
