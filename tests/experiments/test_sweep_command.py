"""`dragonlab sweep`: designs on the same deals, verdicts, files."""

import json

import pytest
import toy_lab

FILE = """
question = "What do thieves do?"
game = "toy"
games = 2000
[[designs]]
name = "calm"
label = "Calm"
[[designs]]
name = "thieves"
label = "Thieves"
deck = "thieves"
[[designs]]
name = "again"
label = "Calm again"
[metrics]
hand_size_at_gambit_4 = 0.25
gambits = 0.25
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "thieves.toml"
    path.write_text(FILE)
    return path


@pytest.fixture
def document(lab, file):
    result = lab("sweep", file, "--format", "json", "--out", "r")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


def test_the_document(document):
    assert list(document)[:3] == ["schema", "name", "question"]
    assert document["schema"] == "dragonlab.sweep/1"
    assert document["question"] == "What do thieves do?"
    assert [design["name"] for design in document["designs"]] == ["calm", "thieves", "again"]
    for design in document["designs"]:
        assert {"players", "agents", "deck", "rules", "seats", "metrics"} <= design.keys()
        assert design["games"] == 2000
        assert "timing" not in design
    assert "timing" in document


def test_comparisons_have_verdicts(document):
    found = {(c["metric"], c["a"], c["b"]): c for c in document["comparisons"]}
    assert len(found) == 6
    smaller = found["hand_size_at_gambit_4", "calm", "thieves"]
    assert smaller["verdict"] == "differs"
    assert smaller["difference"]["high"] < -1
    assert smaller["p_adjusted"] < 1e-6
    same = found["gambits", "calm", "again"]
    assert same["verdict"] == "equivalent"
    assert same["difference"] == {"mean": 0, "low": 0, "high": 0}


def test_designs_meet_the_same_deals(document):
    first, _, again = document["designs"]
    for design in (first, again):
        assert (design.pop("name"), design.pop("label")) in (
            ("calm", "Calm"),
            ("again", "Calm again"),
        )
    assert first == again


def test_a_difference_is_the_difference_of_the_means(document):
    calm, thieves, _ = (design["metrics"]["gambits"]["mean"] for design in document["designs"])
    told = next(c for c in document["comparisons"] if c["metric"] == "gambits")
    assert told["difference"]["mean"] == pytest.approx(thieves - calm)


def test_the_folder(document, tmp_path):
    manifest = json.loads((tmp_path / "r/manifest.json").read_text())
    assert (manifest["status"], manifest["kind"]) == ("finished", "sweep")
    assert manifest["question"] == "What do thieves do?"
    parts = [json.loads(line) for line in (tmp_path / "r/parts.jsonl").read_text().splitlines()]
    assert [part["design"] for part in parts] == ["calm", "thieves", "again"]
    assert {"dragonlab", "python", "numba", "numpy"} <= manifest["versions"].keys()
    plots = {file.name for file in (tmp_path / "r/plots").iterdir()}
    kinds = {name.partition(".")[0] for name in plots}
    assert plots == {f"{kind}.{suffix}" for kind in kinds for suffix in ("png", "svg")}
    assert {"wins", "length", "hands", "verdicts"} <= kinds
    assert "finished" in (tmp_path / "r/run.log").read_text()


def test_the_table_ends_by_naming_the_files(lab, file):
    result = lab("sweep", file)
    assert "What do thieves do?" in result.stdout
    assert "With Thieves rather than Calm: hand size at gambit 4 down by" in result.stdout
    assert "variance saved" in result.stdout
    assert "cards fewer with Thieves than with Calm" in result.stdout
    assert "no difference that matters (0.25 gambits)" in result.stdout
    assert result.stdout.splitlines()[-1] == "results/thieves/report.html"


def test_the_same_bytes_for_any_workers(lab, file, tmp_path):
    lab("sweep", file, "--out", "a", "--jobs", 1, "--no-plots")
    lab("sweep", file, "--out", "b", "--jobs", 2, "--chunk", 321, "--no-plots")
    a, b = (toy_lab.contents(tmp_path / folder) for folder in "ab")
    assert a == b
    assert "comparisons.csv" in a


def test_pictures_are_the_same_when_drawn_again(lab, file, tmp_path):
    lab("sweep", file, "--out", "r")
    plots = tmp_path / "r/plots"
    first = {path.name: path.read_bytes() for path in plots.iterdir()}
    result = lab("plot", "r", "--kind", "seats", "--kind", "hands")
    assert result.exit_code == 0
    assert result.stdout.split() == [
        f"r/plots/{kind}.{suffix}" for kind in ("seats", "hands") for suffix in ("png", "svg")
    ]
    assert first == {path.name: path.read_bytes() for path in plots.iterdir()}


def test_a_run_has_pictures_too(lab, tmp_path):
    lab("run", "toy", "--games", 200, "--out", "r")
    assert lab("plot", "r").exit_code == 0
    assert {"wins.png", "wins.svg", "hands.png"} <= {
        f.name for f in (tmp_path / "r/plots").iterdir()
    }


def test_options_override_the_file(lab, file):
    args = ("--games", 100, "--players", 2, "--seed", 9, "--rule", "gold=20", "--format", "json")
    told = json.loads(lab("sweep", file, *args).stdout)
    assert (told["games"], told["seed"]) == (100, 9)
    assert all(d["players"] == 2 and d["rules"] == {"gold": 20} for d in told["designs"])


def test_csv_is_the_comparisons(lab, file):
    result = lab("sweep", file, "--format", "csv")
    header, *lines = result.stdout.splitlines()
    assert header.startswith("metric,a,b,p_adjusted,verdict,matters")
    assert len(lines) == 6


def test_too_few_games_are_undecided(lab, file):
    told = json.loads(lab("sweep", file, "--games", 1, "--format", "json").stdout)
    assert {c["verdict"] for c in told["comparisons"]} == {"undecided"}
    assert lab("sweep", file, "--games", 1, "--force").exit_code == 0
