"""The commands on the games that the engine has."""

import json
from pathlib import Path

import pytest

import engine

pytestmark = pytest.mark.usefixtures("real_engine")


def told(lab, *args):
    result = lab(*args)
    assert result.exit_code == 0, (result.stderr, result.exception)
    return result.stdout


@pytest.mark.parametrize("game", ["giants-war", "legendary"])
@pytest.mark.parametrize("players", [2, 6])
def test_a_run(lab, game, players):
    document = json.loads(
        told(lab, "run", game, "--players", players, "--games", 200, "--format", "json")
    )
    assert document["game"] == game
    assert len(document["seats"]) == players
    assert {"gambits", "rounds", "buys", "holes", "special_flights", "stakes_stayed_share"} <= (
        document["metrics"].keys()
    )
    assert sum(document["endings"].values()) == pytest.approx(1)


def test_decks_and_rules_are_told_in_full(lab):
    args = ("--games", 50, "--format", "json", "--deck", "red", "--rule", "starting_gold=30")
    document = json.loads(told(lab, "run", "giants-war", *args))
    assert document["rules"]["starting_gold"] == 30
    assert document["deck"]


def test_lists(lab, tmp_path):
    assert "starting_gold" in told(lab, "rules")
    assert "own-strongest" in told(lab, "rules", "giants-war", "--format", "csv")
    assert "red-and-shadow" in told(lab, "decks")
    assert "Red Dragon" in told(lab, "cards", "legendary")
    assert "Tiamat" in told(lab, "cards", "tiamat")
    assert "assumed" in told(lab, "cards", "emperors-gambit")
    assert "assumed" not in told(lab, "cards", "original")
    (box := tmp_path / "box.toml").write_text("[coins]\nfront = { 8 = 5 }\nback = 1\n")
    assert "5 coins" in told(lab, "cards", "drachensachen", "--data", box, "--format", "csv")
    listed = json.loads(told(lab, "cards", "--format", "json"))["cards"]
    assert {"title", "kind", "alignment", "colours", "strengths", "power"} <= listed[0].keys()


def test_watch_tells_a_game(lab):
    whole = told(lab, "watch", "giants-war", "--players", 3, "--seed", 7)
    assert "Gambit 1" in whole
    later = told(lab, "watch", "giants-war", "--players", 3, "--seed", 7, "--from-gambit", 2)
    assert "Gambit 1" not in later
    assert whole.endswith(later[later.index("Gambit 2") :])
    document = json.loads(
        told(lab, "watch", "giants-war", "--players", 3, "--seed", 7, "--format", "json")
    )
    assert next(iter(document)) == "schema"
    assert document["events"]


def test_watch_replays_a_row_of_a_run(lab, tmp_path):
    import pyarrow.parquet as pq

    told(lab, "run", "giants-war", "--games", 20, "--deck", "red", "--players", 3, "--out", "r")
    rows = pq.read_table(tmp_path / "r/games/part-00000.parquet").to_pylist()
    document = json.loads(told(lab, "watch", "--run", "r", "--game", 13, "--format", "json"))
    gambits = max(event["gambit"] for event in document["events"])
    assert gambits == rows[13]["gambits"]
    fresh = told(lab, "watch", "giants-war", "--players", 3, "--deck", "red", "--game", 13)
    assert told(lab, "watch", "--run", "r", "--game", 13) == fresh


def test_watch_asks_which_design_of_a_sweep(lab, refused):
    told(lab, "sweep", "red-vs-shadow", "--games", 10, "--out", "r", "--no-plots")
    assert "--design: red, shadow, red-and-shadow" in refused("watch", "--run", "r")
    assert "did you mean 'shadow'" in refused("watch", "--run", "r", "--design", "shado")
    assert "Gambit 1" in told(lab, "watch", "--run", "r", "--design", "shadow", "--game", 3)
    assert "games 0 to 9" in refused("watch", "--run", "r", "--design", "red", "--game", 10)


def test_a_built_in_experiment_ends_in_verdicts_pictures_and_a_report(lab, tmp_path):
    args = ("sweep", "mixed-copper", "--agents", "greedy", "--games", 100, "--format", "json")
    document = json.loads(told(lab, *args))
    assert document["comparisons"]
    folder = tmp_path / "results" / "mixed-copper"
    assert list((folder / "plots").iterdir())
    assert "Mixed Copper" in (folder / "report.html").read_text(encoding="utf-8")


def test_a_stored_run_is_taken_up_again(lab, tmp_path):
    args = ("--games", 300, "--rule", "rounds=4", "--rule", "cards.Tiamat.remove=true")
    told(lab, "run", "giants-war", *args, "--out", "r")
    assert "r/plots/hands.png" in told(lab, "plot", "r")


def test_bench_measures_every_game(lab):
    args = ("--players", 2, "--seconds", 0.01, "--format", "json")
    lines = json.loads(told(lab, "bench", *args))["bench"]
    assert {line["game"] for line in lines} == set(engine.games())
    assert all(line["decisions_per_second"] > 0 for line in lines)
    assert "decisions/s" in told(lab, "bench", "legendary", "--players", 2, "--seconds", 0.01)


def test_a_tournament_of_compiled_agents_and_one_in_python(lab, tmp_path):
    """Its tables have rows of both kinds: a forfeit can happen at some of them only."""
    bot = Path(engine.__file__).parents[1] / "examples" / "strongest.py"
    agents = f"random,greedy,{bot}:Strongest"
    args = ("--agents", agents, "--games", 24, "--out", tmp_path / "three", "--format", "json")
    document = json.loads(told(lab, "tournament", "--game", "legendary", *args))
    assert len(document["agents"]) == 3


def test_an_experiment_with_the_cards_of_ones_own_box(lab, tmp_path):
    (box := tmp_path / "box.toml").write_text("[coins]\nfront = { 8 = 5 }\nback = 1\n")
    args = ("--data", box, "--games", 8, "--no-plots", "--format", "json")
    document = json.loads(
        told(lab, "sweep", "drachensachen-coins", *args, "--out", tmp_path / "swept")
    )
    assert document["designs"][0]["rules"]["coins_front"]["8"] == 5
