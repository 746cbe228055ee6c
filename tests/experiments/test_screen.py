"""Screens: large grids whose levels are compared, in little memory, and that survive the night."""

from __future__ import annotations

import json
import tracemalloc
from dataclasses import replace

import numpy as np
import pytest

from experiments import chunks, execution, experiment, screen
from experiments.effects import Grid
from experiments.lazy import LazyDesign

FILE = """
question = "What do thieves and gold do?"
rulebook = "Nothing."
source = "nowhere"
game = "toy"
players = 3
games = {games}

[[grid]]
name = "deck"
key = "deck.name"
values = ["calm", "thieves"]

[[grid]]
name = "gold"
key = "rules.gold"
values = {gold}

[metrics]
hand_size = 0.1
gambits = 0.1
"""


@pytest.fixture
def file(tmp_path):
    """An experiment with a grid of 2 times 40 designs, or so many golds."""

    def write(games=60, gold=range(5, 45)):
        path = tmp_path / "thieves-and-gold.toml"
        path.write_text(FILE.format(games=games, gold=list(gold)))
        return path

    return write


def planned(path):
    return experiment.plan(experiment.load(path), path, {})


def test_means_are_those_of_the_rows(file):
    made = planned(file())
    assert made.screen
    metrics = screen.measured(made, ["hand_size", "win_share_seat_0"])
    found = screen.play(made, metrics, jobs=2)
    assert found.played == made.total
    for place in (0, 41, 79):
        rows = chunks.play(made.variants[place], made.seed, 0, made.games)
        for column, metric in enumerate(found.metrics.values()):
            values = np.asarray(metric.of(rows), float)
            values = values[~np.isnan(values)]
            assert found.mean[place, column] == pytest.approx(values.mean())
            assert found.deviation[place, column] == pytest.approx(values.std(ddof=1))
            assert found.batches[metric.name][:, place].mean() == pytest.approx(values.mean())


def test_batches_are_of_deals(file):
    """60 games in 40 batches: the first game alone, the next two together, and so on."""
    made = planned(file())
    found = screen.play(made, screen.measured(made, ["gambits"]))
    rows = chunks.play(made.variants[7], made.seed, 0, made.games)
    batch = np.arange(60) * 40 // 60
    told = found.batches["gambits"][:, 7]
    sums = np.bincount(batch, rows["gambits"]) - np.bincount(batch) * rows["gambits"].mean()
    assert told == pytest.approx(rows["gambits"].mean() + sums * 40 / 60)


def test_a_metric_that_some_design_never_has_is_left_out(file):
    made = planned(file(games=20, gold=[1, *range(20, 60)]))  # with one gold it ends at once
    metrics = screen.measured(made, ["hand_size_at_gambit_8", "gambits"])
    assert "hand_size_at_gambit_8" in metrics
    assert "hand_size_at_gambit_8" not in screen.play(made, metrics).metrics


def test_stored_blocks_are_not_played_again(file, tmp_path, monkeypatch):
    monkeypatch.setattr(screen, "BLOCK", 30)
    made = planned(file())
    metrics = screen.measured(made, ["hand_size"])
    whole, half = (execution.open_folder(made, tmp_path / n, "sweep", {}, False) for n in "ab")
    first = screen.play(made, metrics, whole)
    whole.flush()
    kept, blocks = half.keep, []

    def keep(part, name, rows):
        if blocks:
            raise KeyboardInterrupt
        blocks.append(part)
        kept(part, name, rows)

    monkeypatch.setattr(half, "keep", keep)
    with pytest.raises(KeyboardInterrupt):
        screen.play(made, metrics, half)
    half.flush()
    monkeypatch.setattr(half, "keep", kept)
    again = screen.play(made, metrics, half)
    half.flush()
    assert again.played == made.total - 30 * made.games
    assert np.array_equal(again.mean, first.mean)
    for name in first.batches:
        assert np.array_equal(again.batches[name], first.batches[name])
    files = [file.name for file in sorted((tmp_path / "a/games").iterdir())]
    assert len(files) == 3
    for name in files:
        assert (tmp_path / "a/games" / name).read_bytes() == (
            tmp_path / "b/games" / name
        ).read_bytes()


