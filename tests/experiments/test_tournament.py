"""`dragonlab tournament`: the document, the folder, interruptions, pictures."""

import json
import signal
import time

import pytest
import toy_lab

AGENTS = "skill:elo=0,skill:elo=100,skill:elo=250"
RUN = ("tournament", "--agents", AGENTS, "--game", "toy")


def document(lab, *args):
    result = lab(*RUN, "--format", "json", *args)
    assert result.exit_code == 0, (result.stderr, result.exception)
    return json.loads(result.stdout)


@pytest.mark.parametrize(
    ("players", "mode", "seatings", "even"),
    [
        (2, "pairs", 6, 1 / 2),
        (2, "field", 6, 1 / 2),
        (2, "seatings", 6, 1 / 2),
        (4, "pairs", 6, 1 / 2),
        (4, "field", 24, 1 / 4),
        (3, "seatings", 6, 1 / 3),
        (4, "seatings", 36, 1 / 3),
    ],
)
def test_the_document(lab, players, mode, seatings, even):
    told = document(lab, "--players", players, "--mode", mode, "--games", 300, "--no-plots")
    timing = told.pop("timing")
    assert next(iter(told)) == "schema"
    assert told["schema"] == "dragonlab.tournament/1"
    assert (told["game"], told["players"], told["mode"]) == ("toy", players, mode)
    assert told["games"] == told["deals"] * seatings
    assert told["agents"] == AGENTS.split(",")
    assert told["anchor"] == "skill:elo=0"
    best_first = [line["agent"] for line in told["ratings"]]
    assert best_first == ["skill:elo=250", "skill:elo=100", "skill:elo=0"]
    for line in told["ratings"]:
        assert line["elo"]["low"] <= line["elo"]["mean"] <= line["elo"]["high"]
        assert line["even"] == pytest.approx(even)
    pairs = {(line["agent"], line["against"]): line for line in told["cross_table"]}
    assert len(pairs) == 6
    for (a, b), line in pairs.items():
        assert line["even"] == (1 / 4 if mode == "field" and players > 2 else 1 / 2)
        if line["even"] == 1 / 2:
            assert line["score"]["mean"] + pairs[b, a]["score"]["mean"] == pytest.approx(1)
    assert (told["first_seat_elo"] is None) == (players > 2)
    assert [cost["agent"] for cost in timing["agents"]] == told["agents"]
    assert timing["games_played"] == told["games"]


def test_games_are_rounded_up_to_whole_rotations(lab):
    told = document(lab, "--players", 4, "--mode", "field", "--games", 301, "--no-plots")
    assert told["deals"] == 76


def test_the_table_is_for_people(lab):
    result = lab(*RUN, "--games", 200)
    for words in (
        "The Toy",
        "Elo [95 %]",
        "Score of the row",
        "±",
        "a decision",
        "seat 0 is worth",
    ):
        assert words in result.stdout
    assert "results/tournament-toy/plots/ratings.png" in result.stdout
    assert all(len(line) <= 80 for line in result.stdout.splitlines())


def test_csv_is_the_summary(lab, tmp_path):
    result = lab(*RUN, "--games", 200, "--format", "csv")
    assert result.stdout == (tmp_path / "results/tournament-toy/summary.csv").read_text()
    header, *lines = result.stdout.splitlines()
    assert header == "figure,agent,against,even,mean,low,high"
    assert len(lines) == 3 + 3 + 6 + 1


