"""Each metric, on rows made by hand."""

from types import SimpleNamespace

import numpy as np
import pytest
import toy

from engine.core.game import Measure
from experiments import metrics

ROW = np.dtype(
    [
        *[(name, toy.ROW[name]) for name in toy.ROW.names if name != "gold_by_gambit"],
        ("rounds", np.int32),
        ("colour_flights", np.int16),
        ("strength_flights", np.int16),
        ("stakes_won", np.int32),
        ("stakes_stayed", np.int32),
        *[
            (name, np.int32)
            for name in ("cards_handled", "long_gambits", "first_leader", "first_hole")
        ],
        *[(name, np.int32) for name in ("stakes_weakest", "stakes_upset")],
        *[(name, np.int16) for name in ("mixed_strength", "mixed_doubles")],
        *[(name, np.int32, (4,)) for name in metrics.WATCHED_COUNTS],
        ("gold_by_gambit", np.int16, (3, 6)),
    ]
)
GAME = SimpleNamespace(row=ROW, measures={})


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
    rows["decisions"] = [60, 30]
    rows["cards_handled"] = [120, 15]
    rows["first_leader"] = [0, 2]
    rows["first_hole"] = [3, 0]
    rows["long_gambits"] = [1, 0]
    rows["stakes_weakest"], rows["stakes_upset"] = [4, 0], [3, 0]
    rows["mixed_strength"], rows["mixed_doubles"] = [39, 0], [2, 0]
    rows["watched_played"][:, 1] = [4, 0]
    rows["watched_triggered"][:, 1] = [3, 0]
    rows["gold_by_gambit"] = -1
    rows["gold_by_gambit"][:, :, :3] = [
        [[20, 20, 20], [25, 10, 25], [10, 30, 15]],  # half time: seat 1 leads, seat 0 wins
        [[20, 20, 20], [12, 14, 20], [-1, -1, -1]],  # half time: seat 2 leads, wins with seat 1
    ]
    return rows


def values(name, rows):
    return metrics.named(name, GAME, players=3).of(rows).tolist()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gambits", [4, 2]),
        ("rounds_per_gambit", [3.25, 3]),
        ("special_flights", [3, 0]),
        ("margin", [18, 0]),
        ("hand_size", [(14 / 3 + 5 + 4) / 3, 4]),
        ("hand_size_at_gambit_2", [14 / 3, 4]),
        ("minutes", [(60 * 8 + 120 * 2) / 60, (30 * 8 + 15 * 2) / 60]),
        ("gini", [(2 * (18 + 35 + 17)) / (2 * 3 * 37), (2 * 88) / (2 * 3 * 88)]),
        ("comeback", [1, 0.5]),
        ("first_leader_won", [1, 0.5]),
        ("first_leader_advantage", [1 - 1 / 3, 0.5 - 1 / 3]),
        ("long_gambit_share", [0.25, 0]),
        ("watched_played_2", [4, 0]),
        ("win_share_seat_0", [1, 0]),
        ("win_share_seat_2", [0, 0.5]),
        ("hoard_seat_1", [12, 44]),
    ],
)
def test_a_metric(rows, name, expected):
    assert values(name, rows) == pytest.approx(expected, abs=1e-15)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("stakes_stayed_share", 0.25),
        ("upset_share", 0.75),
        ("upset_stakes_share", 0.5),
        ("mixed_strength", 39),
        ("gambits_after_hole", 1),
        ("mixed_doubles", 2),
        ("watched_trigger_share_2", 0.75),
    ],
)
def test_a_share_of_nothing_is_no_value(rows, name, expected):
    share, none = values(name, rows)
    assert share == expected
    assert np.isnan(none)


def test_no_comeback_without_a_leader_at_half_time_or_beyond_what_is_recorded(rows):
    rows["gold_by_gambit"][0, 2, :3] = [30, 30, 15]
    rows["gambits"][1] = 6
    assert np.isnan(values("comeback", rows)).all()
    rows["gambits"] = [1, 0]  # half time is the start, where all have as much
    assert np.isnan(values("comeback", rows)).all()


def test_no_first_leader_where_nobody_had_a_card(rows):
    rows["first_leader"] = -1
    assert np.isnan(values("first_leader_won", rows)).all()


def test_seats_that_are_not_there_have_no_part_in_the_gini(rows):
    rows["gold"][:, 3:] = 1_000
    assert values("gini", rows)[1] == pytest.approx(1 / 3)
    rows["gold"] = 0
    assert np.isnan(values("gini", rows)).all()


def test_minutes_by_other_figures(rows):
    assert metrics.table_minutes(rows, seconds_a_decision=6, seconds_a_card=0).tolist() == [6, 3]


def test_watched_metrics_are_told_by_their_titles(rows):
    titles = ("The Priest", "Hill Giant")
    told = {m.name: m.title for m in metrics.watched(ROW, titles)}
    assert told["watched_played_2"] == "Hill Giant: plays"
    assert told["watched_help_share_1"] == "The Priest: share of powers that help"
    assert "watched_played_3" not in told
    assert metrics.named("watched_played_3", GAME, 3, titles) is None
    assert metrics.named("watched_played_3", GAME, 3).title == "watched title 3: plays"
    assert metrics.named("watched_played_5", GAME, 3) is None
    assert metrics.watched(toy.ROW, titles) == []


def test_a_gambit_that_a_game_did_not_reach_is_no_value(rows):
    assert np.isnan(values("hand_size_at_gambit_4", rows)[1])


@pytest.mark.parametrize(
    "name", ["gambit", "hoard_seat_3", "hand_size_at_gambit_99", "hand_size_at_gambit_0", "game"]
)
def test_no_such_metric(name):
    assert metrics.named(name, GAME, players=3) is None


def test_all_names_on_offer_are_answered_to():
    names = metrics.names_on_offer(GAME, players=3)
    assert "win_share_seat_2" in names
    assert all(metrics.named(name, GAME, players=3) for name in names)


def test_every_derived_metric_is_explained():
    assert all(m.about and m.title and m.needs for m in metrics.DERIVED.values())


def test_rows_without_hands_offer_no_hand_sizes():
    row = np.dtype([("game", np.int64), ("seats", np.int16), ("rolls", np.int32)])
    game = SimpleNamespace(row=row, measures={})
    assert metrics.names_on_offer(game, 2) == ["rolls", "win_share_seat_0", "win_share_seat_1"]


def test_who_began_and_who_led_at_half_time_as_rows_tell_it():
    row = np.dtype(
        [(name, np.int16) for name in ("seats", "winners", "n_winners", "starter", "half_leader")]
    )
    game = SimpleNamespace(row=row, measures={})
    rows = np.array([(2, 0b01, 1, 0, 1), (2, 0b11, 2, 1, 0), (2, 0b10, 1, 0, -1)], row)

    def told(name):
        return metrics.named(name, game, players=2).of(rows)

    assert told("comeback")[:2].tolist() == [1, 0.5]
    assert np.isnan(told("comeback")[2])
    assert told("starter_won").tolist() == [1, 0.5, 0]
    assert told("starter_advantage").tolist() == [0.5, 0, -0.5]


def test_a_game_has_its_own_words():
    measures = {"rolls": Measure("dice rolled", "dice", "Dice that were rolled.", headline=False)}
    game = SimpleNamespace(row=np.dtype([("rolls", np.int32)]), measures=measures)
    (rolls,) = metrics.of_game(game)
    assert (rolls.title, rolls.unit, rolls.about) == measures["rolls"][:3]
    assert not rolls.headline
