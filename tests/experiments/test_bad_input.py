"""Bad input: one sentence that names what is wrong, exit code 2."""

import os

import pytest
import toy_lab

EXPERIMENT = 'question = "?"\ngame = "toy"\ngames = 10\nmetrics = { gambits = 1 }\n'
DESIGN = '[[designs]]\nname = "a"\n'


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("run", "toi"), "unknown game 'toi'; did you mean 'toy'?"),
        (("run", "toy", "--players", 1), "--players"),
        (("run", "toy", "--players", 7), "--players"),
        (("run", "toy", "--games", 0), "--games"),
        (("run", "toy", "--games", -5), "--games"),
        (("run", "toy", "--games", "many"), "--games"),
        (("run", "toy", "--seed", 2**63), "--seed"),
        (("run", "toy", "--seed", -1), "--seed"),
        (("run", "toy", "--jobs", -1), "--jobs"),
        (("run", "toy", "--format", "xml"), "--format"),
        (
            ("run", "toy", "--gamse", 5),
            "No such option: --gamse (Possible options: --games, --seed)",
        ),
        (("run",), "Missing argument 'GAME'"),
        (("rnu", "toy"), "No such command 'rnu'. Did you mean 'run'"),
        (("run", "toy", "--deck", "thievs"), "unknown deck 'thievs'; did you mean 'thieves'?"),
        (("run", "toy", "--rule", "golf=3"), "unknown house rule 'golf'; did you mean 'gold'?"),
        (("run", "toy", "--rule", "gold"), "KEY=VALUE"),
        (("run", "toy", "--rules", "none.toml"), "cannot read none.toml: no such file"),
        (("run", "toy", "--agents", "rando"), "unknown agent 'rando'; did you mean 'random'?"),
        (("run", "toy", "--agents", "random,random"), "2 agents for 4 players"),
        (("sweep", "red-vs-shdow"), "did you mean 'red-vs-shadow'?"),
        (("sweep", "none.toml"), "cannot read none.toml"),
        (("plot", "nowhere"), "nowhere holds no run"),
        (("scenario", "nowhere"), "nowhere"),
        (("watch",), "--run"),
        (("watch", "--run", "nowhere"), "nowhere holds no run"),
        (("bench", "--players", "two"), "2,4,6"),
    ],
)
def test_one_sentence(refused, args, words):
    assert words in refused(*args)


def test_malformed_rules_name_the_line(refused, tmp_path):
    (tmp_path / "house.toml").write_text("gold = 3\nrounds = = 4\n")
    said = refused("run", "toy", "--rules", "house.toml")
    assert "house.toml" in said
    assert "line 2" in said


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("game = toy", "line 1"),
        (EXPERIMENT, "the key 'designs' is missing"),
        (EXPERIMENT + "plyers = 3\n" + DESIGN, "unknown key 'plyers'; did you mean 'players'?"),
        (EXPERIMENT + "players = 9\n" + DESIGN, "mine.toml: players = 9: must be 6 or less"),
        (EXPERIMENT + DESIGN + 'dekc = "calm"', "designs.0.dekc"),
        (EXPERIMENT + DESIGN + 'deck = "kalm"', "design 'a': unknown deck 'kalm'"),
        (EXPERIMENT + DESIGN + DESIGN, "same name: a, a"),
        (EXPERIMENT.replace("gambits", "gambit") + DESIGN, "unknown metric 'gambit'"),
        (EXPERIMENT.replace("= 1 }", "= 0 }") + DESIGN, "metrics.gambits"),
    ],
)
def test_an_experiment_names_file_and_key(refused, tmp_path, text, words):
    (tmp_path / "mine.toml").write_text(text)
    said = refused("sweep", "mine.toml")
    assert words in said
    assert not (tmp_path / "results").exists()


def test_a_wrong_experiment_file_is_named(refused, tmp_path):
    (tmp_path / "mine.toml").write_text(EXPERIMENT)
    assert "mine.toml: " in refused("sweep", "mine.toml")


def test_a_full_stdout_is_no_traceback():
    with open("/dev/full", "w") as full:
        process = toy_lab.start("run", "toy", "--games", 10, stdout=full)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 2
    assert said.splitlines()[-1] == ("dragonlab: cannot write the output: no space left on device")


def test_a_reader_that_goes_away_is_no_error():
    read, write = os.pipe()
    os.close(read)
    process = toy_lab.start("games", stdout=write)
    os.close(write)
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (0, "")
