"""Experiment files: grids, several players, levels and games, seats in rotation, the template."""

import json
from collections import Counter
from pathlib import Path

import pytest
import toy

import engine
from engine.core.problem import Problem
from experiments import experiment, replay
from experiments.plan import PART

HEAD = 'question = "?"\ngame = "toy"\ngames = 200\n'
TAIL = "[metrics]\ngambits = 0.25\nhand_size = 0.25\n"
TWO = '[[designs]]\nname = "calm"\n[[designs]]\nname = "thieves"\nlabel = "Thieves"\ndeck = "thieves"\n'
GRID = """
[[grid]]
name = "deck"
key = "deck"
values = ["calm", "thieves"]
[[grid]]
name = "gold"
key = "rules.gold"
values = [8, 12]
"""
GRID_LABELS = GRID + 'labels = ["little gold", "much gold"]\n'


@pytest.fixture
def made(tmp_path):
    """The plan of an experiment file with this text between its head and its metrics."""

    def make(text, head=HEAD, **overrides):
        path = tmp_path / "mine.toml"
        path.write_text(head + text + TAIL)
        return experiment.plan(experiment.load(path, **overrides), path, {})

    return make


@pytest.fixture
def swept(lab, tmp_path):
    """The document of a sweep of such a file."""

    def sweep(text, *args):
        (tmp_path / "mine.toml").write_text(HEAD + text + TAIL)
        result = lab("sweep", "mine.toml", "--format", "json", "--no-plots", "--force", *args)
        assert result.exit_code == 0, result.stderr or result.exception
        return json.loads(result.stdout)

    return sweep


# --- grids ----------------------------------------------------------------------------------------


def test_a_grid_is_every_combination(made):
    plan = made(GRID_LABELS)
    assert [v.name for v in plan.variants] == [
        *("calm_little-gold", "calm_much-gold", "thieves_little-gold", "thieves_much-gold")
    ]
    last = plan.variants[-1]
    assert last.label == "thieves, much gold"
    assert last.factors == {"deck": "thieves", "gold": "much gold"}
    assert last.design.as_dict()["deck"] == {"name": "thieves"}
    assert last.design.as_dict()["rules"]["gold"] == 12
    assert not plan.screen


def test_values_without_labels_say_what_they_are_of(made):
    assert [v.label for v in made(GRID).variants][:2] == ["calm, gold 8", "calm, gold 12"]


def test_a_grid_of_each_design(made):
    axis = GRID.partition("[[grid]]\n")[2].partition("[[grid]]\n")[2]
    plan = made(TWO + "[[grid]]\n" + axis)
    assert [v.name for v in plan.variants][:2] == ["calm_gold-8", "calm_gold-12"]
    assert plan.variants[-1].label == "Thieves, gold 12"


def test_players_and_level_are_axes_too(made):
    axes = GRID + '[[grid]]\nname = "seats"\nkey = "players"\nvalues = [2, 3]\n'
    plan = made(axes)
    assert [v.design.players for v in plan.variants][:2] == [2, 3]
    assert {v.group for v in plan.variants} == {"2 players", "3 players"}
    assert plan.variants[0].factors["players"] == "2 players"


def test_a_large_grid_is_a_screen(made):
    wide = GRID.replace("[8, 12]", str(list(range(1, 40))))
    assert made(wide).screen
    assert len(made(wide).variants) == 78


def test_choices_have_alternatives(monkeypatch, made):
    """Three of five, two of which come in two versions: as the good dragons of the main game."""
    taken = []
    design = toy.ToyGame.design

    def choose(self, players=4, deck=None, rules=None, cards=None):
        taken.append(tuple(deck["dragons"]))
        return design(self, players, None, rules, cards)

    monkeypatch.setattr(toy.ToyGame, "design", choose)
    made(
        '[[grid]]\nname = "good"\nkey = "deck.dragons"\nchoose = 3\n'
        'from = ["a", "b", ["c", "c2"], ["d", "d2"], "e"]\n'
    )
    assert len(taken) == len(set(taken)) == 25
    assert not any({"c", "c2"} <= set(cards) or {"d", "d2"} <= set(cards) for cards in taken)


