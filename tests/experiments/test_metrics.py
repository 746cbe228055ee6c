"""Each metric, on rows made by hand."""

import numpy as np
import pytest
import toy

from experiments import metrics

ROW = np.dtype(
    [
        *[(name, toy.ROW[name]) for name in toy.ROW.names],
        ("rounds", np.int32),
        ("colour_flights", np.int16),
        ("strength_flights", np.int16),
        ("stakes_won", np.int32),
        ("stakes_stayed", np.int32),
    ]
)


@pytest.fixture
def rows():
    rows = np.zeros(2, ROW)
    rows["seats"] = 3
    rows["winners"] = [0b001, 0b110]
    rows["n_winners"] = [1, 2]
    rows["gold"][:, :3] = [[30, 12, -5], [0, 44, 44]]
    rows["gambits"] = [4, 2]
    rows["rounds"] = [13, 6]
    rows["colour_flights"] = [2, 0]
    rows["strength_flights"] = [1, 0]
    rows["stakes_won"] = [6, 0]
    rows["stakes_stayed"] = [2, 0]
    rows["hand_by_gambit"] = np.nan
    rows["hand_by_gambit"][:, :4] = [[6, 14 / 3, 5, 4], [6, 4, np.nan, np.nan]]
    return rows


def values(name, rows):
    return metrics.named(name, ROW, players=3).of(rows).tolist()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gambits", [4, 2]),
        ("rounds_per_gambit", [3.25, 3]),
        ("special_flights", [3, 0]),
        ("margin", [18, 0]),
        ("hand_size", [(14 / 3 + 5 + 4) / 3, 4]),
        ("hand_size_at_gambit_2", [14 / 3, 4]),
        ("win_share_seat_0", [1, 0]),
        ("win_share_seat_2", [0, 0.5]),
        ("hoard_seat_1", [12, 44]),
    ],
)
def test_a_metric(rows, name, expected):
    assert values(name, rows) == pytest.approx(expected, abs=1e-15)


def test_a_share_of_nothing_is_no_value(rows):
    share, none = values("stakes_stayed_share", rows)
    assert share == 0.25
    assert np.isnan(none)


def test_a_gambit_that_a_game_did_not_reach_is_no_value(rows):
    assert np.isnan(values("hand_size_at_gambit_4", rows)[1])


@pytest.mark.parametrize(
    "name", ["gambit", "hoard_seat_3", "hand_size_at_gambit_99", "hand_size_at_gambit_0", "game"]
)
def test_no_such_metric(name):
    assert metrics.named(name, ROW, players=3) is None


def test_all_names_on_offer_are_answered_to():
    names = metrics.names_on_offer(ROW, players=3)
    assert "win_share_seat_2" in names
    assert all(metrics.named(name, ROW, players=3) for name in names)


def test_every_derived_metric_is_explained():
    assert all(m.about and m.title and m.needs for m in metrics.DERIVED.values())


def test_rows_without_hands_offer_no_hand_sizes():
    row = np.dtype([("game", np.int64), ("seats", np.int16), ("rolls", np.int32)])
    assert metrics.names_on_offer(row, 2) == ["rolls", "win_share_seat_0", "win_share_seat_1"]
