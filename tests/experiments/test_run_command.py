"""`dragonlab run`: its document, its tables, and the same games whatever the workers."""

import json

import numpy as np
import pytest
import toy
import toy_lab

from experiments.plan import PART


def document(lab, *args):
    result = lab("run", "toy", "--format", "json", *args)
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_the_document(lab):
    told = document(lab, "--games", 500, "--players", 3, "--seed", 7, "--deck", "thieves")
    timing = told.pop("timing")
    assert next(iter(told)) == "schema"
    assert told["schema"] == "dragonlab.run/1"
    assert (told["game"], told["players"], told["games"], told["seed"]) == ("toy", 3, 500, 7)
    assert told["agents"] == ["random"] * 3
    assert told["deck"] == {"name": "thieves"}
    assert told["rules"] == {"gold": 10}
    assert [seat["seat"] for seat in told["seats"]] == [0, 1, 2]
    assert sum(seat["win_share"]["mean"] for seat in told["seats"]) == pytest.approx(1)
    for seat in told["seats"]:
        assert seat["agent"] == "random"
        share = seat["win_share"]
        assert 0 <= share["low"] < share["mean"] < share["high"] <= 1
        assert {"mean", "median", "p5", "p95"} <= seat["hoard"].keys()
    for spread in told["metrics"].values():
        assert spread["p5"] <= spread["median"] <= spread["p95"]
        assert spread["low"] <= spread["mean"] <= spread["high"]
    assert {"gambits", "decisions", "hand_size", "margin"} <= told["metrics"].keys()
    assert told["endings"].keys() == {"broke", "bound"}
    assert sum(told["endings"].values()) == pytest.approx(1)
    assert timing["games_played"] == 500


def test_nothing_but_timing_depends_on_how_it_was_played(lab):
    plain = document(lab, "--games", 700, "--jobs", 1)
    other = document(lab, "--games", 700, "--jobs", 2, "--chunk", 33)
    assert plain.pop("timing") != other.pop("timing")
    assert plain == other


def test_house_rules_and_seed_change_the_games(lab):
    plain = document(lab, "--games", 300)
    assert document(lab, "--games", 300, "--rule", "gold=30")["metrics"] != plain["metrics"]
    assert document(lab, "--games", 300, "--seed", 2)["metrics"] != plain["metrics"]


def test_the_table_is_for_people(lab):
    result = lab("run", "toy", "--games", 300)
    for words in ("The Toy", "win share", "gambits", "hand size", "broke", "300 games"):
        assert words in result.stdout
    assert all(len(line) <= 80 for line in result.stdout.splitlines())


def test_csv_has_a_line_for_each_figure(lab):
    result = lab("run", "toy", "--games", 300, "--format", "csv")
    header, *lines = result.stdout.splitlines()
    assert header == "design,metric,seat,gambit,games,mean,low,high,median,p5,p95"
    assert lines[0].startswith("toy,win_share,0,,300,0.")


def test_one_game_is_enough(lab):
    told = document(lab, "--games", 1)
    assert told["metrics"]["gambits"]["low"] is None
    assert lab("run", "toy", "--games", 1).exit_code == 0


def test_without_out_nothing_is_written(lab, tmp_path):
    lab("run", "toy", "--games", 100)
    assert list(tmp_path.iterdir()) == []


def test_the_folder_is_the_same_for_any_workers_and_cut(lab, tmp_path):
    games = PART + 1234
    for folder, *how in (("a", "--jobs", 1), ("b", "--jobs", 2, "--chunk", 777)):
        assert lab("run", "toy", "--games", games, "--out", folder, *how).exit_code == 0
    a, b = (toy_lab.contents(tmp_path / folder) for folder in "ab")
    assert a == b
    assert a.keys() == {
        "games/part-00000.parquet",
        "games/part-00001.parquet",
        "summary.csv",
        "summary.parquet",
    }


def test_rows_read_back(lab, tmp_path):
    import pyarrow.parquet as pq

    lab("run", "toy", "--games", 100, "--players", 3, "--out", "r")
    table = pq.read_table(tmp_path / "r/games/part-00000.parquet")
    assert table["game"].to_pylist() == list(range(100))
    assert table["design"].to_pylist() == ["toy"] * 100
    names = [name for name in table.column_names if name.startswith("gold_") and name[5:].isdigit()]
    assert names == ["gold_0", "gold_1", "gold_2"]
    assert table["hand_by_gambit_1"].to_pylist() == [4.0] * 100


def test_rows_survive_their_file():
    from experiments.parquet import as_parquet, from_parquet

    rows = np.zeros(9, toy.ROW)
    rows["seats"] = 3
    rows["gold"][:, :3] = np.arange(27).reshape(9, 3)
    rows["hand_by_gambit"] = np.arange(72).reshape(9, 8)
    assert np.array_equal(from_parquet(as_parquet(rows, "x"), toy.ROW), rows)


def test_dry_run_plays_and_writes_nothing(lab, tmp_path):
    result = lab("run", "toy", "--games", 10**9, "--dry-run", "--out", "r")
    assert result.exit_code == 0
    assert "1,000,000,000 games in 20000 parts: about" in result.stdout
    assert list(tmp_path.iterdir()) == []


def test_quiet_and_no_progress(lab):
    assert lab("run", "toy", "--games", 100, "--quiet").stderr == ""