def test_two_axes_fill_one_list_of_the_deck(real_engine, tmp_path):
    path = tmp_path / "mine.toml"
    axis = '[[grid]]\nname = "{0}"\nkey = "deck.dragons"\nchoose = 3\nfrom = {1}\n'
    evil, good = ["black", "blue", "red", "white"], ["brass", "gold", "silver"]
    text = HEAD.replace("toy", next(iter(engine.games()))) + axis.format("evil", evil)
    path.write_text(text + axis.format("good", good) + TAIL)
    plan = experiment.plan(experiment.load(path), path, {})
    found = [v.design.as_dict()["deck"]["dragons"] for v in plan.variants]
    assert len(found) == 4
    assert Counter(name for deck in found for name in deck) == dict.fromkeys(evil, 3) | (
        dict.fromkeys(good, 4)
    )


# --- players, levels, games, baseline ---------------------------------------------------------------


def test_comparisons_stay_within_players_and_level(swept):
    told = swept("players = [2, 3]\n" + 'levels = ["random", "skill"]\n' + TWO)
    assert len(told["designs"]) == 8
    groups = Counter(c["group"] for c in told["comparisons"] if c["metric"] == "gambits")
    assert groups == {f"{n} players, {level}": 1 for n in (2, 3) for level in ("random", "skill")}
    first = told["designs"][0]
    assert first["name"] == "calm@2-players@random"
    assert first["factors"] == {"players": "2 players", "level": "random"}
    assert {d["players"] for d in told["designs"]} == {2, 3}


def test_a_baseline_is_compared_with_all_others(made):
    third = '[[designs]]\nname = "rich"\nrules = { gold = 20 }\n'
    plan = made('baseline = "thieves"\nplayers = [2, 4]\n' + TWO + third)
    assert plan.pairs == [(1, 0), (1, 2), (4, 3), (4, 5)]
    assert len(made(TWO + third).pairs) == 3


def test_designs_of_two_games_are_compared(monkeypatch, swept):
    other = toy.ToyGame()
    other.name, other.title = "toy-two", "The Other Toy"
    load = engine.load
    monkeypatch.setattr(engine, "load", lambda name: other if name == "toy-two" else load(name))
    told = swept(TWO + '[[designs]]\nname = "other"\ngame = "toy-two"\n')
    assert [d["game"] for d in told["designs"]] == ["toy", "toy", "toy-two"]
    assert len(told["comparisons"]) == 6
    plan = replay.plan(Path("results/mine"))
    assert [v.design.game.name for v in plan.variants] == ["toy", "toy", "toy-two"]
    assert plan.title == "The Toy and The Other Toy"


def test_a_stored_plan_is_the_plan(made, swept):
    text = 'baseline = "calm"\nplayers = [2, 3]\nuntil = { width = 0.5 }\n' + GRID.replace(
        '"calm"', '"calm"'
    )
    text = text.replace('baseline = "calm"', 'baseline = "calm_gold-8"')
    swept(text)
    stored, fresh = replay.plan(Path("results/mine")), made(text)
    assert stored.as_dict() == fresh.as_dict()
    assert stored.facts() == fresh.facts()
    assert stored.pairs == fresh.pairs
    assert stored.matters == fresh.matters


def test_options_choose_players_agents_and_levels(swept):
    told = swept("players = [2, 3]\n" + TWO, "--players", "4", "--levels", "skill,random")
    assert {d["players"] for d in told["designs"]} == {4}
    assert {d["group"] for d in told["designs"]} == {"skill", "random"}
    told = swept('levels = ["random"]\n' + TWO, "--agents", "skill:elo=1,drawn=2")
    assert told["designs"][0]["agents"] == ["skill:elo=1,drawn=2"] * 4


# --- seats in rotation ------------------------------------------------------------------------------


def test_agents_that_differ_take_turns_in_the_seats(swept):
    strong = ("--agents", "skill:elo=400,skill,skill,skill")
    told = swept(TWO, *strong, "--games", 2001)
    assert (told["games"], told["deals"]) == (2004, 501)
    for design in told["designs"]:
        assert [seat["agent"] for seat in design["seats"]] == [None] * 4
        assert all(s["win_share"]["low"] < 0.25 < s["win_share"]["high"] for s in design["seats"])
        first, others = design["by_agent"]
        assert (first["agent"], first["seats"], others["seats"]) == ("skill:elo=400", 1, 3)
        assert first["win_share"]["mean"] == pytest.approx(10 / 13, abs=0.05)
        assert first["win_share"]["mean"] + others["win_share"]["mean"] == pytest.approx(1)
    assert told["comparisons"][0]["deals"] == 501