def test_the_command(lab, file):
    result = lab("sweep", file(games=200), "--out", "out", "--quiet", "--no-plots")
    assert result.exit_code == 0, (result.stderr, result.exception)
    assert "80 designs, 200 games each" in result.stdout
    assert "thieves" in result.stdout
    again = lab("sweep", file(games=200), "--out", "out", "--no-plots", "--format", "json")
    told = json.loads(again.stdout)
    assert told["timing"]["games_played"] == 0
    assert told["designs"] == 80
    thieves = next(
        e for e in told["effects"] if e["level"] == "thieves" and e["metric"] == "hand_size"
    )
    assert thieves["verdict"] == "differs"
    assert thieves["effect_high"] < -0.5
    assert told["explained"]["hand_size"]["single"] > 0.8


def test_what_the_command_leaves(lab, file, tmp_path):
    assert lab("sweep", file(), "--out", "out", "--quiet").exit_code == 0
    out = tmp_path / "out"
    assert {"effects.csv", "pairs.csv", "variants.csv", "report.html"} <= {
        path.name for path in out.iterdir()
    }
    assert len((out / "variants.csv").read_text().splitlines()) == 81
    assert {path.name for path in (out / "plots").iterdir()} >= {"effects.png", "pairs.svg"}
    page = (out / "report.html").read_text()
    assert "What do thieves and gold do?" in page
    assert page.count("data:image/svg+xml") == 2
    assert json.loads((out / "manifest.json").read_text())["status"] == "finished"


def test_a_wrong_level_shows_before_any_game(refused, file):
    path = file()
    path.write_text(path.read_text().replace('"thieves"]', '"theives"]'))
    assert "unknown deck 'theives'" in refused("sweep", path)


def test_dry_run(lab, file, tmp_path):
    result = lab("sweep", file(), "--dry-run", "--quiet")
    assert result.exit_code == 0
    assert "80 designs" in result.stdout
    assert "4,800 games: about" in result.stdout
    assert not (tmp_path / "results").exists()


def test_a_screen_is_resumed_and_not_reported_as_a_sweep(lab, file, refused):
    assert lab("sweep", file(), "--out", "out", "--quiet", "--no-plots").exit_code == 0
    again = lab("resume", "out", "--format", "json", "--quiet", "--no-plots")
    assert again.exit_code == 0, (again.stderr, again.exception)
    assert json.loads(again.stdout)["timing"]["games_played"] == 0
    assert "dragonlab resume out" in refused("report", "out")


def test_designs_are_made_when_played(file):
    made = planned(file())
    design = made.variants[3].design
    assert isinstance(design, LazyDesign)
    assert design.as_dict() == {
        "game": "toy",
        "players": 3,
        "as_given": True,
        "deck": {"name": "calm"},
        "rules": {"gold": 8},
    }
    assert design.rules.gold == 8
    assert design.game.name == "toy"
    with pytest.raises(AttributeError):
        _ = design.nothing


def test_memory_does_not_grow_with_games(file):
    """Sums of a grid of 400 designs, whatever is played."""
    made = planned(file(games=40, gold=range(2, 202)))
    metrics = screen.measured(made, ["hand_size"])
    screen.play(replace(made, games=2), metrics)
    peaks = []
    for games in (40, 400):
        tracemalloc.start()
        screen.play(replace(made, games=games), metrics, jobs=1)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0] + 1e6
    assert peaks[1] < 10e6


def test_the_grid_is_read_from_the_factors(file):
    grid = Grid([variant.factors for variant in planned(file()).variants])
    assert [level.word for level in grid.levels][:3] == ["calm", "thieves", "gold 5"]