def test_the_folder_is_the_same_for_any_workers(lab, tmp_path):
    args = ("--games", 900, "--players", 3)
    told = [
        document(lab, *args, "--out", "a", "--jobs", 1),
        document(lab, *args, "--out", "b", "--jobs", 2, "--chunk", 13),
    ]
    for each in told:
        each.pop("timing")
    assert told[0] == told[1]
    a, b = (toy_lab.contents(tmp_path / folder) for folder in "ab")
    assert a == b
    assert {"summary.csv", "summary.parquet", "games/part-00000.parquet"} <= a.keys()
    pictures = sorted(file.name for file in (tmp_path / "a/plots").iterdir())
    assert pictures == ["crosstable.png", "crosstable.svg", "ratings.png", "ratings.svg"]
    for name in pictures:
        picture = (tmp_path / "a/plots" / name).read_bytes()
        assert picture == (tmp_path / "b/plots" / name).read_bytes()


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_tournament_goes_on_where_it_stopped(lab, tmp_path, how):
    args = (*RUN, "--games", 2_000, "--no-plots")
    assert lab(*args, "--out", "undisturbed").exit_code == 0
    process = toy_lab.start(*args, "--out", "r", "--jobs", 1, "--chunk", 5, cwd=tmp_path)
    while process.poll() is None and not list(tmp_path.glob("r/parts.jsonl")):
        time.sleep(0.01)
    process.send_signal(how)
    _, said = process.communicate(timeout=60)
    if how == signal.SIGINT:
        assert process.returncode == 130
        assert "dragonlab resume r" in said.splitlines()[-1]
        assert "Traceback" not in said
    index = (tmp_path / "r/parts.jsonl").read_text()
    kept = {f: f.stat().st_mtime_ns for f in tmp_path.glob("r/games/*") if f.name in index}
    assert lab(*args, "--out", "r").exit_code == 0
    assert toy_lab.contents(tmp_path / "r") == toy_lab.contents(tmp_path / "undisturbed")
    assert {file: file.stat().st_mtime_ns for file in kept} == kept


def test_a_finished_tournament_is_shown_again(lab):
    first, again = (document(lab, "--games", 200) for _ in range(2))
    assert again["timing"]["games_played"] == 0
    assert again.pop("timing")["agents"] == first.pop("timing")["agents"]
    assert again == first


@pytest.mark.parametrize(
    ("other", "word"),
    [
        (("--games", 400), "number of games"),
        (("--players", 4), "design"),
        (("--agents", "skill,skill:elo=100"), "design"),
    ],
)
def test_another_tournament_is_not_overwritten(lab, refused, other, word):
    lab(*RUN, "--games", 200, "--out", "r")
    assert f"r holds a run of another {word}" in refused(*RUN, "--games", 200, "--out", "r", *other)


def test_one_more_agent_of_the_same_name_is_numbered(lab):
    told = document(lab, "--agents", "skill,skill,random", "--games", 60, "--no-plots")
    assert {line["agent"] for line in told["ratings"]} == {"skill #1", "skill #2", "random"}
    assert told["anchor"] == "random"
    assert told["agents"] == ["skill", "skill", "random"]


def test_parameters_after_commas_stay_with_their_agent(lab):
    told = document(lab, "--agents", "skill:elo=5,drawn=50,random", "--games", 40, "--no-plots")
    assert told["agents"] == ["skill:elo=5,drawn=50", "random"]


def test_pictures_are_drawn_again(lab, refused, tmp_path):
    lab(*RUN, "--games", 200, "--out", "r", "--players", 4, "--mode", "field")
    drawn = (tmp_path / "r/plots/ratings.svg").read_bytes()
    (tmp_path / "r/plots/ratings.svg").unlink()
    result = lab("plot", "r", "--kind", "ratings")
    assert result.stdout.split() == ["r/plots/ratings.png", "r/plots/ratings.svg"]
    assert (tmp_path / "r/plots/ratings.svg").read_bytes() == drawn
    assert "no picture 'rating' of a tournament; did you mean 'ratings'" in refused(
        "plot", "r", "--kind", "rating"
    )


def test_results_lists_tournaments(lab):
    lab(*RUN, "--games", 100)
    listed = json.loads(lab("results", "--format", "json").stdout)["results"]
    (run,) = listed
    assert (run["folder"], run["status"]) == ("results/tournament-toy", "finished")
    assert run["designs"] == AGENTS.split(",")


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (("--agents", "random"), "needs two agents or more"),
        (("--agents", "random,rondam"), "unknown agent 'rondam'"),
        (
            ("--agents", ",".join(["random"] * 9), "--mode", "seatings", "--players", 6),
            "60,480 seatings",
        ),
        (("--agents", "random,random", "--game", "tox"), "unknown game"),
    ],
)
def test_wrong_input_is_told_in_a_sentence(refused, args, word):
    assert word in refused("tournament", "--game", "toy", *args)