def test_a_pattern_that_repeats_has_fewer_seatings(made):
    plan = made(TWO, agents=["random", "skill", "random", "skill"])
    assert plan.rotations == 2
    assert plan.part == PART // 2
    assert [v.name for v in plan.variants][:2] == ["calm@seating-0", "calm@seating-1"]
    assert plan.designs == ((0, 1), (2, 3))


# --- in words ---


def test_a_verdict_is_a_sentence_for_each_two_designs(lab, tmp_path):
    (tmp_path / "mine.toml").write_text(HEAD + 'players = [2, 3]\nbaseline = "calm"\n' + TWO + TAIL)
    shown = lab("sweep", "mine.toml", "--no-plots").stdout
    for players in (2, 3):
        assert f"{players} players: with Thieves rather than calm: hand size down by" in shown
        assert f"{players} players: mean, ± half the 95 % interval" in shown
    assert "2 and 3 players (all random), 200 games a design" in shown
    once = lab("sweep", "mine.toml", "--no-plots", "--games", 1, "--out", "one").stdout
    once = " ".join(once.split())
    assert "1 game a design" in once
    assert "not enough games for a verdict on gambits and hand size." in once


def test_many_designs_are_rows_and_few_pairs_are_told(lab, tmp_path):
    designs = "".join(
        f'[[designs]]\nname = "d{n}"\nrules = {{ gold = {8 + n} }}\n' for n in range(9)
    )
    (tmp_path / "mine.toml").write_text(HEAD + designs + TAIL)
    shown = lab("sweep", "mine.toml", "--no-plots").stdout
    assert "30 more pairs of designs in comparisons.csv." in shown
    assert shown.count("rather than d0") == 6
    assert "\nd8 " in shown


def test_every_key_is_in_the_page():
    page = (Path(__file__).parents[2] / "docs/experiments.md").read_text(encoding="utf-8")
    for table in (experiment.Experiment, experiment.DesignTable, experiment.AxisTable):
        keys = [field.alias or name for name, field in table.model_fields.items()]
        wanted = [key for key in keys if f"`{key}`" not in page and f"`[{key}]`" not in page]
        assert [key for key in wanted if f"`[[{key}]]`" not in page] == []


# --- errors -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (TWO.replace('"calm"', '"Red Dragon"'), "designs.0.name = 'Red Dragon': must be of small"),
        (TWO + "rules = 3\n", "designs.1.rules = 3: must be a table in { }"),
        (TWO + 'rules = "none.toml"\n', "cannot read"),
        (TWO + "players = 7\n", "designs.1.players = 7: must be 6 or less"),
        ("players = [2, 2]\n" + TWO, "two players have the same name: 2, 2"),
        ('agents = ["random"]\nlevels = ["random"]\n' + TWO, "`agents` or `levels`, not both"),
        ('baseline = "clam"\n' + TWO, "baseline = 'clam': no design; did you mean 'calm'?"),
        ('correction = "bonferroni"\n' + TWO, "correction = 'bonferroni': must be 'holm' or"),
        ("until = { width = 0 }\n" + TWO, "until.width = 0: must be above 0"),
        ("until = { }\n" + TWO, "until: is either { width = NUMBER } or { verdict = true }"),
        ("until = { verdict = true }\n" + '[[designs]]\nname = "a"\n', "one design alone"),
        ("", "the key 'designs' is missing"),
        (GRID.replace("rules.gold", "rule.gold"), "unknown key 'rule.gold'; known: game, deck"),
        (GRID.replace("values = [8, 12]", ""), "needs either `values`, or `choose` with `from`"),
        (GRID + 'labels = ["one"]\n', "grid.1: has 2 values, but 1 labels"),
        (GRID.replace("12", "8"), "two designs are called 'calm_gold-8'"),
        (GRID.replace("[8, 12]", "[]") + "choose = 2\n", "cannot choose 2 from 0 entries"),
        (TWO.replace("deck =", "dekc ="), "unknown key 'designs.1.dekc'; did you mean 'deck'?"),
        (GRID.replace("key =", "kei ="), "unknown key 'grid.0.kei'; did you mean 'key'?"),
        (TWO + 'game = "toi"\n', "design 'thieves': unknown game 'toi'"),
        ("games = many", "line 4"),
    ],
)
def test_a_wrong_file_is_told_in_a_sentence(made, text, words):
    with pytest.raises(Problem) as told:
        made(text)
    assert words in str(told.value)
    assert "mine.toml" in str(told.value) or "none.toml" in str(told.value)


def test_rules_may_lie_in_a_file_beside(made, tmp_path):
    (tmp_path / "house.toml").write_text("gold = 17\n")
    plan = made(TWO + 'rules = "house.toml"\n')
    assert [v.design.as_dict()["rules"]["gold"] for v in plan.variants] == [10, 17]


def test_a_wrong_rule_is_sought_in_its_file(refused, tmp_path):
    (tmp_path / "house.toml").write_text("golf = 17\n")
    (tmp_path / "mine.toml").write_text(HEAD + TWO + TAIL)
    for command in (("run", "toy"), ("sweep", "mine.toml")):
        assert ": house.toml: " in refused(*command, "--rules", "house.toml")
        told = refused(*command, "--rules", "house.toml", "--rule", "silver=1")
        assert "unknown house rule" in told
    assert "house.toml" not in refused("run", "toy", "--rule", "silver=1")


# --- new, experiments -------------------------------------------------------------------------------


def test_the_template_runs(lab, real_engine, tmp_path):
    assert lab("new", "gold").stdout == "gold.toml\n"
    result = lab("sweep", "gold.toml", "--games", 20, "--no-plots", "--format", "json", "--quiet")
    assert result.exit_code == 0, result.stderr or result.exception
    told = json.loads(result.stdout)
    assert [d["name"] for d in told["designs"]] == ["printed", "fifty"]
    assert "dragonlab sweep gold.toml" in (tmp_path / "gold.toml").read_text()


def test_every_example_in_the_template_is_right(lab, real_engine, tmp_path):
    """Each line that is commented out stands for something that the file may say."""
    lab("new")
    path = tmp_path / "experiment.toml"
    lines = path.read_text().splitlines()
    for old, new in (
        ("# levels =", "levels ="),
        ("# correction", "correction"),
        ("# until = { width", "until = { width"),
        ("# deck  =", "deck ="),
        ("# [[grid]]", "[[grid]]"),
        *((f"# {key}", key) for key in ("name ", "key ", "values", "labels", "choose", "from ")),
    ):
        lines = [new + line[len(old) :] if line.startswith(old) else line for line in lines]
    lines = [line for line in lines if not line.startswith("agents")]
    path.write_text("\n".join(lines))
    found = experiment.load(path)
    assert (len(found.levels), len(found.designs), len(found.axes)) == (2, 2, 2)
    assert found.stop.width == 0.1


def test_new_replaces_nothing_unasked(lab, refused, tmp_path):
    (tmp_path / "experiment.toml").write_text("mine")
    assert "replace it with --force" in refused("new")
    assert (tmp_path / "experiment.toml").read_text() == "mine"
    assert lab("new", "--force").exit_code == 0
    assert "question" in (tmp_path / "experiment.toml").read_text()
    assert "built-in experiment" in refused("new", "red-vs-shadow")


def test_one_experiment_in_full(lab, tmp_path):
    (tmp_path / "mine.toml").write_text(HEAD + TWO + GRID_LABELS + TAIL)
    shown = lab("experiments", "mine.toml").stdout
    for words in (
        "design thieves",
        "deck: thieves",
        "rules.gold",
        "little gold",
        "hand_size: 0.25",
    ):
        assert words in shown
    told = json.loads(lab("experiments", "mine.toml", "--format", "json").stdout)
    assert told["experiments"][0]["axis gold"]["levels"] == "little gold, much gold"
    names = [
        e["name"] for e in json.loads(lab("experiments", "--format", "json").stdout)["experiments"]
    ]
    assert "deck-atlas" in names
    assert lab("experiments", "deck-atlas").exit_code == 0
